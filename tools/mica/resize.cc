// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <algorithm>
#include <cmath>

#include "image.h"

namespace mica::cli {
namespace {

// Which pixels of a line make one pixel of the resized line, and how much each counts; the weights add up to 1.
struct Blend {
  int first = 0;
  std::vector<float> weights;
};

// A triangle around the pixel's centre: bilinear interpolation where the line grows, and as wide as the step between
// pixels where it shrinks, so that none is skipped.
Blend MakeBlend(int target, double scale, int source_size) {
  const double centre = (target + 0.5) * scale - 0.5;
  const double radius = std::max(1.0, scale);
  const int first = std::max(0, static_cast<int>(std::ceil(centre - radius)));
  const int last = std::min(source_size - 1, static_cast<int>(std::floor(centre + radius)));
  Blend blend{.first = first};
  double sum = 0;
  for (int source = first; source <= last; ++source) sum += 1 - std::abs(source - centre) / radius;
  for (int source = first; source <= last; ++source) {
    blend.weights.push_back(static_cast<float>((1 - std::abs(source - centre) / radius) / sum));
  }
  return blend;
}

// Resizes the middle one of three dimensions: [outer, source_size, inner] to [outer, target_size, inner].
std::vector<float> ResizeMiddle(const std::vector<float>& source, int source_size, int target_size, std::size_t inner) {
  const std::size_t source_block = static_cast<std::size_t>(source_size) * inner;
  const std::size_t target_block = static_cast<std::size_t>(target_size) * inner;
  const std::size_t outer = source.size() / source_block;
  std::vector<float> target(outer * target_block);
  for (int at = 0; at < target_size; ++at) {
    const Blend blend = MakeBlend(at, static_cast<double>(source_size) / target_size, source_size);
    for (std::size_t block = 0; block < outer; ++block) {
      const float* from = &source[block * source_block + static_cast<std::size_t>(blend.first) * inner];
      float* to = &target[block * target_block + static_cast<std::size_t>(at) * inner];
      for (const float weight : blend.weights) {
        for (std::size_t i = 0; i < inner; ++i) to[i] += weight * from[i];
        from += inner;
      }
    }
  }
  return target;
}

}  // namespace

std::vector<float> Resize(const Image& image, int width, int height) {
  const auto channels = static_cast<std::size_t>(image.channels);
  std::vector<float> pixels(image.pixels.begin(), image.pixels.end());
  if (image.width != width) pixels = ResizeMiddle(pixels, image.width, width, channels);
  if (image.height != height) {
    pixels = ResizeMiddle(pixels, image.height, height, static_cast<std::size_t>(width) * channels);
  }
  return pixels;
}

}  // namespace mica::cli
