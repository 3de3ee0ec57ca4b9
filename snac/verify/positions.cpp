#include "snac/verify/positions.hpp"

namespace purlin {
namespace {

/// Calls `visit(count, address stride, position stride)` for every repetition.
template <class Visit>
void for_each_step(const Block& block, Visit&& visit) {
  std::int64_t position = block.run;
  visit(block.run, 1, 1);
  for (int i = block.dims(); i-- > 0;) {
    visit(block.dim(i).count, block.dim(i).stride, position);
    position *= block.dim(i).count;
  }
}

}  // namespace

// Twice what is needed, so that a fold never looks like the continuation of a run.
std::int64_t fold_distance(const Block& block) { return 2 * block.bytes(); }

Box by_address(const Block& block) {
  Box box{block.offset, 0, {}};
  for_each_step(block, [&](std::int64_t count, std::int64_t address, std::int64_t position) {
    box.steps.push({count, address, position});
  });
  if (block.fold) box.steps.push({block.fold->count, block.fold->stride, fold_distance(block)});
  normalise(box);
  return box;
}

Box by_position(const Block& block) {
  Box box{0, block.offset, {}};
  for_each_step(block, [&](std::int64_t count, std::int64_t address, std::int64_t position) {
    box.steps.push({count, position, address});
  });
  normalise(box);
  return box;
}

Box carried_box(const Meet& meet) {
  Box box{meet.a, meet.b, {}};
  for (const Meet::Step& step : meet.steps) box.steps.push({step.count, step.a, step.b});
  normalise(box);
  return box;
}

}  // namespace purlin
