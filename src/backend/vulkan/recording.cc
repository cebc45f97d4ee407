// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/recording.h"

#include <algorithm>

#include "gpu/preconditions.h"

namespace mica::vulkan {
namespace {

// Sets of external objects whose commands are kept. Where there are no slots, one is enough.
constexpr std::size_t kTakes = 4;

template <typename T>
void AddOnce(std::vector<T>& list, T element) {
  if (std::ranges::find(list, element) == list.end()) list.push_back(element);
}

std::uint64_t IdOf(const gpu::BufferRange& range) {
  return AsOwn<VulkanBuffer>(*range.buffer).id();
}

}  // namespace

Result<std::unique_ptr<VulkanRecording>> VulkanRecording::Create(const Workshop& workshop,
                                                                 std::span<const gpu::Dispatch> dispatches,
                                                                 const gpu::RecordOptions& options) {
  std::unique_ptr<VulkanRecording> recording(new VulkanRecording(workshop));
  for (const gpu::Dispatch& dispatch : dispatches) recording->AddStep(dispatch);
  RETURN_IF_ERROR(recording->CreateTakes());
  recording->BindFixedObjects(dispatches);
  if (options.timestamps) {
    ASSIGN_OR_RETURN(recording->timestamps_, Timestamps::Create(workshop.connection, dispatches.size()));
  }
  return recording;
}

VulkanRecording::~VulkanRecording() {
  const std::lock_guard lock(workshop_.connection.mutex());
  workshop_.queue.Drain();
}

void VulkanRecording::AddStep(const gpu::Dispatch& dispatch) {
  const auto groups = [&](std::size_t axis) { return static_cast<std::uint32_t>(dispatch.group_count[axis]); };
  Step step{.program = &AsOwn<VulkanProgram>(*dispatch.program),
            .group_count = {groups(0), groups(1), groups(2)},
            .barrier_before = dispatch.barrier_before};
  for (std::size_t point = 0; point < dispatch.bindings.size(); ++point) AddBinding(step, dispatch, point);
  steps_.push_back(std::move(step));
}

void VulkanRecording::AddBinding(Step& step, const gpu::Dispatch& dispatch, std::size_t point) {
  const gpu::Binding& binding = dispatch.bindings[point];
  const bool is_written = dispatch.program->source().bindings[point] == gpu::BindingKind::kWriteBuffer;
  if (const auto* external = std::get_if<gpu::ExternalSlot>(&binding)) {
    const auto slot = static_cast<std::size_t>(external->index);
    step.slots.push_back({.point = static_cast<std::uint32_t>(point), .slot = slot});
    AddOnce(slots_, slot);
    if (is_written) AddOnce(output_slots_, slot);
  }
  const auto* range = std::get_if<gpu::BufferRange>(&binding);
  if (range != nullptr && is_written) AddOnce(written_, &AsOwn<VulkanBuffer>(*range->buffer));
}

Status VulkanRecording::CreateTakes() {
  const std::size_t take_count = slots_.empty() ? 1 : kTakes;
  std::vector<const VulkanProgram*> programs;  // Of each descriptor set.
  std::vector<std::vector<std::size_t>> set_of(take_count);
  for (const Step& step : steps_) {
    for (std::size_t take = 0; take < take_count; ++take) {
      if (take == 0 || !step.slots.empty()) programs.push_back(step.program);
      set_of[take].push_back(programs.size() - 1);
    }
  }
  outputs_.resize(output_slots_.size());
  ASSIGN_OR_RETURN(sets_, DescriptorSets::Create(workshop_.connection, programs));
  for (std::size_t i = 0; i < take_count; ++i) {
    ASSIGN_OR_RETURN(CommandBuffer commands, CommandBuffer::Create(workshop_.connection));
    ASSIGN_OR_RETURN(Readback readback, Readback::Create(workshop_, output_slots_.size()));
    Take take{.commands = std::move(commands),
              .readback = std::move(readback),
              .occupants = std::vector<Occupant>(slots_.size())};
    for (const std::size_t set : set_of[i]) take.sets.push_back((*sets_)[set]);
    takes_.push_back(std::move(take));
  }
  return Ok();
}

void VulkanRecording::BindFixedObjects(std::span<const gpu::Dispatch> dispatches) {
  const Connection& connection = workshop_.connection;
  for (std::size_t i = 0; i < dispatches.size(); ++i) {
    const gpu::Dispatch& dispatch = dispatches[i];
    const std::size_t take_count = steps_[i].slots.empty() ? 1 : takes_.size();
    for (std::uint32_t point = 0; point < dispatch.bindings.size(); ++point) {
      const gpu::Binding& binding = dispatch.bindings[point];
      const gpu::BindingKind kind = dispatch.program->source().bindings[point];
      for (std::size_t take = 0; take < take_count; ++take) {
        const VkDescriptorSet set = takes_[take].sets[i];
        if (const auto* range = std::get_if<gpu::BufferRange>(&binding)) BindBuffer(connection, set, point, *range);
        if (const auto* image = std::get_if<gpu::Image*>(&binding)) {
          BindImage(connection, set, point, kind, AsOwn<VulkanImage>(**image));
        }
      }
    }
  }
}

Result<gpu::Event> VulkanRecording::Submit(gpu::ExternalBindings externals) {
  for (const std::size_t slot : slots_) {
    RETURN_IF_ERROR(gpu::CheckExternal(workshop_.connection.physical().info, static_cast<int>(slot), externals));
  }
  const std::lock_guard lock(workshop_.connection.mutex());
  ASSIGN_OR_RETURN(Take* const take, FindTake(externals));
  Result<gpu::Event> event = SubmitTake(*take, externals);
  if (!event) return Unexpected(event.error().WithContext("a run"));
  return event;
}

Result<gpu::Event> VulkanRecording::SubmitTake(Take& take, gpu::ExternalBindings externals) {
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const gpu::BufferRange& range = externals[output_slots_[i]];
    outputs_[i] = &AsOwn<VulkanBuffer>(*range.buffer);
    if (range.size_bytes < range.buffer->size_bytes()) outputs_[i]->mirror().was_read = false;  // A mirror is whole.
  }
  ASSIGN_OR_RETURN(const VkCommandBuffer readback, take.readback.CommandsFor(outputs_, take.last_run));
  ASSIGN_OR_RETURN(take.last_run, workshop_.queue.Submit(take.commands.handle(), readback));
  for (VulkanBuffer* output : outputs_) NoteRun(*output, output->mirror().is_wanted(), take.last_run);
  for (VulkanBuffer* buffer : written_) NoteRun(*buffer, /*is_copied=*/false, take.last_run);
  return take.last_run;
}

