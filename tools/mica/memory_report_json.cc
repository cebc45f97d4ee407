// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory_report_json.h"

namespace mica::cli {
namespace {

Json ToJson(const MemoryStrategy& strategy, std::size_t naive_bytes) {
  Json objects = Json::array();
  Json offsets = Json::array();
  for (const MemoryPlace& place : strategy.places) {
    objects.push_back(place.object);
    offsets.push_back(place.offset_bytes);
  }
  return {{"bytes", strategy.bytes},
          {"planning_ms", strategy.planning_ms},
          {"share_of_naive", ShareOf(strategy.bytes, naive_bytes)},
          {"kind", strategy.uses_offsets ? "offsets" : "objects"},
          {"object_bytes", strategy.object_bytes},
          {"object_of", std::move(objects)},
          {"offset_bytes", std::move(offsets)}};
}

Json ToJson(const MemoryTensor& tensor) {
  Json json = {{"name", tensor.name},
               {"shape", tensor.shape},
               {"size_bytes", tensor.size_bytes},
               {"first_step", tensor.first_step},
               {"last_step", tensor.last_step}};
  if (tensor.part_of) json["part_of"] = *tensor.part_of;
  return json;
}

}  // namespace

double ShareOf(std::size_t bytes, std::size_t whole) {
  return whole == 0 ? 1 : static_cast<double>(bytes) / static_cast<double>(whole);
}

std::size_t LowerBoundOf(const MemoryStrategy& strategy, const MemoryReport& report) {
  return strategy.uses_offsets ? report.offsets_lower_bound : report.objects_lower_bound;
}

Json MemoryDocument(const std::string& model_name, const MemoryReport& report) {
  Json document = MakeDocument();
  document["model"] = model_name;
  document["tensors_of"] = report.tensors_of == TensorsOf::kPlan ? "plan" : "model";
  document["precision"] = report.precision;
  document["offset_alignment_bytes"] = report.offset_alignment;
  document["strategies"] = Json::object();
  const std::size_t naive_bytes = report.strategies.front().bytes;
  for (const MemoryStrategy& strategy : report.strategies) {
    document["strategies"][strategy.name] = ToJson(strategy, naive_bytes);
  }
  document["picked"] = report.picked;
  document["lower_bounds"] = {{"objects", report.objects_lower_bound}, {"offsets", report.offsets_lower_bound}};
  if (report.tensors_of == TensorsOf::kPlan) document["plan_bytes"] = report.plan_bytes;
  document["steps"] = Json::array();
  for (const MemoryStep& step : report.steps) {
    document["steps"].push_back({{"name", step.name}, {"origins", step.origins}});
  }
  document["tensors"] = Json::array();
  for (const MemoryTensor& tensor : report.tensors) document["tensors"].push_back(ToJson(tensor));
  return document;
}

}  // namespace mica::cli
