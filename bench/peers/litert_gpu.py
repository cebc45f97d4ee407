#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Mica Authors
"""Times one model on LiteRT's GPU accelerator and prints JSON. For compare.py."""
import argparse
import atexit
import importlib.metadata
import json
import pathlib
import shutil
import statistics
import sys
import tempfile
import time
import zipfile


def unpack_wheels(folder):
    """Makes the wheels of a folder importable without installing them."""
    packages = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, packages, ignore_errors=True)
    for wheel in pathlib.Path(folder).glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(packages)
    sys.path.insert(0, packages)


class Network:
    """A compiled model with its buffers; inputs of pseudo-random numbers."""

    def __init__(self, path, precision):
        import numpy
        from ai_edge_litert.compiled_model import CompiledModel, GpuOptions, HardwareAccelerator, Options

        self.model = CompiledModel.from_file(path, options=Options(
            hardware_accelerators=HardwareAccelerator.GPU | HardwareAccelerator.CPU,
            gpu_options=GpuOptions(enforce_f32=precision == "fp32")))
        self.inputs, self.outputs = self.model.create_input_buffers(0), self.model.create_output_buffers(0)
        signature = next(iter(self.model.get_signature_list()))

        def sizes(details):
            return [(int(numpy.prod(tensor["shape"])), numpy.dtype(tensor["dtype"])) for tensor in details.values()]

        random = numpy.random.default_rng(1)
        self.given = [random.random(count).astype(kind)
                      for count, kind in sizes(self.model.get_input_tensor_details(signature))]
        self.wanted = sizes(self.model.get_output_tensor_details(signature))

    def write(self):
        for target, numbers in zip(self.inputs, self.given):
            target.write(numbers)

    def run(self):
        self.model.run_by_index(0, self.inputs, self.outputs)

    def read(self):
        for source, (count, kind) in zip(self.outputs, self.wanted):
            source.read(count, kind)


def milliseconds_since(started):
    return (time.perf_counter() - started) * 1e3


def time_queued(network, count):
    """A run, where `count` are queued and the outputs read once: the read waits for them all."""
    started = time.perf_counter()
    for _ in range(count):
        network.run()
    network.read()
    return milliseconds_since(started) / count


def time_with_copies(network):
    started = time.perf_counter()
    network.write()
    network.run()
    network.read()
    return milliseconds_since(started)


def measure(path, precision, runs):
    started = time.perf_counter()
    network = Network(path, precision)
    network.write()
    network.run()
    network.read()
    figures = {"start": milliseconds_since(started), "whole": bool(network.model.is_fully_accelerated()),
               "version": f"LiteRT {importlib.metadata.version('ai-edge-litert')}"}
    if runs == 0:
        return figures
    batches, batch = 10, max(1, runs // 10)
    time_queued(network, min(batch, 20))  # A warm-up.
    figures["run"] = statistics.median(time_queued(network, batch) for _ in range(batches))
    figures["io"] = statistics.median(time_with_copies(network) for _ in range(runs))
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model")
    parser.add_argument("--precision", choices=("fp32", "fp16"), required=True)
    parser.add_argument("--runs", type=int, default=1000, help="0: the start alone")
    parser.add_argument("--wheels")
    options = parser.parse_args()
    if options.wheels:
        unpack_wheels(options.wheels)
    try:
        import ai_edge_litert.compiled_model  # noqa: F401
        import numpy  # noqa: F401
    except ImportError as error:
        return {"skipped": f"{error}; pip install ai-edge-litert numpy, or give --wheels", "for_all": True}
    try:
        return measure(options.model, options.precision, options.runs)
    except RuntimeError as error:
        return {"skipped": " ".join(str(error).split()), "for_all": False}


if __name__ == "__main__":
    print(json.dumps(main()))
