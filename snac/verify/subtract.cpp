#include "snac/verify/strided_view.hpp"

namespace purlin {
namespace {

constexpr std::int64_t kFewRows = 4;

/// Descends `a` and `b`; boxes of `a` outside `b` are emitted below the steps of `prefix_`.
class Subtraction {
 public:
  explicit Subtraction(std::vector<Box>& out) : out_(out) {}

  void run(View a, View b) {
    if (!clip(a, b)) return;
    if (a.is_byte()) return;  // covered
    if (a.outer().at >= b.outer().at)
      a.outer().at % b.outer().at != 0 ? each_row(a, b) : alike_rows(a, b);
    else
      b.outer().count <= kFewRows || b.outer().at % a.outer().at != 0 ? one_after_another(a, b)
                                                                      : windows(a, b);
  }

 private:
  /// Emits what of `a` lies outside `b`'s extent; false where nothing else is left.
  bool clip(View& a, View& b) {
    while (true) {
      a.drop_single_rows();
      b.drop_single_rows();
      if (a.box.at >= b.end() || b.box.at >= a.end()) return emit(a), false;
      if (!a.is_byte()) {
        const Rows rows = a.rows_within(b.box.at, b.end());
        if (rows.none()) return emit(a), false;
        keep(a, rows);
      }
      if (!b.is_byte()) {
        const Rows rows = b.rows_within(a.box.at, a.end());
        if (rows.none()) return emit(a), false;
        b = b.rows(rows);
      }
      if (!a.has_single_row() && !b.has_single_row()) return true;
    }
  }

  void keep(View& a, Rows rows) {
    if (rows.first > 0) emit(a.rows({0, rows.first - 1}));
    if (rows.last < a.outer().count - 1) emit(a.rows({rows.last + 1, a.outer().count - 1}));
    a = a.rows(rows);
  }

  void each_row(const View& a, const View& b) {
    if (a.outer().count > kMaxIrregularRows) throw Irregular();
    for (std::int64_t i = 0; i < a.outer().count; ++i) run(a.row(i), b);
  }

  /// `a` is coarser: its rows that face a whole window of rows of `b` are all alike.
  void alike_rows(const View& a, const View& b) {
    const std::int64_t k = a.outer().at / b.outer().at;
    const Rows window = window_of(a, b);
    if (window.none()) return emit(a);
    const Rows alike{std::max<std::int64_t>(0, ceil_div(-window.first, k)),
                     std::min(a.outer().count - 1, floor_div(b.outer().count - 1 - window.last, k))};
    if (alike.none()) return each_row(a, b);
    for (std::int64_t i = 0; i < alike.first; ++i) run(a.row(i), b);
    for (std::int64_t i = alike.last + 1; i < a.outer().count; ++i) run(a.row(i), b);
    const std::int64_t first = alike.first * k + window.first;
    prefix_.push({alike.count(), a.outer().at, a.outer().carry});
    run(a.row(alike.first), b.rows({first, first + window.count() - 1}));
    prefix_.pop();
  }

  /// `b` is coarser and has few rows, or rows without a common measure.
  void one_after_another(const View& a, const View& b) {
    if (b.outer().count > kMaxIrregularRows) throw Irregular();
    std::vector<Box> rest{inner_of(a)};
    for (std::int64_t i = 0; i < b.outer().count; ++i) rest = without(rest, b.row(i));
    for (const Box& box : rest) emit(View(box));
  }

  /// `b` is coarser: `a` falls into windows of k rows that face one row of `b` (and the end of the one
  /// before).
  void windows(const View& a, const View& b) {
    const std::int64_t k = b.outer().at / a.outer().at, count = a.outer().count;
    const Rows touched = window_of(b, a);
    if (touched.none()) return emit(a);
    const bool reaches_next = touched.count() > k;
    const std::int64_t base = touched.first;
    const Rows alike{std::max<std::int64_t>(reaches_next ? 1 : 0, ceil_div(-base, k)),
                     std::min(b.outer().count - 1, floor_div(count - k - base, k))};
    if (alike.none()) return one_after_another(a, b);
    const std::int64_t begin = alike.first * k + base, end = alike.last * k + base + k;
    if (begin > 0) run(a.rows({0, begin - 1}), b);
    if (end < count) run(a.rows({end, count - 1}), b);
    prefix_.push({alike.count(), b.outer().at, a.outer().carry * k});
    if (touched.count() < k) emit(a.rows({begin + touched.count(), begin + k - 1}));
    const std::int64_t facing = std::min(touched.count(), k);
    std::vector<Box> rest = without({inner_of(a.rows({begin, begin + facing - 1}))}, b.row(alike.first));
    if (reaches_next) rest = without(rest, b.row(alike.first - 1));
    for (const Box& box : rest) emit(View(box));
    prefix_.pop();
  }

  static std::vector<Box> without(const std::vector<Box>& boxes, const View& b) {
    std::vector<Box> rest;
    for (const Box& box : boxes) Subtraction(rest).run(View(box), b);
    return rest;
  }

  static Box inner_of(const View& view) {
    Box box{view.box.at, view.box.carry, {}};
    for (int i = view.depth; i < view.box.steps.size(); ++i) box.steps.push(view.box.steps[i]);
    return box;
  }

  void emit(const View& a) {
    Box box{a.box.at, a.box.carry, prefix_};
    for (int i = a.depth; i < a.box.steps.size(); ++i) box.steps.push(a.box.steps[i]);
    normalise(box);
    out_.push_back(box);
  }

  std::vector<Box>& out_;
  Few<Step, kMaxSteps> prefix_;
};

}  // namespace

void subtract(const Box& a, const Box& b, std::vector<Box>& out) { Subtraction(out).run(View(a), View(b)); }

}  // namespace purlin
