// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <CLI/CLI.hpp>
#include <memory>

#include "commands.h"
#include "errors.h"
#include "json_text.h"
#include "standard_output.h"
#include "table.h"

namespace mica::cli {
namespace {

std::string DevicesJson(const std::vector<DeviceDescription>& devices) {
  Json document = MakeDocument();
  document["devices"] = Json::array();
  for (const DeviceDescription& device : devices) {
    Json json = ToJson(device);
    json["index"] = document["devices"].size();
    json["limits"] = Json::object();
    for (const auto& [name, value] : device.limits) json["limits"][name] = value;
    document["devices"].push_back(std::move(json));
  }
  return JsonText(document);
}

std::string DeviceText(const DeviceDescription& device, std::size_t index) {
  Table table({{fmt::format("#{}", index)}, {Printable(device.name)}});
  table.AddRow({"backend", device.backend});
  table.AddRow({"kind", device.kind});
  table.AddRow({"vendor", device.vendor});
  table.AddRow({"driver", device.driver});
  for (const auto& [name, value] : device.limits) table.AddRow({name, value});
  return table.Text();
}

Result<ExitCode> Devices(bool json) {
  ASSIGN_OR_RETURN(const std::vector<DeviceDescription> devices, ListDevices());
  if (json) {
    WriteToStdout(DevicesJson(devices));
    return ExitCode::kDone;
  }
  for (std::size_t i = 0; i < devices.size(); ++i) Print("{}{}", i == 0 ? "" : "\n", DeviceText(devices[i], i));
  return ExitCode::kDone;
}

constexpr const char* kExamples = R"(
The number or any part of the name can be given to --device of the other commands; with --backend, the devices of that
backend are counted by themselves. The first is what they take if nothing is given.

Examples:
  mica devices
  mica devices --json)";

}  // namespace

void AddDevices(CLI::App& app, Command& chosen) {
  const auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("devices", "List the GPUs that can be used here");
  command->group("Commands");
  command->footer(kExamples);
  command->add_flag("--json", *json, "Print JSON");
  command->callback([json, &chosen] { chosen = [json] { return Devices(*json); }; });
}

}  // namespace mica::cli
