// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string>
#include <vector>

namespace mica::model {

struct TestZipFile {
  std::string name;
  std::string content;
  bool deflated = false;
};

// A zip archive whose offsets count from its own first byte.
std::string MakeZip(const std::vector<TestZipFile>& files);

}  // namespace mica::model
