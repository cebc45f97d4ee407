// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "files.h"
#include "image_tensor.h"

namespace mica::cli {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::FloatNear;
using ::testing::HasSubstr;

TensorInfo Input(DataType type, std::vector<int> shape) {
  std::size_t size_bytes = ElementBytes(type);
  for (const int size : shape) size_bytes *= static_cast<std::size_t>(size);
  return {.name = "x", .type = type, .shape = std::move(shape), .size_bytes = size_bytes};
}

HostTensor Output(const std::vector<float>& values) {
  const TensorInfo info = Input(DataType::kFloat32, {1, 1, static_cast<int>(values.size()), 1});
  const auto bytes = std::as_bytes(std::span(values));
  return {info, {bytes.begin(), bytes.end()}};
}

const Image kRedAndBlue = {.width = 2, .height = 1, .channels = 3, .pixels = {255, 0, 0, 0, 0, 255}};

TEST(ImageTensorTest, OnlyOnePictureOfOneThreeOrFourChannelsIsAnImage) {
  EXPECT_TRUE(FindImageShape(Input(DataType::kFloat32, {1, 8, 9, 3})));
  EXPECT_TRUE(FindImageShape(Input(DataType::kUint8, {1, 8, 9, 1})));
  EXPECT_FALSE(FindImageShape(Input(DataType::kFloat32, {2, 8, 9, 3})));
  EXPECT_FALSE(FindImageShape(Input(DataType::kFloat32, {1, 8, 9, 21})));
  EXPECT_FALSE(FindImageShape(Input(DataType::kFloat32, {8, 9, 3})));
}

TEST(ImageTensorTest, FloatsAreNormalizedToZeroToOneByDefault) {
  const auto tensor = MakeImageTensor(kRedAndBlue, Input(DataType::kFloat32, {1, 1, 2, 3}), {});
  EXPECT_THAT(ReadElements(tensor), ElementsAre(1, 0, 0, 0, 0, 1));
}

TEST(ImageTensorTest, EachChannelHasItsOwnMeanAndDeviation) {
  const Normalization normalization = {.mean = {255, 0, 127.5F}, .stddev = {1, 1, 127.5F}};
  const auto tensor = MakeImageTensor(kRedAndBlue, Input(DataType::kFloat32, {1, 1, 2, 3}), normalization);
  EXPECT_THAT(ReadElements(tensor), ElementsAre(0, 0, -1, -255, 0, 1));
}

TEST(ImageTensorTest, EightBitInputsGetThePixels) {
  const auto unsigned_pixels = MakeImageTensor(kRedAndBlue, Input(DataType::kUint8, {1, 1, 2, 3}), {});
  const auto signed_pixels = MakeImageTensor(kRedAndBlue, Input(DataType::kInt8, {1, 1, 2, 3}), {});
  EXPECT_THAT(ReadElements(unsigned_pixels), ElementsAre(255, 0, 0, 0, 0, 255));
  EXPECT_THAT(ReadElements(signed_pixels), ElementsAre(127, -128, -128, -128, -128, 127));
}

TEST(ImageTensorTest, MetadataComesBeforeTheDefault) {
  TensorInfo info = Input(DataType::kFloat32, {1, 1, 2, 3});
  EXPECT_THAT(NormalizationOf(info).stddev, ElementsAre(255));
  info.mean = {127.5F};
  info.stddev = {128};
  EXPECT_THAT(NormalizationOf(info).mean, ElementsAre(127.5F));
  EXPECT_THAT(NormalizationOf(info).stddev, ElementsAre(128));
}

TEST(ImageTensorTest, NormalizationsThatDoNotFitAreRefused) {
  EXPECT_TRUE(CheckNormalization({.mean = {1, 2, 3}, .stddev = {1}}, 3).ok());
  EXPECT_THAT(CheckNormalization({.mean = {1, 2}, .stddev = {1}}, 3).message(), HasSubstr("2 means"));
  EXPECT_THAT(CheckNormalization({.mean = {1}, .stddev = {0}}, 3).message(), HasSubstr("zero"));
}

TEST(ImageTensorTest, TheRangeOfAPictureIsGuessedFromItsValues) {
  EXPECT_EQ(GuessRange(Output({0, 0.5F, 1.02F})).high, 1);
  EXPECT_EQ(GuessRange(Output({-0.9F, 0.5F, 1})).low, -1);
  EXPECT_EQ(GuessRange(Output({-3, 0.5F, 260})).high, 255);
  EXPECT_EQ(GuessRange({Input(DataType::kUint8, {1, 1, 1, 1}), {std::byte{1}}}).high, 255);
}

TEST(ImageTensorTest, ValuesOutsideOfTheRangeBecomeBlackAndWhite) {
  const Image image = MakeImage(Output({-5, 0, 0.5F, 1, 7, NAN}), {0, 1});
  EXPECT_THAT(image.pixels, ElementsAre(0, 0, 128, 255, 255, 0));
}

TEST(ResizeTest, TheSameSizeChangesNothing) {
  EXPECT_THAT(Resize(kRedAndBlue, 2, 1), ElementsAre(255, 0, 0, 0, 0, 255));
}

TEST(ResizeTest, GrowingInterpolatesBetweenPixelCentres) {
  const Image grey = {.width = 2, .height = 1, .channels = 1, .pixels = {0, 100}};
  const std::vector<float> wide = Resize(grey, 4, 1);
  EXPECT_THAT(wide, ElementsAre(FloatNear(0, 0.1F), FloatNear(25, 0.1F), FloatNear(75, 0.1F), FloatNear(100, 0.1F)));
}

TEST(ResizeTest, ChannelsAndAxesStayApart) {
  const Image image = {.width = 1, .height = 2, .channels = 3, .pixels = {0, 50, 100, 100, 50, 0}};
  const std::vector<float> tall = Resize(image, 2, 3);  // The middle row lies halfway.
  EXPECT_THAT(tall, ElementsAre(0, 50, 100, 0, 50, 100, 50, 50, 50, 50, 50, 50, 100, 50, 0, 100, 50, 0));
}

TEST(ResizeTest, ShrinkingAveragesWhatFallsTogether) {
  Image stripes = {.width = 64, .height = 64, .channels = 1};
  for (int i = 0; i < 64 * 64; ++i) stripes.pixels.push_back(i % 2 == 0 ? 0 : 200);
  EXPECT_THAT(Resize(stripes, 4, 4), Each(FloatNear(100, 6)));
}

class ImageFileTest : public ::testing::Test {
 protected:
  std::string Path(const std::string& name) const { return testing::TempDir() + "/mica_image_test_" + name; }
};

TEST_F(ImageFileTest, PicturesSurviveTheFormatsWithoutLoss) {
  for (const std::string name : {"a.png", "a.bmp", "a.tga", "A.PNG"}) {
    ASSERT_TRUE(SaveImage(kRedAndBlue, Path(name)).ok()) << name;
    const Result<Image> image = LoadImage(Path(name), 3);
    ASSERT_TRUE(image) << image.error().message();
    EXPECT_EQ(image->pixels, kRedAndBlue.pixels) << name;
    std::filesystem::remove(Path(name));
  }
}

TEST_F(ImageFileTest, ChannelsAreConverted) {
  ASSERT_TRUE(SaveImage(kRedAndBlue, Path("b.png")).ok());
  const Result<Image> image = LoadImage(Path("b.png"), 4);
  ASSERT_TRUE(image);
  EXPECT_THAT(image->pixels, ElementsAre(255, 0, 0, 255, 0, 0, 255, 255));
  std::filesystem::remove(Path("b.png"));
}

TEST_F(ImageFileTest, GarbageIsNoPicture) {
  const std::vector<std::byte> garbage(100, std::byte{'x'});
  ASSERT_TRUE(WriteFile(Path("c.png"), garbage).ok());
  const Result<Image> image = LoadImage(Path("c.png"), 3);
  ASSERT_FALSE(image);
  EXPECT_THAT(image.error().message(), HasSubstr("no picture that can be read"));
  std::filesystem::remove(Path("c.png"));
}

TEST_F(ImageFileTest, OnlyKnownFormatsAreWritten) {
  EXPECT_THAT(SaveImage(kRedAndBlue, Path("d.webp")).message(), HasSubstr(".png, .jpg, .bmp or .tga"));
}

}  // namespace
}  // namespace mica::cli
