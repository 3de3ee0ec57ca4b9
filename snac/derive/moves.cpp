#include "snac/derive/moves.hpp"

#include <algorithm>

namespace purlin {
namespace {

struct Operation {
  ReduceOp op = ReduceOp::copy;
  std::int64_t divisor = 1;
};

/// Whether it makes a mean of a sum, which the switch cannot.
bool divides_for_switch(const Problem& problem, const Flow& flow, const Hop& hop) {
  if (problem.op != ReduceOp::avg || hop.operands.size() != 1) return false;
  const Hop& read = flow.hops[static_cast<std::size_t>(hop.operands[0])];
  return read.in_switch && read.operands.size() > 1;
}

/// A mean is a sum until all contributions are in; then the one division.
Operation operation_of(const Problem& problem, const Flow& flow, const Hop& hop) {
  if (hop.relayed >= 0) return {};
  if (divides_for_switch(problem, flow, hop)) return {ReduceOp::avg, flow.delivery->reduced()};
  if (hop.operands.size() == 1 && flow.taken_in(hop) == 1) return {};
  if (problem.op != ReduceOp::avg) return {problem.op, 1};
  if (hop.in_switch) return {ReduceOp::sum, 1};
  const bool is_whole = hop.contained == static_cast<int>(flow.delivery->sources.size());
  return is_whole ? Operation{ReduceOp::avg, flow.delivery->reduced()} : Operation{ReduceOp::sum, 1};
}

/// The i-th element of the fold alone.
Span unfolded_at(Span span, std::int64_t i) {
  if (span.block.fold) span.block.offset += i * span.block.fold->stride;
  span.block.fold.reset();
  return span;
}

Span without_fold(Span span) {
  span.block = unfolded(span.block);
  return span;
}

}  // namespace

void Moves::write(HopId id, Turn turn, LaneProgram& program) const {
  const bool packets = traffic_.style().regime == Regime::packet;
  if (traffic_.hop(id).in_switch) return move_in_switch(id, turn, program);
  if (traffic_.hop(id).is_contribution())
    packets ? put(id, turn, program) : stage(id, turn, program);
  else
    packets && !is_private(id) ? take(id, turn, program) : consume(id, turn, program);
}

bool Moves::is_private(HopId id) const {
  const Hop& hop = traffic_.hop(id);
  const auto is_own = [&](int operand) { return traffic_.hop({id.flow, operand}).at == hop.at; };
  return std::ranges::all_of(hop.operands, is_own) && traffic_.readers(id).empty();
}

void Moves::stage(HopId id, Turn turn, LaneProgram& program) const {
  const Place place = place_of(traffic_.hop(id), traffic_.style());
  if (place == Place::caller) return;
  const std::vector<Span> from = spans_.contribution(id, turn);
  const std::size_t copies = place == Place::own_window ? 1 : traffic_.readers(id).size();
  std::vector<std::vector<Span>> to;
  for (std::size_t reader = 0; reader < copies; ++reader) to.push_back(spans_.window(id, reader, turn));
  for (std::size_t piece = 0; piece < from.size(); ++piece) {
    const Span source = without_fold(from[piece]);
    if (source.block.bytes() == 0) continue;
    if (copies == 1) {
      program.add(Stage{source, without_fold(to[0][piece])});
      continue;
    }
    Consume copy{ReduceOp::copy, 1, {source}, {}};
    for (const std::vector<Span>& window : to) copy.destinations.push_back(without_fold(window[piece]));
    program.add(std::move(copy));
  }
}

void Moves::put(HopId id, Turn turn, LaneProgram& program) const {
  const std::vector<Span> from = spans_.contribution(id, turn);
  std::vector<std::vector<std::vector<TakePackets::Packets>>> to;
  for (std::size_t reader = 0; reader < traffic_.readers(id).size(); ++reader)
    to.push_back(spans_.packets(id, reader, turn));
  for (std::size_t piece = 0; piece < from.size(); ++piece)
    for (std::int64_t i = 0; i < folds(from[piece].block); ++i) {
      PutPackets put{unfolded_at(from[piece], i), 1, {}};
      for (const auto& window : to) {
        const TakePackets::Packets& packets = window[piece][static_cast<std::size_t>(i)];
        put.turn = packets.turn;
        put.targets.push_back({packets.rank, packets.offset});
      }
      program.add(std::move(put));
    }
}

void Moves::consume(HopId id, Turn turn, LaneProgram& program) const {
  const Hop& hop = traffic_.hop(id);
  std::vector<std::vector<Span>> from, to;
  for (int operand : hop.operands) from.push_back(spans_.read({id.flow, operand}, hop.at, turn));
  if (hop.to_output) to.push_back(spans_.output(id, turn));
  for (Rank rank : hop.pushed_to) to.push_back(spans_.output(id, rank, turn));
  const Place place = place_of(hop, traffic_.style());
  const std::size_t readers = traffic_.readers(id).size();
  const std::size_t windows = place == Place::own_window ? std::min<std::size_t>(readers, 1)
                              : place == Place::caller   ? 0
                                                         : readers;
  for (std::size_t reader = 0; reader < windows; ++reader) to.push_back(spans_.window(id, reader, turn));
  const Operation operation = operation_of(traffic_.problem(), traffic_.flow(id), hop);
  for (std::size_t piece = 0; piece < to.at(0).size(); ++piece) {
    Consume consume{operation.op, operation.divisor, {}, {}};
    for (const std::vector<Span>& source : from) consume.sources.push_back(source[piece]);
    for (const std::vector<Span>& destination : to) consume.destinations.push_back(destination[piece]);
    if (hop.relayed >= 0)
      for (auto* spans : {&consume.sources, &consume.destinations})
        std::ranges::transform(*spans, spans->begin(), without_fold);
    if (consume.op == ReduceOp::copy && consume.destinations.size() > 1)  // in place it is there already
      std::erase(consume.destinations, consume.sources[0]);
    if (consume.destinations[0].block.bytes() > 0) program.add(std::move(consume));
  }
}

void Moves::move_in_switch(HopId id, Turn turn, LaneProgram& program) const {
  const Hop& hop = traffic_.hop(id);
  const Operation operation = operation_of(traffic_.problem(), traffic_.flow(id), hop);
  Consume consume{operation.op, operation.divisor, {}, {}};
  for (int operand : hop.operands) consume.sources.push_back(spans_.in_switch({id.flow, operand}, 0, turn));
  for (std::size_t reader = 0; reader < traffic_.readers(id).size(); ++reader)
    consume.destinations.push_back(spans_.in_switch(id, reader, turn));
  if (consume.destinations[0].block.bytes() > 0) program.add(std::move(consume), Datapath::multicast);
}

void Moves::take(HopId id, Turn turn, LaneProgram& program) const {
  const Hop& hop = traffic_.hop(id);
  std::vector<std::vector<std::vector<TakePackets::End>>> from;  // [operand][piece][fold]
  for (int operand : hop.operands) from.push_back(spans_.ends({id.flow, operand}, hop.at, turn));
  const std::vector<Span> output = spans_.output(id, turn);
  std::vector<std::vector<std::vector<TakePackets::Packets>>> onward;  // [reader][piece][fold]
  for (std::size_t reader = 0; reader < traffic_.readers(id).size(); ++reader)
    onward.push_back(spans_.packets(id, reader, turn));
  const Operation operation = operation_of(traffic_.problem(), traffic_.flow(id), hop);
  for (std::size_t piece = 0; piece < output.size(); ++piece) {
    TakePackets take{operation.op, operation.divisor, output[piece].block, {}, {}};
    const std::size_t takes = hop.relayed >= 0 ? from[0][piece].size() : 1;  // relays keep folds apart
    for (std::size_t i = 0; i < takes; ++i) {
      take.sources.clear(), take.destinations.clear();
      for (const auto& source : from) {
        const auto first = source[piece].begin() + static_cast<std::ptrdiff_t>(i);
        take.sources.insert(take.sources.end(), first, takes > 1 ? first + 1 : source[piece].end());
      }
      if (hop.to_output) take.destinations.push_back(output[piece]);
      for (const auto& window : onward) take.destinations.push_back(window[piece][i]);
      program.add(take);
    }
  }
}

}  // namespace purlin
