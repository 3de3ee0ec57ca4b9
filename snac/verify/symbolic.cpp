#include "snac/verify/symbolic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "snac/verify/callers_buffers.hpp"
#include "snac/verify/check.hpp"
#include "snac/verify/packets.hpp"
#include "snac/verify/positions.hpp"

namespace purlin {

SymbolicRun::SymbolicRun(const Schedule& schedule, const Naming& naming, bool written_once)
    : schedule_(schedule), written_once_(written_once), memories_(schedule.programs.size() * kBufferKinds) {
  for (Rank rank; rank.value < schedule.problem.ranks(); ++rank.value) {
    const CallersSlice slice = input_slice(schedule.problem, rank);
    for (Box box : naming.input_of(rank)) {
      box.at += slice.offset;
      memory(Span{slice.buffer, rank, {}}).write(box, kInput, -1);
    }
  }
}

const Memory& SymbolicRun::memory(BufferKind kind, Rank rank) const {
  return memories_[static_cast<std::size_t>(rank.value) * kBufferKinds + static_cast<std::size_t>(kind)];
}

Memory& SymbolicRun::memory(const Span& span) {
  return const_cast<Memory&>(std::as_const(*this).memory(span.buffer, span.rank));
}

const Site& SymbolicRun::culprit(Node spoiled) const {
  return culprits_[static_cast<std::size_t>(expressions_.reason(spoiled))];
}

void SymbolicRun::fault(std::string_view rule, const std::string& text) const {
  throw Counterexample{std::string(rule), describe(schedule_, at_) + ": " + text};
}

void SymbolicRun::perform(const Site& at) {
  const Action& action = action_at(schedule_, at);
  at_ = at;
  in_switch_ = action.datapath == Datapath::multicast;
  writers_.push_back(at);
  std::visit(
      Overloaded{[](const Notify&) {}, [](const Await&) {}, [&](const auto& moves) { perform(moves); }},
      action.what);
}

void SymbolicRun::perform(const Stage& stage) {
  if (!is_empty(stage.from.block)) write(stage.to, copied(read(stage.from)));
}

void SymbolicRun::perform(const Consume& consume) {
  const std::int64_t bytes = consume.destinations.front().block.bytes();
  if (bytes == 0) return;
  if (consume.op == ReduceOp::copy) {
    const Values values = copied(read(consume.sources.front()));
    for (const Span& to : consume.destinations) write(to, values);
    return;
  }
  Terms terms(expressions_, bytes, size_of(schedule_.problem.dtype).value);
  for (const Span& source : consume.sources)
    if (!is_empty(source.block)) terms.add(read(source), fold_distance(source.block));
  const Values values = reduced(terms, consume.op, consume.divisor);
  for (const Span& to : consume.destinations) write(to, values);
}

void SymbolicRun::perform(const PutPackets& put) {
  if (is_empty(put.source.block)) return;
  const Values values = copied(read(put.source));
  for (const PutPackets::Target& to : put.targets)
    write(TakePackets::Packets{to.rank, to.offset, put.turn}, put.source.block, values);
}

void SymbolicRun::perform(const TakePackets& take) {
  if (take.shape.bytes() == 0) return;
  Values values;
  if (take.op == ReduceOp::copy) {
    values = copied(read(take.sources.front(), take.shape));
  } else {
    Terms terms(expressions_, take.shape.bytes(), size_of(schedule_.problem.dtype).value);
    for (const TakePackets::End& source : take.sources) {
      const auto* span = std::get_if<Span>(&source);
      if (span && is_empty(span->block)) continue;
      terms.add(read(source, take.shape), fold_distance(span ? span->block : take.shape));
    }
    values = reduced(terms, take.op, take.divisor);
  }
  for (const TakePackets::End& to : take.destinations) write(to, take.shape, values);
}

std::vector<Memory::Found> SymbolicRun::read(const Span& span) {
  const Box box = by_address(span.block);
  std::vector<Memory::Found> found;
  if (memory(span).read(box, found) < box.bytes()) {
    const Box missing = memory(span).unwritten(box).front();
    fault(
        "V204",
        fmt::format("reads {} bytes of the {} of rank {} from byte {} on, which this launch has not written",
                    missing.bytes(), name_of(span.buffer), span.rank.value, missing.at));
  }
  return found;
}

namespace {

std::int64_t count_of(const std::vector<Operands>& operands) {
  const auto add = [](std::int64_t count, const Operands& more) { return count + more.count; };
  return std::accumulate(operands.begin(), operands.end(), std::int64_t{0}, add);
}

/// Packets lie densely: their positions are bytes of payload, eight per packet.
Span payload_of(const TakePackets::Packets& packets, std::int64_t bytes) {
  Span span{BufferKind::packet_window, packets.rank, {}};
  span.block.offset = packets.offset / kPacketBytes * kWordBytes;
  span.block.run = bytes;
  return span;
}

}  // namespace

std::vector<Memory::Found> SymbolicRun::read(const TakePackets::End& end, const Block& shape) {
  if (const auto* span = std::get_if<Span>(&end)) return read(*span);
  const auto& from = std::get<TakePackets::Packets>(end);
  const Box box = by_address(payload_of(from, shape.bytes()).block);
  std::vector<Memory::Found> found;
  if (packets(from.rank, from.turn).read(box, found) < box.bytes())
    fault("V204", fmt::format("takes packets of turn {} that were put without data", from.turn));
  std::vector<Memory::Found> turns;
  turns_[from.rank.value].read(box, turns);
  for (const Memory::Found& there : turns)
    if (there.node != static_cast<Node>(from.turn))
      fault("V303",
            fmt::format("takes packets of turn {} after turn {} was put over them", from.turn, there.node));
  return found;
}

SymbolicRun::Values SymbolicRun::copied(const std::vector<Memory::Found>& found) const {
  Values values;
  for (const Memory::Found& piece : found) values.push_back({carried_box(piece.meet), piece.node});
  return values;
}

SymbolicRun::Values SymbolicRun::reduced(const Terms& terms, ReduceOp op, std::int64_t divisor) {
  Values values;
  for (const Terms::Term& term : terms.all()) {
    if (term.is_spoiled) {
      values.push_back({term.box, expressions_.spoiled(static_cast<std::int32_t>(culprits_.size()))});
      culprits_.push_back(at_);
      continue;
    }
    Reduction reduction{op == ReduceOp::avg ? ReduceOp::sum : op, divisor, -1, term.operands};
    if (in_switch_ && count_of(term.operands) > 1)
      reduction.evaluation = static_cast<std::int64_t>(writers_.size());
    values.push_back({term.box, expressions_.reduce(std::move(reduction))});
  }
  return values;
}

void SymbolicRun::write(const Span& to, const Values& values) {
  const Box positions = by_position(to.block);
  std::vector<Meet> meets;
  for (const Value& value : values) {
    meets.clear();
    meet(positions, value.box, meets);
    for (const Meet& met : meets) {
      const Box box = carried_box(met);
      check_output_write(to, box);
      memory(to).write(box, value.node, static_cast<std::int32_t>(writers_.size()) - 1);
      ++boxes_;
    }
  }
}

void SymbolicRun::write(const TakePackets::End& end, const Block& shape, const Values& values) {
  if (const auto* span = std::get_if<Span>(&end)) return write(*span, values);
  const auto& to = std::get<TakePackets::Packets>(end);
  const Box positions = by_position(payload_of(to, shape.bytes()).block);
  std::vector<Meet> meets;
  for (const Value& value : values) {
    meets.clear();
    meet(positions, value.box, meets);
    for (const Meet& met : meets) {
      const auto writer = static_cast<std::int32_t>(writers_.size()) - 1;
      packets(to.rank, to.turn).write(carried_box(met), value.node, writer);
      turns_[to.rank.value].write(carried_box(met), static_cast<Node>(to.turn), writer);
    }
  }
}

void SymbolicRun::check_output_write(const Span& to, const Box& box) {
  const CallersSlice slice = output_slice(schedule_.problem, to.rank);
  if (to.buffer != BufferKind::input && to.buffer != BufferKind::output) return;
  const bool inside =
      to.buffer == slice.buffer && box.at >= slice.offset && box.end() <= slice.offset + slice.bytes;
  if (!inside)
    fault("V209", fmt::format("writes bytes {} to {} of the {} of rank {}, which are not its output", box.at,
                              box.end() - 1, name_of(to.buffer), to.rank.value));
  const Memory::Piece* earlier = memory(to).written_in(box);
  if (!earlier) return;
  ++rewritten_;
  if (written_once_)
    fault("V206",
          fmt::format("writes bytes of the output of rank {} from byte {} on again, after {}", to.rank.value,
                      box.at - slice.offset, describe(schedule_, writer(earlier->writer))));
}

}  // namespace purlin
