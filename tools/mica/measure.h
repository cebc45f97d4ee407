// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "elements.h"
#include "statistics.h"

// How `mica benchmark` measures.
namespace mica::cli {

struct MeasureOptions {
  int warmups = 10;        // Not timed: first runs pay for the driver's lazy work.
  int runs = 100;          // Of each kind.
  double max_seconds = 0;  // Ends early, after at least one run of each kind; 0: no limit.
};

struct Measurement {
  Summary summary;
  int runs = 0;  // How many were made.
};

struct Latencies {
  Measurement latency;                    // Data on the GPU; one run is started and waited for.
  Measurement back_to_back;               // Batches of runs are queued and waited for once: time of the batch a run.
  Measurement io_latency;                 // From CPU memory to CPU memory.
  std::optional<std::string> stopped_by;  // "time" or "interrupt", where not all runs were made.
};

// `progress` hears how many runs of how many are done.
Result<Latencies> Measure(Session& session, const std::vector<HostTensor>& inputs, std::vector<HostTensor>& outputs,
                          const MeasureOptions& options, const std::function<void(int done, int total)>& progress);

}  // namespace mica::cli
