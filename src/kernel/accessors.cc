// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "kernel/accessors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace mica::kernel {
namespace {

std::string UpperCase(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

// An index into a dimension: a dimension of size 1 has only index 0, whatever is asked.
std::string IndexInto(int size, std::string_view index) {
  return size == 1 ? "0" : std::string(index);
}

// Which (batch, slice): the layer of an image, the plane of a buffer.
std::string LayerOf(const Shape& shape, std::string_view slice) {
  std::string in_batch = IndexInto(shape.slices(), slice);
  if (shape.batch() == 1) return in_batch;
  return shape.slices() == 1 ? "b" : fmt::format("(b * {} + {})", shape.slices(), in_batch);
}

// Which texel of an image.
std::string TexelPlace(const Shape& shape) {
  return fmt::format("{}, {}, {}", IndexInto(shape.width(), "x"), IndexInto(shape.height(), "y"),
                     LayerOf(shape, "slice"));
}

// Which float4 of a buffer.
std::string Float4Index(const TensorType& type, std::string_view slice) {
  const Shape& shape = type.shape;
  if (type.layout == Layout::kRowMajor) {
    return fmt::format("(({} * {} + {}) * {} + {}) * {} + {}", IndexInto(shape.batch(), "b"), shape.height(),
                       IndexInto(shape.height(), "y"), shape.width(), IndexInto(shape.width(), "x"), shape.slices(),
                       IndexInto(shape.slices(), slice));
  }
  return fmt::format("({} * {} + {}) * {} + {}", LayerOf(shape, slice), shape.height(), IndexInto(shape.height(), "y"),
                     shape.width(), IndexInto(shape.width(), "x"));
}

// Where the channels of a pixel begin in a row-major buffer.
std::string RowMajorPixel(const Shape& shape) {
  return fmt::format("(({} * {} + {}) * {} + {}) * {}", IndexInto(shape.batch(), "b"), shape.height(),
                     IndexInto(shape.height(), "y"), shape.width(), IndexInto(shape.width(), "x"), shape.channels());
}

std::string LoadSlice(const TensorArgument& tensor, const LanguageWriter& writer) {
  const Shape& shape = tensor.type.shape;
  if (tensor.type.storage == Storage::kImage) {
    return writer.LoadTexel(tensor.name + "_image", TexelPlace(shape));
  }
  const std::string index = Float4Index(tensor.type, "slice");
  if (tensor.first_constant) {
    return writer.Load4("constants_data", tensor.type.element, fmt::format("{} + {}", *tensor.first_constant, index));
  }
  return writer.Load4(tensor.name + "_data", tensor.type.element, index);
}

// Channel by channel, with zeros in the lanes behind the last channel. A lane that only the last slice lacks is loaded
// in any case, from the pixel behind: a choice between two values is no branch, and a load behind a condition is one.
std::string LoadRowMajorSlice(const TensorArgument& tensor) {
  const Shape& shape = tensor.type.shape;
  const int used = shape.channels() % 4;  // Of the last slice.
  std::string body =
      fmt::format("  int base = {} + {} * 4;\n", RowMajorPixel(shape), IndexInto(shape.slices(), "slice"));
  std::string lanes;
  for (int lane = 0; lane < 4; ++lane) {
    if (lane > 0) lanes += ", ";
    if (lane < used) {
      lanes += fmt::format("{}_data[base + {}]", tensor.name, lane);
    } else if (shape.slices() == 1) {
      lanes += "0.0";
    } else {
      body +=
          fmt::format("  float lane{1} = {0}_data[min(base + {1}, {2})];\n", tensor.name, lane, shape.elements() - 1);
      lanes += fmt::format("(slice < {} ? lane{} : 0.0)", shape.slices() - 1, lane);
    }
  }
  return fmt::format("{}  return MAKE4({});\n", body, lanes);
}

std::string ReadBody(const TensorArgument& tensor, const LanguageWriter& writer) {
  const bool broadcast = tensor.broadcast_channels && tensor.type.shape.channels() == 1;
  if (IsScalarArray(tensor.type)) {
    if (broadcast) {
      return fmt::format("  return FLOAT4({}_data[{}]);\n", tensor.name, RowMajorPixel(tensor.type.shape));
    }
    return LoadRowMajorSlice(tensor);
  }
  const std::string load = LoadSlice(tensor, writer);
  if (broadcast) return fmt::format("  float4 value = {};\n  return FLOAT4(value.x);\n", load);
  return fmt::format("  return {};\n", load);
}

std::string StoreRowMajorSlice(const TensorArgument& tensor) {
  const Shape& shape = tensor.type.shape;
  std::string body = fmt::format("  int base = {} + slice * 4;\n", RowMajorPixel(shape));
  for (int lane = 0; lane < 4; ++lane) {
    const std::string store = fmt::format("{}_data[base + {}] = value.{};", tensor.name, lane, "xyzw"[lane]);
    const bool in_last_slice = shape.channels() % 4 == 0 || lane < shape.channels() % 4;
    if (in_last_slice) {
      body += "  " + store + "\n";
    } else if (shape.slices() > 1) {
      body += fmt::format("  if (slice < {}) {}\n", shape.slices() - 1, store);
    }
  }
  return body;
}

std::string ApplySteps(const StepRange& steps) {
  std::string text;
  for (std::size_t step = steps.first; step < steps.end; ++step) {
    text += fmt::format("  value = step{}(value, b, x, y, slice TENSORS);\n", step);
  }
  return text;
}

// Padding lanes are zero: an invariant that readers rely on, kept here, behind all steps.
std::string ZeroPaddingLanes(const Shape& shape) {
  const int used = shape.channels() % 4;
  if (used == 0) return "";
  std::string lanes = "value.w = 0.0;";
  if (used < 3) lanes = "value.z = 0.0; " + lanes;
  if (used < 2) lanes = "value.y = 0.0; " + lanes;
  return fmt::format("  if (slice == {}) {{ {} }}\n", shape.slices() - 1, lanes);
}

}  // namespace

bool IsScalarArray(const TensorType& type) {
  return type.layout == Layout::kRowMajor && type.shape.channels() % 4 != 0;
}

std::string SizeDefinitions(const std::string& name, const Shape& shape) {
  return fmt::format(
      "#define {0}_BATCH {1}\n#define {0}_HEIGHT {2}\n#define {0}_WIDTH {3}\n"
      "#define {0}_CHANNELS {4}\n#define {0}_SLICES {5}\n",
      UpperCase(name), shape.batch(), shape.height(), shape.width(), shape.channels(), shape.slices());
}

std::string ReadFunctions(const TensorArgument& tensor, const LanguageWriter& writer) {
  std::string text = fmt::format(
      "float4 {0}_read_at(int b, int x, int y, int slice TENSORS_DECLARED) {{\n{1}}}\n"
      "#define {0}_read(b, x, y, slice) {0}_read_at(b, x, y, slice TENSORS)\n",
      tensor.name, ReadBody(tensor, writer));
  const std::string channel = IsScalarArray(tensor.type)
                                  ? fmt::format("{}_data[{} + channel]", tensor.name, RowMajorPixel(tensor.type.shape))
                                  : fmt::format("lane_of({}_read(b, x, y, channel / 4), channel % 4)", tensor.name);
  text += fmt::format(
      "float {0}_channel_at(int b, int x, int y, int channel TENSORS_DECLARED) {{ return {1}; }}\n"
      "#define {0}_channel(b, x, y, channel) {0}_channel_at(b, x, y, channel TENSORS)\n",
      tensor.name, channel);
  return text;
}

std::string StepsFunction(const std::string& name, const Shape& shape, const StepRange& steps) {
  return fmt::format(
      "float4 {0}_steps_at(float4 value, int b, int x, int y, int slice TENSORS_DECLARED) {{\n{1}{2}  return "
      "value;\n}}\n"
      "#define {0}_steps(value, b, x, y, slice) {0}_steps_at(value, b, x, y, slice TENSORS)\n",
      name, ApplySteps(steps), ZeroPaddingLanes(shape));
}

std::string WriteFunction(const TensorArgument& tensor, const StepRange& steps, const LanguageWriter& writer) {
  const TensorType& type = tensor.type;
  std::string body = ApplySteps(steps);
  if (IsScalarArray(type)) {
    body += StoreRowMajorSlice(tensor);
  } else {
    body += ZeroPaddingLanes(type.shape);
    body += "  " + (type.storage == Storage::kImage
                        ? writer.StoreTexel(tensor.name + "_image", type.element, TexelPlace(type.shape))
                        : writer.Store4(tensor.name + "_data", type.element, Float4Index(type, "slice")));
    body += "\n";
  }
  return fmt::format(
      "void {0}_write_at(float4 value, int b, int x, int y, int slice TENSORS_DECLARED) {{\n{1}}}\n"
      "#define {0}_write(value, b, x, y, slice) {0}_write_at(value, b, x, y, slice TENSORS)\n",
      tensor.name, body);
}

}  // namespace mica::kernel
