// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "runtime/executable.h"

#include <chrono>
#include <limits>

#include "runtime/constants.h"

namespace mica::runtime {
namespace {

using Clock = std::chrono::steady_clock;

double MillisecondsSince(Clock::time_point started) {
  return std::chrono::duration<double, std::milli>(Clock::now() - started).count();
}

}  // namespace

Result<std::unique_ptr<Executable>> Executable::Build(gpu::Device& device, plan::Plan plan, const graph::Graph& graph,
                                                      const Progress& progress) {
  std::unique_ptr<Executable> executable(new Executable(device, std::move(plan)));
  Clock::time_point started = Clock::now();
  ASSIGN_OR_RETURN(executable->programs_, CompileAll(device, executable->plan_.programs, progress));
  executable->times_.compile_ms = MillisecondsSince(started);
  started = Clock::now();
  RETURN_IF_ERROR(executable->CreateMemory());
  RETURN_IF_ERROR(executable->UploadConstants(graph));
  ASSIGN_OR_RETURN(executable->recording_, executable->Record({}));
  executable->times_.upload_ms = MillisecondsSince(started);
  return executable;
}

Status Executable::CreateMemory() {
  for (const std::size_t size_bytes : plan_.buffer_bytes) {
    ASSIGN_OR_RETURN(tensor_buffers_.emplace_back(), device_.CreateBuffer(size_bytes));
  }
  for (const gpu::ImageDesc& desc : plan_.images) {
    ASSIGN_OR_RETURN(images_.emplace_back(), device_.CreateImage(desc));
  }
  for (const int tensor : plan_.slot_tensors) {
    const std::size_t size_bytes = plan_.tensors[static_cast<std::size_t>(tensor)].type.size_bytes();
    ASSIGN_OR_RETURN(external_buffers_.emplace_back(), device_.CreateBuffer(size_bytes));
    externals_.push_back({.buffer = external_buffers_.back().get(), .offset_bytes = 0, .size_bytes = size_bytes});
  }
  return Ok();
}

Status Executable::UploadConstants(const graph::Graph& graph) {
  for (std::size_t i = 0; i < plan_.constant_bytes.size(); ++i) {
    ASSIGN_OR_RETURN(const std::vector<std::byte> bytes, MakeConstantBytes(plan_, static_cast<int>(i), graph));
    ASSIGN_OR_RETURN(constant_buffers_.emplace_back(), device_.CreateBuffer(bytes.size()));
    RETURN_IF_ERROR(device_.Write(*constant_buffers_.back(), 0, bytes));
  }
  return Ok();
}

gpu::Binding Executable::Resolve(const plan::PlannedBinding& binding) const {
  if (const auto* constant = std::get_if<plan::ConstantBinding>(&binding)) {
    const plan::ConstantRange& range = plan_.constants[static_cast<std::size_t>(constant->range)];
    return gpu::BufferRange{.buffer = constant_buffers_[static_cast<std::size_t>(range.buffer)].get(),
                            .offset_bytes = range.offset_bytes,
                            .size_bytes = range.size_bytes};
  }
  const plan::PlannedTensor& tensor =
      plan_.tensors[static_cast<std::size_t>(std::get<plan::TensorBinding>(binding).tensor)];
  if (const auto* external = std::get_if<plan::External>(&tensor.place)) return gpu::ExternalSlot{external->slot};
  if (const auto* image = std::get_if<plan::InImage>(&tensor.place)) {
    return images_[static_cast<std::size_t>(image->image)].get();
  }
  const plan::InBuffer& place = std::get<plan::InBuffer>(tensor.place);
  return gpu::BufferRange{.buffer = tensor_buffers_[static_cast<std::size_t>(place.buffer)].get(),
                          .offset_bytes = place.offset_bytes,
                          .size_bytes = tensor.type.size_bytes()};
}

Result<std::unique_ptr<gpu::Recording>> Executable::Record(const gpu::RecordOptions& options) const {
  std::vector<gpu::Dispatch> dispatches;
  for (const plan::PlannedDispatch& planned : plan_.dispatches) {
    gpu::Dispatch dispatch{.program = programs_[static_cast<std::size_t>(planned.program)].get(),
                           .bindings = {},
                           .group_count = planned.group_count,
                           .barrier_before = planned.barrier_before};
    for (const plan::PlannedBinding& binding : planned.bindings) dispatch.bindings.push_back(Resolve(binding));
    dispatches.push_back(std::move(dispatch));
  }
  return device_.Record(dispatches, options);
}

Result<std::vector<gpu::DispatchTime>> Executable::TimeDispatches() {
  if (timed_recording_ == nullptr) {
    ASSIGN_OR_RETURN(timed_recording_, Record({.timestamps = true}));
  }
  ASSIGN_OR_RETURN(const gpu::Event event, timed_recording_->Submit(externals_));
  RETURN_IF_ERROR(timed_recording_->Wait(event, gpu::WaitMode::kPassive));
  return timed_recording_->ReadTimes();
}

Status Executable::WriteSlot(int slot, std::span<const std::byte> bytes) {
  return device_.Write(*external_buffers_[static_cast<std::size_t>(slot)], 0, bytes);
}

Status Executable::ReadSlot(int slot, std::span<std::byte> bytes) {
  return device_.Read(*external_buffers_[static_cast<std::size_t>(slot)], 0, bytes);
}

Status Executable::ReadTensor(int tensor, std::span<std::byte> bytes) {
  const auto& place = std::get<plan::InBuffer>(plan_.tensors[static_cast<std::size_t>(tensor)].place);
  return device_.Read(*tensor_buffers_[static_cast<std::size_t>(place.buffer)], place.offset_bytes, bytes);
}

Status Executable::Start() {
  ASSIGN_OR_RETURN(last_event_, recording_->Submit(externals_));
  has_started_ = true;
  return Ok();
}

Status Executable::Wait(gpu::WaitMode mode) {
  return has_started_ ? recording_->Wait(last_event_, mode) : Ok();
}

Status Executable::Poison() {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const auto poison = [&](gpu::Buffer& buffer) {
    const std::vector<std::uint8_t> nans(buffer.size_bytes(), 0xff);  // All ones: NaN as fp16 and as fp32.
    return device_.Write(buffer, 0, std::as_bytes(std::span(nans)));
  };
  for (const auto& buffer : tensor_buffers_) RETURN_IF_ERROR(poison(*buffer));
  for (std::size_t slot = static_cast<std::size_t>(plan_.input_count); slot < external_buffers_.size(); ++slot) {
    RETURN_IF_ERROR(poison(*external_buffers_[slot]));
  }
  for (const auto& image : images_) RETURN_IF_ERROR(device_.Fill(*image, kNan));
  return Ok();
}

}  // namespace mica::runtime
