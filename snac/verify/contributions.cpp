#include "snac/verify/contributions.hpp"

#include <fmt/format.h>

#include <set>

#include "snac/verify/memory.hpp"

namespace purlin {
namespace {

/// Whether the box's steps nest, so that no place stands twice in it.
bool is_simple(const Box& box) {
  std::int64_t extent = 1;
  for (int i = box.steps.size(); i-- > 0;) {
    if (box.steps[i].at < extent) return false;
    extent += (box.steps[i].count - 1) * box.steps[i].at;
  }
  return true;
}

Memory memory_of(const std::vector<Box>& boxes) {
  Memory memory;
  for (const Box& box : boxes) memory.write(box, kInput, 0);
  return memory;
}

std::optional<std::int64_t> first_outside(const std::vector<Box>& boxes, const Memory& memory) {
  for (const Box& box : boxes)
    if (const auto outside = memory.unwritten(box); !outside.empty()) return outside.front().at;
  return std::nullopt;
}

}  // namespace

ContributionCheck::ContributionCheck(const Problem& problem, const Naming& naming,
                                     const Expressions& expressions)
    : problem_(problem), naming_(naming), expressions_(expressions) {}

const TreeFault& ContributionCheck::check(Node node, int set, std::int64_t shift) {
  const std::tuple key(node, set, expressions_.is_constant(node) ? 0 : shift);
  const auto known = judged_.find(key);
  return known != judged_.end() ? known->second : judged_.emplace(key, judge(node, set, shift)).first->second;
}

TreeFault ContributionCheck::judge(Node node, int set, std::int64_t shift) const {
  // Far more than is named is not worth a list: doubling a tree again and again would make it endless.
  if (expressions_.inputs(node) > 2 * naming_.count(set) + 2) return {"V202", {}, {}, {}, 1};
  std::vector<Box> places = expressions_.places(node);
  for (Box& box : places) box.at += shift;
  if (TreeFault fault = judge_places(places, set); !fault.rule.empty()) return fault;
  return judge_division(node, set);
}

TreeFault ContributionCheck::judge_places(const std::vector<Box>& places, int set) const {
  TreeFault fault;
  Memory seen;
  for (const Box& box : places) {
    if (!is_simple(box) || seen.written_in(box)) {
      fault.repeated = box.at;
      fault.rule = "V202";
      return fault;
    }
    seen.write(box, kInput, 0);
  }
  fault.lacking = first_outside(naming_.contributions(set), seen);
  fault.surplus = first_outside(places, memory_of(naming_.contributions(set)));
  if (fault.lacking)
    fault.rule = fault.surplus ? "V203" : "V201";
  else if (fault.surplus)
    fault.rule = "V202";
  return fault;
}

TreeFault ContributionCheck::judge_division(Node node, int set) const {
  TreeFault fault;
  if (!expressions_.is_reduction(node)) return fault;
  fault.divisor = expressions_.reduction(node).divisor;
  const std::int64_t wanted = problem_.op == ReduceOp::avg ? naming_.count(set) : 1;
  if (fault.divisor != wanted || divides_within(node)) fault.rule = "V208";
  return fault;
}

bool ContributionCheck::divides_within(Node node) const {
  std::set<Node> visited{node};
  std::vector<Node> open{node};
  while (!open.empty()) {
    const Node at = open.back();
    open.pop_back();
    for (const Operands& some : expressions_.reduction(at).operands)
      if (expressions_.is_reduction(some.node) && visited.insert(some.node).second) {
        if (expressions_.reduction(some.node).divisor != 1) return true;
        open.push_back(some.node);
      }
  }
  return false;
}

std::string ContributionCheck::describe(const TreeFault& fault, int set, std::int64_t place) const {
  const std::int64_t wanted = naming_.count(set);
  if (fault.rule == "V208") {
    if (problem_.op != ReduceOp::avg || fault.divisor == wanted)
      return "is divided before its last reduction";
    return fmt::format("is divided by {} instead of {}", fault.divisor, wanted);
  }
  if (fault.repeated)
    return "counts the contribution of " + naming_.element_at(place + *fault.repeated) + " twice";
  if (fault.lacking && fault.surplus) {
    const std::string wrong = naming_.element_at(place + *fault.surplus);
    return fmt::format("has {} instead of {}", wrong, naming_.element_at(place + *fault.lacking));
  }
  if (fault.lacking) return "lacks the contribution of " + naming_.contribution_at(*fault.lacking);
  if (fault.surplus) return "has a contribution of " + naming_.element_at(place + *fault.surplus);
  return fmt::format("has more than the {} contributions named", wanted);
}

}  // namespace purlin
