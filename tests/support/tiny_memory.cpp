#include "tests/support/tiny_memory.hpp"

#include <algorithm>
#include <numeric>

#include "tests/support/oracle.hpp"

namespace purlin::testing {
namespace {

constexpr std::int64_t kWord = 8;
constexpr std::int64_t kPacket = 16;  // a word and its flag

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

bool holds_both(const Problem& problem, int rank) {
  return count_held(problem, problem.input, {rank}) > 0 && count_held(problem, problem.output, {rank}) > 0;
}

bool is_inner(const Problem& problem, int rank, BufferKind buffer) {
  if (problem.in_place == InPlace::no || !holds_both(problem, rank)) return false;
  return (problem.in_place == InPlace::output_in_input) == (buffer == BufferKind::output);
}

std::int64_t inner_offset(const Problem& problem, int rank) {
  return static_cast<std::int64_t>(shared_position(problem, {rank})) * size_of(problem.dtype).value;
}

std::int64_t sum(const std::vector<std::int64_t>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
}

std::vector<Cell> run_of(Cell first, std::int64_t bytes) {
  std::vector<Cell> cells(at(bytes));
  std::iota(cells.begin(), cells.end(), first);
  return cells;
}

}  // namespace

TinyMemory::TinyMemory(const std::vector<const Schedule*>& launches)
    : launches_(launches), ranks_(launches.at(0)->problem.ranks()) {
  for (const Schedule* schedule : launches_) {
    const Buffers& buffers = schedule->buffers;
    halves_ = std::max(halves_, buffers.halves);
    window_ = std::max(window_, buffers.window_half);
    packets_ = std::max(packets_, buffers.packet_window_half);
    scratch_ = std::max(scratch_, std::ranges::max(buffers.scratch));
    signals_ = std::max(signals_, static_cast<int>(schedule->signals.size()));
    if (callers_.emplace(schedule, callers_end_).second)
      callers_end_ += static_cast<Cell>(sum(buffers.input) + sum(buffers.output));
  }
  cells_ = callers_end_ + ranks_ * static_cast<int>(shared_bytes());
  slots_ = ranks_ * halves_ * (signals_ + static_cast<int>(packets_ / kPacket));
}

Cell TinyMemory::base(BufferKind kind, int rank, int launch) const {
  const std::int64_t half = launch % halves_, shared = callers_end_ + rank * shared_bytes();
  if (kind == BufferKind::window) return static_cast<Cell>(shared + half * window_);
  const std::int64_t packets = shared + halves_ * window_;
  if (kind == BufferKind::packet_window) return static_cast<Cell>(packets + half * packets_ / 2);
  if (kind == BufferKind::scratch) return static_cast<Cell>(packets + halves_ * packets_ / 2);
  const Buffers& buffers = schedule(launch).buffers;
  std::int64_t cell = callers_.at(&schedule(launch));
  for (int other = 0; other < rank; ++other) cell += buffers.input[at(other)] + buffers.output[at(other)];
  return static_cast<Cell>(cell + (kind == BufferKind::output ? buffers.input[at(rank)] : 0));
}

std::vector<Cell> TinyMemory::operands_of(const Span& span, int launch, int width) const {
  const Dim fold = span.block.fold.value_or(Dim{1, 0});
  const Cell first = base(span.buffer, span.rank.value, launch);
  std::vector<Cell> cells;
  for_each_run(span.block, [&](std::int64_t offset) {
    for (std::int64_t element = offset; element < offset + span.block.run; element += width)
      for (std::int64_t i = 0; i < fold.count; ++i)
        for (int byte = 0; byte < width; ++byte)
          cells.push_back(first + static_cast<Cell>(element + i * fold.stride) + byte);
  });
  return cells;
}

std::vector<Cell> TinyMemory::words_of(const TakePackets::Packets& packets, int launch, std::int64_t from,
                                       std::int64_t to) const {
  const auto first = static_cast<Cell>(packets.offset / kPacket * kWord + from);
  return run_of(base(BufferKind::packet_window, packets.rank.value, launch) + first, to - from);
}

int TinyMemory::slot_of(int rank, int slot, int launch) const {
  return (rank * halves_ + launch % halves_) * signals_ + slot;
}

int TinyMemory::flag_of(const TakePackets::Packets& packets, std::int64_t word, int launch) const {
  const int half = packets.rank.value * halves_ + launch % halves_;
  return ranks_ * halves_ * signals_ + half * static_cast<int>(packets_ / kPacket) +
         static_cast<int>(packets.offset / kPacket + word);
}

TinyMemory::Place TinyMemory::input_of(const Problem& problem, int rank) {
  if (!is_inner(problem, rank, BufferKind::input)) return {BufferKind::input, 0};
  return {BufferKind::output, inner_offset(problem, rank)};
}

TinyMemory::Place TinyMemory::output_of(const Problem& problem, int rank) {
  if (!is_inner(problem, rank, BufferKind::output)) return {BufferKind::output, 0};
  return {BufferKind::input, inner_offset(problem, rank)};
}

}  // namespace purlin::testing
