// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "model/quantization.h"

#include <algorithm>
#include <cmath>

namespace mica::model {
namespace {

Status CheckChannels(const graph::Quantization& quantization, const Shape& shape) {
  const int axis = quantization.axis;
  if (axis < 0 || axis >= shape.rank()) {
    return InvalidModel("it is quantized along dimension {}; its shape is {}.", axis, ToString(shape));
  }
  const std::size_t scales = quantization.scales.size();
  if (scales == static_cast<std::size_t>(shape[axis])) return Ok();
  return InvalidModel("it has {} quantization scales; dimension {} of {} needs 1 or {}.", scales, axis, ToString(shape),
                      shape[axis]);
}

}  // namespace

Result<graph::Quantization> ReadQuantization(const schema::QuantizationParameters& parameters, const Shape* shape,
                                             CopyBudget& budget) {
  if (parameters.details_type() != schema::QuantizationDetails_NONE) {
    return Unsupported("its quantization is of a kind that is not known ({}).",
                       static_cast<int>(parameters.details_type()));
  }
  const std::size_t scales = parameters.scale() == nullptr ? 0 : parameters.scale()->size();
  const std::size_t zero_points = parameters.zero_point() == nullptr ? 0 : parameters.zero_point()->size();
  if (scales == 0) return graph::Quantization();
  if (zero_points > 1 && zero_points != scales) {
    return InvalidModel("it has {} quantization scales and {} zero points.", scales, zero_points);
  }
  RETURN_IF_ERROR(budget.Take(scales * (sizeof(float) + sizeof(std::int64_t))));

  graph::Quantization quantization;
  quantization.scales.assign(parameters.scale()->begin(), parameters.scale()->end());
  quantization.zero_points.assign(scales, zero_points == 0 ? 0 : parameters.zero_point()->Get(0));
  if (zero_points == scales) std::ranges::copy(*parameters.zero_point(), quantization.zero_points.begin());
  quantization.axis = parameters.quantized_dimension();

  if (!std::ranges::all_of(quantization.scales, [](float scale) { return std::isfinite(scale); })) {
    return InvalidModel("a quantization scale is not a finite number.");
  }
  if (scales > 1 && shape != nullptr) RETURN_IF_ERROR(CheckChannels(quantization, *shape));
  return quantization;
}

}  // namespace mica::model
