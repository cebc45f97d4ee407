// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mica::cli {
namespace {

double Quantile(const std::vector<double>& sorted, double fraction) {
  const double position = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], position - static_cast<double>(below));
}

}  // namespace

Summary Summarize(std::vector<double> samples) {
  std::ranges::sort(samples);
  const auto count = static_cast<double>(samples.size());
  const double mean = std::accumulate(samples.begin(), samples.end(), 0.0) / count;
  double squares = 0;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  return {
      .mean = mean,
      .median = Quantile(samples, 0.5),
      .p90 = Quantile(samples, 0.9),
      .min = samples.front(),
      .stddev = samples.size() > 1 ? std::sqrt(squares / (count - 1)) : 0,
  };
}

}  // namespace mica::cli
