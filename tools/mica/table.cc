// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "table.h"

#include <algorithm>
#include <numeric>

namespace mica::cli {
namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kNarrowestWrap = 16;

std::string Spaces(std::size_t count) {
  return std::string(count, ' ');
}

// Words of `text` in lines of at most `width` columns; a longer word stays whole.
std::vector<std::string> Wrap(const std::string& text, std::size_t width) {
  std::vector<std::string> lines(1);
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const std::string word = text.substr(start, end - start);
    if (!lines.back().empty() && DisplayWidth(lines.back()) + 1 + DisplayWidth(word) > width) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
    start = end + 1;
  }
  return lines;
}

void TrimRight(std::string& line) {
  line.erase(line.find_last_not_of(' ') + 1);
}

// One row; where the last cell takes several lines, they stand below each other.
std::string Line(const std::vector<Column>& columns, const std::vector<Cell>& cells,
                 const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
    const std::size_t padding = widths[i] - DisplayWidth(cells[i].text);
    const std::string text = Styled(cells[i].text, cells[i].style);
    line += columns[i].align == Align::kRight ? Spaces(padding) + text : text + Spaces(padding);
    line += Spaces(kGap);
  }
  const std::size_t indent =
      std::accumulate(widths.begin(), widths.end() - 1, std::size_t{0}) + kGap * (widths.size() - 1);
  const Cell& last = cells.back();
  if (columns.back().align == Align::kRight) line += Spaces(widths.back() - DisplayWidth(last.text));

  std::string text;
  for (const std::string& part : Wrap(last.text, widths.back())) {
    line += Styled(part, last.style);
    TrimRight(line);
    text += line + '\n';
    line = Spaces(indent);
  }
  return text;
}

}  // namespace

void Table::AddRow(std::vector<Cell> cells) {
  rows_.push_back(std::move(cells));
}

std::vector<std::size_t> Table::ColumnWidths() const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    std::size_t width = DisplayWidth(columns_[i].title);
    for (const auto& row : rows_) width = std::max(width, DisplayWidth(row[i].text));
    widths.push_back(width);
  }
  return widths;
}

std::string Table::Text(std::size_t width) const {
  std::vector<std::size_t> widths = ColumnWidths();
  if (width > 0) {
    const std::size_t others =
        std::accumulate(widths.begin(), widths.end() - 1, std::size_t{0}) + kGap * (widths.size() - 1);
    const std::size_t room = std::max(kNarrowestWrap, width - std::min(width, others));
    widths.back() = std::min(widths.back(), room);
  }
  std::vector<Cell> titles;
  for (const Column& column : columns_) titles.emplace_back(column.title, Style::kBold);
  std::string text = Line(columns_, titles, widths);
  for (const auto& row : rows_) text += Line(columns_, row, widths);
  return text;
}

std::string Table::Markdown() const {
  std::string text = "|";
  for (const Column& column : columns_) text += " " + column.title + " |";
  text += "\n|";
  for (const Column& column : columns_) text += column.align == Align::kRight ? "---:|" : "---|";
  for (const auto& row : rows_) {
    text += "\n|";
    for (const Cell& cell : row) text += " " + cell.text + " |";
  }
  return text + "\n";
}

}  // namespace mica::cli
