#pragma once
#include "tests/support/tiny_world.hpp"

namespace purlin::testing {

/// Takes the actions of a lane's launch apart into steps: all reads of an action are one, all plain writes,
/// every notification, wait and packet.
class TinySteps {
 public:
  TinySteps(const TinyMemory& memory, int launch, TinyWorld::Lane& lane);

  void operator()(const Stage& stage);
  void operator()(const Notify& notify);
  void operator()(const Await& await);
  void operator()(const Consume& consume);
  void operator()(const PutPackets& put);
  void operator()(const TakePackets& take);

 private:
  using Sources = std::vector<std::vector<Cell>>;
  Step& add(Step::Kind kind);
  void signal(Step::Kind kind, int slot, std::uint32_t value);
  int width_for(ReduceOp op) const;
  void read(ReduceOp op, std::int64_t divisor, const Sources& sources, std::int64_t bytes);
  void write(const std::vector<Span>& destinations);
  void put(const TakePackets::Packets& to, std::int64_t bytes);
  void await(const TakePackets::Packets& from, std::int64_t bytes);

  const TinyMemory& memory_;
  const Problem& problem_;
  int launch_;
  TinyWorld::Lane& lane_;
};

}  // namespace purlin::testing
