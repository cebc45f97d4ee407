#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Mica Authors
"""Every kind of bad end is noticed, and good ends are not."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import mutate  # noqa: E402


def outcome_of(script, max_seconds=5.0, max_bytes=64 << 20):
    return mutate.run(["/bin/sh", "-c", script], max_seconds, max_bytes)


class RunTest(unittest.TestCase):
    def test_answers_and_refusals_pass(self):
        self.assertIsNone(outcome_of("echo done").problem)
        self.assertIsNone(outcome_of("echo 'error: the file is empty.' >&2; exit 3").problem)

    def test_silence_fails(self):
        self.assertIn("without an answer", outcome_of("exit 0").problem)
        self.assertIn("no sentence", outcome_of("exit 1").problem)

    def test_crashes_fail(self):
        self.assertIn("SIGSEGV", outcome_of("kill -SEGV $$").problem)
        self.assertIn("exit code 77", outcome_of("echo oops >&2; exit 77").problem)
        self.assertIn("Sanitizer", outcome_of("echo 'ERROR: AddressSanitizer: heap' >&2; exit 1").problem)

    def test_hangs_fail(self):
        self.assertIn("longer than 0.2 s", outcome_of("exec sleep 30", max_seconds=0.2).problem)

    def test_too_much_memory_fails(self):
        hungry = f"exec {sys.executable} -c 'x = bytearray(200 << 20); import time; time.sleep(1); print(1)'"
        self.assertIn("memory", outcome_of(hungry).problem)


class MutatorTest(unittest.TestCase):
    CONTENT = bytes(range(256)) * 8 + bytes(1000)

    def test_the_same_seed_damages_in_the_same_way(self):
        self.assertEqual(mutate.Mutator(self.CONTENT, "1:2").run(), mutate.Mutator(self.CONTENT, "1:2").run())

    def test_seeds_damage_differently(self):
        copies = {mutate.Mutator(self.CONTENT, str(seed)).run() for seed in range(100)}
        self.assertGreater(len(copies), 90)
        self.assertTrue(all(len(copy) <= len(self.CONTENT) for copy in copies))

    def test_tiny_files_can_be_damaged(self):
        for size in range(6):
            for seed in range(50):
                mutate.Mutator(bytes(size), str(seed)).run()


class WholeTest(unittest.TestCase):
    def test_failing_files_are_kept_and_counted(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "model.tflite").write_bytes(MutatorTest.CONTENT)
            fake = folder / "mica"
            fake.write_text("#!/bin/sh\ncase $2 in *000003*) kill -ABRT $$;; esac\necho ok\n")
            fake.chmod(0o755)
            options = ["--mica", fake, "--count", "5", "--keep", folder / "kept"]
            command = [sys.executable, mutate.__file__, *options, folder]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 1)
            self.assertIn("4 passed, 1 failed", done.stdout)
            self.assertIn("SIGABRT", done.stdout)
            self.assertEqual(len(list((folder / "kept").iterdir())), 1)


if __name__ == "__main__":
    unittest.main()
