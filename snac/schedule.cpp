#include "snac/schedule.hpp"

namespace purlin {

std::string_view name_of(Regime regime) {
  switch (regime) {
    case Regime::packet:
      return "packet";
    case Regime::zero_copy:
      return "zero_copy";
    case Regime::staged:
      return "staged";
  }
  PURLIN_ASSERT(false && "a regime without a name");
  return {};
}

std::string_view name_of(LaneKind kind) { return kind == LaneKind::block ? "block" : "copy_engine"; }

std::string_view name_of(Purpose purpose) {
  switch (purpose) {
    case Purpose::ready:
      return "ready";
    case Purpose::done:
      return "done";
    case Purpose::staged:
      return "staged";
    case Purpose::drained:
      return "drained";
    case Purpose::rendezvous:
      return "rendezvous";
  }
  PURLIN_ASSERT(false && "a purpose without a name");
  return {};
}

std::int64_t size_of(const Buffers& buffers, BufferKind kind, Rank rank) {
  const auto at = static_cast<std::size_t>(rank.value);
  switch (kind) {
    case BufferKind::input:
      return buffers.input.at(at);
    case BufferKind::output:
      return buffers.output.at(at);
    case BufferKind::window:
      return buffers.window_half;
    case BufferKind::packet_window:
      return buffers.packet_window_half;
    case BufferKind::scratch:
      return buffers.scratch.at(at);
  }
  PURLIN_ASSERT(false && "a buffer kind without a size");
  return 0;
}

std::int64_t count_actions(const Schedule& schedule) {
  std::int64_t count = 0;
  for (const auto& lanes : schedule.programs)
    for (const Program& program : lanes) count += static_cast<std::int64_t>(program.size());
  return count;
}

}  // namespace purlin
