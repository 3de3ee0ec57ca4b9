#pragma once
#include <span>

#include "snac/action.hpp"
#include "snac/atom.hpp"

namespace purlin::cuda {

bool is_sender(const Action& action);

/// What injections make of one lane.
class Injected {
 public:
  Injected(std::span<const Injection> injections, Rank rank, int lane)
      : injections_(injections), rank_(rank), lane_(lane) {}

  bool absent() const;
  std::int64_t delay_ns(std::int64_t action) const;
  /// `sender` counts the lane's notifies and put_packets.
  bool drops(std::int64_t sender) const;

 private:
  bool is_here(const Injection& injection, Injection::Kind kind) const;

  std::span<const Injection> injections_;
  Rank rank_;
  int lane_;
};

}  // namespace purlin::cuda
