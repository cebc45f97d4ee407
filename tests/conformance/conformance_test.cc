// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// Every operator's cases × backends × surroundings × storage × precision × limits, against the reference. All tensor
// memory holds NaN before the run, and the padding lanes of what the operator wrote must be zero behind it.
#include <gtest/gtest.h>

#include <map>

#include "backend/gl/gl.h"
#include "backend/vulkan/validation_listener.h"
#include "backend/vulkan/vulkan.h"
#include "base/half.h"
#include "case_graph.h"
#include "engine/comparison.h"
#include "ops/registry.h"
#include "plan/planner.h"
#include "runtime/executable.h"

namespace mica::conformance {
namespace {

struct Setting {
  std::string name;
  Surroundings surroundings = Surroundings::kInternal;
  kernel::Storage storage = kernel::Storage::kBuffer;
  Precision precision = Precision::kFp32;
  bool minimum_limits = false;
  bool hardware_rules = false;  // Plans as for a hardware GPU: other kernels, which must compute the same.
  std::string only_on = {};     // A backend. What differs by the plan and not by the API is run on one.
};

const std::vector<Setting> kSettings = {
    {.name = "external_fp32", .surroundings = Surroundings::kExternal},
    {.name = "external_fp16", .surroundings = Surroundings::kExternal, .precision = Precision::kFp16, .only_on = "gl"},
    {.name = "buffer_fp32"},
    {.name = "buffer_fp16", .precision = Precision::kFp16},
    {.name = "texture_fp32", .storage = kernel::Storage::kImage, .only_on = "gl"},
    {.name = "texture_fp16", .storage = kernel::Storage::kImage, .precision = Precision::kFp16},
    {.name = "hardware_fp32", .hardware_rules = true},
    {.name = "hardware_fp16", .precision = Precision::kFp16, .hardware_rules = true, .only_on = "vulkan"},
    {.name = "hardware_texture_fp16",
     .storage = kernel::Storage::kImage,
     .precision = Precision::kFp16,
     .hardware_rules = true,
     .only_on = "gl"},
    {.name = "minimum_buffer_fp32", .minimum_limits = true, .only_on = "gl"},
    {.name = "minimum_texture_fp16",
     .storage = kernel::Storage::kImage,
     .precision = Precision::kFp16,
     .minimum_limits = true,
     .hardware_rules = true,
     .only_on = "gl"},
};

// fp32 differs from the reference only by the order of its sums; fp16 also by the rounding of inputs and weights.
double LimitOf(const Setting& setting) {
  return setting.precision == Precision::kFp32 ? 2e-5 : 6e-3;
}

using CreatedDevice = Result<std::unique_ptr<gpu::Device>>;

struct Backend {
  std::string name;
  CreatedDevice (*create)(bool minimum_limits);
};

const std::vector<Backend> kBackends = {
    {.name = "gl", .create = [](bool minimum) { return gl::CreateDevice({.minimum_limits = minimum}); }},
    {.name = "vulkan", .create = [](bool minimum) { return vulkan::CreateDevice({.minimum_limits = minimum}); }},
};

// One device a backend and profile for the whole program: making one takes longer than most cases.
class Devices : public testing::Environment {
 public:
  static const CreatedDevice& Find(const Backend& backend, bool minimum_limits) {
    const auto key = std::pair(backend.name, minimum_limits);
    auto found = devices_.find(key);
    if (found == devices_.end()) found = devices_.emplace(key, backend.create(minimum_limits)).first;
    return found->second;
  }
  void TearDown() override {
    const int count_before = vulkan::ValidationMessageCount();
    devices_.clear();
    EXPECT_EQ(vulkan::ValidationMessageCount(), count_before) << "Vulkan's validation finds objects left behind.";
  }

 private:
  static inline std::map<std::pair<std::string, bool>, CreatedDevice> devices_;
};

float ReadElement(std::span<const std::byte> bytes, std::size_t index, kernel::ElementType type) {
  if (type == kernel::ElementType::kFloat32) {
    float value = 0;
    std::memcpy(&value, &bytes[index * 4], 4);
    return value;
  }
  std::uint16_t half = 0;
  std::memcpy(&half, &bytes[index * 2], 2);
  return HalfToFloat(half);
}

// The elements behind the last channel in the last slice of every pixel.
void ExpectZeroPaddingLanes(runtime::Executable& executable, int value_id) {
  const plan::Plan& plan = executable.plan();
  for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
    const plan::PlannedTensor& tensor = plan.tensors[i];
    if (tensor.value_id != value_id || !std::holds_alternative<plan::InBuffer>(tensor.place)) continue;
    const Shape& shape = tensor.type.shape;
    std::vector<std::byte> bytes(tensor.type.size_bytes());
    ASSERT_TRUE(executable.ReadTensor(static_cast<int>(i), bytes).ok());
    const int pixels = shape.height() * shape.width();
    for (int b = 0; b < shape.batch(); ++b) {
      for (int pixel = 0; pixel < pixels; ++pixel) {
        for (int channel = shape.channels(); channel < shape.slices() * 4; ++channel) {
          const int plane = b * shape.slices() + channel / 4;
          const auto index = static_cast<std::size_t>((plane * pixels + pixel) * 4 + channel % 4);
          ASSERT_EQ(ReadElement(bytes, index, tensor.type.element), 0.0f) << "padding lane of channel " << channel;
        }
      }
    }
  }
}

struct Conformance {
  const Backend* backend;
  const OperatorDef* def;
  OperatorCase operator_case;
  Setting setting;
};

class ConformanceTest : public testing::Test {
 public:
  explicit ConformanceTest(Conformance conformance) : conformance_(std::move(conformance)) {}

