// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <optional>
#include <vector>

#include "elements.h"
#include "image.h"

// Pictures as tensors of a network, and back.
namespace mica::cli {

// [1, height, width, 1, 3 or 4]
struct ImageShape {
  int height = 0;
  int width = 0;
  int channels = 0;
};

std::optional<ImageShape> FindImageShape(const TensorInfo& info);

// value = (pixel - mean) / stddev, pixels from 0 to 255; one of each, or one a channel.
struct Normalization {
  std::vector<float> mean = {0.0F};
  std::vector<float> stddev = {255.0F};
};

// What the file's metadata says; where it says nothing, 0 to 1.
Normalization NormalizationOf(const TensorInfo& info);

// Whether there are as many numbers as the tensor's channels, or one, and no division by zero.
Status CheckNormalization(const Normalization& normalization, int channels);

// `info` has an image shape. Float inputs are normalized; uint8 inputs get the pixels, int8 inputs the pixels minus
// 128.
HostTensor MakeImageTensor(const Image& image, const TensorInfo& info, const Normalization& normalization);

// Which values are black and white.
struct ValueRange {
  double low = 0;
  double high = 1;
};

// uint8: 0 to 255; int8: -128 to 127. Floats: 0 to 1 where all values lie in -0.1 to 1.5 (networks overshoot a little),
// -1 to 1 where all lie in -1.5 to 1.5, else 0 to 255.
ValueRange GuessRange(const HostTensor& tensor);

// `tensor` has an image shape. Values outside of the range become black or white; NaN becomes black.
Image MakeImage(const HostTensor& tensor, ValueRange range);

}  // namespace mica::cli
