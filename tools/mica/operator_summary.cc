// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "operator_summary.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace mica::cli {
namespace {

void Count(const OperatorInfo& op, OperatorTotals& totals) {
  ++totals.count;
  totals.on_gpu += op.on_gpu ? 1 : 0;
  totals.multiply_adds += op.multiply_adds;
  totals.weight_bytes += op.weight_bytes;
}

}  // namespace

OperatorSummary SummarizeOperators(const std::vector<OperatorInfo>& operators) {
  std::map<std::string, OperatorTotals> by_type;
  OperatorSummary summary;
  for (const OperatorInfo& op : operators) {
    Count(op, by_type[op.name]);
    Count(op, summary.all);
  }
  summary.by_type.assign(by_type.begin(), by_type.end());
  std::ranges::stable_sort(summary.by_type, std::ranges::greater(),
                           [](const auto& row) { return std::tuple(row.second.multiply_adds, row.second.count); });
  return summary;
}

}  // namespace mica::cli
