// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "runtime/executable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <new>

#include "backend/null/null_device.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/graph_under_test.h"
#include "plan/planner.h"

namespace {
std::atomic<int> allocation_count = 0;
}  // namespace

// Counts what the whole program allocates. Not inlined: g++ would otherwise see free() behind another's operator new.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocation_count;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  std::abort();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace mica::runtime {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

// x ─ CONV ─ v ─ CONV ─ y on the null backend.
class ExecutableTest : public testing::Test {
 protected:
  std::unique_ptr<Executable> Build(const plan::PlanOptions& options = {}) {
    Result<plan::Plan> plan = plan::MakePlan(test_.graph, device_->info(), options);
    EXPECT_TRUE(plan) << plan.error().message();
    auto executable = Executable::Build(*device_, *std::move(plan), test_.graph,
                                        [&](int done, int total) { progress_.emplace_back(done, total); });
    EXPECT_TRUE(executable) << executable.error().message();
    return *std::move(executable);
  }
  graph::Value& Conv(graph::Value& image) {
    return test_.Add("CONV_2D", {&image, &test_.Weights({8, 1, 1, 8})}, ops::Conv2dAttributes{});
  }

  std::unique_ptr<null_backend::NullDevice> device_ = null_backend::CreateDevice();
  ops::GraphUnderTest test_;
  graph::Value& x_ = test_.Input({1, 4, 4, 8});
  graph::Value& v_ = Conv(x_);
  graph::Value& y_ = Conv(v_);
  std::vector<std::pair<int, int>> progress_;

  void SetUp() override { test_.graph.outputs = {&y_}; }
};

TEST_F(ExecutableTest, ARunAllocatesNothing) {
  const std::unique_ptr<Executable> executable = Build();
  const std::vector<float> numbers(4 * 4 * 8, 1.0f);
  const int before = allocation_count;
  ASSERT_TRUE(executable->WriteSlot(0, std::as_bytes(std::span(numbers))).ok());
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(executable->Start().ok());
    ASSERT_TRUE(executable->Wait(gpu::WaitMode::kPassive).ok());
  }
  EXPECT_EQ(allocation_count, before);
  EXPECT_EQ(device_->submit_count(), 10u);
}

TEST_F(ExecutableTest, ProgressCountsThePrograms) {
  Build();
  EXPECT_THAT(progress_, ElementsAre(std::pair(0, 2), std::pair(1, 2), std::pair(2, 2)));
}

TEST_F(ExecutableTest, SlotsHoldTheInputsAndOutputs) {
  const std::unique_ptr<Executable> executable = Build();
  EXPECT_EQ(executable->SlotBytes(0), 512u);
  EXPECT_EQ(executable->SlotBytes(1), 512u);
  const std::vector<float> numbers(128, 3.0f);
  ASSERT_TRUE(executable->WriteSlot(0, std::as_bytes(std::span(numbers))).ok());
  std::vector<float> read(128);
  ASSERT_TRUE(executable->ReadSlot(0, std::as_writable_bytes(std::span(read))).ok());
  EXPECT_EQ(read, numbers);
}

TEST_F(ExecutableTest, NothingStartedIsNothingToWaitFor) {
  EXPECT_TRUE(Build()->Wait(gpu::WaitMode::kActive).ok());
}

TEST_F(ExecutableTest, PoisonReachesAllTensorsButTheInputs) {
  const std::unique_ptr<Executable> executable = Build();
  ASSERT_TRUE(executable->Poison().ok());
  std::vector<float> numbers(128);
  const auto is_nan = testing::Truly([](float number) { return std::isnan(number); });
  ASSERT_TRUE(executable->ReadSlot(1, std::as_writable_bytes(std::span(numbers))).ok());
  EXPECT_THAT(numbers, Each(is_nan));
  for (std::size_t i = 0; i < executable->plan().tensors.size(); ++i) {
    if (!std::holds_alternative<plan::InBuffer>(executable->plan().tensors[i].place)) continue;
    ASSERT_TRUE(executable->ReadTensor(static_cast<int>(i), std::as_writable_bytes(std::span(numbers))).ok());
    EXPECT_THAT(numbers, Each(is_nan));
  }
  ASSERT_TRUE(executable->ReadSlot(0, std::as_writable_bytes(std::span(numbers))).ok());
  EXPECT_THAT(numbers, Each(0.0f));
}

TEST_F(ExecutableTest, EveryStorageAndPrecisionKeepsTheContractOfDevices) {
  for (const auto storage : {kernel::Storage::kBuffer, kernel::Storage::kImage}) {
    for (const auto precision : {Precision::kFp32, Precision::kFp16}) {
      EXPECT_NE(Build({.precision = precision, .storage = storage}), nullptr);
    }
  }
}

}  // namespace
}  // namespace mica::runtime
