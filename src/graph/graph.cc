// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "graph/graph.h"

#include <algorithm>

namespace mica::graph {
namespace {

void RemoveOne(std::vector<Node*>& readers, const Node* node) {
  const auto found = std::ranges::find(readers, node);
  MICA_CHECK(found != readers.end(), "a reader is missing.");
  readers.erase(found);
}

}  // namespace

void Node::AddOrigins(const std::vector<int>& more) {
  origins.insert(origins.end(), more.begin(), more.end());
  std::ranges::sort(origins);
  origins.erase(std::unique(origins.begin(), origins.end()), origins.end());
}

Value& Graph::AddValue(std::string name, TensorDesc desc) {
  values_.push_back(std::make_unique<Value>(
      Value{.id = next_value_id_++, .name = std::move(name), .desc = std::move(desc), .constant = {}}));
  return *values_.back();
}

Value& Graph::AddConstant(std::string name, TensorDesc desc, Constant constant) {
  Value& value = AddValue(std::move(name), std::move(desc));
  value.constant = std::move(constant);
  return value;
}

Node& Graph::AddNode(std::string op, std::any attributes, std::vector<Value*> node_inputs,
                     std::vector<Value*> node_outputs) {
  return Insert(nodes_.size(), std::move(op), std::move(attributes), std::move(node_inputs), std::move(node_outputs));
}

Node& Graph::InsertBefore(const Node& next, std::string op, std::any attributes, std::vector<Value*> node_inputs,
                          std::vector<Value*> node_outputs) {
  return Insert(PositionOf(next), std::move(op), std::move(attributes), std::move(node_inputs),
                std::move(node_outputs));
}

Node& Graph::InsertBehind(const Node& previous, std::string op, std::any attributes, std::vector<Value*> node_inputs,
                          std::vector<Value*> node_outputs) {
  return Insert(PositionOf(previous) + 1, std::move(op), std::move(attributes), std::move(node_inputs),
                std::move(node_outputs));
}

Node& Graph::Insert(std::size_t position, std::string op, std::any attributes, std::vector<Value*> node_inputs,
                    std::vector<Value*> node_outputs) {
  auto node = std::make_unique<Node>(Node{.id = next_node_id_++,
                                          .op = std::move(op),
                                          .attributes = std::move(attributes),
                                          .inputs = std::move(node_inputs),
                                          .outputs = std::move(node_outputs),
                                          .origins = {}});
  for (Value* value : node->inputs) {
    if (value != nullptr) value->readers.push_back(node.get());
  }
  for (Value* value : node->outputs) {
    MICA_CHECK(value->producer == nullptr, "value {} has a producer already.", value->id);
    value->producer = node.get();
  }
  Node& inserted = *node;
  nodes_.insert(nodes_.begin() + static_cast<std::ptrdiff_t>(position), std::move(node));
  return inserted;
}

void Graph::ReplaceInput(Node& node, std::size_t slot, Value& value) {
  if (node.inputs[slot] != nullptr) RemoveOne(node.inputs[slot]->readers, &node);
  node.inputs[slot] = &value;
  value.readers.push_back(&node);
}

void Graph::ReplaceReaders(Value& from, Value& to) {
  const std::vector<Node*> readers = from.readers;
  for (Node* reader : readers) {
    for (std::size_t slot = 0; slot < reader->inputs.size(); ++slot) {
      if (reader->inputs[slot] == &from) ReplaceInput(*reader, slot, to);
    }
  }
  std::ranges::replace(outputs, &from, &to);
}

void Graph::DetachOutput(Node& node, std::size_t slot) {
  node.outputs[slot]->producer = nullptr;
  node.outputs.erase(node.outputs.begin() + static_cast<std::ptrdiff_t>(slot));
}

void Graph::SetOutput(Node& node, std::size_t slot, Value& value) {
  node.outputs[slot]->producer = nullptr;
  node.outputs[slot] = &value;
  value.producer = &node;
}

void Graph::Remove(Node& node) {
  for (Value* value : node.inputs) {
    if (value != nullptr) RemoveOne(value->readers, &node);
  }
  for (Value* value : node.outputs) value->producer = nullptr;
  nodes_.erase(nodes_.begin() + static_cast<std::ptrdiff_t>(PositionOf(node)));
}

void Graph::RemoveUnusedValues() {
  std::erase_if(values_, [&](const std::unique_ptr<Value>& value) {
    return value->producer == nullptr && value->readers.empty() && !IsInput(*value) && !IsOutput(*value);
  });
}

std::vector<Node*> Graph::NodesInOrder() const {
  std::vector<Node*> nodes;
  nodes.reserve(nodes_.size());
  for (const auto& node : nodes_) nodes.push_back(node.get());
  return nodes;
}

std::vector<Value*> Graph::Values() const {
  std::vector<Value*> values;
  values.reserve(values_.size());
  for (const auto& value : values_) values.push_back(value.get());
  return values;
}

bool Graph::IsOutput(const Value& value) const {
  return std::ranges::find(outputs, &value) != outputs.end();
}

bool Graph::IsInput(const Value& value) const {
  return std::ranges::find(inputs, &value) != inputs.end();
}

std::size_t Graph::PositionOf(const Node& node) const {
  const auto found = std::ranges::find(nodes_, &node, &std::unique_ptr<Node>::get);
  MICA_CHECK(found != nodes_.end(), "node {} is not in this graph.", node.id);
  return static_cast<std::size_t>(found - nodes_.begin());
}

}  // namespace mica::graph
