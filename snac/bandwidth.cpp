#include "snac/bandwidth.hpp"

#include <algorithm>
#include <map>

#include "spec/packing.hpp"

namespace purlin {
namespace {

using Ranks = std::vector<Rank>;
using Axes = std::vector<AxisId>;

Axes bound_axes(const Layout& layout, const Layout& output, bool in_output) {
  Axes axes;
  for (const Layout::Binding& binding : layout.bindings)
    if (output.names(binding.axis) == in_output) axes.push_back(binding.axis);
  return axes;
}

Axes local_without(const Layout& layout, const Axes& excluded) {
  Axes axes;
  for (AxisId axis : layout.local)
    if (std::ranges::find(excluded, axis) == excluded.end()) axes.push_back(axis);
  return axes;
}

Index at_axes(const Index& index, const Axes& axes) {
  Index values;
  for (AxisId axis : axes) values.push_back(index[static_cast<std::size_t>(axis)]);
  return values;
}

/// Elements by the indices of every axis bound on either side, and who has and wants them.
class Classes {
 public:
  explicit Classes(const Problem& problem)
      : problem_(problem),
        wanted_(bound_axes(problem.output, problem.output, true)),
        given_(bound_axes(problem.input, problem.output, true)),
        reduced_(bound_axes(problem.input, problem.output, false)),
        axes_(wanted_) {
    for (AxisId axis : given_)
      if (std::ranges::find(wanted_, axis) == wanted_.end()) axes_.push_back(axis);
    Axes bound = axes_;
    bound.insert(bound.end(), reduced_.begin(), reduced_.end());
    output_rest_ = local_without(problem.output, bound);
    input_rest_ = local_without(problem.input, bound);
    for (Rank rank; rank.value < problem.ranks(); ++rank.value) place(rank);
  }

  /// Calls `visit(bytes, contributions (each with its replicas), holders)` for every class.
  template <class Visit>
  void for_each(Visit&& visit) {
    Index index(problem_.axes.size(), 0);
    descend(0, index, visit);
  }

 private:
  void place(Rank rank) {
    const Coordinates at = problem_.mesh.coordinates_of(rank);
    if (holds(problem_.output, at))
      holders_[at_axes(slice_origin(problem_, problem_.output, at), wanted_)].push_back(rank);
    if (!holds(problem_.input, at)) return;
    const Index index = slice_origin(problem_, problem_.input, at);
    contributors_[at_axes(index, given_)][at_axes(index, reduced_)].push_back(rank);
  }

  template <class Visit>
  void descend(std::size_t depth, Index& index, Visit& visit) {
    if (depth == axes_.size()) return emit(index, visit);
    const auto axis = static_cast<std::size_t>(axes_[depth]);
    for (index[axis] = 0; index[axis] < problem_.axes[axis].size; ++index[axis])
      descend(depth + 1, index, visit);
    index[axis] = 0;
  }

  template <class Visit>
  void emit(Index& index, Visit& visit) {
    const std::int64_t elements = packed_elements(problem_, output_rest_, index);
    if (elements == 0) return;
    std::vector<Ranks> contributions;
    for (const auto& [at, ranks] : contributors_[at_axes(index, given_)]) {
      for (std::size_t i = 0; i < reduced_.size(); ++i) index[static_cast<std::size_t>(reduced_[i])] = at[i];
      if (packed_elements(problem_, input_rest_, index) > 0) contributions.push_back(ranks);
    }
    visit(static_cast<double>((size_of(problem_.dtype) * elements).value), contributions,
          holders_[at_axes(index, wanted_)]);
  }

  const Problem& problem_;
  Axes wanted_, given_, reduced_, axes_, output_rest_, input_rest_;
  std::map<Index, Ranks> holders_;
  std::map<Index, std::map<Index, Ranks>> contributors_;
};

bool contains(const Ranks& ranks, Rank rank) { return std::ranges::find(ranks, rank) != ranks.end(); }

bool intersect(const std::vector<Ranks>& contributions, const Ranks& holders) {
  return std::ranges::any_of(contributions, [&](const Ranks& replicas) {
    return std::ranges::any_of(replicas, [&](Rank rank) { return contains(holders, rank); });
  });
}

/// Holders that do not start with everything.
Ranks receivers(const std::vector<Ranks>& contributions, const Ranks& holders) {
  Ranks receiving = holders;
  if (contributions.size() == 1)
    std::erase_if(receiving, [&](Rank rank) { return contains(contributions[0], rank); });
  return receiving;
}

double messages(const std::vector<Ranks>& contributions, const Ranks& holders, const Ranks& receiving) {
  if (receiving.empty()) return 0;
  if (contributions.size() == 1) return static_cast<double>(receiving.size());
  const double ends = static_cast<double>(contributions.size() + holders.size());
  return ends - (intersect(contributions, holders) ? 2 : 1);
}

void add(PortBytes& ports, double bytes, const std::vector<Ranks>& contributions, const Ranks& holders) {
  if (contributions.empty()) return;
  const Ranks receiving = receivers(contributions, holders);
  ports.total += bytes * messages(contributions, holders, receiving);
  for (Rank rank : receiving) ports.in[static_cast<std::size_t>(rank.value)] += bytes;
  for (const Ranks& replicas : contributions)
    for (Rank rank : replicas)
      if (!receiving.empty() && (receiving.size() > 1 || receiving[0] != rank))
        ports.out[static_cast<std::size_t>(rank.value)] += bytes / static_cast<double>(replicas.size());
}

}  // namespace

double PortBytes::busiest() const {
  double busiest = in.empty() ? 0 : total / static_cast<double>(in.size());
  for (double bytes : in) busiest = std::max(busiest, bytes);
  for (double bytes : out) busiest = std::max(busiest, bytes);
  return busiest;
}

PortBytes least_port_bytes(const Problem& problem) {
  const auto ranks = static_cast<std::size_t>(problem.ranks());
  PortBytes ports{std::vector<double>(ranks), std::vector<double>(ranks), 0};
  Classes(problem).for_each([&](double bytes, const std::vector<Ranks>& contributions, const Ranks& holders) {
    add(ports, bytes, contributions, holders);
  });
  return ports;
}

double busbw_factor(const Problem& problem) {
  const std::int64_t size = size_of(problem).value;
  return size == 0 ? 0 : least_port_bytes(problem).busiest() / static_cast<double>(size);
}

}  // namespace purlin
