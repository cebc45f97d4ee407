// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>

#include "classes.h"
#include "commands.h"
#include "errors.h"
#include "files.h"
#include "image_tensor.h"
#include "inputs.h"
#include "json_text.h"
#include "npy.h"
#include "output_text.h"
#include "picture_inputs.h"
#include "quantity.h"
#include "session_options.h"
#include "session_text.h"
#include "standard_output.h"
#include "stopwatch.h"

namespace mica::cli {
namespace {

constexpr std::size_t kDefaultTop = 5;

struct RunOptions {
  std::string model;
  SessionOptions session;
  std::string input_dir;
  PictureOptions pictures;
  std::uint64_t seed = 1;
  std::string output_dir;
  std::string report;
  std::string labels;
  std::size_t top = 0;  // 0: not asked for.
  std::string save_image;
  std::vector<double> output_range;  // Empty: guessed.
};

// The output that the labels and --top speak of.
struct Classifier {
  std::size_t output = 0;
  std::size_t top = kDefaultTop;
  std::vector<std::string> labels;
};

Status CheckOptions(const RunOptions& options) {
  if (options.output_range.size() == 2 && !(options.output_range[0] < options.output_range[1])) {
    return Fail(StatusCode::kInvalidArgument, "--output-range: {} is not below {}.", options.output_range[0],
                options.output_range[1]);
  }
  return options.save_image.empty() ? Status() : CheckImageName(options.save_image);
}

Result<std::vector<HostTensor>> PrepareInputs(const Model& model, const RunOptions& options) {
  if (!options.pictures.paths.empty()) return LoadPictureInputs(model, options.pictures, options.seed);
  return LoadOrMakeInputs(model, options.input_dir, options.seed);
}

// The first output that `fits`, where there is one.
template <typename Fits>
std::optional<std::size_t> FindOutputWhere(const Model& model, const Fits& fits) {
  const auto& outputs = model.outputs();
  const auto found = std::ranges::find_if(outputs, fits);
  if (found == outputs.end()) return std::nullopt;
  return static_cast<std::size_t>(found - outputs.begin());
}

std::string DescribeOutputs(const Model& model) {
  std::string text;
  for (const TensorInfo& info : model.outputs()) text += (text.empty() ? "" : ", ") + FormatType(info);
  return text;
}

// Labels come from --labels, else from the file's metadata; without any, only --top makes an output a classifier's.
Result<std::optional<Classifier>> FindClassifier(const Model& model, const RunOptions& options) {
  Classifier classifier{.top = options.top == 0 ? kDefaultTop : options.top};
  std::optional<std::size_t> output;
  if (!options.labels.empty()) {
    ASSIGN_OR_RETURN(classifier.labels, LoadLabels(options.labels));
    const std::size_t count = classifier.labels.size();
    output = FindOutputWhere(model, [=](const TensorInfo& info) { return ClassCount(info) == count; });
    if (!output) {
      return Fail(StatusCode::kIo, "{}: there are {} labels; no output has so many classes: the model gives {}.",
                  options.labels, count, DescribeOutputs(model));
    }
  } else {
    output = FindOutputWhere(
        model, [](const TensorInfo& info) { return ClassCount(info) > 0 && ClassCount(info) == info.labels.size(); });
    if (output) classifier.labels = model.outputs()[*output].labels;
  }
  if (!output && options.top > 0) {
    output = FindOutputWhere(model, [](const TensorInfo& info) { return ClassCount(info) > 0; });
    if (!output) {
      return Fail(StatusCode::kInvalidArgument, "--top: no output is a list of classes; the model gives {}.",
                  DescribeOutputs(model));
    }
  }
  if (!output) return std::nullopt;
  classifier.output = *output;
  return classifier;
}

// Before anything runs: a picture that cannot be made should not cost a run.
Result<std::optional<std::size_t>> FindPictureOutput(const Model& model, const RunOptions& options) {
  if (options.save_image.empty()) return std::nullopt;
  const auto output = FindOutputWhere(model, [](const TensorInfo& info) { return FindImageShape(info).has_value(); });
  if (!output) {
    return Fail(StatusCode::kInvalidArgument,
                "--save-image: no output is a picture, [1, height, width, 1, 3 or 4]; the model gives {}.",
                DescribeOutputs(model));
  }
  return output;
}

Status SavePicture(const HostTensor& output, const RunOptions& options) {
  const ValueRange range =
      options.output_range.empty() ? GuessRange(output) : ValueRange{options.output_range[0], options.output_range[1]};
  RETURN_IF_ERROR(SaveImage(MakeImage(output, range), options.save_image));
  Print("wrote {} (black is {}, white is {})\n", options.save_image, range.low, range.high);
  return Status();
}

Status SaveOutputs(const std::vector<HostTensor>& outputs, const std::string& folder) {
  RETURN_IF_ERROR(MakeFolder(folder));
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& [info, bytes] = outputs[i];
    const std::string path = std::filesystem::path(folder) / fmt::format("output_{}.npy", i);
    if (!IsNumber(info.type)) {
      return Fail(StatusCode::kIo, "{}: output {} is of type {}, which .npy cannot hold.", path, i,
                  ToString(info.type));
    }
    RETURN_IF_ERROR(WriteFile(path, MakeNpy(info.type, info.shape, bytes)));
    Print("wrote {}\n", path);
  }
  return Status();
}

Status WriteReport(const Model& model, const Session& session, double latency_ms, const std::string& path) {
  Json document = MakeDocument();
  document["model"] = model.name();
  AddSession(document, session.report());
  document["latency_ms"] = latency_ms;
  document["outputs"] = Json::array();
  for (const TensorInfo& output : model.outputs()) {
    document["outputs"].push_back({{"name", output.name}, {"type", ToString(output.type)}, {"shape", output.shape}});
  }
  const std::string text = JsonText(document);
  return WriteFile(path, std::as_bytes(std::span(text)));
}

void PrintOutputs(const std::vector<HostTensor>& outputs, const std::optional<Classifier>& classifier,
                  const RunOptions& options) {
  const bool is_written = !options.output_dir.empty() || !options.save_image.empty();
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const int index = static_cast<int>(i);
    if (classifier && classifier->output == i) {
      WriteToStdout("\n" + TopClassesText(outputs[i], index, classifier->top, classifier->labels));
    } else if (!is_written) {
      WriteToStdout("\n" + OutputText(outputs[i], index));
    }
  }
}

