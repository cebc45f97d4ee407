// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "model/metadata.h"

#include <algorithm>
#include <string_view>

#include "model/text.h"
#include "model/zip_archive.h"
#include "schema/metadata_generated.h"

namespace mica::model {
namespace {

constexpr std::string_view kMetadataName = "TFLITE_METADATA";
constexpr flatbuffers::uoffset_t kMaxDepth = 16;
constexpr flatbuffers::uoffset_t kMaxTables = 100'000;

using AssociatedFiles = flatbuffers::Vector<flatbuffers::Offset<schema::AssociatedFile>>;
using TensorTables = flatbuffers::Vector<flatbuffers::Offset<schema::TensorMetadata>>;

// Empty where the file has none. A copy, for the file need not align it, and tables need that.
Result<std::vector<std::byte>> CopyMetadata(const ModelFile& file, CopyBudget& budget) {
  const auto* entries = file.model().metadata();
  if (entries == nullptr) return std::vector<std::byte>();
  const auto found = std::find_if(entries->begin(), entries->end(), [](const schema::Metadata* entry) {
    return entry->name() != nullptr && entry->name()->string_view() == kMetadataName;
  });
  if (found == entries->end()) return std::vector<std::byte>();
  ASSIGN_OR_RETURN(const std::span<const std::byte> bytes, file.BufferBytes(found->buffer()));
  RETURN_IF_ERROR(budget.Take(bytes.size()));
  return std::vector<std::byte>(bytes.begin(), bytes.end());
}

Result<const schema::ModelMetadata*> VerifyMetadata(std::span<const std::byte> bytes) {
  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), kMaxDepth,
                                 kMaxTables);
  if (!schema::VerifyModelMetadataBuffer(verifier)) {
    return InvalidModel("its {} bytes hold no valid table of the kind {}.", bytes.size(),
                        schema::ModelMetadataIdentifier());
  }
  return schema::GetModelMetadata(bytes.data());
}

Result<std::optional<Normalization>> ReadNormalization(const schema::TensorMetadata& table, CopyBudget& budget) {
  if (table.process_units() == nullptr) return std::nullopt;
  for (const schema::ProcessUnit* unit : *table.process_units()) {
    const auto* options = unit->options_as_NormalizationOptions();
    if (options == nullptr || options->mean() == nullptr || options->std() == nullptr) continue;
    RETURN_IF_ERROR(budget.Take((options->mean()->size() + options->std()->size()) * sizeof(float)));
    Normalization normalization{.mean = {options->mean()->begin(), options->mean()->end()},
                                .std = {options->std()->begin(), options->std()->end()}};
    if (normalization.mean.empty() || normalization.mean.size() != normalization.std.size()) {
      return InvalidModel("the normalization has {} means and {} deviations.", normalization.mean.size(),
                          normalization.std.size());
    }
    if (std::ranges::find(normalization.std, 0.0f) != normalization.std.end()) {
      return InvalidModel("the normalization divides by 0.");
    }
    return normalization;
  }
  return std::nullopt;
}

// A file of labels may come in several languages; one without a language is for all.
const schema::AssociatedFile* FindLabelFile(const AssociatedFiles* files) {
  const schema::AssociatedFile* found = nullptr;
  if (files == nullptr) return nullptr;
  for (const schema::AssociatedFile* file : *files) {
    const bool labels = file->type() == schema::AssociatedFileType_TENSOR_AXIS_LABELS ||
                        file->type() == schema::AssociatedFileType_TENSOR_VALUE_LABELS;
    if (!labels || file->name() == nullptr) continue;
    if (file->locale() == nullptr || file->locale()->size() == 0) return file;
    if (found == nullptr) found = file;
  }
  return found;
}

