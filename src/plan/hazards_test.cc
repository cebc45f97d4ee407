// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "plan/hazards.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mica::plan {
namespace {

using gpu::BindingKind;
using ::testing::ElementsAre;

// A plan made of nothing but tensors of 256 bytes and dispatches that read and write them.
class HazardsTest : public testing::Test {
 protected:
  int Tensor(Place place) {
    plan_.tensors.push_back({.type = {.shape = {16, 4}}, .place = place});
    return static_cast<int>(plan_.tensors.size()) - 1;
  }
  int InBufferAt(std::size_t offset_bytes, int buffer = 0) { return Tensor(InBuffer{buffer, offset_bytes}); }

  void Dispatch(const std::vector<int>& reads, const std::vector<int>& writes) {
    gpu::ProgramSource program;
    PlannedDispatch dispatch{.program = static_cast<int>(plan_.programs.size())};
    for (const int tensor : reads) {
      program.bindings.push_back(BindingKind::kReadBuffer);
      dispatch.bindings.push_back(TensorBinding{tensor});
    }
    for (const int tensor : writes) {
      program.bindings.push_back(BindingKind::kWriteBuffer);
      dispatch.bindings.push_back(TensorBinding{tensor});
    }
    program.bindings.push_back(BindingKind::kReadBuffer);
    dispatch.bindings.push_back(ConstantBinding{0});  // Nobody writes constants.
    plan_.programs.push_back(program);
    plan_.dispatches.push_back(dispatch);
  }

  std::vector<bool> Barriers() {
    SetBarriers(plan_);
    std::vector<bool> barriers;
    for (const PlannedDispatch& dispatch : plan_.dispatches) barriers.push_back(dispatch.barrier_before);
    return barriers;
  }

  Plan plan_;
  const int input_ = Tensor(External{0});
};

TEST_F(HazardsTest, AReaderWaitsForItsWriter) {
  const int a = InBufferAt(0);
  const int b = InBufferAt(256);
  Dispatch({input_}, {a});
  Dispatch({a}, {b});
  Dispatch({b}, {Tensor(External{1})});
  EXPECT_THAT(Barriers(), ElementsAre(false, true, true));
}

TEST_F(HazardsTest, IndependentBranchesDoNotWaitForEachOther) {
  const int a = InBufferAt(0);
  const int b = InBufferAt(256);
  Dispatch({input_}, {a});
  Dispatch({input_}, {b});
  Dispatch({a, b}, {InBufferAt(512)});
  EXPECT_THAT(Barriers(), ElementsAre(false, false, true));
}

TEST_F(HazardsTest, OneBarrierServesAllReadersBehindIt) {
  const int a = InBufferAt(0);
  Dispatch({input_}, {a});
  Dispatch({a}, {InBufferAt(256)});
  Dispatch({a}, {InBufferAt(512)});
  EXPECT_THAT(Barriers(), ElementsAre(false, true, false));
}

TEST_F(HazardsTest, AWriterWaitsForReadersOfTheSameMemory) {
  Dispatch({InBufferAt(0)}, {InBufferAt(512)});
  Dispatch({input_}, {InBufferAt(128)});  // Half of what is read there.
  EXPECT_THAT(Barriers(), ElementsAre(false, true));
}

TEST_F(HazardsTest, AWriterWaitsForAnotherWriter) {
  Dispatch({input_}, {InBufferAt(0)});
  Dispatch({input_}, {InBufferAt(0)});
  EXPECT_THAT(Barriers(), ElementsAre(false, true));
}

TEST_F(HazardsTest, NeighboursAndOtherBuffersDoNotMatter) {
  Dispatch({input_}, {InBufferAt(256)});
  Dispatch({InBufferAt(0)}, {InBufferAt(512)});
  Dispatch({InBufferAt(256, /*buffer=*/1)}, {Tensor(InImage{0})});
  EXPECT_THAT(Barriers(), ElementsAre(false, false, false));
}

TEST_F(HazardsTest, ImagesAndSlotsAreKnownByTheirNumbers) {
  Dispatch({input_}, {Tensor(InImage{0})});
  Dispatch({input_}, {Tensor(InImage{1})});
  Dispatch({Tensor(InImage{1})}, {Tensor(External{1})});
  Dispatch({input_}, {Tensor(External{2})});
  Dispatch({Tensor(External{1})}, {Tensor(External{3})});
  EXPECT_THAT(Barriers(), ElementsAre(false, false, true, false, true));
}

}  // namespace
}  // namespace mica::plan
