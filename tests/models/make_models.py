# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Mica Authors
"""Makes the small networks that the model-level tests run, with LiteRT's answers beside them.

  pip install tensorflow ai-edge-litert
  python make_models.py             # all of them
  python make_models.py broadcasts  # only these

Each network is a function below. Its weights and inputs come from a seed of its own, so that adding a network
changes no other. The operators named in its decorator must be in the converted file: a converter that folds
one of them away would leave a test that tests nothing.
"""

import os
import pathlib
import sys
import tempfile
import zlib
from collections import Counter
from dataclasses import dataclass
from typing import Callable

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf
from ai_edge_litert import schema_py_generated as schema
from ai_edge_litert.interpreter import Interpreter, OpResolverType

import metadata
from older_converter import restore_shape_operators

HERE = pathlib.Path(__file__).parent

# What the engine promises to run. A network that needs anything else is a mistake of this script.
SUPPORTED = set("""
    CONV_2D DEPTHWISE_CONV_2D FULLY_CONNECTED AVERAGE_POOL_2D MAX_POOL_2D ADD SUB MUL DIV MAXIMUM MINIMUM RELU RELU6
    RELU_N1_TO_1 LEAKY_RELU PRELU LOGISTIC TANH HARD_SWISH EXP SQRT RSQRT SQUARE ABS NEG SOFTMAX RESHAPE SQUEEZE
    EXPAND_DIMS CONCATENATION SPLIT PAD PADV2 RESIZE_BILINEAR RESIZE_NEAREST_NEIGHBOR MEAN SLICE STRIDED_SLICE
    TRANSPOSE DEQUANTIZE""".split())


@dataclass
class Network:
    name: str
    build: Callable
    shapes: list  # Of the inputs.
    wanted: Counter  # Operators, and how many of each at least.
    half_weights: bool
    finish: Callable  # What is done to the converted bytes.


NETWORKS = {}
rng = None  # Seeded anew for each network.


def network(*shapes, wants, half_weights=False, finish=lambda model: model):
    def register(build):
        NETWORKS[build.__name__] = Network(build.__name__, build, shapes, Counter(wants.split()), half_weights, finish)
        return build
    return register


# The layers that the networks are made of.

def weights(*shape):
    """Scaled such that a layer neither swells nor shrinks its values much."""
    fan_in = max(1, int(np.prod(shape[:-1])))
    return tf.constant(rng.normal(0, 1 / np.sqrt(fan_in), shape), tf.float32)


def values(*shape, low=-1.0, high=1.0):
    return tf.constant(rng.uniform(low, high, shape), tf.float32)


