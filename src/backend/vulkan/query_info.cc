// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/query_info.h"

#include <algorithm>
#include <limits>
#include <thread>

namespace mica::vulkan {
namespace {

// The driver's properties, and those of extensions where it has them; the rest stay zero.
struct Properties {
  VkPhysicalDeviceShaderSMBuiltinsPropertiesNV nvidia = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV};
  VkPhysicalDeviceShaderCorePropertiesAMD amd = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_AMD};
  VkPhysicalDeviceShaderCoreBuiltinsPropertiesARM arm = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_BUILTINS_PROPERTIES_ARM};
  VkPhysicalDeviceDriverProperties driver = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
  VkPhysicalDeviceCooperativeMatrixPropertiesNV cooperative_matrix = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_PROPERTIES_NV};
  VkPhysicalDeviceMaintenance3Properties set = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES};
  VkPhysicalDeviceSubgroupProperties subgroup = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES,
                                                 .pNext = &set};
  VkPhysicalDeviceProperties2 core = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &subgroup};

  Properties(const Instance& instance, const PhysicalDevice& device) {
    const auto append = [&](auto& structure) { structure.pNext = std::exchange(core.pNext, &structure); };
    if (device.Has(VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME, VK_API_VERSION_1_2)) append(driver);
    if (device.extensions.contains(VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME)) append(nvidia);
    if (device.extensions.contains(VK_AMD_SHADER_CORE_PROPERTIES_EXTENSION_NAME)) append(amd);
    if (device.extensions.contains(VK_ARM_SHADER_CORE_BUILTINS_EXTENSION_NAME)) append(arm);
    if (device.extensions.contains(VK_NV_COOPERATIVE_MATRIX_EXTENSION_NAME)) append(cooperative_matrix);
    instance.vk.GetPhysicalDeviceProperties2(device.handle, &core);
  }
  Properties(const Properties&) = delete;
  Properties& operator=(const Properties&) = delete;

  const VkPhysicalDeviceLimits& limits() const { return core.properties.limits; }
};

// Drivers without a bound say 2^32 - 1.
int ToInt(std::uint32_t value) {
  return static_cast<int>(std::min<std::uint32_t>(value, std::numeric_limits<int>::max()));
}

std::array<int, 3> ToInts(const std::uint32_t (&values)[3]) {
  return {ToInt(values[0]), ToInt(values[1]), ToInt(values[2])};
}

// A program's bindings are bounded by what a stage may reach and by what a descriptor set may hold.
void FillBindingLimits(const Properties& properties, const PhysicalDevice& device, gpu::DeviceInfo& info) {
  const VkPhysicalDeviceLimits& limits = properties.limits();
  const std::uint32_t all = std::min(limits.maxPerStageResources, properties.set.maxPerSetDescriptors);
  info.max_buffers_and_storage_images = ToInt(all);
  info.max_storage_buffers =
      ToInt(std::min({limits.maxPerStageDescriptorStorageBuffers, limits.maxDescriptorSetStorageBuffers, all}));
  info.max_storage_images =
      ToInt(std::min({limits.maxPerStageDescriptorStorageImages, limits.maxDescriptorSetStorageImages, all}));
  // An image is read through a combined descriptor, which counts as an image and as a sampler.
  info.max_sampled_images =
      ToInt(std::min({limits.maxPerStageDescriptorSampledImages, limits.maxDescriptorSetSampledImages,
                      limits.maxPerStageDescriptorSamplers, limits.maxDescriptorSetSamplers, all}));
  info.max_image_size = ToInt(limits.maxImageDimension2D);
  info.max_image_layers = ToInt(limits.maxImageArrayLayers);
  info.max_buffer_bytes =
      static_cast<std::size_t>(std::min<VkDeviceSize>(limits.maxStorageBufferRange, device.max_allocation_bytes));
  info.buffer_offset_alignment =
      static_cast<std::size_t>(std::max<VkDeviceSize>(limits.minStorageBufferOffsetAlignment, 1));
}

void FillGroupLimits(const VkPhysicalDeviceLimits& limits, gpu::DeviceInfo& info) {
  info.max_group_invocations = ToInt(limits.maxComputeWorkGroupInvocations);
  info.max_group_size = ToInts(limits.maxComputeWorkGroupSize);
  info.max_group_count = ToInts(limits.maxComputeWorkGroupCount);
  info.shared_memory_bytes = limits.maxComputeSharedMemorySize;
}

int ComputeUnits(const Properties& properties, const gpu::DeviceInfo& info) {
  if (info.is_software()) return static_cast<int>(std::thread::hardware_concurrency());
  if (properties.nvidia.shaderSMCount > 0) return ToInt(properties.nvidia.shaderSMCount);
  if (properties.arm.shaderCoreCount > 0) return ToInt(properties.arm.shaderCoreCount);
  const VkPhysicalDeviceShaderCorePropertiesAMD& amd = properties.amd;
  return ToInt(amd.shaderEngineCount * amd.shaderArraysPerEngineCount * amd.computeUnitsPerShaderArray);
}

