#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Mica Authors
"""Times Mica beside its peers, alternating in one run, and prints Markdown: see compare.sh.

What is compared with what, always the better precision of each:
  back to back   Mica's back_to_back_ms, LiteRT with as many inferences queued and one read at the end
  io             Mica's io_latency_ms, LiteRT with inputs written and outputs read each time
  latency        Mica's latency_ms, PyTorch's CUDA graph waited for each time
  start          both from the file to the first result in a new process, the driver's disk cache switched off
"""
import argparse
import dataclasses
import json
import os
import pathlib
import shlex
import statistics
import subprocess
import sys

import tables

HERE = pathlib.Path(__file__).resolve().parent
PRECISIONS = ("fp32", "fp16")
TORCH_NETWORKS = ("mobilenet_v1", "mobilenet_v2", "efficientnet_b0", "resnet50")
NO_DISK_CACHE = {"__GL_SHADER_DISK_CACHE": "0", "MESA_SHADER_CACHE_DISABLE": "true"}


class Skipped(Exception):
    """Why a figure is missing, and whether all of its peer's are."""

    def __init__(self, reason, for_all=False):
        super().__init__(reason)
        self.for_all = for_all


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(command, **environment):
    """What a command prints."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True,
                          env=os.environ | environment)
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise Skipped(next((line for line in lines if line.startswith("error: ")), lines[-1]))
    return done.stdout


def run_peer(script, *arguments, **environment):
    """The figures of a peer's script: its last line of JSON, for libraries print lines of their own."""
    lines = run([sys.executable, HERE / script, *arguments], **environment).splitlines()
    figures = json.loads(next(line for line in reversed(lines) if line.startswith("{")))
    if "skipped" in figures:
        raise Skipped(figures["skipped"], figures["for_all"])
    return figures


@dataclasses.dataclass
class Settings:
    mica: str
    backends: list
    runs: int
    starts: int
    wheels: str
    max_seconds: float
    passive_wait: bool


def time_mica(settings, model, backend, precision):
    command = [settings.mica, "benchmark", model, "--json", "--backend", backend, "--precision", precision]
    limits = ["--runs", settings.runs, "--max-seconds", settings.max_seconds]
    wait = [] if settings.passive_wait else ["--active-wait"]
    timed = json.loads(run([*command, *wait, *limits]))
    starts = []
    for _ in range(settings.starts):
        first = json.loads(run([*command, "--warmups", 0, "--runs", 1], **NO_DISK_CACHE))
        # The first run, and one with the copies that a first result needs too.
        starts.append(first["init_ms"]["total"] + first["latency_ms"]["mean"] + first["io_latency_ms"]["mean"])
    return {
        "back_to_back": timed["back_to_back_ms"]["median"],
        "latency": timed["latency_ms"]["median"],
        "io": timed["io_latency_ms"]["median"],
        "start": statistics.median(starts),
        "dispatches": timed["dispatches"],
        "device": f"{timed['device']['name']}, {timed['device']['driver']}",
    }


def time_litert(settings, model, precision):
    arguments = [model, "--precision", precision, *(["--wheels", settings.wheels] if settings.wheels else [])]
    timed = run_peer("litert_gpu.py", *arguments, "--runs", settings.runs)
    starts = [run_peer("litert_gpu.py", *arguments, "--runs", 0, **NO_DISK_CACHE)["start"]
              for _ in range(settings.starts)]
    return timed | {"start": statistics.median(starts)}


def time_torch(settings, model):
    name = pathlib.Path(model).stem
    network = next((known for known in TORCH_NETWORKS if name.startswith(known)), None)
    if network is None:
        raise Skipped("it has no such network")
    return run_peer("torch_graph.py", network, "--runs", settings.runs)


class Comparison:
    """All figures, and which peers turned out to be missing."""

    def __init__(self, settings):
        self.settings = settings
        self.missing = set()

    def figure(self, peer, what, measure, *arguments):
        if peer in self.missing:
            return None
        try:
            result = measure(self.settings, *arguments)
        except Skipped as skipped:
            say(f"{peer} is skipped{'' if skipped.for_all else f' for {what}'}: {skipped}")
            if skipped.for_all:
                self.missing.add(peer)
            return None
        say(f"{peer} {what}: {json.dumps(result)}")
        return result

    def measure(self, model):
        name = pathlib.Path(model).stem
        row = {"network": name, "mica": {}, "litert": {}, "torch": None}
        for precision in PRECISIONS:
            for backend in self.settings.backends:
                row["mica"][f"{backend} {precision}"] = self.figure(
                    f"Mica ({backend})", f"{name} {precision}", time_mica, model, backend, precision)
            row["litert"][precision] = self.figure("LiteRT", f"{name} {precision}", time_litert, model, precision)
        row["torch"] = self.figure("PyTorch", name, time_torch, model)
        return row


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="+", metavar="MODEL", help=".tflite files; their names tell PyTorch's networks")
    parser.add_argument("--mica", required=True, help="the program to measure: build/release/bin/mica")
    parser.add_argument("--backends", default="gl,vulkan", help="of Mica [%(default)s]")
    parser.add_argument("--runs", type=int, default=1000, help="timed runs of each kind [%(default)s]")
    parser.add_argument("--starts", type=int, default=5, help="cold starts [%(default)s]")
    parser.add_argument("--max-seconds", type=float, default=60, help="most that Mica may take for one [%(default)s]")
    parser.add_argument("--passive-wait", action="store_true",
                        help="Mica sleeps while it waits: for software GPUs, which need the cores themselves")
    parser.add_argument("--wheels", metavar="FOLDER", help="has LiteRT's wheels, where it is not installed")
    parser.add_argument("--json", metavar="FILE", help="also write all figures")
    options = parser.parse_args(arguments)
    if options.runs < 10 or options.starts < 1:
        parser.error("at least 10 runs and 1 start are needed.")
    for path in [options.mica, *options.models]:
        if not pathlib.Path(path).is_file():
            parser.error(f"{path} is no file.")
    return options


def main(arguments):
    options = parse_arguments(arguments)
    comparison = Comparison(Settings(options.mica, options.backends.split(","), options.runs, options.starts,
                                     options.wheels, options.max_seconds, options.passive_wait))
    rows = [comparison.measure(model) for model in options.models]
    version = subprocess.run([options.mica, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    command = shlex.join(["bench/peers/compare.sh", *arguments])
    print(tables.markdown(rows, comparison.settings.backends, version, command), end="")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps({"schema": 1, "rows": rows}, indent=2) + "\n")
    return 0 if any(figures for row in rows for figures in row["mica"].values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