def conv(x, channels, kernel=1, stride=1, padding="SAME", dilation=1, groups=1):
    height, width = (kernel, kernel) if isinstance(kernel, int) else kernel
    filters = weights(height, width, x.shape[-1] // groups, channels)
    return tf.nn.conv2d(x, filters, stride, padding, dilations=dilation) + values(channels, low=-0.3, high=0.3)


def depthwise(x, kernel=3, stride=1, padding="SAME", dilation=1, multiplier=1):
    filters = values(kernel, kernel, x.shape[-1], multiplier, low=-0.6, high=0.6)
    y = tf.nn.depthwise_conv2d(x, filters, [1, stride, stride, 1], padding, dilations=[dilation, dilation])
    return y + values(y.shape[-1], low=-0.3, high=0.3)


def dense(x, channels):
    return tf.matmul(x, weights(x.shape[-1], channels)) + values(channels, low=-0.3, high=0.3)


def prelu(x, alpha):
    return tf.nn.relu(x) + -alpha * tf.nn.relu(-x)  # The converter knows this form.


def hard_swish(x):
    return x * tf.nn.relu6(x + 3.0) * (1 / 6)


def pad(x, top, bottom, left, right, value=0.0):
    return tf.pad(x, [[0, 0], [top, bottom], [left, right], [0, 0]], constant_values=value)


# The networks.

@network((1, 33, 31, 3), wants="CONV_2D CONV_2D DEPTHWISE_CONV_2D DEPTHWISE_CONV_2D ADD MEAN FULLY_CONNECTED SOFTMAX")
def mobile_block(x):
    x = tf.nn.relu6(conv(x, 10, kernel=3, stride=2))
    y = tf.nn.relu6(conv(x, 22))
    y = tf.nn.relu6(depthwise(y))
    x = x + conv(y, 10)
    x = tf.nn.relu6(depthwise(x, stride=2))
    x = tf.nn.relu(conv(x, 18))
    return tf.nn.softmax(dense(tf.reduce_mean(x, [1, 2]), 7))


@network((1, 24, 20, 3), wants="CONV_2D MEAN HARD_SWISH LOGISTIC MUL ADD")
def squeeze_excite(x):
    x = hard_swish(conv(x, 14, kernel=5, stride=2))
    scale = tf.reduce_mean(x, [1, 2], keepdims=True)
    scale = tf.nn.relu(conv(scale, 5))
    scale = tf.sigmoid(conv(scale, 14))
    return x + hard_swish(conv(x * scale, 14))


@network((1, 32, 40, 3), wants="CONV_2D MAX_POOL_2D MAX_POOL_2D RESIZE_BILINEAR RESIZE_NEAREST_NEIGHBOR CONCATENATION "
                               "CONCATENATION LOGISTIC")
def tiny_unet(x):
    full = tf.nn.relu(conv(x, 6, kernel=3))
    half = tf.nn.relu(conv(tf.nn.max_pool2d(full, 2, 2, "VALID"), 9, kernel=3))
    quarter = tf.nn.relu(conv(tf.nn.max_pool2d(half, 2, 2, "VALID"), 13, kernel=3))
    up = tf.image.resize(quarter, half.shape[1:3], "bilinear")
    half = tf.nn.relu(conv(tf.concat([up, half], -1), 9, kernel=3))
    up = tf.image.resize(half, full.shape[1:3], "nearest")
    return tf.sigmoid(conv(tf.concat([up, full], -1), 2, kernel=3))


@network((1, 9, 14, 5), wants="RESIZE_BILINEAR " * 9 + "RESIZE_NEAREST_NEIGHBOR " * 9)
def resize_modes(x):
    """Every mode, to a larger, a smaller and a mixed size, none of them a whole multiple."""
    results = {}
    for name, resize in [("bilinear", tf.raw_ops.ResizeBilinear), ("nearest", tf.raw_ops.ResizeNearestNeighbor)]:
        for corners, half_pixels in [(False, False), (True, False), (False, True)]:
            for size in [(20, 23), (4, 6), (13, 5)]:
                key = f"{name}_{'corners' if corners else 'half' if half_pixels else 'plain'}_{size[0]}x{size[1]}"
                results[key] = resize(images=x, size=size, align_corners=corners, half_pixel_centers=half_pixels)
    return results


@network((1, 19, 22, 5),
         wants="PAD " * 7 + "PADV2 DEPTHWISE_CONV_2D AVERAGE_POOL_2D " + "CONV_2D " * 4 + "MAX_POOL_2D " * 2)
def explicit_padding(x):
    """PAD before whatever may take it over, and in ways that none of them may."""
    a = tf.nn.relu(conv(pad(x, 1, 1, 1, 1), 6, kernel=3, stride=2, padding="VALID"))
    b = tf.nn.relu(depthwise(pad(x, 0, 1, 0, 1), kernel=3, stride=2, padding="VALID"))
    c = conv(pad(x, 2, 1, 3, 0), 6, kernel=4, padding="VALID")
    d = tf.nn.max_pool2d(pad(x, 2, 0, 1, 1), 3, 2, "VALID")  # A padded zero may be the largest value.
    e = tf.nn.avg_pool2d(pad(x, 0, 2, 1, 2), 3, 2, "VALID")  # A padded zero counts here; with SAME it does not.
    f = conv(pad(x, 1, 2, 2, 1, value=0.75), 4, kernel=3, padding="VALID")
    g = tf.pad(x, [[0, 0], [0, 0], [0, 0], [1, 2]])
    shared = pad(x, 2, 2, 2, 2)
    h = conv(shared, 3, kernel=3, padding="VALID") + tf.nn.max_pool2d(shared[..., :3], 3, 1, "VALID")
    return {"conv": a, "depthwise": b, "even": c, "max": d, "average": e, "value": f, "channels": g, "shared": h}


@network((1, 17, 21, 6), wants="CONV_2D " * 8)
def convolution_zoo(x):
    """Kernels of all sizes, strides and dilations, where SAME pads one side more than the other."""
    return {
        "even_kernel": conv(x, 5, kernel=2),
        "even_kernel_strided": conv(x, 5, kernel=4, stride=2),
        "wide_kernel": conv(x, 7, kernel=(1, 5)),
        "tall_kernel": conv(x, 4, kernel=(7, 3), stride=(2, 3)),
        "stride_beyond_kernel": conv(x, 8, kernel=1, stride=2),
        "dilated": conv(x, 5, kernel=3, dilation=2),
        "dilated_valid": conv(x, 5, kernel=3, dilation=(3, 2), padding="VALID"),
        "one_channel": conv(x, 1, kernel=3, padding="VALID"),
    }


@network((1, 15, 18, 12), wants="CONV_2D CONV_2D")
def grouped_convolution(x):
    x = tf.nn.relu(conv(x, 18, kernel=3, groups=3))
    return conv(x, 8, kernel=3, stride=2, groups=2)


@network((1, 18, 15, 3), wants="DEPTHWISE_CONV_2D " * 6)
def depthwise_zoo(x):
    return {
        "multiplier": depthwise(x, multiplier=3),
        "even_kernel": depthwise(x, kernel=4),
        "strided": depthwise(x, kernel=5, stride=2),
        "valid": depthwise(x, kernel=3, padding="VALID"),
        "dilated": tf.nn.relu(depthwise(x, kernel=3, dilation=2, padding="VALID")),
        "one_channel": depthwise(x[..., :1], multiplier=5),
    }


@network((1, 13, 16, 7), wants="AVERAGE_POOL_2D " * 4 + "MAX_POOL_2D " * 3 + "MEAN " * 3)
def pooling_zoo(x):
    return {
        "average_same": tf.nn.avg_pool2d(x, 3, 2, "SAME"),
        "average_even": tf.nn.avg_pool2d(x, 4, 3, "SAME"),
        "average_valid": tf.nn.avg_pool2d(x, (2, 5), (1, 2), "VALID"),
        "average_global": tf.nn.relu(tf.nn.avg_pool2d(x, (13, 16), 1, "VALID")),
        "max_same": tf.nn.max_pool2d(x - 3.0, 3, 2, "SAME"),  # All below zero: padding must not win.
        "max_even": tf.nn.max_pool2d(x, 2, 2, "SAME"),
        "max_valid": tf.nn.max_pool2d(x, (5, 1), (2, 3), "VALID"),
        "mean_rows": tf.reduce_mean(x, 1),
        "mean_channels": tf.reduce_mean(x, -1, keepdims=True),
        "mean_of_all": tf.reduce_mean(x, [1, 2, 3]),
    }


@network((1, 12, 10, 7), (1, 12, 10, 7), wants="ADD SUB MUL DIV MAXIMUM MINIMUM EXP SQRT RSQRT SQUARE ABS NEG")
def elementwise_zoo(a, b):
    positive = tf.abs(a) + 0.5
    roots = tf.sqrt(positive) - tf.math.rsqrt(positive)
    ratio = tf.nn.relu(a / (tf.square(b) + 1.0))
    bounded = tf.maximum(tf.minimum(a * b, 0.6 * a), -0.9 * positive)
    return {"roots": roots, "ratio": ratio, "bounded": bounded, "bell": tf.exp(-tf.square(a)), "negated": -bounded}


@network((1, 8, 9, 6), (1, 8, 9, 1), (1, 1, 1, 6), (1, 1, 9, 1),
         wants="ADD ADD SUB SUB MUL MUL DIV MAXIMUM MINIMUM")
def broadcasts(picture, one_channel, one_pixel, one_row):
    """Every shape that meets another, at run time and as a constant, on either side."""
    return {
        "channel": picture * one_channel,
        "pixel": one_pixel - picture,
        "row": picture + one_row,
        "both_grow": one_channel * one_pixel,
        "both_grow_maximum": tf.maximum(one_row, one_pixel),
        "scalar": 1.5 / (tf.square(picture) + 1.0),
        "scalar_last": tf.minimum(picture, 0.25),
        "constant_vector": picture - values(6),
        "constant_column": tf.nn.relu(picture + values(8, 1, 1)),
        "constant_plane": values(1, 8, 9, 1) * picture,
        "constant_grows": one_pixel + values(1, 8, 9, 6),
        "lower_rank": tf.reshape(one_channel, [8, 9, 1]) - picture,
    }


@network((1, 11, 9, 5), wants="RELU RELU6 RELU_N1_TO_1 LEAKY_RELU PRELU PRELU LOGISTIC TANH HARD_SWISH SOFTMAX SOFTMAX")
def activations(x):
    x = x * 4.0
    return {
        "relu": tf.nn.relu(x),
        "relu6": tf.nn.relu6(x),
        "relu_n1_to_1": tf.minimum(tf.maximum(x, -1.0), 1.0),
        "leaky_relu": tf.nn.leaky_relu(x, 0.15),
        "prelu": prelu(0.5 * x, values(1, 1, 5, low=0.0, high=0.5)),
        "prelu_everywhere": prelu(0.7 * x, values(11, 9, 5, low=0.0, high=0.5)),
        "logistic": tf.sigmoid(x),
        "tanh": tf.tanh(x),
        "hard_swish": hard_swish(x),
        "softmax": tf.nn.softmax(x),
        "softmax_of_large": tf.nn.softmax(x * 30.0 + 60.0),  # exp() of these is not finite.
    }


@network((1, 20, 20, 3), wants="DEQUANTIZE CONV_2D DEPTHWISE_CONV_2D PRELU FULLY_CONNECTED", half_weights=True)
def fp16_weights(x):
    x = prelu(conv(x, 12, kernel=3, stride=2), values(1, 1, 12, low=0.0, high=0.5))
    x = tf.nn.relu6(depthwise(x, stride=2))
    x = tf.nn.relu(conv(x, 30))
    return dense(tf.reduce_mean(x, [1, 2]), 11)


@network((1, 14, 14, 3), wants="CONV_2D SPLIT SPLIT ADD MUL CONCATENATION")
def several_outputs(x):
    """Values that are read by others and are outputs all the same; parts that start in the middle of four channels."""
    x = conv(x, 15, kernel=3)
    first, second, third = tf.split(tf.nn.relu(x), 3, axis=-1)
    mixed = tf.concat([third, first * second], -1)
    left, right = tf.split(mixed, 2, axis=2)
    return {"before_relu": x, "first": first, "sum": tf.nn.relu(left + right), "mixed": mixed, "third": third}


@network((1, 6, 8, 10), wants="RESHAPE SLICE " + "TRANSPOSE " * 6 + "STRIDED_SLICE " * 6 + "CONCATENATION " * 3)
def shape_zoo(x):
    x = tf.nn.relu(conv(x, 10))
    return {
        "reshaped": tf.reshape(x, [1, 16, 5, 6]),
        "flat": tf.reshape(x, [480]),
        "width_first": tf.transpose(x, [0, 2, 1, 3]),
        "channels_first": tf.transpose(x, [0, 3, 1, 2]),
        "reversed": tf.transpose(x, [3, 2, 1, 0]),
        "rank_2": tf.transpose(tf.reshape(x, [48, 10])),
        "rank_3": tf.transpose(tf.reshape(x, [6, 8, 10]), [2, 0, 1]),
        "rank_5": tf.transpose(tf.reshape(x, [1, 6, 8, 2, 5]), [0, 3, 1, 4, 2]),
        "slice": tf.slice(x, [0, 1, 2, 3], [1, 4, -1, 5]),
        "strided": x[:, 1:6:2, ::3, 1:9:2],
        "negative_bounds": x[:, -5:-1, 1:, :-3],
        "backwards": x[:, ::-1, :, 8:2:-2],
        "shrunk": x[:, 3, :, 4],
        "new_axis": x[:, tf.newaxis, 2:5, ..., 1:],
        "concat_rows": tf.concat([x, x[:, :3]], 1),
        "concat_columns": tf.concat([x[:, :, 5:], x], 2),
        "concat_channels": tf.concat([x[..., :3], x, x[..., 4:]], -1),
    }


@network((1, 7, 6, 9), wants="CONV_2D MEAN SQUEEZE SQUEEZE EXPAND_DIMS EXPAND_DIMS ADD STRIDED_SLICE",
         finish=restore_shape_operators)
def older_shape_operators(x):
    x = tf.nn.relu(conv(x, 10, kernel=3))
    rows = tf.squeeze(tf.reduce_mean(x, 2, keepdims=True), [2])
    vector = tf.squeeze(tf.reduce_mean(x, [1, 2], keepdims=True))
    return {
        "rows": rows,
        "sum": x + tf.expand_dims(tf.tanh(rows), 2),
        "vector": vector,
        "new_axis": x[:, 2:5, tf.newaxis, :, 1:],
        "column": tf.expand_dims(tf.tanh(vector), -1),
    }


@network((3, 12, 12, 5), wants="CONV_2D DEPTHWISE_CONV_2D MAX_POOL_2D RESIZE_BILINEAR ADD MEAN FULLY_CONNECTED SOFTMAX "
                               "TRANSPOSE PAD CONCATENATION SPLIT")
def batch_of_three(x):
    x = tf.nn.relu(conv(pad(x, 2, 0, 0, 2), 9, kernel=3, padding="VALID"))
    y = tf.image.resize(tf.nn.max_pool2d(x, 2, 2, "SAME"), (12, 12), "bilinear")
    x = x + depthwise(y)
    one, *others = tf.split(x, 3, axis=0)
    return {
        "classes": tf.nn.softmax(dense(tf.reduce_mean(x, [1, 2]), 6)),
        "batch_moved": tf.transpose(x, [1, 2, 0, 3]),
        "batch_mean": tf.reduce_mean(x, 0, keepdims=True),
        "rotated": tf.concat([*others, one], 0),
        "each_its_own": x * values(3, 1, 1, 1),
    }


@network((4, 30), (2, 7, 12), wants="FULLY_CONNECTED FULLY_CONNECTED ADD MUL TANH SOFTMAX TRANSPOSE RESHAPE")
def one_dimensional(rows, sequence):
    hidden = tf.tanh(dense(rows, 18))
    tokens = dense(sequence, 10)
    attention = tf.nn.softmax(tokens)
    mixed = dense(tf.transpose(attention, [0, 2, 1]), 5)
    return {
        "hidden": hidden,
        "logits": dense(tf.nn.relu(dense(hidden, 9)), 3),
        "attention": attention,
        "mixed": tf.nn.relu(mixed * values(10, 1)),
        "wide": dense(tf.reshape(tokens, [2, 70]), 4),
        "sum": tokens + values(7, 1),
    }


@network((1, 16, 16, 3), wants="CONV_2D MEAN FULLY_CONNECTED SOFTMAX",
         finish=lambda model: metadata.add(model, mean=[123.0, 117.0, 104.0], std=[58.0, 57.0, 57.5],
                                           labels=["basalt", "granite", "mica", "quartz", "slate"]))
def with_metadata(x):
    x = tf.nn.relu(conv(x, 6, kernel=3, stride=2))
    return tf.nn.softmax(dense(tf.reduce_mean(x, [1, 2]), 5))


# From a function to a file, and to LiteRT's answer.

def convert(net):
    specs = [tf.TensorSpec(shape, tf.float32, name=f"input_{i}") for i, shape in enumerate(net.shapes)]
    function = tf.function(net.build, input_signature=specs)
    with tempfile.TemporaryDirectory() as folder:  # By way of a saved model, which has a signature.
        tf.saved_model.save(tf.Module(), folder, signatures=function)
        converter = tf.lite.TFLiteConverter.from_saved_model(folder)
        if net.half_weights:
            converter.optimizations = [tf.lite.Optimize.DEFAULT]
            converter.target_spec.supported_types = [tf.float16]
        return net.finish(converter.convert())


def operators(model):
    names = {code: name for name, code in vars(schema.BuiltinOperator).items() if isinstance(code, int)}
    tree = schema.ModelT.InitFromObj(schema.Model.GetRootAs(model, 0))
    codes = [names[max(code.builtinCode, code.deprecatedBuiltinCode)] for code in tree.operatorCodes]
    return Counter(codes[op.opcodeIndex] for op in tree.subgraphs[0].operators)


def run(model, inputs, kernels):
    interpreter = Interpreter(model_content=model, experimental_op_resolver_type=kernels)
    interpreter.allocate_tensors()
    for detail, value in zip(interpreter.get_input_details(), inputs):
        interpreter.set_tensor(detail["index"], value)
    interpreter.invoke()
    return [interpreter.get_tensor(detail["index"]) for detail in interpreter.get_output_details()]


def make_inputs(model):
    details = Interpreter(model_content=model).get_input_details()
    return [rng.uniform(-1, 1, detail["shape"]).astype(np.float32) for detail in details]


def make(net):
    global rng
    rng = np.random.default_rng(zlib.crc32(net.name.encode()))
    model = convert(net)

    found = operators(model)
    if missing := net.wanted - found:
        sys.exit(f"{net.name}: the converter left out {dict(missing)}; it wrote {dict(found)}")
    if unsupported := set(found) - SUPPORTED:
        sys.exit(f"{net.name}: {', '.join(sorted(unsupported))} is not among the supported operators")

    inputs = make_inputs(model)
    outputs = run(model, inputs, OpResolverType.AUTO)
    for index, (fast, plain) in enumerate(zip(outputs, run(model, inputs, OpResolverType.BUILTIN_REF))):
        # Where LiteRT's own kernels disagree, its answer is no measure for anyone.
        if not np.allclose(fast, plain, rtol=1e-5, atol=1e-5):
            sys.exit(f"{net.name}: LiteRT's kernels disagree on output {index} by {np.abs(fast - plain).max()}")

    folder = HERE / net.name
    folder.mkdir(exist_ok=True)
    for stale in folder.glob("*.npy"):
        stale.unlink()
    (folder / "model.tflite").write_bytes(model)
    for kind, arrays in [("input", inputs), ("output", outputs)]:
        for index, array in enumerate(arrays):
            np.save(folder / f"{kind}_{index}.npy", np.ascontiguousarray(array, np.float32))
    print(f"{net.name}: {len(model)} bytes, " + ", ".join(f"{n} {op}" for op, n in sorted(found.items())), flush=True)


def main():
    for name in sys.argv[1:] or NETWORKS:
        if name not in NETWORKS:
            sys.exit(f"there is no network {name}; there are {', '.join(NETWORKS)}")
        make(NETWORKS[name])


if __name__ == "__main__":
    main()
