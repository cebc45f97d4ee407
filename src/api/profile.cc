// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// Where the time of a run goes.
#include <algorithm>
#include <chrono>
#include <random>

#include "api/session.h"
#include "engine/probe.h"

namespace mica {
namespace {

using Clock = std::chrono::steady_clock;
using runtime::Executable;

// At least one sample.
double Median(std::vector<double> samples) {
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::ranges::nth_element(samples, middle);
  return *middle;
}

// Numbers as a picture has them. Zeros alone would let some GPUs run faster than they do in earnest.
Status SetInputs(Session::Impl& session) {
  std::minstd_rand random(1);
  std::uniform_real_distribution<float> brightness(0, 1);
  for (std::size_t i = 0; i < session.inputs.size(); ++i) {
    std::vector<float> numbers(session.inputs[i].size_bytes / sizeof(float));
    std::ranges::generate(numbers, [&] { return brightness(random); });
    RETURN_IF_ERROR(session.executable->WriteSlot(static_cast<int>(i), std::as_bytes(std::span(numbers))));
  }
  return Ok();
}

// ---- What is run

// Counts the runs of both kinds for the user.
class Progress {
 public:
  explicit Progress(const ProfileOptions& options) : options_(options) {}
  void Count(int runs) {
    done_ += runs;
    if (options_.progress) options_.progress(done_, options_.warmups + 2 * options_.runs);
  }

