// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "model/metadata.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/test_model.h"
#include "model/test_zip.h"
#include "schema/metadata_generated.h"

namespace mica::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// One input with normalization, one output with labels.
std::vector<std::uint8_t> MakeMetadata(const std::vector<float>& mean, const std::vector<float>& std,
                                       const std::string& label_file) {
  flatbuffers::FlatBufferBuilder builder;
  const std::vector units = {
      schema::CreateProcessUnit(builder, schema::ProcessUnitOptions_NormalizationOptions,
                                schema::CreateNormalizationOptionsDirect(builder, &mean, &std).Union())};
  const std::vector inputs = {schema::CreateTensorMetadataDirect(builder, "image", "a picture", nullptr, 0, &units)};
  const std::vector files = {schema::CreateAssociatedFileDirect(builder, "etiketten.txt", nullptr,
                                                                schema::AssociatedFileType_TENSOR_AXIS_LABELS, "de"),
                             schema::CreateAssociatedFileDirect(builder, label_file.c_str(), nullptr,
                                                                schema::AssociatedFileType_TENSOR_AXIS_LABELS)};
  const std::vector outputs = {
      schema::CreateTensorMetadataDirect(builder, "scores", nullptr, nullptr, 0, nullptr, 0, &files)};
  const std::vector graphs = {schema::CreateSubGraphMetadataDirect(builder, nullptr, nullptr, &inputs, &outputs)};
  builder.Finish(schema::CreateModelMetadataDirect(builder, "Net", "tells things apart", "v1", &graphs),
                 schema::ModelMetadataIdentifier());
  return {builder.GetBufferPointer(), builder.GetBufferPointer() + builder.GetSize()};
}

Result<ImportedModel> ImportWith(const std::vector<std::uint8_t>& metadata, const std::string& archive) {
  TestModel model = AddModel();
  model.metadata = metadata;
  std::vector<std::byte> bytes = Serialize(model);
  for (const char c : archive) bytes.push_back(static_cast<std::byte>(c));
  return ImportBytes(bytes);
}

TEST(MetadataTest, NormalizationAndLabelsAreRead) {
  for (const bool deflated : {false, true}) {
    const std::string archive = MakeZip({{"labels.txt", "cat\r\ndog\nbird\n", deflated}});

    const auto model = ImportWith(MakeMetadata({127.5f}, {128}, "labels.txt"), archive);

    ASSERT_TRUE(model.has_value()) << model.error().message();
    EXPECT_THAT(model->warnings, IsEmpty());
    EXPECT_EQ(model->metadata.name, "Net");
    ASSERT_THAT(model->metadata.inputs, SizeIs(1));
    EXPECT_EQ(model->metadata.inputs[0].name, "image");
    ASSERT_TRUE(model->metadata.inputs[0].normalization.has_value());
    EXPECT_THAT(model->metadata.inputs[0].normalization->mean, ElementsAre(127.5f));
    EXPECT_THAT(model->metadata.inputs[0].normalization->std, ElementsAre(128.0f));
    EXPECT_THAT(model->metadata.outputs[0].labels, ElementsAre("cat", "dog", "bird"));
  }
}

TEST(MetadataTest, BrokenMetadataLeavesTheModelUsable) {
  const auto model = ImportWith({1, 2, 3, 4, 5}, "");
  ASSERT_TRUE(model.has_value()) << model.error().message();
  EXPECT_THAT(model->warnings, ElementsAre(HasSubstr("the metadata is left out: its 5 bytes hold no valid table")));
}

TEST(MetadataTest, MissingLabelsAreAWarning) {
  const auto without_archive = ImportWith(MakeMetadata({0}, {1}, "labels.txt"), "");
  ASSERT_TRUE(without_archive.has_value());
  EXPECT_THAT(without_archive->warnings,
              ElementsAre("metadata of output 0: \"labels.txt\" of the appended archive: the "
                          "file has no zip archive at its end."));
  const auto other_file =
      ImportWith(MakeMetadata({0}, {1}, "labels.txt"), MakeZip({{"other.txt", "x", /*deflated=*/false}}));
  ASSERT_TRUE(other_file.has_value());
  EXPECT_THAT(other_file->warnings, ElementsAre(HasSubstr("the archive has no such file.")));
}

TEST(MetadataTest, ImpossibleNormalizationIsAWarning) {
  const std::string archive = MakeZip({{"labels.txt", "x", /*deflated=*/false}});
  const auto uneven = ImportWith(MakeMetadata({1, 2}, {1}, "labels.txt"), archive);
  EXPECT_THAT(uneven->warnings, ElementsAre("metadata of input 0: the normalization has 2 means and 1 deviations."));
  const auto zero = ImportWith(MakeMetadata({1}, {0}, "labels.txt"), archive);
  EXPECT_THAT(zero->warnings, ElementsAre("metadata of input 0: the normalization divides by 0."));
}

}  // namespace
}  // namespace mica::model
