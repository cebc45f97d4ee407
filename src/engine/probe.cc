// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "engine/probe.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>

#include "kernel/emit.h"

namespace mica::engine {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kGroupSize = 128;  // Every device has it.

// Eight chains, so that none waits for itself. What they end in is written, should it ever be 0: the compiler cannot
// know that it never is.
constexpr int kChains = 8;
constexpr int kRepeats = 256;
constexpr double kMultiplyAddsPerGroup = 4.0 * kChains * kRepeats * kGroupSize;
constexpr std::string_view kMultiplyAdd = R"(
KERNEL {
  float4 factor = src_read(0, LOCAL_X, 0, 0);
  float4 a = factor;
  float4 b = a + factor;
  float4 c = b + factor;
  float4 d = c + factor;
  float4 e = d + factor;
  float4 f = e + factor;
  float4 g = f + factor;
  float4 h = g + factor;
  for (int i = 0; i < REPEATS; ++i) {
    a = a * factor + factor;
    b = b * factor + factor;
    c = c * factor + factor;
    d = d * factor + factor;
    e = e * factor + factor;
    f = f * factor + factor;
    g = g * factor + factor;
    h = h * factor + factor;
  }
  float4 sum = a + b + c + d + e + f + g + h;
  if (sum.x + sum.y + sum.z + sum.w == 0.0) dst_write(sum, 0, LOCAL_X, 0, 0);
}
)";

constexpr std::string_view kCopy = R"(
KERNEL {
  dst_write(src_read(0, GRID_X, GRID_Y, 0), 0, GRID_X, GRID_Y, 0);
}
)";

constexpr std::string_view kNothing = R"(
KERNEL {
  dst_write(FLOAT4(0.0), 0, 0, 0, 0);
}
)";

// A program that maps a tensor `src` of this size to a tensor `dst`, four channels each.
class Probe {
 public:
  static Result<Probe> Create(gpu::Device& device, std::string_view text, int width, int height, int group_size) {
    const kernel::TensorType type{.shape = {1, height, width, 4}};
    const kernel::Kernel source{
        .name = "probe",
        .text = std::string(text),
        .definitions = {{"REPEATS", kRepeats}},
        .tensors = {{.name = "src", .type = type}, {.name = "dst", .type = type, .access = kernel::Access::kWrite}},
        .group_size = {group_size, 1, 1}};
    Probe probe(device);
    ASSIGN_OR_RETURN(probe.program_, device.Compile(kernel::Emit(source, device.info().language)));
    ASSIGN_OR_RETURN(probe.source_, device.CreateBuffer(type.size_bytes()));
    ASSIGN_OR_RETURN(probe.destination_, device.CreateBuffer(type.size_bytes()));
    return probe;
  }

  Status Fill(float value) {
    const std::vector<float> values(source_->size_bytes() / sizeof(float), value);
    return device_->Write(*source_, 0, std::as_bytes(std::span(values)));
  }

  gpu::Dispatch Dispatch(int groups_x, int groups_y) const {
    const auto whole = [](gpu::Buffer& buffer) { return gpu::BufferRange{&buffer, 0, buffer.size_bytes()}; };
    return {.program = program_.get(),
            .bindings = {whole(*source_), whole(*destination_)},
            .group_count = {groups_x, groups_y, 1},
            .barrier_before = true};
  }

  // The shortest of several runs of one dispatch.
  Result<double> Microseconds(const gpu::Dispatch& dispatch, int runs) const {
    ASSIGN_OR_RETURN(const auto recording, device_->Record({&dispatch, 1}, {.timestamps = true}));
    double shortest_us = std::numeric_limits<double>::infinity();
    for (int run = 0; run < runs; ++run) {
      ASSIGN_OR_RETURN(const gpu::Event event, recording->Submit({}));
      RETURN_IF_ERROR(recording->Wait(event, gpu::WaitMode::kPassive));
      ASSIGN_OR_RETURN(const auto times, recording->ReadTimes());
      if (!times.empty()) shortest_us = std::min(shortest_us, times[0].end_us - times[0].begin_us);
    }
    if (std::isinf(shortest_us)) return DeviceError("something keeps disturbing the GPU's clock.");
    return shortest_us;
  }

 private:
  explicit Probe(gpu::Device& device) : device_(&device) {}

  gpu::Device* device_;
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Buffer> source_;
  std::unique_ptr<gpu::Buffer> destination_;
};

