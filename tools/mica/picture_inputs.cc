// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "picture_inputs.h"

#include "errors.h"
#include "image_tensor.h"
#include "inputs.h"
#include "standard_output.h"

namespace mica::cli {
namespace {

Normalization ChooseNormalization(const TensorInfo& info, const PictureOptions& options) {
  if (options.mean.empty() && options.stddev.empty()) return NormalizationOf(info);
  return {.mean = options.mean.empty() ? std::vector{0.0F} : options.mean,
          .stddev = options.stddev.empty() ? std::vector{1.0F} : options.stddev};
}

Result<HostTensor> LoadPicture(const std::string& path, const TensorInfo& info, const PictureOptions& options) {
  const int channels = FindImageShape(info)->channels;
  const Normalization normalization = ChooseNormalization(info, options);
  RETURN_IF_ERROR(CheckNormalization(normalization, channels));
  ASSIGN_OR_RETURN(const Image image, LoadImage(path, channels));
  return MakeImageTensor(image, info, normalization);
}

std::string DescribeInputs(const Model& model) {
  std::string text;
  for (const TensorInfo& info : model.inputs()) text += (text.empty() ? "" : ", ") + FormatType(info);
  return text;
}

}  // namespace

Result<std::vector<HostTensor>> LoadPictureInputs(const Model& model, const PictureOptions& options,
                                                  std::uint64_t seed) {
  std::vector<HostTensor> inputs;
  std::size_t next = 0;
  for (const TensorInfo& info : model.inputs()) {
    if (next < options.paths.size() && FindImageShape(info)) {
      ASSIGN_OR_RETURN(inputs.emplace_back(), LoadPicture(options.paths[next++], info, options));
      continue;
    }
    Note("input {} (\"{}\") is random (seed {}).", inputs.size(), info.name, seed);
    ASSIGN_OR_RETURN(inputs.emplace_back(), MakeRandomInput(info, seed + inputs.size()));
  }
  if (next < options.paths.size()) {
    return Fail(
        StatusCode::kInvalidArgument,
        "{}: no input is left for this picture; the model takes {}, and pictures go to [1, height, width, 1, 3 or 4].",
        options.paths[next], DescribeInputs(model));
  }
  return inputs;
}

}  // namespace mica::cli
