// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "classes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "files.h"

namespace mica::cli {
namespace {

using ::testing::ElementsAre;

HostTensor Scores(const std::vector<float>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {{.type = DataType::kFloat32, .shape = {1, static_cast<int>(values.size())}, .size_bytes = bytes.size()},
          {bytes.begin(), bytes.end()}};
}

std::vector<std::size_t> Indices(const std::vector<RankedClass>& classes) {
  std::vector<std::size_t> indices;
  for (const RankedClass& one : classes) indices.push_back(one.index);
  return indices;
}

TEST(ClassesTest, TheBestComesFirstAndTheFirstOfEquals) {
  EXPECT_THAT(Indices(FindTopClasses(Scores({1, 5, 3, 5}), 3)), ElementsAre(1, 3, 2));
}

TEST(ClassesTest, NaNIsNeverTheBest) {
  EXPECT_THAT(Indices(FindTopClasses(Scores({NAN, -5, NAN}), 1)), ElementsAre(1));
}

TEST(ClassesTest, MoreThanThereAreGivesAll) {
  EXPECT_EQ(FindTopClasses(Scores({1, 2}), 9).size(), 2u);
}

TEST(ClassesTest, OnlyOneRowOfScoresIsAClassifier) {
  EXPECT_EQ(ClassCount({.shape = {1, 1001}}), 1001u);
  EXPECT_EQ(ClassCount({.shape = {1, 1, 1, 1000}}), 1000u);
  EXPECT_EQ(ClassCount({.shape = {2, 1000}}), 0u);
  EXPECT_EQ(ClassCount({.shape = {1, 1}}), 0u);
  EXPECT_EQ(ClassCount({.shape = {}}), 0u);
}

TEST(ClassesTest, LabelsAreLinesWithoutTheSpacesAround) {
  const std::string path = testing::TempDir() + "/mica_labels_test.txt";
  const std::string text = "cat \r\n  big dog\r\n\nbird\n\n";
  ASSERT_TRUE(WriteFile(path, std::as_bytes(std::span(text))).ok());
  const auto labels = LoadLabels(path);
  ASSERT_TRUE(labels);
  EXPECT_THAT(*labels, ElementsAre("cat", "big dog", "", "bird"));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace mica::cli
