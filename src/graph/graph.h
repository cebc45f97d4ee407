// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <any>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/status.h"
#include "graph/constant.h"
#include "graph/tensor_desc.h"

namespace mica::graph {

struct Node;

// A tensor: produced by one node, or a graph input, or a constant.
struct Value {
  int id = 0;  // Unique in its graph, never given twice.
  std::string name;
  TensorDesc desc;
  std::optional<Constant> constant;
  Node* producer = nullptr;
  std::vector<Node*> readers;  // One entry for each input slot that reads it: a node may stand here twice.

  bool is_constant() const { return constant.has_value(); }
};

// One operation. What it means is in src/operator and src/ops; the graph knows its name and its wires.
struct Node {
  int id = 0;
  std::string op;              // The operator's name as the format spells it: "CONV_2D".
  std::any attributes;         // The operator's own typed attributes, empty where it has none.
  std::vector<Value*> inputs;  // nullptr: an optional input that is not given.
  std::vector<Value*> outputs;
  std::vector<int> origins;  // Which operators of the file this node stands for, ascending.

  template <typename T>
  const T& Attributes() const {
    const T* found = std::any_cast<T>(&attributes);
    MICA_CHECK(found != nullptr, "node {} ({}) has other attributes.", id, op);
    return *found;
  }
  template <typename T>
  T* FindAttributes() {
    return std::any_cast<T>(&attributes);
  }
  template <typename T>
  const T* FindAttributes() const {
    return std::any_cast<T>(&attributes);
  }

  void AddOrigins(const std::vector<int>& more);
};

// Owns nodes and values, keeps `producer` and `readers` in step with the wires, and keeps the nodes in an order in
// which they can run. Pointers stay valid until the thing pointed to is removed.
class Graph {
 public:
  Value& AddValue(std::string name, TensorDesc desc);
  Value& AddConstant(std::string name, TensorDesc desc, Constant constant);

  // Appends a node, or inserts it right before / behind another.
  Node& AddNode(std::string op, std::any attributes, std::vector<Value*> inputs, std::vector<Value*> outputs);
  Node& InsertBefore(const Node& next, std::string op, std::any attributes, std::vector<Value*> inputs,
                     std::vector<Value*> outputs);
  Node& InsertBehind(const Node& previous, std::string op, std::any attributes, std::vector<Value*> inputs,
                     std::vector<Value*> outputs);

  void ReplaceInput(Node& node, std::size_t slot, Value& value);
  // Every reader of `from`, and the graph's own outputs, take `to` instead.
  void ReplaceReaders(Value& from, Value& to);
  // The node stops producing `value`, which then has no producer (and is removed by RemoveUnusedValues).
  void DetachOutput(Node& node, std::size_t slot);
  void SetOutput(Node& node, std::size_t slot, Value& value);
  void Remove(Node& node);
  // Forgets values that nothing produces or reads and that are no graph input or output.
  void RemoveUnusedValues();

  // A snapshot: the graph may be changed while it is walked.
  std::vector<Node*> NodesInOrder() const;
  std::vector<Value*> Values() const;
  bool IsOutput(const Value& value) const;
  bool IsInput(const Value& value) const;

  std::vector<Value*> inputs;
  std::vector<Value*> outputs;

 private:
  Node& Insert(std::size_t position, std::string op, std::any attributes, std::vector<Value*> inputs,
               std::vector<Value*> outputs);
  std::size_t PositionOf(const Node& node) const;

  std::vector<std::unique_ptr<Node>> nodes_;
  std::vector<std::unique_ptr<Value>> values_;
  int next_node_id_ = 0;
  int next_value_id_ = 0;
};

// One line a node, stable from run to run: for golden tests and `mica inspect --graph`.
std::string ToString(const Graph& graph);

// Says which rule of a well-formed graph is broken: wires and back-pointers agree, producers run before readers, every
// value has exactly one source. Run after every pass.
Status Verify(const Graph& graph);

}  // namespace mica::graph
