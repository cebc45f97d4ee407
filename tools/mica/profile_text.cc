// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "profile_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "origins.h"
#include "quantity.h"
#include "table.h"

namespace mica::cli {
namespace {

std::string FormatShare(double part, double whole) {
  return whole > 0 ? fmt::format("{:.1f} %", 100 * part / whole) : "";
}

// Where there is nothing to compute, there is no rate.
std::string FormatRate(double rate) {
  return rate > 0 ? fmt::format("{:.{}f}", rate, rate < 100 ? 2 : 0) : "";
}

// How long, and how fast; beside each rate its part of the peak, where that is known.
void AddWorkColumns(const ProfileReport& report, std::vector<Column>& columns) {
  const auto add_right = [&](const char* title) { columns.push_back({title, Align::kRight}); };
  for (const char* title : {"time (us)", "share", "GFLOP/s"}) add_right(title);
  if (report.peaks) add_right("of peak");
  add_right("GB/s");
  if (report.peaks) add_right("of peak");
}

void AddWorkCells(const ProfiledWork& work, const ProfileReport& report, std::vector<Cell>& cells) {
  const auto add_rate = [&](double rate, double DevicePeaks::*peak) {
    cells.emplace_back(FormatRate(rate));
    if (report.peaks) cells.emplace_back(rate > 0 ? FormatShare(rate, *report.peaks.*peak) : "");
  };
  cells.emplace_back(fmt::format("{:.1f}", work.time_us));
  cells.emplace_back(FormatShare(work.time_us, report.total.time_us));
  add_rate(work.gflops(), &DevicePeaks::gflops);
  add_rate(work.gigabytes_per_second(), &DevicePeaks::gigabytes_per_second);
}

std::vector<std::size_t> IndicesInOrder(const ProfileReport& report, ProfileOrder order) {
  std::vector<std::size_t> indices(report.dispatches.size());
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  if (order == ProfileOrder::kTime) {
    std::ranges::stable_sort(indices, std::ranges::greater(),
                             [&](std::size_t i) { return report.dispatches[i].work.time_us; });
  }
  return indices;
}

// "#0-1 CONV_2D, RELU6": each name once.
std::string FormatOperators(const ProfiledDispatch& dispatch) {
  std::vector<std::string> names;
  for (const std::string& name : dispatch.operators) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return fmt::format("{} {}", FormatOrigins(dispatch.origins), fmt::join(names, ", "));
}

void AddWhole(std::string& text, const char* what, double time_us, const std::string& meaning) {
  text += fmt::format("{:<22}{:>10.1f} us  {}\n", what, time_us, meaning);
}

}  // namespace

std::string DispatchesText(const ProfileReport& report, ProfileOrder order, std::optional<std::size_t> top) {
  std::vector<Column> columns = {{"#", Align::kRight}};
  AddWorkColumns(report, columns);
  columns.insert(columns.end(), {{"kernel"}, {"operators"}});
  Table table(std::move(columns));
  const std::vector<std::size_t> indices = IndicesInOrder(report, order);
  const std::size_t shown = std::min(top.value_or(indices.size()), indices.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const ProfiledDispatch& dispatch = report.dispatches[indices[i]];
    std::vector<Cell> cells = {std::to_string(indices[i])};
    AddWorkCells(dispatch.work, report, cells);
    cells.emplace_back(dispatch.kernel);
    cells.emplace_back(FormatOperators(dispatch));
    table.AddRow(std::move(cells));
  }
  std::string text = table.Text();
  if (shown < indices.size()) text += fmt::format("and {} more dispatches\n", indices.size() - shown);
  return text;
}

std::string KernelsText(const ProfileReport& report) {
  std::vector<Column> columns = {{"dispatches", Align::kRight}};
  AddWorkColumns(report, columns);
  columns.push_back({"kernel"});
  Table table(std::move(columns));
  for (const ProfiledKernel& kernel : report.kernels) {
    std::vector<Cell> cells = {std::to_string(kernel.dispatches)};
    AddWorkCells(kernel.work, report, cells);
    cells.emplace_back(kernel.kernel);
    table.AddRow(std::move(cells));
  }
  std::vector<Cell> all = {std::to_string(report.dispatches.size())};
  AddWorkCells(report.total, report, all);
  all.emplace_back("all");
  for (Cell& cell : all) cell.style = Style::kBold;
  table.AddRow(std::move(all));
  return table.Text();
}

std::string WholeRunText(const ProfileReport& report) {
  std::string text;
  AddWhole(text, "dispatches one by one", report.total.time_us, "each waits for the one before it");
  AddWhole(text, "back to back", report.back_to_back_us, "a run as it is, runs queued");
  if (!report.peaks) return text;
  const DevicePeaks& peaks = *report.peaks;
  AddWhole(text, "floor", report.floor_us,
           fmt::format("{} dispatches x {:.2f} us + {:.1f} MB / {} GB/s + {} multiply-adds / {} GFLOP/s",
                       report.dispatches.size(), peaks.empty_dispatch_us,
                       1e-6 * static_cast<double>(report.total.bytes), FormatRate(peaks.gigabytes_per_second),
                       FormatCount(report.total.multiply_adds), FormatRate(peaks.gflops)));
  return text + fmt::format("A run takes {:.1f} times the floor that this device's measured peaks set.\n",
                            report.back_to_back_us / report.floor_us);
}

}  // namespace mica::cli
