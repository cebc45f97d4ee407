// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "image_tensor.h"

#include <algorithm>
#include <cmath>

#include "errors.h"

namespace mica::cli {
namespace {

bool IsPerChannelOrOne(std::size_t count, int channels) {
  return count == 1 || count == static_cast<std::size_t>(channels);
}

float ForChannel(const std::vector<float>& values, std::size_t channel) {
  return values.size() == 1 ? values.front() : values[channel];
}

}  // namespace

std::optional<ImageShape> FindImageShape(const TensorInfo& info) {
  const std::vector<int>& shape = info.shape;
  if (!IsNumber(info.type) || shape.size() != 4 || shape[0] != 1 || shape[1] < 1 || shape[2] < 1) return std::nullopt;
  if (shape[3] != 1 && shape[3] != 3 && shape[3] != 4) return std::nullopt;
  return ImageShape{.height = shape[1], .width = shape[2], .channels = shape[3]};
}

Normalization NormalizationOf(const TensorInfo& info) {
  if (info.mean.empty() || info.stddev.empty()) return {};
  return {.mean = info.mean, .stddev = info.stddev};
}

Status CheckNormalization(const Normalization& normalization, int channels) {
  const auto& [mean, stddev] = normalization;
  if (!IsPerChannelOrOne(mean.size(), channels) || !IsPerChannelOrOne(stddev.size(), channels)) {
    return Fail(
        StatusCode::kInvalidArgument,
        "the normalization has {} means and {} deviations; the input has {} channels and takes 1 or {} of each.",
        mean.size(), stddev.size(), channels, channels);
  }
  const auto is_bad = [](float value) { return value == 0 || !std::isfinite(value); };
  if (std::ranges::any_of(stddev, is_bad)) {
    return Fail(StatusCode::kInvalidArgument, "a deviation of the normalization is zero or not finite.");
  }
  return Status();
}

HostTensor MakeImageTensor(const Image& image, const TensorInfo& info, const Normalization& normalization) {
  const ImageShape shape = *FindImageShape(info);
  const auto channels = static_cast<std::size_t>(shape.channels);
  const std::vector<float> pixels = Resize(image, shape.width, shape.height);
  HostTensor tensor{info, std::vector<std::byte>(info.size_bytes)};
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    double value = pixels[i];
    if (info.type == DataType::kInt8) {
      value -= 128;
    } else if (info.type != DataType::kUint8) {
      value = (value - ForChannel(normalization.mean, i % channels)) / ForChannel(normalization.stddev, i % channels);
    }
    WriteElement(info.type, tensor.bytes, i, value);
  }
  return tensor;
}

ValueRange GuessRange(const HostTensor& tensor) {
  if (tensor.info.type == DataType::kUint8) return {0, 255};
  if (tensor.info.type == DataType::kInt8) return {-128, 127};
  const std::vector<double> values = ReadElements(tensor);
  const auto all_within = [&](double low, double high) {
    return std::ranges::none_of(values, [=](double value) { return value < low || value > high; });
  };
  if (all_within(-0.1, 1.5)) return {0, 1};
  if (all_within(-1.5, 1.5)) return {-1, 1};
  return {0, 255};
}

Image MakeImage(const HostTensor& tensor, ValueRange range) {
  const ImageShape shape = *FindImageShape(tensor.info);
  Image image{.width = shape.width, .height = shape.height, .channels = shape.channels};
  for (const double value : ReadElements(tensor)) {
    const double level = (value - range.low) / (range.high - range.low) * 255;
    image.pixels.push_back(std::isnan(level) ? 0
                                             : static_cast<std::uint8_t>(std::lround(std::clamp(level, 0.0, 255.0))));
  }
  return image;
}

}  // namespace mica::cli
