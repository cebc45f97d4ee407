// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "table.h"

#include <gtest/gtest.h>

namespace mica::cli {
namespace {

TEST(TableTest, ColumnsAreAsWideAsTheirWidestCell) {
  Table table({{"name"}, {"count", Align::kRight}, {"note"}});
  table.AddRow({"a", "7", "x"});
  table.AddRow({"longer", "123456", ""});
  EXPECT_EQ(table.Text(0),
            "name     count  note\n"
            "a            7  x\n"
            "longer  123456\n");
}

TEST(TableTest, TheLastColumnWrapsAtWords) {
  Table table({{"n"}, {"why"}});
  table.AddRow({"1", "one two three four five six"});
  EXPECT_EQ(table.Text(20),
            "n  why\n"
            "1  one two three\n"
            "   four five six\n");
}

TEST(TableTest, CodePointsCountAsOneColumn) {
  Table table({{"a"}, {"b"}});
  table.AddRow({"ü", "x"});
  EXPECT_EQ(table.Text(0), "a  b\nü  x\n");
}

TEST(TableTest, ControlCharactersOfNamesDoNotReachTheTerminal) {
  Table table({{"a"}});
  table.AddRow({"x\033[2Jy\n"});
  EXPECT_EQ(table.Text(0), "a\nx?[2Jy?\n");
}

TEST(TableTest, MarkdownKeepsTheAlignment) {
  Table table({{"name"}, {"count", Align::kRight}});
  table.AddRow({"a", "7"});
  EXPECT_EQ(table.Markdown(), "| name | count |\n|---|---:|\n| a | 7 |\n");
}

}  // namespace
}  // namespace mica::cli