// What a dispatch of so much does in a second. `first` is a moment's work for the slowest device; more is given, up to
// `most`, until a dispatch takes long enough for its ends not to count.
Result<double> AmountPerSecond(const Probe& probe, int first, int most,
                               const std::function<gpu::Dispatch(int amount)>& make_dispatch) {
  constexpr double kLongEnoughUs = 2000;
  constexpr int kGrowth = 4;
  constexpr int kTrialRuns = 2;
  constexpr int kRuns = 4;
  int amount = std::min(first, most);
  while (amount < most) {
    ASSIGN_OR_RETURN(const double microseconds, probe.Microseconds(make_dispatch(amount), kTrialRuns));
    if (microseconds >= kLongEnoughUs) break;
    amount = amount > most / kGrowth ? most : amount * kGrowth;
  }
  ASSIGN_OR_RETURN(const double microseconds, probe.Microseconds(make_dispatch(amount), kRuns));
  return microseconds > 0 ? amount * 1e6 / microseconds : 0;
}

Result<double> MultiplyAddsPerSecond(gpu::Device& device) {
  ASSIGN_OR_RETURN(Probe probe, Probe::Create(device, kMultiplyAdd, kGroupSize, /*height=*/1, kGroupSize));
  RETURN_IF_ERROR(probe.Fill(0.5f));  // All chains then end in 1: no overflow, no slow denormal number.
  constexpr int kFirstGroups = 32;
  ASSIGN_OR_RETURN(const double groups,
                   AmountPerSecond(probe, kFirstGroups, device.info().max_group_count[0],
                                   [&](int amount) { return probe.Dispatch(amount, /*groups_y=*/1); }));
  return groups * kMultiplyAddsPerGroup;
}

Result<double> BytesPerSecond(gpu::Device& device) {
  constexpr int kWidth = 4096;
  constexpr std::size_t kRowBytes = kWidth * 4 * sizeof(float);
  constexpr int kFirstRows = 64;  // 4 MiB.
  // More than any cache: 256 MiB on a large GPU, 64 on others, whose memory is also that of all else.
  const std::size_t wanted = device.info().kind == gpu::DeviceKind::kDiscrete ? 4096 : 1024;
  const int most_rows = static_cast<int>(std::min(wanted, device.info().max_buffer_bytes / kRowBytes));
  ASSIGN_OR_RETURN(Probe probe, Probe::Create(device, kCopy, kWidth, most_rows, kGroupSize));
  ASSIGN_OR_RETURN(const double rows, AmountPerSecond(probe, kFirstRows, most_rows, [&](int amount) {
                     return probe.Dispatch(kWidth / kGroupSize, amount);
                   }));
  return rows * 2 * kRowBytes;
}

// By the CPU's clock, runs queued one behind the other: timestamps would cost more than the dispatches.
Result<double> EmptyDispatchMicroseconds(gpu::Device& device) {
  constexpr int kDispatches = 100;
  constexpr int kQueued = 5;
  constexpr std::chrono::milliseconds kEnough{20};
  ASSIGN_OR_RETURN(const Probe probe, Probe::Create(device, kNothing, /*width=*/1, /*height=*/1, /*group_size=*/1));
  const std::vector<gpu::Dispatch> dispatches(kDispatches, probe.Dispatch(1, 1));
  ASSIGN_OR_RETURN(const auto recording, device.Record(dispatches));
  const auto run = [&](int count) -> Status {
    gpu::Event last = 0;
    for (int i = 0; i < count; ++i) {
      ASSIGN_OR_RETURN(last, recording->Submit({}));
    }
    return recording->Wait(last, gpu::WaitMode::kActive);
  };
  RETURN_IF_ERROR(run(1));
  double shortest_us = std::numeric_limits<double>::infinity();
  const Clock::time_point begun = Clock::now();
  do {
    const Clock::time_point started = Clock::now();
    RETURN_IF_ERROR(run(kQueued));
    const std::chrono::duration<double, std::micro> took = Clock::now() - started;
    shortest_us = std::min(shortest_us, took.count() / (kQueued * kDispatches));
  } while (Clock::now() - begun < kEnough);
  return shortest_us;
}

}  // namespace

Result<DevicePeaks> ProbePeaks(gpu::Device& device) {
  const gpu::Hold hold(device);
  DevicePeaks peaks;
  ASSIGN_OR_RETURN(peaks.multiply_adds_per_second, MultiplyAddsPerSecond(device));
  ASSIGN_OR_RETURN(peaks.bytes_per_second, BytesPerSecond(device));
  ASSIGN_OR_RETURN(peaks.empty_dispatch_us, EmptyDispatchMicroseconds(device));
  return peaks;
}

}  // namespace mica::engine
