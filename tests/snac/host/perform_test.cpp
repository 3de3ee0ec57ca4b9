#include "snac/host/perform.hpp"

#include "snac/host/random.hpp"
#include "tests/catch.hpp"
#include "tests/support/draw.hpp"
#include "tests/support/elements.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/schedule_builder.hpp"

using namespace purlin;
using namespace purlin::host;
using testing::bytes_of;

namespace {

/// Two ranks with buffers of random bytes, without any schedule's meaning: actions at will.
class Bench {
 public:
  explicit Bench(DataType dtype, ReduceOp op = ReduceOp::copy, std::uint64_t seed = 1)
      : random_(seed), shared_(2) {
    schedule_.problem = testing::problem_of("[p] n", "n", ReduceOp::sum, 2, {{"n", 1}}, dtype);
    schedule_.buffers.window_half = schedule_.buffers.packet_window_half = kBytes;
    schedule_.buffers.scratch = {kBytes, kBytes};
    schedule_.signals = {{{0}, 0, Purpose::ready}, {{1}, 0, Purpose::ready}};
    shared_.fit(schedule_, 0);
    for (auto* memory : {&inputs_, &outputs_})
      for (std::vector<std::byte>& bytes : *memory)
        while (std::ssize(bytes) < kBytes)
          testing::append_element(bytes, dtype,
                                  testing::draw_element(dtype, op, testing::Data::rough, random_.next()));
    for (std::size_t r = 0; r < 2; ++r) buffers_.push_back({inputs_[r], outputs_[r]});
    to_epoch(1);
  }

  void to_epoch(std::uint64_t epoch) { memory_ = shared_.launch(schedule_, buffers_, epoch); }

  Progress operator()(int rank, Action action, std::int64_t limit = kBytes) {
    std::int64_t done = 0;
    Progress progress = Progress::moved;
    while (progress == Progress::moved) progress = perform(memory_, {rank}, action, done, limit);
    return progress;
  }

  std::span<std::byte> bytes(BufferKind kind, int rank) {
    return {memory_.base(kind, {rank}), static_cast<std::size_t>(kBytes)};
  }

  static constexpr std::int64_t kBytes = 8192;
  Random random_;

 private:
  Schedule schedule_;
  SharedMemory shared_;
  std::array<std::vector<std::byte>, 2> inputs_, outputs_;
  std::vector<RankBuffers> buffers_;
  LaunchMemory memory_;
};

std::uint64_t below(Random& random, std::uint64_t bound) { return random.below(bound); }

/// A block of `elements`-sized runs with gaps, in one of several shapes with as many dims as `counts`.
Block block_of(Random& random, std::int64_t run, const std::vector<std::int64_t>& counts,
               std::int64_t element) {
  Block block;
  block.run = run;
  std::vector<std::int64_t> strides(counts.size());
  std::int64_t pitch = run;
  for (std::size_t i = counts.size(); i-- > 0;) {
    strides[i] = pitch + static_cast<std::int64_t>(below(random, 3)) * element;
    pitch = strides[i] * counts[i];
  }
  for (std::size_t i = 0; i < counts.size(); ++i) block.push_inner({counts[i], strides[i]});
  block.offset = static_cast<std::int64_t>(below(random, 5)) * element;
  return block;
}

/// Offsets of a block's bytes in dense order, by its definition.
std::vector<std::int64_t> offsets_of(const Block& block) {
  std::vector<std::int64_t> offsets;
  for_each_run(block, [&](std::int64_t at) {
    for (std::int64_t i = 0; i < block.run; ++i) offsets.push_back(at + i);
  });
  return offsets;
}

std::vector<std::int64_t> random_counts(Random& random) {
  std::vector<std::int64_t> counts(below(random, 4));
  for (std::int64_t& count : counts) count = 1 + static_cast<std::int64_t>(below(random, 4));
  return counts;
}

std::uint64_t element_at(std::span<const std::byte> memory, DataType dtype, std::int64_t offset) {
  return testing::element(memory.subspan(static_cast<std::size_t>(offset)), dtype, 0);
}

/// The operands of the element at `offset`s of the sources, their folds innermost.
std::vector<std::uint64_t> operands(Bench& bench, DataType dtype, const std::vector<Span>& sources,
                                    std::size_t byte) {
  std::vector<std::uint64_t> operands;
  for (const Span& source : sources) {
    const std::int64_t at = offsets_of(source.block)[byte];
    const Dim fold = source.block.fold.value_or(Dim{1, 0});
    for (std::int64_t k = 0; k < fold.count; ++k)
      operands.push_back(
          element_at(bench.bytes(source.buffer, source.rank.value), dtype, at + k * fold.stride));
  }
  return operands;
}

}  // namespace

