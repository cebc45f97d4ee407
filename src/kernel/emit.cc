// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "kernel/emit.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "kernel/accessors.h"

namespace mica::kernel {
namespace {

// tanh of some drivers is (e^2x - 1) / (e^2x + 1), which is NaN from x = 45 on; fp32 tanh is 1 from 9.1 on.
constexpr std::string_view kSharedFunctions = "#define TANH(v) tanh(clamp(v, FLOAT4(-10.0), FLOAT4(10.0)))\n";

// Vulkan lets a driver's sin and cos be off by 2^-11, and what comes of large angles is up to it: these are off by
// 2^-23 up to angles of some thousands. What is left of an angle behind whole half turns (pi in three parts, so that no
// bit is lost in the difference) goes into a Taylor series.
constexpr std::string_view kTrigonometry = R"(
float4 sin_behind(float4 v, float4 half_turns) {
  float4 r = v - half_turns * FLOAT4(3.140625);
  r = r - half_turns * FLOAT4(0.00096750259399414062);
  r = r - half_turns * FLOAT4(1.50995803e-07);
  float4 r2 = r * r;
  float4 series = FLOAT4(-2.5052108e-8);
  series = series * r2 + FLOAT4(2.7557319e-6);
  series = series * r2 + FLOAT4(-0.00019841270);
  series = series * r2 + FLOAT4(0.0083333333);
  series = series * r2 + FLOAT4(-0.16666667);
  return r + r * r2 * series;
}
float4 minus_one_to(float4 n) { return FLOAT4(1.0) - FLOAT4(2.0) * (n - FLOAT4(2.0) * floor(n * FLOAT4(0.5))); }
float4 sin_of(float4 v) {
  float4 n = floor(v * FLOAT4(0.31830989) + FLOAT4(0.5));
  return minus_one_to(n) * sin_behind(v, n);
}
float4 cos_of(float4 v) {
  float4 n = floor(v * FLOAT4(0.31830989));
  return -minus_one_to(n) * sin_behind(v, n + FLOAT4(0.5));
}
#define SIN(v) sin_of(v)
#define COS(v) cos_of(v)
)";

constexpr std::string_view kEntry = "KERNEL {";

std::string Define(const Definition& definition) {
  return fmt::format("#define {} {}\n", definition.name, definition.value);
}

bool UsesTrigonometry(const Kernel& kernel, const std::vector<Step>& steps) {
  const auto names_it = [](std::string_view text) {
    return text.find("SIN(") != std::string_view::npos || text.find("COS(") != std::string_view::npos;
  };
  return names_it(kernel.text) || std::ranges::any_of(steps, names_it, &Step::text);
}

std::string StepTensorName(std::size_t step, const std::string& name) {
  return fmt::format("step{}_{}", step, name);
}

gpu::BindingKind KindOf(const TensorArgument& tensor) {
  const bool is_read = tensor.access == Access::kRead;
  if (tensor.type.storage == Storage::kImage) {
    return is_read ? gpu::BindingKind::kReadImage : gpu::BindingKind::kWriteImage;
  }
  return is_read ? gpu::BindingKind::kReadBuffer : gpu::BindingKind::kWriteBuffer;
}

// Those of the write, then those of the inner tensor.
std::vector<Step> AllSteps(const Kernel& kernel) {
  std::vector<Step> steps = kernel.steps;
  if (kernel.inner) steps.insert(steps.end(), kernel.inner->steps.begin(), kernel.inner->steps.end());
  return steps;
}

// The kernel's own tensors, then the steps', under the names they have in the program.
std::vector<TensorArgument> AllTensors(const Kernel& kernel) {
  std::vector<TensorArgument> tensors = kernel.tensors;
  const std::vector<Step> steps = AllSteps(kernel);
  for (std::size_t step = 0; step < steps.size(); ++step) {
    for (TensorArgument tensor : steps[step].reads) {
      tensor.name = StepTensorName(step, tensor.name);
      tensors.push_back(std::move(tensor));
    }
  }
  return tensors;
}

std::vector<BoundTensor> BoundTensors(const std::vector<TensorArgument>& tensors) {
  std::vector<BoundTensor> bound;
  for (const TensorArgument& tensor : tensors) {
    if (!tensor.first_constant) bound.push_back({tensor, KindOf(tensor)});
  }
  return bound;
}

std::string ConstantRead(const ConstantArgument& constant, ElementType element, const LanguageWriter& writer) {
  const std::string index = constant.first == 0 ? "i" : fmt::format("{} + i", constant.first);
  return fmt::format(
      "float4 {0}_read_at(int i TENSORS_DECLARED) {{ return {1}; }}\n#define {0}_read(i) {0}_read_at(i TENSORS)\n"
      "#define {0}_first {2}\n",
      constant.name, writer.Load4("constants_data", element, index), constant.first);
}

// Inside a step its tensors have the names its author gave them; macros map those to the program's names.
std::string StepFunction(const Step& step, std::size_t index) {
  std::string before;
  std::string after;
  const auto name = [&](const std::string& local, const std::string& value) {
    before += fmt::format("#define {} {}\n", local, value);
    after += fmt::format("#undef {}\n", local.substr(0, local.find('(')));
  };
  for (const TensorArgument& tensor : step.reads) {
    name(tensor.name + "_read(b, x, y, slice)",
         StepTensorName(index, tensor.name) + "_read_at(b, x, y, slice TENSORS)");
  }
  for (const Definition& definition : step.definitions) name(definition.name, definition.value);
  return fmt::format("{}float4 step{}(float4 value, int b, int x, int y, int slice TENSORS_DECLARED) {{\n{}\n}}\n{}",
                     before, index, step.text, after);
}

std::string WithEntryPoint(const Kernel& kernel, std::string_view entry_point) {
  std::string text = kernel.text;
  const std::size_t at = text.find(kEntry);
  MICA_CHECK(at != std::string::npos, "kernel {} has no \"KERNEL {{\".", kernel.name);
  text.replace(at, kEntry.size(), entry_point);
  return text;
}

}  // namespace

