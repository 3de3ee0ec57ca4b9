#include "spec/rings.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "tests/catch.hpp"
#include "tests/support/machines.hpp"

using namespace purlin;

namespace {

std::vector<Gpu> first(int gpus) {
  std::vector<Gpu> all;
  for (int gpu = 0; gpu < gpus; ++gpu) all.push_back({gpu});
  return all;
}

using Pair = std::pair<Gpu, Gpu>;

/// Each ring visits everybody once and all together use no link twice (a ring of two there and back).
void check_disjoint(const Machine& machine, const std::vector<Gpu>& gpus,
                    const std::vector<std::vector<Gpu>>& rings) {
  std::map<Pair, int> free;
  for (const Wire& wire : machine.wires) free[std::minmax(Gpu{wire.a}, Gpu{wire.b})] += wire.count;
  for (std::vector<Gpu> ring : rings) {
    for (std::size_t i = 0; i < ring.size() && !(ring.size() == 2 && i == 1); ++i)
      CHECK(--free[std::minmax(ring[i], ring[(i + 1) % ring.size()])] >= 0);
    std::ranges::sort(ring);
    CHECK(ring == gpus);
  }
}

}  // namespace

TEST_CASE("the hybrid cube mesh has three rings: all six links of every GPU") {
  const Machine machine = testing::cube_mesh();
  const auto rings = disjoint_rings(machine, first(8));
  CHECK(rings.size() == 3);
  check_disjoint(machine, first(8), rings);
}

TEST_CASE("full meshes have half as many rings as a GPU has links") {
  for (int gpus : {3, 4, 5})
    for (int count : {1, 2, 4}) {
      const Machine machine = testing::full_mesh(gpus, count);
      const auto rings = disjoint_rings(machine, first(gpus));
      CHECK(static_cast<int>(rings.size()) == (gpus - 1) * count / 2);
      check_disjoint(machine, first(gpus), rings);
    }
}

TEST_CASE("a pair has a ring per link") {
  CHECK(disjoint_rings(testing::full_mesh(2, 4), first(2)).size() == 4);
}

TEST_CASE("a part of a mesh has rings of its own") {
  const Machine machine = testing::cube_mesh();
  const std::vector<Gpu> square = {{0}, {1}, {2}, {3}};
  const auto rings = disjoint_rings(machine, square);
  CHECK(rings.size() == 2);
  check_disjoint(machine, square, rings);
}

TEST_CASE("there is no ring of direct links behind a switch, over a bridge or for one GPU") {
  CHECK(disjoint_rings(testing::star(4), first(4)).empty());
  CHECK(disjoint_rings(testing::pcie_tree(), first(4)).empty());
  CHECK(disjoint_rings(testing::full_mesh(2, 1), first(1)).empty());
}
