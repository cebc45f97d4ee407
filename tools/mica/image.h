// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mica/status.hpp"

// Picture files.
namespace mica::cli {

struct Image {
  int width = 0;
  int height = 0;
  int channels = 0;                  // 1: grey; 3: RGB; 4: RGBA.
  std::vector<std::uint8_t> pixels;  // Row-major, channels interleaved.
};

// Any format of stb_image (JPEG, PNG, BMP, TGA, PSD, GIF, HDR, PNM), converted to `channels`; alpha is 255 where the
// file has none.
Result<Image> LoadImage(const std::string& path, int channels);

// Whether the name ends in a format that SaveImage writes: .png, .jpg, .jpeg, .bmp or .tga.
Status CheckImageName(const std::string& path);
Status SaveImage(const Image& image, const std::string& path);

// The picture as floats 0..255 in another size: bilinear, and averaged over all pixels that fall together where it
// shrinks.
std::vector<float> Resize(const Image& image, int width, int height);

}  // namespace mica::cli
