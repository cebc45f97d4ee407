#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Mica Authors
"""Writes tests/fuzz/corpus: seeds for fuzz_model, made from the networks in tests/models.

A fuzzer works best on small files, so each distinct operator of those networks becomes a model of its own, with its
options, its constants and nothing else. The smallest whole networks come along for what operators alone do not have:
several nodes, signatures, metadata, an appended archive.

Needs the packages ai-edge-litert and flatbuffers.
"""

import argparse
import hashlib
import pathlib

import flatbuffers
from ai_edge_litert import schema_py_generated as schema

SEEDS_PER_OPERATOR = 4  # The smallest ones.
WHOLE_NETWORKS = ("with_metadata", "several_outputs", "elementwise_zoo")


def operator_name(code):
    names = {number: name for name, number in vars(schema.BuiltinOperator).items() if isinstance(number, int)}
    return names[max(code.builtinCode, code.deprecatedBuiltinCode)].lower()


def single_operator_model(model, operator):
    """`operator` alone: what it computes are the outputs, what it reads and has no data are the inputs."""
    graph = model.subgraphs[0]
    result = schema.ModelT()
    result.version = 3
    result.operatorCodes = [model.operatorCodes[operator.opcodeIndex]]
    result.buffers = [schema.BufferT()]
    subgraph = schema.SubGraphT()
    subgraph.tensors, subgraph.inputs, subgraph.outputs = [], [], []
    new_index = {-1: -1}
    for role, indices in (("input", operator.inputs), ("output", operator.outputs)):
        for index in indices:
            if index in new_index:
                continue
            new_index[index] = len(subgraph.tensors)
            tensor = graph.tensors[index]
            data = model.buffers[tensor.buffer].data
            tensor.name = f"{role[0]}{new_index[index]}".encode()
            tensor.buffer = 0
            if data is not None and len(data) > 0:
                buffer = schema.BufferT()
                buffer.data = data
                tensor.buffer = len(result.buffers)
                result.buffers.append(buffer)
            elif role == "input":
                subgraph.inputs.append(new_index[index])
            subgraph.tensors.append(tensor)
    operator.opcodeIndex = 0
    operator.inputs = [new_index[i] for i in operator.inputs]
    operator.outputs = [new_index[i] for i in operator.outputs]
    subgraph.outputs = list(operator.outputs)
    subgraph.operators = [operator]
    result.subgraphs = [subgraph]
    builder = flatbuffers.Builder(1024)
    builder.Finish(result.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def main():
    tests = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=pathlib.Path, default=tests / "models")
    parser.add_argument("--corpus", type=pathlib.Path, default=tests / "fuzz" / "corpus")
    arguments = parser.parse_args()

    seeds = {}
    operators = {}
    for path in sorted(arguments.models.glob("*/model.tflite")):
        content = path.read_bytes()
        if path.parent.name in WHOLE_NETWORKS:
            seeds[path.parent.name] = content
        for position in range(schema.Model.GetRootAs(content, 0).Subgraphs(0).OperatorsLength()):
            model = schema.ModelT.InitFromObj(schema.Model.GetRootAs(content, 0))  # Taken apart anew each time.
            operator = model.subgraphs[0].operators[position]
            name = operator_name(model.operatorCodes[operator.opcodeIndex])
            seed = single_operator_model(model, operator)
            operators.setdefault(name, set()).add(seed)
    for name, found in operators.items():
        for seed in sorted(found, key=lambda seed: (len(seed), seed))[:SEEDS_PER_OPERATOR]:
            seeds[f"{name}_{hashlib.sha256(seed).hexdigest()[:8]}"] = seed

    arguments.corpus.mkdir(parents=True, exist_ok=True)
    for old in arguments.corpus.glob("*.tflite"):
        old.unlink()
    for name, seed in seeds.items():
        (arguments.corpus / f"{name}.tflite").write_bytes(seed)
    print(f"{len(seeds)} seeds, {sum(map(len, seeds.values()))} bytes in {arguments.corpus}")


if __name__ == "__main__":
    main()
