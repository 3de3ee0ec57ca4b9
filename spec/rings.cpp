#include "spec/rings.hpp"

#include <algorithm>
#include <utility>

namespace purlin {
namespace {

using Ring = std::vector<Gpu>;

constexpr int kMostSteps = 200'000;

/// Searches for rings one after the other, taking links away, and goes back where the rest has none.
class RingSearch {
 public:
  RingSearch(const Machine& machine, const std::vector<Gpu>& gpus)
      : gpus_(gpus), free_(gpus.size(), std::vector<int>(gpus.size(), 0)), used_(gpus.size(), false) {
    for (const Wire& wire : machine.wires) add(wire);
  }

  std::vector<Ring> search() {
    if (gpus_.size() < 2) return {};
    most_ = most_possible();
    begin_ring();
    return best_;
  }

 private:
  std::size_t index_of(int gpu) const {
    const auto found = std::ranges::find(gpus_, Gpu{gpu});
    return static_cast<std::size_t>(found - gpus_.begin());
  }

  void add(const Wire& wire) {
    const std::size_t a = index_of(wire.a), b = index_of(wire.b);
    if (a == gpus_.size() || b == gpus_.size()) return;
    free_[a][b] += wire.count;
    free_[b][a] += wire.count;
  }

  /// A ring takes two links of every GPU (of a pair: one, used both ways).
  std::size_t most_possible() const {
    int least = free_.size() == 2 ? 2 * free_[0][1] : 1 << 20;
    for (const std::vector<int>& row : free_)
      if (free_.size() > 2) {
        int links = 0;
        for (int count : row) links += count;
        least = std::min(least, links);
      }
    return static_cast<std::size_t>(least / 2);
  }

  bool over() const { return best_.size() == most_ || steps_ >= kMostSteps; }

  void begin_ring() {
    if (rings_.size() > best_.size()) best_ = rings_;
    if (over()) return;
    const std::vector<std::size_t> outer = std::exchange(way_, {0});
    used_[0] = true;
    extend();
    used_[0] = false;
    way_ = outer;
  }

  void extend() {
    if (over()) return;
    ++steps_;
    if (way_.size() == gpus_.size()) return close();
    const std::size_t here = way_.back();
    for (std::size_t next = 0; next < gpus_.size(); ++next)
      if (!used_[next] && free_[here][next] > 0) step(here, next);
  }

  void step(std::size_t here, std::size_t next) {
    take(here, next, 1);
    used_[next] = true;
    way_.push_back(next);
    extend();
    way_.pop_back();
    used_[next] = false;
    take(here, next, -1);
  }

  void close() {
    const std::size_t last = way_.back();
    const bool pair = way_.size() == 2;  // there and back over one link
    if (!pair && free_[last][0] == 0) return;
    if (!pair) take(last, 0, 1);
    rings_.push_back(ring());
    const std::vector<bool> outer = std::exchange(used_, std::vector<bool>(gpus_.size(), false));
    begin_ring();
    used_ = outer;
    rings_.pop_back();
    if (!pair) take(last, 0, -1);
  }

  Ring ring() const {
    Ring named;
    for (std::size_t index : way_) named.push_back(gpus_[index]);
    return named;
  }

  void take(std::size_t a, std::size_t b, int links) {
    free_[a][b] -= links;
    free_[b][a] -= links;
  }

  const std::vector<Gpu>& gpus_;
  std::vector<std::vector<int>> free_;  // links between two, not yet in a ring
  std::vector<bool> used_;              // stands in the ring being made
  std::vector<std::size_t> way_;
  std::vector<Ring> rings_;
  std::vector<Ring> best_;
  std::size_t most_ = 0;
  int steps_ = 0;
};

}  // namespace

std::vector<std::vector<Gpu>> disjoint_rings(const Machine& machine, const std::vector<Gpu>& gpus) {
  return RingSearch(machine, gpus).search();
}

}  // namespace purlin
