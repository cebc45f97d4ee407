// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "measure.h"

#include <algorithm>

#include "errors.h"
#include "inputs.h"
#include "interrupt.h"
#include "stopwatch.h"

namespace mica::cli {
namespace {

constexpr int kKinds = 3;     // latency, back to back, input and output
constexpr int kBatches = 10;  // Of back-to-back runs.

// Counts runs, and says when it is time to stop.
class Pace {
 public:
  Pace(const MeasureOptions& options, const std::function<void(int, int)>& progress)
      : options_(options), progress_(progress) {}

  void Count(int runs) {
    done_ += runs;
    progress_(done_, options_.warmups + kKinds * options_.runs);
  }

  // After the given share of all the time, or at Ctrl-C.
  bool MustStop(double share) {
    if (InterruptScope::Requested()) stopped_by_ = "interrupt";
    if (stopped_by_ == "interrupt") return true;
    if (options_.max_seconds <= 0 || watch_.ElapsedMs() < LimitMs(share)) return false;
    stopped_by_ = "time";
    return true;
  }

  double LimitMs(double share) const { return options_.max_seconds * 1000 * share; }
  double ElapsedMs() const { return watch_.ElapsedMs(); }
  const std::optional<std::string>& stopped_by() const { return stopped_by_; }

 private:
  const MeasureOptions& options_;
  const std::function<void(int, int)>& progress_;
  Stopwatch watch_;
  int done_ = 0;
  std::optional<std::string> stopped_by_;
};

// Times `runs` runs in batches until they are made or `share` of the time is over: at least one batch.
Result<Measurement> MeasureBatches(const std::function<Status(int batch)>& run_batch, int batch, int runs, Pace& pace,
                                   double share) {
  std::vector<double> samples;
  Measurement measurement;
  while (measurement.runs < runs && (samples.empty() || !pace.MustStop(share))) {
    const int size = std::min(batch, runs - measurement.runs);
    const Stopwatch watch;
    RETURN_IF_ERROR(run_batch(size));
    samples.push_back(watch.ElapsedMs() / size);
    measurement.runs += size;
    pace.Count(size);
  }
  measurement.summary = Summarize(std::move(samples));
  return measurement;
}

// As many runs as ten batches of all have; fewer where time is short, one where the user wants an end.
int BatchSize(const MeasureOptions& options, const Pace& pace, double latency_ms, double share) {
  if (InterruptScope::Requested()) return 1;
  const int full = std::max(1, options.runs / kBatches);
  if (options.max_seconds <= 0) return full;
  const double left_ms = std::max(0.0, pace.LimitMs(share) - pace.ElapsedMs());
  return std::clamp(static_cast<int>(left_ms / std::max(latency_ms, 1e-3) / kBatches), 1, full);
}

Status RunFromMemoryToMemory(Session& session, const std::vector<HostTensor>& inputs,
                             std::vector<HostTensor>& outputs) {
  RETURN_IF_ERROR(SetInputs(session, inputs));
  RETURN_IF_ERROR(session.Run());
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    RETURN_IF_ERROR(session.GetOutput(static_cast<int>(i), outputs[i].bytes));
  }
  return Status();
}

}  // namespace

Result<Latencies> Measure(Session& session, const std::vector<HostTensor>& inputs, std::vector<HostTensor>& outputs,
                          const MeasureOptions& options, const std::function<void(int done, int total)>& progress) {
  const auto run_queued = [&](int batch) -> Status {
    for (int i = 0; i < batch; ++i) RETURN_IF_ERROR(session.Start());
    return session.Wait();
  };
  const auto run_with_io = [&](int) { return RunFromMemoryToMemory(session, inputs, outputs); };

  const InterruptScope interruptible;
  Pace pace(options, progress);
  RETURN_IF_ERROR(SetInputs(session, inputs));
  for (int i = 0; i < options.warmups && !pace.MustStop(0.1); ++i) {
    RETURN_IF_ERROR(run_with_io(1));
    pace.Count(1);
  }
  Latencies latencies;
  ASSIGN_OR_RETURN(latencies.latency, MeasureBatches(run_queued, 1, options.runs, pace, 0.4));
  const int batch = BatchSize(options, pace, latencies.latency.summary.median, 0.7);
  ASSIGN_OR_RETURN(latencies.back_to_back, MeasureBatches(run_queued, batch, options.runs, pace, 0.7));
  ASSIGN_OR_RETURN(latencies.io_latency, MeasureBatches(run_with_io, 1, options.runs, pace, 1.0));
  latencies.stopped_by = pace.stopped_by();
  return latencies;
}

}  // namespace mica::cli