bool HasSubgroups(const VkPhysicalDeviceSubgroupProperties& subgroup) {
  constexpr VkSubgroupFeatureFlags kWanted = VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT |
                                             VK_SUBGROUP_FEATURE_ARITHMETIC_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_BIT;
  return (subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0 &&
         (subgroup.supportedOperations & kWanted) == kWanted;
}

// Products of 16-bit matrices with 32-bit sums, by one subgroup.
Result<std::vector<gpu::MatrixShape>> QueryMatrixShapes(const Instance& instance, const PhysicalDevice& device) {
  const auto& query = instance.vk.GetPhysicalDeviceCooperativeMatrixPropertiesNV;
  std::vector<gpu::MatrixShape> shapes;
  if (device.features.cooperative_matrix.cooperativeMatrix == VK_FALSE || !query.is_loaded()) return shapes;
  std::uint32_t count = 0;
  RETURN_IF_ERROR(query(device.handle, &count, nullptr));
  std::vector<VkCooperativeMatrixPropertiesNV> all(
      count, VkCooperativeMatrixPropertiesNV{.sType = VK_STRUCTURE_TYPE_COOPERATIVE_MATRIX_PROPERTIES_NV});
  RETURN_IF_ERROR(query(device.handle, &count, all.data()));
  for (const VkCooperativeMatrixPropertiesNV& shape : all) {
    const bool fits = shape.AType == VK_COMPONENT_TYPE_FLOAT16_NV && shape.BType == VK_COMPONENT_TYPE_FLOAT16_NV &&
                      shape.CType == VK_COMPONENT_TYPE_FLOAT32_NV && shape.DType == VK_COMPONENT_TYPE_FLOAT32_NV &&
                      shape.scope == VK_SCOPE_SUBGROUP_NV;
    if (fits) shapes.push_back({.m = ToInt(shape.MSize), .n = ToInt(shape.NSize), .k = ToInt(shape.KSize)});
  }
  return shapes;
}

Status FillFeatures(const Instance& instance, const PhysicalDevice& device, const Properties& properties,
                    gpu::DeviceInfo& info) {
  ASSIGN_OR_RETURN(info.matrix_shapes, QueryMatrixShapes(instance, device));
  const FeatureStructures& has = device.features;
  const bool has_matrices =
      !info.matrix_shapes.empty() &&
      (properties.cooperative_matrix.cooperativeMatrixSupportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0;
  if (has.half_storage.storageBuffer16BitAccess == VK_TRUE) info.features.insert(gpu::Feature::kHalfStorage);
  if (has.small_arithmetic.shaderFloat16 == VK_TRUE) info.features.insert(gpu::Feature::kHalfArithmetic);
  if (has.byte_storage.storageBuffer8BitAccess == VK_TRUE) info.features.insert(gpu::Feature::kByteStorage);
  if (HasSubgroups(properties.subgroup)) info.features.insert(gpu::Feature::kSubgroups);
  if (has_matrices) info.features.insert(gpu::Feature::kCooperativeMatrix);
  info.subgroup_size = ToInt(properties.subgroup.subgroupSize);
  return Ok();
}

std::size_t LocalMemoryBytes(const VkPhysicalDeviceMemoryProperties& memory) {
  VkDeviceSize bytes = 0;
  for (std::uint32_t i = 0; i < memory.memoryHeapCount; ++i) {
    if ((memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0) bytes += memory.memoryHeaps[i].size;
  }
  return static_cast<std::size_t>(bytes);
}

std::string DriverText(const Properties& properties) {
  const std::string_view name = properties.driver.driverName;
  const std::string_view details = properties.driver.driverInfo;
  return fmt::format("Vulkan {}{}{}{}{}", VersionText(properties.core.properties.apiVersion), name.empty() ? "" : ", ",
                     name, details.empty() ? "" : " ", details);
}

}  // namespace

gpu::DeviceKind KindOf(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
      return gpu::DeviceKind::kDiscrete;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
      return gpu::DeviceKind::kIntegrated;
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
      return gpu::DeviceKind::kSoftware;
    default:
      return gpu::DeviceKind::kUnknown;
  }
}

std::string VendorName(std::uint32_t vendor_id) {
  switch (vendor_id) {
    case 0x1002:
      return "AMD";
    case 0x1010:
      return "Imagination Technologies";
    case 0x106b:
      return "Apple";
    case 0x10de:
      return "NVIDIA";
    case 0x13b5:
      return "ARM";
    case 0x1ae0:
      return "Google";
    case 0x5143:
      return "Qualcomm";
    case 0x8086:
      return "Intel";
    case VK_VENDOR_ID_MESA:
      return "Mesa";
    default:
      return fmt::format("vendor {:#x}", vendor_id);
  }
}

Result<gpu::DeviceInfo> QueryInfo(const Instance& instance, const PhysicalDevice& device) {
  const Properties properties(instance, device);
  const VkPhysicalDeviceProperties& core = properties.core.properties;
  gpu::DeviceInfo info;
  info.backend = "vulkan";
  info.name = core.deviceName;
  info.vendor = VendorName(core.vendorID);
  info.driver = DriverText(properties);
  info.kind = KindOf(core.deviceType);
  info.language = gpu::Language::kGlslVulkan;
  FillBindingLimits(properties, device, info);
  FillGroupLimits(core.limits, info);
  RETURN_IF_ERROR(FillFeatures(instance, device, properties, info).WithContext("the features of {}", info.name));
  info.memory_bytes = LocalMemoryBytes(device.memory);
  info.compute_units = ComputeUnits(properties, info);
  info.has_timestamps = device.timestamp_bits > 0 && device.timestamp_ns > 0;
  info.compiles_in_parallel = true;  // The one thing that Vulkan asks no lock for.
  return info;
}

}  // namespace mica::vulkan
