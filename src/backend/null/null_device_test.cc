// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/null/null_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <vector>

namespace mica::null_backend {
namespace {

using gpu::BindingKind;
using testing::Each;
using testing::HasSubstr;

constexpr std::size_t kAlignment = 256;  // Of the default DeviceInfo.

gpu::ProgramSource CopySource() {
  return {.name = "copy", .text = "-", .bindings = {BindingKind::kReadBuffer, BindingKind::kWriteBuffer}};
}

// A device with a program that copies, a buffer, and a good dispatch that each test breaks in one place.
class NullDeviceTest : public testing::Test {
 protected:
  Status Record() const {
    const auto recording = device_->Record({&dispatch_, 1}, {});
    return recording ? Ok() : recording.error();
  }

  const std::unique_ptr<NullDevice> device_ = CreateDevice();
  const std::unique_ptr<gpu::Program> program_ = *device_->Compile(CopySource());
  const std::unique_ptr<gpu::Buffer> buffer_ = *device_->CreateBuffer(4 * kAlignment);
  const std::unique_ptr<gpu::Image> image_ = *device_->CreateImage({.width = 8, .height = 4, .layers = 2});
  const gpu::BufferRange first_ = {buffer_.get(), 0, kAlignment};
  const gpu::BufferRange second_ = {buffer_.get(), kAlignment, kAlignment};
  gpu::Dispatch dispatch_ = {.program = program_.get(), .bindings = {first_, second_}};
};

TEST_F(NullDeviceTest, HasTheLimitsItIsGiven) {
  EXPECT_EQ(device_->info().backend, "null");
  EXPECT_EQ(device_->info().max_storage_buffers, 4);
  EXPECT_EQ(CreateDevice({.max_storage_buffers = 16})->info().max_storage_buffers, 16);
}

TEST_F(NullDeviceTest, ReadGivesZerosAndThenWhatWasWritten) {
  std::array<std::byte, 8> bytes;
  bytes.fill(std::byte{1});
  ASSERT_TRUE(device_->Read(*buffer_, 0, bytes).ok());
  EXPECT_THAT(bytes, Each(std::byte{0}));

  const std::array<std::byte, 4> written = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  ASSERT_TRUE(device_->Write(*buffer_, 4, written).ok());
  ASSERT_TRUE(device_->Read(*buffer_, 0, bytes).ok());
  EXPECT_EQ(bytes[3], std::byte{0});
  EXPECT_EQ(bytes[4], std::byte{1});
  EXPECT_EQ(bytes[7], std::byte{4});
}

TEST_F(NullDeviceTest, TransfersStayInsideTheirBuffer) {
  std::array<std::byte, 8> bytes;
  EXPECT_THAT(device_->Write(*buffer_, 1020, bytes).message(), HasSubstr("8 bytes from 1020 on"));
  EXPECT_THAT(device_->Read(*buffer_, std::numeric_limits<std::size_t>::max() - 3, bytes).message(),
              HasSubstr("the buffer has 1024"));
  EXPECT_TRUE(device_->Read(*buffer_, 1016, bytes).ok());
}

TEST_F(NullDeviceTest, RefusesBuffersThatCannotBe) {
  EXPECT_EQ(device_->CreateBuffer(0).error().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(device_->CreateBuffer(std::numeric_limits<std::size_t>::max()).error().code(), StatusCode::kOutOfMemory);
}

TEST_F(NullDeviceTest, RefusesImagesBeyondTheLimits) {
  EXPECT_THAT(device_->CreateImage({.width = 2049}).error().message(), HasSubstr("an image of 2049 x 1"));
  EXPECT_THAT(device_->CreateImage({.layers = 257}).error().message(), HasSubstr("256 layers"));
  EXPECT_THAT(device_->CreateImage({.height = 0}).error().message(), HasSubstr("1 to 2048"));
  EXPECT_TRUE(device_->CreateImage({.width = 2048, .height = 2048, .layers = 256}).has_value());
  EXPECT_TRUE(device_->Fill(*image_, 1).ok());
}

TEST_F(NullDeviceTest, RefusesProgramsBeyondTheLimits) {
  const auto compile = [&](gpu::ProgramSource source) { return device_->Compile(source).error().message(); };
  EXPECT_THAT(compile({.name = "wide", .group_size = {129, 1, 1}}), HasSubstr("wide: the work group is 129 wide"));
  EXPECT_THAT(compile({.name = "big", .group_size = {16, 16, 1}}), HasSubstr("256 invocations; the device allows 128"));
  EXPECT_THAT(compile({.name = "flat", .group_size = {0, 1, 1}}), HasSubstr("1 to 128"));
  EXPECT_THAT(compile({.name = "many", .bindings = std::vector(5, BindingKind::kReadBuffer)}),
              HasSubstr("5 buffers; the device allows 4"));
  EXPECT_THAT(compile({.name = "many", .bindings = std::vector(17, BindingKind::kReadImage)}),
              HasSubstr("17 images to read; the device allows 16"));
  EXPECT_THAT(compile({.name = "many", .bindings = std::vector(5, BindingKind::kWriteImage)}),
              HasSubstr("5 images to write; the device allows 4"));
  EXPECT_THAT(compile({.name = "alien", .language = gpu::Language::kOpenClC}), HasSubstr("another language"));
}

TEST_F(NullDeviceTest, TakesAGoodDispatch) {
  EXPECT_TRUE(Record().ok());
}

TEST_F(NullDeviceTest, EveryBindingPointGetsItsObject) {
  dispatch_.bindings = {first_};
  EXPECT_THAT(Record().message(), HasSubstr("dispatch #0: copy: 1 objects are bound; the program takes 2."));
  dispatch_.bindings = {first_, image_.get()};
  EXPECT_THAT(Record().message(), HasSubstr("binding 1: the program wants a buffer."));
  dispatch_.bindings = {first_, gpu::BufferRange{}};
  EXPECT_THAT(Record().message(), HasSubstr("no buffer is bound"));
  dispatch_.bindings = {first_, gpu::ExternalSlot{-1}};
  EXPECT_THAT(Record().message(), HasSubstr("external slot -1"));
  dispatch_.program = nullptr;
  EXPECT_THAT(Record().message(), HasSubstr("no program"));
}

TEST_F(NullDeviceTest, RangesAreAlignedAndInsideTheirBuffer) {
  dispatch_.bindings[1] = gpu::BufferRange{buffer_.get(), 16, 16};
  EXPECT_THAT(Record().message(), HasSubstr("the offset is 16; the device wants multiples of 256"));
  dispatch_.bindings[1] = gpu::BufferRange{buffer_.get(), 3 * kAlignment, kAlignment + 1};
  EXPECT_THAT(Record().message(), HasSubstr("257 bytes from 768 on are bound; the buffer has 1024"));
  dispatch_.bindings[1] = gpu::BufferRange{buffer_.get(), std::numeric_limits<std::size_t>::max() - 255, kAlignment};
  EXPECT_THAT(Record().message(), HasSubstr("the buffer has 1024"));
}

TEST_F(NullDeviceTest, GroupCountsStayWithinTheLimits) {
  dispatch_.group_count = {1, 65536, 1};
  EXPECT_THAT(Record().message(), HasSubstr("65536 groups on axis 1"));
  dispatch_.group_count = {1, 1, 0};
  EXPECT_THAT(Record().message(), HasSubstr("0 groups on axis 2"));
}

TEST_F(NullDeviceTest, SubmitWantsAGoodObjectInEverySlot) {
  dispatch_.bindings = {gpu::ExternalSlot{0}, gpu::ExternalSlot{1}};
  const auto recording = device_->Record({&dispatch_, 1}, {});
  ASSERT_TRUE(recording.has_value());

  const std::array<gpu::BufferRange, 2> good = {first_, second_};
  const std::array<gpu::BufferRange, 2> unaligned = {first_, {buffer_.get(), 4, 4}};
  EXPECT_THAT((*recording)->Submit({good.data(), 1}).error().message(),
              HasSubstr("external slot 1 is used; 1 objects"));
  EXPECT_THAT((*recording)->Submit(unaligned).error().message(), HasSubstr("external slot 1: the offset is 4"));
  EXPECT_TRUE((*recording)->Submit(good).has_value());
  EXPECT_EQ(device_->submit_count(), 1u);
}

TEST_F(NullDeviceTest, OnlySubmittedEventsCanBeWaitedFor) {
  const auto recording = device_->Record({&dispatch_, 1}, {});
  ASSERT_TRUE(recording.has_value());
  const Result<gpu::Event> event = (*recording)->Submit({});
  ASSERT_TRUE(event.has_value());
  EXPECT_TRUE((*recording)->Wait(*event, gpu::WaitMode::kPassive).ok());
  EXPECT_FALSE((*recording)->Wait(*event + 1, gpu::WaitMode::kActive).ok());
  EXPECT_FALSE((*recording)->Wait(0, gpu::WaitMode::kActive).ok());
}

TEST_F(NullDeviceTest, AnObjectOfAnotherBackendEndsTheProgram) {
  class Alien : public gpu::Buffer {
    std::size_t size_bytes() const override { return kAlignment; }
  } alien;
  dispatch_.bindings[0] = gpu::BufferRange{&alien, 0, kAlignment};
  EXPECT_DEATH(static_cast<void>(Record()), "another backend");
}

}  // namespace
}  // namespace mica::null_backend
