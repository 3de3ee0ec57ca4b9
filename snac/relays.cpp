#include "snac/relays.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

namespace purlin {
namespace {

class Relaying {
 public:
  Relaying(Flows& flows, const Fabric& fabric)
      : flows_(flows), fabric_(fabric), later_(static_cast<std::size_t>(steps_of(flows)) + 1) {}

  std::string run() {
    for (const Flow& flow : flows_)
      for (const Hop& hop : flow.hops)
        for (int operand : hop.operands) measure(flow.hops[at(operand)].at, hop);
    if (!refusal_.empty() || std::ranges::max(later_) == 0) return refusal_;
    for (std::size_t step = 1; step < later_.size(); ++step) later_[step] += later_[step - 1];
    for (Flow& flow : flows_) rewrite(flow);
    return {};
  }

 private:
  using Known = std::map<std::tuple<int, Rank, int>, int>;  // relays by operand, rank and step

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  const std::vector<Rank>& way(Rank from, Rank to) {
    const auto [entry, is_new] = ways_.try_emplace({from, to});
    if (is_new) entry->second = fabric_.reaches(from, to) ? std::vector{from, to} : fabric_.way(from, to);
    return entry->second;
  }

  void measure(Rank from, const Hop& hop) {
    const int ranks = static_cast<int>(way(from, hop.at).size());
    if (ranks == 0) refusal_ = fmt::format("nothing connects rank {} with rank {}", from.value, hop.at.value);
    later_[at(hop.step)] = std::max(later_[at(hop.step)], ranks - 2);
  }

  /// Relays stand right before the hop that they serve; others that read the same by the same way share them.
  void rewrite(Flow& flow) {
    std::vector<Hop> hops;
    std::vector<int> moved;  // [old hop]
    Known known;
    for (Hop hop : flow.hops) {
      hop.step += later_[at(hop.step)];
      for (int& operand : hop.operands) operand = relayed(moved[at(operand)], hop, hops, known);
      moved.push_back(static_cast<int>(hops.size()));
      hops.push_back(std::move(hop));
    }
    flow.hops = std::move(hops);
  }

  int relayed(int operand, const Hop& reader, std::vector<Hop>& hops, Known& known) {
    const std::vector<Rank>& ranks = way(hops[at(operand)].at, reader.at);
    const int contained = hops[at(operand)].contained, contribution = hops[at(operand)].contribution;
    for (std::size_t i = 1; i + 1 < ranks.size(); ++i) {
      const int step = reader.step - static_cast<int>(ranks.size() - 1 - i);
      const auto [entry, is_new] =
          known.try_emplace({operand, ranks[i], step}, static_cast<int>(hops.size()));
      if (is_new) hops.push_back({ranks[i], step, -1, {operand}, false, contained, contribution});
      operand = entry->second;
    }
    return operand;
  }

  Flows& flows_;
  const Fabric& fabric_;
  std::vector<int> later_;  // [step] by how many steps: first its own, then summed up
  std::string refusal_;
  std::map<std::pair<Rank, Rank>, std::vector<Rank>> ways_;
};

}  // namespace

std::string add_relays(Flows& flows, const Fabric& fabric) { return Relaying(flows, fabric).run(); }

}  // namespace purlin
