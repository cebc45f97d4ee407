// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "quantity.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "errors.h"

namespace mica::cli {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr double kKibi = 1024;
constexpr std::array kUnits = {
    Unit{"", 1},
    Unit{"b", 1},
    Unit{"kb", 1e3},
    Unit{"k", kKibi},
    Unit{"kib", kKibi},
    Unit{"mb", 1e6},
    Unit{"m", kKibi* kKibi},
    Unit{"mib", kKibi* kKibi},
    Unit{"gb", 1e9},
    Unit{"g", kKibi* kKibi* kKibi},
    Unit{"gib", kKibi* kKibi* kKibi},
    Unit{"tb", 1e12},
    Unit{"t", kKibi* kKibi* kKibi* kKibi},
    Unit{"tib", kKibi* kKibi* kKibi* kKibi},
};

std::optional<double> FactorOf(std::string_view unit) {
  std::string lower;
  for (const char c : unit) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const Unit& known : kUnits) {
    if (known.name == lower) return known.factor;
  }
  return std::nullopt;
}

// `amount` in the largest unit of which it has at least one: 16.1 MiB. Whole where it is below one step.
std::string InUnits(double amount, double step, const std::array<std::string_view, 5>& units, int decimals) {
  std::size_t unit = 0;
  while (std::abs(amount) >= step && unit + 1 < units.size()) {
    amount /= step;
    ++unit;
  }
  const std::string number = fmt::format("{:.{}f}", amount, unit == 0 ? 0 : decimals);
  return units[unit].empty() ? number : number + " " + std::string(units[unit]);
}

}  // namespace

Result<std::size_t> ParseByteSize(std::string_view text) {
  double amount = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), amount, std::chars_format::fixed);
  if (error != std::errc() || !std::isfinite(amount)) {
    return Fail(StatusCode::kInvalidArgument, "\"{}\" is no size; write 64MiB, 1GB or a number of bytes.", text);
  }
  std::string_view unit = text.substr(static_cast<std::size_t>(rest - text.data()));
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  const std::optional<double> factor = FactorOf(unit);
  if (!factor) {
    return Fail(StatusCode::kInvalidArgument, "\"{}\" is no unit of size; write 64MiB, 1GB or a number of bytes.",
                unit);
  }
  const double bytes = amount * *factor;
  if (bytes < 1 || bytes >= static_cast<double>(std::numeric_limits<std::size_t>::max())) {
    return Fail(StatusCode::kInvalidArgument, "\"{}\" is out of range; a size is at least 1 byte and below 16 EiB.",
                text);
  }
  return static_cast<std::size_t>(bytes);
}

std::string FormatByteSize(std::size_t bytes) {
  return InUnits(static_cast<double>(bytes), kKibi, {"B", "KiB", "MiB", "GiB", "TiB"}, 1);
}

std::string FormatCount(std::int64_t count) {
  return InUnits(static_cast<double>(count), 1000, {"", "k", "M", "G", "T"}, 2);
}

std::string FormatMilliseconds(double milliseconds) {
  if (milliseconds >= 10'000) return fmt::format("{:.2f} s", milliseconds / 1000);
  return fmt::format("{:.{}f} ms", milliseconds, milliseconds < 1 ? 3 : 2);
}

}  // namespace mica::cli
