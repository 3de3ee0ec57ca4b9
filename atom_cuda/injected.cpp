#include "atom_cuda/injected.hpp"

#include <algorithm>

namespace purlin::cuda {

bool is_sender(const Action& action) {
  return std::holds_alternative<Notify>(action.what) || std::holds_alternative<PutPackets>(action.what);
}

bool Injected::is_here(const Injection& injection, Injection::Kind kind) const {
  return injection.kind == kind && injection.rank == rank_ && injection.lane == lane_;
}

bool Injected::absent() const {
  return std::ranges::any_of(
      injections_, [&](const Injection& i) { return i.kind == Injection::Kind::absent && i.rank == rank_; });
}

std::int64_t Injected::delay_ns(std::int64_t action) const {
  std::int64_t ns = 0;
  for (const Injection& i : injections_)
    if (is_here(i, Injection::Kind::delay) && i.action == action) ns += i.time.count();
  return ns;
}

bool Injected::drops(std::int64_t sender) const {
  return std::ranges::any_of(injections_, [&](const Injection& i) {
    return is_here(i, Injection::Kind::drop) && i.action == sender;
  });
}

}  // namespace purlin::cuda
