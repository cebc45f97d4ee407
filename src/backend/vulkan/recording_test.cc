// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/vulkan/recording.h"

#include "backend/vulkan/vulkan_test.h"

namespace mica::vulkan {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

using RecordingTest = VulkanWaysTest;

TEST_P(RecordingTest, BarriersOrderDispatches) {
  const auto program = Compile(DoubleAndAddOne());
  const auto values = MakeBuffer(*device_, std::vector<float>(1000, 0));
  const gpu::Dispatch step = {
      .program = program.get(), .bindings = {Whole(values)}, .group_count = {1000, 1, 1}, .barrier_before = true};
  const std::vector<gpu::Dispatch> chain(16, step);

  const Status status = RunOnce(*device_, chain);

  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_THAT(ReadFloats(*device_, *values), Each(65535));  // 2^16 - 1.
}

TEST_P(RecordingTest, ARecordingRunsAgainAndAgain) {
  const auto program = Compile(DoubleAndAddOne());
  const auto values = MakeBuffer(*device_, {0, 1});
  const gpu::Dispatch step = {.program = program.get(), .bindings = {Whole(values)}, .group_count = {2, 1, 1}};
  const auto recording = device_->Record({&step, 1}, {});
  ASSERT_TRUE(recording.has_value()) << MessageOf(recording);

  // More than there are fences. Each run sees what the one before wrote, though nobody waits between them.
  std::vector<gpu::Event> events;
  for (int run = 0; run < 20; ++run) events.push_back(*(*recording)->Submit({}));

  EXPECT_TRUE((*recording)->Wait(events.front(), gpu::WaitMode::kActive).ok());
  EXPECT_TRUE((*recording)->Wait(events.back(), gpu::WaitMode::kPassive).ok());
  EXPECT_TRUE((*recording)->Wait(events.back(), gpu::WaitMode::kActive).ok());
  EXPECT_THAT((*recording)->Wait(events.back() + 1, gpu::WaitMode::kActive).message(), HasSubstr("never submitted"));
  EXPECT_THAT((*recording)->Wait(0, gpu::WaitMode::kActive).message(), HasSubstr("never submitted"));
  EXPECT_THAT(ReadFloats(*device_, *values), ElementsAre(1048575, 2097151));
}

TEST_P(RecordingTest, WritesKeepTheirPlaceBetweenRuns) {
  const auto program = Compile(AddSource());
  const auto a = MakeBuffer(*device_, {0, 0, 0, 0});
  const auto b = MakeBuffer(*device_, {1, 1, 1, 1});
  const auto sum = MakeBuffer(*device_, std::vector<float>(4));
  const auto last = MakeBuffer(*device_, std::vector<float>(4));
  const gpu::Dispatch add = {.program = program.get(), .bindings = {Whole(a), Whole(b), gpu::ExternalSlot{0}}};
  const auto recording = device_->Record({&add, 1}, {});
  ASSERT_TRUE(recording.has_value()) << MessageOf(recording);

  // More than there are batches of copies, and nobody waits.
  for (int run = 1; run <= 10; ++run) {
    const std::vector<float> input(4, static_cast<float>(run));
    ASSERT_TRUE(device_->Write(*a, 0, std::as_bytes(std::span(input))).ok());
    ASSERT_TRUE((*recording)->Submit(std::array{Whole(run == 5 ? sum : last)}).has_value());
  }

  EXPECT_THAT(ReadFloats(*device_, *sum), Each(6));
  EXPECT_THAT(ReadFloats(*device_, *last), Each(11));
}

TEST_P(RecordingTest, EachSubmitBindsItsOwnExternalObjects) {
  const auto program = Compile(AddSource());
  const auto b = MakeBuffer(*device_, {1, 1, 1, 1});
  const gpu::Dispatch add = {.program = program.get(),
                             .bindings = {gpu::ExternalSlot{0}, Whole(b), gpu::ExternalSlot{1}}};
  const auto recording = device_->Record({&add, 1}, {});
  ASSERT_TRUE(recording.has_value()) << MessageOf(recording);

  // Each pair twice, and more pairs than a recording keeps commands for.
  std::vector<std::unique_ptr<gpu::Buffer>> inputs, outputs;
  for (int i = 0; i < 7; ++i) {
    inputs.push_back(MakeBuffer(*device_, std::vector<float>(4, static_cast<float>(i))));
    outputs.push_back(MakeBuffer(*device_, std::vector<float>(4)));
  }
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      EXPECT_TRUE((*recording)->Submit(std::array{Whole(inputs[i]), Whole(outputs[i])}).has_value());
    }
  }
  EXPECT_THAT(MessageOf((*recording)->Submit(std::array{Whole(b)})), HasSubstr("external slot 1"));

  for (std::size_t i = 0; i < outputs.size(); ++i) {
    EXPECT_THAT(ReadFloats(*device_, *outputs[i]), Each(static_cast<float>(i) + 1));
  }
}

