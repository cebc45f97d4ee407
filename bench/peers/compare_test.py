#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Mica Authors
"""What compare.py prints: compare_test.py PATH_OF_MICA MODEL"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import compare
import tables

MICA, MODEL = sys.argv[1:3]


def mica(back_to_back, dispatches=29):
    return {"back_to_back": back_to_back, "latency": 2 * back_to_back, "io": 3 * back_to_back, "start": 100.0,
            "dispatches": dispatches, "device": "H200, 580.159"}


def litert(run, whole=True):
    return {"run": run, "io": 2 * run, "start": 400.0, "whole": whole, "version": "LiteRT 2.3.0"}


ROWS = [
    {"network": "mobilenet_v1",
     "mica": {"gl fp32": mica(0.3), "gl fp16": mica(0.25), "vulkan fp32": mica(0.12), "vulkan fp16": mica(0.1, 28)},
     "litert": {"fp32": litert(0.2), "fp16": litert(0.4)},
     "torch": {"latency": 0.4, "variant": "fp16 NHWC", "all": {}, "version": "PyTorch 2.9"}},
    {"network": "other", "mica": {"gl fp32": None, "gl fp16": None, "vulkan fp32": mica(12.34), "vulkan fp16": None},
     "litert": {"fp32": litert(1, whole=False), "fp16": None}, "torch": None},
]


class TablesTest(unittest.TestCase):
    def setUp(self):
        self.lines = tables.markdown(ROWS, ["gl", "vulkan"], "mica 0.1.0", "compare.sh a.tflite").splitlines()

    def rows(self, heading):
        start = next(i for i, line in enumerate(self.lines) if line.startswith(heading))
        return [[cell.strip() for cell in line.split("|")[1:-1]] for line in self.lines[start + 4:start + 6]]

    def test_ratios_compare_the_better_precision_of_each(self):
        self.assertEqual(self.rows("Back to back")[0], ["mobilenet_v1", "0.300 / 0.250", "0.120 / 0.100",
                                                        "0.200 / 0.400", "0.50", "1.25", "0.50"])
        self.assertEqual(self.rows("From and to the CPU")[0][-3:], ["0.75", "1.88", "0.75"])
        self.assertEqual(self.rows("Start")[0][-3:], ["0.25", "0.25", "0.25"])
        self.assertEqual(self.rows("Latency")[0][-2:], ["0.400 (fp16 NHWC)", "0.50"])

    def test_what_is_missing_is_a_dash_and_the_cpu_is_marked(self):
        self.assertEqual(self.rows("Back to back")[1], ["other", "– / –", "12.3 / –", "1.000 / –*", "12.34", "–",
                                                        "12.34"])
        self.assertEqual(self.rows("Latency")[1][-2:], ["–", "–"])
        self.assertIn("\\* in part, or as a whole, on the CPU.", self.lines)

    def test_it_says_what_was_measured_and_how(self):
        for part in ("H200, 580.159", "mica 0.1.0, LiteRT 2.3.0, PyTorch 2.9"):
            self.assertIn(part, self.lines[0])
        self.assertIn("compare.sh a.tflite", self.lines)
        self.assertIn("Dispatches: mobilenet_v1 28 to 29, other 29.", self.lines)


class CompareTest(unittest.TestCase):
    def compare(self, *arguments):
        script = pathlib.Path(__file__).with_name("compare.sh")
        return subprocess.run(["sh", str(script), *arguments], capture_output=True, text=True, timeout=600)

    def test_the_whole_way_without_a_gpu(self):
        with tempfile.TemporaryDirectory() as folder:
            figures = pathlib.Path(folder) / "figures.json"
            done = self.compare("--mica", MICA, "--backends", "null", "--runs", "10", "--starts", "1", "--json",
                                str(figures), MODEL)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("| network | null fp32 / fp16 | LiteRT run fp32 / fp16 | ratio | null alone |", done.stdout)
            self.assertGreater(json.loads(figures.read_text())["rows"][0]["mica"]["null fp32"]["start"], 0)
            self.assertIn("PyTorch is skipped for ", done.stderr)

    def test_wrong_usage_and_failures_are_sentences(self):
        done = self.compare("--mica", "/no/such/mica", MODEL)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("/no/such/mica is no file.", done.stderr)
        done = self.compare("--mica", MICA, "--backends", "metal", "--runs", "10", MODEL)
        self.assertEqual(done.returncode, 1)
        self.assertIn('"metal" is none of', done.stderr)

    def test_peers_networks_are_known_by_the_models_name(self):
        with self.assertRaisesRegex(compare.Skipped, "no such network"):
            compare.time_torch(None, "face_landmark.tflite")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
