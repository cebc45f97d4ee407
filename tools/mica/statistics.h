// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <vector>

namespace mica::cli {

// What a benchmark says of its samples.
struct Summary {
  double mean = 0;
  double median = 0;
  double p90 = 0;
  double min = 0;
  double stddev = 0;  // Of the sample (n - 1); 0 for one.
};

// At least one sample. Quantiles are interpolated between neighbours, as numpy does.
Summary Summarize(std::vector<double> samples);

}  // namespace mica::cli
