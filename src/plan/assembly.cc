// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "plan/assembly.h"

#include <map>

#include "base/align.h"
#include "kernel/emit.h"
#include "plan/work_group.h"

namespace mica::plan {
namespace {

// A constant tensor as kernels read tensors: [batch][slice][height][width] of 4 channels.
Packing SlicedPacking(const Shape& shape) {
  return {.source = {shape.batch(), shape.height(), shape.width(), shape.channels()},
          .loops = {
              {0, shape.batch(), 1}, {3, shape.slices(), 4}, {1, shape.height(), 1}, {2, shape.width(), 1}, {3, 4, 1}}};
}

class Assembler {
 public:
  Assembler(const gpu::DeviceInfo& device, const PlanOptions& options, const TensorTypes& types)
      : device_(device), types_(types) {
    plan_.precision = options.precision;
    plan_.storage = options.storage;
    plan_.constant_type =
        options.precision == Precision::kFp16 ? kernel::ElementType::kFloat16 : kernel::ElementType::kFloat32;
  }

  Result<Plan> Assemble(const FusedKernels& fused, const graph::Graph& graph) {
    plan_.input_count = static_cast<int>(graph.inputs.size());
    for (const graph::Value* value : fused.slots) {
      const int slot = static_cast<int>(plan_.slot_tensors.size());
      const int tensor = TensorOf(*value);
      TensorAt(tensor).place = External{slot};
      plan_.slot_tensors.push_back(tensor);
    }
    for (const FusedKernel& kernel : fused.kernels) {
      RETURN_IF_ERROR(AddDispatch(kernel).WithContext("{}", kernel.kernel.name));
    }
    for (const View& view : fused.views) {
      const int whole = TensorOf(*view.whole);
      TensorAt(TensorOf(*view.part)).part_of = PartOf{.tensor = whole, .offset_bytes = view.offset_bytes};
    }
    return std::move(plan_);
  }

 private:
  Status AddDispatch(const FusedKernel& fused) {
    const KernelRequest& request = fused.kernel;
    PlannedDispatch dispatch{.name = request.name, .origins = fused.origins, .multiply_adds = request.multiply_adds};
    kernel::Kernel kernel{
        .name = request.name,
        .text = request.text,
        .definitions = request.definitions,
        .constant_type = plan_.constant_type,
        .shared = request.shared,
        .uses_subgroups = request.uses_subgroups,
        .uses_matrices = request.uses_matrices,
        .group_size = request.group_size.value_or(ChooseGroupSize(device_, request.grid, WritesRowMajor(request)))};
    ConstantRange range;
    for (const NamedTensor& read : request.reads) {
      kernel.tensors.push_back(Argument(read, kernel::Access::kRead, range, dispatch));
    }
    for (const NamedTensor& write : request.writes) {
      kernel.tensors.push_back(Argument(write, kernel::Access::kWrite, range, dispatch));
      NoteReplaceable(request, *write.value);
    }
    for (const StepRequest& step : fused.steps) kernel.steps.push_back(MakeStep(step, range, dispatch));
    if (request.inner) {
      kernel.inner = kernel::InnerTensor{.name = request.inner->name, .shape = request.inner->shape, .steps = {}};
      for (const StepRequest& step : request.inner->steps) {
        kernel.inner->steps.push_back(MakeStep(step, range, dispatch));
      }
    }
    for (const NamedConstant& constant : request.constants) {
      kernel.constants.push_back({constant.name, AddRecipe(constant.value, constant.packing, range)});
    }
    if (!range.recipes.empty()) {
      RETURN_IF_ERROR(AddConstants(std::move(range)));
      dispatch.bindings.push_back(ConstantBinding{static_cast<int>(plan_.constants.size()) - 1});
    }
    RETURN_IF_ERROR(SetGroupCount(request.grid, kernel.group_size, dispatch));
    dispatch.program = ProgramOf(kernel);
    plan_.dispatches.push_back(std::move(dispatch));
    return Ok();
  }

  bool WritesRowMajor(const KernelRequest& request) const {
    return !request.writes.empty() && types_.Of(*request.writes[0].value).layout == kernel::Layout::kRowMajor;
  }

  kernel::Step MakeStep(const StepRequest& step, ConstantRange& range, PlannedDispatch& dispatch) {
    kernel::Step made{.text = step.text, .definitions = step.definitions, .reads = {}};
    for (const NamedTensor& read : step.reads) {
      made.reads.push_back(Argument(read, kernel::Access::kRead, range, dispatch));
    }
    return made;
  }

