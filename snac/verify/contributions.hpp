#pragma once
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "snac/verify/expressions.hpp"
#include "snac/verify/naming.hpp"

namespace purlin {

/// What is wrong with an expression as the value of an output element. Places are relative to the element's
/// own.
struct TreeFault {
  std::string rule;  // empty where nothing is wrong
  std::optional<std::int64_t> lacking;
  std::optional<std::int64_t> surplus;
  std::optional<std::int64_t> repeated;
  std::int64_t divisor = 1;  // of V208, where the last reduction divides wrongly
};

/// Checks expressions against the contributions that the layouts name. What holds for one element holds for
/// all that are treated alike, so each case is judged once.
class ContributionCheck {
 public:
  ContributionCheck(const Problem& problem, const Naming& naming, const Expressions& expressions);

  /// `shift`: how far the tree's place lies from the element's.
  const TreeFault& check(Node node, int set, std::int64_t shift);

  /// The fault in the spec's own words, for the element at `place`: "lacks the contribution of p=5".
  std::string describe(const TreeFault& fault, int set, std::int64_t place) const;

 private:
  TreeFault judge(Node node, int set, std::int64_t shift) const;
  TreeFault judge_places(const std::vector<Box>& places, int set) const;
  TreeFault judge_division(Node node, int set) const;
  bool divides_within(Node node) const;

  const Problem& problem_;
  const Naming& naming_;
  const Expressions& expressions_;
  std::map<std::tuple<Node, int, std::int64_t>, TreeFault> judged_;
};

}  // namespace purlin
