// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "image.h"

#include <stb/stb_image.h>
#include <stb/stb_image_write.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <limits>
#include <memory>
#include <string_view>

#include "errors.h"
#include "files.h"

namespace mica::cli {
namespace {

constexpr std::size_t kMaxFileBytes = std::size_t{512} << 20;
constexpr std::int64_t kMaxPixels = std::int64_t{1} << 28;  // Decoded: 1 GiB as RGBA.
constexpr int kJpegQuality = 95;

struct StbFree {
  void operator()(stbi_uc* pixels) const { stbi_image_free(pixels); }
};

std::string ExtensionOf(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

void AppendBytes(void* file, void* data, int size) {
  const auto* bytes = static_cast<const std::byte*>(data);
  static_cast<std::vector<std::byte>*>(file)->insert(static_cast<std::vector<std::byte>*>(file)->end(), bytes,
                                                     bytes + size);
}

}  // namespace

Result<Image> LoadImage(const std::string& path, int channels) {
  ASSIGN_OR_RETURN(const std::vector<std::byte> file, ReadFile(path, kMaxFileBytes));
  const auto* bytes = reinterpret_cast<const stbi_uc*>(file.data());
  const int size = static_cast<int>(file.size());

  Image image{.channels = channels};
  int channels_in_file = 0;
  if (stbi_info_from_memory(bytes, size, &image.width, &image.height, &channels_in_file) == 0) {
    return Fail(StatusCode::kIo, "{}: this is no picture that can be read: {}.", path, stbi_failure_reason());
  }
  if (std::int64_t{image.width} * image.height > kMaxPixels) {
    return Fail(StatusCode::kIo, "{}: the picture has {} x {} pixels; at most {} are read.", path, image.width,
                image.height, kMaxPixels);
  }
  const std::unique_ptr<stbi_uc, StbFree> pixels(
      stbi_load_from_memory(bytes, size, &image.width, &image.height, &channels_in_file, channels));
  if (pixels == nullptr) {
    return Fail(StatusCode::kIo, "{}: the picture cannot be decoded: {}.", path, stbi_failure_reason());
  }
  const std::size_t count = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  image.pixels.assign(pixels.get(), pixels.get() + count * static_cast<std::size_t>(channels));
  return image;
}

Status CheckImageName(const std::string& path) {
  constexpr std::array<std::string_view, 5> kKnown = {".png", ".jpg", ".jpeg", ".bmp", ".tga"};
  if (std::ranges::find(kKnown, ExtensionOf(path)) != kKnown.end()) return Status();
  return Fail(StatusCode::kInvalidArgument, "{}: pictures are written as .png, .jpg, .bmp or .tga.", path);
}

Status SaveImage(const Image& image, const std::string& path) {
  RETURN_IF_ERROR(CheckImageName(path));
  const std::string extension = ExtensionOf(path);
  const auto& [width, height, channels, pixels] = image;
  std::vector<std::byte> file;
  int written = 0;
  if (extension == ".png") {
    written = stbi_write_png_to_func(AppendBytes, &file, width, height, channels, pixels.data(), width * channels);
  } else if (extension == ".bmp") {
    written = stbi_write_bmp_to_func(AppendBytes, &file, width, height, channels, pixels.data());
  } else if (extension == ".tga") {
    written = stbi_write_tga_to_func(AppendBytes, &file, width, height, channels, pixels.data());
  } else {
    written = stbi_write_jpg_to_func(AppendBytes, &file, width, height, channels, pixels.data(), kJpegQuality);
  }
  if (written == 0) return Fail(StatusCode::kIo, "{}: the picture cannot be encoded.", path);
  return WriteFile(path, file);
}

}  // namespace mica::cli
