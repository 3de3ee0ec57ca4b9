#include "tests/support/schedule_builder.hpp"

#include <algorithm>
#include <regex>

#include "spec/assert.hpp"

namespace purlin::testing {
namespace {

AxisId axis_named(Problem& problem, const std::string& name) {
  const auto found =
      std::find_if(problem.axes.begin(), problem.axes.end(), [&](const Axis& a) { return a.name == name; });
  if (found != problem.axes.end()) return static_cast<AxisId>(found - problem.axes.begin());
  problem.axes.push_back({name, 1, std::nullopt});
  return static_cast<AxisId>(problem.axes.size()) - 1;
}

Layout layout_of(Problem& problem, const std::string& text) {
  static const std::regex word(R"(\[(\w+)([+-]\d+)?\]|@\s*(\d+)|(\w+))");
  Layout layout;
  for (std::sregex_iterator at(text.begin(), text.end(), word), end; at != end; ++at) {
    const std::smatch& m = *at;
    if (m[1].matched)
      layout.bindings.push_back({0, axis_named(problem, m[1]), m[2].matched ? std::stoi(m[2]) : 0});
    if (m[3].matched) layout.pins.push_back({0, std::stoi(m[3])});
    if (m[4].matched) layout.local.push_back(axis_named(problem, m[4]));
  }
  return layout;
}

std::vector<Rank> ranks_of(const std::vector<int>& values) {
  std::vector<Rank> ranks;
  for (int value : values) ranks.push_back({value});
  return ranks;
}

}  // namespace

Span bytes_of(BufferKind buffer, int rank, std::int64_t offset, std::int64_t run) {
  Span span{buffer, {rank}, {}};
  span.block.offset = offset;
  span.block.run = run;
  return span;
}

Problem problem_of(const std::string& input, const std::string& output, ReduceOp op, int ranks,
                   const std::map<std::string, std::int64_t>& sizes, DataType dtype, InPlace in_place) {
  Problem problem;
  problem.name = input + " -> " + output;
  problem.mesh.axes = {{"rank", ranks}};
  problem.dtype = dtype;
  problem.op = op;
  problem.in_place = in_place;
  problem.input = layout_of(problem, input);
  problem.output = layout_of(problem, output);
  for (const Layout* layout : {&problem.input, &problem.output})
    for (const Layout::Binding& binding : layout->bindings)
      problem.axes[static_cast<std::size_t>(binding.axis)].size = ranks;
  for (const auto& [name, size] : sizes)
    problem.axes[static_cast<std::size_t>(axis_named(problem, name))].size = size;
  return problem;
}

ScheduleBuilder::ScheduleBuilder(Problem problem, Regime regime, int lanes) {
  const auto ranks = static_cast<std::size_t>(problem.ranks());
  for (int rank = 0; rank < problem.ranks(); ++rank) {
    std::int64_t input = held_bytes(problem, problem.input, {rank}).value;
    std::int64_t output = held_bytes(problem, problem.output, {rank}).value;
    if (problem.in_place == InPlace::output_in_input)
      output = 0;
    else if (problem.in_place != InPlace::no)
      input = 0;
    schedule_.buffers.input.push_back(input);
    schedule_.buffers.output.push_back(output);
  }
  schedule_.problem = std::move(problem);
  schedule_.machine = "test";
  schedule_.algorithm = "by hand";
  schedule_.regime = regime;
  schedule_.lanes = lanes;
  schedule_.buffers.scratch.assign(ranks, 0);
  schedule_.lane_kinds.assign(static_cast<std::size_t>(lanes), LaneKind::block);
  schedule_.programs.assign(ranks, std::vector<Program>(static_cast<std::size_t>(lanes)));
}

int ScheduleBuilder::slot(int producer, int lane, Purpose purpose) {
  const SignalSlot wanted{{producer}, lane, purpose};
  auto& signals = schedule_.signals;
  const auto found = std::find(signals.begin(), signals.end(), wanted);
  if (found != signals.end()) return static_cast<int>(found - signals.begin());
  signals.push_back(wanted);
  return static_cast<int>(signals.size()) - 1;
}

ScheduleBuilder& ScheduleBuilder::window(std::int64_t half_bytes) {
  schedule_.buffers.window_half = half_bytes;
  return *this;
}

ScheduleBuilder& ScheduleBuilder::packet_window(std::int64_t half_bytes) {
  schedule_.buffers.packet_window_half = half_bytes;
  return *this;
}

ScheduleBuilder& ScheduleBuilder::scratch(std::int64_t bytes) {
  std::fill(schedule_.buffers.scratch.begin(), schedule_.buffers.scratch.end(), bytes);
  return *this;
}

ScheduleBuilder::Lane& ScheduleBuilder::Lane::add(Action action) {
  auto& lanes = builder_.schedule_.programs.at(static_cast<std::size_t>(rank_));
  lanes.at(static_cast<std::size_t>(lane_)).push_back(std::move(action));
  return *this;
}

ScheduleBuilder::Lane& ScheduleBuilder::Lane::stage(Span from, Span to) { return add({Stage{from, to}}); }

ScheduleBuilder::Lane& ScheduleBuilder::Lane::copy(Span from, Span to) {
  return add({Consume{ReduceOp::copy, 1, {from}, {to}}});
}

ScheduleBuilder::Lane& ScheduleBuilder::Lane::reduce(ReduceOp op, std::vector<Span> sources,
                                                     std::vector<Span> destinations, std::int64_t divisor) {
  return add({Consume{op, divisor, std::move(sources), std::move(destinations)}});
}

ScheduleBuilder::Lane& ScheduleBuilder::Lane::notify(Purpose purpose, const std::vector<int>& ranks) {
  const int slot = builder_.slot(rank_, lane_, purpose);
  Notify notify{slot, 0, ranks_of(ranks)};
  for (int rank : ranks) {
    const std::uint32_t ordinal = ++builder_.counts_[{slot, rank}];
    PURLIN_ASSERT(notify.value == 0 || notify.value == ordinal);  // else notify these ranks apart
    notify.value = ordinal;
  }
  return add({notify});
}

ScheduleBuilder::Lane& ScheduleBuilder::Lane::await(Purpose purpose, const std::vector<int>& ranks,
                                                    std::uint32_t value, int lane) {
  Await await;
  for (int rank : ranks)
    await.waits.push_back({builder_.slot(rank, lane < 0 ? lane_ : lane, purpose), value});
  return add({await});
}

ScheduleBuilder::Lane& ScheduleBuilder::Lane::put(Span source, std::vector<PutPackets::Target> targets,
                                                  std::uint32_t turn) {
  return add({PutPackets{source, turn, std::move(targets)}, 0, Datapath::packet});
}

ScheduleBuilder::Lane& ScheduleBuilder::Lane::take(TakePackets take) {
  return add({std::move(take), 0, Datapath::packet});
}

}  // namespace purlin::testing
