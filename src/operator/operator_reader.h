// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graph/tensor_desc.h"
#include "schema/tflite_generated.h"

namespace mica {

// One operator of a file, as its `parse` sees it: verified bytes, types and shapes of its tensors.
class OperatorReader {
 public:
  OperatorReader(const schema::Operator& op, std::string name, int version,
                 std::vector<const graph::TensorDesc*> inputs, std::vector<const graph::TensorDesc*> outputs)
      : op_(&op), name_(std::move(name)), version_(version), inputs_(std::move(inputs)), outputs_(std::move(outputs)) {}

  const std::string& name() const { return name_; }
  int version() const { return version_; }
  int input_count() const { return static_cast<int>(inputs_.size()); }
  int output_count() const { return static_cast<int>(outputs_.size()); }
  bool has_input(int slot) const { return slot < input_count() && inputs_[static_cast<std::size_t>(slot)] != nullptr; }
  const graph::TensorDesc& input(int slot) const { return *inputs_.at(static_cast<std::size_t>(slot)); }
  const graph::TensorDesc& output(int slot) const { return *outputs_.at(static_cast<std::size_t>(slot)); }

  // The operator's options table, or nullptr where the file leaves it out: all fields then have their defaults.
  template <typename Table>
  const Table* Options() const {
    return op_->builtin_options_as<Table>();
  }

 private:
  const schema::Operator* op_;
  std::string name_;
  int version_;
  std::vector<const graph::TensorDesc*> inputs_;
  std::vector<const graph::TensorDesc*> outputs_;
};

}  // namespace mica
