#include "snac/verify/terms.hpp"

#include <algorithm>

#include "snac/verify/positions.hpp"

namespace purlin {

/// What one found piece gives to its positions: `count` operands, a fold's neighbours `stride` apart.
struct Terms::Operand {
  Box box;  // at: position; carry: place
  Node node = kInput;
  std::int64_t fold = 0;  // index of the first
  std::int64_t count = 1;
  std::int64_t stride = 0;
};

namespace {

constexpr std::int64_t kMaxUnrolled = 4096;

bool same_positions(const Box& a, const Box& b) {
  return a.at == b.at &&
         std::equal(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(),
                    [](const Step& x, const Step& y) { return x.count == y.count && x.at == y.at; });
}

bool same_carries(const Box& a, const Box& b) {
  return std::equal(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(),
                    [](const Step& x, const Step& y) { return x.carry == y.carry; });
}

/// A step along the fold, in fold indices and places.
struct FoldStep {
  std::int64_t count, index, place;
};

}  // namespace

Terms::Terms(const Expressions& expressions, std::int64_t bytes, std::int64_t element)
    : expressions_(expressions), element_(element) {
  Box all{0, 0, {}};
  all.steps.push({bytes, 1, 0});
  normalise(all);
  terms_.push_back({all, {}, false, false});
}

void Terms::add(std::vector<Memory::Found> found, std::int64_t fold_distance) {
  std::vector<Operand> operands = operands_of(found, fold_distance);
  std::stable_sort(operands.begin(), operands.end(),
                   [](const Operand& a, const Operand& b) { return a.fold < b.fold; });
  for (const Operand& operand : operands) add(operand);
}

std::vector<Terms::Operand> Terms::operands_of(const std::vector<Memory::Found>& found,
                                               std::int64_t fold_distance) {
  std::vector<Operand> operands;
  for (const Memory::Found& piece : found) {
    Operand operand;
    operand.node = piece.node;
    operand.fold = piece.meet.a / fold_distance;
    operand.box = {piece.meet.a % fold_distance, piece.meet.b, {}};
    std::vector<FoldStep> folds;
    for (const Meet::Step& step : piece.meet.steps)
      if (step.a >= fold_distance)
        folds.push_back({step.count, step.a / fold_distance, step.b});
      else
        operand.box.steps.push({step.count, step.a, step.b});
    normalise(operand.box);
    if (folds.size() == 1 && folds[0].index == 1) {
      operand.count = folds[0].count;
      operand.stride = folds[0].place;
      folds.clear();
    }
    std::vector<Operand> unrolled{operand};
    for (const FoldStep& step : folds) {
      std::vector<Operand> rows;
      for (const Operand& row : unrolled)
        for (std::int64_t i = 0; i < step.count; ++i) {
          if (rows.size() > kMaxUnrolled) throw Irregular();
          rows.push_back(row);
          rows.back().fold += i * step.index;
          rows.back().box.carry += i * step.place;
        }
      unrolled = std::move(rows);
    }
    operands.insert(operands.end(), unrolled.begin(), unrolled.end());
  }
  return operands;
}

void Terms::add(const Operand& operand) {
  std::vector<Term> more;
  for (Term& term : terms_) add_to(term, operand, more);
  std::erase_if(terms_, [](const Term& term) { return term.box.bytes() == 0; });
  terms_.insert(terms_.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Cuts the term where only a part of its positions has the operand; what is left of it may be nothing.
void Terms::add_to(Term& term, const Operand& operand, std::vector<Term>& more) const {
  if (same_positions(term.box, operand.box)) return append_at(term, operand.box, operand);
  std::vector<Meet> meets;
  meet(term.box, operand.box, meets);
  if (meets.empty()) return;
  std::vector<Box> rest;
  subtract(term.box, operand.box, rest);
  for (const Meet& met : meets) {
    Term part = term;
    Box places{met.at, met.b, {}};
    part.box = {met.at, met.a, {}};
    for (const Meet::Step& step : met.steps) {
      part.box.steps.push({step.count, step.at, step.a});
      places.steps.push({step.count, step.at, step.b});
    }
    append_at(part, places, operand);
    normalise(part.box);
    more.push_back(std::move(part));
  }
  for (const Box& box : rest) {
    more.push_back(term);
    more.back().box = box;
  }
  term.box.steps.resize(0);
  term.box.steps.push({0, 0, 0});
}

/// `places` has the term's positions.
void Terms::append_at(Term& term, const Box& places, const Operand& operand) const {
  if (expressions_.is_constant(operand.node))
    return append(term.operands, {operand.node, 0, operand.count, 0});
  if (!term.is_placed) {
    term.box = places;
    term.is_placed = true;
  }
  if (!same_carries(term.box, places) || !is_whole(places)) term.is_spoiled = true;
  append(term.operands, {operand.node, places.carry - term.box.carry, operand.count, operand.stride});
}

bool Terms::is_whole(const Box& box) const {
  if (element_ == 1) return true;
  if (box.at % element_ != 0 || box.carry % element_ != 0 || box.steps.empty()) return false;
  const int last = box.steps.size() - 1;
  const Step& run = box.steps[last];
  if (run.at != 1 || run.carry != 1 || run.count % element_ != 0) return false;
  return std::all_of(box.steps.begin(), box.steps.begin() + last,
                     [&](const Step& step) { return step.at % element_ == 0 && step.carry % element_ == 0; });
}

}  // namespace purlin