bool HasConstants(const Kernel& kernel) {
  const auto is_constant = [](const TensorArgument& tensor) { return tensor.first_constant.has_value(); };
  return !kernel.constants.empty() || std::ranges::any_of(kernel.tensors, is_constant) ||
         std::ranges::any_of(AllSteps(kernel),
                             [&](const Step& step) { return std::ranges::any_of(step.reads, is_constant); });
}

const LanguageWriter& WriterFor(gpu::Language language) {
  switch (language) {
    case gpu::Language::kGlslEs:
      return GlslEsWriter();
    case gpu::Language::kGlslVulkan:
      return GlslVulkanWriter();
    case gpu::Language::kOpenClC:
      return OpenClWriter();
  }
  MICA_CHECK(false, "an unknown language.");
  return GlslEsWriter();
}

gpu::ProgramSource Emit(const Kernel& kernel, gpu::Language language) {
  const LanguageWriter& writer = WriterFor(language);
  const std::vector<TensorArgument> all_tensors = AllTensors(kernel);
  const std::vector<BoundTensor> tensors = BoundTensors(all_tensors);

  std::string text = writer.Prelude(kernel);
  text += kSharedFunctions;
  const std::vector<Step> steps = AllSteps(kernel);
  if (UsesTrigonometry(kernel, steps)) text += kTrigonometry;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    text += fmt::format("#define GROUP_SIZE_{} {}\n", "XYZ"[axis], kernel.group_size[axis]);
  }
  for (const TensorArgument& tensor : kernel.tensors) text += SizeDefinitions(tensor.name, tensor.type.shape);
  if (kernel.inner) text += SizeDefinitions(kernel.inner->name, kernel.inner->shape);
  for (const Definition& definition : kernel.definitions) text += Define(definition);
  text += writer.Declarations(kernel, tensors);
  for (const TensorArgument& tensor : all_tensors) {
    if (tensor.access == Access::kRead) text += ReadFunctions(tensor, writer);
  }
  for (const ConstantArgument& constant : kernel.constants) {
    text += ConstantRead(constant, kernel.constant_type, writer);
  }
  for (std::size_t step = 0; step < steps.size(); ++step) text += StepFunction(steps[step], step);
  std::size_t write_steps = kernel.steps.size();
  if (kernel.inner) {
    text += StepsFunction(kernel.inner->name, kernel.inner->shape, {.first = write_steps, .end = steps.size()});
  }
  for (const TensorArgument& tensor : kernel.tensors) {
    if (tensor.access != Access::kWrite) continue;
    text += WriteFunction(tensor, {.first = 0, .end = write_steps}, writer);
    write_steps = 0;  // The first written tensor takes them all.
  }
  text += WithEntryPoint(kernel, writer.EntryPoint(kernel, tensors));

  gpu::ProgramSource source{.name = kernel.name,
                            .language = language,
                            .text = std::move(text),
                            .group_size = kernel.group_size,
                            .bindings = {}};
  for (const BoundTensor& tensor : tensors) source.bindings.push_back(tensor.kind);
  if (HasConstants(kernel)) source.bindings.push_back(gpu::BindingKind::kReadBuffer);
  return source;
}

}  // namespace mica::kernel
