#include "snac/verify/span_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "snac/cards/multicast.hpp"
#include "snac/verify/block_bounds.hpp"
#include "snac/verify/check.hpp"
#include "snac/verify/packets.hpp"
#include "snac/verify/site.hpp"

namespace purlin {
namespace {

/// Checks the spans of one action.
class ActionBounds {
 public:
  ActionBounds(const Schedule& schedule, const Site& at) : schedule_(schedule), at_(at) {}

  std::int64_t spans() const { return spans_; }

  void operator()(const Notify&) { not_in_switch(); }
  void operator()(const Await&) { not_in_switch(); }

  void operator()(const Stage& stage) {
    not_in_switch();
    span("source", stage.from, reads_own(stage.from));
    span("destination", stage.to, stage.to.buffer == BufferKind::window);
    no_fold(stage.from.block);
    no_fold(stage.to.block);
    same_shape(stage.from.block, stage.to.block);
  }

  void operator()(const Consume& consume) {
    if (action_at(schedule_, at_).datapath == Datapath::multicast) in_switch(consume);
    operation(consume.op, consume.divisor, consume.sources.size());
    if (consume.destinations.empty()) fault("V105", "it has no destination");
    const Block& shape = consume.destinations.front().block;
    for (const Span& source : consume.sources) {
      span("source", source, reads(source));
      reduces_whole(consume.op, source.block);
      same_shape(source.block, shape);
    }
    for (const Span& to : consume.destinations) {
      span("destination", to, writes(to));
      no_fold(to.block);
      if (consume.op != ReduceOp::copy) whole(to.block);
      same_shape(to.block, shape);
    }
  }

  void operator()(const PutPackets& put) {
    not_in_switch();
    not_by_copy_engine();
    span("source", put.source, reads_own(put.source));
    no_fold(put.source.block);
    if (put.targets.empty()) fault("V105", "it has no target");
    for (const PutPackets::Target& to : put.targets)
      packets({to.rank, to.offset, put.turn}, put.source.block.bytes());
  }

  void operator()(const TakePackets& take) {
    not_in_switch();
    not_by_copy_engine();
    operation(take.op, take.divisor, take.sources.size());
    if (take.destinations.empty()) fault("V105", "it has no destination");
    if (auto why = malformed(take.shape)) fault("V104", "shape: " + *why);
    no_fold(take.shape);
    if (take.op != ReduceOp::copy) whole(take.shape);
    for (const TakePackets::End& end : take.sources) source(take, end);
    for (const TakePackets::End& end : take.destinations) destination(take, end);
  }

 private:
  [[noreturn]] void fault(std::string_view rule, const std::string& text) const {
    throw Counterexample{std::string(rule), describe(schedule_, at_) + ": " + text};
  }

  void source(const TakePackets& take, const TakePackets::End& end) {
    if (const auto* from = std::get_if<Span>(&end)) {
      span("source", *from, reads_own(*from));
      reduces_whole(take.op, from->block);
      same_shape(from->block, take.shape);
      return;
    }
    const auto& from = std::get<TakePackets::Packets>(end);
    packets(from, take.shape.bytes());
    if (from.rank != at_.rank) fault("V111", fmt::format("takes packets of rank {}", from.rank.value));
  }

  void destination(const TakePackets& take, const TakePackets::End& end) {
    if (const auto* to = std::get_if<Span>(&end)) {
      span("destination", *to, writes(*to) && is_own(*to));
      no_fold(to->block);
      if (take.op != ReduceOp::copy) whole(to->block);
      same_shape(to->block, take.shape);
      return;
    }
    packets(std::get<TakePackets::Packets>(end), take.shape.bytes());
  }

  void not_in_switch() const {
    if (action_at(schedule_, at_).datapath == Datapath::multicast) fault("V118", "only a consume goes there");
  }

