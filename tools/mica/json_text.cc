// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "json_text.h"

namespace mica::cli {
namespace {

constexpr int kSchema = 1;

}  // namespace

Json MakeDocument() {
  return Json{{"schema", kSchema}};
}

std::string JsonText(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json ToJson(const DeviceDescription& device) {
  return {{"backend", device.backend},
          {"name", device.name},
          {"vendor", device.vendor},
          {"driver", device.driver},
          {"kind", device.kind}};
}

Json ToJson(const TensorInfo& tensor) {
  Json json = {{"name", tensor.name},
               {"type", ToString(tensor.type)},
               {"shape", tensor.shape},
               {"size_bytes", tensor.size_bytes}};
  if (!tensor.description.empty()) json["description"] = tensor.description;
  if (!tensor.mean.empty()) json["mean"] = tensor.mean;
  if (!tensor.stddev.empty()) json["stddev"] = tensor.stddev;
  if (!tensor.labels.empty()) json["labels"] = tensor.labels;
  return json;
}

Json ToJson(const InitTimes& init) {
  return {{"load", init.load_ms},       {"passes", init.passes_ms}, {"plan", init.plan_ms},
          {"compile", init.compile_ms}, {"upload", init.upload_ms}, {"total", init.total_ms}};
}

Json ToJson(const Summary& summary) {
  return {{"mean", summary.mean},
          {"median", summary.median},
          {"p90", summary.p90},
          {"min", summary.min},
          {"stddev", summary.stddev}};
}

void AddSession(Json& document, const SessionReport& report) {
  document["device"] = ToJson(report.device);
  document["precision"] = report.precision;
  document["storage"] = report.storage;
  document["nodes"] = report.nodes;
  document["gpu_nodes"] = report.gpu_nodes;
  document["dispatches"] = report.dispatches;
  document["programs"] = report.programs;
  document["memory_bytes"] = {{"tensors", report.tensor_bytes}, {"constants", report.constant_bytes}};
  document["init_ms"] = ToJson(report.init);
}

}  // namespace mica::cli