Result<ExitCode> Run(const RunOptions& options) {
  RETURN_IF_ERROR(CheckOptions(options));
  ASSIGN_OR_RETURN(const Model model, LoadModel(options.model));
  ASSIGN_OR_RETURN(const auto classifier, FindClassifier(model, options));
  ASSIGN_OR_RETURN(const auto picture, FindPictureOutput(model, options));
  ASSIGN_OR_RETURN(const auto inputs, PrepareInputs(model, options));
  ASSIGN_OR_RETURN(Session session, CreateSession(model, options.session));
  if (session.report().device.backend == "null") Note("the null backend computes nothing: the outputs mean nothing.");

  RETURN_IF_ERROR(SetInputs(session, inputs));
  const Stopwatch watch;
  RETURN_IF_ERROR(session.Run());
  const double latency_ms = watch.ElapsedMs();
  ASSIGN_OR_RETURN(const auto outputs, GetOutputs(session, model));

  WriteToStdout(SessionText(model, session.report()));
  Print("{:<11}{} (the first run; `mica benchmark` measures)\n", "latency", FormatMilliseconds(latency_ms));
  if (!options.output_dir.empty()) RETURN_IF_ERROR(SaveOutputs(outputs, options.output_dir));
  if (picture) RETURN_IF_ERROR(SavePicture(outputs[*picture], options));
  if (!options.report.empty()) RETURN_IF_ERROR(WriteReport(model, session, latency_ms, options.report));
  PrintOutputs(outputs, classifier, options);
  return ExitCode::kDone;
}

constexpr const char* kExamples = R"(
Inputs are random where neither --image nor --input-dir is given.

Examples:
  mica run mobilenet.tflite --image cat.jpg --labels labels.txt
  mica run style.tflite --image photo.jpg --save-image styled.png
  mica run model.tflite --input-dir in --output-dir out --report report.json)";

void AddInputOptions(CLI::App& command, RunOptions& options) {
  constexpr const char* kGroup = "Inputs";
  CLI::Option* folder = command.add_option("--input-dir", options.input_dir, "Read DIR/input_0.npy, input_1.npy, ...");
  folder->type_name("DIR")->group(kGroup);
  command.add_option("--image", options.pictures.paths, "A picture, resized to the model's input (repeatable)")
      ->type_name("FILE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->excludes(folder)
      ->group(kGroup);
  command.add_option("--mean", options.pictures.mean, "Float inputs get (pixel - MEAN) / STD, pixels 0..255")
      ->type_name("MEAN")
      ->delimiter(',')
      ->group(kGroup);
  command.add_option("--std", options.pictures.stddev, "One number, or one a channel: 58.4,57.1,57.4")
      ->type_name("STD")
      ->delimiter(',')
      ->group(kGroup);
  command.add_option("--seed", options.seed, "Of random inputs")->type_name("N")->capture_default_str()->group(kGroup);
}

void AddOutputOptions(CLI::App& command, RunOptions& options) {
  constexpr const char* kGroup = "Outputs";
  command.add_option("--output-dir", options.output_dir, "Write DIR/output_0.npy, output_1.npy, ...")
      ->type_name("DIR")
      ->group(kGroup);
  command.add_option("--report", options.report, "Write device, partition and times as JSON")
      ->type_name("FILE")
      ->group(kGroup);
  command.add_option("--labels", options.labels, "The names of the classes, one a line")
      ->type_name("FILE")
      ->group(kGroup);
  command.add_option("--top", options.top, "Print the N best classes (5 where there are labels)")
      ->check(CLI::PositiveNumber)
      ->type_name("N")
      ->group(kGroup);
  command.add_option("--save-image", options.save_image, "Write the first output of picture shape as PNG, JPEG, ...")
      ->type_name("FILE")
      ->group(kGroup);
  command.add_option("--output-range", options.output_range, "The values of black and white; else guessed")
      ->type_name("LOW HIGH")
      ->expected(2)
      ->group(kGroup);
}

}  // namespace

void AddRun(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Run a model once and show or save its outputs");
  command->group("Commands");
  command->footer(kExamples);
  AddModelOption(*command, options->model);
  AddInputOptions(*command, *options);
  AddOutputOptions(*command, *options);
  AddSessionOptions(*command, options->session);
  command->callback([options, &chosen] { chosen = [options] { return Run(*options); }; });
}

}  // namespace mica::cli
