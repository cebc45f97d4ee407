// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mica/data_type.hpp"
#include "mica/status.hpp"

// Mica runs .tflite networks on the GPU of the device at hand.
//
//   auto model = mica::Model::Load("mobilenet.tflite");
//   auto session = mica::Session::Create(*model, {});
//   session->SetInput(0, std::as_bytes(std::span(pixels)));
//   session->Run();
//   session->GetOutput(0, std::as_writable_bytes(std::span(scores)));
//
// Every function that can fail returns a Status or a Result<T> (an expected value or a Status) whose message is one
// sentence for a human. Nothing throws. A Model may be used by many threads; a Session by one thread at a time, from
// any thread; different sessions may run at once.
namespace mica {

std::string Version();

// ---- Models -------------------------------------------------------------------------------------------------------

struct TensorInfo {
  std::string name;
  DataType type = DataType::kFloat32;
  std::vector<int> shape;
  std::size_t size_bytes = 0;

  // From the file's metadata, where it has some: value = (pixel - mean) / stddev, one of each, or one a channel.
  std::vector<float> mean;
  std::vector<float> stddev;
  std::vector<std::string> labels;  // Of a classifier's output, by index.
  std::string description;
};

// One operator of the file, and whether the GPU takes it.
struct OperatorInfo {
  int index = 0;
  std::string name;  // "CONV_2D"
  int version = 1;
  std::vector<std::string> inputs;  // Types and shapes: "float32[1, 224, 224, 3]".
  std::vector<std::string> outputs;
  std::int64_t multiply_adds = 0;
  std::size_t weight_bytes = 0;
  bool on_gpu = false;
  std::string reason;  // Where not: which rule, what was found, what is allowed.
};

struct SignatureInfo {
  std::string key;
  std::vector<std::string> inputs;  // The signature's own names, in its order.
  std::vector<std::string> outputs;
};

// A network as its file tells it: read, checked, and not tied to any device.
class Model {
 public:
  static Result<Model> Load(const std::string& path);
  // Copies the bytes.
  static Result<Model> Parse(std::span<const std::byte> bytes, std::string name = "model");

  const std::string& name() const;  // The file's path.
  std::size_t size_bytes() const;
  const std::string& description() const;
  const std::vector<TensorInfo>& inputs() const;
  const std::vector<TensorInfo>& outputs() const;
  const std::vector<OperatorInfo>& operators() const;  // In the order of the file.
  const std::vector<SignatureInfo>& signatures() const;

  struct Impl;
  explicit Model(std::shared_ptr<const Impl> impl);
  const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

// ---- Devices and operators ----------------------------------------------------------------------------------------

struct DeviceDescription {
  std::string backend;  // "vulkan" or "gl"
  std::string name;
  std::string vendor;
  std::string driver;
  std::string kind;                                         // "discrete", "integrated", "software" or "unknown"
  std::vector<std::pair<std::string, std::string>> limits;  // Name and value, for people.
};

// Every device of every backend that works here, the one that "auto" takes first. Where there is none, the status says
// what each backend is missing.
Result<std::vector<DeviceDescription>> ListDevices();

struct KnownOperator {
  std::string name;
  bool is_step = false;  // Element-wise: fused into the kernel before it.
  int cases = 0;         // Shapes and attributes it is tested with on every backend.
};
std::vector<KnownOperator> ListOperators();

// ---- Sessions -----------------------------------------------------------------------------------------------------

enum class PrecisionChoice {
  kAuto,  // fp32 on software GPUs, fp16 on hardware.
  kFp32,
  kFp16,  // 16-bit storage, 32-bit arithmetic.
};

enum class StorageChoice { kAuto, kBuffer, kTexture };

// How intermediate tensors share buffers (docs/memory.md); textures always share by equal size.
enum class MemoryChoice { kBest, kNaive, kGreedy, kMinCostFlow, kBySize, kByBreadth, kOffsets };

struct SessionOptions {
  std::string backend = "auto";  // "auto", "vulkan", "gl", or "null" (plans and checks everything, computes nothing).
  std::string device;            // Part of a device's name, its index, "hardware" or "software"; empty: the best.
  PrecisionChoice precision = PrecisionChoice::kAuto;
  StorageChoice storage = StorageChoice::kAuto;
  MemoryChoice memory = MemoryChoice::kBest;  // The smallest of all.
  std::size_t max_memory_bytes = 0;           // Refuses a plan that needs more GPU memory; 0: no limit.
  bool minimum_limits = false;                // As if the device had only what OpenGL ES 3.1 guarantees.
  bool hardware_rules = false;                // Kernels as for a hardware GPU, on a software GPU too.
  bool use_current_context = false;           // gl: run in the context that is current on this thread.
  std::vector<std::string> without_passes;    // Names from ListPasses().
  std::vector<std::string> without_features;  // Names from ListFeatures().
  bool active_wait = false;                   // Spin instead of sleeping: lower latency, a busy core.
  // Called while programs compile: how many of how many are done.
  std::function<void(int done, int total)> progress;
};

struct InitTimes {
  double load_ms = 0, passes_ms = 0, plan_ms = 0, compile_ms = 0, upload_ms = 0, total_ms = 0;
};

// What a session is made of; all of it can be shown to a user.
struct SessionReport {
  DeviceDescription device;
  bool is_software_device = false;
  std::string precision;  // "fp32" or "fp16"
  std::string storage;    // "buffer" or "texture"
  int nodes = 0;          // Operators of the file,
  int gpu_nodes = 0;      // and how many of them the GPU runs (those folded or fused away included).
  int dispatches = 0;
  int programs = 0;  // Distinct ones.
  std::size_t tensor_bytes = 0;
  std::size_t constant_bytes = 0;
  InitTimes init;
};

// A model on a device: planned, compiled, uploaded and recorded once, run as often as wanted.
class Session {
 public:
  static Result<Session> Create(const Model& model, const SessionOptions& options);
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  const SessionReport& report() const;

