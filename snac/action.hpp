#pragma once
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "snac/block.hpp"
#include "spec/ids.hpp"
#include "spec/reduce_op.hpp"

namespace purlin {

/// `input` and `output` are the caller's. Windows are peer-visible and have halves used in turn by launches:
/// an offset counts from the start of the launch's half. `scratch` is a rank's own.
enum class BufferKind : std::uint8_t { input, output, window, packet_window, scratch };
inline constexpr int kBufferKinds = 5;

enum class Datapath : std::uint8_t { vector, bulk, copy_engine, multicast, packet };

/// Strided bytes of one buffer of one rank.
struct Span {
  BufferKind buffer = BufferKind::input;
  Rank rank;
  Block block;
  friend bool operator==(const Span&, const Span&) = default;
};

/// Copies an own span into a window (of any rank: pull stages into the own one, push into a peer's).
struct Stage {
  Span from;
  Span to;
  friend bool operator==(const Stage&, const Stage&) = default;
};

/// Stores the stamp (epoch, value) into slot `slot` of each rank. Release: who sees the stamp sees everything
/// this lane did or observed before. `value` is the ordinal of this notify on that slot in this launch,
/// from 1.
struct Notify {
  int slot = 0;
  std::uint32_t value = 1;
  std::vector<Rank> ranks;
  friend bool operator==(const Notify&, const Notify&) = default;
};

/// Until every own slot named is ≥ (this epoch, value). Acquire.
struct Await {
  struct Wait {
    int slot = 0;
    std::uint32_t value = 1;
    friend bool operator==(const Wait&, const Wait&) = default;
  };
  std::vector<Wait> waits;
  friend bool operator==(const Await&, const Await&) = default;
};

/// Copies one source, or reduces several (in listed order, a source's fold innermost), into every
/// destination. The accumulator is wide and rounds once, after division by `divisor` (the finish of `avg`).
struct Consume {
  ReduceOp op = ReduceOp::copy;
  std::int64_t divisor = 1;
  std::vector<Span> sources;
  std::vector<Span> destinations;
  friend bool operator==(const Consume&, const Consume&) = default;
};

/// Stage and notify in one store per 8-byte word: (word, stamp) pairs into packet windows, all of `source`'s
/// shape packed densely from word `to.offset / 16` on. The stamp is (epoch, turn).
struct PutPackets {
  Span source;
  std::uint32_t turn = 1;
  struct Target {
    Rank rank;
    std::int64_t offset = 0;  // bytes into the packet window's half, 16 per word
    friend bool operator==(const Target&, const Target&) = default;
  };
  std::vector<Target> targets;
  friend bool operator==(const PutPackets&, const PutPackets&) = default;
};

/// Await and consume per word. A source is a run of own packets or an own plain span; a destination is a
/// plain span or packets of a peer's window.
struct TakePackets {
  struct Packets {
    Rank rank;  // whose packet window
    std::int64_t offset = 0;
    std::uint32_t turn = 1;
    friend bool operator==(const Packets&, const Packets&) = default;
  };
  using End = std::variant<Span, Packets>;
  ReduceOp op = ReduceOp::copy;
  std::int64_t divisor = 1;
  Block shape;  // run and counts that all plain ends share; packets are dense
  std::vector<End> sources;
  std::vector<End> destinations;
  friend bool operator==(const TakePackets&, const TakePackets&) = default;
};

/// One step of a lane. `step` is the link of the chain that it serves.
struct Action {
  std::variant<Stage, Notify, Await, Consume, PutPackets, TakePackets> what;
  int step = 0;
  Datapath datapath = Datapath::vector;
  friend bool operator==(const Action&, const Action&) = default;
};

std::string_view name_of(BufferKind kind);
std::string_view name_of(Datapath datapath);
std::string_view name_of(const Action& action);

/// A visitor out of lambdas.
template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

}  // namespace purlin
