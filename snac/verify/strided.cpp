#include "snac/verify/strided.hpp"

#include "snac/verify/strided_view.hpp"

namespace purlin {
namespace {

/// Descends two boxes at once, the coarser pitch first. `Emit` takes a Meet and says whether to go on.
template <class Emit>
class Meeting {
 public:
  explicit Meeting(Emit& emit) : emit_(emit) {}

  bool run(View a, View b) {
    if (!clip(a, b)) return true;
    if (a.is_byte()) return emit(a, b);
    if (a.outer().at < b.outer().at) std::swap(a, b);
    if (a.outer().at % b.outer().at != 0) return irregular(a, b);
    return regular(a, b);
  }

 private:
  /// Leaves of both what lies in the other's extent; false where nothing does. At the end both are bytes or
  /// both have several rows. One pass per depth: clipping until nothing changes would peel row after row.
  static bool clip(View& a, View& b) {
    while (true) {
      a.drop_single_rows();
      b.drop_single_rows();
      if (a.box.at >= b.end() || b.box.at >= a.end()) return false;
      if (!clip_rows(a, b.box.at, b.end()) || !clip_rows(b, a.box.at, a.end())) return false;
      if (!a.has_single_row() && !b.has_single_row()) return true;
    }
  }

  static bool clip_rows(View& view, std::int64_t lo, std::int64_t hi) {
    if (view.is_byte()) return true;
    const Rows rows = view.rows_within(lo, hi);
    if (!rows.none()) view = view.rows(rows);
    return !rows.none();
  }

  bool each_row(const View& a, const View& b) {
    for (std::int64_t i = 0; i < a.outer().count; ++i)
      if (!run(a.row(i), b)) return false;
    return true;
  }

  bool irregular(const View& a, const View& b) {
    if (std::min(a.outer().count, b.outer().count) > kMaxIrregularRows) throw Irregular();
    return a.outer().count <= b.outer().count ? each_row(a, b) : each_row(b, a);
  }

  /// Rows of `a` that meet a whole window of rows of `b` do so all alike; the few others are visited one by
  /// one.
  bool regular(const View& a, const View& b) {
    const std::int64_t k = a.outer().at / b.outer().at;
    const Rows window = window_of(a, b);
    if (window.none()) return true;
    const Rows alike{std::max<std::int64_t>(0, ceil_div(-window.first, k)),
                     std::min(a.outer().count - 1, floor_div(b.outer().count - 1 - window.last, k))};
    if (alike.none()) return each_row(a, b);
    for (std::int64_t i = 0; i < alike.first; ++i)
      if (!run(a.row(i), b)) return false;
    for (std::int64_t i = alike.last + 1; i < a.outer().count; ++i)
      if (!run(a.row(i), b)) return false;
    push(alike.count(), a, b, k);
    const std::int64_t first = alike.first * k + window.first;
    const bool go_on = run(a.row(alike.first), b.rows({first, first + window.count() - 1}));
    prefix_.pop();
    return go_on;
  }

  void push(std::int64_t count, const View& a, const View& b, std::int64_t k) {
    const std::int64_t carry_a = a.outer().carry, carry_b = b.outer().carry * k;
    const std::int64_t at = a.outer().at;
    prefix_.push(a.side == 0 ? Meet::Step{count, at, carry_a, carry_b}
                             : Meet::Step{count, at, carry_b, carry_a});
  }

  bool emit(const View& a, const View& b) {
    const View& first = a.side == 0 ? a : b;
    const View& second = a.side == 0 ? b : a;
    Meet meet{a.box.at, first.box.carry, second.box.carry, {}};
    for (const Meet::Step& step : prefix_)
      if (step.count > 1) meet.steps.push(step);
    return emit_(meet);
  }

  Emit& emit_;
  Few<Meet::Step, kMaxSteps> prefix_;
};

bool is_run(const Box& box) { return box.steps.size() == 1 && box.steps[0].at == 1; }

}  // namespace

std::int64_t Box::bytes() const {
  std::int64_t bytes = 1;
  for (const Step& step : steps) bytes *= step.count;
  return bytes;
}

std::int64_t Box::extent() const {
  std::int64_t extent = 1;
  for (const Step& step : steps) extent += (step.count - 1) * step.at;
  return extent;
}

std::int64_t Meet::bytes() const {
  std::int64_t bytes = 1;
  for (const Step& step : steps) bytes *= step.count;
  return bytes;
}

void normalise(Box& box) {
  Few<Step, kMaxSteps> steps = box.steps;
  std::stable_sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) { return a.at > b.at; });
  box.steps.resize(0);
  for (const Step& step : steps) {
    if (step.count == 1) continue;
    if (!box.steps.empty()) {
      Step& outer = box.steps.back();
      if (outer.at == step.count * step.at && outer.carry == step.count * step.carry) {
        outer = {outer.count * step.count, step.at, step.carry};
        continue;
      }
    }
    box.steps.push(step);
  }
}

void meet(const Box& a, const Box& b, std::vector<Meet>& out) {
  if (is_run(a) && is_run(b)) {
    const std::int64_t lo = std::max(a.at, b.at), hi = std::min(a.end(), b.end());
    if (lo >= hi) return;
    const std::int64_t ca = a.steps[0].carry, cb = b.steps[0].carry;
    Meet& meet = out.emplace_back(Meet{lo, a.carry + (lo - a.at) * ca, b.carry + (lo - b.at) * cb, {}});
    if (hi - lo > 1) meet.steps.push({hi - lo, 1, ca, cb});
    return;
  }
  auto emit = [&](const Meet& found) { return out.push_back(found), true; };
  Meeting(emit).run(View(a, 0), View(b, 1));
}

bool overlap(const Box& a, const Box& b) {
  if (a.at >= b.end() || b.at >= a.end()) return false;
  if (is_run(a) && is_run(b)) return true;
  bool found = false;
  auto emit = [&](const Meet&) { return found = true, false; };
  Meeting(emit).run(View(a, 0), View(b, 1));
  return found;
}

}  // namespace purlin
