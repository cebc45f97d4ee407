// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "memory/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mica::memory {
namespace {

using ::testing::Eq;
using ::testing::HasSubstr;
using ::testing::Optional;

const std::vector<Lifetime> kTensors = {
    {.first_step = 0, .last_step = 1, .size_bytes = 10},
    {.first_step = 1, .last_step = 2, .size_bytes = 20},
    {.first_step = 2, .last_step = 3, .size_bytes = 10},
};

TEST(FindFaultTest, OfObjects) {
  EXPECT_THAT(FindFault({.tensors = kTensors}, InObjects({.object_of = {0, 1, 0}, .object_bytes = {10, 20}})),
              Eq(std::nullopt));
  EXPECT_THAT(FindFault({.tensors = kTensors}, InObjects({.object_of = {0, 0, 1}, .object_bytes = {20, 10}})),
              Optional(HasSubstr("0 and 1 are alive together and overlap")));
  EXPECT_THAT(FindFault({.tensors = kTensors}, InObjects({.object_of = {0, 1, 0}, .object_bytes = {10, 19}})),
              Optional(HasSubstr("ends at 20, its object at 19")));
  EXPECT_THAT(FindFault({.tensors = kTensors}, InObjects({.object_of = {0, 1, 2}, .object_bytes = {10, 20}})),
              Optional(HasSubstr("in object 2, which is none")));
  EXPECT_THAT(FindFault({.tensors = kTensors}, MemoryPlan{}), Optional(HasSubstr("for 0 tensors, not for 3")));
}

TEST(FindFaultTest, OfOffsets) {
  const MemoryRequest request{.tensors = kTensors, .alignment = 4};
  EXPECT_THAT(FindFault(request, InArena({.offsets = {0, 12, 0}, .size_bytes = 32})), Eq(std::nullopt));
  EXPECT_THAT(FindFault(request, InArena({.offsets = {0, 8, 0}, .size_bytes = 32})), Optional(HasSubstr("0 and 1")));
  EXPECT_THAT(FindFault(request, InArena({.offsets = {0, 12, 0}, .size_bytes = 31})),
              Optional(HasSubstr("ends at 32, its object at 31")));
  EXPECT_THAT(FindFault(request, InArena({.offsets = {0, 10, 0}, .size_bytes = 32})),
              Optional(HasSubstr("not aligned to 4")));
}

TEST(FindFaultTest, OfViews) {
  const std::vector<View> views = {{.tensor = 0, .whole = 1, .offset_bytes = 5}};
  const MemoryRequest request{.tensors = kTensors, .views = views};
  EXPECT_THAT(FindFault(request, InArena({.offsets = {5, 0, 20}, .size_bytes = 30})), Eq(std::nullopt));
  EXPECT_THAT(FindFault(request, InArena({.offsets = {0, 0, 20}, .size_bytes = 30})),
              Optional(HasSubstr("0 is not at byte 5 of tensor 1")));
}

TEST(FindFaultTest, OfInPlacePairs) {
  const std::vector<InPlace> in_place = {{.output = 1, .input = 0}};
  const MemoryRequest request{.tensors = kTensors, .in_place = in_place};
  EXPECT_THAT(FindFault(request, InArena({.offsets = {0, 0, 20}, .size_bytes = 30})), Eq(std::nullopt));
  // In part is not in place: the kernel would overwrite elements that it has not read.
  EXPECT_THAT(FindFault(request, InArena({.offsets = {1, 0, 20}, .size_bytes = 30})), Optional(HasSubstr("0 and 1")));
}

}  // namespace
}  // namespace mica::memory
