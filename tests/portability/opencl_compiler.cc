// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "opencl_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include "base/check.h"

namespace mica::portability {
namespace {

namespace fs = std::filesystem;

// A folder of our own, gone at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = fs::temp_directory_path() / "mica-opencl-XXXXXX";
    MICA_CHECK(mkdtemp(pattern.data()) != nullptr, "no folder {} can be made.", pattern);
    path_ = pattern;
  }
  ~TemporaryFolder() { fs::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string FileName(std::size_t index) {
  return fmt::format("{:05}.cl", index);
}

// All that a command prints.
std::string Run(const std::string& command) {
  struct Close {
    void operator()(FILE* pipe) const { pclose(pipe); }
  };
  const std::unique_ptr<FILE, Close> pipe(popen((command + " 2>&1").c_str(), "r"));
  MICA_CHECK(pipe != nullptr, "no pipe.");
  std::string output;
  std::array<char, 4096> block;
  while (const std::size_t count = fread(block.data(), 1, block.size(), pipe.get())) output.append(block.data(), count);
  return output;
}

}  // namespace

std::vector<std::string> CheckOpenCl(std::span<const std::string> texts) {
  if (texts.empty()) return {};
  const TemporaryFolder folder;
  for (std::size_t i = 0; i < texts.size(); ++i) std::ofstream(folder.path() / FileName(i)) << texts[i];
  // -finclude-default-header declares OpenCL's functions; -fdeclare-opencl-builtins does so without reading 20,000
  // lines.
  const std::string log = Run(fmt::format(
      "cd {} && {} -x cl -cl-std=CL1.2 -target spir64-unknown-unknown -fsyntax-only -cl-single-precision-constant "
      "-Xclang -finclude-default-header -Xclang -fdeclare-opencl-builtins -Wall -Wno-unused *.cl",
      folder.path().string(), MICA_CLANG));

  // Every message begins with the file's name; what follows on lines of its own belongs to it.
  std::vector<std::string> messages(texts.size());
  std::size_t current = 0;
  for (std::size_t at = 0; at < log.size();) {
    const std::size_t end = std::min(log.find('\n', at), log.size() - 1) + 1;
    const std::string line = log.substr(at, end - at);
    if (line.size() > 9 && line.compare(5, 4, ".cl:") == 0) current = std::stoul(line.substr(0, 5));
    messages.at(current) += line;
    at = end;
  }
  return messages;
}

}  // namespace mica::portability
