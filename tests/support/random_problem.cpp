#include "tests/support/random_problem.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "tests/support/draft.hpp"
#include "tests/support/random.hpp"

namespace purlin::testing {
namespace {

constexpr std::int64_t kMaxRanks = 12;
constexpr std::int64_t kMaxElements = 3000;  // of the whole tensor, so that the oracle's loops stay short
constexpr int kMaxAxes = 6;

std::vector<Draft::MeshAxis> draw_mesh(Random& random) {
  constexpr std::array<const char*, 3> kNames = {"x", "y", "z"};
  std::vector<Draft::MeshAxis> mesh;
  std::int64_t left = kMaxRanks;
  const std::int64_t axes = random.chance(40) ? 1 : random.between(2, 3);
  for (std::int64_t i = 0; i < axes; ++i) {
    mesh.push_back({kNames[static_cast<std::size_t>(i)], random.between(1, left)});
    left /= mesh.back().extent;
  }
  random.shuffle(mesh);
  return mesh;
}

std::int64_t elements(const Draft& draft) {
  std::int64_t product = 1;
  for (const auto& axis : draft.axes) product *= std::max<std::int64_t>(axis.size, 1);
  return product;
}

std::int64_t draw_size(Random& random, std::int64_t largest) {
  constexpr std::array<std::int64_t, 12> kSizes = {1, 2, 3, 4, 5, 7, 8, 16, 17, 33, 129, 257};
  if (random.chance(2)) return 0;
  return std::min(random.pick(kSizes), largest);
}

/// Axes as long as a mesh axis can be bound; some of them bear its name, which shortens the layout.
void add_bindable_axes(Draft& draft, Random& random) {
  for (const auto& mesh_axis : draft.mesh) {
    if (!random.chance(75) || elements(draft) * mesh_axis.extent > kMaxElements) continue;
    const std::string name = random.chance(40) ? mesh_axis.name : "s" + mesh_axis.name;
    draft.axes.push_back({name, mesh_axis.extent, {}, {}});
  }
}

void add_local_axes(Draft& draft, Random& random) {
  constexpr std::array<const char*, kMaxAxes> kNames = {"a", "b", "c", "d", "e", "f"};
  const auto room = static_cast<std::int64_t>(kMaxAxes - draft.axes.size());
  const std::int64_t wanted = random.below(std::min<std::int64_t>(room, 4) + 1);
  for (std::int64_t i = 0; i < wanted; ++i)
    draft.axes.push_back(
        {kNames[static_cast<std::size_t>(i)], draw_size(random, kMaxElements / elements(draft)), {}, {}});
}

/// Makes the last axis ragged over one or two of the others.
void make_ragged(Draft& draft, Random& random) {
  if (draft.axes.size() < 2 || !random.chance(30)) return;
  auto& ragged = draft.axes.back();
  std::vector<int> others(draft.axes.size() - 1);
  std::iota(others.begin(), others.end(), 0);
  random.shuffle(others);
  others.resize(std::min<std::size_t>(others.size(), random.chance(50) ? 1 : 2));
  std::int64_t rows = 1;
  for (int parent : others) rows *= draft.axis(parent).size;
  if (rows == 0) return;
  ragged.parents = others;
  for (std::int64_t row = 0; row < rows; ++row)
    ragged.sizes.push_back(random.chance(20) ? 0 : random.between(0, ragged.size));
}

bool contains(const std::vector<int>& items, int item) { return std::ranges::count(items, item) > 0; }

/// Binds some of `left` to mesh axes of their size and takes them out.
std::vector<Draft::Binding> draw_bindings(const Draft& draft, Random& random, std::vector<int>& left) {
  std::vector<Draft::Binding> bindings;
  for (std::size_t m = 0; m < draft.mesh.size(); ++m) {
    const std::int64_t extent = draft.mesh[m].extent;
    const auto fits = [&](int axis) {
      return draft.axis(axis).size == extent && !draft.axis(axis).is_ragged();
    };
    const auto found = std::ranges::find_if(left, fits);
    if (found == left.end() || random.chance(20)) continue;
    const std::int64_t shift = random.chance(30) ? random.between(-extent, 2 * extent) : 0;
    bindings.push_back({static_cast<int>(m), *found, shift});
    left.erase(found);
  }
  random.shuffle(bindings);
  return bindings;
}

/// Moves every ragged axis to some place behind its parents.
void put_parents_first(const Draft& draft, Random& random, std::vector<int>& local) {
  for (std::size_t i = 0; i < draft.axes.size(); ++i) {
    const auto id = static_cast<int>(i);
    if (!draft.axes[i].is_ragged() || std::erase(local, id) == 0) continue;
    std::size_t first = 0;
    for (std::size_t place = 0; place < local.size(); ++place)
      if (contains(draft.axes[i].parents, local[place])) first = place + 1;
    const auto room = static_cast<std::int64_t>(local.size() - first);
    local.insert(local.begin() + static_cast<std::ptrdiff_t>(first) + random.between(0, room), id);
  }
}

std::vector<Draft::Pin> draw_pins(const Draft& draft, Random& random, const Draft::Side& side) {
  std::vector<Draft::Pin> pins;
  for (std::size_t m = 0; m < draft.mesh.size(); ++m) {
    const auto id = static_cast<int>(m);
    const bool bound = std::ranges::any_of(side.bindings, [&](const auto& b) { return b.mesh_axis == id; });
    if (!bound && random.chance(25)) pins.push_back({id, random.below(draft.mesh[m].extent)});
  }
  return pins;
}

Draft::Side draw_side(const Draft& draft, Random& random, std::vector<int> axes) {
  Draft::Side side;
  random.shuffle(axes);
  side.bindings = draw_bindings(draft, random, axes);
  random.shuffle(axes);
  put_parents_first(draft, random, axes);
  side.local = axes;
  side.pins = draw_pins(draft, random, side);
  return side;
}

/// Axes that a reduction keeps; a ragged one only with all its parents.
std::vector<int> draw_kept(const Draft& draft, Random& random) {
  std::vector<int> kept;
  for (std::size_t i = 0; i < draft.axes.size(); ++i)
    if (random.chance(55)) kept.push_back(static_cast<int>(i));
  std::erase_if(kept, [&](int axis) {
    const auto& parents = draft.axis(axis).parents;
    return std::ranges::any_of(parents, [&](int parent) { return !contains(kept, parent); });
  });
  return kept;
}

/// Whether some output element could be made of nothing.
bool may_reduce_nothing(const Draft& draft, const std::vector<int>& kept) {
  for (std::size_t i = 0; i < draft.axes.size(); ++i)
    if (!contains(kept, static_cast<int>(i)) && (draft.axes[i].size == 0 || draft.axes[i].is_ragged()))
      return true;
  return false;
}

ReduceOp draw_op(const Draft& draft, Random& random, bool needs_identity) {
  while (true) {
    const ReduceOp op = random.pick(kReduceOps);
    if (op != ReduceOp::copy && applies_to(op, draft.dtype) && (!needs_identity || has_identity(op)))
      return op;
  }
}

}  // namespace

std::string random_problem(std::uint64_t seed) {
  Random random(seed);
  Draft draft;
  draft.mesh = draw_mesh(random);
  add_bindable_axes(draft, random);
  add_local_axes(draft, random);
  make_ragged(draft, random);
  draft.dtype = random.pick(kDataTypes);
  std::vector<int> axes(draft.axes.size());
  std::iota(axes.begin(), axes.end(), 0);
  const bool copies = random.chance(45);
  const std::vector<int> kept = copies ? axes : draw_kept(draft, random);
  draft.op = copies ? ReduceOp::copy : draw_op(draft, random, may_reduce_nothing(draft, kept));
  draft.input = draw_side(draft, random, axes);
  draft.output = draw_side(draft, random, kept);
  return to_toml(draft);
}

}  // namespace purlin::testing