  void TestBody() override {
    const Setting& setting = conformance_.setting;
    const CreatedDevice& created = Devices::Find(*conformance_.backend, setting.minimum_limits);
    if (!created) GTEST_SKIP() << created.error().message();
    gpu::Device* device = created->get();
    auto made = MakeCaseGraph(*conformance_.def, conformance_.operator_case, setting.surroundings);
    ASSERT_TRUE(made) << made.error().message();
    for (const graph::Node* node : made->graph.NodesInOrder()) {
      const Support support = ops::FindOperator(node->op)->gpu_support(NodeView(*node), device->info());
      ASSERT_TRUE(support.ok()) << node->op << ": " << support.rule << ", got " << support.got;
    }
    const auto expected = reference::Run(made->graph, made->inputs);
    ASSERT_TRUE(expected) << expected.error().message();

    gpu::DeviceInfo info = device->info();
    if (setting.hardware_rules) info.kind = gpu::DeviceKind::kDiscrete;
    auto plan = plan::MakePlan(made->graph, info,
                               {.precision = setting.precision,
                                .storage = setting.storage,
                                .memory = memory::Strategy::kNaive});  // Nothing is overwritten before it is looked at.
    ASSERT_TRUE(plan) << plan.error().message();
    auto built = runtime::Executable::Build(*device, *std::move(plan), made->graph, {});
    ASSERT_TRUE(built) << built.error().message();
    RunAndCompare(**built, *made, *expected);
  }

 private:
  void RunAndCompare(runtime::Executable& executable, const CaseGraph& made, const reference::Tensors& expected) {
    for (std::size_t i = 0; i < made.graph.inputs.size(); ++i) {
      const HostTensor& tensor = made.inputs.at(made.graph.inputs[i]->id);
      ASSERT_TRUE(executable.WriteSlot(static_cast<int>(i), tensor.bytes()).ok());
    }
    ASSERT_TRUE(executable.Poison().ok());
    ASSERT_TRUE(executable.Start().ok());
    ASSERT_TRUE(executable.Wait(gpu::WaitMode::kPassive).ok());
    for (std::size_t i = 0; i < made.graph.outputs.size(); ++i) {
      const HostTensor& reference = expected.at(made.graph.outputs[i]->id);
      HostTensor got(reference.desc());
      const int slot = executable.plan().input_count + static_cast<int>(i);
      ASSERT_TRUE(executable.ReadSlot(slot, got.bytes()).ok());
      EXPECT_LE(engine::Distance(reference.data<float>(), got.data<float>()), LimitOf(conformance_.setting))
          << "output " << i;
    }
    for (const int value_id : made.tested_outputs) ExpectZeroPaddingLanes(executable, value_id);
  }

  Conformance conformance_;
};

void Register(const Conformance& conformance) {
  testing::RegisterTest(
      fmt::format("Conformance/{}", conformance.def->name).c_str(),
      fmt::format("{}/{}/{}", conformance.operator_case.name, conformance.backend->name, conformance.setting.name)
          .c_str(),
      nullptr, nullptr, __FILE__, __LINE__, [=]() -> ConformanceTest* { return new ConformanceTest(conformance); });
}

void RegisterAll() {
  for (const OperatorDef* def : ops::AllOperators()) {
    if (def->cases == nullptr) continue;
    for (const OperatorCase& operator_case : def->cases()) {
      for (const Backend& backend : kBackends) {
        for (const Setting& setting : kSettings) {
          const bool is_wanted = setting.only_on.empty() || setting.only_on == backend.name;
          if (is_wanted) Register({&backend, def, operator_case, setting});
        }
      }
    }
  }
}

}  // namespace
}  // namespace mica::conformance

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  testing::AddGlobalTestEnvironment(new mica::conformance::Devices);
  mica::vulkan::ValidationListener::Install();
  mica::conformance::RegisterAll();
  return RUN_ALL_TESTS();
}
