#include "snac/host/caller_memory.hpp"

#include <fmt/format.h>

#include <cstring>
#include <numeric>

namespace purlin::host {
namespace {

std::int64_t sum(const std::vector<std::int64_t>& bytes) {
  return std::accumulate(bytes.begin(), bytes.end(), std::int64_t{0});
}

bool same_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace

CallerMemory::CallerMemory(const Schedule& schedule) : problem_(schedule.problem) {
  for (Rank rank; rank.value < problem_.ranks(); ++rank.value) add_rank(schedule, rank);
  keep_inputs();
}

void CallerMemory::add_rank(const Schedule& schedule, Rank rank) {
  const GuardedBuffer& input = guarded_.emplace_back(size_of(schedule.buffers, BufferKind::input, rank));
  const std::span<std::byte> own_input = input.bytes();
  const GuardedBuffer& output = guarded_.emplace_back(size_of(schedule.buffers, BufferKind::output, rank));
  buffers_.push_back({own_input, output.bytes()});
  inputs_.push_back(view(problem_.input, BufferKind::input, rank));
  outputs_.push_back(view(problem_.output, BufferKind::output, rank));
}

/// What `rank` holds under `layout`: its own buffer, or in place a part of its other one.
std::span<std::byte> CallerMemory::view(const Layout& layout, BufferKind kind, Rank rank) const {
  const auto held = static_cast<std::size_t>(held_bytes(problem_, layout, rank).value);
  const RankBuffers& own = buffers_[rank_of(rank)];
  const Span span = placed(problem_, {kind, rank, {}});
  const std::span<std::byte> whole = span.buffer == BufferKind::input ? own.input : own.output;
  PURLIN_ASSERT(static_cast<std::size_t>(span.block.offset) + held <= whole.size());
  return whole.subspan(static_cast<std::size_t>(span.block.offset), held);
}

void CallerMemory::fill(const DataSeed& seed) {
  poison_outputs();
  for (Rank rank; rank.value < problem_.ranks(); ++rank.value)
    fill_input(problem_, rank, seed, inputs_[rank_of(rank)]);
  keep_inputs();
}

void CallerMemory::poison_outputs() {
  for (const std::span<std::byte> output : outputs_) poison(output);
}

void CallerMemory::keep_inputs() {
  kept_.resize(inputs_.size());
  for (std::size_t rank = 0; rank < inputs_.size(); ++rank)
    kept_[rank].assign(inputs_[rank].begin(), inputs_[rank].end());
}

Comparison CallerMemory::check(const Tolerance& tolerance) const {
  const std::vector<std::span<const std::byte>> inputs(kept_.begin(), kept_.end());
  const std::vector<std::span<const std::byte>> outputs(outputs_.begin(), outputs_.end());
  Comparison comparison = compare(problem_, inputs, outputs, tolerance);
  for (Rank rank; rank.value < problem_.ranks(); ++rank.value) {
    const std::string damage = this->damage(rank);
    if (damage.empty()) continue;
    if (comparison.wrong++ == 0) comparison.first = damage;
  }
  return comparison;
}

std::string CallerMemory::damage(Rank rank) const {
  if (!guarded_[2 * rank_of(rank)].guards_hold())
    return fmt::format("bytes beside the input of rank {} were written", rank.value);
  if (!guarded_[2 * rank_of(rank) + 1].guards_hold())
    return fmt::format("bytes beside the output of rank {} were written", rank.value);
  if (!input_is_kept(rank)) return fmt::format("the input of rank {} was written", rank.value);
  return {};
}

/// In place, the part of the input that the output covers is the output's.
bool CallerMemory::input_is_kept(Rank rank) const {
  const std::span<const std::byte> now = inputs_[rank_of(rank)], before = kept_[rank_of(rank)];
  const std::span<const std::byte> output = outputs_[rank_of(rank)];
  if (!shares_memory(problem_, rank)) return same_bytes(now, before);
  if (problem_.in_place != InPlace::output_in_input) return true;
  const auto at = static_cast<std::size_t>(output.data() - now.data());
  return same_bytes(now.first(at), before.first(at)) &&
         same_bytes(now.subspan(at + output.size()), before.subspan(at + output.size()));
}

std::int64_t CallerMemory::bytes_needed(const Schedule& schedule) {
  const Buffers& buffers = schedule.buffers;
  const std::int64_t windows = buffers.halves * (buffers.window_half + buffers.packet_window_half);
  std::int64_t bytes = sum(buffers.input) + sum(buffers.output) + sum(buffers.scratch);
  for (Rank rank; rank.value < schedule.problem.ranks(); ++rank.value)
    bytes += held_bytes(schedule.problem, schedule.problem.input, rank).value + windows;
  return bytes;
}

}  // namespace purlin::host
