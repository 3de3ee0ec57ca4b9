#include "tests/support/tiny_steps.hpp"

#include <algorithm>

namespace purlin::testing {
namespace {

constexpr int kStampsPerLaunch = 256;
constexpr std::int64_t kWord = 8;

}  // namespace

TinySteps::TinySteps(const TinyMemory& memory, int launch, TinyWorld::Lane& lane)
    : memory_(memory), problem_(memory.schedule(launch).problem), launch_(launch), lane_(lane) {}

void TinySteps::operator()(const Stage& stage) {
  (*this)(Consume{ReduceOp::copy, 1, {stage.from}, {stage.to}});
}

void TinySteps::operator()(const Notify& notify) {
  for (Rank rank : notify.ranks)
    signal(Step::Kind::store, memory_.slot_of(rank.value, notify.slot, launch_), notify.value);
}

void TinySteps::operator()(const Await& await) {
  for (const Await::Wait& wait : await.waits)
    signal(Step::Kind::wait, memory_.slot_of(lane_.rank, wait.slot, launch_), wait.value);
}

void TinySteps::operator()(const Consume& consume) {
  const std::int64_t bytes = consume.destinations.at(0).block.bytes();
  if (bytes == 0) return;
  Sources sources;
  for (const Span& from : consume.sources)
    sources.push_back(memory_.operands_of(from, launch_, width_for(consume.op)));
  read(consume.op, consume.divisor, sources, bytes);
  write(consume.destinations);
  lane_.steps.back().is_last = true;
}

void TinySteps::operator()(const PutPackets& packets) {
  const std::int64_t bytes = packets.source.block.bytes();
  if (bytes == 0) return;
  read(ReduceOp::copy, 1, {memory_.operands_of(packets.source, launch_, 1)}, bytes);
  for (const auto& to : packets.targets) put({to.rank, to.offset, packets.turn}, bytes);
  lane_.steps.back().is_last = true;
}

void TinySteps::operator()(const TakePackets& take) {
  const std::int64_t bytes = take.shape.bytes();
  if (bytes == 0) return;
  Sources sources;
  for (const TakePackets::End& end : take.sources)
    if (const auto* from = std::get_if<TakePackets::Packets>(&end)) {
      await(*from, bytes);
      sources.push_back(memory_.words_of(*from, launch_, 0, bytes));
    } else {
      sources.push_back(memory_.operands_of(std::get<Span>(end), launch_, width_for(take.op)));
    }
  read(take.op, take.divisor, sources, bytes);
  for (const TakePackets::End& end : take.destinations)
    if (const auto* to = std::get_if<TakePackets::Packets>(&end))
      put(*to, bytes);
    else
      write({std::get<Span>(end)});
  lane_.steps.back().is_last = true;
}

Step& TinySteps::add(Step::Kind kind) {
  lane_.steps.push_back({.kind = kind, .launch = launch_});
  return lane_.steps.back();
}

void TinySteps::signal(Step::Kind kind, int slot, std::uint32_t value) {
  Step& step = add(kind);
  step.slot = slot;
  step.stamp = launch_ * kStampsPerLaunch + static_cast<int>(value);
}

int TinySteps::width_for(ReduceOp op) const {
  return op == ReduceOp::copy ? 1 : static_cast<int>(size_of(problem_.dtype).value);
}

/// Of `sources`, each [element][fold][byte], all operands of an element in listed order.
void TinySteps::read(ReduceOp op, std::int64_t divisor, const Sources& sources, std::int64_t bytes) {
  Step& step = add(Step::Kind::read);
  step.op = op, step.divisor = divisor, step.width = width_for(op);
  step.elements = static_cast<int>(bytes / step.width);
  for (int element = 0; element < step.elements; ++element)
    for (const std::vector<Cell>& cells : sources) {
      const std::int64_t each = std::ssize(cells) / step.elements;
      const auto begin = cells.begin() + element * each;
      step.reads.insert(step.reads.end(), begin, begin + each);
    }
  if (divisor == 1 && std::ssize(step.reads) == bytes) step.op = ReduceOp::copy;  // of one operand
}

void TinySteps::write(const std::vector<Span>& destinations) {
  Step& step = add(Step::Kind::write);
  for (const Span& to : destinations) {
    const std::vector<Cell> cells = memory_.operands_of(to, launch_, 1);
    step.writes.insert(step.writes.end(), cells.begin(), cells.end());
  }
}

void TinySteps::put(const TakePackets::Packets& to, std::int64_t bytes) {
  for (std::int64_t from = 0; from < bytes; from += kWord) {
    signal(Step::Kind::write, memory_.flag_of(to, from / kWord, launch_), to.turn);
    Step& step = lane_.steps.back();
    step.is_flag = true;
    step.first = static_cast<int>(from);
    step.writes = memory_.words_of(to, launch_, from, std::min(from + kWord, bytes));
  }
}

/// Polling a packet reads it.
void TinySteps::await(const TakePackets::Packets& packets, std::int64_t bytes) {
  for (std::int64_t from = 0; from < bytes; from += kWord) {
    signal(Step::Kind::wait, memory_.flag_of(packets, from / kWord, launch_), packets.turn);
    Step& step = lane_.steps.back();
    step.is_flag = true;
    step.reads = memory_.words_of(packets, launch_, from, std::min(from + kWord, bytes));
  }
}

}  // namespace purlin::testing
