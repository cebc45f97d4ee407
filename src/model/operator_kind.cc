// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "model/operator_kind.h"

#include <algorithm>
#include <array>

#include "model/text.h"

namespace mica::model {
namespace {

struct NewestVersion {
  std::string_view name;
  int version;
};

// The newest version that LiteRT 2.3 runs. A new version of an operator brings new types or options; all up to these
// are in the schema. An operator that is not listed is opaque, and whoever runs it judges its version.
constexpr std::array kNewestVersions = {
    NewestVersion{"ABS", 5},
    NewestVersion{"ADD", 6},
    NewestVersion{"AVERAGE_POOL_2D", 3},
    NewestVersion{"CONCATENATION", 7},
    NewestVersion{"CONV_2D", 8},
    NewestVersion{"DEPTHWISE_CONV_2D", 7},
    NewestVersion{"DEQUANTIZE", 9},
    NewestVersion{"DIV", 2},
    NewestVersion{"EXP", 2},
    NewestVersion{"EXPAND_DIMS", 1},
    NewestVersion{"FULLY_CONNECTED", 14},
    NewestVersion{"HARD_SWISH", 1},
    NewestVersion{"LEAKY_RELU", 2},
    NewestVersion{"LOGISTIC", 3},
    NewestVersion{"MAXIMUM", 4},
    NewestVersion{"MAX_POOL_2D", 3},
    NewestVersion{"MEAN", 3},
    NewestVersion{"MINIMUM", 4},
    NewestVersion{"MUL", 8},
    NewestVersion{"NEG", 1},
    NewestVersion{"PAD", 6},
    NewestVersion{"PADV2", 6},
    NewestVersion{"PRELU", 1},
    NewestVersion{"RELU", 3},
    NewestVersion{"RELU6", 3},
    NewestVersion{"RELU_N1_TO_1", 1},
    NewestVersion{"RESHAPE", 1},
    NewestVersion{"RESIZE_BILINEAR", 4},
    NewestVersion{"RESIZE_NEAREST_NEIGHBOR", 4},
    NewestVersion{"RSQRT", 3},
    NewestVersion{"SLICE", 8},
    NewestVersion{"SOFTMAX", 4},
    NewestVersion{"SPLIT", 5},
    NewestVersion{"SQRT", 2},
    NewestVersion{"SQUARE", 1},
    NewestVersion{"SQUEEZE", 2},
    NewestVersion{"STRIDED_SLICE", 8},
    NewestVersion{"SUB", 5},
    NewestVersion{"TANH", 3},
    NewestVersion{"TRANSPOSE", 9},
};

Result<std::string> ReadName(const schema::OperatorCode& code, CopyBudget& budget) {
  const int number = std::max<int>(code.deprecated_builtin_code(), code.builtin_code());
  if (number < 0) return InvalidModel("its number is {}.", number);
  if (number == schema::BuiltinOperator_CUSTOM) {
    if (code.custom_code() == nullptr) return InvalidModel("it is a custom operator without a name.");
    ASSIGN_OR_RETURN(const std::string custom, ReadText(code.custom_code(), budget));
    return "CUSTOM:" + custom;
  }
  if (number > schema::BuiltinOperator_MAX) return fmt::format("BUILTIN_{}", number);
  return schema::EnumNameBuiltinOperator(static_cast<schema::BuiltinOperator>(number));
}

}  // namespace

Result<std::vector<OperatorKind>> ReadOperatorKinds(const schema::Model& model, CopyBudget& budget) {
  std::vector<OperatorKind> kinds(model.operator_codes() == nullptr ? 0 : model.operator_codes()->size());
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const schema::OperatorCode& code = *model.operator_codes()->Get(static_cast<flatbuffers::uoffset_t>(i));
    auto name = ReadName(code, budget);
    if (!name) return Unexpected(name.error().WithContext("operator code #{}", i));
    kinds[i] = {.name = *std::move(name), .version = code.version()};
  }
  return kinds;
}

Status CheckVersion(const OperatorKind& kind) {
  const auto known = std::ranges::find(kNewestVersions, kind.name, &NewestVersion::name);
  if (known == kNewestVersions.end() || (kind.version >= 1 && kind.version <= known->version)) return Ok();
  return Unsupported("version {} is not known; versions 1 to {} are.", kind.version, known->version);
}

}  // namespace mica::model
