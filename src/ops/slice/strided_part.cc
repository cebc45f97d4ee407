// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
// How begin, end, strides and the masks of STRIDED_SLICE are read: as TFLite does, and an error where TFLite reads
// outside of the source.
#include <algorithm>

#include "ops/movement/shape_inputs.h"
#include "ops/slice/slice.h"
#include "ops/slice/taken_part.h"

namespace mica::ops {
namespace {

constexpr int kMaxEntries = 31;  // The bits of a mask.

// One entry of the three vectors, and its bits.
struct Entry {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t stride = 1;
  bool begin_masked = false, end_masked = false, shrinks = false, offset = false;
};

// `begin` and `end` may be any number: those outside mean the axis's first or last.
std::int64_t ClampToAxis(std::int64_t index, std::int64_t stride, int size) {
  if (index < 0) index += size;
  return stride > 0 ? std::clamp<std::int64_t>(index, 0, size) : std::clamp<std::int64_t>(index, -1, size - 1);
}

std::int64_t FirstTaken(const Entry& entry, int size) {
  if (entry.begin_masked) return entry.stride > 0 ? 0 : size - 1;
  return ClampToAxis(entry.begin, entry.stride, size);
}

// The index behind the last, in the direction of the stride.
std::int64_t EndOf(const Entry& entry, std::int64_t first, int size) {
  if (entry.offset) return first + entry.end;  // TFLite looks at no mask then, and clamps nothing.
  if (entry.end_masked) return entry.stride > 0 ? size : -1;
  return ClampToAxis(entry.end, entry.stride, size);
}

Result<TakenRange> TakeOne(const Entry& entry, std::int64_t first, int axis, int size) {
  if (first < size && entry.stride > 0) return TakenRange{.begin = static_cast<int>(first), .stride = 1, .count = 1};
  return InvalidModel("element {} with stride {} is to be taken of axis {}, which has {}.", entry.begin, entry.stride,
                      axis, size);
}

Result<TakenRange> TakeRange(const Entry& entry, int axis, int size) {
  if (entry.stride == 0) return InvalidModel("the stride of axis {} is 0.", axis);
  const std::int64_t first = FirstTaken(entry, size);
  if (entry.shrinks) return TakeOne(entry, first, axis, size);

  const std::int64_t end = EndOf(entry, first, size);
  const std::int64_t way = entry.stride > 0 ? end - first : first - end;
  if (way <= 0) return TakenRange{.begin = 0, .stride = 1, .count = 0};
  if (end < -1 || end > size) {
    return InvalidModel("elements {} to {} are to be taken of axis {}, which has {}.", first, end, axis, size);
  }
  const std::int64_t step = std::abs(entry.stride);
  const auto count = static_cast<int>((way + step - 1) / step);
  // Of one element the stride does not matter, and need not fit an int.
  return TakenRange{
      .begin = static_cast<int>(first), .stride = count > 1 ? static_cast<int>(entry.stride) : 1, .count = count};
}

bool HasBit(int mask, int entry) {
  return (mask >> entry & 1) != 0;
}

// Walks the entries along the source's axes.
class PartReader {
 public:
  PartReader(const StridedSliceAttributes& attributes, const Shape& source)
      : attributes_(attributes), source_(source) {}

  Result<TakenPart> Read(std::span<const std::int64_t> begin, std::span<const std::int64_t> end,
                         std::span<const std::int64_t> strides) {
    const int entries = static_cast<int>(begin.size());
    for (int entry = 0; entry < entries; ++entry) {
      const auto i = static_cast<std::size_t>(entry);
      if (HasBit(attributes_.ellipsis_mask, entry)) {
        // At least one axis, where one is left, even if the entries behind would need it.
        TakeWhole(std::max(axis() + 1, source_.rank() - AxesWantedBehind(entry, entries)));
      } else if (HasBit(attributes_.new_axis_mask, entry)) {
        dims_.push_back(1);
      } else if (axis() < source_.rank()) {  // TFLite overlooks entries behind the last axis.
        RETURN_IF_ERROR(Take(MakeEntry(entry, begin[i], end[i], strides[i])));
      }
    }
    TakeWhole(source_.rank());
    TakenPart part{.ranges = std::move(ranges_), .result = {}};
    ASSIGN_OR_RETURN(part.result, CheckedShape(dims_));
    return part;
  }

 private:
  int axis() const { return static_cast<int>(ranges_.size()); }

  Entry MakeEntry(int entry, std::int64_t begin, std::int64_t end, std::int64_t stride) const {
    return {.begin = begin,
            .end = end,
            .stride = stride,
            .begin_masked = HasBit(attributes_.begin_mask, entry),
            .end_masked = HasBit(attributes_.end_mask, entry),
            .shrinks = HasBit(attributes_.shrink_axis_mask, entry),
            .offset = attributes_.offset};
  }

  int AxesWantedBehind(int entry, int entries) const {
    int wanted = 0;
    for (int behind = entry + 1; behind < entries; ++behind) {
      if (!HasBit(attributes_.new_axis_mask, behind)) ++wanted;
    }
    return wanted;
  }

  void TakeWhole(int end_axis) {
    while (axis() < std::min(end_axis, source_.rank())) {
      dims_.push_back(source_[axis()]);
      ranges_.push_back({.begin = 0, .stride = 1, .count = source_[axis()]});
    }
  }

  Status Take(const Entry& entry) {
    ASSIGN_OR_RETURN(const TakenRange range, TakeRange(entry, axis(), source_[axis()]));
    ranges_.push_back(range);
    if (!entry.shrinks) dims_.push_back(range.count);
    return Ok();
  }

  const StridedSliceAttributes& attributes_;
  const Shape& source_;
  std::vector<TakenRange> ranges_;
  std::vector<std::int64_t> dims_;
};

}  // namespace

Result<TakenPart> PartOfStridedSlice(const NodeView& strided_slice) {
  const Shape& given = strided_slice.input(1).desc.shape;
  if (given.rank() != 1 || given[0] > kMaxEntries) {
    return InvalidModel("begin must be a vector of at most {} elements; it is {}.", kMaxEntries, ToString(given));
  }
  ASSIGN_OR_RETURN(const std::vector<std::int64_t> begin, ReadVector(strided_slice.input(1), "begin", given[0]));
  ASSIGN_OR_RETURN(const std::vector<std::int64_t> end, ReadVector(strided_slice.input(2), "end", given[0]));
  ASSIGN_OR_RETURN(const std::vector<std::int64_t> strides, ReadVector(strided_slice.input(3), "strides", given[0]));
  PartReader reader(strided_slice.attributes<StridedSliceAttributes>(), strided_slice.input(0).desc.shape);
  return reader.Read(begin, end, strides);
}

}  // namespace mica::ops
