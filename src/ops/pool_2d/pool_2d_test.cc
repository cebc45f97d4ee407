// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/pool_2d/pool_2d.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/node_under_test.h"

namespace mica::ops {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr auto kSame = schema::Padding_SAME;

HostTensor MinusOneToMinusNine() {
  return Floats({1, 3, 3, 1}, {-1, -2, -3, -4, -5, -6, -7, -8, -9});
}

NodeUnderTest Pool(const OperatorDef& def, Pool2dAttributes attributes, HostTensor image) {
  return NodeUnderTest(def, attributes, {RunTime(std::move(image))});
}

TEST(Pool2dTest, TheWindowGivesTheShape) {
  const Pool2dAttributes halves{.window = {.stride_y = 2, .stride_x = 2}, .height = 2, .width = 2};
  EXPECT_EQ(Pool(kMaxPool2d, halves, HostTensor({.shape = {2, 7, 8, 5}})).InferredShape(), Shape({2, 3, 4, 5}));
  const Pool2dAttributes same{.window = {.stride_y = 2, .stride_x = 2, .padding = kSame}, .height = 3, .width = 3};
  EXPECT_EQ(Pool(kMaxPool2d, same, HostTensor({.shape = {2, 7, 8, 5}})).InferredShape(), Shape({2, 4, 4, 5}));
}

TEST(Pool2dTest, RefusesWindowsThatCannotBe) {
  const auto refusal = [](Pool2dAttributes attributes, Shape image) {
    return Pool(kAveragePool2d, attributes, HostTensor({.shape = image})).Infer().message();
  };
  EXPECT_THAT(refusal({.height = 0, .width = 2}, {1, 3, 3, 1}), HasSubstr("the window is 0 x 2"));
  EXPECT_THAT(refusal({.window = {.stride_y = 0}}, {1, 3, 3, 1}), HasSubstr("strides are 0 x 1"));
  EXPECT_THAT(refusal({.height = 4, .width = 2}, {1, 3, 3, 1}), HasSubstr("only 3 x 3 pixels"));
  EXPECT_THAT(refusal({}, {3, 3, 1}), HasSubstr("must have 4 dimensions"));
}

// A hostile file may ask for a window of 2^58 pixels.
TEST(Pool2dTest, AWindowIsWalkedOnlyWhereItIsInsideTheImage) {
  const Pool2dAttributes vast{.window = {.padding = kSame}, .height = 1 << 29, .width = 1 << 29};
  EXPECT_THAT(Pool(kMaxPool2d, vast, MinusOneToMinusNine()).RunFloats(), testing::Each(-1.0f));
  EXPECT_THAT(Pool(kAveragePool2d, vast, MinusOneToMinusNine()).RunFloats(), testing::Each(-5.0f));
}

TEST(Pool2dTest, APoolWithoutOptionsIsInvalid) {
  flatbuffers::FlatBufferBuilder builder;
  const Result<std::any> parsed = ParseInFile(kMaxPool2d, builder, {.inputs = {{}}});
  ASSERT_FALSE(parsed.has_value());
  EXPECT_THAT(parsed.error().message(), HasSubstr("the size of its window is not known"));
}

TEST(Pool2dTest, OptionsOfTheFileAreRead) {
  flatbuffers::FlatBufferBuilder builder;
  const auto options = schema::CreatePool2DOptions(builder, kSame, /*stride_w=*/2, /*stride_h=*/3, /*filter_width=*/4,
                                                   /*filter_height=*/5);
  const Result<std::any> parsed =
      ParseInFile(kMaxPool2d, builder,
                  {.inputs = {{}}, .options_type = schema::BuiltinOptions_Pool2DOptions, .options = options.Union()});
  ASSERT_TRUE(parsed.has_value());
  const auto pool = std::any_cast<Pool2dAttributes>(*parsed);
  EXPECT_EQ(pool.window.stride_x, 2);
  EXPECT_EQ(pool.window.stride_y, 3);
  EXPECT_EQ(pool.width, 4);
  EXPECT_EQ(pool.height, 5);
  EXPECT_EQ(pool.window.padding, kSame);
}

TEST(AveragePool2dTest, DividesByThePixelsInside) {
  const Pool2dAttributes same{.window = {.padding = kSame}, .height = 2, .width = 2};
  EXPECT_THAT(Pool(kAveragePool2d, same, MinusOneToMinusNine()).RunFloats(),
              ElementsAre(-3, -4, -4.5, -6, -7, -7.5, -7.5, -8.5, -9));
}

TEST(MaxPool2dTest, PaddingIsNeverTheLargest) {
  const Pool2dAttributes same{.window = {.padding = kSame}, .height = 2, .width = 2};
  EXPECT_THAT(Pool(kMaxPool2d, same, MinusOneToMinusNine()).RunFloats(),
              ElementsAre(-1, -2, -3, -4, -5, -6, -7, -8, -9));
}

TEST(MaxPool2dTest, ChannelsAndBatchesStayApart) {
  const Pool2dAttributes row{.height = 1, .width = 2};
  EXPECT_THAT(Pool(kMaxPool2d, row, Floats({2, 1, 2, 2}, {1, 8, 3, 4, 5, 6, 7, 2})).RunFloats(),
              ElementsAre(3, 8, 7, 6));
}

}  // namespace
}  // namespace mica::ops
