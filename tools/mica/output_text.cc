// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "output_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "classes.h"
#include "table.h"
#include "terminal.h"

namespace mica::cli {
namespace {

constexpr std::size_t kFirstValues = 6;

std::string Title(const HostTensor& output, int index) {
  return fmt::format("{}  {}  {}\n", Styled(fmt::format("output {}", index), Style::kBold), Printable(output.info.name),
                     FormatType(output.info));
}

std::string FiguresText(const OutputFigures& figures) {
  std::string text = fmt::format("min {:.6g}, max {:.6g}, mean {:.6g}", figures.min, figures.max, figures.mean);
  if (figures.not_finite == 0) return text;
  return text + fmt::format(", {}", Styled(fmt::format("{} NaN or infinite", figures.not_finite), Style::kBad));
}

}  // namespace

OutputFigures FiguresOf(const std::vector<double>& values) {
  OutputFigures figures{.min = HUGE_VAL, .max = -HUGE_VAL};
  double sum = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) {
      ++figures.not_finite;
      continue;
    }
    figures.min = std::min(figures.min, value);
    figures.max = std::max(figures.max, value);
    sum += value;
  }
  const std::size_t finite = values.size() - figures.not_finite;
  if (finite == 0) return {.not_finite = figures.not_finite};
  figures.mean = sum / static_cast<double>(finite);
  return figures;
}

std::string OutputText(const HostTensor& output, int index) {
  const std::vector<double> values = ReadElements(output);
  if (values.empty()) return Title(output, index) + "  no elements\n";
  std::string first;
  for (std::size_t i = 0; i < std::min(kFirstValues, values.size()); ++i) first += fmt::format(" {:.6g}", values[i]);
  if (values.size() > kFirstValues) first += " ...";
  return fmt::format("{}  {}\n  first{}\n", Title(output, index), FiguresText(FiguresOf(values)), first);
}

std::string TopClassesText(const HostTensor& scores, int index, std::size_t count,
                           const std::vector<std::string>& labels) {
  Table table({{"class", Align::kRight}, {"score", Align::kRight}, {labels.empty() ? "" : "label"}});
  for (const RankedClass& best : FindTopClasses(scores, count)) {
    const std::string label = best.index < labels.size() ? labels[best.index] : "";
    table.AddRow({std::to_string(best.index), fmt::format("{:.6g}", best.score), label});
  }
  return Title(scores, index) + table.Text();
}

}  // namespace mica::cli
