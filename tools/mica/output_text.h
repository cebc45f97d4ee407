// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "elements.h"

namespace mica::cli {

// What is worth knowing of an output at a glance. NaN and infinity are counted, and enter no other figure.
struct OutputFigures {
  double min = 0;
  double max = 0;
  double mean = 0;
  std::size_t not_finite = 0;
};

OutputFigures FiguresOf(const std::vector<double>& values);

// Name, type, figures and first values, in three lines.
std::string OutputText(const HostTensor& output, int index);

// A classifier's best classes: index, score, and label where there are labels.
std::string TopClassesText(const HostTensor& scores, int index, std::size_t count,
                           const std::vector<std::string>& labels);

}  // namespace mica::cli
