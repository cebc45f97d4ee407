// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "base/status.h"

#include <gtest/gtest.h>

#include <any>
#include <memory>

namespace mica {
namespace {

Result<int> Half(int number) {
  if (number % 2 != 0) return InvalidArgument("{} is odd.", number);
  return number / 2;
}

Result<int> Quarter(int number) {
  ASSIGN_OR_RETURN(const int half, Half(number));
  return Half(half);
}

Status CheckEven(int number) {
  if (number % 2 != 0) return Unsupported("{} is odd.", number);
  return Ok();
}

Status CheckBothEven(int a, int b) {
  RETURN_IF_ERROR(CheckEven(a));
  return CheckEven(b);
}

TEST(StatusTest, AFailureHasACodeAndASentence) {
  const Status status = InvalidModel("the weights have {} channels; the input has {}.", 8, 16);
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(status.code(), StatusCode::kInvalidModel);
  EXPECT_EQ(status.message(), "the weights have 8 channels; the input has 16.");
}

TEST(StatusTest, ContextIsPutInFront) {
  const Status status = Status(InvalidModel("no.")).WithContext("operator #{}", 3).WithContext("{}", "face.tflite");
  EXPECT_EQ(status.message(), "face.tflite: operator #3: no.");
  EXPECT_EQ(status.code(), StatusCode::kInvalidModel);
}

TEST(StatusTest, SuccessStaysSilentInAnyContext) {
  const Status status = Ok().WithContext("operator #{}", 3);
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(status.message(), "");
}

TEST(StatusTest, EveryMakerHasItsCode) {
  EXPECT_EQ(Status(Unsupported("-")).code(), StatusCode::kUnsupported);
  EXPECT_EQ(Status(NoDevice("-")).code(), StatusCode::kNoDevice);
  EXPECT_EQ(Status(DeviceError("-")).code(), StatusCode::kDeviceError);
  EXPECT_EQ(Status(OutOfMemory("-")).code(), StatusCode::kOutOfMemory);
  EXPECT_EQ(Status(IoError("-")).code(), StatusCode::kIo);
}

TEST(ResultTest, AssignOrReturnHandsTheFailureOn) {
  EXPECT_EQ(Quarter(12), 3);
  ASSERT_FALSE(Quarter(6).has_value());
  EXPECT_EQ(Quarter(6).error().message(), "3 is odd.");
}

TEST(ResultTest, ReturnIfErrorHandsTheFailureOn) {
  EXPECT_TRUE(CheckBothEven(2, 4).ok());
  EXPECT_EQ(CheckBothEven(3, 5).message(), "3 is odd.");
  EXPECT_EQ(CheckBothEven(2, 5).message(), "5 is odd.");
}

// std::any takes anything: it must not take the failure for a value.
TEST(ResultTest, AFailureIsNoValueOfAny) {
  const auto fail = []() -> Result<std::any> { return InvalidModel("no."); };
  EXPECT_FALSE(fail().has_value());
}

TEST(ResultTest, HoldsWhatCanOnlyBeMoved) {
  const auto outer = []() -> Result<std::unique_ptr<int>> {
    ASSIGN_OR_RETURN(std::unique_ptr<int> made, Result<std::unique_ptr<int>>(std::make_unique<int>(7)));
    return made;
  };
  EXPECT_EQ(**outer(), 7);
}

}  // namespace
}  // namespace mica
