#include "snac/port_bytes.hpp"

#include <algorithm>
#include <numeric>

namespace purlin {
namespace {

/// Payload that reading a span takes.
double bytes_of(const Span& span) {
  return static_cast<double>(span.block.bytes() * (span.block.fold ? span.block.fold->count : 1));
}

class Counter {
 public:
  explicit Counter(const Placement& placement) : placement_(placement) {
    const auto ports = static_cast<std::size_t>(std::ranges::max(placement, {}, &Gpu::value).value + 1);
    ports_.in.resize(ports), ports_.out.resize(ports);
  }

  PortBytes count(const Schedule& schedule) {
    for (Rank rank; rank.value < schedule.problem.ranks(); ++rank.value)
      for (const Program& program : schedule.programs[static_cast<std::size_t>(rank.value)])
        for (const Action& action : program) add(rank, action);
    ports_.total = std::accumulate(ports_.in.begin(), ports_.in.end(), 0.0);
    return std::move(ports_);
  }

 private:
  std::size_t port_of(Rank rank) const {
    return static_cast<std::size_t>(placement_[static_cast<std::size_t>(rank.value)].value);
  }

  void up(Rank rank, double bytes) { ports_.out[port_of(rank)] += bytes; }
  void down(Rank rank, double bytes) { ports_.in[port_of(rank)] += bytes; }

  void move(Rank from, Rank to, double bytes) {
    if (port_of(from) != port_of(to)) up(from, bytes), down(to, bytes);
  }

  void add_in_switch(Rank rank, const Consume& consume) {
    const double bytes = bytes_of(consume.destinations.front());
    if (consume.sources.size() > 1) {
      for (const Span& source : consume.sources) up(source.rank, bytes);
      down(rank, bytes);
    }
    if (consume.destinations.size() > 1) {
      up(rank, bytes);
      for (const Span& destination : consume.destinations) down(destination.rank, bytes);
    }
  }

  void add(Rank rank, const Consume& consume) {
    for (const Span& source : consume.sources) move(source.rank, rank, bytes_of(source));
    for (const Span& destination : consume.destinations) move(rank, destination.rank, bytes_of(destination));
  }

  void add(Rank rank, const TakePackets& take) {
    for (const TakePackets::End& end : take.destinations) {
      const Rank to = std::visit([](const auto& at) { return at.rank; }, end);
      move(rank, to, static_cast<double>(take.shape.bytes()));
    }
  }

  void add(Rank rank, const Action& action) {
    std::visit(Overloaded{[](const Notify&) {}, [](const Await&) {},
                          [&](const Stage& stage) {
                            move(stage.from.rank, rank, bytes_of(stage.from));
                            move(rank, stage.to.rank, bytes_of(stage.to));
                          },
                          [&](const Consume& consume) {
                            action.datapath == Datapath::multicast ? add_in_switch(rank, consume)
                                                                   : add(rank, consume);
                          },
                          [&](const PutPackets& put) {
                            for (const auto& target : put.targets)
                              move(rank, target.rank, static_cast<double>(put.source.block.bytes()));
                          },
                          [&](const TakePackets& take) { add(rank, take); }},
               action.what);
  }

  const Placement& placement_;
  PortBytes ports_;
};

}  // namespace

PortBytes port_bytes(const Schedule& schedule, const Placement& placement) {
  return Counter(placement).count(schedule);
}

PortBytes port_bytes(const Schedule& schedule) {
  Placement placement;
  for (int rank = 0; rank < schedule.problem.ranks(); ++rank) placement.push_back({rank});
  return port_bytes(schedule, placement);
}

}  // namespace purlin
