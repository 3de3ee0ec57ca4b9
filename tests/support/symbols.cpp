#include "tests/support/symbols.hpp"

#include <algorithm>

#include "tests/support/elements.hpp"

namespace purlin::testing {
namespace {

constexpr std::int64_t kInputTerm = 1;      // launch, element, byte
constexpr std::int64_t kReductionTerm = 2;  // op, divisor, byte, operands

/// Sums for an average are sums.
ReduceOp plain(ReduceOp op) { return op == ReduceOp::avg ? ReduceOp::sum : op; }

}  // namespace

Symbol Symbols::input(int launch, std::int64_t element, int byte) {
  return named({kInputTerm, launch, element, byte});
}

Symbol Symbols::reduction(ReduceOp op, std::int64_t divisor, int byte, std::span<const Symbol> operands) {
  Term term{kReductionTerm, static_cast<std::int64_t>(plain(op)), divisor, byte};
  term.insert(term.end(), operands.begin(), operands.end());
  return named(std::move(term));
}

Symbol Symbols::named(Term term) {
  const auto [known, is_new] = names_.try_emplace(std::move(term), static_cast<Symbol>(terms_.size()));
  if (is_new) terms_.push_back(known->first);
  return known->second;
}

bool Symbols::is_made_of(const Problem& problem, int launch, std::span<const Symbol> bytes,
                         std::vector<std::int64_t> elements) const {
  Found found{launch, plain(problem.op), {}};
  const bool divides = problem.op == ReduceOp::avg;
  const auto divisor = divides ? static_cast<std::int64_t>(elements.size()) : 1;
  if (!collect(bytes, divisor, found)) return false;
  std::ranges::sort(elements);
  std::ranges::sort(found.elements);
  return elements == found.elements;
}

/// The bytes of one element must be those of one term, in order; only the outermost reduction divides.
bool Symbols::collect(std::span<const Symbol> bytes, std::int64_t divisor, Found& found) const {
  const Term& first = terms_[bytes[0]];
  if (first.empty()) return false;
  const std::size_t byte = first[0] == kInputTerm ? 3 : 2 + 1;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    Term expected = first;
    expected[byte] = static_cast<std::int64_t>(i);
    if (terms_[bytes[i]] != expected) return false;
  }
  if (first[0] == kInputTerm) {
    found.elements.push_back(first[2]);
    return first[1] == found.launch && divisor == 1;
  }
  if (first[1] != static_cast<std::int64_t>(found.op) || first[2] != divisor) return false;
  const std::vector<Symbol> operands(first.begin() + 4, first.end());
  for (std::size_t at = 0; at < operands.size(); at += bytes.size())
    if (!collect(std::span(operands).subspan(at, bytes.size()), 1, found)) return false;
  return true;
}

}  // namespace purlin::testing
