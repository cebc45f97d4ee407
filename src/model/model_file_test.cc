// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "model/model_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "model/test_model.h"

namespace mica::model {
namespace {

using ::testing::HasSubstr;

std::string ParseProblem(const std::vector<std::byte>& bytes) {
  const auto file = ModelFile::Parse(bytes, nullptr);
  return file ? "" : file.error().message();
}

class TemporaryFile {
 public:
  explicit TemporaryFile(const std::vector<std::byte>& bytes)
      : path_(std::filesystem::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_; }

 private:
  std::filesystem::path path_;
};

TEST(ModelFileTest, LoadedFileEqualsItsBytes) {
  const std::vector<std::byte> bytes = Serialize(AddModel());
  const TemporaryFile on_disk(bytes);
  const auto file = ModelFile::Load(on_disk.path());
  ASSERT_TRUE(file.has_value()) << file.error().message();
  EXPECT_TRUE(std::ranges::equal((*file)->bytes(), bytes));
}

TEST(ModelFileTest, MissingFileDirectoryAndEmptyFileAreRefused) {
  EXPECT_EQ(ModelFile::Load("/no/such/file.tflite").error().code(), StatusCode::kIo);
  EXPECT_THAT(ModelFile::Load(testing::TempDir()).error().message(), HasSubstr("no regular file"));
  const TemporaryFile empty({});
  EXPECT_THAT(ModelFile::Load(empty.path()).error().message(), HasSubstr("empty"));
}

TEST(ModelFileTest, EveryTruncationIsRefused) {
  const std::vector<std::byte> bytes = Serialize(AddModel());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_NE(ParseProblem({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)}), "") << size;
  }
}

TEST(ModelFileTest, OtherFormatsAreRefused) {
  std::vector<std::byte> bytes = Serialize(AddModel());
  bytes[4] = std::byte{'X'};
  EXPECT_THAT(ParseProblem(bytes), HasSubstr("identifier \"TFL3\" is missing"));
}

TEST(ModelFileTest, UnknownFormatVersionIsRefused) {
  TestModel model = AddModel();
  model.version = 4;
  EXPECT_THAT(ParseProblem(Serialize(model)), HasSubstr("version 4"));
}

TEST(ModelFileTest, BytesAtAnOddAddressAreRead) {
  const std::vector<std::byte> bytes = Serialize(AddModel());
  std::vector<std::byte> shifted(bytes.size() + 1);
  std::ranges::copy(bytes, shifted.begin() + 1);
  const auto file = ModelFile::Parse(std::span(shifted).subspan(1), nullptr);
  ASSERT_TRUE(file.has_value()) << file.error().message();
  EXPECT_TRUE(Import(*file).has_value());
}

TEST(ModelFileTest, DataBehindTheTablesIsRead) {
  TestModel model = AddModel();
  model.tensors[1] = {.shape = {4}, .name = "far", .buffer = 1};
  model.tensors.push_back({.shape = {1, 2, 2, 4}, .name = "y"});
  model.operators[0] = {.inputs = {0, 1}, .outputs = {2}};
  model.outputs = {2};
  model.far_offset = Serialize(model).size() + 64;  // Room for the fields to grow.
  model.far_size = 16;
  std::vector<std::byte> bytes = Serialize(model);
  ASSERT_LE(bytes.size(), model.far_offset);
  bytes.resize(model.far_offset + model.far_size, std::byte{7});

  const auto imported = ImportBytes(bytes);

  ASSERT_TRUE(imported.has_value()) << imported.error().message();
  const graph::Value& far = *imported->graph.NodesInOrder()[0]->inputs[1];
  ASSERT_TRUE(far.is_constant());
  EXPECT_THAT(far.constant->bytes(), testing::Each(std::byte{7}));
  EXPECT_EQ(far.constant->bytes().size(), 16u);
}

TEST(ModelFileTest, DataBeyondTheFileIsRefused) {
  TestModel model = AddModel();
  model.tensors[0].buffer = 1;
  for (const std::uint64_t offset : {std::uint64_t{1} << 32, ~std::uint64_t{0}, ~std::uint64_t{0} - 10}) {
    model.far_offset = offset;
    model.far_size = 64;
    EXPECT_THAT(ProblemOf(model), HasSubstr("tensor #0 (x): buffer #1 claims 64 bytes"));
  }
  model.far_offset = 8;
  model.far_size = ~std::uint64_t{0};
  EXPECT_THAT(ProblemOf(model), HasSubstr("buffer #1 claims 18446744073709551615 bytes"));
}

}  // namespace
}  // namespace mica::model
