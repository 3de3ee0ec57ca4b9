#include "snac/derive/spans.hpp"

#include <algorithm>

namespace purlin {

std::int64_t folds(const Block& block) { return block.fold ? block.fold->count : 1; }

std::vector<Span> SpanFinder::read(HopId id, Rank reader, Turn turn) const {
  const Hop& hop = traffic_.hop(id);
  if (hop.at == reader && hop.is_contribution()) return contribution(id, turn);
  switch (place_of(hop, traffic_.style())) {
    case Place::caller:
      return hop.is_contribution() ? contribution(id, turn) : output(id, turn);
    case Place::own_window:
    case Place::reader_window:
      return window(id, reader_index(id, reader), turn);
    case Place::reader_packets:
      break;
  }
  PURLIN_ASSERT(false && "packets are not spans");
  return {};
}

std::vector<Span> SpanFinder::contribution(HopId id, Turn turn) const {
  std::vector<Span> spans;
  for (const Block& piece : cut(shape(id), range(id, turn)))
    spans.push_back(placed(traffic_.problem(), {BufferKind::input, traffic_.hop(id).at, piece}));
  return spans;
}

std::vector<Span> SpanFinder::output(HopId id, Rank rank, Turn turn) const {
  std::vector<Span> spans;
  for (const Block& piece : cut(traffic_.flow(id).delivery->destination, range(id, turn)))
    spans.push_back(placed(traffic_.problem(), {BufferKind::output, rank, piece}));
  return spans;
}

std::vector<Span> SpanFinder::window(HopId id, std::size_t reader, Turn turn) const {
  const bool is_own = place_of(traffic_.hop(id), traffic_.style()) == Place::own_window;
  const Rank owner = is_own ? traffic_.hop(id).at : traffic_.readers(id)[reader];
  std::int64_t offset = boxes_.offset(id, reader, turn.lane, turn.round);
  std::vector<Span> spans;
  for (const Block& piece : cut(shape(id), range(id, turn))) {
    spans.push_back({BufferKind::window, owner, packed(piece, offset)});
    offset += piece.bytes() * folds(piece);
  }
  return spans;
}

Span SpanFinder::in_switch(HopId id, std::size_t reader, Turn turn) const {
  const bool is_own = place_of(traffic_.hop(id), traffic_.style()) == Place::own_window;
  Span span{BufferKind::window, is_own ? traffic_.hop(id).at : traffic_.readers(id)[reader], {}};
  span.block.offset = boxes_.offset(id, reader, turn.lane, turn.round);
  span.block.run = range(id, turn).bytes();
  return span;
}

std::vector<std::vector<TakePackets::Packets>> SpanFinder::packets(HopId id, std::size_t reader,
                                                                   Turn turn) const {
  const Rank owner = traffic_.readers(id)[reader];
  std::int64_t offset = boxes_.offset(id, reader, turn.lane, turn.round);
  const auto stamp = static_cast<std::uint32_t>(turn.round / boxes_.depth() + 1);
  std::vector<std::vector<TakePackets::Packets>> all;
  for (const Block& piece : cut(shape(id), range(id, turn))) {
    all.emplace_back();
    for (std::int64_t i = 0; i < folds(piece); ++i, offset += packet_bytes(piece.bytes()))
      all.back().push_back({owner, offset, stamp});
  }
  return all;
}

std::vector<std::vector<TakePackets::End>> SpanFinder::ends(HopId id, Rank reader, Turn turn) const {
  std::vector<std::vector<TakePackets::End>> all;
  if (traffic_.hop(id).at == reader)
    for (Span& span : contribution(id, turn)) all.push_back({std::move(span)});
  else
    for (const auto& piece : packets(id, reader_index(id, reader), turn))
      all.emplace_back(piece.begin(), piece.end());
  return all;
}

std::size_t SpanFinder::reader_index(HopId id, Rank reader) const {
  const std::span<const Rank> readers = traffic_.readers(id);
  return static_cast<std::size_t>(std::ranges::find(readers, reader) - readers.begin());
}

}  // namespace purlin
