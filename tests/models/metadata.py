# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Mica Authors
"""Adds TFLite metadata to a model: how to normalize its input, and what the classes of its output are called.

Metadata is a FlatBuffer of its own (identifier M001) in one of the model's buffers, under a name that readers
look for. The files it mentions are a zip archive behind the model's last byte.
"""

import io
import zipfile

import flatbuffers
from ai_edge_litert import schema_py_generated as schema

# Slots of the metadata's tables, as far as they are used here.
MODEL_NAME, MODEL_DESCRIPTION, MODEL_SUBGRAPHS = 0, 1, 3
SUBGRAPH_INPUTS, SUBGRAPH_OUTPUTS = 2, 3
TENSOR_NAME, TENSOR_CONTENT, TENSOR_PROCESS_UNITS, TENSOR_FILES = 0, 3, 4, 6
CONTENT_TYPE, CONTENT = 0, 1
IMAGE_COLOR_SPACE = 0
UNIT_TYPE, UNIT_OPTIONS = 0, 1
NORMALIZATION_MEAN, NORMALIZATION_STD = 0, 1
FILE_NAME, FILE_TYPE = 0, 2

IMAGE_PROPERTIES = 2  # Of the content union.
RGB = 1
NORMALIZATION_OPTIONS = 1  # Of the process unit union.
TENSOR_AXIS_LABELS = 2


def add(model, mean, std, labels):
    """-> the model's bytes with metadata for an image classifier. `mean` and `std` are one value a channel."""
    described = _flatbuffer({
        MODEL_NAME: "stones",
        MODEL_DESCRIPTION: "Tells nothing apart: its weights are random.",
        MODEL_SUBGRAPHS: [{
            SUBGRAPH_INPUTS: [{
                TENSOR_NAME: "image",
                TENSOR_CONTENT: {CONTENT_TYPE: IMAGE_PROPERTIES, CONTENT: {IMAGE_COLOR_SPACE: RGB}},
                TENSOR_PROCESS_UNITS: [{
                    UNIT_TYPE: NORMALIZATION_OPTIONS,
                    UNIT_OPTIONS: {NORMALIZATION_MEAN: mean, NORMALIZATION_STD: std},
                }],
            }],
            SUBGRAPH_OUTPUTS: [{
                TENSOR_NAME: "probability",
                TENSOR_FILES: [{FILE_NAME: "labels.txt", FILE_TYPE: TENSOR_AXIS_LABELS}],
            }],
        }],
    }, identifier=b"M001")
    return _append_zip(_add_entry(model, "TFLITE_METADATA", described), "labels.txt", "\n".join(labels) + "\n")


def _flatbuffer(root, identifier):
    builder = flatbuffers.Builder()
    builder.Finish(_write(builder, root), file_identifier=identifier)
    return bytes(builder.Output())


def _write(builder, value):
    """-> the offset of a string, of a table (a dict by slot), or of a vector of floats or tables."""
    if isinstance(value, str):
        return builder.CreateString(value)
    if isinstance(value, dict):
        offsets = {slot: _write(builder, field) for slot, field in value.items() if not isinstance(field, int)}
        builder.StartObject(max(value) + 1)
        for slot, field in value.items():
            if slot in offsets:
                builder.PrependUOffsetTRelativeSlot(slot, offsets[slot], 0)
            else:
                builder.PrependUint8Slot(slot, field, 0)  # All enumerations here are one byte wide.
        return builder.EndObject()
    of_tables = isinstance(value[0], dict)
    items = [_write(builder, item) for item in value] if of_tables else value
    builder.StartVector(4, len(items), 4)
    for item in reversed(items):
        builder.PrependUOffsetTRelative(item) if of_tables else builder.PrependFloat32(item)
    return builder.EndVector()


def _add_entry(model, name, data):
    tree = schema.ModelT.InitFromObj(schema.Model.GetRootAs(model, 0))
    buffer, entry = schema.BufferT(), schema.MetadataT()
    buffer.data = list(data)
    entry.name, entry.buffer = name, len(tree.buffers)
    tree.buffers.append(buffer)
    tree.metadata = [*(tree.metadata or []), entry]
    builder = flatbuffers.Builder()
    builder.Finish(tree.Pack(builder), file_identifier=b"TFL3")
    return bytes(builder.Output())


def _append_zip(model, name, text):
    packed = io.BytesIO(model)
    with zipfile.ZipFile(packed, "a", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0)), text)  # The same bytes every time.
    return packed.getvalue()
