#include "snac/derive/lane_program.hpp"

#include <algorithm>

namespace purlin {
namespace {

std::vector<std::pair<Rank, std::int64_t>> all_at(const std::vector<Rank>& ranks, std::int64_t ordinal) {
  std::vector<std::pair<Rank, std::int64_t>> pairs;
  for (Rank rank : ranks) pairs.emplace_back(rank, ordinal);
  return pairs;
}

}  // namespace

int SlotTable::slot(Purpose purpose, Rank producer, int lane) {
  const int lanes = purpose == Purpose::rendezvous ? 1 : schedule_.lanes;
  PURLIN_ASSERT(lane < lanes);
  const auto [entry, is_new] = first_.try_emplace(purpose, static_cast<int>(schedule_.signals.size()));
  if (is_new)
    for (int rank = 0; rank < schedule_.problem.ranks(); ++rank)
      for (int l = 0; l < lanes; ++l) schedule_.signals.push_back({{rank}, l, purpose});
  return entry->second + producer.value * lanes + lane;
}

LaneProgram::LaneProgram(Schedule& schedule, SlotTable& slots, Rank rank, int lane)
    : slots_(slots),
      program_(schedule.programs[static_cast<std::size_t>(rank.value)][static_cast<std::size_t>(lane)]),
      rank_(rank),
      lane_(lane) {}

void LaneProgram::notify(Purpose purpose, const std::vector<std::pair<Rank, std::int64_t>>& ranks) {
  std::vector<Notify> all;
  for (const auto& [rank, ordinal] : ranks) {
    const auto value = static_cast<std::uint32_t>(ordinal);
    const auto same = std::ranges::find(all, value, &Notify::value);
    if (same == all.end())
      all.push_back({slots_.slot(purpose, rank_, lane_), value, {rank}});
    else
      same->ranks.push_back(rank);
  }
  for (Notify& notify : all) add_action({std::move(notify)});
}

void LaneProgram::notify(Purpose purpose, const std::vector<Rank>& ranks, std::int64_t ordinal) {
  notify(purpose, all_at(ranks, ordinal));
}

void LaneProgram::await(Purpose purpose, const std::vector<std::pair<Rank, std::int64_t>>& producers) {
  Await await;
  for (const auto& [producer, ordinal] : producers) {
    std::int64_t& awaited = awaited_[{purpose, producer}];
    if (awaited >= ordinal) continue;
    awaited = ordinal;
    await.waits.push_back({slots_.slot(purpose, producer, lane_), static_cast<std::uint32_t>(ordinal)});
  }
  if (!await.waits.empty()) add_action({std::move(await)});
}

void LaneProgram::await(Purpose purpose, const std::vector<Rank>& producers, std::int64_t ordinal) {
  await(purpose, all_at(producers, ordinal));
}

void LaneProgram::add(Consume consume, Datapath datapath) {
  if (consume.op == ReduceOp::copy && consume.sources == consume.destinations) return;
  add_action({std::move(consume), 0, datapath});
}

void LaneProgram::add_action(Action action) {
  action.step = step_;
  program_.push_back(std::move(action));
}

}  // namespace purlin