TEST_CASE("a copy moves every byte of any shape in any parts") {
  Bench bench(DataType::f32);
  for (int i = 0; i < 500; ++i) {
    const auto run = 1 + static_cast<std::int64_t>(below(bench.random_, 40));
    const auto counts = random_counts(bench.random_);
    const Span from{BufferKind::input, {0}, block_of(bench.random_, run, counts, 1)};
    const Span to{BufferKind::window, {1}, block_of(bench.random_, run, counts, 1)};
    const Span also{BufferKind::scratch, {0}, block_of(bench.random_, run, counts, 1)};
    const auto limit = 1 + static_cast<std::int64_t>(below(bench.random_, 100));
    if (i % 2 == 0)
      bench(0, {Stage{from, to}, 0, Datapath::vector}, limit);
    else
      bench(0, {Consume{ReduceOp::copy, 1, {from}, {to, also}}, 0, Datapath::vector}, limit);
    const auto before = offsets_of(from.block), after = offsets_of(to.block), second = offsets_of(also.block);
    for (std::size_t b = 0; b < before.size(); ++b) {
      const std::byte byte = bench.bytes(BufferKind::input, 0)[static_cast<std::size_t>(before[b])];
      REQUIRE(bench.bytes(BufferKind::window, 1)[static_cast<std::size_t>(after[b])] == byte);
      if (i % 2 != 0)
        REQUIRE(bench.bytes(BufferKind::scratch, 0)[static_cast<std::size_t>(second[b])] == byte);
    }
  }
}

TEST_CASE("a copy leaves the bytes between its runs alone") {
  Bench bench(DataType::f32);
  Span to = testing::bytes_of(BufferKind::window, 0, 1, 2);
  to.block.push_inner({3, 5});
  bench(0, {Stage{{BufferKind::input,
                   {0},
                   [] {
                     Block block;
                     block.run = 2;
                     block.push_inner({3, 2});
                     return block;
                   }()},
                  to},
            0, Datapath::vector});
  const std::span<std::byte> window = bench.bytes(BufferKind::window, 0);
  for (std::size_t i : {0u, 3u, 4u, 5u, 8u, 9u, 10u, 13u}) CHECK(window[i] == std::byte{0xff});
}

TEST_CASE("a consume reduces as the definition does") {
  const ReduceOp op = GENERATE(ReduceOp::sum, ReduceOp::prod, ReduceOp::min, ReduceOp::max, ReduceOp::avg);
  for (DataType dtype : kDataTypes) {
    if (!applies_to(op, dtype)) continue;
    Bench bench(dtype, op, static_cast<std::uint64_t>(dtype) + 10);
    const auto element = size_of(dtype).value;
    for (int i = 0; i < 12; ++i) {
      const auto counts = random_counts(bench.random_);
      const auto run = (1 + static_cast<std::int64_t>(below(bench.random_, 5))) * element;
      std::vector<Span> sources;
      for (std::uint64_t s = 0; s < 1 + below(bench.random_, 4); ++s) {
        sources.push_back({s % 2 == 0 ? BufferKind::input : BufferKind::output,
                           {static_cast<int>(below(bench.random_, 2))},
                           block_of(bench.random_, run, counts, element)});
        if (below(bench.random_, 2) == 0) sources.back().block.fold = Dim{3, 7 * element};
      }
      const Span to{BufferKind::window, {1}, block_of(bench.random_, run, counts, element)};
      const auto all = static_cast<std::int64_t>(operands(bench, dtype, sources, 0).size());
      const std::int64_t divisor = op == ReduceOp::avg ? all : 1;
      bench(0, {Consume{op, divisor, sources, {to}}, 0, Datapath::vector},
            1 + static_cast<std::int64_t>(below(bench.random_, 64)));
      const auto after = offsets_of(to.block);
      for (std::size_t b = 0; b < after.size(); b += static_cast<std::size_t>(element)) {
        const auto allowed =
            testing::reduced(dtype, op, operands(bench, dtype, sources, b), testing::Rounding::once);
        INFO(name_of(dtype) << " " << name_of(op) << " of " << all);
        REQUIRE(testing::is_allowed(dtype, allowed,
                                    element_at(bench.bytes(BufferKind::window, 1), dtype, after[b])));
      }
    }
  }
}

