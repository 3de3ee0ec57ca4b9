#include "snac/derive/in_place.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace purlin {
namespace {

bool overlap(const Block& a, const Block& b) {
  return a.bytes() > 0 && b.bytes() > 0 && a.offset < b.end() && b.offset < a.end();
}

bool equal(Range a, Range b) { return a.first == b.first && a.last == b.last; }

class HazardSearch {
 public:
  HazardSearch(const Problem& problem, const Flows& flows, Style style)
      : problem_(problem), flows_(flows), style_(style) {
    writes_.resize(static_cast<std::size_t>(problem.ranks()));
    for (const Flow& flow : flows)
      for (int id = 0; id < static_cast<int>(flow.hops.size()); ++id) {
        const Hop& hop = flow.hops[at(id)];
        if (hop.to_output) writes_[at(hop.at.value)].push_back({&flow, id, hop.at});
        for (Rank to : hop.pushed_to) writes_[at(to.value)].push_back({&flow, id, to});
      }
  }

  std::string search() const {
    for (const Flow& flow : flows_)
      for (int id = 0; id < static_cast<int>(flow.hops.size()); ++id)
        if (flow.hops[at(id)].is_contribution())
          if (std::string hazard = search({&flow, id, flow.hops[at(id)].at}); !hazard.empty()) return hazard;
    return {};
  }

 private:
  struct Place {
    const Flow* flow;
    int id;
    Rank rank;  // whose memory it is
    const Hop& hop() const { return flow->hops[at(id)]; }
  };
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  Span output_of(const Place& write) const {
    return placed(problem_, {BufferKind::output, write.rank, write.flow->delivery->destination});
  }
  Span input_of(const Place& read) const {
    const auto& source = read.flow->delivery->sources[at(read.hop().contribution)];
    return placed(problem_, {BufferKind::input, read.hop().at, source.block});
  }

  std::string search(const Place& read) const {
    for (const Place& write : writes_[at(read.hop().at.value)])
      if (spoils(write, read)) {
        const Block& block = input_of(read).block;
        return fmt::format("rank {} would overwrite bytes {} to {} of its input before all have read them",
                           read.hop().at.value, block.offset, block.end() - 1);
      }
    return {};
  }

  bool spoils(const Place& write, const Place& read) const {
    if (is_kept(write)) return false;
    const Span written = output_of(write), source = input_of(read);
    if (written.buffer != source.buffer || !overlap(written.block, source.block)) return false;
    if (written.block != source.block) return true;
    if (write.flow != read.flow && write.flow->delivery == read.flow->delivery) return false;  // another part
    return !equal(write.flow->range, read.flow->range) || !comes_last(write, read);
  }

  /// The output is its source already: nothing is written.
  bool is_kept(const Place& write) const {
    const std::vector<int>& operands = write.hop().operands;
    if (operands.size() != 1) return false;
    const Place read{write.flow, operands[0], write.rank};
    return read.hop().is_contribution() && read.hop().at == write.rank &&
           input_of(read) == output_of(write) && write.flow->taken_in(write.hop()) == 1;
  }

  /// Whether every reader is done with the contribution by the time the same lane overwrites its place.
  bool comes_last(const Place& write, const Place& read) const {
    for (int id = 0; id < static_cast<int>(read.flow->hops.size()); ++id) {
      const Hop& reader = read.flow->hops[at(id)];
      if (std::ranges::find(reader.operands, read.id) == reader.operands.end()) continue;
      const bool is_remote = reader.at != read.hop().at;
      if (is_remote && style_.regime != Regime::zero_copy) continue;  // moved out of the way in step 0
      if (write.flow != read.flow || !follows(*write.flow, write.id, id)) return false;
    }
    return true;
  }

  /// Whether hop `later` is or comes from hop `earlier`.
  bool follows(const Flow& flow, int later, int earlier) const {
    if (later == earlier) return true;
    return std::ranges::any_of(flow.hops[at(later)].operands, [&](int operand) {
      return operand >= earlier && follows(flow, operand, earlier);
    });
  }

  const Problem& problem_;
  const Flows& flows_;
  const Style style_;
  std::vector<std::vector<Place>> writes_;  // [rank]
};

}  // namespace

std::string in_place_hazard(const Problem& problem, const Flows& flows, Style style) {
  return problem.in_place == InPlace::no ? std::string() : HazardSearch(problem, flows, style).search();
}

}  // namespace purlin
