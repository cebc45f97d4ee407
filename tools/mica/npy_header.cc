// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "npy_header.h"

#include <cctype>
#include <charconv>

#include "errors.h"

namespace mica::cli {
namespace {

constexpr std::size_t kMaxRank = 64;  // Of numpy; what follows compares the shape with the model's.

// Walks over the header; every Take is all or nothing.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  bool Take(std::string_view expected) {
    SkipSpaces();
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(expected.size());
    return true;
  }

  bool TakeString(std::string& text) {
    SkipSpaces();
    if (rest_.empty() || (rest_.front() != '\'' && rest_.front() != '"')) return false;
    const std::size_t end = rest_.find(rest_.front(), 1);
    if (end == std::string_view::npos) return false;
    text = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return true;
  }

  bool TakeDimension(int& number) {
    SkipSpaces();
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    if (error != std::errc() || number < 0) return false;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    Take("L");  // Python 2 wrote long integers so.
    return true;
  }

  bool AtEnd() {
    SkipSpaces();
    return rest_.empty();
  }

 private:
  void SkipSpaces() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0) rest_.remove_prefix(1);
  }

  std::string_view rest_;
};

bool TakeShape(Scanner& scanner, std::vector<int>& shape) {
  shape.clear();
  if (!scanner.Take("(")) return false;
  while (!scanner.Take(")")) {
    int dimension = 0;
    if (shape.size() == kMaxRank || !scanner.TakeDimension(dimension)) return false;
    shape.push_back(dimension);
    if (!scanner.Take(",")) return scanner.Take(")");
  }
  return true;
}

bool TakeBool(Scanner& scanner, bool& value) {
  value = scanner.Take("True");
  return value || scanner.Take("False");
}

Status TakeEntry(Scanner& scanner, NpyHeader& header, std::string& key) {
  if (!scanner.TakeString(key) || !scanner.Take(":")) {
    return Fail(StatusCode::kIo, "the header is no dictionary of Python.");
  }
  if (key == "descr") {
    if (scanner.TakeString(header.description)) return Status();
    return Fail(StatusCode::kIo, "the elements are records; mica takes numbers and booleans.");
  }
  if (key == "fortran_order") {
    if (TakeBool(scanner, header.is_fortran_order)) return Status();
    return Fail(StatusCode::kIo, "the header's fortran_order is neither True nor False.");
  }
  if (key == "shape") {
    if (TakeShape(scanner, header.shape)) return Status();
    return Fail(StatusCode::kIo, "the header's shape is no tuple of at most {} sizes below 2^31.", kMaxRank);
  }
  return Fail(StatusCode::kIo, "the header has an unknown entry \"{}\".", key);
}

}  // namespace

Result<NpyHeader> ParseNpyHeader(std::string_view text) {
  Scanner scanner(text);
  NpyHeader header;
  bool has_description = false;
  bool has_order = false;
  bool has_shape = false;
  if (!scanner.Take("{")) return Fail(StatusCode::kIo, "the header is no dictionary of Python.");
  while (!scanner.Take("}")) {
    std::string key;
    RETURN_IF_ERROR(TakeEntry(scanner, header, key));
    has_description |= key == "descr";
    has_order |= key == "fortran_order";
    has_shape |= key == "shape";
    if (scanner.Take(",")) continue;
    if (scanner.Take("}")) break;
    return Fail(StatusCode::kIo, "the header is no dictionary of Python.");
  }
  if (!scanner.AtEnd()) return Fail(StatusCode::kIo, "the header goes on after its dictionary.");
  if (!has_description || !has_order || !has_shape) {
    return Fail(StatusCode::kIo, "the header lacks one of descr, fortran_order and shape.");
  }
  return header;
}

}  // namespace mica::cli
