// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "memory/lifetime.h"

namespace mica::memory {

// `tensor` is the part of `whole` that starts at `offset_bytes`: the inputs of a concatenation or the outputs of a
// split, where the layout makes the part one piece of memory. Nothing is copied then. `whole` may itself be a view.
// The bytes are shared, so they are kept from the first use of either to the last of both, gaps included.
struct View {
  std::size_t tensor = 0;
  std::size_t whole = 0;
  std::size_t offset_bytes = 0;  // Kept as it is: whether the device can bind it is for the caller to know.
};

// `output` may start where `input` starts although both are alive at one step: the last of the input and the first of
// the output, at which the kernel reads each element before it writes it. Not more than a permission: the plan uses it
// where that helps. An output may have several such inputs, and an input several outputs.
struct InPlace {
  std::size_t output = 0;
  std::size_t input = 0;
};

// What memory is wanted for. Planning ends the program where views overlap their wholes' ends or form a cycle, or where
// an input outlives the step that would overwrite it.
struct MemoryRequest {
  std::span<const Lifetime> tensors;
  std::span<const View> views = {};
  std::span<const InPlace> in_place = {};
  std::size_t alignment = 1;  // Of the offset of every tensor that is no view; any number above 0.
  std::size_t max_object_bytes = std::numeric_limits<std::size_t>::max();  // No tensor is larger.
};

// Where a tensor lies once its views are followed: in the memory of `root`, which is no view, at an offset.
struct Home {
  std::size_t root = 0;
  std::size_t offset_bytes = 0;
  // When its bytes are kept: its own life, and the gap up to that of its whole.
  int first_step = 0;
  int last_step = 0;
};

// For each tensor of a request, which is checked.
std::vector<Home> FindHomes(const MemoryRequest& request);

// The tensors that are no views, in their order, each with the life of all its views.
std::vector<Lifetime> WholeLifetimes(const MemoryRequest& request);

}  // namespace mica::memory
