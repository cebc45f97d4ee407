// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "opencl_compiler.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <regex>
#include <set>
#include <sstream>

#include "base/check.h"

namespace mica::portability {
namespace {

// A file of our own, gone at the end.
class TemporaryFile {
 public:
  TemporaryFile() {
    const int descriptor = mkstemps(path_.data(), /*suffixlen=*/3);
    MICA_CHECK(descriptor >= 0, "no file {} can be made.", path_);
    fclose(fdopen(descriptor, "w"));
  }
  ~TemporaryFile() { std::remove(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_ = "/tmp/mica-XXXXXX.cl";
};

std::set<std::string> FindNames(const std::string& text, const std::regex& pattern) {
  std::set<std::string> names;
  for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it) names.insert((*it)[1]);
  return names;
}

// Program number `index` as a part of a larger one: its functions get names of their own, and no macro is left behind.
std::string AsPart(const std::string& text, std::size_t index) {
  static const std::regex macro(R"(#define\s+(\w+))");
  static const std::regex function(R"(\n(?:__kernel[^\n]*|__constant sampler_t|void|float4?|int|bool) (\w+)(?:\(| =))");
  std::string part;
  const std::set<std::string> functions = FindNames(text, function);
  for (const std::string& name : functions) part += fmt::format("#define {0} {0}_{1}\n", name, index);
  part += fmt::format("#line 1 \"{:05}.cl\"\n{}\n", index, text);
  for (const std::set<std::string>& names : {functions, FindNames(text, macro)}) {
    for (const std::string& name : names) part += fmt::format("#undef {}\n", name);
  }
  return part;
}

// All that a command prints.
std::string Run(const std::string& command) {
  struct Close {
    void operator()(FILE* pipe) const { pclose(pipe); }
  };
  const std::unique_ptr<FILE, Close> pipe(popen((command + " 2>&1").c_str(), "r"));
  MICA_CHECK(pipe != nullptr, "no pipe for {}.", command);
  std::string output;
  std::array<char, 4096> block;
  while (const std::size_t count = fread(block.data(), 1, block.size(), pipe.get())) output.append(block.data(), count);
  return output;
}

}  // namespace

std::vector<std::string> CheckOpenCl(std::span<const std::string> texts) {
  if (texts.empty()) return {};
  const TemporaryFile file;
  std::ofstream stream(file.path());
  for (std::size_t i = 0; i < texts.size(); ++i) stream << AsPart(texts[i], i);
  stream.close();
  const std::string log = Run(fmt::format(
      "{} -x cl -cl-std=CL1.2 -target spir64-unknown-unknown -fsyntax-only -cl-single-precision-constant "
      "-Xclang -finclude-default-header -Xclang -fdeclare-opencl-builtins -Wall -Wno-unused -ferror-limit=0 {}",
      MICA_CLANG, file.path()));

  // A message begins with the text's number, as #line gave it: "00017.cl:5:3: error: ...". What follows belongs to it.
  static const std::regex start(R"(^(\d{5})\.cl:)");
  std::vector<std::string> messages(texts.size());
  std::size_t current = 0;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    if (std::smatch match; std::regex_search(line, match, start)) current = std::stoul(match[1]);
    messages.at(current) += line + "\n";
  }
  return messages;
}

}  // namespace mica::portability
