// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "gpu/device_choice.h"

#include <algorithm>
#include <cctype>

namespace mica::gpu {
namespace {

bool ContainsIgnoringCase(std::string_view text, std::string_view part) {
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  return !std::ranges::search(text, part, same).empty();
}

}  // namespace

bool IsIndex(std::string_view wanted) {
  return !wanted.empty() && std::ranges::all_of(wanted, [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool IsWanted(const DeviceInfo& info, std::size_t index, std::string_view wanted) {
  if (wanted.empty()) return true;
  if (wanted == "software") return info.is_software();
  if (wanted == "hardware") return !info.is_software();
  return IsIndex(wanted) ? wanted == std::to_string(index) : ContainsIgnoringCase(info.name, wanted);
}

Result<std::size_t> ChooseDevice(std::span<const DeviceInfo> devices, std::string_view wanted, std::string_view api) {
  std::string names;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (IsWanted(devices[i], i, wanted)) return i;
    names += fmt::format("{}{}: '{}'", i == 0 ? "" : ", ", i, devices[i].name);
  }
  return NoDevice("no {} device is '{}'; there are {}.", api, wanted, names);
}

}  // namespace mica::gpu
