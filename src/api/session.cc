// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "api/session.h"

#include <algorithm>
#include <chrono>

#include "api/devices.h"
#include "api/model.h"

namespace mica {
namespace {

using Clock = std::chrono::steady_clock;

double MillisecondsSince(Clock::time_point started) {
  return std::chrono::duration<double, std::milli>(Clock::now() - started).count();
}

SessionReport MakeReport(const Model& model, const gpu::DeviceInfo& device, const plan::Plan& plan) {
  return {.device = api::Describe(device),
          .is_software_device = device.is_software(),
          .precision = plan.precision == Precision::kFp32 ? "fp32" : "fp16",
          .storage = plan.storage == kernel::Storage::kBuffer ? "buffer" : "texture",
          .nodes = static_cast<int>(model.operators().size()),
          .gpu_nodes = static_cast<int>(model.operators().size()),  // A session exists only where the GPU takes all.
          .dispatches = static_cast<int>(plan.dispatches.size()),
          .programs = static_cast<int>(plan.programs.size()),
          .tensor_bytes = plan.tensor_bytes() + plan.external_bytes(),
          .constant_bytes = plan.total_constant_bytes()};
}

Status CheckMemory(const plan::Plan& plan, std::size_t max_memory_bytes) {
  const std::size_t needed = plan.tensor_bytes() + plan.external_bytes() + plan.total_constant_bytes();
  if (max_memory_bytes == 0 || needed <= max_memory_bytes) return Ok();
  return Unsupported("the plan needs {} bytes of GPU memory; {} are allowed.", needed, max_memory_bytes);
}

Status CheckTensor(std::string_view role, int index, const std::vector<TensorInfo>& tensors, std::size_t size_bytes) {
  if (index < 0 || index >= static_cast<int>(tensors.size())) {
    return InvalidArgument("there is no {} {}; the model has {}.", role, index, tensors.size());
  }
  const TensorInfo& tensor = tensors[static_cast<std::size_t>(index)];
  if (size_bytes == tensor.size_bytes) return Ok();
  return InvalidArgument("{} {} ('{}') has {} bytes; {} are given.", role, index, tensor.name, tensor.size_bytes,
                         size_bytes);
}

Result<int> FindByName(std::string_view role, const std::vector<TensorInfo>& tensors, const std::string& name) {
  const auto found = std::ranges::find(tensors, name, &TensorInfo::name);
  if (found == tensors.end()) return InvalidArgument("the model has no {} named '{}'.", role, name);
  return static_cast<int>(found - tensors.begin());
}

memory::Strategy StrategyOf(MemoryChoice choice) {
  switch (choice) {
    case MemoryChoice::kNaive:
      return memory::Strategy::kNaive;
    case MemoryChoice::kGreedy:
      return memory::Strategy::kGreedy;
    case MemoryChoice::kMinCostFlow:
      return memory::Strategy::kMinCostFlow;
    case MemoryChoice::kBySize:
      return memory::Strategy::kBySize;
    case MemoryChoice::kByBreadth:
      return memory::Strategy::kByBreadth;
    case MemoryChoice::kOffsets:
      return memory::Strategy::kOffsets;
    case MemoryChoice::kBest:
      break;
  }
  return memory::Strategy::kBest;
}

}  // namespace

gpu::DeviceInfo api::PlanningInfo(const SessionOptions& options, gpu::DeviceInfo device) {
  if (options.hardware_rules) device.kind = gpu::DeviceKind::kDiscrete;
  return device;
}

plan::PlanOptions api::MakePlanOptions(const SessionOptions& options, const gpu::DeviceInfo& device,
                                       const Model& model) {
  const bool use_fp16 = options.precision == PrecisionChoice::kFp16 ||
                        (options.precision == PrecisionChoice::kAuto && device.kind != gpu::DeviceKind::kSoftware &&
                         device.backend != "null");
  const bool use_images = options.storage == StorageChoice::kTexture ||
                          (options.storage == StorageChoice::kAuto && device.loads_lane_by_lane());
  return {.precision = use_fp16 ? Precision::kFp16 : Precision::kFp32,
          .storage = use_images ? kernel::Storage::kImage : kernel::Storage::kBuffer,
          .memory = StrategyOf(options.memory),
          .file_operators = static_cast<int>(model.operators().size())};
}

Result<api::CreatedSession> api::CreateSession(const Model& model, const SessionOptions& options,
                                               bool expose_intermediates) {
  const Clock::time_point started = Clock::now();
  CreatedSession created{.session = std::make_unique<Session::Impl>(), .graph = {}};
  Session::Impl& session = *created.session;
  ASSIGN_OR_RETURN(session.device, CreateDevice(options));
  const gpu::DeviceInfo& device = session.device->info();

  ASSIGN_OR_RETURN(created.graph, MakeGraph(model.impl(), options.without_passes));
  engine::PrepareOptions prepare{.plan = MakePlanOptions(options, device, model),
                                 .without_passes = options.without_passes};
  prepare.plan.expose_intermediates = expose_intermediates;
  ASSIGN_OR_RETURN(engine::Prepared prepared, engine::Prepare(created.graph, PlanningInfo(options, device), prepare));
  RETURN_IF_ERROR(CheckMemory(prepared.plan, options.max_memory_bytes));

  session.inputs = model.inputs();
  session.outputs = model.outputs();
  session.wait_mode = options.active_wait ? gpu::WaitMode::kActive : gpu::WaitMode::kPassive;
  session.report = MakeReport(model, device, prepared.plan);
  ASSIGN_OR_RETURN(session.executable, runtime::Executable::Build(*session.device, std::move(prepared.plan),
                                                                  created.graph, options.progress));
  InitTimes& init = session.report.init;
  init = {.load_ms = model.impl().load_ms,
          .passes_ms = prepared.passes_ms,
          .plan_ms = prepared.plan_ms,
          .compile_ms = session.executable->times().compile_ms,
          .upload_ms = session.executable->times().upload_ms,
          .total_ms = model.impl().load_ms + MillisecondsSince(started)};
  return created;
}

Session::Session(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

Result<Session> Session::Create(const Model& model, const SessionOptions& options) {
  ASSIGN_OR_RETURN(api::CreatedSession created, api::CreateSession(model, options, /*expose_intermediates=*/false));
  return Session(std::move(created.session));
}

const SessionReport& Session::report() const {
  return impl_->report;
}

Result<int> Session::FindInput(const std::string& name) const {
  return FindByName("input", impl_->inputs, name);
}

Result<int> Session::FindOutput(const std::string& name) const {
  return FindByName("output", impl_->outputs, name);
}

Status Session::SetInput(int index, std::span<const std::byte> bytes) {
  RETURN_IF_ERROR(CheckTensor("input", index, impl_->inputs, bytes.size()));
  return impl_->executable->WriteSlot(index, bytes);
}

Status Session::GetOutput(int index, std::span<std::byte> bytes) {
  RETURN_IF_ERROR(CheckTensor("output", index, impl_->outputs, bytes.size()));
  return impl_->executable->ReadSlot(impl_->executable->plan().input_count + index, bytes);
}

Status Session::Run() {
  const gpu::Hold hold(*impl_->device);  // One switch of the context for both halves.
  RETURN_IF_ERROR(Start());
  return Wait();
}

Status Session::Start() {
  return impl_->executable->Start();
}

Status Session::Wait() {
  return impl_->executable->Wait(impl_->wait_mode);
}

std::string Session::PlanText() const {
  return plan::ToText(impl_->executable->plan());
}

std::string Session::PlanJson() const {
  return plan::ToJson(impl_->executable->plan());
}

}  // namespace mica
