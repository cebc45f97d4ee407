// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/import.h"
#include "schema/tflite_generated.h"

// Small .tflite files for tests: valid, or broken in one place.
namespace mica::model {

struct TestTensor {
  std::vector<int> shape;
  schema::TensorType type = schema::TensorType_FLOAT32;
  std::vector<std::uint8_t> data = {};
  std::string name = "t";
  std::uint32_t buffer = 0;  // 0: the buffer that holds `data`, where there is some.
  std::vector<float> scales = {};
  std::vector<std::int64_t> zero_points = {};
  int quantized_dimension = 0;
  bool is_variable = false;
  bool is_sparse = false;
  std::uint32_t external_buffer = 0;
};

struct TestOperator {
  schema::BuiltinOperator code = schema::BuiltinOperator_ADD;
  std::vector<int> inputs;
  std::vector<int> outputs;
  schema::ActivationFunctionType activation = schema::ActivationFunctionType_NONE;  // Of ADD.
  int version = 1;
  std::string custom = {};
  int opcode_index = -1;  // -1: the right one.
};

struct TestSignature {
  std::string key;
  std::string input;
  std::uint32_t input_tensor = 0;
  std::string output;
  std::uint32_t output_tensor = 0;
};

struct TestModel {
  std::vector<TestTensor> tensors;
  std::vector<TestOperator> operators;
  std::vector<int> inputs;
  std::vector<int> outputs;
  std::vector<TestSignature> signatures = {};
  std::vector<std::uint8_t> metadata = {};  // The TFLITE_METADATA buffer.
  std::uint32_t version = 3;
  // An extra last buffer that lies elsewhere in the file.
  std::uint64_t far_offset = 0;
  std::uint64_t far_size = 0;
};

std::vector<std::byte> Serialize(const TestModel& model);

Result<ImportedModel> ImportBytes(const std::vector<std::byte>& bytes);
Result<ImportedModel> ImportTest(const TestModel& model);

// The sentence of the failure, or "" where there is none.
std::string ProblemOf(const TestModel& model);

// y = x + x, with x and y of shape [1, 2, 2, 4].
TestModel AddModel();

}  // namespace mica::model