  // Inputs and outputs by index, in the order of the model's, as row-major elements of their type.
  Result<int> FindInput(const std::string& name) const;
  Result<int> FindOutput(const std::string& name) const;
  Status SetInput(int index, std::span<const std::byte> bytes);
  Status GetOutput(int index, std::span<std::byte> bytes);

  // Runs once and waits. Inputs stay as they are until they are set again.
  Status Run();
  // The same in two halves: several runs may be started before one wait.
  Status Start();
  Status Wait();

  // The plan that runs: a stable text, or JSON (docs/json.md).
  std::string PlanText() const;
  std::string PlanJson() const;

  struct Impl;
  explicit Session(std::unique_ptr<Impl> impl);

 private:
  std::unique_ptr<Impl> impl_;
};

// What only some devices have, for SessionOptions::without_features; `mica devices` says which.
std::vector<std::string> ListFeatures();

// The passes of the optimizer in their order, for SessionOptions::without_passes.
std::vector<std::string> ListPasses();

// ---- Looking inside -----------------------------------------------------------------------------------------------

struct KernelText {
  std::string name;
  std::vector<int> origins;  // Which operators of the file it computes.
  std::string text;
};

// The final programs of a plan in one language: "glsl-es", "glsl-vulkan" or "opencl".
Result<std::vector<KernelText>> EmitKernels(const Model& model, const SessionOptions& options,
                                            const std::string& language);

// How far one tensor of the GPU is from the reference: max |difference| / max |reference|.
struct VerifiedTensor {
  std::string name;
  std::string op;            // What computed it: "CONV_2D".
  std::vector<int> origins;  // Operators of the file.
  double distance = 0;
  bool within_limit = true;
};

struct VerifyReport {
  double limit = 0;
  std::vector<VerifiedTensor> tensors;  // In the order in which the GPU computes them.
  std::optional<std::size_t> first_failure;
  SessionReport session;
};

// Runs the model on the device and on the CPU reference (slow, obvious code) and compares every intermediate tensor.
// `inputs`: bytes for each input. `limit` 0: 1e-4 for fp32 and 3e-2 for fp16. `progress`: operators done on the CPU.
Result<VerifyReport> Verify(const Model& model, const SessionOptions& options,
                            const std::vector<std::vector<std::byte>>& inputs, double limit,
                            const std::function<void(int done, int total)>& progress);

// Work, and how long the GPU took for it.
struct ProfiledWork {
  double time_us = 0;
  std::int64_t multiply_adds = 0;
  std::size_t bytes = 0;  // Of all tensors and constants that it reads or writes.

