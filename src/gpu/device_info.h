// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mica::gpu {

// The languages in which a device takes its programs.
enum class Language { kGlslEs, kGlslVulkan, kOpenClC };

enum class DeviceKind { kDiscrete, kIntegrated, kSoftware, kUnknown };

// What only some devices have. Each can be switched off, so that a device that lacks it can be tested on one that has
// it, and its worth measured.
enum class Feature {
  kHalfStorage,        // 16-bit floats in buffers.
  kHalfArithmetic,     // 16-bit floats in kernels.
  kByteStorage,        // 8-bit integers in buffers.
  kSubgroups,          // Invocations that exchange values without shared memory; subgroup_size of them.
  kCooperativeMatrix,  // Matrix products by a whole subgroup at once.
};
inline constexpr std::array kAllFeatures = {Feature::kHalfStorage, Feature::kHalfArithmetic, Feature::kByteStorage,
                                            Feature::kSubgroups, Feature::kCooperativeMatrix};

// As the command line and JSON spell it: fp16-storage, fp16-arithmetic, int8-storage, subgroups, cooperative-matrix.
std::string_view FeatureName(Feature feature);
std::optional<Feature> FindFeature(std::string_view name);

// D = A * B + C with matrices of m x k, k x n and m x n elements.
struct MatrixShape {
  int m = 0;
  int n = 0;
  int k = 0;
  friend bool operator==(const MatrixShape&, const MatrixShape&) = default;
};

// What a device is and can do. Every choice of a kernel, a work group or a memory layout is a rule on these fields, and
// the defaults are what OpenGL ES 3.1 guarantees everywhere.
struct DeviceInfo {
  std::string backend;  // "gl", "null", ...
  std::string name;     // As the driver says it: "llvmpipe (LLVM 15.0.6, 256 bits)".
  std::string vendor;
  std::string driver;  // Version text of API and driver.
  DeviceKind kind = DeviceKind::kUnknown;
  Language language = Language::kGlslEs;

  int max_storage_buffers = 4;
  int max_storage_images = 4;
  int max_buffers_and_storage_images = 4;  // Together: OpenGL ES bounds a program's outputs of all kinds as one.
  int max_sampled_images = 16;
  int max_image_size = 2048;  // Width and height of a 2D image.
  int max_image_layers = 256;
  std::size_t max_buffer_bytes = std::size_t{128} << 20;  // Of one binding.
  std::size_t buffer_offset_alignment = 256;

  int max_group_invocations = 128;
  std::array<int, 3> max_group_size = {128, 128, 64};
  std::array<int, 3> max_group_count = {65535, 65535, 65535};
  std::size_t shared_memory_bytes = 16384;

  int compute_units = 0;         // 0: the API does not tell.
  std::size_t memory_bytes = 0;  // Of its own, or shared with the CPU where it has none. 0: the API does not tell.
  bool has_timestamps = false;
  bool compiles_in_parallel = false;  // Compile may be called from several threads at once, and is then quicker.

  std::set<Feature> features;
  int subgroup_size = 0;                   // Where it has subgroups.
  std::vector<MatrixShape> matrix_shapes;  // Of cooperative matrices: 16-bit factors, 32-bit sums.

  bool has(Feature feature) const { return features.contains(feature); }
  bool is_software() const { return kind == DeviceKind::kSoftware; }
  // A software GPU with vectors of four lanes (SwiftShader) has no instruction that gathers: an invocation that loads a
  // number costs it 20 that multiply. Texels come four numbers at a time, and lanes can tell each other what they
  // loaded.
  bool loads_lane_by_lane() const { return is_software() && has(Feature::kSubgroups) && subgroup_size == 4; }
};

// `info` as if the device had none of these.
DeviceInfo WithoutFeatures(DeviceInfo info, const std::set<Feature>& without);

// `info` cut down to what every OpenGL ES 3.1 device has: what runs under it runs everywhere.
DeviceInfo WithMinimumLimits(DeviceInfo info);

}  // namespace mica::gpu
