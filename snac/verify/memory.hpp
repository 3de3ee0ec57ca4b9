#pragma once
#include <vector>

#include "snac/verify/expressions.hpp"
#include "snac/verify/interval_index.hpp"
#include "snac/verify/strided.hpp"

namespace purlin {

/// What the bytes of one buffer of one rank are worth: disjoint boxes, `at` a byte of the buffer, `carry` the
/// place of its expression. Bytes that nobody wrote are worth nothing.
class Memory {
 public:
  struct Piece {
    Box box;
    Node node = kInput;
    std::int32_t writer = -1;  // the caller's number of the write; -1: there from the start
  };
  struct Found {
    Meet meet;  // at: byte; a: what the box read carries; b: place
    Node node = kInput;
  };

  /// Appends what stands in the box and returns its bytes.
  std::int64_t read(const Box& box, std::vector<Found>& out) const;

  /// Overwrites the box.
  void write(const Box& box, Node node, std::int32_t writer);

  /// What of the box nobody wrote.
  std::vector<Box> unwritten(const Box& box) const;

  /// A piece that a write (not the start) put where the box lies, or nullptr.
  const Piece* written_in(const Box& box) const;

 private:
  void add(Piece piece);
  void remove(int id);

  std::vector<Piece> pieces_;
  std::vector<int> free_;
  IntervalIndex index_;
};

}  // namespace purlin
