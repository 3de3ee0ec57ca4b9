#include "snac/derive/program_writer.hpp"

#include <algorithm>
#include <numeric>

namespace purlin {
namespace {

/// Elements that every output element of the transfer is made of.
std::int64_t reduced_count(const Transfer& transfer) {
  const auto folded = [](std::int64_t sum, const Transfer::Source& s) {
    return sum + (s.block.fold ? s.block.fold->count : 1);
  };
  return std::accumulate(transfer.sources.begin(), transfer.sources.end(), std::int64_t{0}, folded);
}

}  // namespace

ProgramWriter::ProgramWriter(Schedule& schedule, const Exchange& exchange)
    : schedule_(schedule), exchange_(exchange) {
  schedule_.programs.assign(static_cast<std::size_t>(exchange.ranks()),
                            std::vector<Program>(static_cast<std::size_t>(schedule.lanes)));
}

Program& ProgramWriter::program(Rank rank, int lane) {
  return schedule_.programs[static_cast<std::size_t>(rank.value)][static_cast<std::size_t>(lane)];
}

int ProgramWriter::slot(Rank producer, int lane, Purpose purpose) {
  const int lanes = purpose == Purpose::rendezvous ? 1 : schedule_.lanes;
  PURLIN_ASSERT(lane < lanes);
  const auto [entry, is_new] = first_slot_.try_emplace(purpose, static_cast<int>(schedule_.signals.size()));
  if (is_new)
    for (int rank = 0; rank < exchange_.ranks(); ++rank)
      for (int l = 0; l < lanes; ++l) schedule_.signals.push_back({{rank}, l, purpose});
  return entry->second + producer.value * lanes + lane;
}

void ProgramWriter::notify(Rank by, int lane, Purpose purpose, std::int64_t value,
                           const std::vector<Rank>& ranks) {
  if (ranks.empty()) return;
  program(by, lane).push_back({Notify{slot(by, lane, purpose), static_cast<std::uint32_t>(value), ranks}});
}

void ProgramWriter::await(Rank by, int lane, Purpose purpose, std::int64_t value,
                          const std::vector<Rank>& producers) {
  if (producers.empty()) return;
  Await await;
  for (Rank producer : producers)
    await.waits.push_back({slot(producer, lane, purpose), static_cast<std::uint32_t>(value)});
  program(by, lane).push_back({std::move(await)});
}

void ProgramWriter::stage(Rank by, int lane, const Span& from, const Span& to) {
  program(by, lane).push_back({Stage{from, to}});
}

void ProgramWriter::consume(int lane, const Transfer& transfer, Range range,
                            const std::vector<std::vector<Span>>& sources) {
  const std::int64_t reduced = reduced_count(transfer);
  const std::vector<Block> destinations = cut(transfer.destination, range);
  for (std::size_t piece = 0; piece < destinations.size(); ++piece) {
    Consume consume;
    for (const std::vector<Span>& source : sources) consume.sources.push_back(source[piece]);
    const Span output{BufferKind::output, transfer.to, destinations[piece]};
    consume.destinations = {placed(exchange_.problem, output)};
    if (reduced != 1 || sources.size() != 1) consume.op = exchange_.problem.op;
    if (consume.op == ReduceOp::avg) consume.divisor = reduced;
    if (consume.op == ReduceOp::copy && consume.sources == consume.destinations) continue;
    program(transfer.to, lane).push_back({std::move(consume)});
  }
}

std::vector<Span> own_pieces(const Problem& problem, const Transfer::Source& source, Range range) {
  std::vector<Span> spans;
  for (Block& block : cut(source.block, range))
    spans.push_back(placed(problem, {BufferKind::input, source.rank, block}));
  return spans;
}

bool needs_rendezvous(const Exchange& exchange, const std::vector<std::vector<Rank>>& awaited) {
  for (int rank = 0; rank < exchange.ranks(); ++rank) {
    std::vector<Rank> met = awaited[static_cast<std::size_t>(rank)];
    std::ranges::sort(met);
    const auto repeated = std::ranges::unique(met);
    if (repeated.begin() - met.begin() < exchange.ranks() - 1) return true;
  }
  return false;
}

}  // namespace purlin
