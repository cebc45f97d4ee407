// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <memory>

#include "mica/mica.hpp"
#include "model/import.h"

namespace mica {

struct Model::Impl {
  std::string name;
  std::size_t size_bytes = 0;
  double load_ms = 0;
  std::shared_ptr<const model::ModelFile> file;
  std::string description;
  std::vector<TensorInfo> inputs;
  std::vector<TensorInfo> outputs;
  std::vector<OperatorInfo> operators;
  std::vector<SignatureInfo> signatures;
};

namespace api {

// The file's graph, canonicalized: a fresh one for each session, which will rewrite it. Cheap: constants are shared.
Result<graph::Graph> MakeGraph(const Model::Impl& model, const std::vector<std::string>& without_passes);

}  // namespace api
}  // namespace mica
