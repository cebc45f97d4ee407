#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Mica Authors
#
# Times Mica beside LiteRT's GPU accelerator and PyTorch, in one run on one machine, and prints the tables that
# docs/performance.md keeps:
#
#   bench/peers/compare.sh --mica build/release/bin/mica mobilenet_v1.tflite resnet50.tflite
#
# PYTHON names the interpreter that has the peers installed (pip install ai-edge-litert numpy torch torchvision). A peer
# that is not there is left out, with a line that says so.
set -eu
exec "${PYTHON:-python3}" "$(dirname "$0")/compare.py" "$@"
