// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// Enlarges a picture to twice its size with a small network on the GPU, and puts the answer beside a plain bilinear
// enlargement:
//
//   upscale MODEL.tflite PICTURE.png BEFORE_AFTER.png
#define STB_IMAGE_IMPLEMENTATION
#define STBI_FAILURE_USERMSG
#include <stb/stb_image.h>
#define STB_IMAGE_RESIZE_IMPLEMENTATION
#include <stb/stb_image_resize.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <mica/mica.hpp>

namespace {

using mica::Result;
using mica::Status;
using mica::StatusCode;

constexpr int kChannels = 3;

// 8-bit RGB, row by row.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> pixels;

  Picture(int picture_width, int picture_height)
      : width(picture_width),
        height(picture_height),
        pixels(static_cast<std::size_t>(picture_width) * static_cast<std::size_t>(picture_height) * kChannels) {}
};

Result<Picture> LoadPicture(const std::string& path) {
  int width = 0;
  int height = 0;
  stbi_uc* loaded = stbi_load(path.c_str(), &width, &height, nullptr, kChannels);
  if (loaded == nullptr) {
    return tl::unexpected(
        Status(StatusCode::kIo, fmt::format("{}: the picture cannot be read: {}.", path, stbi_failure_reason())));
  }
  Picture picture(width, height);
  std::copy_n(loaded, picture.pixels.size(), picture.pixels.begin());
  stbi_image_free(loaded);
  return picture;
}

Status SavePicture(const Picture& picture, const std::string& path) {
  const int written = stbi_write_png(path.c_str(), picture.width, picture.height, kChannels, picture.pixels.data(), 0);
  return written != 0 ? Status() : Status(StatusCode::kIo, fmt::format("{}: cannot be written.", path));
}

// The network sees colours from 0 to 1, and what it answers may leave that range a little.
std::vector<float> ToFloats(const Picture& picture) {
  std::vector<float> colors;
  for (const std::uint8_t byte : picture.pixels) colors.push_back(static_cast<float>(byte) / 255.0f);
  return colors;
}

Picture ToPicture(const std::vector<float>& colors, int width, int height) {
  Picture picture(width, height);
  std::ranges::transform(colors, picture.pixels.begin(), [](float color) {
    return static_cast<std::uint8_t>(std::clamp(color, 0.0f, 1.0f) * 255.0f + 0.5f);
  });
  return picture;
}

Picture EnlargeBilinearly(const Picture& picture, int width, int height) {
  Picture enlarged(width, height);
  stbir_resize_uint8_generic(picture.pixels.data(), picture.width, picture.height, 0, enlarged.pixels.data(), width,
                             height, 0, kChannels, STBIR_ALPHA_CHANNEL_NONE, 0, STBIR_EDGE_CLAMP, STBIR_FILTER_TRIANGLE,
                             STBIR_COLORSPACE_LINEAR, nullptr);
  return enlarged;
}

void Paste(const Picture& from, int at_x, Picture& onto) {
  const auto offset = [](const Picture& picture, int x, int y) {
    return static_cast<std::ptrdiff_t>(y * picture.width + x) * kChannels;
  };
  for (int y = 0; y < from.height; ++y) {
    std::copy_n(from.pixels.begin() + offset(from, 0, y), from.width * kChannels,
                onto.pixels.begin() + offset(onto, at_x, y));
  }
}

// Two pictures of one size, with a thin white line between.
Picture SideBySide(const Picture& left, const Picture& right) {
  constexpr int kLineWidth = 4;
  Picture both(left.width + kLineWidth + right.width, left.height);
  std::ranges::fill(both.pixels, 255);
  Paste(left, 0, both);
  Paste(right, left.width + kLineWidth, both);
  return both;
}

bool IsPicture(const mica::TensorInfo& tensor) {
  return tensor.type == mica::DataType::kFloat32 && tensor.shape.size() == 4 && tensor.shape[0] == 1 &&
         tensor.shape[3] == kChannels;
}

Status CheckModel(const mica::Model& model, const Picture& picture) {
  if (model.inputs().size() != 1 || model.outputs().size() != 1 || !IsPicture(model.outputs()[0])) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("{}: is no network that turns one RGB picture into another.", model.name()));
  }
  const std::vector<int> expected = {1, picture.height, picture.width, kChannels};
  if (model.inputs()[0].shape == expected) return Status();
  return Status(StatusCode::kInvalidArgument,
                fmt::format("{}: takes [{}]; the picture is [{}].", model.name(),
                            fmt::join(model.inputs()[0].shape, ", "), fmt::join(expected, ", ")));
}

// The median of a few runs, in milliseconds, behind one that pays for the driver's lazy work.
Result<double> MeasureLatency(mica::Session& session) {
  using Clock = std::chrono::steady_clock;
  constexpr int kRuns = 5;
  std::vector<double> latencies_ms;
  for (int run = 0; run <= kRuns; ++run) {
    const Clock::time_point started = Clock::now();
    if (Status status = session.Run(); !status.ok()) return tl::unexpected(status);
    if (run > 0) latencies_ms.push_back(std::chrono::duration<double, std::milli>(Clock::now() - started).count());
  }
  std::ranges::nth_element(latencies_ms, latencies_ms.begin() + kRuns / 2);
  return latencies_ms[kRuns / 2];
}

void PrintReport(const mica::SessionReport& report, double latency_ms) {
  fmt::print("device     {}{}\n", report.device.name,
             report.is_software_device ? " (no hardware GPU was found: this one is software)" : "");
  fmt::print("partition  {} of {} operators on the GPU, in {} dispatches, {}\n", report.gpu_nodes, report.nodes,
             report.dispatches, report.precision);
  fmt::print("latency    {:.1f} ms a picture\n", latency_ms);
}

Status Upscale(const std::string& model_path, const std::string& picture_path, const std::string& output_path) {
  const Result<mica::Model> model = mica::Model::Load(model_path);
  if (!model) return model.error().WithContext("{}", model_path);
  const Result<Picture> picture = LoadPicture(picture_path);
  if (!picture) return picture.error();
  if (Status status = CheckModel(*model, *picture); !status.ok()) return status;

  Result<mica::Session> session = mica::Session::Create(*model, {});
  if (!session) return session.error();

  const std::vector<float> input = ToFloats(*picture);
  if (Status status = session->SetInput(0, std::as_bytes(std::span(input))); !status.ok()) return status;
  const Result<double> latency_ms = MeasureLatency(*session);
  if (!latency_ms) return latency_ms.error();
  const mica::TensorInfo& answer = model->outputs()[0];
  std::vector<float> output(answer.size_bytes / sizeof(float));
  if (Status status = session->GetOutput(0, std::as_writable_bytes(std::span(output))); !status.ok()) return status;

  const Picture after = ToPicture(output, answer.shape[2], answer.shape[1]);
  const Picture before = EnlargeBilinearly(*picture, after.width, after.height);
  if (Status status = SavePicture(SideBySide(before, after), output_path); !status.ok()) return status;
  PrintReport(session->report(), *latency_ms);
  fmt::print("picture    {}: bilinear on the left, the network on the right\n", output_path);
  return Status();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    fmt::print(stderr, "usage: upscale MODEL.tflite PICTURE.png BEFORE_AFTER.png\n");
    return 2;
  }
  const Status status = Upscale(argv[1], argv[2], argv[3]);
  if (!status.ok()) fmt::print(stderr, "upscale: {}\n", status.message());
  return status.ok() ? 0 : 1;
}
