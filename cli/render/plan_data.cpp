#include <nlohmann/json.hpp>

#include "cli/render/describe.hpp"
#include "cli/render/plan_report.hpp"
#include "cli/render/table.hpp"
#include "cli/version.hpp"
#include "snac/action_json.hpp"
#include "snac/bandwidth.hpp"
#include "snac/schedule_json.hpp"
#include "spec/size.hpp"

namespace purlin::cli {
namespace {

using nlohmann::json;

json to_json(const Transfer& transfer) {
  json sources = json::array();
  for (const Transfer::Source& source : transfer.sources)
    sources.push_back({{"rank", source.rank.value}, {"block", purlin::to_json(source.block)}});
  return {{"to", transfer.to.value},
          {"destination", purlin::to_json(transfer.destination)},
          {"sources", sources}};
}

json to_json(const Candidate& candidate) {
  return {{"size_bytes", candidate.size_bytes},
          {"algorithm", candidate.algorithm},
          {"regime", candidate.regime},
          {"lanes", candidate.lanes},
          {"chunk_bytes", candidate.chunk_bytes},
          {"predicted_us", candidate.predicted_us ? json(*candidate.predicted_us) : json()},
          {"chosen", candidate.chosen}};
}

json to_json(const PlanCase& plan);

template <class T>
json list_of(const std::vector<T>& entries) {
  json list = json::array();
  for (const T& entry : entries) list.push_back(to_json(entry));
  return list;
}

json per_rank(const Problem& problem, const std::vector<std::vector<std::int64_t>>& gives) {
  json ranks = json::array();
  for (Rank rank; rank.value < problem.ranks(); ++rank.value) {
    const auto r = static_cast<std::size_t>(rank.value);
    std::int64_t sends = 0, receives = 0;
    for (std::size_t peer = 0; peer < gives.size(); ++peer)
      if (peer != r) sends += gives[r][peer], receives += gives[peer][r];
    ranks.push_back({{"before_bytes", held_bytes(problem, problem.input, rank).value},
                     {"after_bytes", held_bytes(problem, problem.output, rank).value},
                     {"sends_bytes", sends},
                     {"receives_bytes", receives}});
  }
  return ranks;
}

json to_json(const PlanCase& plan) {
  const Problem& problem = plan.schedule.problem;
  const auto gives = give_matrix(problem.ranks(), plan.transfers);
  json described = purlin::to_json(problem);
  described["busbw_factor"] = busbw_factor(problem);
  return {{"spec", plan.spec},
          {"problem", described},
          {"ranks", per_rank(problem, gives)},
          {"matrix_bytes", gives},
          {"least_port_bytes", least_port_bytes(problem).busiest()},
          {"transfers", list_of(plan.transfers)},
          {"chain", plan.chain},
          {"candidates", list_of(plan.candidates)},
          {"schedule", purlin::to_json(plan.schedule)}};
}

}  // namespace

std::string render_plans_json(const std::vector<PlanCase>& plans) {
  return json{{"purlin", kVersion}, {"verb", "plan"}, {"cases", list_of(plans)}}.dump() + "\n";
}

std::string render_plans_csv(const std::vector<PlanCase>& plans) {
  Table table{{{"spec", ""},
               {"to_rank", ""},
               {"from_rank", ""},
               {"bytes", ""},
               {"destination_offset", ""},
               {"source_offset", ""},
               {"run_bytes", ""},
               {"runs", ""}},
              {}};
  for (const PlanCase& plan : plans)
    for (const Transfer& transfer : plan.transfers)
      for (const Transfer::Source& source : transfer.sources)
        table.rows.push_back({plan.spec, std::to_string(transfer.to.value), std::to_string(source.rank.value),
                              std::to_string(source.block.bytes()),
                              std::to_string(transfer.destination.offset),
                              std::to_string(source.block.offset), std::to_string(source.block.run),
                              std::to_string(source.block.runs())});
  return render_csv(table);
}

}  // namespace purlin::cli
