// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#pragma once

#include <utility>

#include "mica/status.hpp"

// How code inside Mica makes and passes on failures; the types themselves are public.
namespace mica {

inline Status Ok() {
  return Status();
}
inline tl::unexpected<Status> Unexpected(Status status) {
  return tl::unexpected<Status>(std::move(status));
}

// A failure that converts to Status and to any Result<T>: `return InvalidModel("...", ...)` serves both. It cannot be
// copied, for a Result<std::any> would otherwise take the failure itself for its value.
class [[nodiscard]] Failure {
 public:
  Failure(StatusCode code, std::string message) : status_(code, std::move(message)) {}
  Failure(const Failure&) = delete;
  Failure(Failure&&) = default;
  operator Status() const { return status_; }  // NOLINT(google-explicit-constructor)
  template <typename T>
  operator Result<T>() const {  // NOLINT(google-explicit-constructor)
    return Unexpected(status_);
  }

 private:
  Status status_;
};

template <typename... Args>
Failure Fail(StatusCode code, fmt::format_string<Args...> sentence, Args&&... args) {
  return Failure(code, fmt::format(sentence, std::forward<Args>(args)...));
}

// One maker for each code.
#define MICA_DEFINE_FAILURE(Name)                                            \
  template <typename... Args>                                                \
  Failure Name(fmt::format_string<Args...> sentence, Args&&... args) {       \
    return Fail(StatusCode::k##Name, sentence, std::forward<Args>(args)...); \
  }
MICA_DEFINE_FAILURE(InvalidArgument)
MICA_DEFINE_FAILURE(InvalidModel)
MICA_DEFINE_FAILURE(Unsupported)
MICA_DEFINE_FAILURE(NoDevice)
MICA_DEFINE_FAILURE(DeviceError)
MICA_DEFINE_FAILURE(OutOfMemory)
#undef MICA_DEFINE_FAILURE

template <typename... Args>
Failure IoError(fmt::format_string<Args...> sentence, Args&&... args) {
  return Fail(StatusCode::kIo, sentence, std::forward<Args>(args)...);
}

}  // namespace mica

#define RETURN_IF_ERROR(expression)                                      \
  do {                                                                   \
    if (::mica::Status mica_status = (expression); !mica_status.ok())    \
      return ::mica::Failure(mica_status.code(), mica_status.message()); \
  } while (false)

#define MICA_CONCAT_INNER(a, b) a##b
#define MICA_CONCAT(a, b) MICA_CONCAT_INNER(a, b)
#define ASSIGN_OR_RETURN(declaration, expression) \
  MICA_ASSIGN_OR_RETURN(MICA_CONCAT(mica_result_, __LINE__), declaration, expression)
#define MICA_ASSIGN_OR_RETURN(result, declaration, expression)                          \
  auto result = (expression);                                                           \
  if (!result) return ::mica::Failure(result.error().code(), result.error().message()); \
  declaration = *std::move(result)
