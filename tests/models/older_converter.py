# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Mica Authors
"""Writes shape operators as older converters did, since many files in use are older.

Today's converter makes a RESHAPE of each SQUEEZE and EXPAND_DIMS, and of each new axis of a STRIDED_SLICE.
"""

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema


def restore_shape_operators(model):
    tree = schema.ModelT.InitFromObj(schema.Model.GetRootAs(model, 0))
    graph = tree.subgraphs[0]
    for op in list(graph.operators):
        if tree.operatorCodes[op.opcodeIndex].builtinCode != schema.BuiltinOperator.RESHAPE:
            continue
        before, after = (list(graph.tensors[index].shape) for index in (op.inputs[0], op.outputs[0]))
        readers = [reader for reader in graph.operators if op.outputs[0] in reader.inputs]
        if (axis := _axis_between(before, after)) is not None and readers and all(map(_is_strided_slice, readers)):
            for reader in readers:
                _take_over_new_axis(reader, op, axis)
            graph.operators.remove(op)
        elif len(after) < len(before) and after == [size for size in before if size != 1]:
            _become_squeeze(tree, op, axes=[])  # None named: all of size 1.
        elif (axis := _axis_between(after, before)) is not None:
            _become_squeeze(tree, op, axes=[axis])
        elif (axis := _axis_between(before, after)) is not None:
            _become_expand_dims(tree, op, axis)
    builder = flatbuffers.Builder()
    builder.Finish(tree.Pack(builder), file_identifier=b"TFL3")
    return bytes(builder.Output())


def _axis_between(short, long):
    """-> the axis of size 1 that `long` has and `short` has not; None where that is not the whole difference."""
    axes = [axis for axis, size in enumerate(long) if size == 1 and long[:axis] + long[axis + 1:] == short]
    return axes[0] if axes else None


def _is_strided_slice(op):
    return op.builtinOptionsType == schema.BuiltinOptions.StridedSliceOptions


def _take_over_new_axis(strided_slice, reshape, axis):
    strided_slice.inputs = [reshape.inputs[0], *strided_slice.inputs[1:]]
    strided_slice.builtinOptions.newAxisMask |= 1 << axis


def _become_squeeze(tree, op, axes):
    op.opcodeIndex = _operator_code(tree, schema.BuiltinOperator.SQUEEZE)
    op.inputs = [op.inputs[0]]
    op.builtinOptionsType = schema.BuiltinOptions.SqueezeOptions
    op.builtinOptions = schema.SqueezeOptionsT()
    op.builtinOptions.squeezeDims = axes


def _become_expand_dims(tree, op, axis):
    op.opcodeIndex = _operator_code(tree, schema.BuiltinOperator.EXPAND_DIMS)
    op.inputs = [op.inputs[0], _int_constant(tree, axis)]
    op.builtinOptionsType = schema.BuiltinOptions.ExpandDimsOptions
    op.builtinOptions = schema.ExpandDimsOptionsT()


def _operator_code(tree, builtin):
    code = schema.OperatorCodeT()
    code.builtinCode = code.deprecatedBuiltinCode = builtin
    code.version = 1
    tree.operatorCodes.append(code)
    return len(tree.operatorCodes) - 1


def _int_constant(tree, value):
    buffer, tensor = schema.BufferT(), schema.TensorT()
    buffer.data = list(np.int32(value).tobytes())
    tensor.name, tensor.shape, tensor.type = "axis", [], schema.TensorType.INT32
    tensor.buffer = len(tree.buffers)
    tree.buffers.append(buffer)
    graph = tree.subgraphs[0]
    graph.tensors.append(tensor)
    return len(graph.tensors) - 1
