#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Mica Authors
"""What the command line says and how it ends: cli_test.py PATH_OF_MICA [MODEL]

Without MODEL (a .tflite file of float32 inputs that the null backend plans) only what needs no model is tested.
Needs nothing but Python itself.
"""
import json
import os
import pathlib
import pty
import subprocess
import sys
import tempfile
import unittest

MICA = ""
MODEL = None

COMMANDS = ["run", "benchmark", "profile", "inspect", "plan", "memory", "kernels", "verify", "devices", "ops"]
MODEL_COMMANDS = ["run", "benchmark", "profile", "inspect", "plan", "memory", "kernels", "verify"]

DONE, FAILED, USAGE, REFUSED, NO_DEVICE = 0, 1, 2, 3, 4


def mica(*arguments, **options):
    return subprocess.run([MICA, *arguments], capture_output=True, text=True, timeout=300, **options)


def npy(description, shape, data, fortran=False):
    header = f"{{'descr': '{description}', 'fortran_order': {fortran}, 'shape': {shape}, }}\n".encode()
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + data


class CommandLineTest(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)

    def tearDown(self):
        self.scratch.cleanup()

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content)
        return str(path)

    def assert_error(self, done, code, *parts):
        self.assertEqual(done.returncode, code, done.stderr)
        errors = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
        self.assertEqual(len(errors), 1, done.stderr)
        self.assertTrue(errors[0].endswith("."), errors[0])
        for part in parts:
            self.assertIn(part, errors[0])


class UsageTest(CommandLineTest):
    def test_every_command_has_help_with_an_example(self):
        for command in COMMANDS:
            done = mica(command, "--help")
            self.assertEqual(done.returncode, DONE)
            self.assertIn(f"  mica {command}", done.stdout.split("Examples:")[1])
            self.assertEqual(done.stderr, "")

    def test_help_fits_in_120_columns(self):
        for arguments in [[], *([command] for command in COMMANDS)]:
            for line in mica(*arguments, "--help").stdout.splitlines():
                self.assertLessEqual(len(line), 120, line)

    def test_the_main_help_names_every_command(self):
        done = mica("--help")
        self.assertEqual(done.returncode, DONE)
        for command in COMMANDS:
            self.assertIn(f"  {command} ", done.stdout)

    def test_version(self):
        done = mica("--version")
        self.assertEqual(done.returncode, DONE)
        self.assertRegex(done.stdout, r"^mica \d+\.\d+\.\d+\n$")

    def test_wrong_usage(self):
        for arguments, part in [
            ([], "a command is missing"),
            (["bench"], 'no command "bench"'),
            (["run"], "MODEL"),
            (["run", "a.tflite", "b.tflite"], "b.tflite"),
            (["run", "a.tflite", "--backned", "gl"], "--backned"),
            (["run", "a.tflite", "--backend", "metal"], '"metal" is none of auto|vulkan|gl|null'),
            (["run", "a.tflite", "--precision", "fp64"], '"fp64" is none of auto|fp32|fp16'),
            (["run", "a.tflite", "--storage", "disk"], '"disk" is none of auto|buffer|texture'),
            (["run", "a.tflite", "--memory", "less"], '"less" is none of naive|greedy|mcfp|'),
            (["run", "a.tflite", "--without", "gravity"], 'no pass "gravity"'),
            (["run", "a.tflite", "--without-feature", "magic"], 'no feature "magic"; the features are fp16-storage, '),
            (["run", "a.tflite", "--max-memory", "much"], '"much" is no size'),
            (["run", "a.tflite", "--max-memory", "5XB"], '"XB" is no unit'),
            (["run", "a.tflite", "--top", "0"], "--top"),
            (["run", "a.tflite", "--image", "a.png", "--input-dir", "in"], "--image"),
            (["run", "a.tflite", "--save-image", "a.webp"], "a.webp: pictures are written as"),
            (["run", "a.tflite", "--output-range", "1", "0"], "1 is not below 0"),
            (["benchmark", "a.tflite", "--runs", "0"], "--runs"),
            (["benchmark", "a.tflite", "--runs", "many"], "--runs"),
            (["profile", "a.tflite", "--sort", "name"], '"name" is none of time|order'),
            (["profile", "a.tflite", "--top", "0"], "--top"),
            (["profile", "a.tflite", "--runs", "0"], "--runs"),
            (["profile", "a.tflite", "--trace"], "--trace"),
            (["memory", "a.tflite", "--tensors", "all"], '"all" is none of plan|model'),
            (["memory", "a.tflite", "--html"], "--html"),
            (["kernels", "a.tflite", "--language", "hlsl"], "hlsl"),
            (["ops", "--json", "--markdown"], "--markdown"),
        ]:
            with self.subTest(arguments=arguments):
                done = mica(*arguments)
                self.assert_error(done, USAGE, part)
                self.assertEqual(done.stdout, "")


