#pragma once
#include <vector>

#include "snac/verify/expressions.hpp"
#include "snac/verify/memory.hpp"

namespace purlin {

/// The operands of a reduction being collected, for all positions of an action at once: where sources were
/// written in different pieces, positions are cut as finely as they differ.
class Terms {
 public:
  struct Term {
    Box box;                         // at: position; carry: place of the first operand
    std::vector<Operands> operands;  // relative to that place
    bool is_placed = false;          // an operand other than a constant has given the place
    bool is_spoiled = false;         // operands of different output elements, or torn ones
  };

  /// `bytes` positions, `element` bytes each, none with an operand yet.
  Terms(const Expressions& expressions, std::int64_t bytes, std::int64_t element);

  /// Appends a source's operands: what a read found (a: position, or a fold of it), folds in order.
  void add(std::vector<Memory::Found> found, std::int64_t fold_distance);

  const std::vector<Term>& all() const { return terms_; }

 private:
  struct Operand;
  static std::vector<Operand> operands_of(const std::vector<Memory::Found>& found,
                                          std::int64_t fold_distance);
  void add(const Operand& operand);
  void add_to(Term& term, const Operand& operand, std::vector<Term>& more) const;
  void append_at(Term& term, const Box& places, const Operand& operand) const;
  bool is_whole(const Box& box) const;

  const Expressions& expressions_;
  std::int64_t element_;
  std::vector<Term> terms_;
};

}  // namespace purlin
