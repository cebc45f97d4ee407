// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "backend/gl/quirks.h"

#include <gtest/gtest.h>

#include <array>

namespace mica::gl {
namespace {

constexpr std::array kQuirks = {Quirk{.renderer = "Boaster",
                                      .driver = "1.2",
                                      .reason = "a test",
                                      .reproduce = "this one",
                                      .take_back = [](gpu::DeviceInfo& info) { info.max_storage_buffers = 4; }}};

int StorageBuffersOf(const char* renderer, const char* driver) {
  gpu::DeviceInfo info{.name = renderer, .driver = driver, .max_storage_buffers = 99};
  ApplyQuirks(kQuirks, info);
  return info.max_storage_buffers;
}

TEST(QuirksTest, ARowConcernsOnlyItsDriver) {
  EXPECT_EQ(StorageBuffersOf("Boaster 3000", "OpenGL ES 3.1 v1.2.7"), 4);
  EXPECT_EQ(StorageBuffersOf("Boaster 3000", "OpenGL ES 3.1 v1.3"), 99);
  EXPECT_EQ(StorageBuffersOf("Modest", "OpenGL ES 3.1 v1.2.7"), 99);
}

TEST(QuirksTest, EveryKnownRowSaysWhyAndHowToReproduceIt) {
  for (const Quirk& quirk : KnownQuirks()) {
    EXPECT_FALSE(quirk.renderer.empty() && quirk.driver.empty());
    EXPECT_FALSE(quirk.reason.empty());
    EXPECT_FALSE(quirk.reproduce.empty());
  }
}

}  // namespace
}  // namespace mica::gl
