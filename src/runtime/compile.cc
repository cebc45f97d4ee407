// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "runtime/compile.h"

#include <atomic>
#include <optional>
#include <thread>

#include "base/parallel.h"

namespace mica::runtime {

Result<std::vector<std::unique_ptr<gpu::Program>>> CompileAll(gpu::Device& device,
                                                              std::span<const gpu::ProgramSource> sources,
                                                              const Progress& progress) {
  const int total = static_cast<int>(sources.size());
  const std::thread::id caller = std::this_thread::get_id();
  std::vector<std::optional<Result<std::unique_ptr<gpu::Program>>>> compiled(sources.size());
  std::atomic<int> done = 0;
  std::atomic<bool> has_failed = false;
  const auto compile = [&](std::size_t i) {
    if (has_failed) return;  // The others are not wanted any more.
    if (progress && std::this_thread::get_id() == caller) progress(done, total);
    compiled[i] = device.Compile(sources[i]);
    if (!*compiled[i]) has_failed = true;
    ++done;
  };
  if (device.info().compiles_in_parallel) {
    ParallelFor(sources.size(), compile);
  } else {
    for (std::size_t i = 0; i < sources.size(); ++i) compile(i);
  }
  for (const auto& program : compiled) {
    if (program && !*program) return Unexpected(program->error());
  }
  std::vector<std::unique_ptr<gpu::Program>> programs;
  for (auto& program : compiled) programs.push_back(**std::move(program));
  if (progress) progress(total, total);
  return programs;
}

}  // namespace mica::runtime
