#include "snac/derive/traffic.hpp"

#include <algorithm>

namespace purlin {
namespace {

template <class T>
void sort_unique(std::vector<T>& list) {
  std::ranges::sort(list);
  const auto repeated = std::ranges::unique(list);
  list.erase(repeated.begin(), repeated.end());
}

}  // namespace

Place place_of(const Hop& hop, Style style) {
  if (style.regime == Regime::packet) return Place::reader_packets;
  if (style.regime == Regime::staged) return style.push ? Place::reader_window : Place::own_window;
  return hop.is_contribution() || hop.to_output ? Place::caller : Place::own_window;
}

Traffic::Traffic(const Problem& problem, const Flows& flows, Style style)
    : problem_(problem), flows_(flows), style_(style), steps_(steps_of(flows)) {
  const auto n = static_cast<std::size_t>(ranks());
  work_.assign(n, std::vector<std::vector<HopId>>(static_cast<std::size_t>(steps_) + 1));
  step_readers_.assign(n, std::vector<std::vector<Rank>>(static_cast<std::size_t>(steps_) + 1));
  steps_read_.resize(n);
  borrowers_.resize(n), lenders_.resize(n), takers_.resize(n), givers_.resize(n);
  for (std::size_t flow = 0; flow < flows.size(); ++flow) add(static_cast<int>(flow));
  sort_peers();
  sort_work();
}

void Traffic::add(int flow) {
  const std::vector<Hop>& hops = flows_[static_cast<std::size_t>(flow)].hops;
  hop_readers_.emplace_back(hops.size());
  for (int id = 0; id < static_cast<int>(hops.size()); ++id)
    for (int operand : hops[static_cast<std::size_t>(id)].operands)
      add_read({flow, operand}, hops[static_cast<std::size_t>(id)].at);
  for (int id = 0; id < static_cast<int>(hops.size()); ++id) {
    const Hop& hop = hops[static_cast<std::size_t>(id)];
    std::vector<Rank>& readers = hop_readers_.back()[static_cast<std::size_t>(id)];
    sort_unique(readers);
    readers = rotated(readers, hop.at);
    if (!hop.is_contribution() || !readers.empty())
      work_[index(hop.at)][static_cast<std::size_t>(hop.step)].push_back({flow, id});
  }
}

void Traffic::add_read(HopId id, Rank reader) {
  const Hop& read = hop(id);
  if (read.at == reader) {
    PURLIN_ASSERT(read.is_contribution());  // a rank combines once what it has itself
    return;
  }
  hop_readers_.back()[static_cast<std::size_t>(id.hop)].push_back(reader);
  step_readers_[index(read.at)][static_cast<std::size_t>(read.step)].push_back(reader);
  steps_read_[index(read.at)][reader].push_back(read.step);
  const bool is_lent = place_of(read, style_) == Place::caller;
  (is_lent ? borrowers_ : takers_)[index(read.at)].push_back(reader);
  (is_lent ? lenders_ : givers_)[index(reader)].push_back(read.at);
}

void Traffic::sort_peers() {
  for (Rank rank; rank.value < ranks(); ++rank.value) {
    for (auto* peers : {&borrowers_, &lenders_, &takers_, &givers_}) {
      sort_unique((*peers)[index(rank)]);
      (*peers)[index(rank)] = rotated((*peers)[index(rank)], rank);
    }
    for (std::vector<Rank>& readers : step_readers_[index(rank)]) {
      sort_unique(readers);
      readers = rotated(readers, rank);
    }
    for (auto& [reader, steps] : steps_read_[index(rank)]) sort_unique(steps);
  }
}

void Traffic::sort_work() {
  for (Rank rank; rank.value < ranks(); ++rank.value) {
    const auto turn = [&](HopId id) {
      for (int operand : hop(id).operands)
        if (const Rank from = hop({id.flow, operand}).at; from != rank) return distance(rank, from);
      return 0;
    };
    for (std::vector<HopId>& work : work_[index(rank)]) std::ranges::stable_sort(work, {}, turn);
  }
}

const std::vector<Rank>& Traffic::readers(HopId id) const {
  return hop_readers_[static_cast<std::size_t>(id.flow)][static_cast<std::size_t>(id.hop)];
}

const std::vector<HopId>& Traffic::work(Rank rank, int step) const {
  return work_[index(rank)][static_cast<std::size_t>(step)];
}

const std::vector<Rank>& Traffic::readers(Rank rank, int step) const {
  return step_readers_[index(rank)][static_cast<std::size_t>(step)];
}

const std::vector<int>& Traffic::steps_read(Rank rank, Rank reader) const {
  return steps_read_[index(rank)].at(reader);
}

std::vector<Rank> Traffic::rotated(std::vector<Rank> peers, Rank from) const {
  std::ranges::sort(peers, {}, [&](Rank peer) { return distance(from, peer); });
  return peers;
}

std::vector<Rank> Traffic::everybody_but(Rank rank) const {
  std::vector<Rank> peers;
  for (int i = 1; i < ranks(); ++i) peers.push_back({(rank.value + i) % ranks()});
  return peers;
}

}  // namespace purlin