 private:
  const ProfileOptions& options_;
  int done_ = 0;
};

// The median time of each dispatch.
Result<std::vector<double>> TimeDispatches(Executable& executable, int runs, Progress& progress) {
  std::vector<std::vector<double>> samples(executable.plan().dispatches.size());
  int disturbed = 0;
  for (int run = 0; run < runs;) {
    ASSIGN_OR_RETURN(const std::vector<gpu::DispatchTime> times, executable.TimeDispatches());
    if (times.size() < samples.size() && ++disturbed <= runs) continue;  // It does not count.
    if (times.size() < samples.size()) return DeviceError("something keeps disturbing the GPU's clock.");
    for (std::size_t i = 0; i < samples.size(); ++i) samples[i].push_back(times[i].end_us - times[i].begin_us);
    progress.Count(1);
    ++run;
  }
  std::vector<double> medians;
  for (std::vector<double>& sample : samples) medians.push_back(Median(std::move(sample)));
  return medians;
}

// The median time of a run in batches that are queued and waited for once.
Result<double> TimeBackToBack(Executable& executable, int runs, gpu::WaitMode wait_mode, Progress& progress) {
  constexpr int kBatches = 5;
  const int batch = std::max(1, runs / kBatches);
  std::vector<double> samples;
  for (int done = 0; done < runs; done += batch) {
    const Clock::time_point started = Clock::now();
    for (int i = 0; i < batch; ++i) RETURN_IF_ERROR(executable.Start());
    RETURN_IF_ERROR(executable.Wait(wait_mode));
    const std::chrono::duration<double, std::micro> took = Clock::now() - started;
    samples.push_back(took.count() / batch);
    progress.Count(std::min(batch, runs - done));
  }
  return Median(std::move(samples));
}

// ---- What it means

std::size_t BytesOf(const plan::PlannedBinding& binding, const plan::Plan& plan) {
  if (const auto* constant = std::get_if<plan::ConstantBinding>(&binding)) {
    return plan.constants[static_cast<std::size_t>(constant->range)].size_bytes;
  }
  return plan.tensors[static_cast<std::size_t>(std::get<plan::TensorBinding>(binding).tensor)].type.size_bytes();
}

void Add(const ProfiledWork& work, ProfiledWork& sum) {
  sum.time_us += work.time_us;
  sum.multiply_adds += work.multiply_adds;
  sum.bytes += work.bytes;
}

void AddToKernel(const ProfiledDispatch& dispatch, std::vector<ProfiledKernel>& kernels) {
  auto kernel = std::ranges::find(kernels, dispatch.kernel, &ProfiledKernel::kernel);
  if (kernel == kernels.end()) kernel = kernels.insert(kernels.end(), {.kernel = dispatch.kernel});
  ++kernel->dispatches;
  Add(dispatch.work, kernel->work);
}

void AddDispatches(const Model& model, const plan::Plan& plan, const std::vector<double>& times_us,
                   ProfileReport& report) {
  for (std::size_t i = 0; i < plan.dispatches.size(); ++i) {
    const plan::PlannedDispatch& planned = plan.dispatches[i];
    ProfiledDispatch dispatch{.kernel = planned.name, .origins = planned.origins};
    for (const int origin : planned.origins) {
      dispatch.operators.push_back(model.operators()[static_cast<std::size_t>(origin)].name);
    }
    dispatch.work = {.time_us = times_us[i], .multiply_adds = planned.multiply_adds};
    for (const plan::PlannedBinding& binding : planned.bindings) dispatch.work.bytes += BytesOf(binding, plan);
    Add(dispatch.work, report.total);
    AddToKernel(dispatch, report.kernels);
    report.dispatches.push_back(std::move(dispatch));
  }
  std::ranges::stable_sort(report.kernels, std::ranges::greater(),
                           [](const ProfiledKernel& kernel) { return kernel.work.time_us; });
}

DevicePeaks ToPublic(const engine::DevicePeaks& peaks) {
  return {.gflops = 2e-9 * peaks.multiply_adds_per_second,
          .gigabytes_per_second = 1e-9 * peaks.bytes_per_second,
          .empty_dispatch_us = peaks.empty_dispatch_us};
}

double FloorMicroseconds(const ProfileReport& report, const DevicePeaks& peaks) {
  const double dispatches_us = static_cast<double>(report.dispatches.size()) * peaks.empty_dispatch_us;
  const double bytes_us = 1e-3 * static_cast<double>(report.total.bytes) / peaks.gigabytes_per_second;
  const double arithmetic_us = 2e-3 * static_cast<double>(report.total.multiply_adds) / peaks.gflops;
  return dispatches_us + bytes_us + arithmetic_us;
}

}  // namespace

Result<ProfileReport> Profile(const Model& model, const SessionOptions& options, const ProfileOptions& profile) {
  if (profile.runs < 1) return InvalidArgument("a profile needs at least one run; {} are given.", profile.runs);
  ASSIGN_OR_RETURN(const api::CreatedSession created,
                   api::CreateSession(model, options, /*expose_intermediates=*/false));
  Session::Impl& session = *created.session;
  if (!session.device->info().has_timestamps) {
    return NoDevice("{} ({}) has no timestamps, and a profile needs them.", session.device->info().name,
                    session.device->info().backend);
  }
  const gpu::Hold hold(*session.device);
  RETURN_IF_ERROR(SetInputs(session));
  Executable& executable = *session.executable;
  Progress progress(profile);
  for (int i = 0; i < profile.warmups; ++i) {
    RETURN_IF_ERROR(executable.Start());
    RETURN_IF_ERROR(executable.Wait(session.wait_mode));
    progress.Count(1);
  }
  ProfileReport report{.session = session.report, .runs = profile.runs};
  ASSIGN_OR_RETURN(report.back_to_back_us, TimeBackToBack(executable, profile.runs, session.wait_mode, progress));
  ASSIGN_OR_RETURN(const std::vector<double> times_us, TimeDispatches(executable, profile.runs, progress));
  AddDispatches(model, executable.plan(), times_us, report);
  if (profile.probe) {
    ASSIGN_OR_RETURN(const engine::DevicePeaks peaks, engine::ProbePeaks(*session.device));
    report.peaks = ToPublic(peaks);
    report.floor_us = FloorMicroseconds(report, *report.peaks);
  }
  return report;
}

}  // namespace mica
