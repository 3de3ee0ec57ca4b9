#include "cli/render/result_cells.hpp"

#include "cli/render/number.hpp"

namespace purlin::cli {
namespace {

Row times(const std::optional<Timing>& timing) {
  if (!timing || !timing->impossible.empty()) return {"", "", "", "", "", ""};
  const Times& t = timing->times;
  return {print_exact(t.median_us), print_exact(t.p99_us),           print_exact(t.min_us),
          print_exact(t.max_us),    print_exact(timing->algbw_GBps), print_exact(timing->busbw_GBps)};
}

}  // namespace

const Row& result_titles() {
  static const Row titles = {
      "spec",   "atom",      "machine", "ranks",      "size_bytes", "count",          "dtype",
      "op",     "algorithm", "regime",  "datapath",   "lanes",      "chunk_bytes",    "median_us",
      "p99_us", "min_us",    "max_us",  "algbw_GBps", "busbw_GBps", "limit_fraction", "wrong"};
  return titles;
}

Row result_cells(const RunCase& head, const Result& result) {
  Row cells{head.spec,
            head.atom,
            result.machine,
            std::to_string(head.problem.ranks()),
            std::to_string(result.size_bytes),
            std::to_string(result.count),
            std::string(name_of(result.dtype)),
            std::string(name_of(result.op)),
            result.algorithm,
            result.regime,
            result.datapath,
            std::to_string(result.lanes),
            std::to_string(result.chunk_bytes)};
  for (std::string& cell : times(result.timing)) cells.push_back(std::move(cell));
  cells.push_back(print_exact(result.limit_fraction));
  cells.push_back(result.wrong ? std::to_string(*result.wrong) : "");
  return cells;
}

}  // namespace purlin::cli