TEST_P(RecordingTest, ANewBufferIsNotTakenForADeadOne) {
  const auto program = Compile(AddSource());
  const auto b = MakeBuffer(*device_, {1, 1, 1, 1});
  const auto c = MakeBuffer(*device_, std::vector<float>(4));
  const gpu::Dispatch add = {.program = program.get(), .bindings = {gpu::ExternalSlot{0}, Whole(b), Whole(c)}};
  const auto recording = device_->Record({&add, 1}, {});
  ASSERT_TRUE(recording.has_value()) << MessageOf(recording);
  for (const float value : {1.0f, 2.0f, 3.0f}) {  // Drivers mostly give each the handle of the one before.
    const auto input = MakeBuffer(*device_, std::vector<float>(4, value));
    ASSERT_TRUE((*recording)->Submit(std::array{Whole(input)}).has_value());
    EXPECT_THAT(ReadFloats(*device_, *c), Each(value + 1));
  }
}

TEST_P(RecordingTest, AnEmptyRecordingIsDoneAtOnce) {
  EXPECT_TRUE(RunOnce(*device_, {}).ok());
}

TEST_P(RecordingTest, ABrokenDispatchIsNamed) {
  const auto program = Compile(AddSource());
  const auto buffer = MakeBuffer(*device_, std::vector<float>(4));
  const std::vector<gpu::Dispatch> dispatches = {
      {.program = program.get(), .bindings = {Whole(buffer), Whole(buffer), Whole(buffer)}},
      {.program = program.get(), .bindings = {Whole(buffer)}}};
  EXPECT_EQ(MessageOf(device_->Record(dispatches, {})), "dispatch #1: add: 1 objects are bound; the program takes 3.");
}

INSTANTIATE_TEST_SUITE_P(AllWays, RecordingTest, kAllWays, NameOfWays);

// An output that is copied back along with its run, because the last one was read too.
class ReadbackTest : public VulkanWaysTest {
 protected:
  void SetUp() override {
    VulkanWaysTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    program_ = Compile(DoubleAndAddOne());
    values_ = MakeBuffer(*device_, {0, 0});
    const gpu::Dispatch step = {
        .program = program_.get(), .bindings = {gpu::ExternalSlot{0}}, .group_count = {2, 1, 1}};
    recording_ = *device_->Record({&step, 1}, {});
    for (const float expected : {1.0f, 3.0f, 7.0f}) {
      RunOn(Whole(values_));
      EXPECT_THAT(ReadFloats(*device_, *values_), Each(expected));
    }
  }

  void RunOn(const gpu::BufferRange& range) {
    ASSERT_TRUE(recording_->Wait(*recording_->Submit({&range, 1}), gpu::WaitMode::kPassive).ok());
  }

  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Buffer> values_;
  std::unique_ptr<gpu::Recording> recording_;
};

TEST_P(ReadbackTest, ReadingItAsksNothingOfTheGpu) {
  RunOn(Whole(values_));
  const InjectedFailure failure("vkQueueSubmit");
  EXPECT_THAT(ReadFloats(*device_, *values_), Each(15));
  EXPECT_THAT(ReadFloats(*device_, *values_, 4, 1), Each(15));
  EXPECT_FALSE(failure.happened());
}

TEST_P(ReadbackTest, AWriteOfTheCpuIsSeen) {
  RunOn(Whole(values_));
  const std::vector<float> written = {4};
  ASSERT_TRUE(device_->Write(*values_, 4, std::as_bytes(std::span(written))).ok());
  EXPECT_THAT(ReadFloats(*device_, *values_), ElementsAre(15, 4));
}

