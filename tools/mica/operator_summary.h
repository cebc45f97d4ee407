// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mica/mica.hpp"

namespace mica::cli {

struct OperatorTotals {
  int count = 0;
  int on_gpu = 0;
  std::int64_t multiply_adds = 0;
  std::size_t weight_bytes = 0;
};

struct OperatorSummary {
  std::vector<std::pair<std::string, OperatorTotals>> by_type;  // The costliest first.
  OperatorTotals all;
};

OperatorSummary SummarizeOperators(const std::vector<OperatorInfo>& operators);

}  // namespace mica::cli
