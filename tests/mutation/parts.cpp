#include "tests/mutation/parts.hpp"

namespace purlin::testing {
namespace {

using Packets = TakePackets::Packets;

template <class Part, class Add>
void of_ends(TakePackets& take, Add&& add) {
  for (auto* ends : {&take.sources, &take.destinations})
    for (TakePackets::End& end : *ends)
      if (Part* part = std::get_if<Part>(&end)) add(*part);
}

}  // namespace

std::vector<Span*> spans_of(Action& action) {
  std::vector<Span*> all;
  const auto add = [&](Span& span) { all.push_back(&span); };
  std::visit(Overloaded{[&](Stage& stage) { add(stage.from), add(stage.to); }, [](Notify&) {}, [](Await&) {},
                        [&](Consume& consume) {
                          for (Span& source : consume.sources) add(source);
                          for (Span& destination : consume.destinations) add(destination);
                        },
                        [&](PutPackets& put) { add(put.source); },
                        [&](TakePackets& take) { of_ends<Span>(take, add); }},
             action.what);
  return all;
}

std::vector<Block*> blocks_of(Action& action) {
  std::vector<Block*> all;
  for (Span* span : spans_of(action)) all.push_back(&span->block);
  if (auto* take = std::get_if<TakePackets>(&action.what)) all.push_back(&take->shape);
  return all;
}

std::vector<std::int64_t*> offsets_of(Action& action) {
  std::vector<std::int64_t*> all;
  for (Span* span : spans_of(action)) all.push_back(&span->block.offset);
  if (auto* put = std::get_if<PutPackets>(&action.what))
    for (PutPackets::Target& target : put->targets) all.push_back(&target.offset);
  if (auto* take = std::get_if<TakePackets>(&action.what))
    of_ends<Packets>(*take, [&](Packets& packets) { all.push_back(&packets.offset); });
  return all;
}

std::vector<Rank*> ranks_of(Action& action) {
  std::vector<Rank*> all;
  for (Span* span : spans_of(action)) all.push_back(&span->rank);
  if (auto* notify = std::get_if<Notify>(&action.what))
    for (Rank& rank : notify->ranks) all.push_back(&rank);
  if (auto* put = std::get_if<PutPackets>(&action.what))
    for (PutPackets::Target& target : put->targets) all.push_back(&target.rank);
  if (auto* take = std::get_if<TakePackets>(&action.what))
    of_ends<Packets>(*take, [&](Packets& packets) { all.push_back(&packets.rank); });
  return all;
}

std::vector<std::uint32_t*> turns_of(Action& action) {
  std::vector<std::uint32_t*> all;
  if (auto* put = std::get_if<PutPackets>(&action.what)) all.push_back(&put->turn);
  if (auto* take = std::get_if<TakePackets>(&action.what))
    of_ends<Packets>(*take, [&](Packets& packets) { all.push_back(&packets.turn); });
  return all;
}

std::vector<int*> slots_of(Action& action) {
  std::vector<int*> all;
  if (auto* notify = std::get_if<Notify>(&action.what)) all.push_back(&notify->slot);
  if (auto* await = std::get_if<Await>(&action.what))
    for (Await::Wait& wait : await->waits) all.push_back(&wait.slot);
  return all;
}

std::vector<std::uint32_t*> waits_of(Action& action) {
  std::vector<std::uint32_t*> all;
  if (auto* await = std::get_if<Await>(&action.what))
    for (Await::Wait& wait : await->waits) all.push_back(&wait.value);
  return all;
}

}  // namespace purlin::testing
