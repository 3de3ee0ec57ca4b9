#include "snac/host/accumulator.hpp"

#include "snac/host/combine.hpp"

namespace purlin::host {

struct Accumulator::Kernel {
  void (*start)(void* tile, const std::byte* operands, std::int64_t n);
  void (*fold)(void* tile, const std::byte* operands, std::int64_t n);
  void (*identity)(void* tile, std::int64_t n);
  void (*finish)(const void* tile, std::int64_t divisor, std::byte* results, std::int64_t n);
};

namespace {

template <class T>
void start_tile(void* tile, const std::byte* operands, std::int64_t n) {
  auto* wide = static_cast<Wide<T>*>(tile);
  for (std::int64_t i = 0; i < n; ++i) wide[i] = widen(load<T>(operands, i));
}

template <class T, ReduceOp op>
void fold_tile(void* tile, const std::byte* __restrict operands, std::int64_t n) {
  auto* __restrict wide = static_cast<Wide<T>*>(tile);
  for (std::int64_t i = 0; i < n; ++i) wide[i] = combine<op>(wide[i], widen(load<T>(operands, i)));
}

template <class T, ReduceOp op>
void fill_identity(void* tile, std::int64_t n) {
  PURLIN_ASSERT(has_identity(op));
  auto* wide = static_cast<Wide<T>*>(tile);
  for (std::int64_t i = 0; i < n; ++i) wide[i] = op == ReduceOp::prod ? 1 : 0;
}

template <class T>
void round_tile(const void* tile, std::int64_t divisor, std::byte* __restrict results, std::int64_t n) {
  const auto* wide = static_cast<const Wide<T>*>(tile);
  PURLIN_ASSERT(divisor == 1 || kIsFloat<T>);
  const auto by = static_cast<Wide<T>>(divisor);
  if (divisor == 1) {
    for (std::int64_t i = 0; i < n; ++i) store(results, i, narrow<T>(wide[i]));
  } else {
    for (std::int64_t i = 0; i < n; ++i) store(results, i, narrow<T>(wide[i] / by));
  }
}

}  // namespace

template <class T, ReduceOp op>
const Accumulator::Kernel& Accumulator::kernel() {
  static constexpr Kernel kKernel{start_tile<T>, fold_tile<T, op>, fill_identity<T, op>, round_tile<T>};
  return kKernel;
}

Accumulator::Accumulator(DataType type, ReduceOp op) {
  kernel_ = with_type(
      type, [&]<class T>() { return with_reduction(op, []<ReduceOp kOp>() { return &kernel<T, kOp>(); }); });
}

void Accumulator::begin(std::int64_t elements) {
  PURLIN_ASSERT(elements <= kElements);
  elements_ = elements;
  empty_ = true;
}

void Accumulator::fold(const std::byte* operands) {
  (empty_ ? kernel_->start : kernel_->fold)(tile_.data(), operands, elements_);
  empty_ = false;
}

void Accumulator::finish(std::int64_t divisor, std::byte* results) {
  if (empty_) kernel_->identity(tile_.data(), elements_);
  kernel_->finish(tile_.data(), divisor, results, elements_);
}

}  // namespace purlin::host
