#include "snac/derive/in_place.hpp"

#include <fmt/core.h>

namespace purlin {
namespace {

bool overlap(const Block& a, const Block& b) {
  return a.bytes() > 0 && b.bytes() > 0 && a.offset < b.end() && b.offset < a.end();
}

/// Whether the output block is its source already, so that nothing is written.
bool is_held(const Exchange& exchange, const Transfer& transfer) {
  if (transfer.sources.size() != 1 || transfer.sources[0].rank != transfer.to) return false;
  const Transfer::Source& source = transfer.sources[0];
  return placed(exchange.problem, {BufferKind::input, source.rank, source.block}) ==
         placed(exchange.problem, {BufferKind::output, transfer.to, transfer.destination});
}

/// Whether writing the destination of `writer` may spoil `source` as `reader` reads it.
bool spoils(const Exchange& exchange, Regime regime, const Transfer& writer, const Transfer& reader,
            const Transfer::Source& source) {
  if (is_held(exchange, writer)) return false;
  const Span written = placed(exchange.problem, {BufferKind::output, writer.to, writer.destination});
  const Span read = placed(exchange.problem, {BufferKind::input, source.rank, source.block});
  if (written.buffer != read.buffer || !overlap(written.block, read.block)) return false;
  if (written.block != read.block) return true;
  const bool is_staged = regime == Regime::staged && reader.to != writer.to;
  return &reader != &writer && !is_staged;
}

}  // namespace

std::string in_place_hazard(const Exchange& exchange, Regime regime) {
  if (exchange.problem.in_place == InPlace::no) return {};
  for (const Transfer& reader : exchange.transfers)
    for (const Transfer::Source& source : reader.sources)
      for (const Transfer* writer : exchange.reads[static_cast<std::size_t>(source.rank.value)])
        if (spoils(exchange, regime, *writer, reader, source))
          return fmt::format("rank {} would overwrite bytes {}…{} of its input, which rank {} still reads",
                             source.rank.value, source.block.offset, source.block.end(), reader.to.value);
  return {};
}

}  // namespace purlin
