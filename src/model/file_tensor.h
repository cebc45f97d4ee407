// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graph/tensor_desc.h"
#include "model/copy_budget.h"
#include "model/model_file.h"

namespace mica::model {

// A tensor as the file describes it. What it claims is possible: its shape has no more elements than can be counted,
// its data has as many bytes as its shape and type need, its quantization fits its shape.
struct FileTensor {
  std::string name;
  graph::TensorDesc desc;
  bool shape_known = true;                         // No: the shape is scalar for now, and its producer has to infer it.
  bool shape_fixed = true;                         // No: the shape may be a placeholder for one that a run decides.
  std::optional<std::span<const std::byte>> data;  // In the file's bytes.
  bool is_variable = false;                        // State that lives from run to run.
  bool is_sparse = false;                          // `data` holds only some elements.
};

constexpr std::int64_t kMaxElements = 0x7fff'ffff;  // So that elements can be counted in an int.

// The number of elements, or a sentence that says why there is none: too many, or a negative size.
Result<std::int64_t> CountElements(std::span<const int> dims);

// All tensors of a graph, in its order.
Result<std::vector<FileTensor>> ReadTensors(const ModelFile& file, const schema::SubGraph& graph, CopyBudget& budget);

}  // namespace mica::model
