// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <string>
#include <utility>

#include "mica/status.hpp"

// How the command line makes and passes on failures; the types are those of the public API.
namespace mica::cli {

// Converts to Status and to any Result<T>, so that one return statement serves both.
class [[nodiscard]] Failure {
 public:
  explicit Failure(Status status) : status_(std::move(status)) {}
  operator Status() const { return status_; }  // NOLINT(google-explicit-constructor)
  template <typename T>
  operator Result<T>() const {  // NOLINT(google-explicit-constructor)
    return tl::unexpected<Status>(status_);
  }

 private:
  Status status_;
};

// return Fail(StatusCode::kIo, "{}: the header is cut off.", path);
template <typename... Args>
Failure Fail(StatusCode code, fmt::format_string<Args...> sentence, Args&&... args) {
  return Failure(Status(code, fmt::format(sentence, std::forward<Args>(args)...)));
}

inline const Status& StatusOf(const Status& status) {
  return status;
}
template <typename T>
const Status& StatusOf(const Result<T>& result) {
  static const Status kNoFailure;
  return result ? kNoFailure : result.error();
}

}  // namespace mica::cli

#define RETURN_IF_ERROR(expression)                                                          \
  do {                                                                                       \
    if (::mica::Status mica_status = ::mica::cli::StatusOf(expression); !mica_status.ok()) { \
      return ::mica::cli::Failure(std::move(mica_status));                                   \
    }                                                                                        \
  } while (false)

#define MICA_CONCAT_INNER(a, b) a##b
#define MICA_CONCAT(a, b) MICA_CONCAT_INNER(a, b)
#define ASSIGN_OR_RETURN(declaration, expression) \
  MICA_ASSIGN_OR_RETURN(MICA_CONCAT(mica_result_, __LINE__), declaration, expression)
#define MICA_ASSIGN_OR_RETURN(result, declaration, expression)         \
  auto result = (expression);                                          \
  if (!result) return ::mica::cli::Failure(std::move(result.error())); \
  declaration = *std::move(result)
