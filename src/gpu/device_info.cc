// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "gpu/device_info.h"

#include <algorithm>
#include <utility>

namespace mica::gpu {

std::string_view FeatureName(Feature feature) {
  switch (feature) {
    case Feature::kHalfStorage:
      return "fp16-storage";
    case Feature::kHalfArithmetic:
      return "fp16-arithmetic";
    case Feature::kByteStorage:
      return "int8-storage";
    case Feature::kSubgroups:
      return "subgroups";
    case Feature::kCooperativeMatrix:
      return "cooperative-matrix";
  }
  return "unknown";
}

std::optional<Feature> FindFeature(std::string_view name) {
  const auto found = std::ranges::find(kAllFeatures, name, FeatureName);
  return found == kAllFeatures.end() ? std::nullopt : std::optional(*found);
}

DeviceInfo WithoutFeatures(DeviceInfo info, const std::set<Feature>& without) {
  for (const Feature feature : without) info.features.erase(feature);
  if (!info.has(Feature::kSubgroups)) info.subgroup_size = 0;
  if (!info.has(Feature::kCooperativeMatrix)) info.matrix_shapes.clear();
  return info;
}

DeviceInfo WithMinimumLimits(DeviceInfo info) {
  const DeviceInfo minimum;
  info.max_storage_buffers = minimum.max_storage_buffers;
  info.max_storage_images = minimum.max_storage_images;
  info.max_buffers_and_storage_images = minimum.max_buffers_and_storage_images;
  info.max_sampled_images = minimum.max_sampled_images;
  info.max_image_size = minimum.max_image_size;
  info.max_image_layers = minimum.max_image_layers;
  info.max_buffer_bytes = std::min(info.max_buffer_bytes, minimum.max_buffer_bytes);
  info.buffer_offset_alignment = minimum.buffer_offset_alignment;
  info.max_group_invocations = minimum.max_group_invocations;
  info.max_group_size = minimum.max_group_size;
  info.max_group_count = minimum.max_group_count;
  info.shared_memory_bytes = minimum.shared_memory_bytes;
  return WithoutFeatures(std::move(info), {kAllFeatures.begin(), kAllFeatures.end()});
}

}  // namespace mica::gpu
