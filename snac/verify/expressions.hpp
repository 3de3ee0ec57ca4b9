#pragma once
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "snac/verify/strided.hpp"
#include "spec/reduce_op.hpp"

namespace purlin {

/// An expression over input elements, hash-consed: equal ids, equal trees. It is relative: `value(place)` is
/// the tree whose first input element stands at `place` of the tensor, so that one id serves all elements
/// treated alike.
using Node = std::int32_t;

inline constexpr Node kInput = 0;  // the input element at `place` itself

/// `count` operands one after another, `stride` apart, the first `at` after the tree's place.
struct Operands {
  Node node = kInput;
  std::int64_t at = 0;
  std::int64_t count = 1;
  std::int64_t stride = 0;
  friend bool operator==(const Operands&, const Operands&) = default;
};

/// A reduction: operands in order, folded with a wide accumulator, divided, rounded once.
struct Reduction {
  ReduceOp op = ReduceOp::sum;
  std::int64_t divisor = 1;
  std::int64_t evaluation = -1;  // of an unordered one (in a switch): each evaluation rounds in its own way
  std::vector<Operands> operands;
  friend bool operator==(const Reduction&, const Reduction&) = default;
};

/// Appends operands; the list is the same however a sequence was cut into appends.
void append(std::vector<Operands>& list, Operands more);

class Expressions {
 public:
  Expressions();

  /// Of one operand that is not divided: that operand.
  Node reduce(Reduction reduction);
  /// A value that nothing may depend on; `reason` is the caller's.
  Node spoiled(std::int32_t reason);

  bool is_reduction(Node node) const { return kind(node) == Kind::reduction; }
  bool is_spoiled(Node node) const { return kind(node) == Kind::spoiled; }
  /// No inputs: made of the op's identity alone, whatever the place.
  bool is_constant(Node node) const { return is_reduction(node) && inputs(node) == 0; }
  const Reduction& reduction(Node node) const;
  std::int32_t reason(Node node) const;

  /// Input elements in the tree, counted as often as they stand there.
  std::int64_t inputs(Node node) const { return entries_[static_cast<std::size_t>(node)].inputs; }
  /// Places of all input elements relative to the tree's place. An element listed again has a step of 0.
  std::vector<Box> places(Node node) const;
  /// The first spoiled node of the tree, or nullptr.
  const Node* find_spoiled(Node node) const;
  std::int64_t size() const { return static_cast<std::int64_t>(entries_.size()); }

 private:
  enum class Kind : std::uint8_t { input, reduction, spoiled };
  struct Entry {
    Kind kind = Kind::input;
    std::int64_t inputs = 1;
    std::int32_t reason = 0;
    Node spoiled = -1;  // first spoiled node below, or itself
    Reduction reduction;
  };
  Kind kind(Node node) const { return entries_[static_cast<std::size_t>(node)].kind; }
  Node add(Entry entry);
  void add_places(Node node, const Box& at, std::vector<Box>& out) const;

  std::vector<Entry> entries_;
  std::unordered_multimap<std::uint64_t, Node> by_hash_;
};

}  // namespace purlin
