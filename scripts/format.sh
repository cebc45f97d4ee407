#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Mica Authors
#
#   scripts/format.sh           formats all C++ sources
#   scripts/format.sh --check   names those that are not formatted, and fails
set -euo pipefail
cd "$(dirname "$0")/.."

mode=(-i)
[[ ${1:-} == --check ]] && mode=(--dry-run -Werror)
find include src tools tests examples bench \( -name '*.cc' -o -name '*.h' -o -name '*.hpp' \) -print0 |
  xargs -0 clang-format "${mode[@]}"
