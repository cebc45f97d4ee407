// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "backend/vulkan/descriptor_sets.h"
#include "backend/vulkan/readback.h"
#include "backend/vulkan/timestamps.h"

namespace mica::vulkan {

// Dispatches in a command buffer that is recorded once and submitted as often as wanted, several at a time too. For
// other objects in the external slots it is recorded anew; the last few are kept, so that a program which alternates
// between two sets of buffers pays for each once.
class VulkanRecording : public gpu::Recording {
 public:
  static Result<std::unique_ptr<VulkanRecording>> Create(const Workshop& workshop,
                                                         std::span<const gpu::Dispatch> dispatches,
                                                         const gpu::RecordOptions& options);
  // Waits for its runs.
  ~VulkanRecording() override;

  Result<gpu::Event> Submit(gpu::ExternalBindings externals) override;
  Status Wait(gpu::Event event, gpu::WaitMode mode) override;
  Result<std::vector<gpu::DispatchTime>> ReadTimes() override;

 private:
  struct SlotBinding {
    std::uint32_t point;
    std::size_t slot;
  };

  // A dispatch with everything resolved but the slots.
  struct Step {
    const VulkanProgram* program;
    std::array<std::uint32_t, 3> group_count;
    bool barrier_before;
    std::vector<SlotBinding> slots;
  };

  // What lies in a slot.
  struct Occupant {
    std::uint64_t buffer_id = 0;
    std::size_t offset_bytes = 0;
    std::size_t size_bytes = 0;
    friend bool operator==(const Occupant&, const Occupant&) = default;
  };

  // The commands for one set of objects in the slots.
  struct Take {
    CommandBuffer commands;
    Readback readback;
    std::vector<VkDescriptorSet> sets;  // Of each step; one without slots shares its set with the other takes.
    std::vector<Occupant> occupants;    // Of each slot in `slots_`.
    bool is_recorded = false;
    gpu::Event last_run = 0;
  };

  explicit VulkanRecording(const Workshop& workshop) : workshop_(workshop) {}

  void AddStep(const gpu::Dispatch& dispatch);
  void AddBinding(Step& step, const gpu::Dispatch& dispatch, std::size_t point);
  Status CreateTakes();
  void BindFixedObjects(std::span<const gpu::Dispatch> dispatches);
  bool Fits(const Take& take, gpu::ExternalBindings externals) const;
  Result<Take*> FindTake(gpu::ExternalBindings externals);
  Status RecordTake(Take& take, gpu::ExternalBindings externals);
  void RecordSteps(const Take& take) const;
  Result<gpu::Event> SubmitTake(Take& take, gpu::ExternalBindings externals);

  const Workshop& workshop_;
  std::vector<Step> steps_;
  std::vector<std::size_t> slots_;         // Those in use, each once.
  std::vector<std::size_t> output_slots_;  // Those that are written.
  std::vector<VulkanBuffer*> outputs_;     // What lies in them in the run at hand.
  std::vector<VulkanBuffer*> written_;     // By every run, apart from those.
  std::optional<DescriptorSets> sets_;
  std::vector<Take> takes_;
  std::optional<Timestamps> timestamps_;
};

}  // namespace mica::vulkan
