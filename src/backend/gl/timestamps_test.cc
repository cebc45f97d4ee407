// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/gl/timestamps.h"

#include "backend/gl/gl_test.h"
#include "backend/gl/recording.h"

namespace mica::gl {
namespace {

using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;

// value = 2 * value + 1, after a while.
gpu::ProgramSource SlowDoubleAndAddOne() {
  return {.name = "slow_double_and_add_one",
          .text = R"(#version 310 es
precision highp float;
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer V { float value[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float x = value[i];
  float y = x;
  for (int k = 0; k < 10000; ++k) y = sqrt(y + 1.0);
  value[i] = 2.0 * x + (y > 0.0 ? 1.0 : y);
}
)",
          .bindings = {gpu::BindingKind::kWriteBuffer}};
}

class TimestampsTest : public GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    if (!device_->info().has_timestamps) GTEST_SKIP() << "The driver has no timestamps.";
    program_ = *device_->Compile(SlowDoubleAndAddOne());
    values_ = MakeBuffer(*device_, std::vector<float>(100));
    step_ = {.program = program_.get(), .bindings = {Whole(values_)}, .group_count = {100, 1, 1}};
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
      EXPECT_GT(time.end_us, time.begin_us + 1);  // A chain of 10,000 roots takes longer on any GPU.
      end_before = time.end_us;
    }
    EXPECT_LT(end_before, 1e7);
  }
  EXPECT_THAT(ReadFloats(*device_, *values_), Each(63));  // Six dispatches, each behind the one before.
}

TEST_F(TimestampsTest, AreThereOnlyWhereTheyWereAskedForAndBehindARun) {
  const auto plain = device_->Record({&step_, 1});
  ASSERT_TRUE(plain.has_value()) << MessageOf(plain);
  EXPECT_THAT(MessageOf((*plain)->ReadTimes()), HasSubstr("has no timestamps"));
  const auto recording = device_->Record({&step_, 1}, {.timestamps = true});
  ASSERT_TRUE(recording.has_value()) << MessageOf(recording);
  EXPECT_EQ(MessageOf((*recording)->ReadTimes()), "no run with timestamps is done yet.");
}

TEST_F(TimestampsTest, NothingToRunHasNoTimes) {
  const auto recording = device_->Record({}, {.timestamps = true});
  ASSERT_TRUE(recording.has_value()) << MessageOf(recording);
  ASSERT_TRUE((*recording)->Wait(*(*recording)->Submit({}), gpu::WaitMode::kPassive).ok());
  EXPECT_THAT(*(*recording)->ReadTimes(), IsEmpty());
}

TEST_F(TimestampsTest, StandAroundEachDispatchAndBehindItsBarrier) {
  const std::vector<gpu::Dispatch> steps(2, step_);
  const std::vector<GLuint> queries = {11, 12, 13, 14};
  std::vector<Command> commands = MakeCommands(steps, queries);
  commands.erase(commands.begin(), commands.begin() + 2);  // What binds.
  const Command run = RunGroups{100, 1, 1};
  EXPECT_THAT(commands,
              testing::ElementsAre(NoteTime{11}, run, NoteTime{12}, Barrier{GL_SHADER_STORAGE_BARRIER_BIT},
                                   NoteTime{13}, run, NoteTime{14}, testing::VariantWith<Barrier>(testing::_)));
}

TEST(TimesOfTest, StartWithTheFirstNote) {
  const std::vector<std::uint64_t> notes_ns = {5000, 7000, 7500, 10000};
  const auto times = TimesOf(notes_ns, 64);
  ASSERT_EQ(times.size(), 2u);
  EXPECT_DOUBLE_EQ(times[0].begin_us, 0);
  EXPECT_DOUBLE_EQ(times[0].end_us, 2);
  EXPECT_DOUBLE_EQ(times[1].begin_us, 2.5);
  EXPECT_DOUBLE_EQ(times[1].end_us, 5);
}

TEST(TimesOfTest, CountersWrapAround) {
  const std::vector<std::uint64_t> notes_ns = {(std::uint64_t{1} << 30) - 500, 1500};
  EXPECT_DOUBLE_EQ(TimesOf(notes_ns, 30)[0].end_us, 2);
}

}  // namespace
}  // namespace mica::gl