bool VulkanRecording::Fits(const Take& take, gpu::ExternalBindings externals) const {
  if (!take.is_recorded) return false;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const gpu::BufferRange& range = externals[slots_[i]];
    if (take.occupants[i] != Occupant{IdOf(range), range.offset_bytes, range.size_bytes}) return false;
  }
  return true;
}

Result<VulkanRecording::Take*> VulkanRecording::FindTake(gpu::ExternalBindings externals) {
  const auto fitting = std::ranges::find_if(takes_, [&](const Take& take) { return Fits(take, externals); });
  if (fitting != takes_.end()) return &*fitting;
  Take& oldest = *std::ranges::min_element(takes_, {}, &Take::last_run);
  if (oldest.last_run > 0) RETURN_IF_ERROR(workshop_.queue.Wait(oldest.last_run, gpu::WaitMode::kPassive));
  RETURN_IF_ERROR(RecordTake(oldest, externals).WithContext("recording {} dispatches", steps_.size()));
  return &oldest;
}

Status VulkanRecording::RecordTake(Take& take, gpu::ExternalBindings externals) {
  take.is_recorded = false;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    for (const auto& [point, slot] : steps_[i].slots) {
      BindBuffer(workshop_.connection, take.sets[i], point, externals[slot]);
    }
  }
  RETURN_IF_ERROR(take.commands.Begin(VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT));
  RecordSteps(take);
  RETURN_IF_ERROR(take.commands.End());
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const gpu::BufferRange& range = externals[slots_[i]];
    take.occupants[i] = {IdOf(range), range.offset_bytes, range.size_bytes};
  }
  take.is_recorded = true;
  return Ok();
}

void VulkanRecording::RecordSteps(const Take& take) const {
  const DeviceFunctions& vk = workshop_.connection.vk();
  const VkCommandBuffer commands = take.commands.handle();
  // Behind the run before, and the copies into its inputs.
  RecordBarrier(vk, commands, kKernelWrites | kCopyWrites, kKernels);
  if (timestamps_) timestamps_->RecordReset(commands);
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const auto& [program, groups, barrier_before, slots] = steps_[i];
    if (i > 0 && (barrier_before || timestamps_)) RecordBarrier(vk, commands, kKernelWrites, kKernels);
    if (i == 0 || program != steps_[i - 1].program) {
      vk.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, program->pipeline());
    }
    vk.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, program->layout(), 0, 1, &take.sets[i], 0,
                             nullptr);
    if (timestamps_) timestamps_->RecordBegin(commands, i);
    vk.CmdDispatch(commands, groups[0], groups[1], groups[2]);
    if (timestamps_) timestamps_->RecordEnd(commands, i);
  }
  // Where the CPU reads the memory itself. Elsewhere a copy comes between, which has a barrier of its own.
  if (workshop_.route == Route::kDirect) RecordBarrier(vk, commands, kKernelWrites, kHostReads);
}

Status VulkanRecording::Wait(gpu::Event event, gpu::WaitMode mode) {
  const std::lock_guard lock(workshop_.connection.mutex());
  return workshop_.queue.Wait(event, mode);
}

Result<std::vector<gpu::DispatchTime>> VulkanRecording::ReadTimes() {
  if (!timestamps_) return gpu::Recording::ReadTimes();
  const std::lock_guard lock(workshop_.connection.mutex());
  return timestamps_->Read();
}

}  // namespace mica::vulkan
