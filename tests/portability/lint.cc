// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "lint.h"

#include <fmt/format.h>

#include <regex>
#include <set>

namespace mica::portability {
namespace {

// Words that at least one language keeps for itself and that the dialect does not lend: as names they compile in one
// language and break in another, as keywords the other way round.
const std::set<std::string, std::less<>>& ReservedWords() {
  static const std::set<std::string, std::less<>> words = {
      // GLSL, in use or kept for later.
      "active", "asm", "atomic_uint", "attribute", "buffer", "cast", "centroid", "coherent", "common", "discard",
      "dmat2", "dvec2", "dvec3", "dvec4", "external", "filter", "fixed", "flat", "fvec2", "fvec3", "fvec4", "highp",
      "hvec2", "hvec3", "hvec4", "image", "in", "inout", "input", "interface", "invariant", "isampler2D", "ivec2",
      "ivec3", "ivec4", "layout", "lowp", "mat2", "mat3", "mat4", "mediump", "noinline", "noise1", "noperspective",
      "out", "output", "partition", "patch", "precise", "precision", "public", "readonly", "resource", "restrict",
      "sample", "sampler2D", "sampler2DArray", "shared", "smooth", "subroutine", "superp", "texture", "uniform",
      "uvec2", "uvec3", "uvec4", "varying", "vec2", "vec3", "vec4", "volatile", "writeonly",
      // C and C++ as OpenCL C and Metal know them.
      "alignas", "auto", "catch", "char", "class", "const", "constexpr", "decltype", "delete", "double", "enum",
      "explicit", "export", "extern", "friend", "goto", "half", "inline", "long", "mutable", "namespace", "new",
      "operator", "private", "protected", "register", "reinterpret_cast", "short", "signed", "sizeof", "static",
      "static_cast", "struct", "switch", "template", "this", "throw", "try", "typedef", "typename", "uchar", "uint",
      "ulong", "union", "unsigned", "ushort", "using", "virtual",
      // Address spaces, types and entry points of OpenCL C and Metal.
      "constant", "constants", "device", "event_t", "float2", "float3", "float8", "float16", "fragment", "global",
      "int2", "int3", "int4", "kernel", "local", "read_only", "read_write", "sampler", "sampler_t", "thread",
      "threadgroup", "vertex", "write_only"};
  return words;
}

std::string WithoutComments(std::string_view text) {
  static const std::regex comment(R"(//[^\n]*|/\*[\s\S]*?\*/)");
  return std::regex_replace(std::string(text), comment, " ");
}

struct ForbiddenPattern {
  std::regex pattern;
  std::string_view rule;
};

const std::vector<ForbiddenPattern>& ForbiddenPatterns() {
  static const std::vector<ForbiddenPattern> patterns = {
      {std::regex(R"(\b\d[\d.]*([eE][-+]?\d+)?[fF]\b)"), "floats have no suffix"},
      {std::regex(R"(\b\d+\.(?!\d))"), "floats are written 1.0"},
      {std::regex(R"((^|[^\w.])\.\d)"), "floats are written 0.5"},
      {std::regex(R"(##)"), "GLSL ES has no ##"},
      {std::regex(R"(\b(float|int|bool|float4)\s*\()"), "casts are TO_FLOAT and TO_INT, vectors FLOAT4 and MAKE4"},
      {std::regex(R"(\(\s*(float|int|bool|float4)\s*\))"), "casts are TO_FLOAT and TO_INT, vectors FLOAT4 and MAKE4"},
      {std::regex(R"(\bgl_|\bGL_|__)"), "names with __ or gl_ are the languages' own"},
      {std::regex(R"(\bget_(global|local|group)_)"), "ids are GRID_X, LOCAL_X and GROUP_X"},
      {std::regex(R"(\b(fabs|rsqrt|inversesqrt|tanh|sin|cos|mix|fract|mad|fma|step|smoothstep|atan)\s*\()"),
       "a function that is not the same in all languages"},
      {std::regex(R"(&\s*[a-z_]\w*\s*[,)]|\*\s*[a-z_]\w*\s*=[^=])"), "GLSL has no pointers"},
      {std::regex(R"(\.[xyzw]{2,})"), "lanes are read one by one"},
      {std::regex(R"(\b\w+\s*%=|<<|>>)"), "no shifts"},
  };
  return patterns;
}

// The words of a text with the depth of braces at which they stand.
struct Word {
  std::string text;
  int depth = 0;
};

std::vector<Word> Words(std::string_view code) {
  std::vector<Word> words;
  int depth = 0;
  bool inside = false;
  for (const char c : code) {
    const bool is_word = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    if (is_word && !inside) words.push_back({"", depth});
    if (is_word) words.back().text += c;
    inside = is_word;
    if (c == '{') ++depth;
    if (c == '}') --depth;
  }
  return words;
}

}  // namespace

Breaches LintText(std::string_view text) {
  Breaches breaches;
  const std::string code = WithoutComments(text);
  for (const Word& word : Words(code)) {
    if (ReservedWords().contains(word.text)) breaches.push_back(fmt::format("'{}' is a reserved word", word.text));
  }
  for (const ForbiddenPattern& forbidden : ForbiddenPatterns()) {
    std::smatch match;
    if (std::regex_search(code, match, forbidden.pattern)) {
      breaches.push_back(fmt::format("'{}': {}", match.str(), forbidden.rule));
    }
  }
  return breaches;
}

Breaches LintKernel(std::string_view text, bool has_shared_memory) {
  constexpr std::string_view kEntry = "KERNEL {";
  const std::string code = WithoutComments(text);
  const std::size_t entry = code.find(kEntry);
  if (entry == std::string::npos || code.find(kEntry, entry + 1) != std::string::npos) {
    return {"a kernel has \"KERNEL {\" exactly once"};
  }
  Breaches breaches;
  for (const Word& word : Words(code.substr(0, entry))) {
    if (word.text == "BARRIER") breaches.push_back("BARRIER stands only in the kernel itself");
  }
  for (const Word& word : Words(code.substr(entry))) {
    if (word.text == "BARRIER" && word.depth != 1) {
      breaches.push_back("BARRIER stands only at the top level: not every invocation comes by");
    }
    if (word.text == "return" && has_shared_memory) {
      breaches.push_back("a kernel with shared memory has no early return: others would wait at a barrier for ever");
    }
  }
  return breaches;
}

}  // namespace mica::portability
