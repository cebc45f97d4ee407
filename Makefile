# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Mica Authors

# The front door. Everything behind it is CMake (CMakePresets.json) and scripts/; CONTRIBUTING.md tells more.

JOBS ?= $(shell nproc)
MODELS ?= examples/upscale/upscale_x2.tflite
FUZZ_SECONDS ?= 600

BIN := build/release/bin
BUILD := cmake --build --preset release --parallel $(JOBS)

.DEFAULT_GOAL := help
.PHONY: help demo test build bench docs format tidy fuzz clean

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

demo: ## Enlarge a picture with a network on the GPU; writes demo-output/upscaled.png
	@scripts/setup.sh demo
	@$(MAKE) --no-print-directory build/release/build.ninja
	@$(BUILD) --target upscale
	@mkdir -p demo-output
	@$(BIN)/upscale examples/upscale/upscale_x2.tflite examples/upscale/picture.png demo-output/upscaled.png

test: ## Build and run all tests; the last line is `N passed, N failed`
	@scripts/setup.sh test
	@cmake --preset release -DMICA_TESTS=ON
	@$(BUILD)
	@scripts/run_tests.py build/release --parallel $(JOBS)

build: ## Build mica and the examples into build/release/bin, the libraries into build/release/lib
	@scripts/setup.sh demo
	@$(MAKE) --no-print-directory build/release/build.ninja
	@$(BUILD) --target mica upscale

bench: build ## Measure models: make bench MODELS="a.tflite b.tflite"
	@for model in $(MODELS); do $(BIN)/mica benchmark "$$model" || exit; echo; done

docs: build ## Write docs/ops.md anew, the list of operators
	@$(BIN)/mica ops --markdown > docs/ops.md

format: ## Format all C++ sources with clang-format
	@scripts/setup.sh format
	@scripts/format.sh

tidy: ## Compile everything with clang and clang-tidy
	@scripts/setup.sh tidy
	@cmake --preset tidy
	@cmake --build --preset tidy --parallel $(JOBS)

fuzz: ## Feed broken models to the reader: make fuzz FUZZ_SECONDS=60
	@scripts/setup.sh fuzz
	@cmake --preset fuzz -DMICA_TESTS=OFF
	@cmake --build --preset fuzz --parallel $(JOBS) --target fuzz_model
	@mkdir -p build/fuzz/found
	@cd build/fuzz && bin/fuzz_model -max_total_time=$(FUZZ_SECONDS) -rss_limit_mb=2048 found ../../tests/fuzz/corpus

clean: ## Remove everything that was built
	@rm -rf build demo-output

# A first configuration leaves the tests out, for a demo needs none of their packages. `make test` switches them on.
build/release/build.ninja:
	@cmake --preset release -DMICA_TESTS=OFF
