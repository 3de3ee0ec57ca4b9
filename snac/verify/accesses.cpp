#include "snac/verify/accesses.hpp"

#include "snac/verify/positions.hpp"

namespace purlin {
namespace {

class Collector {
 public:
  std::vector<Access> all;

  void operator()(const Notify&) {}
  void operator()(const Await&) {}
  void operator()(const Stage& stage) {
    reads(stage.from);
    writes(stage.to);
  }
  void operator()(const Consume& consume) {
    for (const Span& source : consume.sources) reads(source);
    for (const Span& to : consume.destinations) writes(to);
  }
  void operator()(const PutPackets& put) { reads(put.source); }
  void operator()(const TakePackets& take) {
    for (const TakePackets::End& source : take.sources)
      if (const auto* span = std::get_if<Span>(&source)) reads(*span);
    for (const TakePackets::End& to : take.destinations)
      if (const auto* span = std::get_if<Span>(&to)) writes(*span);
  }

 private:
  void reads(const Span& span) { add(span, false); }
  void writes(const Span& span) { add(span, true); }
  void add(const Span& span, bool is_write) {
    if (!is_empty(span.block)) all.push_back({span.buffer, span.rank, by_address(span.block), is_write});
  }
};

/// Whether all of `part` lies in `whole`.
bool covers(const Box& whole, const Box& part) {
  if (whole.at > part.at || whole.end() < part.end()) return false;
  std::vector<Meet> meets;
  meet(whole, part, meets);
  std::int64_t shared = 0;
  for (const Meet& met : meets) shared += met.bytes();
  return shared == part.bytes();
}

}  // namespace

std::vector<Access> accesses_of(const Action& action) {
  Collector collector;
  std::visit(collector, action.what);
  return std::move(collector.all);
}

void AccessHistory::add(Past access) {
  if (access.is_write) {
    forget_covered(writes_, access.box);
    forget_covered(reads_, access.box);
  }
  int id = 0;
  if (free_.empty()) {
    id = static_cast<int>(past_.size());
    past_.emplace_back();
  } else {
    id = free_.back();
    free_.pop_back();
  }
  (access.is_write ? writes_ : reads_).add(access.box.at, access.box.end(), id);
  past_[static_cast<std::size_t>(id)] = std::move(access);
}

void AccessHistory::forget_covered(IntervalIndex& index, const Box& box) {
  std::vector<int> covered;
  index.visit(box.at, box.end(), [&](int id) {
    if (covers(box, past_[static_cast<std::size_t>(id)].box)) covered.push_back(id);
  });
  for (int id : covered) {
    const Box& past = past_[static_cast<std::size_t>(id)].box;
    index.remove(past.at, past.end(), id);
    free_.push_back(id);
  }
}

}  // namespace purlin