class ModelFileTest(CommandLineTest):
    def test_a_missing_file_fails_by_name(self):
        for command in MODEL_COMMANDS:
            self.assert_error(mica(command, "/no/such.tflite"), FAILED, "error: /no/such.tflite: ")

    def test_garbage_is_refused_by_name(self):
        garbage = self.file("garbage.tflite", bytes(range(256)) * 8)
        for command in MODEL_COMMANDS:
            self.assert_error(mica(command, garbage), REFUSED, f"error: {garbage}: ")

    def test_every_odd_file_gets_a_sentence(self):
        for name, content in [("empty", b""), ("short", b"x"), ("zeros", bytes(4096)), ("text", b"hello\n" * 100),
                              ("magic", b"\x18\0\0\0TFL3" + bytes(8))]:
            path = self.file(name, content)
            with self.subTest(name=name):
                self.assert_error(mica("inspect", path), REFUSED, f"error: {path}: ")

    def test_a_folder_is_no_model(self):
        self.assert_error(mica("inspect", str(self.folder)), FAILED, f"error: {self.folder}: ")

    def test_a_dash_reads_stdin(self):
        self.assert_error(mica("inspect", "-", input="no model"), REFUSED, "error: stdin: ")
        self.assert_error(mica("inspect", "-", stdin=subprocess.DEVNULL), REFUSED, "error: stdin: ")


class DevicesTest(CommandLineTest):
    """A backend is taken away by telling its loader that its drivers are in a file that is not there."""
    WITHOUT = {"vulkan": {"VK_ICD_FILENAMES": "/no/driver.json"},
               "gl": {"__EGL_VENDOR_LIBRARY_FILENAMES": "/no/driver.json"}}

    def backends(self, **variables):
        done = mica("devices", "--json", env=os.environ | variables)
        if done.returncode == NO_DEVICE:
            return set()
        return {device["backend"] for device in json.loads(done.stdout)["devices"]}

    def test_a_backend_that_is_missing_leaves_the_others(self):
        found = self.backends()
        for backend, variables in self.WITHOUT.items():
            self.assertEqual(self.backends(**variables), found - {backend})

    def test_where_all_are_missing_each_says_why(self):
        done = mica("devices", env=os.environ | self.WITHOUT["vulkan"] | self.WITHOUT["gl"])
        self.assert_error(done, NO_DEVICE, "EGL", "ulkan")

    def test_indices_count_from_zero_and_features_are_listed(self):
        done = mica("devices", "--json")
        if done.returncode == NO_DEVICE:
            self.skipTest(done.stderr)
        for index, device in enumerate(json.loads(done.stdout)["devices"]):
            self.assertEqual(device["index"], index)
            self.assertIn("features", device["limits"])


