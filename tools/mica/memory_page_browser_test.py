#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Mica Authors
"""The page of `mica memory --html` in a real browser: memory_page_browser_test.py PATH_OF_MICA MODEL

Where no Chromium is installed it says so and ends with exit code 77, which ctest takes for skipped.
"""
import html.parser
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SKIPPED = 77
BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

MICA = ""
MODEL = ""
BROWSER = ""


class Elements(html.parser.HTMLParser):
    """Every element of a page, as (tag, attributes)."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))

    def with_class(self, name):
        return [attributes for _, attributes in self.found if name in attributes.get("class", "").split()]


class MemoryPageTest(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)

    def tearDown(self):
        self.scratch.cleanup()

    def report(self, model, *arguments):
        """-> what the JSON says, and the page beside it."""
        page = self.folder / "memory.html"
        done = subprocess.run([MICA, "memory", str(model), "--json", "--html", str(page), *arguments],
                              capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout), page

    def render(self, page, part=""):
        """-> the elements that the page has after its script has run."""
        done = subprocess.run(
            [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1200,900",
             f"--user-data-dir={self.folder / 'profile'}", "--virtual-time-budget=2000", "--dump-dom",
             page.as_uri() + part],
            capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        return Elements(done.stdout)

    def test_every_strategy_has_a_tab_and_a_rectangle_for_every_tensor(self):
        report, page = self.report(MODEL)
        for name in report["strategies"]:
            shown = report["picked"] if name == "best" else name
            with self.subTest(strategy=name):
                elements = self.render(page, "#" + name)
                self.assertEqual(len(elements.with_class("tensor")), len(report["tensors"]))
                tabs = {tab["id"]: tab["aria-selected"] for tab in elements.with_class("tab")}
                self.assertEqual(len(tabs), len(report["strategies"]) - 1)
                self.assertEqual([tab for tab, selected in tabs.items() if selected == "true"], ["tab-" + shown])
                objects = report["strategies"][shown]["object_bytes"]
                self.assertEqual(len(elements.with_class("object")), len(objects))
                self.assertEqual(len(elements.with_class("limit")), 1)

    def test_rectangles_never_overlap(self):
        report, page = self.report(MODEL, "--tensors", "model")
        for name in ("naive", "greedy", "offsets"):
            boxes = [tuple(float(rect[side]) for side in ("x", "y", "width", "height"))
                     for rect in self.render(page, "#" + name).with_class("tensor")]
            self.assertEqual(len(boxes), len(report["tensors"]))
            for i, (x, y, width, height) in enumerate(boxes):
                for other_x, other_y, other_width, other_height in boxes[:i]:
                    together = min(x + width, other_x + other_width) - max(x, other_x) > 0.01
                    shared = min(y + height, other_y + other_height) - max(y, other_y)
                    self.assertFalse(together and shared > 0.7, name)  # The least height that is drawn is 0.6.

    def test_names_from_the_file_stay_text(self):
        hostile = b"<img src=x onerror=alert(1)>"
        content = pathlib.Path(MODEL).read_bytes()
        report, _ = self.report(MODEL, "--tensors", "model")
        name = max((tensor["name"] for tensor in report["tensors"]), key=len).encode()
        self.assertGreaterEqual(len(name), len(hostile), "the model needs a longer name")
        model = self.folder / "hostile.tflite"
        model.write_bytes(content.replace(name, hostile + name[len(hostile):]))
        report, page = self.report(model, "--tensors", "model")
        elements = self.render(page)
        self.assertFalse([tag for tag, _ in elements.found if tag == "img"])
        labels = [rect["aria-label"] for rect in elements.with_class("tensor")]
        self.assertEqual(len([label for label in labels if label.startswith(hostile.decode())]), 1)


if __name__ == "__main__":
    MICA, MODEL = sys.argv[1:3]
    BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)
    if BROWSER is None:
        print(f"skipped: none of {', '.join(BROWSERS)} is installed.")
        sys.exit(SKIPPED)
    unittest.main(argv=sys.argv[:1], verbosity=1)
