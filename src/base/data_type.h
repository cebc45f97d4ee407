// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include "mica/data_type.hpp"  // Part of the public API.