class OpsTest(CommandLineTest):
    def test_json_and_markdown_list_the_same(self):
        document = json.loads(mica("ops", "--json").stdout)
        self.assertEqual(document["schema"], 1)
        names = [op["name"] for op in document["operators"]]
        self.assertIn("CONV_2D", names)
        rows = mica("ops", "--markdown").stdout.splitlines()[2:]
        self.assertEqual([row.split("|")[1].strip() for row in rows], names)

    def test_a_reader_that_goes_away_is_no_failure(self):
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run([MICA, "ops"], stdout=write, stderr=subprocess.PIPE, timeout=60)
        os.close(write)
        self.assertEqual((done.returncode, done.stderr), (DONE, b""))

    def test_a_full_disk_is_a_failure(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([MICA, "ops"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        self.assert_error(done, FAILED, "stdout: No space left on device")

    def test_colours_are_for_terminals_without_NO_COLOR(self):
        def on_terminal(**variables):
            leader, follower = pty.openpty()
            environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"}
            subprocess.run([MICA, "ops"], stdout=follower, env=environment | variables, timeout=60, check=True)
            os.close(follower)
            text = b""
            try:
                while chunk := os.read(leader, 65536):
                    text += chunk
            except OSError:
                pass  # Linux ends a terminal whose other side is closed with EIO.
            os.close(leader)
            return text

        self.assertIn(b"\033[", on_terminal())
        self.assertNotIn(b"\033[", on_terminal(NO_COLOR="1"))
        self.assertNotIn(b"\033[", on_terminal(TERM="dumb"))
        self.assertNotIn("\033[", mica("ops").stdout)


class RunTest(CommandLineTest):
    def setUp(self):
        super().setUp()
        if MODEL is None:
            self.skipTest("no model is given")
        self.details = json.loads(mica("inspect", MODEL, "--json").stdout)
        self.shape = tuple(self.details["inputs"][0]["shape"])
        self.size_bytes = self.details["inputs"][0]["size_bytes"]

    def run_with(self, content, *arguments):
        self.file("input_0.npy", content)
        return mica("run", MODEL, "--backend", "null", "--input-dir", str(self.folder), *arguments)

    def test_inspect_adds_up(self):
        totals, operators = self.details["totals"], self.details["operators"]
        self.assertEqual(totals["count"], len(operators))
        for field in ("multiply_adds", "weight_bytes"):
            self.assertEqual(totals[field], sum(op[field] for op in operators))
            self.assertEqual(totals[field], sum(kind[field] for kind in self.details["by_type"].values()))

    def test_the_plan_names_every_operator(self):
        plan = json.loads(mica("plan", MODEL, "--json").stdout)
        named = {origin for part in plan["dispatches"] + plan["folds"] for origin in part["origins"]}
        self.assertEqual(named, {op["index"] for op in self.details["operators"] if op["on_gpu"]})

    def test_a_run_writes_outputs_and_report(self):
        out, report = self.folder / "deep" / "out", self.folder / "report.json"
        content = npy("<f4", self.shape, bytes(self.size_bytes))
        done = self.run_with(content, "--output-dir", str(out), "--report", str(report))
        self.assertEqual(done.returncode, DONE, done.stderr)
        for index, output in enumerate(self.details["outputs"]):
            self.assertEqual((out / f"output_{index}.npy").stat().st_size % 64, output["size_bytes"] % 64)
        document = json.loads(report.read_text())
        self.assertEqual(document["schema"], 1)
        self.assertEqual(document["nodes"], len(self.details["operators"]))
        self.assertLessEqual(document["gpu_nodes"], document["nodes"])

    def test_files_are_written_also_when_nobody_reads_stdout(self):
        out = self.folder / "out"
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run([MICA, "run", MODEL, "--backend", "null", "--output-dir", str(out)], stdout=write,
                              stderr=subprocess.PIPE, timeout=300)
        os.close(write)
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertTrue((out / "output_0.npy").exists())

    def test_inputs_that_do_not_fit_are_refused_exactly(self):
        data = bytes(self.size_bytes)
        path = str(self.folder / "input_0.npy")
        for content, part in [
            (npy("<f4", (1, 2), bytes(8)), "the array is float32[1, 2]; input 0 "),
            (npy("<i4", self.shape, data), "the array is int32["),
            (npy("<f4", self.shape, data, fortran=True), "the array is in Fortran order"),
            (npy(">f4", self.shape, data), "the elements are big-endian"),
            (npy("<f4", self.shape, data[:-1]), "bytes follow"),
            (b"PK\x03\x04", "this is no .npy file"),
        ]:
            with self.subTest(part=part):
                self.assert_error(self.run_with(content), FAILED, f"error: {path}: ", part)

    def test_missing_inputs_are_named(self):
        done = mica("run", MODEL, "--backend", "null", "--input-dir", str(self.folder))
        self.assert_error(done, FAILED, f"{self.folder}/input_0.npy: No such file")
        done = mica("run", MODEL, "--backend", "null", "--input-dir", "/no/such/folder")
        self.assert_error(done, FAILED, "error: /no/such/folder: this is no folder.")

    def test_random_inputs_are_announced(self):
        done = mica("run", MODEL, "--backend", "null", "--seed", "7")
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertIn("random (seed 7)", done.stderr)
        self.assertIn("output 0", done.stdout)

    def test_the_memory_limit_refuses(self):
        done = mica("run", MODEL, "--backend", "null", "--max-memory", "1")
        self.assert_error(done, REFUSED, f"error: {MODEL}: ", "1 are allowed")

    def test_memory_has_all_its_figures(self):
        strategies = ["naive", "greedy", "mcfp", "by-size", "by-breadth", "offsets", "best"]
        for arguments in [], ["--tensors", "model", "--precision", "fp16"]:
            document = json.loads(mica("memory", MODEL, "--json", *arguments).stdout)
            self.assertEqual(document["schema"], 1)
            self.assertEqual(list(document["strategies"]), strategies)
            self.assertEqual(set(document["lower_bounds"]), {"objects", "offsets"})
            self.assertIn(document["picked"], strategies[:-1])
            for plan in document["strategies"].values():
                self.assertEqual(sum(plan["object_bytes"]), plan["bytes"])
                self.assertGreaterEqual(plan["bytes"], document["lower_bounds"][plan["kind"]])
                self.assertGreaterEqual(plan["planning_ms"], 0)
                self.assertEqual(len(plan["object_of"]), len(document["tensors"]))
                self.assertEqual(len(plan["offset_bytes"]), len(document["tensors"]))
            for tensor in document["tensors"]:
                self.assertLessEqual(tensor["first_step"], tensor["last_step"])
                self.assertLess(tensor["last_step"], len(document["steps"]))
        self.assertEqual((document["tensors_of"], document["precision"]), ("model", "fp16"))

    def test_memory_prints_a_row_for_each_strategy_and_bound(self):
        done = mica("memory", MODEL)
        self.assertEqual(done.returncode, DONE, done.stderr)
        rows = [line.split("  ")[0] for line in done.stdout.splitlines()[4:]]
        self.assertEqual(rows[:9], ["naive", "greedy", "mcfp", "by-size", "by-breadth", "offsets", "best",
                                    "lower bound", "lower bound"])
        self.assertIn("best, the default, picks ", done.stdout)

    def test_a_plan_takes_the_memory_of_its_strategy(self):
        report = json.loads(mica("memory", MODEL, "--json").stdout)
        for name, strategy in report["strategies"].items():
            plan = json.loads(mica("plan", MODEL, "--json", "--memory", name).stdout)
            self.assertEqual(plan["tensor_bytes"], strategy["bytes"], name)

    def test_the_memory_page_is_written_or_refused_by_name(self):
        page = self.folder / "memory.html"
        done = mica("memory", MODEL, "--html", str(page))
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertTrue(page.read_text().startswith("<!doctype html>"))
        self.assertIn(f"wrote {page}", done.stdout)
        self.assert_error(mica("memory", MODEL, "--html", "/no/such/folder/memory.html"), FAILED,
                          "error: /no/such/folder/memory.html: No such file or directory.")

    def test_a_benchmark_has_all_its_figures(self):
        done = mica("benchmark", MODEL, "--backend", "null", "--json", "--runs", "20", "--warmups", "2")
        self.assertEqual(done.returncode, DONE, done.stderr)
        document = json.loads(done.stdout)
        for kind in ("latency_ms", "back_to_back_ms", "io_latency_ms"):
            self.assertEqual(document[kind]["runs"], 20)
            self.assertLessEqual(document[kind]["min"], document[kind]["median"])
            self.assertLessEqual(document[kind]["median"], document[kind]["p90"])
            self.assertGreaterEqual(document[kind]["stddev"], 0)
        self.assertIsNone(document["stopped_by"])
        self.assertLessEqual({"load", "passes", "plan", "compile", "upload", "total"}, document["init_ms"].keys())

    def test_a_benchmark_stops_in_time_and_says_so(self):
        done = mica("benchmark", MODEL, "--backend", "null", "--json", "--runs", "100000000", "--max-seconds", "0.5")
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertEqual(json.loads(done.stdout)["stopped_by"], "time")
        self.assertIn("stopped after 0.5 seconds", done.stderr)

    def profile(self, *arguments):
        done = mica("profile", MODEL, "--runs", "3", "--warmups", "1", *arguments)
        if done.returncode == NO_DEVICE:
            self.skipTest(done.stderr)
        self.assertEqual(done.returncode, DONE, done.stderr)
        return done.stdout

    def test_a_profile_has_all_its_figures(self):
        document = json.loads(self.profile("--json"))
        self.assertEqual((document["schema"], document["runs"]), (1, 3))
        self.assertEqual(len(document["by_dispatch"]), document["dispatches"])
        self.assertEqual(sum(kernel["dispatches"] for kernel in document["by_kernel"]), document["dispatches"])
        peaks, total = document["peaks"], document["total"]
        for part in "by_dispatch", "by_kernel":
            self.assertAlmostEqual(sum(row["share"] for row in document[part]), 1)
            for field in "multiply_adds", "touched_bytes":
                self.assertEqual(sum(row[field] for row in document[part]), total[field])
        self.assertAlmostEqual(total["share_of_peak_gflops"], total["gflops"] / peaks["gflops"])
        floor_us = (document["dispatches"] * peaks["empty_dispatch_us"]
                    + total["touched_bytes"] / peaks["gigabytes_per_second"] / 1e3
                    + 2 * total["multiply_adds"] / peaks["gflops"] / 1e3)
        self.assertAlmostEqual(document["floor_us"] / floor_us, 1)
        for dispatch in document["by_dispatch"]:
            names = [self.details["operators"][origin]["name"] for origin in dispatch["origins"]]
            self.assertEqual(dispatch["operators"], names)

    def test_a_profile_without_the_probe_has_no_peaks(self):
        document = json.loads(self.profile("--json", "--no-probe"))
        self.assertIsNone(document["peaks"])
        self.assertIsNone(document["floor_us"])
        self.assertNotIn("share_of_peak_gflops", document["total"])
        self.assertGreater(document["back_to_back_us"], 0)

    def test_a_profile_is_sorted_as_asked(self):
        def rows(*arguments):
            lines = self.profile(*arguments).splitlines()
            start = next(i for i, line in enumerate(lines) if line.split()[:2] == ["#", "time"])
            cells = [line.split() for line in lines[start + 1:lines.index("", start)]]
            return [(int(row[0]), float(row[1])) for row in cells if row[0] != "and"]

        in_order = [index for index, _ in rows("--sort", "order")]
        self.assertEqual(in_order, list(range(len(in_order))))
        slowest_first = [time for _, time in rows()]
        self.assertEqual(slowest_first, sorted(slowest_first, reverse=True))
        self.assertEqual(len(rows("--top", "1")), 1)

    def test_a_trace_has_an_event_for_each_dispatch_one_behind_the_other(self):
        path = self.folder / "trace.json"
        document = json.loads(self.profile("--json", "--trace", str(path)))
        events = json.loads(path.read_text())["traceEvents"]
        self.assertEqual({event["ph"] for event in events}, {"M", "X"})
        dispatches = [event for event in events if event["ph"] == "X"]
        self.assertEqual([event["name"] for event in dispatches], [row["kernel"] for row in document["by_dispatch"]])
        end = 0
        for event in dispatches:
            self.assertEqual((event["pid"], event["tid"]), (events[0]["pid"], events[0]["tid"]))
            self.assertAlmostEqual(event["ts"], end, places=3)
            self.assertGreaterEqual(event["dur"], 0)
            self.assertIn("operators", event["args"])
            end = event["ts"] + event["dur"]

    def test_a_profile_fails_in_a_sentence(self):
        self.assert_error(mica("profile", MODEL, "--backend", "null"), NO_DEVICE, "has no timestamps")
        self.profile("--no-probe")  # Skips where there is no device.
        done = mica("profile", MODEL, "--no-probe", "--runs", "1", "--trace", "/no/such/folder/trace.json")
        self.assert_error(done, FAILED, "error: /no/such/folder/trace.json: No such file or directory.")

    def test_kernels_can_be_picked(self):
        every = mica("kernels", MODEL).stdout
        self.assertIn("#version 310 es", every)
        first = mica("kernels", MODEL, "--origin", "0", "--language", "opencl")
        self.assertEqual(first.returncode, DONE, first.stderr)
        self.assertLess(first.stdout.count("// ==== "), every.count("// ==== ") + 1)
        self.assert_error(mica("kernels", MODEL, "--match", "no such kernel"), FAILED, "none of its")

    def test_stdin_is_as_good_as_a_file(self):
        with open(MODEL, "rb") as model:
            done = subprocess.run([MICA, "inspect", "-", "--json"], stdin=model, capture_output=True, timeout=60)
        self.assertEqual(json.loads(done.stdout)["operators"], self.details["operators"])


if __name__ == "__main__":
    MICA = sys.argv[1]
    MODEL = sys.argv[2] if len(sys.argv) > 2 else None
    unittest.main(argv=sys.argv[:1], verbosity=1)
