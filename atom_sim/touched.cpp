#include "atom_sim/touched.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace purlin::sim {
namespace {

struct Hull {
  std::int64_t begin = std::numeric_limits<std::int64_t>::max();
  std::int64_t end = 0;
  std::int64_t bytes() const { return std::max<std::int64_t>(end - begin, 0); }
};

/// Of one rank, by kind of buffer.
using Hulls = std::array<Hull, kBufferKinds>;

class Touched {
 public:
  explicit Touched(const Schedule& schedule) : schedule_(schedule), ranks_(schedule.programs.size()) {
    for (const auto& lanes : schedule.programs)
      for (const Program& program : lanes)
        for (const Action& action : program) add(action);
  }

  double bytes(std::size_t rank) const {
    double sum = 0;
    for (const Hull& hull : ranks_[rank]) sum += static_cast<double>(hull.bytes());
    return sum;
  }

 private:
  void add(BufferKind buffer, Rank rank, std::int64_t begin, std::int64_t end) {
    if (end <= begin) return;
    Hull& hull = ranks_[static_cast<std::size_t>(rank.value)][static_cast<std::size_t>(buffer)];
    hull.begin = std::min(hull.begin, begin);
    hull.end = std::max(hull.end, end);
  }

  void add(const Span& span) {
    if (span.block.bytes() == 0) return;
    const Span home = placed(schedule_.problem, span);
    add(home.buffer, home.rank, home.block.offset, home.block.end());
  }

  void add_packets(Rank rank, std::int64_t offset, std::int64_t payload) {
    add(BufferKind::packet_window, rank, offset, offset + 2 * payload);
  }

  void add(const TakePackets::End& end, std::int64_t payload) {
    if (const auto* packets = std::get_if<TakePackets::Packets>(&end))
      add_packets(packets->rank, packets->offset, payload);
    else
      add(std::get<Span>(end));
  }

  void add(const Action& action) {
    std::visit(Overloaded{[&](const Stage& stage) { add(stage.from), add(stage.to); },
                          [&](const purlin::Consume& consume) {
                            for (const Span& span : consume.sources) add(span);
                            for (const Span& span : consume.destinations) add(span);
                          },
                          [&](const PutPackets& put) {
                            add(put.source);
                            for (const auto& to : put.targets)
                              add_packets(to.rank, to.offset, put.source.block.bytes());
                          },
                          [&](const TakePackets& take) {
                            for (const auto& end : take.sources) add(end, take.shape.bytes());
                            for (const auto& end : take.destinations) add(end, take.shape.bytes());
                          },
                          [](const Notify&) {}, [](const Await&) {}},
               action.what);
  }

  const Schedule& schedule_;
  std::vector<Hulls> ranks_;
};

}  // namespace

std::vector<double> touched_bytes(const Schedule& schedule, const Machine& machine,
                                  const Placement& placement) {
  std::vector<double> bytes(static_cast<std::size_t>(machine.gpus), 0);
  const Touched touched(schedule);
  for (std::size_t rank = 0; rank < placement.size(); ++rank)
    bytes[static_cast<std::size_t>(placement[rank].value)] += touched.bytes(rank);
  return bytes;
}

}  // namespace purlin::sim
