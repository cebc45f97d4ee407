// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "classes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>

#include "errors.h"
#include "files.h"

namespace mica::cli {
namespace {

constexpr std::size_t kMaxLabelBytes = std::size_t{64} << 20;
constexpr std::string_view kSpaces = " \t\r";

std::string_view Trim(std::string_view line) {
  const std::size_t start = line.find_first_not_of(kSpaces);
  if (start == std::string_view::npos) return {};
  return line.substr(start, line.find_last_not_of(kSpaces) + 1 - start);
}

}  // namespace

std::size_t ClassCount(const TensorInfo& info) {
  if (!IsNumber(info.type) || info.shape.empty() || info.shape.back() < 2) return 0;
  const bool is_one_row = std::all_of(info.shape.begin(), info.shape.end() - 1, [](int size) { return size == 1; });
  return is_one_row ? static_cast<std::size_t>(info.shape.back()) : 0;
}

std::vector<RankedClass> FindTopClasses(const HostTensor& scores, std::size_t count) {
  std::vector<RankedClass> classes;
  for (const double score : ReadElements(scores)) classes.push_back({classes.size(), score});
  const auto rank = [](const RankedClass& one) {
    return std::isnan(one.score) ? -std::numeric_limits<double>::infinity() : one.score;
  };
  std::ranges::stable_sort(classes, std::ranges::greater(), rank);
  classes.resize(std::min(count, classes.size()));
  return classes;
}

Result<std::vector<std::string>> LoadLabels(const std::string& path) {
  ASSIGN_OR_RETURN(const std::vector<std::byte> file, ReadFile(path, kMaxLabelBytes));
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  std::vector<std::string> labels;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    labels.emplace_back(Trim(text.substr(start, end - start)));
    start = end + 1;
  }
  while (!labels.empty() && labels.back().empty()) labels.pop_back();
  if (labels.empty()) return Fail(StatusCode::kIo, "{}: the file has no labels.", path);
  return labels;
}

}  // namespace mica::cli
