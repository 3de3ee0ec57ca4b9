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
  if (hop.in_switch) return Place::reader_window;
  if (style.regime == Regime::packet) return Place::reader_packets;
  if (style.regime == Regime::staged) return style.push ? Place::reader_window : Place::own_window;
  return hop.is_contribution() || hop.to_output ? Place::caller : Place::own_window;
}

Traffic::Traffic(const Problem& problem, const Flows& flows, Style style)
    : problem_(problem), flows_(flows), style_(style), ranks_(problem.ranks()), steps_(steps_of(flows)) {
  const auto n = static_cast<std::size_t>(ranks_);
  work_.assign(n, std::vector<std::vector<HopId>>(static_cast<std::size_t>(steps_) + 1));
  step_readers_.assign(n, std::vector<std::vector<Rank>>(static_cast<std::size_t>(steps_) + 1));
  reads_.resize(n);
  borrowers_.resize(n), lenders_.resize(n), takers_.resize(n), givers_.resize(n);
  std::vector<std::vector<Rank>> readers;
  for (std::size_t flow = 0; flow < flows.size(); ++flow) add(static_cast<int>(flow), readers);
  first_reader_.push_back(hop_readers_.size());
  sort_peers();
  sort_work();
}

void Traffic::add(int flow, std::vector<std::vector<Rank>>& readers) {
  const std::vector<Hop>& hops = flows_[static_cast<std::size_t>(flow)].hops;
  first_hop_.push_back(first_reader_.size());
  readers.resize(std::max(readers.size(), hops.size()));
  for (std::size_t id = 0; id < hops.size(); ++id) readers[id].clear();
  for (const Hop& hop : hops)
    for (int operand : hop.operands) {
      const Hop& read = hops[static_cast<std::size_t>(operand)];
      const bool is_in_switch = read.in_switch || hop.in_switch;  // through windows, the own one too
      PURLIN_ASSERT(read.at != hop.at || read.is_contribution() || is_in_switch);
      if (read.at == hop.at && !is_in_switch) continue;  // a rank combines once what it has itself
      readers[static_cast<std::size_t>(operand)].push_back(hop.at);
      if (read.at != hop.at) add_read(read, hop.at);
    }
  for (std::size_t id = 0; id < hops.size(); ++id) {
    for (Rank to : hops[id].pushed_to) add_push(hops[id].at, to);
    sort_from(readers[id], hops[id].at);
    first_reader_.push_back(hop_readers_.size());
    hop_readers_.insert(hop_readers_.end(), readers[id].begin(), readers[id].end());
    if (!hops[id].is_contribution() || !readers[id].empty())
      work_[index(hops[id].at)][static_cast<std::size_t>(hops[id].step)].push_back(
          {flow, static_cast<int>(id)});
  }
}

void Traffic::add_read(const Hop& read, Rank reader) {
  step_readers_[index(read.at)][static_cast<std::size_t>(read.step)].push_back(reader);
  reads_[index(read.at)].push_back({reader, read.step});
  const bool is_lent = place_of(read, style_) == Place::caller;
  (is_lent ? borrowers_ : takers_)[index(read.at)].push_back(reader);
  (is_lent ? lenders_ : givers_)[index(reader)].push_back(read.at);
}

/// Who is written to, is asked first and told when all is done, as one is who is read.
void Traffic::add_push(Rank from, Rank to) {
  step_readers_[index(to)][0].push_back(from);
  reads_[index(to)].push_back({from, 0});
  borrowers_[index(to)].push_back(from);
  lenders_[index(from)].push_back(to);
}

void Traffic::sort_peers() {
  for (Rank rank; rank.value < ranks(); ++rank.value) {
    for (auto* peers : {&borrowers_, &lenders_, &takers_, &givers_}) sort_from((*peers)[index(rank)], rank);
    for (std::vector<Rank>& readers : step_readers_[index(rank)]) sort_from(readers, rank);
    sort_unique(reads_[index(rank)]);
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

std::span<const Rank> Traffic::readers(HopId id) const {
  const std::size_t hop = number(id);
  return std::span(hop_readers_).subspan(first_reader_[hop], first_reader_[hop + 1] - first_reader_[hop]);
}

const std::vector<HopId>& Traffic::work(Rank rank, int step) const {
  return work_[index(rank)][static_cast<std::size_t>(step)];
}

const std::vector<Rank>& Traffic::readers(Rank rank, int step) const {
  return step_readers_[index(rank)][static_cast<std::size_t>(step)];
}

std::span<const Read> Traffic::steps_read(Rank rank, Rank reader) const {
  const auto reads = std::ranges::equal_range(reads_[index(rank)], reader, {}, &Read::reader);
  PURLIN_ASSERT(!reads.empty());
  return {reads.begin(), reads.end()};
}

/// Each once, from `from` + 1 on.
void Traffic::sort_from(std::vector<Rank>& peers, Rank from) {
  sort_unique(peers);
  std::ranges::rotate(peers, std::ranges::upper_bound(peers, from));
}

std::vector<Rank> Traffic::everybody_but(Rank rank) const {
  std::vector<Rank> peers;
  for (int i = 1; i < ranks(); ++i) peers.push_back({(rank.value + i) % ranks()});
  return peers;
}

}  // namespace purlin
