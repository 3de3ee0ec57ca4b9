#include "atom_cuda/ordering.hpp"

#include "tests/catch.hpp"
#include "tests/support/schedule_builder.hpp"

using namespace purlin;
using namespace purlin::testing;
using cuda::Ordering;

namespace {

Span at(BufferKind buffer, std::int64_t offset, std::int64_t bytes) {
  return bytes_of(buffer, 0, offset, bytes);
}
Action copy(const Span& from, const Span& to) { return {Consume{ReduceOp::copy, 1, {from}, {to}}}; }
const Action kNotify = {Notify{0, 1, {{1}}}};
const Action kAwait = {Await{{{0, 1}}}};
const Span kIn = at(BufferKind::input, 0, 64), kOut = at(BufferKind::output, 0, 64);

}  // namespace

TEST_CASE("independent copies need not meet, dependent ones do") {
  Ordering ordering;
  CHECK_FALSE(ordering.before(copy(kIn, kOut)).sync);
  CHECK_FALSE(ordering.before(copy(kIn, at(BufferKind::output, 64, 64))).sync);
  CHECK(ordering.before(copy(at(BufferKind::output, 60, 8), at(BufferKind::scratch, 0, 8))).sync);
  CHECK(ordering.before(copy(kIn, at(BufferKind::output, 60, 8))).sync);
  CHECK_FALSE(ordering.before(copy(at(BufferKind::input, 64, 8), at(BufferKind::output, 256, 8))).sync);
}

TEST_CASE("a notification waits for data and fences once") {
  Ordering ordering;
  const Ordering::Needs entry = ordering.before(kNotify);  // the launch's own fence is before it
  CHECK_FALSE(entry.sync);
  CHECK_FALSE(entry.fence);
  ordering.before(copy(kIn, kOut));
  const Ordering::Needs first = ordering.before(kNotify), second = ordering.before(kNotify);
  CHECK(first.sync);
  CHECK(first.fence);
  CHECK_FALSE(second.sync);
  CHECK_FALSE(second.fence);
  ordering.before(kAwait);
  const Ordering::Needs after_wait = ordering.before(kNotify);  // of what another warp saw
  CHECK(after_wait.sync);
  CHECK(after_wait.fence);
}

TEST_CASE("what follows a wait meets its end, the wait itself meets nobody") {
  Ordering ordering;
  ordering.before(copy(kIn, kOut));
  CHECK_FALSE(ordering.before(kAwait).sync);
  CHECK(ordering.before(copy(kIn, kOut)).sync);
}

TEST_CASE("packets are sent on only once all threads took theirs") {
  TakePackets take;
  take.shape.run = 64;
  take.sources = {TakePackets::Packets{{0}, 0, 1}};
  take.destinations = {kOut};
  Ordering ordering;
  CHECK_FALSE(ordering.before({take}).sync);
  CHECK(ordering.before({PutPackets{kIn, 2, {{{1}, 0}}}}).sync);
}
