#include "snac/verify/expressions.hpp"

#include <cstdlib>
#include <limits>

namespace purlin {
namespace {

constexpr std::int64_t kMany = std::numeric_limits<std::int64_t>::max();

std::int64_t saturated_add(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? kMany : sum;
}

std::int64_t saturated_multiply(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? kMany : product;
}

std::uint64_t hash_of(const Reduction& reduction) {
  std::uint64_t hash = static_cast<std::uint64_t>(reduction.op) + 0x9e3779b97f4a7c15u;
  const auto mix = [&](std::int64_t x) {
    hash = (hash ^ static_cast<std::uint64_t>(x)) * 0xff51afd7ed558ccdu;
    hash ^= hash >> 32;
  };
  mix(reduction.divisor);
  mix(reduction.evaluation);
  for (const Operands& o : reduction.operands) mix(o.node), mix(o.at), mix(o.count), mix(o.stride);
  return hash;
}

}  // namespace

void append(std::vector<Operands>& list, Operands more) {
  while (more.count > 0) {
    if (more.count == 1) more.stride = 0;
    Operands* last = list.empty() || list.back().node != more.node ? nullptr : &list.back();
    const bool starts_stride = last && last->count == 1;
    const std::int64_t gap = last ? more.at - last->at - (last->count - 1) * last->stride : 0;
    if (!last || (!starts_stride && gap != last->stride)) return list.push_back(more);
    if (starts_stride) last->stride = gap;
    const bool goes_on = more.count == 1 || more.stride == last->stride;
    const std::int64_t taken = goes_on ? more.count : 1;
    last->count += taken;
    more.at += taken * more.stride;
    more.count -= taken;
  }
}

Expressions::Expressions() { entries_.emplace_back(); }

Node Expressions::add(Entry entry) {
  entries_.push_back(std::move(entry));
  return static_cast<Node>(entries_.size()) - 1;
}

Node Expressions::reduce(Reduction reduction) {
  const auto& operands = reduction.operands;
  if (operands.size() == 1 && operands[0].count == 1 && reduction.divisor == 1) return operands[0].node;
  const std::uint64_t hash = hash_of(reduction);
  for (auto [at, end] = by_hash_.equal_range(hash); at != end; ++at)
    if (this->reduction(at->second) == reduction) return at->second;
  Entry entry;
  entry.kind = Kind::reduction;
  entry.inputs = 0;
  for (const Operands& some : operands) {
    entry.inputs = saturated_add(entry.inputs, saturated_multiply(some.count, inputs(some.node)));
    if (entry.spoiled < 0) entry.spoiled = entries_[static_cast<std::size_t>(some.node)].spoiled;
  }
  entry.reduction = std::move(reduction);
  const Node node = add(std::move(entry));
  by_hash_.emplace(hash, node);
  return node;
}

Node Expressions::spoiled(std::int32_t reason) {
  Entry entry;
  entry.kind = Kind::spoiled;
  entry.reason = reason;
  entry.spoiled = static_cast<Node>(entries_.size());
  return add(std::move(entry));
}

const Reduction& Expressions::reduction(Node node) const {
  PURLIN_ASSERT(is_reduction(node));
  return entries_[static_cast<std::size_t>(node)].reduction;
}

std::int32_t Expressions::reason(Node node) const {
  PURLIN_ASSERT(is_spoiled(node));
  return entries_[static_cast<std::size_t>(node)].reason;
}

const Node* Expressions::find_spoiled(Node node) const {
  const Node& found = entries_[static_cast<std::size_t>(node)].spoiled;
  return found < 0 ? nullptr : &found;
}

std::vector<Box> Expressions::places(Node node) const {
  std::vector<Box> out;
  add_places(node, {}, out);
  return out;
}

void Expressions::add_places(Node node, const Box& at, std::vector<Box>& out) const {
  if (!is_reduction(node)) {
    out.push_back(at);
    normalise(out.back());
    return;
  }
  for (const Operands& some : reduction(node).operands) {
    Box inner = at;
    inner.at += some.at;
    if (some.stride < 0) inner.at += (some.count - 1) * some.stride;  // listed downwards
    if (some.count > 1) inner.steps.push({some.count, std::abs(some.stride), 0});
    add_places(some.node, inner, out);
  }
}

}  // namespace purlin
