// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "all_kernels.h"

#include "case_graph.h"
#include "ops/registry.h"
#include "plan/planner.h"

namespace mica::portability {
namespace {

using conformance::Surroundings;

struct Setting {
  Precision precision = Precision::kFp32;
  kernel::Storage storage = kernel::Storage::kBuffer;
  Surroundings surroundings = Surroundings::kInternal;
  gpu::DeviceKind device = gpu::DeviceKind::kDiscrete;

  std::string ToString() const {
    return fmt::format("{}, {}, {}, {}", precision == Precision::kFp32 ? "fp32" : "fp16",
                       storage == kernel::Storage::kBuffer ? "buffer" : "texture",
                       surroundings == Surroundings::kInternal ? "inside a network" : "a network of its own",
                       device == gpu::DeviceKind::kSoftware ? "software GPU" : "hardware GPU");
  }
};

std::vector<Setting> AllSettings() {
  std::vector<Setting> settings;
  for (const auto device : {gpu::DeviceKind::kDiscrete, gpu::DeviceKind::kSoftware}) {
    for (const auto precision : {Precision::kFp32, Precision::kFp16}) {
      settings.push_back({precision, kernel::Storage::kBuffer, Surroundings::kExternal, device});
      settings.push_back({precision, kernel::Storage::kBuffer, Surroundings::kInternal, device});
      settings.push_back({precision, kernel::Storage::kImage, Surroundings::kInternal, device});
    }
  }
  return settings;
}

void VisitKernels(const graph::Graph& graph, const Setting& setting, const std::string& where,
                  const std::function<void(const EmittedKernel& kernel)>& visit) {
  const plan::PlanOptions options{
      .precision = setting.precision, .storage = setting.storage, .memory = memory::Strategy::kNaive};
  gpu::DeviceInfo device{.kind = setting.device};
  plan::TensorTypes types(graph, device, options);
  const auto fused = plan::FuseKernels(graph, device, options, types);
  MICA_CHECK(fused.has_value(), "{}: {}", where, fused.error().message());

  std::vector<EmittedKernel> kernels(fused->kernels.size());
  for (std::size_t language = 0; language < kLanguages.size(); ++language) {
    device.language = kLanguages[language];
    const auto plan = plan::MakePlan(graph, device, options);
    MICA_CHECK(plan.has_value(), "{}: {}", where, plan.error().message());
    MICA_CHECK(plan->dispatches.size() == kernels.size(), "{}: not every kernel became a dispatch.", where);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      kernels[i].texts[language] = plan->programs[static_cast<std::size_t>(plan->dispatches[i].program)].text;
    }
  }
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    kernels[i].where = fmt::format("{}: {}", where, fused->kernels[i].kernel.name);
    kernels[i].source = &fused->kernels[i];
    visit(kernels[i]);
  }
}

// As SwiftShader and as a large GPU have them.
std::vector<gpu::DeviceInfo> DevicesWithFeatures() {
  const gpu::DeviceInfo lane_by_lane{.kind = gpu::DeviceKind::kSoftware,
                                     .language = gpu::Language::kGlslVulkan,
                                     .features = {gpu::Feature::kSubgroups},
                                     .subgroup_size = 4};
  const gpu::DeviceInfo with_matrices{.kind = gpu::DeviceKind::kDiscrete,
                                      .language = gpu::Language::kGlslVulkan,
                                      .max_group_invocations = 1024,
                                      .shared_memory_bytes = 48 << 10,
                                      .compute_units = 132,
                                      .features = {gpu::Feature::kSubgroups, gpu::Feature::kCooperativeMatrix},
                                      .subgroup_size = 32,
                                      .matrix_shapes = {{.m = 16, .n = 16, .k = 16}}};
  return {lane_by_lane, with_matrices};
}

bool UsesAFeature(const gpu::ProgramSource& program) {
  return program.text.find("#extension GL_KHR_shader_subgroup_basic") != std::string::npos;
}

}  // namespace

void VisitFeatureKernels(const std::function<void(const std::string& where, const std::string& text)>& visit) {
  for (const OperatorDef* def : ops::AllOperators()) {
    if (def->cases == nullptr) continue;
    for (const OperatorCase& operator_case : def->cases()) {
      for (const gpu::DeviceInfo& device : DevicesWithFeatures()) {
        for (const Setting& setting : AllSettings()) {
          if (setting.device != device.kind) continue;
          const auto made = conformance::MakeCaseGraph(*def, operator_case, setting.surroundings);
          MICA_CHECK(made.has_value(), "{}/{}: {}", def->name, operator_case.name, made.error().message());
          const auto plan =
              plan::MakePlan(made->graph, device, {.precision = setting.precision, .storage = setting.storage});
          MICA_CHECK(plan.has_value(), "{}/{}: {}", def->name, operator_case.name, plan.error().message());
          for (const gpu::ProgramSource& program : plan->programs) {
            if (!UsesAFeature(program)) continue;
            visit(fmt::format("{}/{} ({}): {}", def->name, operator_case.name, setting.ToString(), program.name),
                  program.text);
          }
        }
      }
    }
  }
}

void VisitAllKernels(const std::function<void(const EmittedKernel& kernel)>& visit) {
  for (const OperatorDef* def : ops::AllOperators()) {
    if (def->cases == nullptr) continue;
    for (const OperatorCase& operator_case : def->cases()) {
      for (const Setting& setting : AllSettings()) {
        const auto made = conformance::MakeCaseGraph(*def, operator_case, setting.surroundings);
        MICA_CHECK(made.has_value(), "{}/{}: {}", def->name, operator_case.name, made.error().message());
        VisitKernels(made->graph, setting, fmt::format("{}/{} ({})", def->name, operator_case.name, setting.ToString()),
                     visit);
      }
    }
  }
}

}  // namespace mica::portability
