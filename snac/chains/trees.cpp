#include "snac/chains/trees.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace purlin {
namespace {

std::size_t at(int position) { return static_cast<std::size_t>(position); }

Tree rooted(int size, int rounds) { return {std::vector<int>(at(size)), std::vector<int>(at(size)), rounds}; }

}  // namespace

std::vector<int> Tree::upwards() const {
  std::vector<int> order(at(std::max(size() - 1, 0)));
  std::iota(order.begin(), order.end(), 1);
  std::ranges::stable_sort(order, {}, [&](int position) { return round[at(position)]; });
  return order;
}

Tree star(int size) { return rooted(size, size > 1 ? 1 : 0); }

Tree path(int size) {
  Tree tree = rooted(size, size - 1);
  for (int position = 1; position < size; ++position) {
    tree.parent[at(position)] = position - 1;
    tree.round[at(position)] = size - 1 - position;
  }
  return tree;
}

Tree circulant(int size) {
  Tree tree = rooted(size, 0);
  for (int rest = size; rest > 1; ++tree.rounds) {
    const int half = (rest + 1) / 2;
    for (int position = half; position < rest; ++position) {
      tree.parent[at(position)] = position - half;
      tree.round[at(position)] = tree.rounds;
    }
    rest = half;
  }
  return tree;
}

Tree binary(int size) {
  const auto depth = [](int position) { return std::bit_width(static_cast<unsigned>(position) + 1) - 1; };
  Tree tree = rooted(size, depth(size - 1));
  for (int position = 1; position < size; ++position) {
    tree.parent[at(position)] = (position - 1) / 2;
    tree.round[at(position)] = tree.rounds - depth(position);
  }
  return tree;
}

Tree nested(const Tree& outer, const Tree& inner) {
  Tree tree = rooted(outer.size() * inner.size(), inner.rounds + outer.rounds);
  for (int row = 0; row < outer.size(); ++row)
    for (int column = 0; column < inner.size(); ++column) {
      const int position = row * inner.size() + column;
      const bool is_head = column == 0;
      tree.parent[at(position)] =
          is_head ? outer.parent[at(row)] * inner.size() : row * inner.size() + inner.parent[at(column)];
      tree.round[at(position)] = is_head ? inner.rounds + outer.round[at(row)] : inner.round[at(column)];
    }
  return tree;
}

}  // namespace purlin