  // A multiply-add is two floating-point operations. 0 where no time passed.
  double gflops() const { return time_us > 0 ? 2e-3 * static_cast<double>(multiply_adds) / time_us : 0; }
  double gigabytes_per_second() const { return time_us > 0 ? 1e-3 * static_cast<double>(bytes) / time_us : 0; }
};

struct ProfiledDispatch {
  std::string kernel;
  std::vector<int> origins;            // Operators of the file,
  std::vector<std::string> operators;  // and their names: "CONV_2D".
  ProfiledWork work;                   // Its median time, with nothing beside it.
};

// All dispatches of one kernel.
struct ProfiledKernel {
  std::string kernel;
  int dispatches = 0;
  ProfiledWork work;
};

// What the device reaches where it does one thing only, measured with small kernels.
struct DevicePeaks {
  double gflops = 0;  // Independent multiply-adds in fp32; those of matrix units may be more.
  double gigabytes_per_second = 0;
  double empty_dispatch_us = 0;  // A dispatch behind a barrier that does next to nothing.
};

struct ProfileOptions {
  int warmups = 3;
  int runs = 20;      // Timed ones; as many again are run back to back.
  bool probe = true;  // Measure the device's peaks: some tens of milliseconds.
  std::function<void(int done, int total)> progress;
};

struct ProfileReport {
  SessionReport session;
  int runs = 0;
  std::vector<ProfiledDispatch> dispatches;  // In the order in which they run.
  std::vector<ProfiledKernel> kernels;       // The slowest first.
  ProfiledWork total;                        // Of all dispatches, one by one.
  double back_to_back_us = 0;                // A run without timestamps, runs queued one behind the other.
  std::optional<DevicePeaks> peaks;          // Where they were measured,
  double floor_us = 0;                       // and what the dispatches would take at them.
};

// Times every dispatch of a model on the GPU, on inputs of pseudo-random numbers. The device needs timestamps.
Result<ProfileReport> Profile(const Model& model, const SessionOptions& options, const ProfileOptions& profile);

// Whose intermediate tensors are to share memory. Inputs and outputs of the model are not among them.
enum class TensorsOf {
  kPlan,   // Of the plan that runs: optimized and fused; a step is a dispatch.
  kModel,  // Of the file, as if each of its operators ran by itself; a step is an operator.
};

struct MemoryStep {
  std::string name;          // "CONV_2D", or the kernel's.
  std::vector<int> origins;  // Operators of the file.
};

struct MemoryTensor {
  std::string name;
  std::vector<int> shape;
  std::size_t size_bytes = 0;  // On the GPU: channels padded to a multiple of four.
  int first_step = 0;          // Writes it.
  int last_step = 0;           // The last to read it; included.
  // The tensor in whose memory it lies, where it has none of its own: an input of a concatenation, for example.
  std::optional<std::size_t> part_of;
};

struct MemoryPlace {
  std::size_t object = 0;
  std::size_t offset_bytes = 0;
};

// What one strategy makes of the tensors.
struct MemoryStrategy {
  std::string name;  // As `mica run --memory` spells it.
  std::size_t bytes = 0;
  double planning_ms = 0;
  bool uses_offsets = false;              // Tensors lie side by side in an object, rather than taking turns in it.
  std::vector<std::size_t> object_bytes;  // They add up to `bytes`.
  std::vector<MemoryPlace> places;        // Of each tensor.
};

struct MemoryReport {
  TensorsOf tensors_of = TensorsOf::kPlan;
  std::string precision;             // "fp32" or "fp16"
  std::size_t offset_alignment = 1;  // What the device asks of offsets; 1 for kModel.
  std::vector<MemoryStep> steps;     // In the order of execution.
  std::vector<MemoryTensor> tensors;
  std::vector<MemoryStrategy> strategies;  // Those that would take minutes for so many tensors are left out.
  std::string picked;                      // Which of them `best` comes down to.
  std::size_t objects_lower_bound = 0;     // No plan of shared objects can be smaller,
  std::size_t offsets_lower_bound = 0;     // and no plan at all.
  std::size_t plan_bytes = 0;              // kPlan: what a session with these options takes for them.
};

// Plans the memory of intermediate tensors with every strategy, for people to compare.
Result<MemoryReport> ReportMemory(const Model& model, const SessionOptions& options, TensorsOf tensors_of);

}  // namespace mica