TEST_P(ReadbackTest, ARunOfAnotherRecordingIsSeen) {
  RunOn(Whole(values_));
  const gpu::Dispatch step = {.program = program_.get(), .bindings = {Whole(values_)}, .group_count = {2, 1, 1}};
  ASSERT_TRUE(RunOnce(*device_, {&step, 1}).ok());
  EXPECT_THAT(ReadFloats(*device_, *values_), Each(31));
}

TEST_P(ReadbackTest, RunsThatNobodyReadsAreSeenByALaterRead) {
  for (int run = 0; run < 5; ++run) RunOn(Whole(values_));
  EXPECT_THAT(ReadFloats(*device_, *values_), Each(255));
}

TEST_P(ReadbackTest, OtherBuffersInTheSlotAreSeen) {
  const auto other = MakeBuffer(*device_, {1, 1});
  for (const float expected : {3.0f, 7.0f, 15.0f}) {
    RunOn(Whole(other));
    EXPECT_THAT(ReadFloats(*device_, *other), Each(expected));
  }
  EXPECT_THAT(ReadFloats(*device_, *values_), Each(7));
}

TEST_P(ReadbackTest, ARunOnAPartOfTheBufferIsSeen) {
  const auto large = MakeBuffer(*device_, std::vector<float>(1024, 1));
  for (const float expected : {3.0f, 7.0f, 15.0f}) {
    RunOn({large.get(), 0, 8});
    EXPECT_THAT(ReadFloats(*device_, *large, 0, 3), ElementsAre(expected, expected, 1));
  }
}

INSTANTIATE_TEST_SUITE_P(AllWays, ReadbackTest, kAllWays, NameOfWays);

class TimestampsTest : public VulkanTest {
 protected:
  void SetUp() override {
    VulkanTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    if (!device_->info().has_timestamps) GTEST_SKIP() << "The device has no timestamps.";
    program_ = *device_->Compile(DoubleAndAddOne());
    values_ = MakeBuffer(*device_, std::vector<float>(20000));
    step_ = {.program = program_.get(), .bindings = {Whole(values_)}, .group_count = {20000, 1, 1}};
  }

  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Buffer> values_;
  gpu::Dispatch step_;
};

TEST_F(TimestampsTest, EachDispatchHasItsTimeBehindTheOneBefore) {
  const std::vector<gpu::Dispatch> steps(3, step_);
  const auto recording = device_->Record(steps, {.timestamps = true});
  ASSERT_TRUE(recording.has_value()) << MessageOf(recording);
  for (int run = 0; run < 2; ++run) {
    ASSERT_TRUE((*recording)->Wait(*(*recording)->Submit({}), gpu::WaitMode::kPassive).ok());
    const auto times = (*recording)->ReadTimes();
    ASSERT_TRUE(times.has_value()) << MessageOf(times);
    ASSERT_EQ(times->size(), 3u);
    EXPECT_EQ(times->front().begin_us, 0);
    double end_before = 0;
    for (const gpu::DispatchTime& time : *times) {
      EXPECT_GE(time.begin_us, end_before);
      EXPECT_GT(time.end_us, time.begin_us);
      end_before = time.end_us;
    }
    EXPECT_LT(end_before, 1e7);
  }
  EXPECT_THAT(ReadFloats(*device_, *values_), Each(63));  // Six dispatches, each behind the one before.
}

TEST_F(TimestampsTest, AreThereOnlyWhereTheyWereAskedForAndBehindARun) {
  const auto plain = device_->Record({&step_, 1}, {});
  ASSERT_TRUE(plain.has_value()) << MessageOf(plain);
  EXPECT_THAT(MessageOf((*plain)->ReadTimes()), HasSubstr("has no timestamps"));
  const auto none = device_->Record({}, {.timestamps = true});
  ASSERT_TRUE(none.has_value()) << MessageOf(none);
  ASSERT_TRUE((*none)->Wait(*(*none)->Submit({}), gpu::WaitMode::kPassive).ok());
  EXPECT_TRUE((*none)->ReadTimes()->empty());
}

TEST(MicrosecondsBetweenTest, CountersWrapAround) {
  EXPECT_DOUBLE_EQ(MicrosecondsBetween(1000, 3000, 64, 0.5), 1);
  EXPECT_DOUBLE_EQ(MicrosecondsBetween((std::uint64_t{1} << 36) - 500, 500, 36, 1), 1);
}

}  // namespace
}  // namespace mica::vulkan
