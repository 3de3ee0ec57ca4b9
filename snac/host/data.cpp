#include "snac/host/data.hpp"

#include <algorithm>

#include "snac/host/element.hpp"
#include "snac/host/random.hpp"
#include "spec/assert.hpp"

namespace purlin::host {
namespace {

std::int64_t size_along(const Problem& problem, AxisId axis) {
  return problem.axes[static_cast<std::size_t>(axis)].size;
}

/// Elements reduced into one, at most.
double contributions(const Problem& problem) {
  double count = 1;
  for (AxisId axis : reduced_axes(problem)) count *= static_cast<double>(size_along(problem, axis));
  return std::max(count, 1.0);
}

double unit(std::uint64_t noise) { return static_cast<double>(noise >> 11) * 0x1p-53; }

template <class T>
T any_bits(std::uint64_t noise) {
  return load<T>(reinterpret_cast<const std::byte*>(&noise), 0);
}

/// Any bits, zeros of both signs among them more often than chance has it.
template <class T>
T any_float(std::uint64_t noise) {
  if (noise >> 61 != 0) return any_bits<T>(noise);
  return narrow<T>(noise % 2 == 0 ? Wide<T>{0} : -Wide<T>{0});
}

/// Mostly so small that the absolute sum fits `room`, the integers a mantissa holds.
struct Summands {
  double room, count;
  std::uint64_t widest = static_cast<std::uint64_t>(std::clamp(room / count, 1.0, 1000.0));
  double density = std::min(1.0, room / count);
  double operator()(std::uint64_t noise) const {
    const auto value = static_cast<double>(noise % (2 * widest + 1)) - static_cast<double>(widest);
    return unit(mix(noise)) < density ? value : 0;
  }
};

double factor(std::uint64_t noise, double count) {
  const double two = unit(mix(noise)) * count < 2 ? 2 : 1;
  return noise % 2 == 0 ? two : -two;
}

/// Calls `fill(draw)`: `draw` makes an element out of noise.
template <class T, class Fill>
void with_draw(const Problem& problem, std::int64_t launch, const Fill& fill) {
  if constexpr (kIsFloat<T>) {
    const double count = contributions(problem);
    const bool whole = launch % 2 != 0;
    const auto narrowed = [](double value) { return narrow<T>(static_cast<Wide<T>>(value)); };
    if (problem.op == ReduceOp::min || problem.op == ReduceOp::max) return fill(any_float<T>);
    if (problem.op == ReduceOp::prod && whole)
      return fill([=](std::uint64_t noise) { return narrowed(factor(noise, count)); });
    if (problem.op == ReduceOp::prod)
      return fill([=](std::uint64_t noise) { return narrowed(1 + (2 * unit(noise) - 1) / count); });
    if (problem.op != ReduceOp::copy && whole) {
      const Summands summands{std::ldexp(1.0, digits_of<T>()), count};
      return fill([=](std::uint64_t noise) { return narrowed(summands(noise)); });
    }
    if (problem.op != ReduceOp::copy)
      return fill([=](std::uint64_t noise) { return narrowed(2 * unit(noise) - 1); });
  }
  fill(any_bits<T>);
}

/// Walks a slice in memory order with each element's position in the whole tensor, row-major over all axes.
class Filler {
 public:
  Filler(const Problem& problem, Rank rank, const DataSeed& seed)
      : problem_(problem),
        index_(problem.axes.size(), 0),
        key_(mix(mix(seed.seed) + static_cast<std::uint64_t>(seed.launch))) {
    const Coordinates at = problem.mesh.coordinates_of(rank);
    for (const Layout::Binding& binding : problem.input.bindings)
      index_[static_cast<std::size_t>(binding.axis)] = bound_index(binding, problem.mesh, at);
    strides_.assign(problem.axes.size(), 1);
    for (std::size_t i = problem.axes.size(); i-- > 1;) strides_[i - 1] = strides_[i] * problem.axes[i].size;
    for (std::size_t i = 0; i < index_.size(); ++i) start_ += index_[i] * strides_[i];
  }

  template <class T, class Draw>
  void fill(std::byte* memory, const Draw& draw) {
    next_ = memory;
    walk<T>(0, start_, draw);
  }

 private:
  template <class T, class Draw>
  void walk(std::size_t d, std::int64_t position, const Draw& draw) {
    const std::vector<AxisId>& local = problem_.input.local;
    if (d == local.size()) return row<T>(position, 0, 1, draw);
    const auto axis = static_cast<std::size_t>(local[d]);
    const std::int64_t extent = extent_at(problem_, local[d], index_);
    if (d + 1 == local.size()) return row<T>(position, strides_[axis], extent, draw);
    for (index_[axis] = 0; index_[axis] < extent; ++index_[axis], position += strides_[axis])
      walk<T>(d + 1, position, draw);
    index_[axis] = 0;
  }

  template <class T, class Draw>
  void row(std::int64_t position, std::int64_t stride, std::int64_t extent, const Draw& draw) {
    for (std::int64_t i = 0; i < extent; ++i)
      store<T>(next_, i, draw(mix(key_ ^ static_cast<std::uint64_t>(position + i * stride))));
    next_ += extent * static_cast<std::int64_t>(sizeof(T));
  }

  const Problem& problem_;
  Index index_;
  std::uint64_t key_;
  std::vector<std::int64_t> strides_;
  std::int64_t start_ = 0;
  std::byte* next_ = nullptr;
};

}  // namespace

void fill_input(const Problem& problem, Rank rank, const DataSeed& seed, std::span<std::byte> input) {
  if (input.empty()) return;
  PURLIN_ASSERT(std::ssize(input) == held_bytes(problem, problem.input, rank).value);
  with_type(problem.dtype, [&]<class T>() {
    with_draw<T>(problem, seed.launch,
                 [&](const auto& draw) { Filler(problem, rank, seed).fill<T>(input.data(), draw); });
  });
}

}  // namespace purlin::host
