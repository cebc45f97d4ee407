// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "session_text.h"

#include <fmt/format.h>

#include "quantity.h"
#include "terminal.h"

namespace mica::cli {
namespace {

std::string Line(std::string_view what, const std::string& value) {
  return fmt::format("{:<11}{}\n", what, Printable(value));
}

std::string DeviceText(const DeviceDescription& device) {
  std::string text = device.name.empty() ? "none" : device.name;
  text += fmt::format(" ({}", device.backend);
  if (!device.kind.empty() && device.kind != "unknown") text += ", " + device.kind;
  return text + ")";
}

}  // namespace

std::string SessionText(const Model& model, const SessionReport& report) {
  const InitTimes& init = report.init;
  return Line("model", fmt::format("{}, {}", model.name(), FormatByteSize(model.size_bytes()))) +
         Line("device", DeviceText(report.device)) +
         Line("precision", fmt::format("{} in {}s", report.precision, report.storage)) +
         Line("operators", fmt::format("{} of {} on the GPU, in {} dispatches of {} programs", report.gpu_nodes,
                                       report.nodes, report.dispatches, report.programs)) +
         Line("memory", fmt::format("{} of tensors, {} of constants", FormatByteSize(report.tensor_bytes),
                                    FormatByteSize(report.constant_bytes))) +
         Line("start", fmt::format("{} (load {:.0f}, passes {:.0f}, plan {:.0f}, compile {:.0f}, upload {:.0f})",
                                   FormatMilliseconds(init.total_ms), init.load_ms, init.passes_ms, init.plan_ms,
                                   init.compile_ms, init.upload_ms));
}

}  // namespace mica::cli
