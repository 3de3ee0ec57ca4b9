#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "snac/verify/expressions.hpp"
#include "snac/verify/memory.hpp"
#include "snac/verify/naming.hpp"
#include "snac/verify/order.hpp"
#include "snac/verify/terms.hpp"

namespace purlin {

/// Executes actions on expressions instead of bytes: one launch, windows and scratch empty at its start.
/// Throws a Counterexample where an action reads what nobody wrote or writes what it must not.
class SymbolicRun {
 public:
  SymbolicRun(const Schedule& schedule, const Naming& naming, bool written_once);

  /// Performs one action; callers keep to an order in which each follows what it waits for.
  void perform(const Site& at);

  const Memory& memory(BufferKind kind, Rank rank) const;
  const Expressions& expressions() const { return expressions_; }

  /// Output bytes written again, where that is no fault.
  std::int64_t rewritten() const { return rewritten_; }
  std::int64_t boxes() const { return boxes_; }
  /// The action that made a spoiled value.
  const Site& culprit(Node spoiled) const;
  Site writer(std::int32_t write) const { return writers_[static_cast<std::size_t>(write)]; }

 private:
  /// Expressions of an action's positions; at: position, carry: place.
  struct Value {
    Box box;
    Node node = kInput;
  };
  using Values = std::vector<Value>;

  void perform(const Stage& stage);
  void perform(const Consume& consume);
  void perform(const PutPackets& put);
  void perform(const TakePackets& take);

  Memory& memory(const Span& span);
  Memory& packets(Rank rank, std::uint32_t turn) { return packets_[{rank.value, turn}]; }
  std::vector<Memory::Found> read(const Span& span);
  std::vector<Memory::Found> read(const TakePackets::End& end, const Block& shape);
  Values copied(const std::vector<Memory::Found>& found) const;
  Values reduced(const Terms& terms, ReduceOp op, std::int64_t divisor);
  void write(const Span& to, const Values& values);
  void write(const TakePackets::End& end, const Block& shape, const Values& values);
  void check_output_write(const Span& to, const Box& box);
  [[noreturn]] void fault(std::string_view rule, const std::string& text) const;

  const Schedule& schedule_;
  bool written_once_;
  Expressions expressions_;
  std::vector<Memory> memories_;                             // [rank][kind]
  std::map<std::pair<int, std::uint32_t>, Memory> packets_;  // by rank and turn
  std::map<int, Memory> turns_;                              // by rank: of the packets there now
  std::vector<Site> writers_;                                // one per action that writes
  std::vector<Site> culprits_;
  Site at_;
  bool in_switch_ = false;
  std::int64_t rewritten_ = 0;
  std::int64_t boxes_ = 0;
};

}  // namespace purlin
