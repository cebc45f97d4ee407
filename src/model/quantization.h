// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "graph/tensor_desc.h"
#include "model/copy_budget.h"
#include "schema/tflite_generated.h"

namespace mica::model {

// Empty where the tensor is not quantized. `shape` is nullptr where it is not known yet; else the number of scales has
// to fit it. Zero points that the file leaves out, or gives once for all channels, are filled in.
Result<graph::Quantization> ReadQuantization(const schema::QuantizationParameters& parameters, const Shape* shape,
                                             CopyBudget& budget);

}  // namespace mica::model
