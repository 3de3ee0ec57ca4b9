#include "cli/schedule_file.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/complain.hpp"
#include "snac/schedule_json.hpp"
#include "spec/read_file.hpp"

namespace purlin::cli {
namespace {

constexpr std::size_t kMaxDocument = std::size_t{1} << 30;

/// What says which collective it is; names and what follows from the rest do not count.
bool same_problem(const Problem& a, const Problem& b) {
  for (const char* key : {"mesh", "axes", "dtype", "op", "input", "output", "in_place"})
    if (to_json(a)[key] != to_json(b)[key]) return false;
  return true;
}

std::string describe(const Problem& problem) {
  return fmt::format("{} -> {}, {} of {}, {} ranks, {} bytes", print(problem, problem.input),
                     print(problem, problem.output), name_of(problem.op), name_of(problem.dtype),
                     problem.ranks(), size_of(problem).value);
}

}  // namespace

std::optional<Schedule> read_schedule_file(const std::string& path, Diagnostics& diagnostics) {
  const Source source(path, "", diagnostics);
  const auto text = read_file(path, kMaxDocument, {}, source);
  return text ? read_schedule(*text, path, diagnostics) : std::nullopt;
}

void check_same_problem(const Schedule& schedule, const Problem& problem, const std::string& path,
                        Diagnostics& diagnostics) {
  if (same_problem(schedule.problem, problem)) return;
  complain_of(
      diagnostics, path,
      fmt::format("this schedule is for {}; asked for is {}", describe(schedule.problem), describe(problem)),
      "leave SPEC out to take the problem from the document");
}

}  // namespace purlin::cli
