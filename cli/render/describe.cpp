#include "cli/render/describe.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/render/text.hpp"

namespace purlin::cli {
namespace {

std::string ranks_text(const std::vector<Rank>& ranks) {
  std::string text = ranks.size() == 1 ? "rank" : "ranks";
  for (Rank rank : ranks) text += fmt::format(" {}", rank.value);
  return text;
}

std::string span_text(const Span& span) {
  return fmt::format("{} of rank {} ({})", name_of(span.buffer), span.rank.value, describe(span.block));
}

std::string spans_text(const std::vector<Span>& spans) {
  std::vector<std::string> texts;
  for (const Span& span : spans) texts.push_back(span_text(span));
  return join(texts, " + ");
}

std::string end_text(const TakePackets::End& end) {
  if (const auto* span = std::get_if<Span>(&end)) return span_text(*span);
  const auto& packets = std::get<TakePackets::Packets>(end);
  return fmt::format("packets of rank {} (at {}, turn {})", packets.rank.value, packets.offset, packets.turn);
}

std::string ends_text(const std::vector<TakePackets::End>& ends) {
  std::vector<std::string> texts;
  for (const TakePackets::End& end : ends) texts.push_back(end_text(end));
  return join(texts, " + ");
}

std::string slot_text(const Schedule& schedule, int slot) {
  const SignalSlot& signal = schedule.signals.at(static_cast<std::size_t>(slot));
  return fmt::format("{} of rank {} lane {}", name_of(signal.purpose), signal.producer.value, signal.lane);
}

std::string waits_text(const Schedule& schedule, const Await& await) {
  std::vector<std::string> texts;
  for (const Await::Wait& wait : await.waits)
    texts.push_back(fmt::format("{} >= {}", slot_text(schedule, wait.slot), wait.value));
  return join(texts, ", ");
}

std::string op_text(ReduceOp op, std::int64_t divisor) {
  std::string text(name_of(op));
  if (divisor != 1) text += fmt::format(" / {}", divisor);
  return text;
}

}  // namespace

std::string describe(const Problem& problem) {
  return fmt::format("{} -> {}, {} of {}, {}", print(problem, problem.input), print(problem, problem.output),
                     name_of(problem.op), name_of(problem.dtype), counted(problem.ranks(), "rank", "ranks"));
}

std::string describe(const Block& block) {
  std::string text = fmt::format("{} B at {}", block.run, block.offset);
  for (int i = block.dims() - 1; i >= 0; --i)
    text += fmt::format(", {} times every {} B", block.dim(i).count, block.dim(i).stride);
  if (block.fold) text += fmt::format(", folding {} every {} B", block.fold->count, block.fold->stride);
  return text;
}

std::string describe(const Problem& problem, const Transfer& transfer) {
  std::string text = fmt::format("rank {} output {} <- ", transfer.to.value, describe(transfer.destination));
  if (transfer.sources.empty()) return text + fmt::format("{} of nothing", name_of(problem.op));
  if (problem.op != ReduceOp::copy) text += fmt::format("{} of ", name_of(problem.op));
  const auto& sources = transfer.sources;
  const bool alike = std::ranges::all_of(sources, [&](const auto& s) { return s.block == sources[0].block; });
  if (alike) {
    std::vector<Rank> ranks;
    for (const auto& source : sources) ranks.push_back(source.rank);
    return text + fmt::format("{}, {}{}", ranks_text(ranks), ranks.size() > 1 ? "each " : "",
                              describe(sources[0].block));
  }
  std::vector<std::string> texts;
  for (const auto& source : sources)
    texts.push_back(fmt::format("rank {} {}", source.rank.value, describe(source.block)));
  return text + join(texts, "; ");
}

std::string describe(const Schedule& schedule, const Action& action) {
  return std::visit(
      Overloaded{
          [](const Stage& a) { return fmt::format("stage {} into {}", span_text(a.from), span_text(a.to)); },
          [&](const Notify& a) {
            return fmt::format("notify {}: {} = {}", ranks_text(a.ranks), slot_text(schedule, a.slot),
                               a.value);
          },
          [&](const Await& a) { return fmt::format("await {}", waits_text(schedule, a)); },
          [](const Consume& a) {
            return fmt::format("consume ({}) {} into {}", op_text(a.op, a.divisor), spans_text(a.sources),
                               spans_text(a.destinations));
          },
          [](const PutPackets& a) {
            std::vector<Rank> ranks;
            for (const auto& target : a.targets) ranks.push_back(target.rank);
            return fmt::format("put_packets {} to {}, turn {}", span_text(a.source), ranks_text(ranks),
                               a.turn);
          },
          [](const TakePackets& a) {
            return fmt::format("take_packets ({}) {} into {}", op_text(a.op, a.divisor), ends_text(a.sources),
                               ends_text(a.destinations));
          }},
      action.what);
}

}  // namespace purlin::cli
