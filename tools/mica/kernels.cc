// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>

#include "commands.h"
#include "errors.h"
#include "origins.h"
#include "session_options.h"
#include "standard_output.h"
#include "terminal.h"

namespace mica::cli {
namespace {

struct KernelsOptions {
  std::string model;
  SessionOptions session{.backend = "null"};
  std::string language = "glsl-es";
  std::string match;
  std::optional<int> origin;
};

bool IsWanted(const KernelText& kernel, const KernelsOptions& options) {
  if (kernel.name.find(options.match) == std::string::npos) return false;
  return !options.origin || std::ranges::find(kernel.origins, *options.origin) != kernel.origins.end();
}

void PrintKernel(const KernelText& kernel) {
  const std::string title =
      fmt::format("// ==== {}, of operators {}", Printable(kernel.name), FormatOrigins(kernel.origins));
  Print("{}\n{}{}\n", Styled(title, Style::kBold), kernel.text, kernel.text.ends_with('\n') ? "" : "\n");
}

Result<ExitCode> Kernels(const KernelsOptions& options) {
  ASSIGN_OR_RETURN(const Model model, LoadModel(options.model));
  const Result<std::vector<KernelText>> kernels = EmitKernels(model, options.session, options.language);
  if (!kernels) return Failure(NamingModel(kernels.error(), model));
  int printed = 0;
  for (const KernelText& kernel : *kernels) {
    if (!IsWanted(kernel, options)) continue;
    PrintKernel(kernel);
    ++printed;
  }
  if (printed > 0) return ExitCode::kDone;
  return Fail(StatusCode::kIo, "{}: none of its {} kernels matches.", model.name(), kernels->size());
}

constexpr const char* kExamples = R"(
Examples:
  mica kernels mobilenet.tflite
  mica kernels mobilenet.tflite --language opencl --match conv_2d
  mica kernels mobilenet.tflite --origin 17 --precision fp16)";

}  // namespace

void AddKernels(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<KernelsOptions>();
  CLI::App* command = app.add_subcommand("kernels", "Print the programs of a model as the GPU gets them");
  command->group("Commands");
  command->footer(kExamples);
  AddModelOption(*command, options->model);
  command->add_option("--language", options->language, "glsl-es, glsl-vulkan or opencl")
      ->check(CLI::IsMember({"glsl-es", "glsl-vulkan", "opencl"}).description(""))
      ->type_name("LANGUAGE")
      ->capture_default_str();
  command->add_option("--match", options->match, "Only kernels with this in their name")->type_name("TEXT");
  command->add_option("--origin", options->origin, "Only kernels that compute operator #N of the file")->type_name("N");
  AddSessionOptions(*command, options->session);
  command->callback([options, &chosen] { chosen = [options] { return Kernels(*options); }; });
}

}  // namespace mica::cli
