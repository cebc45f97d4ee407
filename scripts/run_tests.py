#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Mica Authors
"""Runs ctest on a build folder and closes with `N passed, N failed`, counted over single tests.

  scripts/run_tests.py build/release [arguments of ctest...]

Programs whose name ends in `_test` are GoogleTest programs (mica_test in cmake/mica_library.cmake makes them): each of
their tests counts. Any other command that ctest runs counts as one test. A program that ends before it has written its
report has failed in every test that it had not reported as OK by then. Skipped tests count as neither.
"""

import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

Counts = collections.Counter  # of "passed", "failed" and "skipped"


def verdict_of(case):
    """-> the verdict on one <testcase> of a GoogleTest report."""
    if case.find("failure") is not None or case.find("error") is not None:
        return "failed"
    return "skipped" if case.find("skipped") is not None or case.get("status") == "notrun" else "passed"


def read_reports(folder, program):
    """-> ({full name of a test: verdict}, number of reports). Several runs of one program number their reports."""
    verdicts, count = {}, 0
    for path in folder.glob(f"{program}*.xml"):
        if not re.fullmatch(rf"{re.escape(program)}(_\d+)?", path.stem):
            continue
        try:
            cases = list(ElementTree.parse(path).iter("testcase"))
        except ElementTree.ParseError:
            continue  # Cut off while it was being written: as good as none.
        count += 1
        verdicts |= {f"{case.get('classname')}.{case.get('name')}": verdict_of(case) for case in cases}
    return verdicts, count


def list_tests(command):
    """-> the full names of all tests that a GoogleTest program has."""
    try:
        listing = subprocess.run([*command, "--gtest_list_tests"], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return set()
    names, suite = set(), ""
    for line in listing.stdout.splitlines():
        words = line.split("#")[0].rstrip()
        if words.startswith("  "):
            names.add(suite + words.strip())
        elif words.endswith("."):
            suite = words
    return names


def verdict_in(log, name):
    """-> the verdict that a GoogleTest program printed on a test; a test without one was never finished."""
    printed = re.search(rf"^\[ +(OK|SKIPPED) \] {re.escape(name)}(,| |$)", log, re.MULTILINE)
    return {"OK": "passed", "SKIPPED": "skipped"}[printed[1]] if printed else "failed"


def count_program(program, runs, reports):
    """-> the counts of one GoogleTest program, which ctest ran once or several times."""
    verdicts, report_count = read_reports(reports, program)
    if report_count < len(runs):
        log = "\n".join(run["output"] for run in runs)
        verdicts |= {name: verdict_in(log, name) for name in list_tests(runs[0]["command"]) - verdicts.keys()}
    counts = Counts(verdicts.values())
    if any(run["failed"] for run in runs) and not counts["failed"]:
        counts["failed"] += 1  # It ended badly behind its last test, or could not be asked for its tests.
    return counts


def read_runs(build, junit):
    """-> one dictionary for each test that ctest ran: name, command, output, failed."""
    listing = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, check=True)
    commands = {test["name"]: test.get("command", []) for test in json.loads(listing.stdout)["tests"]}
    runs = []
    for case in ElementTree.parse(junit).iter("testcase"):
        runs.append({
            "name": case.get("name"),
            "command": commands.get(case.get("name"), []),
            "output": case.findtext("system-out") or "",
            "failed": case.get("status") != "run",
        })
    return runs


def count_all(runs, reports):
    programs = collections.defaultdict(list)
    counts = Counts()
    for run in runs:
        program = pathlib.Path(run["command"][0]).name if run["command"] else run["name"]
        if program.endswith("_test"):
            programs[program].append(run)
        else:
            counts["failed" if run["failed"] else "passed"] += 1
    for program, its_runs in programs.items():
        counts += count_program(program, its_runs, reports)
    return counts


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    reports, junit = build / "test-reports", build / "ctest.xml"
    shutil.rmtree(reports, ignore_errors=True)
    junit.unlink(missing_ok=True)
    environment = {**os.environ, "GTEST_OUTPUT": f"xml:{reports}/"}
    # CTest cuts long outputs off, and with them the names of the tests that passed before a crash.
    sizes = ["--test-output-size-passed", "1000000", "--test-output-size-failed", "10000000"]
    command = ["ctest", "--test-dir", build, "--output-on-failure", "--no-tests=error", "--output-junit", junit, *sizes,
               *sys.argv[2:]]
    status = subprocess.run(command, env=environment).returncode

    counts = count_all(read_runs(build, junit), reports) if junit.exists() else Counts()
    if status != 0 and not counts["failed"]:
        counts["failed"] += 1  # CTest itself failed, or found no test.
    if counts["skipped"]:
        print(f"{counts['skipped']} skipped: `ctest --test-dir {build} -V` says why")
    print(f"{counts['passed']} passed, {counts['failed']} failed", flush=True)
    sys.exit(1 if counts["failed"] else 0)


if __name__ == "__main__":
    main()