Result<std::vector<std::string>> SplitLines(std::string_view text, CopyBudget& budget) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    RETURN_IF_ERROR(budget.TakeString(line.size()));
    lines.push_back(PrintableText(line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

Result<std::vector<std::string>> ReadLabels(const ModelFile& file, const schema::TensorMetadata& table,
                                            CopyBudget& budget) {
  const schema::AssociatedFile* labels = FindLabelFile(table.associated_files());
  if (labels == nullptr) return std::vector<std::string>();
  ASSIGN_OR_RETURN(const std::string text, ReadFromZip(file.bytes(), labels->name()->string_view(), budget));
  return SplitLines(text, budget);
}

// Reads what is not broken, and warns of what is.
class TensorMetadataReader {
 public:
  TensorMetadataReader(const ModelFile& file, CopyBudget& budget, std::vector<std::string>& warnings)
      : file_(file), budget_(budget), warnings_(warnings) {}

  Result<std::vector<TensorMetadata>> Read(const TensorTables* tables, std::size_t expected, std::string_view role) {
    std::vector<TensorMetadata> tensors;
    if (tables == nullptr) return tensors;
    if (tables->size() != expected) {
      return InvalidModel("it describes {} {}s; the graph has {}.", tables->size(), role, expected);
    }
    for (const schema::TensorMetadata* table : *tables) {
      TensorMetadata tensor;
      ASSIGN_OR_RETURN(tensor.name, ReadText(table->name(), budget_));
      ASSIGN_OR_RETURN(tensor.description, ReadText(table->description(), budget_));
      tensor.normalization = OrWarn(ReadNormalization(*table, budget_), role, tensors.size());
      tensor.labels = OrWarn(ReadLabels(file_, *table, budget_), role, tensors.size());
      tensors.push_back(std::move(tensor));
    }
    return tensors;
  }

 private:
  template <typename T>
  T OrWarn(Result<T> result, std::string_view role, std::size_t position) {
    if (result) return *std::move(result);
    const std::string& problem = result.error().message();
    if (budget_.TakeString(problem.size()).ok()) {
      warnings_.push_back(fmt::format("metadata of {} {}: {}", role, position, problem));
    }
    return T();
  }

  const ModelFile& file_;
  CopyBudget& budget_;
  std::vector<std::string>& warnings_;
};

Result<Metadata> ReadTables(const ModelFile& file, CopyBudget& budget, std::vector<std::string>& warnings) {
  Metadata metadata;
  ASSIGN_OR_RETURN(const std::vector<std::byte> bytes, CopyMetadata(file, budget));
  if (bytes.empty()) return metadata;
  ASSIGN_OR_RETURN(const schema::ModelMetadata* table, VerifyMetadata(bytes));
  ASSIGN_OR_RETURN(metadata.name, ReadText(table->name(), budget));
  ASSIGN_OR_RETURN(metadata.description, ReadText(table->description(), budget));
  ASSIGN_OR_RETURN(metadata.version, ReadText(table->version(), budget));
  ASSIGN_OR_RETURN(metadata.author, ReadText(table->author(), budget));
  ASSIGN_OR_RETURN(metadata.license, ReadText(table->license(), budget));
  if (table->subgraph_metadata() == nullptr || table->subgraph_metadata()->size() == 0) return metadata;

  const schema::SubGraph& graph = *file.model().subgraphs()->Get(0);
  const schema::SubGraphMetadata& described = *table->subgraph_metadata()->Get(0);
  const auto count = [](const auto* vector) -> std::size_t { return vector == nullptr ? 0 : vector->size(); };
  TensorMetadataReader reader(file, budget, warnings);
  ASSIGN_OR_RETURN(metadata.inputs, reader.Read(described.input_tensor_metadata(), count(graph.inputs()), "input"));
  ASSIGN_OR_RETURN(metadata.outputs, reader.Read(described.output_tensor_metadata(), count(graph.outputs()), "output"));
  return metadata;
}

}  // namespace

Metadata ReadMetadata(const ModelFile& file, CopyBudget& budget, std::vector<std::string>& warnings) {
  auto metadata = ReadTables(file, budget, warnings);
  if (metadata) return *std::move(metadata);
  warnings.push_back(fmt::format("the metadata is left out: {}", metadata.error().message()));
  return {};
}

}  // namespace mica::model
