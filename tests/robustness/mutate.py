#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Mica Authors
"""Runs `mica inspect` and `mica run` on damaged copies of models.

Each copy must end in one of two ways: exit code 0 with an answer, or exit code 1 to 4 with a sentence on stderr. A
crash, a hang, more memory than allowed, or a sanitizer's report is a failure; its file is kept and can be made again by
the same seed.

    tests/robustness/mutate.py --mica build/release/bin/mica --count 1000 tests/models
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import signal
import struct
import subprocess
import sys
import tempfile
import time

EXTREME_WORDS = (0, 1, 0x7F, 0xFF, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFF0, 0xFFFFFFFF)
SIGNS_OF_A_BUG = ("Sanitizer", "runtime error:", "check failed", "terminate called", "Assertion")
WINDOW = 256


# ---- Damage ----------------------------------------------------------------------------------------------------------


def windows_of_tables(content):
    """Where tables are: they are full of zeros and small numbers, weights are not."""
    return [
        start
        for start in range(0, len(content), WINDOW)
        if content.count(0, start, start + WINDOW) * 4 >= min(WINDOW, len(content) - start)
    ] or [0]


class Mutator:
    """Damages a copy of `content` in one to four places. The same seed damages in the same way."""

    def __init__(self, content, seed):
        self._content = bytearray(content)
        self._random = random.Random(seed)
        self._windows = windows_of_tables(content)

    def run(self):
        kinds = (self._flip_bits, self._edit_words, self._zero, self._swap, self._truncate)
        weights = (3, 5, 2, 2, 1)  # Most truncations end in the same answer.
        for _ in range(self._random.choice((1, 1, 1, 2, 4))):  # One small damage gets furthest into the program.
            if self._content:
                self._random.choices(kinds, weights)[0]()
        return bytes(self._content)

    def _position(self):
        """Half of the damage goes to the tables, which may be a small part of the file."""
        if self._random.random() < 0.5:
            return self._random.randrange(len(self._content))
        return min(self._random.choice(self._windows) + self._random.randrange(WINDOW), len(self._content) - 1)

    def _range(self):
        start = self._position()
        return start, min(len(self._content), start + 2 ** self._random.randint(0, 10))

    def _flip_bits(self):
        for _ in range(self._random.choice((1, 1, 8))):
            self._content[self._position()] ^= 1 << self._random.randrange(8)

    def _edit_words(self):
        for _ in range(self._random.choice((1, 1, 4))):
            start = self._position() & ~3
            word = self._random.choice(EXTREME_WORDS)
            self._content[start : start + 4] = struct.pack("<I", word)[: len(self._content) - start]

    def _zero(self):
        start, end = self._range()
        self._content[start:end] = bytes(end - start)

    def _swap(self):
        start, end = self._range()
        size = end - start
        other = self._random.randrange(max(1, len(self._content) - size + 1))
        here, there = self._content[start:end], self._content[other : other + size]
        self._content[start:end] = there
        self._content[other : other + size] = here

    def _truncate(self):
        del self._content[self._random.randrange(len(self._content)) :]


# ---- Runs ------------------------------------------------------------------------------------------------------------

Outcome = collections.namedtuple("Outcome", "exit_code seconds peak_bytes problem")


def resident_bytes(pid):
    try:
        pages = int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def wait(process, max_seconds, max_bytes):
    """Waits for the end, and ends it itself where a limit is crossed. Returns wait status, seconds, peak and limit."""
    start = time.monotonic()
    broken_limit = None
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        seconds = time.monotonic() - start
        if pid != 0:
            process.returncode = os.waitstatus_to_exitcode(status)
            return seconds, usage.ru_maxrss * 1024, broken_limit
        if broken_limit is None and seconds > max_seconds:
            broken_limit = f"took longer than {max_seconds} s"
        if broken_limit is None and resident_bytes(process.pid) > max_bytes:
            broken_limit = f"took more than {max_bytes} bytes of memory"
        if broken_limit is not None:
            process.kill()
        time.sleep(0.01)


def problem_of(exit_code, peak_bytes, max_bytes, answer, sentence):
    if exit_code < 0:
        return f"was ended by {signal.Signals(-exit_code).name}"
    if peak_bytes > max_bytes:
        return f"took {peak_bytes} bytes of memory"
    for sign in SIGNS_OF_A_BUG:
        if sign in sentence:
            return f'said "{sign}" on stderr'
    if exit_code == 0:
        return None if answer.strip() else "ended well without an answer"
    if exit_code > 4:
        return f"ended with exit code {exit_code}"
    return None if sentence.strip() else f"ended with exit code {exit_code} and no sentence"


def run(command, max_seconds, max_bytes):
    with tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr)
        seconds, peak_bytes, broken_limit = wait(process, max_seconds, max_bytes)
        stdout.seek(0)
        stderr.seek(0)
        answer, sentence = (file.read().decode(errors="replace") for file in (stdout, stderr))
    problem = broken_limit or problem_of(process.returncode, peak_bytes, max_bytes, answer, sentence)
    if problem is not None and sentence.strip():
        problem += f" ({sentence.strip().splitlines()[-1]})"
    return Outcome(process.returncode, seconds, peak_bytes, problem)


def check_copy(arguments, model, index, folder):
    """Damages a copy of `model` and tries every command on it. Returns the outcomes by command."""
    content = Mutator(model.read_bytes(), f"{arguments.seed}:{index}:{model.name}").run()
    copy = pathlib.Path(folder) / f"{index:06d}_{model.parent.name}_{model.name}"
    copy.write_bytes(content)
    outcomes = {}
    for command in arguments.commands.split(","):
        outcomes[command] = run([arguments.mica, command, str(copy)], arguments.max_seconds, arguments.max_mib << 20)
    failed = [command for command, outcome in outcomes.items() if outcome.problem is not None]
    if failed:
        arguments.keep.mkdir(parents=True, exist_ok=True)
        (arguments.keep / copy.name).write_bytes(content)
        for command in failed:
            print(f"FAILED: mica {command} {arguments.keep / copy.name}: {outcomes[command].problem}", flush=True)
    copy.unlink()
    return outcomes


# ---- The whole -------------------------------------------------------------------------------------------------------


def find_models(paths, max_bytes):
    models = []
    for path in paths:
        models += sorted(path.rglob("*.tflite")) if path.is_dir() else [path]
    return [model for model in models if model.stat().st_size < max_bytes]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+", type=pathlib.Path, help="model files, or folders of them")
    parser.add_argument("--mica", required=True, help="the program under test")
    parser.add_argument("--count", type=int, default=1000, help="damaged copies in all (default 1000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--commands", default="inspect,run", help="of mica, separated by commas")
    parser.add_argument("--max-seconds", type=float, default=10)
    parser.add_argument("--max-mib", type=int, default=2048, help="resident memory")
    parser.add_argument("--max-model-bytes", type=int, default=1_000_000, help="larger models are left out")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("mutation-failures"),
                        help="where files that failed go")
    return parser.parse_args()


def report(results):
    for command in results[0]:
        outcomes = [result[command] for result in results]
        codes = collections.Counter(outcome.exit_code for outcome in outcomes)
        print(
            f"mica {command}: exit codes {', '.join(f'{code}: {n}' for code, n in sorted(codes.items()))};"
            f" longest {max(outcome.seconds for outcome in outcomes):.1f} s;"
            f" largest {max(outcome.peak_bytes for outcome in outcomes) / 2**20:.0f} MiB"
        )
    failed = sum(any(outcome.problem is not None for outcome in result.values()) for result in results)
    print(f"{len(results) - failed} passed, {failed} failed")
    return failed


def main():
    arguments = parse_arguments()
    models = find_models(arguments.models, arguments.max_model_bytes)
    if not models:
        sys.exit("no model is small enough, or there is none.")
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = list(
            pool.map(
                lambda index: check_copy(arguments, models[index % len(models)], index, folder),
                range(arguments.count),
            )
        )
    return 1 if report(results) else 0


if __name__ == "__main__":
    sys.exit(main())
