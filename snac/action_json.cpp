#include "snac/action_json.hpp"

#include <fmt/core.h>

#include <array>
#include <nlohmann/json.hpp>

namespace purlin {
namespace {

using nlohmann::json;

constexpr std::int64_t kMostRank = std::numeric_limits<int>::max();
constexpr std::int64_t kMostStamp = std::numeric_limits<std::uint32_t>::max();
constexpr std::array kBuffers = {BufferKind::input, BufferKind::output, BufferKind::window,
                                 BufferKind::packet_window, BufferKind::scratch};
constexpr std::array kDatapaths = {Datapath::vector, Datapath::bulk, Datapath::copy_engine,
                                   Datapath::multicast, Datapath::packet};

json write(const Dim& dim) { return json::array({dim.count, dim.stride}); }

json write(const Block& block) { return to_json(block); }

json write(const Span& span) {
  json written = write(span.block);
  written["buffer"] = name_of(span.buffer);
  written["rank"] = span.rank.value;
  return written;
}

json write(const std::vector<Rank>& ranks) {
  json written = json::array();
  for (Rank rank : ranks) written.push_back(rank.value);
  return written;
}

json write(const Await::Wait& wait) { return {{"slot", wait.slot}, {"value", wait.value}}; }
json write(const PutPackets::Target& target) {
  return {{"rank", target.rank.value}, {"offset", target.offset}};
}
json write(const TakePackets::End& end) {
  if (const Span* span = std::get_if<Span>(&end)) return write(*span);
  const auto& packets = std::get<TakePackets::Packets>(end);
  return {{"rank", packets.rank.value}, {"packets", packets.offset}, {"turn", packets.turn}};
}

template <class T>
json write_all(const std::vector<T>& list) {
  json written = json::array();
  for (const T& entry : list) written.push_back(write(entry));
  return written;
}

json write_body(const Stage& a) { return {{"from", write(a.from)}, {"to", write(a.to)}}; }
json write_body(const Notify& a) { return {{"slot", a.slot}, {"value", a.value}, {"ranks", write(a.ranks)}}; }
json write_body(const Await& a) { return {{"waits", write_all(a.waits)}}; }
json write_body(const Consume& a) {
  return {{"op", name_of(a.op)},
          {"divisor", a.divisor},
          {"sources", write_all(a.sources)},
          {"destinations", write_all(a.destinations)}};
}
json write_body(const PutPackets& a) {
  return {{"source", write(a.source)}, {"turn", a.turn}, {"targets", write_all(a.targets)}};
}
json write_body(const TakePackets& a) {
  return {{"op", name_of(a.op)},
          {"divisor", a.divisor},
          {"shape", write(a.shape)},
          {"sources", write_all(a.sources)},
          {"destinations", write_all(a.destinations)}};
}

Dim read_dim(const JsonReader& reader) {
  if (reader.size() != 2) return reader.complain("should be [count, stride]"), Dim{};
  return {reader.element(0).integer(), reader.element(1).integer()};
}

Block read_block(const JsonReader& reader) {
  Block block;
  block.offset = reader.member("offset").integer();
  block.run = reader.member("run").integer();
  const JsonReader dims = reader.member("dims");
  const std::size_t count = dims.size();
  if (count > kMaxDims) reader.complain(fmt::format("{} dims: at most {} are possible", count, kMaxDims));
  for (std::size_t i = 0; i < count && i < kMaxDims; ++i) block.push_inner(read_dim(dims.element(i)));
  if (reader.has("fold")) block.fold = read_dim(reader.member("fold"));
  return block;
}

Rank read_rank(const JsonReader& reader) { return {static_cast<int>(reader.integer(0, kMostRank))}; }
std::uint32_t read_stamp(const JsonReader& reader) {
  return static_cast<std::uint32_t>(reader.integer(0, kMostStamp));
}
int read_slot(const JsonReader& reader) { return static_cast<int>(reader.integer(0, kMostRank)); }

Span read_span(const JsonReader& reader) {
  reader.has_only({"buffer", "rank", "offset", "run", "dims", "fold"});
  return {reader.member("buffer").named(kBuffers), read_rank(reader.member("rank")), read_block(reader)};
}

template <class Read>
auto read_all(const JsonReader& reader, Read&& read) {
  std::vector<decltype(read(reader))> list;
  for (std::size_t i = 0; i < reader.size(); ++i) list.push_back(read(reader.element(i)));
  return list;
}

Await::Wait read_wait(const JsonReader& reader) {
  reader.has_only({"slot", "value"});
  return {read_slot(reader.member("slot")), read_stamp(reader.member("value"))};
}

PutPackets::Target read_target(const JsonReader& reader) {
  reader.has_only({"rank", "offset"});
  return {read_rank(reader.member("rank")), reader.member("offset").integer()};
}

TakePackets::End read_end(const JsonReader& reader) {
  if (!reader.has("packets")) return read_span(reader);
  reader.has_only({"rank", "packets", "turn"});
  return TakePackets::Packets{read_rank(reader.member("rank")), reader.member("packets").integer(),
                              read_stamp(reader.member("turn"))};
}

Stage read_stage(const JsonReader& r) { return {read_span(r.member("from")), read_span(r.member("to"))}; }
Notify read_notify(const JsonReader& r) {
  return {read_slot(r.member("slot")), read_stamp(r.member("value")), read_all(r.member("ranks"), read_rank)};
}
Await read_await(const JsonReader& r) { return {read_all(r.member("waits"), read_wait)}; }
Consume read_consume(const JsonReader& r) {
  return {r.member("op").named(kReduceOps), r.member("divisor").integer(1),
          read_all(r.member("sources"), read_span), read_all(r.member("destinations"), read_span)};
}
PutPackets read_put(const JsonReader& r) {
  return {read_span(r.member("source")), read_stamp(r.member("turn")),
          read_all(r.member("targets"), read_target)};
}
TakePackets read_take(const JsonReader& r) {
  return {r.member("op").named(kReduceOps), r.member("divisor").integer(1), read_block(r.member("shape")),
          read_all(r.member("sources"), read_end), read_all(r.member("destinations"), read_end)};
}

decltype(Action::what) read_body(const JsonReader& r) {
  const std::string kind = r.member("kind").text();
  const auto only = [&](std::initializer_list<std::string_view> keys) { r.has_only(keys); };
  if (kind == "stage") return only({"kind", "step", "datapath", "from", "to"}), read_stage(r);
  if (kind == "notify") return only({"kind", "step", "datapath", "slot", "value", "ranks"}), read_notify(r);
  if (kind == "await") return only({"kind", "step", "datapath", "waits"}), read_await(r);
  if (kind == "consume")
    return only({"kind", "step", "datapath", "op", "divisor", "sources", "destinations"}), read_consume(r);
  if (kind == "put_packets")
    return only({"kind", "step", "datapath", "source", "turn", "targets"}), read_put(r);
  if (kind == "take_packets")
    return only({"kind", "step", "datapath", "op", "divisor", "shape", "sources", "destinations"}),
           read_take(r);
  r.complain(fmt::format("there is no action `{}`", kind));
  return Await{};
}

}  // namespace

json to_json(const Block& block) {
  json dims = json::array();
  for (int i = 0; i < block.dims(); ++i) dims.push_back(write(block.dim(i)));
  json written = {{"offset", block.offset}, {"run", block.run}, {"dims", dims}};
  if (block.fold) written["fold"] = write(*block.fold);
  return written;
}

json to_json(const Action& action) {
  json written = std::visit([](const auto& body) { return write_body(body); }, action.what);
  written["kind"] = name_of(action);
  written["step"] = action.step;
  written["datapath"] = name_of(action.datapath);
  return written;
}

Action read_action(const JsonReader& reader) {
  if (!reader.value().is_object()) return reader.complain("should be an object"), Action{};
  Action action;
  action.what = read_body(reader);
  action.step = static_cast<int>(reader.member("step").integer(0, kMostRank));
  action.datapath = reader.member("datapath").named(kDatapaths);
  return action;
}

}  // namespace purlin
