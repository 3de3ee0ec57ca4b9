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

Tree nested(const Tree& heads, const std::vector<Tree>& rows) {
  std::vector<int> first;
  int size = 0, rounds = 0;
  for (const Tree& row : rows) {
    first.push_back(size);
    size += row.size();
    rounds = std::max(rounds, row.rounds);
  }
  Tree tree = rooted(size, rounds + heads.rounds);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (int position = 1; position < rows[r].size(); ++position) {
      tree.parent[at(first[r] + position)] = first[r] + rows[r].parent[at(position)];
      tree.round[at(first[r] + position)] = rows[r].round[at(position)];
    }
    tree.parent[at(first[r])] = first[at(heads.parent[r])];
    tree.round[at(first[r])] = rounds + heads.round[r];
  }
  return tree;
}

}  // namespace purlin
