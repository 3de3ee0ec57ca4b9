#include "snac/derive/exchange.hpp"

#include <algorithm>

namespace purlin {
namespace {

std::vector<Rank> rotated(const std::vector<char>& member, Rank from) {
  const int ranks = static_cast<int>(member.size());
  std::vector<Rank> list;
  for (int i = 1; i < ranks; ++i) {
    const int peer = (from.value + i) % ranks;
    if (member[static_cast<std::size_t>(peer)]) list.push_back({peer});
  }
  return list;
}

}  // namespace

Exchange::Exchange(const Problem& p, std::vector<Transfer> list)
    : problem(p), element(size_of(p.dtype).value), transfers(std::move(list)) {
  const std::size_t n = static_cast<std::size_t>(ranks());
  std::vector<std::vector<char>> from(n, std::vector<char>(n)), to = from;  // [reader][read], [read][reader]
  reads.resize(n);
  for (const Transfer& t : transfers) {
    const std::size_t reader = static_cast<std::size_t>(t.to.value);
    reads[reader].push_back(&t);
    for (const Transfer::Source& s : t.sources) {
      from[reader][static_cast<std::size_t>(s.rank.value)] = 1;
      to[static_cast<std::size_t>(s.rank.value)][reader] = 1;
    }
  }
  for (std::size_t rank = 0; rank < n; ++rank) {
    const Rank self{static_cast<int>(rank)};
    producers.push_back(rotated(from[rank], self));
    consumers.push_back(rotated(to[rank], self));
    const auto turn = [&](const Transfer* t) {  // own blocks first, then those of rank + 1 on
      return (t->sources[0].rank.value - self.value + ranks()) % ranks();
    };
    std::ranges::stable_sort(reads[rank], {}, turn);
  }
}

std::vector<Rank> Exchange::everybody_but(Rank rank) const {
  return rotated(std::vector<char>(static_cast<std::size_t>(ranks()), 1), rank);
}

std::int64_t most_folded(const Transfer& transfer) {
  std::int64_t most = 1;
  for (const Transfer::Source& s : transfer.sources)
    if (s.block.fold) most = std::max(most, s.block.fold->count);
  return most;
}

}  // namespace purlin
