// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
//
// A local search over the orders in which blocks are placed, each into its lowest gap. That loses nothing: a plan
// without views and in-place pairs, placed anew in the order of its own offsets, has no block higher than before; so
// one of the orders gives the best plan there is.
#include "memory/arena_search.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>

namespace mica::memory {
namespace {

// So many moves in a row without a lower top, and the search leaves the place where it is stuck. 300 and the four
// exchanges below reached the bound on all real networks tried; half or twice of either changed little.
constexpr int kMovesBeforeJump = 300;
constexpr int kExchangesOfJump = 4;

class OrderSearch {
 public:
  OrderSearch(const ArenaBlocks& arena, Placement start, std::int64_t bound, const ArenaSearch& search)
      : arena_(arena),
        bound_(bound),
        budget_(search.budget),
        deadline_(std::chrono::steady_clock::now() + search.time_limit),
        best_(std::move(start)) {
    best_order_.resize(arena.blocks.size());
    std::iota(best_order_.begin(), best_order_.end(), std::size_t{0});
    std::ranges::stable_sort(best_order_, {}, [&](std::size_t block) { return best_.starts[block]; });
    for (const std::vector<Conflict>& conflicts : arena.conflicts) work_of_placement_ += std::ssize(conflicts) + 1;
  }

  Placement Run() {
    if (best_order_.size() < 2) return best_;
    order_ = best_order_;
    current_ = Place(order_);
    int moves = 0;
    while (best_.top > bound_ && budget_ > 0 && std::chrono::steady_clock::now() < deadline_) {
      std::vector<std::size_t> order = order_;
      const bool jump = ++moves > kMovesBeforeJump;
      if (jump) {
        order = best_order_;
        for (int i = 0; i < kExchangesOfJump; ++i) std::swap(order[Random(order.size())], order[Random(order.size())]);
        moves = 0;
      } else {
        MoveOneForward(order);
      }
      Placement placement = Place(order);
      if (placement.top < best_.top) {
        best_ = placement;
        best_order_ = order;
        moves = 0;
      }
      // Also what is just as good: most moves change nothing at the top, and only together they get somewhere.
      if (jump || Height(placement) <= Height(current_)) {
        current_ = std::move(placement);
        order_ = std::move(order);
      }
    }
    return best_;
  }

 private:
  Placement Place(const std::vector<std::size_t>& order) {
    budget_ -= work_of_placement_;
    return PlaceInOrder(arena_, order, Fit::kLowest);
  }

  // A block placed earlier ends lower. Half of the time it is one that rises above the bound, which is the fault to
  // mend; moving only those runs in circles, as the block in their way may be any.
  void MoveOneForward(std::vector<std::size_t>& order) {
    std::vector<std::size_t> too_high;
    for (std::size_t place = 0; place < order.size(); ++place) {
      if (Excess(current_, order[place]) > 0) too_high.push_back(place);
    }
    std::size_t from = Random(order.size());
    if (!too_high.empty() && Random(2) == 0) from = too_high[Random(too_high.size())];
    if (from == 0) return;
    const auto begin = order.begin();
    std::rotate(begin + static_cast<std::ptrdiff_t>(Random(from)), begin + static_cast<std::ptrdiff_t>(from),
                begin + static_cast<std::ptrdiff_t>(from) + 1);
  }

  // By how much the block rises above the bound.
  std::int64_t Excess(const Placement& placement, std::size_t block) const {
    return std::max<std::int64_t>(0, placement.starts[block] + arena_.blocks[block].parts[0].end - bound_);
  }

  // What the search lowers: the top and, among equal tops, all that rises above the bound.
  std::pair<std::int64_t, std::int64_t> Height(const Placement& placement) const {
    std::int64_t excess = 0;
    for (std::size_t block = 0; block < arena_.blocks.size(); ++block) excess += Excess(placement, block);
    return {placement.top, excess};
  }

  // Not std::uniform_int_distribution, which differs between standard libraries.
  std::size_t Random(std::size_t count) { return static_cast<std::size_t>(random_() % count); }

  const ArenaBlocks& arena_;
  const std::int64_t bound_;
  std::int64_t budget_;
  std::int64_t work_of_placement_ = 0;
  const std::chrono::steady_clock::time_point deadline_;
  std::mt19937_64 random_{2019};

  Placement best_;
  std::vector<std::size_t> best_order_;
  Placement current_;
  std::vector<std::size_t> order_;
};

}  // namespace

Placement ImprovePlacement(const ArenaBlocks& arena, Placement placement, std::int64_t bound,
                           const ArenaSearch& search) {
  return OrderSearch(arena, std::move(placement), bound, search).Run();
}

}  // namespace mica::memory
