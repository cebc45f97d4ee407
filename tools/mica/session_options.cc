// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "session_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "errors.h"
#include "files.h"
#include "progress_bar.h"
#include "quantity.h"
#include "standard_output.h"

namespace mica::cli {
namespace {

constexpr std::size_t kMaxStdinBytes = std::size_t{2} << 30;  // Offsets in a .tflite file are 32 bits, signed.
constexpr const char* kGroup = "Device";

template <typename Value>
using Choices = std::vector<std::pair<std::string, Value>>;

template <typename Value>
std::string NamesOf(const Choices<Value>& choices) {
  std::string names;
  for (const auto& [name, value] : choices) names += (names.empty() ? "" : "|") + name;
  return names;
}

// --name auto|fp32|fp16
template <typename Value>
void AddChoice(CLI::App& command, const std::string& name, const std::string& what, Value& target,
               const Choices<Value>& choices) {
  const auto check = [choices](const std::string& given) -> std::string {
    const bool known = std::ranges::any_of(choices, [&](const auto& choice) { return choice.first == given; });
    return known ? "" : fmt::format("\"{}\" is none of {}", given, NamesOf(choices));
  };
  const auto set = [choices, &target](const std::string& given) {
    for (const auto& [choice, value] : choices) {
      if (choice == given) target = value;
    }
  };
  const auto current = std::ranges::find(choices, target, &std::pair<std::string, Value>::second);
  command.add_option_function<std::string>(name, set, what)
      ->check(CLI::Validator(check, "", ""))
      ->type_name(NamesOf(choices))
      ->default_str(current->first)
      ->group(kGroup);
}

std::string CheckPass(const std::string& given) {
  const std::vector<std::string> passes = ListPasses();
  if (std::ranges::find(passes, given) != passes.end()) return "";
  return fmt::format("there is no pass \"{}\"; the passes are {}", given, fmt::join(passes, ", "));
}

std::string CheckFeature(const std::string& given) {
  const std::vector<std::string> features = ListFeatures();
  if (std::ranges::find(features, given) != features.end()) return "";
  return fmt::format("there is no feature \"{}\"; the features are {}", given, fmt::join(features, ", "));
}

void AddMemoryLimit(CLI::App& command, SessionOptions& options) {
  const auto check = [](const std::string& given) {
    const Result<std::size_t> size = ParseByteSize(given);
    return size ? std::string() : size.error().message();
  };
  const auto set = [&options](const std::string& given) { options.max_memory_bytes = *ParseByteSize(given); };
  command
      .add_option_function<std::string>("--max-memory", set, "Refuse a plan that needs more GPU memory (64MiB, 1GB)")
      ->check(CLI::Validator(check, "", ""))
      ->type_name("SIZE")
      ->group(kGroup);
}

Result<Model> ParseStdin() {
  ASSIGN_OR_RETURN(const std::vector<std::byte> bytes, ReadStdin(kMaxStdinBytes));
  Result<Model> model = Model::Parse(bytes, "stdin");
  if (!model) return Failure(model.error().WithContext("stdin"));
  return model;
}

}  // namespace

void AddModelOption(CLI::App& command, std::string& path) {
  command.add_option("MODEL", path, "The .tflite file; - reads it from stdin")->required()->type_name("");
}

void AddSessionOptions(CLI::App& command, SessionOptions& options) {
  AddChoice<std::string>(command, "--backend",
                         "The API to reach the GPU; auto: Vulkan on hardware; null computes nothing", options.backend,
                         {{"auto", "auto"}, {"vulkan", "vulkan"}, {"gl", "gl"}, {"null", "null"}});
  command.add_option("--device", options.device, "Part of a device's name, its index, \"hardware\" or \"software\"")
      ->type_name("DEVICE")
      ->group(kGroup);
  AddChoice<PrecisionChoice>(
      command, "--precision", "auto: fp16 on hardware GPUs, fp32 on software", options.precision,
      {{"auto", PrecisionChoice::kAuto}, {"fp32", PrecisionChoice::kFp32}, {"fp16", PrecisionChoice::kFp16}});
  AddChoice<StorageChoice>(
      command, "--storage", "Where tensors live", options.storage,
      {{"auto", StorageChoice::kAuto}, {"buffer", StorageChoice::kBuffer}, {"texture", StorageChoice::kTexture}});
  AddChoice<MemoryChoice>(command, "--memory", "How intermediate tensors share buffers: see `mica memory`",
                          options.memory,
                          {{"naive", MemoryChoice::kNaive},
                           {"greedy", MemoryChoice::kGreedy},
                           {"mcfp", MemoryChoice::kMinCostFlow},
                           {"by-size", MemoryChoice::kBySize},
                           {"by-breadth", MemoryChoice::kByBreadth},
                           {"offsets", MemoryChoice::kOffsets},
                           {"best", MemoryChoice::kBest}});
  command.add_option("--without", options.without_passes, "Switch off a pass of the optimizer (repeatable)")
      ->check(CLI::Validator(CheckPass, "", ""))
      ->type_name("PASS")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group(kGroup);
  command.add_option("--without-feature", options.without_features, "As if the device lacked it (repeatable)")
      ->check(CLI::Validator(CheckFeature, "", ""))
      ->type_name("FEATURE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group(kGroup);
  command.add_flag("--hardware-rules", options.hardware_rules, "Choose kernels as for a hardware GPU on any device")
      ->group(kGroup);
  command.add_flag("--minimum-limits", options.minimum_limits, "Plan for what OpenGL ES 3.1 guarantees, no more")
      ->group(kGroup);
  AddMemoryLimit(command, options);
  command.add_flag("--active-wait", options.active_wait, "Spin while waiting: lower latency, a busy core")
      ->group(kGroup);
}

Result<Model> LoadModel(const std::string& path) {
  if (path == "-") return ParseStdin();
  Result<Model> model = Model::Load(path);
  if (!model) return Failure(model.error().WithContext("{}", path));
  return model;
}

Status NamingModel(const Status& status, const Model& model) {
  switch (status.code()) {
    case StatusCode::kInvalidModel:
    case StatusCode::kUnsupported:
    case StatusCode::kOutOfMemory:
      return status.WithContext("{}", model.name());
    default:
      return status;
  }
}

Result<Session> CreateSession(const Model& model, SessionOptions options) {
  Result<Session> session = [&] {
    ProgressBar bar("compiling");
    options.progress = [&bar](int done, int total) { bar.Update(done, total); };
    return Session::Create(model, options);
  }();
  if (!session) return Failure(NamingModel(session.error(), model));
  NoteSoftwareDevice(session->report(), options);
  return session;
}

void NoteSoftwareDevice(const SessionReport& report, const SessionOptions& options) {
  if (!report.is_software_device || !options.device.empty()) return;  // Who names a device knows what it is.
  Note("no hardware GPU was found; the software GPU {} is used.", report.device.name);
}

}  // namespace mica::cli
