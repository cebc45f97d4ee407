// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "plan/plan.h"

namespace mica::plan {
namespace {

std::string PlaceText(const Place& place) {
  if (const auto* buffer = std::get_if<InBuffer>(&place)) {
    return fmt::format("buffer {} @{}", buffer->buffer, buffer->offset_bytes);
  }
  if (const auto* image = std::get_if<InImage>(&place)) return fmt::format("image {}", image->image);
  return fmt::format("slot {}", std::get<External>(place).slot);
}

std::string TypeText(const kernel::TensorType& type) {
  return fmt::format("{}{}{}{}", type.element == kernel::ElementType::kFloat32 ? "f32" : "f16", ToString(type.shape),
                     type.layout == kernel::Layout::kRowMajor ? " row-major" : "",
                     type.storage == kernel::Storage::kImage ? " image" : "");
}

std::string BindingText(const PlannedBinding& binding) {
  if (const auto* tensor = std::get_if<TensorBinding>(&binding)) return fmt::format("t{}", tensor->tensor);
  return fmt::format("c{}", std::get<ConstantBinding>(binding).range);
}

std::string_view PrecisionText(Precision precision) {
  return precision == Precision::kFp32 ? "fp32" : "fp16";
}

std::string_view StorageText(kernel::Storage storage) {
  return storage == kernel::Storage::kBuffer ? "buffer" : "texture";
}

nlohmann::ordered_json DispatchJson(const Plan& plan, const PlannedDispatch& dispatch) {
  const gpu::ProgramSource& program = plan.programs[static_cast<std::size_t>(dispatch.program)];
  std::vector<std::string> bindings;
  for (const PlannedBinding& binding : dispatch.bindings) bindings.push_back(BindingText(binding));
  return {{"name", dispatch.name},
          {"program", dispatch.program},
          {"origins", dispatch.origins},
          {"barrier_before", dispatch.barrier_before},
          {"group_count", dispatch.group_count},
          {"group_size", program.group_size},
          {"multiply_adds", dispatch.multiply_adds},
          {"bindings", bindings}};
}

}  // namespace

std::string ToText(const Plan& plan) {
  std::string text = fmt::format("plan: {} {}, {} dispatches, {} programs, {} tensor bytes, {} constant bytes\n",
                                 PrecisionText(plan.precision), StorageText(plan.storage), plan.dispatches.size(),
                                 plan.programs.size(), plan.tensor_bytes(), plan.total_constant_bytes());
  for (std::size_t i = 0; i < plan.dispatches.size(); ++i) {
    const PlannedDispatch& dispatch = plan.dispatches[i];
    const auto& size = plan.programs[static_cast<std::size_t>(dispatch.program)].group_size;
    std::vector<std::string> bindings;
    for (const PlannedBinding& binding : dispatch.bindings) bindings.push_back(BindingText(binding));
    text += fmt::format("{:>4} {} {:<24} program {:<3} groups {} of {}  {}  origins {}\n", i,
                        dispatch.barrier_before ? '|' : ' ', dispatch.name, dispatch.program,
                        fmt::join(dispatch.group_count, "x"), fmt::join(size, "x"), fmt::join(bindings, " "),
                        fmt::join(dispatch.origins, ","));
  }
  for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
    const PlannedTensor& tensor = plan.tensors[i];
    text += fmt::format("  t{:<3} {:<32} {:<18} {}..{}  {}\n", i, TypeText(tensor.type), PlaceText(tensor.place),
                        tensor.first_dispatch, tensor.last_dispatch, tensor.name);
  }
  for (std::size_t i = 0; i < plan.constants.size(); ++i) {
    const ConstantRange& range = plan.constants[i];
    text += fmt::format("  c{:<3} {} bytes @{}", i, range.size_bytes, range.offset_bytes);
    for (const ConstantRecipe& recipe : range.recipes) {
      text += fmt::format("  {}{}", recipe.value_id < 0 ? "zeros" : fmt::format("%{}", recipe.value_id),
                          ToString(recipe.packing));
    }
    text += "\n";
  }
  if (!plan.folded_origins.empty()) {
    text += fmt::format("  folded: operators {}\n", fmt::join(plan.folded_origins, ","));
  }
  return text;
}

std::string ToJson(const Plan& plan) {
  nlohmann::ordered_json json = {{"schema", 1},
                                 {"precision", PrecisionText(plan.precision)},
                                 {"storage", StorageText(plan.storage)},
                                 {"tensor_bytes", plan.tensor_bytes()},
                                 {"constant_bytes", plan.total_constant_bytes()},
                                 {"programs", plan.programs.size()},
                                 {"dispatches", nlohmann::ordered_json::array()},
                                 {"folds", nlohmann::ordered_json::array()},
                                 {"tensors", nlohmann::ordered_json::array()}};
  for (const PlannedDispatch& dispatch : plan.dispatches) json["dispatches"].push_back(DispatchJson(plan, dispatch));
  for (const int origin : plan.folded_origins) json["folds"].push_back({{"origins", {origin}}});
  for (const PlannedTensor& tensor : plan.tensors) {
    json["tensors"].push_back({{"name", tensor.name},
                               {"type", TypeText(tensor.type)},
                               {"place", PlaceText(tensor.place)},
                               {"size_bytes", tensor.type.size_bytes()},
                               {"first_dispatch", tensor.first_dispatch},
                               {"last_dispatch", tensor.last_dispatch}});
  }
  return json.dump(2);
}

}  // namespace mica::plan
