// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/resize/resize.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "ops/node_under_test.h"

namespace mica::ops {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatEq;
using ::testing::Pointwise;

constexpr ResizeAttributes kCorners{.align_corners = true};
constexpr ResizeAttributes kCenters{.half_pixel_centers = true};
constexpr ResizeAttributes kBoth{.align_corners = true, .half_pixel_centers = true};

NodeUnderTest Resize(const OperatorDef& def, Shape shape, int height, int width, ResizeAttributes attributes) {
  HostTensor image({.shape = shape});
  std::iota(image.data<float>().begin(), image.data<float>().end(), 0.0f);
  return NodeUnderTest(def, attributes, {RunTime(std::move(image)), Constant(Integers({2}, {height, width}))});
}

// A row of 5 pixels 0, 1, 2, 3, 4 as one of `width`.
std::vector<float> BilinearRow(int width, ResizeAttributes attributes = {}) {
  return Resize(kResizeBilinear, {1, 1, 5, 1}, 1, width, attributes).RunFloats();
}
std::vector<float> NearestRow(int width, ResizeAttributes attributes = {}) {
  return Resize(kResizeNearestNeighbor, {1, 1, 5, 1}, 1, width, attributes).RunFloats();
}
// A column of 3 pixels 0, 1, 2 as one of 8.
std::vector<float> BilinearColumn(ResizeAttributes attributes = {}) {
  return Resize(kResizeBilinear, {1, 3, 1, 1}, 8, 1, attributes).RunFloats();
}
std::vector<float> NearestColumn(ResizeAttributes attributes = {}) {
  return Resize(kResizeNearestNeighbor, {1, 3, 1, 1}, 8, 1, attributes).RunFloats();
}

TEST(ResizeBilinearTest, AgreesWithLiteRt) {
  EXPECT_THAT(BilinearRow(7),
              Pointwise(FloatEq(), {0.0f, 0.71428573f, 1.42857146f, 2.14285707f, 2.85714293f, 3.57142878f, 4.0f}));
  EXPECT_THAT(BilinearRow(2), ElementsAre(0, 2.5f));
  EXPECT_THAT(BilinearRow(1), ElementsAre(0));
  EXPECT_THAT(BilinearColumn(), ElementsAre(0, 0.375f, 0.75f, 1.125f, 1.5f, 1.875f, 2, 2));
}

TEST(ResizeBilinearTest, AlignedCornersAgreeWithLiteRt) {
  EXPECT_THAT(BilinearRow(7, kCorners),
              Pointwise(FloatEq(), {0.0f, 0.66666669f, 1.33333337f, 2.0f, 2.66666675f, 3.33333349f, 4.0f}));
  EXPECT_THAT(BilinearRow(2, kCorners), ElementsAre(0, 4));
  EXPECT_THAT(BilinearRow(1, kCorners), ElementsAre(0));
}

TEST(ResizeBilinearTest, HalfPixelCentersAgreeWithLiteRt) {
  EXPECT_THAT(BilinearRow(7, kCenters),
              Pointwise(FloatEq(), {0.0f, 0.57142854f, 1.28571439f, 2.0f, 2.71428585f, 3.42857146f, 4.0f}));
  EXPECT_THAT(BilinearRow(2, kCenters), ElementsAre(0.75f, 3.25f));
  EXPECT_THAT(BilinearRow(1, kCenters), ElementsAre(2));
  EXPECT_THAT(BilinearColumn(kCenters), ElementsAre(0, 0.0625f, 0.4375f, 0.8125f, 1.1875f, 1.5625f, 1.9375f, 2));
}

TEST(ResizeBilinearTest, BatchesAndChannelsStayApart) {
  EXPECT_THAT(Resize(kResizeBilinear, {2, 1, 2, 2}, 1, 3, kCorners).RunFloats(),
              ElementsAre(0, 1, 1, 2, 2, 3, 4, 5, 5, 6, 6, 7));
}

TEST(ResizeBilinearTest, IntegersAreRounded) {
  const auto image = MakeTensor<std::int8_t>(DataType::kInt8, {1, 1, 2, 1}, {-3, 4});
  NodeUnderTest resize(kResizeBilinear, kCorners, {RunTime(image), Constant(Integers({2}, {1, 4}))});
  EXPECT_THAT(resize.Run().data<std::int8_t>(), ElementsAre(-3, -1, 2, 4));
}

TEST(ResizeNearestNeighborTest, AgreesWithLiteRt) {
  EXPECT_THAT(NearestRow(7), ElementsAre(0, 0, 1, 2, 2, 3, 4));
  EXPECT_THAT(NearestRow(2), ElementsAre(0, 2));
  EXPECT_THAT(NearestColumn(), ElementsAre(0, 0, 0, 1, 1, 1, 2, 2));
}

TEST(ResizeNearestNeighborTest, AlignedCornersAgreeWithLiteRt) {
  EXPECT_THAT(NearestRow(7, kCorners), ElementsAre(0, 1, 1, 2, 3, 3, 4));
  EXPECT_THAT(NearestRow(2, kCorners), ElementsAre(0, 4));
  EXPECT_THAT(NearestColumn(kCorners), ElementsAre(0, 0, 1, 1, 1, 1, 2, 2));
}

TEST(ResizeNearestNeighborTest, HalfPixelCentersAgreeWithLiteRt) {
  EXPECT_THAT(NearestRow(7, kCenters), ElementsAre(0, 1, 1, 2, 3, 3, 4));
  EXPECT_THAT(NearestRow(2, kCenters), ElementsAre(1, 3));
  EXPECT_THAT(NearestColumn(kCenters), ElementsAre(0, 0, 0, 1, 1, 2, 2, 2));
}

TEST(ResizeNearestNeighborTest, CornersAndCentersTogetherAgreeWithLiteRt) {
  EXPECT_THAT(NearestRow(7, kBoth), ElementsAre(0, 1, 2, 2, 3, 4, 4));
  EXPECT_THAT(NearestRow(1, kBoth), ElementsAre(3));
  EXPECT_THAT(NearestColumn(kBoth), ElementsAre(0, 0, 1, 1, 1, 2, 2, 2));
}

TEST(ResizeTest, SizesThatAreNoneAreInvalid) {
  constexpr int kHuge = std::numeric_limits<int>::max();
  for (const OperatorDef* def : {&kResizeBilinear, &kResizeNearestNeighbor}) {
    EXPECT_EQ(Resize(*def, {1, 3, 3, 1}, 0, 2, {}).Infer().code(), StatusCode::kInvalidModel);
    EXPECT_EQ(Resize(*def, {1, 3, 3, 1}, 2, -1, {}).Infer().code(), StatusCode::kInvalidModel);
    EXPECT_EQ(Resize(*def, {3, 3, 1}, 2, 2, {}).Infer().code(), StatusCode::kInvalidModel);
    EXPECT_EQ(Resize(*def, {1, 0, 3, 1}, 2, 2, {}).Infer().code(), StatusCode::kInvalidModel);
    EXPECT_EQ(Resize(*def, {1, 3, 3, 1}, kHuge, kHuge, {}).Infer().code(), StatusCode::kUnsupported);
    NodeUnderTest three(*def, kCorners,
                        {RunTime(HostTensor({.shape = {1, 2, 2, 1}})), Constant(Integers({3}, {1, 1, 1}))});
    EXPECT_EQ(three.Infer().code(), StatusCode::kInvalidModel);
  }
}

TEST(ResizeTest, RunTimeSizesAreNotPossible) {
  NodeUnderTest resize(kResizeBilinear, kCorners,
                       {RunTime(HostTensor({.shape = {1, 2, 2, 1}})), RunTime(Integers({2}, {3, 3}))});
  EXPECT_EQ(resize.Infer().code(), StatusCode::kUnsupported);
  EXPECT_FALSE(kResizeBilinear.gpu_support(resize.view(), {}).ok());
}

TEST(ResizeBilinearTest, PixelsThatAreNoNumbersAreInvalid) {
  NodeUnderTest resize(
      kResizeBilinear, kCorners,
      {RunTime(HostTensor({.type = DataType::kBool, .shape = {1, 2, 2, 1}})), Constant(Integers({2}, {3, 3}))});
  EXPECT_EQ(resize.Infer().code(), StatusCode::kInvalidModel);
}

TEST(ResizeBilinearTest, CornersAndCentersExcludeEachOther) {
  const auto parse = [](bool align_corners, bool half_pixel_centers) {
    flatbuffers::FlatBufferBuilder builder;
    schema::ResizeBilinearOptionsBuilder options(builder);
    options.add_align_corners(align_corners);
    options.add_half_pixel_centers(half_pixel_centers);
    const flatbuffers::Offset<void> table = options.Finish().Union();
    return ParseInFile(
        kResizeBilinear, builder,
        {.inputs = {{}, {}}, .options_type = schema::BuiltinOptions_ResizeBilinearOptions, .options = table});
  };
  ASSERT_TRUE(parse(true, false).has_value());
  EXPECT_TRUE(std::any_cast<ResizeAttributes>(*parse(true, false)).align_corners);
  EXPECT_TRUE(std::any_cast<ResizeAttributes>(*parse(false, true)).half_pixel_centers);
  EXPECT_EQ(parse(true, true).error().code(), StatusCode::kInvalidModel);
}

}  // namespace
}  // namespace mica::ops
