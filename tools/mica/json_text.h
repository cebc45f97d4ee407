// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "mica/mica.hpp"
#include "statistics.h"

// The JSON forms that several commands share; docs/json.md describes them all.
namespace mica::cli {

using Json = nlohmann::ordered_json;

// {"schema": 1}: how every document starts.
Json MakeDocument();

// Indented, with a newline at the end. Bytes that are no UTF-8 (names may hold any) are replaced; NaN and infinity are
// null.
std::string JsonText(const Json& json);

Json ToJson(const DeviceDescription& device);  // Without limits.
Json ToJson(const TensorInfo& tensor);
Json ToJson(const InitTimes& init);
Json ToJson(const Summary& summary);

// Adds device, precision, storage, nodes, gpu_nodes, dispatches, programs, memory_bytes and init_ms to a document.
void AddSession(Json& document, const SessionReport& report);

}  // namespace mica::cli
