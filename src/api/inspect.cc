// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// Looking inside: operators, passes, kernel texts, and the comparison with the reference.
#include <algorithm>
#include <map>
#include <set>

#include "api/devices.h"
#include "api/model.h"
#include "api/session.h"
#include "engine/comparison.h"
#include "ops/registry.h"
#include "passes/pipeline.h"
#include "reference/reference.h"

namespace mica {
namespace {

Result<gpu::Language> FindLanguage(const std::string& name) {
  static const std::map<std::string, gpu::Language> kLanguages = {{"glsl-es", gpu::Language::kGlslEs},
                                                                  {"glsl-vulkan", gpu::Language::kGlslVulkan},
                                                                  {"opencl", gpu::Language::kOpenClC}};
  const auto found = kLanguages.find(name);
  if (found != kLanguages.end()) return found->second;
  return InvalidArgument("there is no language named '{}'; there are glsl-es, glsl-vulkan and opencl.", name);
}

std::span<const float> Floats(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float)};
}

Result<reference::Tensors> MakeInputs(const graph::Graph& graph, const std::vector<std::vector<std::byte>>& inputs) {
  if (inputs.size() != graph.inputs.size()) {
    return InvalidArgument("{} inputs are given; the model has {}.", inputs.size(), graph.inputs.size());
  }
  reference::Tensors tensors;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const graph::Value& value = *graph.inputs[i];
    if (inputs[i].size() != value.desc.size_bytes()) {
      return InvalidArgument("input {} ('{}') has {} bytes; {} are given.", i, value.name, value.desc.size_bytes(),
                             inputs[i].size());
    }
    tensors.emplace(value.id, HostTensor(value.desc, inputs[i]));
  }
  return tensors;
}

// The external slots that hold computed tensors, in the order in which they are written.
std::vector<int> WrittenSlots(const plan::Plan& plan) {
  std::vector<int> slots;
  for (int slot = plan.input_count; slot < static_cast<int>(plan.slot_tensors.size()); ++slot) slots.push_back(slot);
  const auto first_dispatch = [&](int slot) {
    return plan.tensors[static_cast<std::size_t>(plan.slot_tensors[static_cast<std::size_t>(slot)])].first_dispatch;
  };
  std::ranges::stable_sort(slots, {}, first_dispatch);
  return slots;
}

}  // namespace

std::string Version() {
  return MICA_VERSION;
}

std::vector<KnownOperator> ListOperators() {
  std::vector<KnownOperator> known;
  for (const OperatorDef* def : ops::AllOperators()) {
    known.push_back({.name = std::string(def->name),
                     .is_step = def->step != nullptr,
                     .cases = def->cases != nullptr ? static_cast<int>(def->cases().size()) : 0});
  }
  return known;
}

std::vector<std::string> ListPasses() {
  std::vector<std::string> names;
  for (const auto passes : {passes::Canonicalization(), passes::Optimization()}) {
    for (const passes::Pass& pass : passes) names.emplace_back(pass.name);
  }
  return names;
}

Result<std::vector<KernelText>> EmitKernels(const Model& model, const SessionOptions& options,
                                            const std::string& language) {
  ASSIGN_OR_RETURN(const std::unique_ptr<gpu::Device> device, api::CreateDevice(options));
  gpu::DeviceInfo info = api::PlanningInfo(options, device->info());
  ASSIGN_OR_RETURN(info.language, FindLanguage(language));
  ASSIGN_OR_RETURN(graph::Graph graph, api::MakeGraph(model.impl(), options.without_passes));
  const engine::PrepareOptions prepare{.plan = api::MakePlanOptions(options, info, model),
                                       .without_passes = options.without_passes};
  ASSIGN_OR_RETURN(const engine::Prepared prepared, engine::Prepare(graph, info, prepare));

  std::vector<KernelText> texts;
  for (const gpu::ProgramSource& program : prepared.plan.programs) texts.push_back({program.name, {}, program.text});
  for (const plan::PlannedDispatch& dispatch : prepared.plan.dispatches) {
    std::vector<int>& origins = texts[static_cast<std::size_t>(dispatch.program)].origins;
    origins.insert(origins.end(), dispatch.origins.begin(), dispatch.origins.end());
  }
  return texts;
}

Result<VerifyReport> Verify(const Model& model, const SessionOptions& options,
                            const std::vector<std::vector<std::byte>>& inputs, double limit,
                            const std::function<void(int done, int total)>& progress) {
  ASSIGN_OR_RETURN(const api::CreatedSession created,
                   api::CreateSession(model, options, /*expose_intermediates=*/true));
  runtime::Executable& executable = *created.session->executable;
  ASSIGN_OR_RETURN(reference::Tensors tensors, MakeInputs(created.graph, inputs));
  ASSIGN_OR_RETURN(tensors, reference::Run(created.graph, std::move(tensors), progress));

  for (std::size_t i = 0; i < inputs.size(); ++i) RETURN_IF_ERROR(executable.WriteSlot(static_cast<int>(i), inputs[i]));
  RETURN_IF_ERROR(executable.Poison());
  RETURN_IF_ERROR(executable.Start());
  RETURN_IF_ERROR(executable.Wait(gpu::WaitMode::kPassive));

  const plan::Plan& plan = executable.plan();
  VerifyReport report{.session = created.session->report};
  report.limit = limit > 0 ? limit : plan.precision == Precision::kFp32 ? 1e-4 : 3e-2;
  std::map<int, const graph::Value*> values;
  for (const graph::Value* value : created.graph.Values()) values[value->id] = value;
  for (const int slot : WrittenSlots(plan)) {
    const plan::PlannedTensor& tensor =
        plan.tensors[static_cast<std::size_t>(plan.slot_tensors[static_cast<std::size_t>(slot)])];
    const auto value = values.find(tensor.value_id);
    if (value == values.end()) continue;  // A second copy of an output.
    std::vector<std::byte> got(executable.SlotBytes(slot));
    RETURN_IF_ERROR(executable.ReadSlot(slot, got));
    const graph::Node* producer = value->second->producer;
    VerifiedTensor verified{.name = tensor.name,
                            .op = producer != nullptr ? producer->op : "input",
                            .origins = producer != nullptr ? producer->origins : std::vector<int>{},
                            .distance = engine::Distance(tensors.at(tensor.value_id).data<float>(), Floats(got))};
    verified.within_limit = verified.distance <= report.limit;
    if (!verified.within_limit && !report.first_failure) report.first_failure = report.tensors.size();
    report.tensors.push_back(std::move(verified));
  }
  return report;
}

}  // namespace mica
