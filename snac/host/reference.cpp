#include "snac/host/reference.hpp"

#include <algorithm>
#include <set>

#include "snac/host/rows.hpp"

namespace purlin::host {
namespace {

bool reduces(const Action& action) {
  if (const auto* consume = std::get_if<Consume>(&action.what)) return consume->op != ReduceOp::copy;
  const auto* take = std::get_if<TakePackets>(&action.what);
  return take && take->op != ReduceOp::copy;
}

}  // namespace

std::vector<std::vector<std::byte>> reference(const Problem& problem, Inputs inputs) {
  std::vector<std::vector<std::byte>> outputs;
  for (Rank rank; rank.value < problem.ranks(); ++rank.value)
    outputs.emplace_back(static_cast<std::size_t>(held_bytes(problem, problem.output, rank).value));
  const std::int64_t element = size_of(problem.dtype).value;
  Rows rows(problem, inputs, {});
  for (const std::vector<Rank>& ranks : holders(problem)) {
    std::vector<std::byte>& first = outputs[rank_index(ranks.front())];
    rows.for_each(ranks.front(), [&](const RowPlace& place) {
      for (std::int64_t i = 0; i < place.elements; ++i)
        rows.expected().store(i, first.data() + (place.at() + i * place.stride()) * element);
    });
    for (Rank rank : ranks) outputs[rank_index(rank)] = first;
  }
  return outputs;
}

Tolerance tolerance_of(const Schedule& schedule) {
  std::set<int> steps;
  for (const auto& lanes : schedule.programs)
    for (const Program& program : lanes)
      for (const Action& action : program)
        if (reduces(action)) steps.insert(action.step);
  return {std::max(1, static_cast<int>(steps.size()))};
}

}  // namespace purlin::host
