// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "profile_json.h"

#include <fmt/format.h>

namespace mica::cli {
namespace {

Json ToJson(const ProfiledWork& work, const ProfileReport& report) {
  Json json = {{"time_us", work.time_us},
               {"share", report.total.time_us > 0 ? work.time_us / report.total.time_us : 0},
               {"multiply_adds", work.multiply_adds},
               {"touched_bytes", work.bytes},
               {"gflops", work.gflops()},
               {"gigabytes_per_second", work.gigabytes_per_second()}};
  if (report.peaks) {
    json["share_of_peak_gflops"] = work.gflops() / report.peaks->gflops;
    json["share_of_peak_bandwidth"] = work.gigabytes_per_second() / report.peaks->gigabytes_per_second;
  }
  return json;
}

// `first`, then the fields of the work.
Json WithWork(Json first, const ProfiledWork& work, const ProfileReport& report) {
  first.update(ToJson(work, report));
  return first;
}

Json ToJson(const DevicePeaks& peaks) {
  return {{"gflops", peaks.gflops},
          {"gigabytes_per_second", peaks.gigabytes_per_second},
          {"empty_dispatch_us", peaks.empty_dispatch_us}};
}

constexpr int kProcess = 1;
constexpr int kThread = 1;

// How a trace names its process and its thread.
Json NameEvent(const char* what, const std::string& name) {
  return {{"ph", "M"}, {"name", what}, {"pid", kProcess}, {"tid", kThread}, {"args", {{"name", name}}}};
}

Json DispatchEvent(const ProfiledDispatch& dispatch, double begin_us, const ProfileReport& report) {
  return {
      {"ph", "X"},
      {"name", dispatch.kernel},
      {"cat", "dispatch"},
      {"ts", begin_us},
      {"dur", dispatch.work.time_us},
      {"pid", kProcess},
      {"tid", kThread},
      {"args", WithWork({{"origins", dispatch.origins}, {"operators", dispatch.operators}}, dispatch.work, report)}};
}

}  // namespace

Json ProfileDocument(const std::string& model_name, const ProfileReport& report) {
  Json document = MakeDocument();
  document["model"] = model_name;
  AddSession(document, report.session);
  document["runs"] = report.runs;
  document["total"] = ToJson(report.total, report);
  document["back_to_back_us"] = report.back_to_back_us;
  document["peaks"] = report.peaks ? ToJson(*report.peaks) : Json();
  document["floor_us"] = report.peaks ? Json(report.floor_us) : Json();
  document["by_kernel"] = Json::array();
  for (const ProfiledKernel& kernel : report.kernels) {
    document["by_kernel"].push_back(
        WithWork({{"kernel", kernel.kernel}, {"dispatches", kernel.dispatches}}, kernel.work, report));
  }
  document["by_dispatch"] = Json::array();
  for (const ProfiledDispatch& dispatch : report.dispatches) {
    document["by_dispatch"].push_back(
        WithWork({{"kernel", dispatch.kernel}, {"origins", dispatch.origins}, {"operators", dispatch.operators}},
                 dispatch.work, report));
  }
  return document;
}

Json TraceDocument(const std::string& model_name, const ProfileReport& report) {
  const DeviceDescription& device = report.session.device;
  Json events = {NameEvent("process_name", fmt::format("{} ({})", device.name, device.backend)),
                 NameEvent("thread_name", model_name)};
  double begin_us = 0;
  for (const ProfiledDispatch& dispatch : report.dispatches) {
    events.push_back(DispatchEvent(dispatch, begin_us, report));
    begin_us += dispatch.work.time_us;
  }
  return {{"displayTimeUnit", "ns"}, {"traceEvents", std::move(events)}};
}

}  // namespace mica::cli
