#pragma once
#include <string>
#include <vector>

#include "cli/executor.hpp"
#include "cli/render/run_record.hpp"
#include "snac/measurement.hpp"
#include "snac/schedule.hpp"

namespace purlin::cli {

/// A measurement as a row, and what is to be said about it.
struct Judgement {
  Result result;
  std::vector<std::string> warnings;  // outliers
  std::vector<std::string> errors;    // wrong data, an impossible time: the answer is bad
};

/// What times are judged by.
struct Yardstick {
  Bound bound;
  bool is_limit = false;
  bool checked = true;
  std::optional<Rival> rival;
};

Judgement judge(const Schedule& schedule, const Measurement& measured, const Yardstick& by);

/// A row without times.
Result row_of(const Schedule& schedule);

/// The root of a rooted collective: the pinned coordinate of a one-axis mesh; -1 where there is none.
int root_of(const Problem& problem);

/// The datapaths of a schedule's copies and reductions, joined by +.
std::string datapaths_of(const Schedule& schedule);

}  // namespace purlin::cli
