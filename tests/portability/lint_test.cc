// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "lint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "all_kernels.h"

namespace mica::portability {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(LintTest, AcceptsTheDialect) {
  constexpr std::string_view kGood = R"(
float4 twice(float4 v) { return v * 2.0; }  // `in` and 1.f may stand in a comment.
KERNEL {
  int x = GRID_X;
  bool inside = x < SRC_WIDTH && x % 4 == 0;
  float4 sum[2];
  sum[0] = twice(src_read(0, x, 0, 0)) + FLOAT4(1e-5);
  if (inside) dst_write(MAKE4(sum[0].x, TO_FLOAT(x), 0.5, 1.0), 0, x, 0, 0);
}
)";
  EXPECT_THAT(LintText(kGood), IsEmpty());
  EXPECT_THAT(LintKernel(kGood, /*has_shared_memory=*/false), IsEmpty());
}

TEST(LintTest, FindsReservedWords) {
  EXPECT_THAT(LintText("float input = 1.0;"), ElementsAre("'input' is a reserved word"));
  EXPECT_THAT(LintText("const int x = 1;"), ElementsAre("'const' is a reserved word"));
  EXPECT_THAT(LintText("float inputs = 1.0;"), IsEmpty());
}

TEST(LintTest, FindsFloatsThatOneLanguageReadsOtherwise) {
  EXPECT_THAT(LintText("x = 1.0f;"), Contains(HasSubstr("no suffix")));
  EXPECT_THAT(LintText("x = 1e-5f;"), Contains(HasSubstr("no suffix")));
  EXPECT_THAT(LintText("x = 1.;"), Contains(HasSubstr("written 1.0")));
  EXPECT_THAT(LintText("x = y*.5;"), Contains(HasSubstr("written 0.5")));
}

TEST(LintTest, FindsCastsAndConstructors) {
  EXPECT_THAT(LintText("x = float(i);"), Contains(HasSubstr("TO_FLOAT")));
  EXPECT_THAT(LintText("x = (float4)(1.0);"), Contains(HasSubstr("FLOAT4")));
}

TEST(LintTest, FindsWhatOnlySomeLanguagesHave) {
  EXPECT_THAT(LintText("#define J(a, b) a##b"), Contains(HasSubstr("no ##")));
  EXPECT_THAT(LintText("x = gl_LocalInvocationIndex;"), Contains(HasSubstr("the languages' own")));
  EXPECT_THAT(LintText("x = fabs(y);"), Contains(HasSubstr("not the same in all languages")));
  EXPECT_THAT(LintText("f(&x);"), Contains(HasSubstr("no pointers")));
  EXPECT_THAT(LintText("y = v.xyz;"), Contains(HasSubstr("one by one")));
}

TEST(LintTest, FindsASecondEntryPointAndNone) {
  EXPECT_THAT(LintKernel("KERNEL { } KERNEL { }", false), Contains(HasSubstr("exactly once")));
  EXPECT_THAT(LintKernel("void main() { }", false), Contains(HasSubstr("exactly once")));
}

TEST(LintTest, FindsBarriersThatNotEveryInvocationReaches) {
  EXPECT_THAT(LintKernel("KERNEL { BARRIER; if (x) { y(); } }", true), IsEmpty());
  EXPECT_THAT(LintKernel("KERNEL { if (x) { BARRIER; } }", true), Contains(HasSubstr("top level")));
  EXPECT_THAT(LintKernel("void f() { BARRIER; } KERNEL { f(); }", true), Contains(HasSubstr("in the kernel itself")));
  EXPECT_THAT(LintKernel("KERNEL { if (x) return; BARRIER; }", true), Contains(HasSubstr("no early return")));
}

TEST(LintTest, EveryKernelKeepsTheRules) {
  std::set<std::string> seen;
  const auto expect_clean = [&](const std::string& text, const std::string& where, const Breaches& breaches) {
    for (const std::string& breach : breaches) ADD_FAILURE() << where << ": " << breach << "\n" << text;
  };
  VisitAllKernels([&](const EmittedKernel& emitted) {
    const KernelRequest& kernel = emitted.source->kernel;
    if (seen.insert(kernel.text + (kernel.shared.empty() ? "" : " shared")).second) {
      expect_clean(kernel.text, emitted.where, LintText(kernel.text));
      expect_clean(kernel.text, emitted.where, LintKernel(kernel.text, !kernel.shared.empty()));
    }
    for (const StepRequest& step : emitted.source->steps) {
      if (seen.insert(step.text).second) expect_clean(step.text, emitted.where, LintText(step.text));
    }
  });
  EXPECT_GT(seen.size(), 30u);
}

}  // namespace
}  // namespace mica::portability
