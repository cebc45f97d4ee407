// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "terminal.h"

namespace mica::cli {

enum class Align { kLeft, kRight };

struct Column {
  std::string title;
  Align align = Align::kLeft;
};

struct Cell {
  Cell(std::string cell_text, Style cell_style = Style::kPlain)  // NOLINT(google-explicit-constructor)
      : text(Printable(cell_text)), style(cell_style) {}
  Cell(const char* cell_text) : Cell(std::string(cell_text)) {}  // NOLINT(google-explicit-constructor)

  std::string text;
  Style style;
};

// Rows under titled columns, two spaces apart, each column as wide as its widest cell.
class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // As many cells as there are columns.
  void AddRow(std::vector<Cell> cells);

  // `width` > 0: the last column is wrapped at words so that no line is longer, as far as it can be.
  std::string Text(std::size_t width = TerminalWidth()) const;
  std::string Markdown() const;

 private:
  std::vector<std::size_t> ColumnWidths() const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace mica::cli
