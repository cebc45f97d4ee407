// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// Every kernel of every operator compiles in every language.
#include <gtest/gtest.h>

#include <set>

#include "all_kernels.h"
#include "glsl_compiler.h"
#include "opencl_compiler.h"

namespace mica::portability {
namespace {

// The functions and blocks of a text, without their numbers: a thousand kernels that differ only in sizes are one to a
// compiler.
std::vector<std::string> Pieces(const std::string& text) {
  std::vector<std::string> pieces(1);
  int depth = 0;
  for (const char c : text) {
    std::string& piece = pieces.back();
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit || piece.empty() || piece.back() != '0') piece += is_digit ? '0' : c;
    if (c == '{') ++depth;
    if (c == '}' && --depth == 0) pieces.emplace_back();
  }
  return pieces;
}

// Remembers the pieces it has seen.
class SeenPieces {
 public:
  // Whether the text has, once #if has chosen, a piece that none before it has.
  bool IsNew(const std::string& text) {
    if (!texts_.insert(text).second) return false;
    const std::size_t before = pieces_.size();
    for (std::string& piece : Pieces(PreprocessGlsl(text))) pieces_.insert(std::move(piece));
    return pieces_.size() > before;
  }

 private:
  std::set<std::string> texts_;
  std::set<std::string> pieces_;
};

const std::vector<EmittedKernel>& DistinctKernels() {
  static const std::vector<EmittedKernel> kernels = [] {
    std::vector<EmittedKernel> distinct;
    SeenPieces seen;
    VisitAllKernels([&](const EmittedKernel& kernel) {
      if (!seen.IsNew(kernel.texts[1])) return;
      distinct.push_back(kernel);
      distinct.back().source = nullptr;  // Does not outlive the visit.
    });
    return distinct;
  }();
  return kernels;
}

void ExpectAllCompileAsGlsl(std::size_t language) {
  for (const EmittedKernel& kernel : DistinctKernels()) {
    const std::string log = CompileGlsl(kernel.texts[language], kLanguages[language]);
    EXPECT_EQ(log, "") << kernel.where << "\n" << kernel.texts[language];
    if (testing::Test::HasFailure()) return;  // One is enough to read.
  }
}

TEST(PortabilityTest, EveryOperatorHasKernels) {
  EXPECT_GT(DistinctKernels().size(), 100u);
}

TEST(PortabilityTest, EveryKernelIsGlslEs) {
  ExpectAllCompileAsGlsl(0);
}

TEST(PortabilityTest, EveryKernelIsVulkanGlsl) {
  ExpectAllCompileAsGlsl(1);
}

TEST(PortabilityTest, KernelsForOptionalFeaturesAreVulkanGlsl) {
  SeenPieces seen;
  int broadcasts = 0;
  int matrices = 0;
  VisitFeatureKernels([&](const std::string& where, const std::string& text) {
    if (HasFailure() || !seen.IsNew(text)) return;  // One is enough to read.
    EXPECT_EQ(CompileGlsl(text, gpu::Language::kGlslVulkan), "") << where << "\n" << text;
    broadcasts += text.find("subgroupBroadcast") != std::string::npos ? 1 : 0;
    matrices += text.find("coopMatMulAddNV") != std::string::npos ? 1 : 0;
  });
  EXPECT_GT(broadcasts, 3);
  EXPECT_GT(matrices, 3);
}

TEST(PortabilityTest, EveryKernelIsOpenClC) {
  std::vector<std::string> texts;
  for (const EmittedKernel& kernel : DistinctKernels()) texts.push_back(kernel.texts[2]);
  const std::vector<std::string> logs = CheckOpenCl(texts);
  for (std::size_t i = 0; i < logs.size(); ++i) {
    EXPECT_EQ(logs[i], "") << DistinctKernels()[i].where << "\n" << texts[i];
    if (HasFailure()) return;
  }
}

// The compilers do look: what is wrong in one language is found there.
TEST(PortabilityTest, TheCompilersFindMistakes) {
  EmittedKernel kernel = DistinctKernels().front();
  for (std::string& text : kernel.texts) text += "float4 broken(float4 v) { return v + nothing; }\n";
  EXPECT_NE(CompileGlsl(kernel.texts[0], kLanguages[0]), "");
  EXPECT_NE(CompileGlsl(kernel.texts[1], kLanguages[1]), "");
  const std::vector<std::string> logs = CheckOpenCl(std::vector{DistinctKernels().front().texts[2], kernel.texts[2]});
  EXPECT_EQ(logs[0], "");
  EXPECT_NE(logs[1], "");
}

}  // namespace
}  // namespace mica::portability
