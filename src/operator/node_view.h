// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "graph/graph.h"

namespace mica {

// A node as an operator sees it: read only.
class NodeView {
 public:
  explicit NodeView(const graph::Node& node) : node_(&node) {}

  const std::string& op() const { return node_->op; }
  int input_count() const { return static_cast<int>(node_->inputs.size()); }
  int output_count() const { return static_cast<int>(node_->outputs.size()); }
  // Optional inputs may be left out; input() of one that is not there is a bug.
  bool has_input(int slot) const { return slot < input_count() && at(node_->inputs, slot) != nullptr; }
  const graph::Value& input(int slot) const {
    MICA_CHECK(has_input(slot), "node {} ({}) has no input {}.", node_->id, node_->op, slot);
    return *at(node_->inputs, slot);
  }
  const graph::Value& output(int slot) const { return *at(node_->outputs, slot); }
  template <typename T>
  const T& attributes() const {
    return node_->Attributes<T>();
  }
  const graph::Node& node() const { return *node_; }

 private:
  static graph::Value* at(const std::vector<graph::Value*>& values, int slot) {
    return values.at(static_cast<std::size_t>(slot));
  }
  const graph::Node* node_;
};

}  // namespace mica
