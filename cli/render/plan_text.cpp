#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/render/describe.hpp"
#include "cli/render/drawing.hpp"
#include "cli/render/number.hpp"
#include "cli/render/plan_report.hpp"
#include "cli/render/table.hpp"
#include "cli/render/text.hpp"
#include "snac/bandwidth.hpp"
#include "spec/size.hpp"

namespace purlin::cli {
namespace {

constexpr int kMostMatrixRanks = 16;
constexpr std::size_t kMostLines = 24;  // of a list that --verbose shows whole

/// Lines of a list, cut where it is long.
std::string cut(const std::vector<std::string>& lines, bool verbose) {
  const std::size_t shown = verbose ? lines.size() : std::min(lines.size(), kMostLines);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) text += "  " + lines[i] + "\n";
  if (shown < lines.size()) text += fmt::format("  … and {} more (--verbose)\n", lines.size() - shown);
  return text;
}

std::string drawings(const Problem& problem) {
  if (problem.ranks() > kMostDrawnRanks)
    return fmt::format("(no drawing of more than {} ranks)\n", kMostDrawnRanks);
  std::string reduced;
  for (AxisId axis : reduced_axes(problem))
    reduced += (reduced.empty() ? "" : " ") + problem.axes[static_cast<std::size_t>(axis)].name;
  if (!reduced.empty())
    reduced = fmt::format("   ({} over {} from before to after)", name_of(problem.op), reduced);
  return fmt::format("before: {}{}\n{}after: {}\n{}", print(problem, problem.input), reduced,
                     draw(problem, problem.input), print(problem, problem.output),
                     draw(problem, problem.output));
}

std::string axes_line(const Problem& problem) {
  std::vector<std::string> texts;
  for (const Axis& axis : problem.axes)
    texts.push_back(axis.ragged ? fmt::format("{} ≤ {} (ragged)", axis.name, axis.size)
                                : fmt::format("{} = {}", axis.name, axis.size));
  return texts.empty() ? "no axes: one element" : join(texts, ", ");
}

/// Neighbouring ranks with the same numbers share a line.
Table per_rank(const Problem& problem, const std::vector<std::vector<std::int64_t>>& gives) {
  Table table{{{"ranks", "", 0, true}, {"before", "B"}, {"after", "B"}, {"sends", "B"}, {"receives", "B"}},
              {}};
  int first = 0;
  for (Rank rank; rank.value < problem.ranks(); ++rank.value) {
    const auto r = static_cast<std::size_t>(rank.value);
    std::int64_t sends = 0, receives = 0;
    for (std::size_t peer = 0; peer < gives.size(); ++peer)
      if (peer != r) sends += gives[r][peer], receives += gives[peer][r];
    Row row{"", std::to_string(held_bytes(problem, problem.input, rank).value),
            std::to_string(held_bytes(problem, problem.output, rank).value), std::to_string(sends),
            std::to_string(receives)};
    const bool same =
        !table.rows.empty() && std::equal(row.begin() + 1, row.end(), table.rows.back().begin() + 1);
    if (!same) first = rank.value;
    row[0] = same ? fmt::format("{}-{}", first, rank.value) : std::to_string(rank.value);
    if (same) table.rows.pop_back();
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table matrix(const std::vector<std::vector<std::int64_t>>& gives) {
  Table table{{{"from \\ to", "", 0, true}}, {}};
  for (std::size_t to = 0; to < gives.size(); ++to) table.columns.push_back({std::to_string(to), ""});
  for (std::size_t from = 0; from < gives.size(); ++from) {
    Row row{std::to_string(from)};
    for (std::int64_t bytes : gives[from]) row.push_back(bytes == 0 ? "." : std::to_string(bytes));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string bandwidth_lines(const Problem& problem) {
  const double busiest = least_port_bytes(problem).busiest();
  const std::int64_t size = size_of(problem).value;
  return fmt::format(
      "size S = {}; at least {:.0f} B must cross the busiest port in one direction: busbw = {:.6g} × algbw\n",
      print_bytes(size), busiest, busbw_factor(problem));
}

Table candidates_table(const std::vector<Candidate>& candidates) {
  Table table{{{"size", "B"},
               {"algorithm/regime", "", 0, true},
               {"lanes", ""},
               {"chunk", "B"},
               {"predicted", "us"},
               {"", "", 0, true}},
              {}};
  for (const Candidate& c : candidates)
    table.rows.push_back({std::to_string(c.size_bytes), c.algorithm + "/" + c.regime, std::to_string(c.lanes),
                          c.chunk_bytes == 0 ? "whole" : std::to_string(c.chunk_bytes),
                          c.predicted_us ? print_us(*c.predicted_us) : "-", c.chosen ? "chosen" : ""});
  return table;
}

std::string buffers_line(const Schedule& schedule) {
  const Buffers& buffers = schedule.buffers;
  std::int64_t scratch = 0;
  for (std::int64_t bytes : buffers.scratch) scratch = std::max(scratch, bytes);
  return fmt::format(
      "memory of a rank beside input and output: window {} × {}, packet window {} × {}, scratch {}\n",
      buffers.halves, print_bytes(buffers.window_half), buffers.halves,
      print_bytes(buffers.packet_window_half), print_bytes(scratch));
}

std::string actions_line(const Schedule& schedule) {
  std::map<std::string_view, std::int64_t> counts;
  for (const auto& lanes : schedule.programs)
    for (const Program& program : lanes)
      for (const Action& action : program) ++counts[name_of(action)];
  std::string text = fmt::format("{} in all:", counted(count_actions(schedule), "action", "actions"));
  for (const auto& [name, count] : counts) text += fmt::format(" {} {},", count, name);
  text.back() = ';';
  return text +
         fmt::format(" {} signal slots; {} must be resident\n", schedule.signals.size(),
                     counted(static_cast<std::int64_t>(schedule.programs.size() * schedule.lane_kinds.size()),
                             "lane", "lanes"));
}

std::vector<std::string> program_lines(const Schedule& schedule, bool verbose) {
  std::vector<std::string> lines;
  for (std::size_t rank = 0; rank < (verbose ? schedule.programs.size() : 1); ++rank)
    for (std::size_t lane = 0; lane < (verbose ? schedule.programs[rank].size() : 1); ++lane) {
      lines.push_back(fmt::format("rank {} lane {}:", rank, lane));
      for (const Action& action : schedule.programs[rank].at(lane))
        lines.push_back("  " + describe(schedule, action));
    }
  return lines;
}

std::string schedule_text(const PlanCase& plan, bool verbose) {
  const Schedule& schedule = plan.schedule;
  std::string text =
      fmt::format("{}/{}, {}, chunk {}, on {}\n", schedule.algorithm, name_of(schedule.regime),
                  counted(schedule.lanes, "lane", "lanes"),
                  schedule.chunk == 0 ? "whole" : print_bytes(schedule.chunk), schedule.machine);
  for (const std::string& reason : schedule.reasons) text += "  " + reason + "\n";
  return text + buffers_line(schedule) + actions_line(schedule) +
         cut(program_lines(schedule, verbose), verbose);
}

/// A title and what stands under it.
struct Section {
  std::string title;
  std::string text;
};

std::vector<Section> sections(const PlanCase& plan, bool verbose) {
  const Problem& problem = plan.schedule.problem;
  const auto gives = give_matrix(problem.ranks(), plan.transfers);
  std::vector<std::string> lines;
  for (const Transfer& transfer : plan.transfers) lines.push_back(describe(problem, transfer));
  std::vector<Section> all;
  all.push_back({"who holds what", axes_line(problem) + "\n" + drawings(problem)});
  all.push_back({"bytes of each rank, and over its port where every contribution goes straight",
                 render_text(per_rank(problem, gives))});
  all.push_back({"bandwidth", bandwidth_lines(problem)});
  if (problem.ranks() <= kMostMatrixRanks || verbose)
    all.push_back(
        {"transfers: bytes from each rank to each, its own on the diagonal", render_text(matrix(gives))});
  all.push_back(
      {fmt::format("transfers: {}", counted(static_cast<std::int64_t>(lines.size()), "block", "blocks")),
       cut(lines, verbose)});
  if (plan.candidates.size() > 1)
    all.push_back({"candidates", render_text(candidates_table(plan.candidates))});
  all.push_back({"schedule", schedule_text(plan, verbose)});
  return all;
}

}  // namespace

std::vector<std::vector<std::int64_t>> give_matrix(int ranks, const std::vector<Transfer>& transfers) {
  const auto size = static_cast<std::size_t>(ranks);
  std::vector<std::vector<std::int64_t>> gives(size, std::vector<std::int64_t>(size));
  for (const Transfer& transfer : transfers)
    for (const Transfer::Source& source : transfer.sources)
      gives[static_cast<std::size_t>(source.rank.value)][static_cast<std::size_t>(transfer.to.value)] +=
          source.block.bytes();
  return gives;
}

std::string render_plan_text(const PlanCase& plan, bool verbose) {
  std::string text = fmt::format("{}: {}\n", plan.spec, describe(plan.schedule.problem));
  for (const Section& section : sections(plan, verbose))
    text += fmt::format("\n{}\n{}", section.title, section.text);
  return text;
}

std::string render_plan_md(const PlanCase& plan, bool verbose) {
  std::string text = fmt::format("## {}: {}\n", plan.spec, describe(plan.schedule.problem));
  for (const Section& section : sections(plan, verbose))
    text += fmt::format("\n### {}\n\n```\n{}```\n", section.title, section.text);
  return text;
}

}  // namespace purlin::cli