  // The argument of one tensor; a run-time tensor takes the next binding, a constant joins the kernel's constants.
  kernel::TensorArgument Argument(const NamedTensor& tensor, kernel::Access access, ConstantRange& range,
                                  PlannedDispatch& dispatch) {
    kernel::TensorArgument argument{.name = tensor.name,
                                    .type = types_.Of(*tensor.value),
                                    .access = access,
                                    .broadcast_channels = tensor.broadcast_channels,
                                    .may_be_overwritten = tensor.may_be_overwritten};
    if (tensor.value->is_constant()) {
      argument.type = {.shape = tensor.value->desc.shape, .element = plan_.constant_type};
      argument.first_constant = AddRecipe(tensor.value, SlicedPacking(tensor.value->desc.shape), range);
      return argument;
    }
    const int index = TensorOf(*tensor.value);
    PlannedTensor& planned = TensorAt(index);
    const int now = static_cast<int>(plan_.dispatches.size());
    if (planned.last_dispatch < 0) planned.first_dispatch = now;
    planned.last_dispatch = now;
    dispatch.bindings.push_back(TensorBinding{index});
    return argument;
  }

  // Which of the tensors that the kernel reads the written one may take the place of.
  void NoteReplaceable(const KernelRequest& request, const graph::Value& written) {
    PlannedTensor& result = TensorAt(TensorOf(written));
    for (const NamedTensor& read : request.reads) {
      if (!read.may_be_overwritten || read.value->is_constant()) continue;
      const int index = TensorOf(*read.value);
      if (TensorAt(index).type == TensorAt(TensorOf(written)).type) result.may_replace.push_back(index);
    }
  }

  PlannedTensor& TensorAt(int index) { return plan_.tensors[static_cast<std::size_t>(index)]; }

  int TensorOf(const graph::Value& value) {
    const auto [found, is_new] = tensor_of_.try_emplace(&value, static_cast<int>(plan_.tensors.size()));
    if (is_new) {
      plan_.tensors.push_back({.value_id = value.id, .name = value.name, .type = types_.Of(value)});
    }
    return found->second;
  }

  // Appends a recipe to the range; returns how many float4s lie before it.
  int AddRecipe(const graph::Value* value, const Packing& packing, ConstantRange& range) {
    const std::size_t element_bytes = plan_.constant_type == kernel::ElementType::kFloat32 ? 4 : 2;
    range.recipes.push_back(
        {.value_id = value != nullptr ? value->id : -1, .packing = packing, .offset_bytes = range.size_bytes});
    range.size_bytes += AlignUp(packing.elements(), 4) * element_bytes;
    return static_cast<int>(range.recipes.back().offset_bytes / (4 * element_bytes));
  }

  // Gives the range its place in the constants' buffers.
  Status AddConstants(ConstantRange range) {
    if (range.size_bytes > device_.max_buffer_bytes) {
      return Unsupported("needs {} bytes of constants; the device binds {} at most.", range.size_bytes,
                         device_.max_buffer_bytes);
    }
    std::size_t offset =
        plan_.constant_bytes.empty() ? 0 : AlignUp(plan_.constant_bytes.back(), device_.buffer_offset_alignment);
    if (plan_.constant_bytes.empty() || offset + range.size_bytes > device_.max_buffer_bytes) {
      plan_.constant_bytes.push_back(0);
      offset = 0;
    }
    range.buffer = static_cast<int>(plan_.constant_bytes.size()) - 1;
    range.offset_bytes = offset;
    plan_.constant_bytes.back() = offset + range.size_bytes;
    for (ConstantRecipe& recipe : range.recipes) recipe.offset_bytes += offset;
    plan_.constants.push_back(std::move(range));
    return Ok();
  }

  Status SetGroupCount(const std::array<int, 3>& grid, const std::array<int, 3>& group_size,
                       PlannedDispatch& dispatch) const {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      dispatch.group_count[axis] = DivideRoundUp(grid[axis], group_size[axis]);
      if (dispatch.group_count[axis] < 1 || dispatch.group_count[axis] > device_.max_group_count[axis]) {
        return Unsupported("needs {} work groups on axis {}; the device runs 1 to {}.", dispatch.group_count[axis],
                           axis, device_.max_group_count[axis]);
      }
    }
    return Ok();
  }

  // Equal texts are compiled once.
  int ProgramOf(const kernel::Kernel& kernel) {
    gpu::ProgramSource source = kernel::Emit(kernel, device_.language);
    const auto [found, is_new] = program_of_.try_emplace(source.text, static_cast<int>(plan_.programs.size()));
    if (is_new) plan_.programs.push_back(std::move(source));
    return found->second;
  }

  const gpu::DeviceInfo& device_;
  const TensorTypes& types_;
  Plan plan_;
  std::map<const graph::Value*, int> tensor_of_;
  std::map<std::string, int> program_of_;
};

}  // namespace

Result<Plan> Assemble(const FusedKernels& fused, const graph::Graph& graph, const gpu::DeviceInfo& device,
                      const PlanOptions& options, const TensorTypes& types) {
  return Assembler(device, options, types).Assemble(fused, graph);
}

}  // namespace mica::plan
