#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "snac/schedule.hpp"
#include "snac/transfers.hpp"

namespace purlin::cli {

/// A schedule that the planner could take at one size; the one it takes is `chosen`.
struct Candidate {
  std::int64_t size_bytes = 0;
  std::string algorithm;
  std::string regime;
  int lanes = 1;
  std::int64_t chunk_bytes = 0;
  std::optional<double> predicted_us;
  bool chosen = false;
};

/// What `plan` shows of one SPEC. Transfers and schedule are the largest size's.
struct PlanCase {
  std::string spec;
  std::vector<Transfer> transfers;
  std::vector<std::string> chain;  // first layout, what happens, last layout
  std::vector<Candidate> candidates;
  Schedule schedule;
};

/// Bytes that rank i gives rank j, by the transfers: i == j stays in place.
std::vector<std::vector<std::int64_t>> give_matrix(int ranks, const std::vector<Transfer>& transfers);

}  // namespace purlin::cli