TEST_CASE("a reduction of one operand keeps its bits") {
  Bench bench(DataType::f32);
  for (ReduceOp op : kReduceOps) {
    const std::uint32_t signalling = 0x7f800001, minus_zero = 0x80000000;
    std::memcpy(bench.bytes(BufferKind::input, 0).data(), &signalling, 4);
    std::memcpy(bench.bytes(BufferKind::input, 0).data() + 4, &minus_zero, 4);
    const Span from = bytes_of(BufferKind::input, 0, 0, 8), to = bytes_of(BufferKind::window, 0, 0, 8);
    bench(0, {Consume{op, 1, {from}, {to}}, 0, Datapath::vector});
    CHECK(std::memcmp(bench.bytes(BufferKind::input, 0).data(), bench.bytes(BufferKind::window, 0).data(),
                      8) == 0);
  }
}

TEST_CASE("a reduction of nothing is the identity") {
  Bench bench(DataType::f32);
  const Span to = bytes_of(BufferKind::window, 0, 0, 4);
  Span none = bytes_of(BufferKind::input, 0, 0, 4);
  none.block.fold = Dim{0, 4};
  for (ReduceOp op : {ReduceOp::sum, ReduceOp::prod}) {
    bench(0, {Consume{op, 1, {none}, {to}}, 0, Datapath::vector});
    CHECK(std::bit_cast<float>(static_cast<std::uint32_t>(element_at(
              bench.bytes(BufferKind::window, 0), DataType::f32, 0))) == (op == ReduceOp::sum ? 0 : 1));
  }
}

TEST_CASE("an await sees stamps of its launch and later ordinals") {
  Bench bench(DataType::f32);
  const Action await{Await{{{1, 2}}}, 0, Datapath::vector};
  const auto notify = [](std::uint32_t value) {
    return Action{Notify{1, value, {{0}, {1}}}, 0, Datapath::vector};
  };
  CHECK(bench(0, await) == Progress::blocked);
  CHECK(bench(1, notify(1)) == Progress::finished);
  CHECK(bench(0, await) == Progress::blocked);
  CHECK(bench(1, notify(3), 1) == Progress::finished);
  CHECK(bench(0, await) == Progress::finished);
  CHECK(bench(1, await) == Progress::finished);
  bench.to_epoch(2);
  CHECK(bench(0, await) == Progress::blocked);
  bench.to_epoch(3);
  CHECK(bench(0, await) == Progress::blocked);
}

TEST_CASE("packets arrive word by word, reduced or handed on") {
  const std::int64_t bytes = GENERATE(8, 12, 2, 400);
  Bench bench(DataType::bf16);
  const Span own = bytes_of(BufferKind::input, 1, 6, bytes), to = bytes_of(BufferKind::output, 1, 2, bytes);
  const Action put{PutPackets{bytes_of(BufferKind::input, 0, 10, bytes), 1, {{{1}, 32}, {{0}, 0}}}, 0,
                   Datapath::packet};
  TakePackets take{ReduceOp::max,
                   1,
                   {},
                   {TakePackets::Packets{{1}, 32, 1}, own},
                   {to, TakePackets::Packets{{0}, 4096, 2}}};
  take.shape.run = bytes;
  const Action action{take, 0, Datapath::packet};
  CHECK(bench(1, action) == Progress::blocked);
  std::int64_t limit = GENERATE(1, 3, 1000);
  CHECK(bench(0, put, limit) == Progress::finished);
  CHECK(bench(1, action, limit) == Progress::finished);
  TakePackets again{ReduceOp::copy,
                    1,
                    take.shape,
                    {TakePackets::Packets{{0}, 4096, 2}},
                    {bytes_of(BufferKind::scratch, 0, 0, bytes)}};
  CHECK(bench(0, {again, 0, Datapath::packet}) == Progress::finished);
  for (std::int64_t at = 0; at < bytes; at += 2) {
    const std::vector<std::uint64_t> both = {
        element_at(bench.bytes(BufferKind::input, 0), DataType::bf16, 10 + at),
        element_at(bench.bytes(BufferKind::input, 1), DataType::bf16, 6 + at)};
    const auto allowed = testing::reduced(DataType::bf16, ReduceOp::max, both, testing::Rounding::once);
    REQUIRE(testing::is_allowed(DataType::bf16, allowed,
                                element_at(bench.bytes(BufferKind::output, 1), DataType::bf16, 2 + at)));
    REQUIRE(testing::is_allowed(DataType::bf16, allowed,
                                element_at(bench.bytes(BufferKind::scratch, 0), DataType::bf16, at)));
  }
  again.sources = {TakePackets::Packets{{0}, 4096, 1}};
  CHECK(bench(0, {again, 0, Datapath::packet}) == Progress::blocked);
  bench.to_epoch(3);
  CHECK(bench(1, action) == Progress::blocked);
}
