// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "model/text.h"

#include <gtest/gtest.h>

namespace mica::model {
namespace {

TEST(PrintableTextTest, ValidTextStays) {
  for (const std::string text : {"", "conv/weights", "naïve 模型 \U0001f600", "two\nlines\tand a tab"}) {
    EXPECT_EQ(PrintableText(text), text);
  }
}

TEST(PrintableTextTest, ControlCharactersBecomeQuestionMarks) {
  EXPECT_EQ(PrintableText("\x1b[31mred\x7f"), "?[31mred?");
  EXPECT_EQ(PrintableText(std::string_view("a\0b", 3)), "a?b");
}

TEST(PrintableTextTest, BrokenUtf8BecomesQuestionMarks) {
  EXPECT_EQ(PrintableText("a\x80z"), "a?z");             // A continuation without a start.
  EXPECT_EQ(PrintableText("a\xe6\xa8"), "a??");          // Cut off.
  EXPECT_EQ(PrintableText("\xc0\xaf"), "??");            // "/" in two bytes.
  EXPECT_EQ(PrintableText("\xe0\x80\xaf"), "???");       // "/" in three bytes.
  EXPECT_EQ(PrintableText("\xed\xa0\x80"), "???");       // A surrogate.
  EXPECT_EQ(PrintableText("\xf4\x90\x80\x80"), "????");  // Beyond U+10FFFF.
  EXPECT_EQ(PrintableText("\xff"), "?");
}

}  // namespace
}  // namespace mica::model
