#pragma once
#include <span>
#include <vector>

#include "atom_cuda/device_list.hpp"
#include "snac/atom.hpp"
#include "snac/schedule.hpp"

namespace purlin::cuda {

/// The block lanes of some ranks as one kernel launch walks them. The first page of lane l of row r starts at
/// cell (r · lanes + l) · page_cells, so that it is loaded without asking where.
struct Lowered {
  std::vector<Cell> cells;
  int page_cells = 0;
  std::vector<Rank> rows;
  std::vector<int> lanes;  // of the schedule: those that are blocks
  bool packets = false;
  bool flat = true;  // every action that moves data, and none divides
  bool notifies = false;
  bool awaits = false;
  bool moves = false;  // other data than packets
  bool bulk = false;
  bool multicast = false;
  std::int64_t most_bytes = 0;  // of one action: how many threads a lane can use
};

/// The programs of `rows`, action by action in order; nothing is dropped but what an injection says. A page
/// holds at least one action.
Lowered lower(const Schedule& schedule, std::span<const Rank> rows,
              std::span<const Injection> injections = {});

}  // namespace purlin::cuda
