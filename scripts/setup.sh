#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Mica Authors
#
# Installs the Debian packages that a task needs and this machine lacks. Does nothing where none is missing.
#
#   scripts/setup.sh demo|test|ci|tidy|fuzz|format
set -euo pipefail

# Compiler and build, headers and libraries that CMake looks for, and Mesa's software GPU with the loaders before it.
demo=(g++ cmake make ninja-build ccache
      flatbuffers-compiler libflatbuffers-dev libexpected-dev libfmt-dev nlohmann-json3-dev zlib1g-dev
      libcli11-dev libstb-dev libegl-dev libgles-dev libvulkan-dev libvulkan-volk-dev
      glslang-dev glslang-tools spirv-tools  # The compiler of kernels for Vulkan; its CMake files want its tools too.
      libegl1 libgles2 libegl-mesa0 libgl1-mesa-dri)
format=(clang-format)
# clang compiles every kernel as OpenCL C; Mesa has a software GPU for Vulkan too.
test=("${demo[@]}" "${format[@]}" libgtest-dev libgmock-dev libbenchmark-dev python3 clang mesa-vulkan-drivers)
# Vulkan's validation layer, and Chromium for its own software GPU, SwiftShader.
ci=("${test[@]}" git python3-venv vulkan-validationlayers chromium)
tidy=("${test[@]}" clang-tidy)
fuzz=("${demo[@]}" clang libclang-rt-14-dev llvm)

task=${1:-}
case $task in
  demo | test | ci | tidy | fuzz | format) declare -n wanted=$task ;;
  *)
    echo "usage: scripts/setup.sh demo|test|ci|tidy|fuzz|format" >&2
    exit 2
    ;;
esac

if ! command -v apt-get >/dev/null; then
  echo "setup: there is no apt-get here. These Debian packages, under your system's names, are needed: ${wanted[*]}"
  exit 0
fi

# dpkg-query fails where it knows nothing of a package, and lists the others all the same.
installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null | sed -n 's/^installed //p') || true
missing=()
for package in "${wanted[@]}"; do
  grep -qxF "$package" <<<"$installed" || missing+=("$package")
done
if [[ ${#missing[@]} -eq 0 ]]; then
  echo "setup: all ${#wanted[@]} packages for '$task' are installed."
  exit 0
fi

as_root=()
if [[ $(id -u) -ne 0 ]]; then
  as_root=(sudo)
  if ! command -v sudo >/dev/null; then
    echo "setup: needs root, and there is no sudo. As root: apt-get install ${missing[*]}" >&2
    exit 1
  fi
fi
echo "setup: installing ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
echo "setup: done."
