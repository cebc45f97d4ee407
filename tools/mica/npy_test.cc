// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "npy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

namespace mica::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::byte> Bytes(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

// A version 1 file with this header and `data_bytes` zeros.
std::vector<std::byte> FileWith(const std::string& header, std::size_t data_bytes) {
  std::string file = "\x93NUMPY";
  file += '\x01';
  file += '\x00';
  file += static_cast<char>(header.size() & 0xff);
  file += static_cast<char>(header.size() >> 8);
  return Bytes(file + header + std::string(data_bytes, '\0'));
}

std::string RefusalOf(const std::vector<std::byte>& file) {
  const Result<NpyArray> array = ParseNpy(file);
  return array ? "" : array.error().message();
}

TEST(NpyTest, WhatIsWrittenIsReadBack) {
  const std::vector<float> values = {1, 2, 3, 4, 5, 6};
  const std::vector<int> shape = {2, 3};

  const Result<NpyArray> array = ParseNpy(MakeNpy(DataType::kFloat32, shape, std::as_bytes(std::span(values))));

  ASSERT_TRUE(array) << array.error().message();
  EXPECT_EQ(array->type, DataType::kFloat32);
  EXPECT_THAT(array->shape, ElementsAre(2, 3));
  EXPECT_TRUE(std::ranges::equal(array->data, std::as_bytes(std::span(values))));
}

TEST(NpyTest, EveryTypeOfNumberKeepsItsName) {
  for (const DataType type :
       {DataType::kFloat32, DataType::kFloat16, DataType::kFloat64, DataType::kInt8, DataType::kUint8, DataType::kInt16,
        DataType::kUint16, DataType::kInt32, DataType::kUint32, DataType::kInt64, DataType::kUint64, DataType::kBool}) {
    const std::vector<std::byte> one(ElementBytes(type));
    const Result<NpyArray> array = ParseNpy(MakeNpy(type, std::vector<int>{1}, one));
    ASSERT_TRUE(array) << ToString(type) << ": " << array.error().message();
    EXPECT_EQ(array->type, type);
  }
}

TEST(NpyTest, DataStartsAtAMultipleOf64AsNumpyWantsIt) {
  for (int size = 1; size < 100'000'000; size *= 7) {
    EXPECT_EQ(MakeNpy(DataType::kUint8, std::vector<int>{size, 1}, {}).size() % 64, 0u);
  }
}

TEST(NpyTest, ScalarsAndEmptyArraysHaveTheirShapes) {
  const Result<NpyArray> scalar = ParseNpy(FileWith("{'descr': '<f4', 'fortran_order': False, 'shape': ()}", 4));
  ASSERT_TRUE(scalar) << scalar.error().message();
  EXPECT_THAT(scalar->shape, IsEmpty());

  const Result<NpyArray> empty = ParseNpy(FileWith("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 3)}", 0));
  ASSERT_TRUE(empty) << empty.error().message();
  EXPECT_THAT(empty->shape, ElementsAre(0, 3));
}

TEST(NpyTest, KeysMayComeInAnyOrderAndQuotes) {
  const Result<NpyArray> array =
      ParseNpy(FileWith("{\"shape\": (2L,), \"descr\": \"|u1\", \"fortran_order\": False}", 2));
  ASSERT_TRUE(array) << array.error().message();
  EXPECT_EQ(array->type, DataType::kUint8);
}

TEST(NpyTest, FortranOrderIsRefusedFromRankTwoOn) {
  EXPECT_THAT(RefusalOf(FileWith("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3)}", 24)),
              HasSubstr("Fortran order"));
  EXPECT_EQ(RefusalOf(FileWith("{'descr': '<f4', 'fortran_order': True, 'shape': (3,)}", 12)), "");
}

TEST(NpyTest, BigEndianIsRefusedWhereBytesHaveAnOrder) {
  EXPECT_THAT(RefusalOf(FileWith("{'descr': '>f4', 'fortran_order': False, 'shape': (1,)}", 4)),
              HasSubstr("big-endian"));
  EXPECT_EQ(RefusalOf(FileWith("{'descr': '>u1', 'fortran_order': False, 'shape': (1,)}", 1)), "");
}

TEST(NpyTest, OtherElementsAreRefusedByName) {
  EXPECT_THAT(RefusalOf(FileWith("{'descr': '<U3', 'fortran_order': False, 'shape': (1,)}", 12)), HasSubstr("<U3"));
  EXPECT_THAT(RefusalOf(FileWith("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (1,)}", 4)),
              HasSubstr("records"));
}

TEST(NpyTest, DataOfAnotherLengthIsRefused) {
  EXPECT_THAT(RefusalOf(FileWith("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}", 23)),
              HasSubstr("takes 24 bytes; 23 bytes follow"));
  EXPECT_THAT(RefusalOf(FileWith("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}", 25)),
              HasSubstr("25 bytes follow"));
}

TEST(NpyTest, SizesThatOverflowAreRefused) {
  const std::string big = "2147483647, 2147483647, 2147483647";
  EXPECT_THAT(RefusalOf(FileWith("{'descr': '<f4', 'fortran_order': False, 'shape': (" + big + ")}", 4)),
              HasSubstr("too many"));
}

TEST(NpyTest, ShapesThatAreNoTupleOfSizesAreRefused) {
  for (const std::string shape : {"(-1,)", "(2147483648,)", "(1 2)", "(1,", "7", "(,)"}) {
    EXPECT_THAT(RefusalOf(FileWith("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + "}", 4)),
                HasSubstr("shape"))
        << shape;
  }
}

TEST(NpyTest, EveryTruncationIsRefused) {
  const std::vector<float> values = {1, 2, 3};
  const std::vector<std::byte> file =
      MakeNpy(DataType::kFloat32, std::vector<int>{3}, std::as_bytes(std::span(values)));
  for (std::size_t length = 0; length < file.size(); ++length) {
    EXPECT_NE(RefusalOf({file.begin(), file.begin() + static_cast<std::ptrdiff_t>(length)}), "") << length;
  }
}

TEST(NpyTest, AnyBytesGiveAnAnswer) {
  const std::vector<float> values = {1, 2, 3};
  const std::vector<std::byte> file =
      MakeNpy(DataType::kFloat32, std::vector<int>{3}, std::as_bytes(std::span(values)));
  std::mt19937 generator(7);
  for (int i = 0; i < 20'000; ++i) {
    std::vector<std::byte> mutated = file;
    for (int change = 0; change < 3; ++change)
      mutated[generator() % mutated.size()] = static_cast<std::byte>(generator());
    const Result<NpyArray> array = ParseNpy(mutated);
    EXPECT_TRUE(array || !array.error().message().empty());
  }
}

}  // namespace
}  // namespace mica::cli