  void in_switch(const Consume& consume) const {
    const auto fault = [&](const std::string& text) { this->fault("V118", text); };
    if (schedule_.lane_kinds[static_cast<std::size_t>(at_.lane)] == LaneKind::copy_engine)
      fault("the lane is a copy engine");
    if (consume.sources.size() < 2 && consume.destinations.size() < 2)
      fault("one source and one destination");
    const ReduceOp op = consume.op == ReduceOp::avg ? ReduceOp::sum : consume.op;
    if (op != ReduceOp::copy && !reduces_in_switch(schedule_.problem.dtype, op))
      fault(fmt::format("it cannot do {} on {}", name_of(op), name_of(schedule_.problem.dtype)));
    if (consume.divisor != 1) fault("it divides");
    for (const auto* spans : {&consume.sources, &consume.destinations})
      for (const Span& span : *spans) in_switch(span, spans->front());
    for (const auto* spans : {&consume.sources, &consume.destinations})
      for (std::size_t i = 0; i < spans->size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          if ((*spans)[i].rank == (*spans)[j].rank)
            fault(fmt::format("the window of rank {} stands twice", (*spans)[i].rank.value));
  }

  void in_switch(const Span& span, const Span& first) const {
    if (span.buffer != BufferKind::window)
      fault("V118", fmt::format("the {} of rank {} is no window", name_of(span.buffer), span.rank.value));
    if (span.block != first.block)
      fault("V118",
            fmt::format("the windows of ranks {} and {} differ in place", first.rank.value, span.rank.value));
    if (span.block.dims() > 0 || span.block.fold || span.block.offset % kSwitchBytes != 0 ||
        span.block.run % kSwitchBytes != 0)
      fault("V118", fmt::format("{} bytes at {} are not one run of whole {} bytes", span.block.bytes(),
                                span.block.offset, kSwitchBytes));
  }

  void span(std::string_view role, const Span& span, bool may_touch) {
    ++spans_;
    rank(span.rank);
    if (!may_touch)
      fault("V111", fmt::format("{} is the {} of rank {}", role, name_of(span.buffer), span.rank.value));
    if (auto why = malformed(span.block)) fault("V104", fmt::format("{}: {}", role, *why));
    const std::int64_t size = size_of(schedule_.buffers, span.buffer, span.rank);
    const bool touches = span.block.end() > span.block.offset;  // not where a fold repeats nothing
    if (touches && span.block.end() > size)
      fault("V103", fmt::format("{} ends at byte {} of the {} of rank {}, which has {}", role,
                                span.block.end(), name_of(span.buffer), span.rank.value, size));
  }

  void packets(const TakePackets::Packets& at, std::int64_t bytes) {
    ++spans_;
    rank(at.rank);
    if (at.offset < 0 || at.offset % kPacketBytes != 0 || at.turn < 1)
      fault("V115", fmt::format("packets at byte {} with turn {}", at.offset, at.turn));
    const std::int64_t size = schedule_.buffers.packet_window_half;
    const std::int64_t words = bytes / kWordBytes + (bytes % kWordBytes != 0);
    if (words > 0 && (at.offset > size || words > (size - at.offset) / kPacketBytes))
      fault("V103",
            fmt::format("{} packets at byte {} leave the packet window of rank {}, which has {} bytes", words,
                        at.offset, at.rank.value, size));
  }

  void rank(Rank rank) const {
    if (rank.value < 0 || rank.value >= schedule_.problem.ranks())
      fault("V106", fmt::format("there is no rank {}", rank.value));
  }

  bool is_own(const Span& span) const { return span.rank == at_.rank; }
  bool is_callers(const Span& span) const {
    return span.buffer == BufferKind::input || span.buffer == BufferKind::output;
  }
  bool reads_own(const Span& span) const { return is_own(span) && span.buffer != BufferKind::packet_window; }

  bool reads(const Span& span) const {
    if (is_own(span)) return reads_own(span);
    return span.buffer == BufferKind::window || (is_callers(span) && schedule_.regime == Regime::zero_copy);
  }

  bool writes(const Span& span) const {
    return reads(span) && (span.buffer != BufferKind::input || holds_output(span.rank));
  }

  /// In place, the input may be the caller's one buffer.
  bool holds_output(Rank rank) const {
    return schedule_.problem.in_place != InPlace::no &&
           schedule_.buffers.output[static_cast<std::size_t>(rank.value)] == 0;
  }

  void same_shape(const Block& block, const Block& shape) const {
    if (block.bytes() == 0 && shape.bytes() == 0) return;
    if (!block.same_shape(shape))
      fault("V105", fmt::format("a span of {} bytes in runs of {} faces one of {} bytes in runs of {}",
                                block.bytes(), block.run, shape.bytes(), shape.run));
  }

  void no_fold(const Block& block) const {
    if (block.fold) fault("V105", "a span that is not reduced has a fold");
  }

  void reduces_whole(ReduceOp op, const Block& block) const {
    if (op == ReduceOp::copy) return no_fold(block);
    whole(block);
  }

  void whole(const Block& block) const {
    const std::int64_t element = size_of(schedule_.problem.dtype).value;
    if (block.bytes() > 0 && !is_whole_elements(block, element))
      fault("V113",
            fmt::format("offset {} or run {} is no multiple of {} bytes", block.offset, block.run, element));
  }

  void not_by_copy_engine() const {
    if (schedule_.lane_kinds[static_cast<std::size_t>(at_.lane)] == LaneKind::copy_engine)
      fault("V114", "the lane is a copy engine");
  }

  void operation(ReduceOp op, std::int64_t divisor, std::size_t sources) const {
    if (op == ReduceOp::copy) return copies(divisor, sources);
    not_by_copy_engine();
    const Problem& problem = schedule_.problem;
    const bool sums_for_avg = problem.op == ReduceOp::avg && op == ReduceOp::sum;
    if (op != problem.op && !sums_for_avg)
      fault("V112", fmt::format("it does {}, the problem asks for {}", name_of(op), name_of(problem.op)));
    if (!applies_to(op, problem.dtype))
      fault("V112", fmt::format("{} is not defined on {}", name_of(op), name_of(problem.dtype)));
    if (divisor < 1 || (divisor > 1 && problem.op != ReduceOp::avg))
      fault("V112", fmt::format("it divides a {} by {}", name_of(problem.op), divisor));
    if (sources == 0 && !has_identity(op))
      fault("V112", fmt::format("{} of nothing has no value", name_of(op)));
  }

  void copies(std::int64_t divisor, std::size_t sources) const {
    if (sources != 1) fault("V112", fmt::format("a copy has {} sources", sources));
    if (divisor != 1) fault("V112", fmt::format("a copy is divided by {}", divisor));
  }

  const Schedule& schedule_;
  Site at_;
  std::int64_t spans_ = 0;
};

}  // namespace

std::int64_t check_span_bounds(const Schedule& schedule) {
  std::int64_t spans = 0;
  for_each_action(schedule, [&](const Site& at, const Action& action) {
    ActionBounds bounds(schedule, at);
    std::visit(bounds, action.what);
    spans += bounds.spans();
  });
  return spans;
}

}  // namespace purlin
