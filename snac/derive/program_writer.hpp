#pragma once
#include <map>
#include <vector>

#include "snac/cut.hpp"
#include "snac/derive/exchange.hpp"
#include "snac/schedule.hpp"

namespace purlin {

/// Writes the lanes' programs of a schedule: slots, stamps and spans, in the order of calls.
class ProgramWriter {
 public:
  ProgramWriter(Schedule& schedule, const Exchange& exchange);

  /// Nothing where `ranks` is empty. The first use of a purpose opens its slots.
  void notify(Rank by, int lane, Purpose purpose, std::int64_t value, const std::vector<Rank>& ranks);
  void await(Rank by, int lane, Purpose purpose, std::int64_t value, const std::vector<Rank>& producers);
  void stage(Rank by, int lane, const Span& from, const Span& to);

  /// The range of a transfer, piece by piece; `sources[i][k]` is where piece k of source i lies. What in
  /// place already holds is left alone.
  void consume(int lane, const Transfer& transfer, Range range,
               const std::vector<std::vector<Span>>& sources);

 private:
  Program& program(Rank rank, int lane);
  int slot(Rank producer, int lane, Purpose purpose);

  Schedule& schedule_;
  const Exchange& exchange_;
  std::map<Purpose, int> first_slot_;
};

/// The pieces of a range of a source, in the caller's buffer.
std::vector<Span> own_pieces(const Problem& problem, const Transfer::Source& source, Range range);

/// Who must meet in a rendezvous besides: ranks whose start `rank`'s end does not follow yet, given that it
/// awaits all of `awaited`. Empty for all ranks where the data flow is a rendezvous already.
bool needs_rendezvous(const Exchange& exchange, const std::vector<std::vector<Rank>>& awaited);

}  // namespace purlin
