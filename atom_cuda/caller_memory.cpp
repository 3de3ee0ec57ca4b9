#include "atom_cuda/caller_memory.cuh"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "snac/host/frames.hpp"
#include "snac/host/random.hpp"
#include "spec/assert.hpp"

namespace purlin::cuda {
namespace {

constexpr std::array<Findings, 3> kNothingFound{};

int digits_of(DataType type) {
  switch (type) {
    case DataType::f64:
      return 53;
    case DataType::f32:
      return 24;
    case DataType::f16:
      return 11;
    case DataType::bf16:
      return 8;
    case DataType::f8e4m3:
      return 4;
    case DataType::f8e5m2:
      return 3;
    case DataType::i64:
    case DataType::i32:
    case DataType::i8:
    case DataType::u64:
    case DataType::u32:
    case DataType::u8:
      break;
  }
  return 0;
}

/// Elements reduced into one, at most.
double contributions_of(const Problem& problem) {
  double count = 1;
  for (AxisId axis : reduced_axes(problem))
    count *= static_cast<double>(problem.axes[static_cast<std::size_t>(axis)].size);
  return std::max(count, 1.0);
}

/// As the host draws for odd launches: reductions are exact in any order.
Draw draw_of(const Problem& problem) {
  Draw draw;
  draw.count = contributions_of(problem);
  if (!is_float(problem.dtype) || problem.op == ReduceOp::copy) return draw;
  const double room = std::ldexp(1.0, digits_of(problem.dtype));
  draw.widest = static_cast<std::uint64_t>(std::clamp(room / draw.count, 1.0, 1000.0));
  draw.density = std::min(1.0, room / draw.count);
  const bool extreme = problem.op == ReduceOp::min || problem.op == ReduceOp::max;
  draw.kind = extreme                        ? Draw::Kind::any_float
              : problem.op == ReduceOp::prod ? Draw::Kind::factors
                                             : Draw::Kind::summands;
  return draw;
}

/// Row-major strides of the whole tensor, ragged axes at their largest.
std::vector<std::int64_t> tensor_strides(const Problem& problem) {
  std::vector<std::int64_t> strides(problem.axes.size(), 1);
  for (std::size_t i = problem.axes.size(); i-- > 1;) strides[i - 1] = strides[i] * problem.axes[i].size;
  return strides;
}

/// The problem of holding what is held before: its frames are those of the input.
Problem of_input(Problem problem) {
  problem.output = problem.input;
  problem.op = ReduceOp::copy;
  problem.in_place = InPlace::no;
  return problem;
}

template <class Walks>
int put_walks(const Walks& walks, WalkDim (&dims)[kMostWalks]) {
  if (walks.size() > kMostWalks)
    throw Refusal(fmt::format("{} axes of one buffer: at most {} can be checked on the device", walks.size(),
                              kMostWalks));
  for (std::size_t i = 0; i < walks.size(); ++i) dims[i] = {walks[i].extent, walks[i].stride};
  return static_cast<int>(walks.size());
}

std::int64_t elements_of(const host::Frame& frame) {
  std::int64_t elements = 1;
  for (const auto& walk : frame.walks) elements *= walk.extent;
  return elements;
}

}  // namespace

CallerMemory::CallerMemory(const Devices& devices, const Schedule& schedule, int sets)
    : devices_(devices),
      problem_(schedule.problem),
      sizes_(schedule.buffers),
      sets_(sets),
      draw_(draw_of(problem_)),
      keeps_inputs_(problem_.in_place != InPlace::no),
      devices_state_(devices.all().size()) {
  for (int set = 0; set < sets; ++set)
    for (Rank rank; rank.value < problem_.ranks(); ++rank.value) add_buffers(set, rank);
  for (int set = 0; set < sets; ++set)
    for (Rank rank; rank.value < problem_.ranks(); ++rank.value) add_frames(set, rank), add_checks(set, rank);
  for (std::size_t d = 0; d < devices_state_.size(); ++d) {
    OfDevice& of = devices_state_[d];
    const int ordinal = devices.all()[d].ordinal;
    of.key = DeviceMemory(ordinal, 8);
    of.fills = uploaded<FillFrame>(ordinal, of.fill_list);
    of.checks = uploaded<CheckFrame>(ordinal, of.check_list);
    of.contributions = uploaded<CheckContribution>(ordinal, of.contribution_list);
    of.findings = uploaded<Findings>(ordinal, kNothingFound);
  }
}

void CallerMemory::add_buffers(int, Rank rank) {
  const int ordinal = devices_.all()[devices_.index_of(rank)].ordinal;
  OfDevice& of = device_of(rank);
  const auto add = [&](std::vector<Guarded>& all, std::int64_t bytes) {
    Guarded buffer{DeviceMemory(ordinal, bytes + 2 * kGuard), bytes};
    buffer.all.fill(kGuardByte);
    of.guards.push_back(buffer.all.address());
    of.guards.push_back(buffer.address() + static_cast<std::uint64_t>(bytes));
    all.push_back(std::move(buffer));
    return std::span(all.back().all.data() + kGuard, static_cast<std::size_t>(bytes));
  };
  const auto input = add(inputs_, size_of(sizes_, BufferKind::input, rank));
  const auto output = add(outputs_, size_of(sizes_, BufferKind::output, rank));
  buffers_.push_back({input, output});
  if (keeps_inputs_) add(kept_, held_bytes(problem_, problem_.input, rank).value);
}

/// What `rank` holds before or after: its own buffer, or in place a part of its other one.
CallerMemory::Place CallerMemory::held(int set, Rank rank, bool before) const {
  const Layout& layout = before ? problem_.input : problem_.output;
  const std::int64_t bytes = held_bytes(problem_, layout, rank).value;
  const Guarded& own = before ? inputs_[index(set, rank)] : outputs_[index(set, rank)];
  if (own.bytes == bytes) return {own.address(), bytes};
  const Span span = placed(problem_, {before ? BufferKind::input : BufferKind::output, rank, {}});
  const Guarded& whole =
      span.buffer == BufferKind::input ? inputs_[index(set, rank)] : outputs_[index(set, rank)];
  return {whole.address() + static_cast<std::uint64_t>(span.block.offset), bytes};
}

void CallerMemory::add_frames(int set, Rank rank) {
  const Problem problem = of_input(problem_);
  const std::vector<std::int64_t> strides = tensor_strides(problem_);
  const std::int64_t element = size_of(problem_.dtype).value;
  const Place place = held(set, rank, true);
  OfDevice& of = device_of(rank);
  of.poisoned.push_back(held(set, rank, false));
  if (keeps_inputs_) of.kept.push_back({place, {kept_[index(set, rank)].address(), place.bytes}});
  host::for_each_frame(problem, rank, [&](const host::Frame& frame) {
    FillFrame fill;
    fill.address = place.address + static_cast<std::uint64_t>(frame.at * element);
    fill.elements = elements_of(frame);
    for (std::size_t i = 0; i < frame.index.size(); ++i) fill.position += frame.index[i] * strides[i];
    fill.walks = put_walks(frame.walks, fill.memory);
    for (std::size_t i = 0; i < frame.walks.size(); ++i)
      fill.tensor[i] = strides[static_cast<std::size_t>(frame.walks[i].axis)];
    of.fill_list.push_back(fill);
  });
}

void CallerMemory::add_checks(int set, Rank rank) {
  const std::int64_t element = size_of(problem_.dtype).value;
  OfDevice& of = device_of(rank);
  host::for_each_frame(problem_, rank, [&](const host::Frame& frame) {
    CheckFrame check;
    check.address = held(set, rank, false).address + static_cast<std::uint64_t>(frame.at * element);
    check.elements = elements_of(frame);
    check.first = std::ssize(of.contribution_list);
    check.contributions = std::ssize(frame.contributions);
    check.divisor = problem_.op == ReduceOp::avg ? frame.count() : 1;
    check.walks = put_walks(frame.walks, check.memory);
    for (const auto& contribution : frame.contributions) {
      CheckContribution from;
      const std::uint64_t start = keeps_inputs_ ? kept_[index(set, contribution.rank)].address()
                                                : held(set, contribution.rank, true).address;
      from.address = start + static_cast<std::uint64_t>(contribution.at * element);
      std::ranges::copy(contribution.strides, from.strides);
      from.folds = put_walks(contribution.folds, from.fold);
      of.contribution_list.push_back(from);
    }
    of.check_list.push_back(check);
    of.check_names.push_back(fmt::format("output of rank {}", rank.value));
  });
}

void CallerMemory::set_seed(std::uint64_t seed, std::int64_t launch) {
  PURLIN_ASSERT(launch % 2 != 0);
  const std::uint64_t key = host::mix(host::mix(seed) + static_cast<std::uint64_t>(launch));
  for (OfDevice& of : devices_state_) of.key.upload(&key, sizeof(key));
}

void CallerMemory::enqueue_fill(std::size_t device, cudaStream_t stream) const {
  const OfDevice& of = devices_state_[device];
  const OnDevice on(devices_.all()[device].ordinal);
  for (const Place& place : of.poisoned)
    if (place.bytes > 0)
      PURLIN_CUDA(cudaMemsetAsync(reinterpret_cast<void*>(place.address), 0xff,
                                  static_cast<std::size_t>(place.bytes), stream));
  if (!of.fill_list.empty())
    launch_fill(problem_.dtype, draw_, of.key.as<std::uint64_t>(), of.fills.as<FillFrame>(),
                static_cast<int>(of.fill_list.size()), stream);
  for (const auto& [from, to] : of.kept)
    if (from.bytes > 0)
      PURLIN_CUDA(cudaMemcpyAsync(reinterpret_cast<void*>(to.address),
                                  reinterpret_cast<const void*>(from.address),
                                  static_cast<std::size_t>(from.bytes), cudaMemcpyDeviceToDevice, stream));
}

void CallerMemory::enqueue_check(std::size_t device, int sets, cudaStream_t stream) const {
  PURLIN_ASSERT(0 < sets && sets <= sets_);
  const OfDevice& of = devices_state_[device];
  const std::size_t checks = of.check_list.size() / static_cast<std::size_t>(sets_);  // of one set
  const OnDevice on(devices_.all()[device].ordinal);
  auto* findings = of.findings.as<Findings>();
  const ReduceOp op = reduced_axes(problem_).empty() ? ReduceOp::copy : problem_.op;
  if (!of.check_list.empty())
    launch_check(problem_.dtype, op, of.checks.as<CheckFrame>(), sets * static_cast<int>(checks),
                 of.contributions.as<CheckContribution>(), findings, stream);
  if (!keeps_inputs_ && !of.fill_list.empty())
    launch_verify_fill(problem_.dtype, draw_, of.key.as<std::uint64_t>(), of.fills.as<FillFrame>(),
                       static_cast<int>(of.fill_list.size()), findings + 1, stream);
  for (std::uint64_t guard : of.guards) launch_check_bytes(guard, kGuard, kGuardByte, findings + 2, stream);
}

CallerMemory::Wrong CallerMemory::take_findings() {
  Wrong wrong;
  constexpr std::uint64_t kElement = (std::uint64_t{1} << 40) - 1;
  for (OfDevice& of : devices_state_) {
    std::array<Findings, kNothingFound.size()> all;
    of.findings.download(all.data(), sizeof(all));
    of.findings.upload(kNothingFound.data(), sizeof(kNothingFound));
    const char* others[] = {"", "an input was written", "bytes beside a buffer were written"};
    for (std::size_t kind = 0; kind < all.size(); ++kind) {
      const Findings& found = all[kind];
      if (found.wrong == 0) continue;
      wrong.elements += static_cast<std::int64_t>(found.wrong);
      if (wrong.first.empty())
        wrong.first = kind == 0 ? fmt::format("{}, element {} of a part", of.check_names[found.first >> 40],
                                              found.first & kElement)
                                : others[kind];
    }
  }
  return wrong;
}

std::span<std::byte> CallerMemory::input(Rank rank, int set) const {
  const Place place = held(set, rank, true);
  return {reinterpret_cast<std::byte*>(place.address), static_cast<std::size_t>(place.bytes)};
}

std::span<std::byte> CallerMemory::output(Rank rank, int set) const {
  const Place place = held(set, rank, false);
  return {reinterpret_cast<std::byte*>(place.address), static_cast<std::size_t>(place.bytes)};
}

RankTensors CallerMemory::outputs_on_host() const {
  RankTensors all;
  for (Rank rank; rank.value < problem_.ranks(); ++rank.value) {
    const auto from = output(rank);
    all.emplace_back(from.size());
    if (!from.empty())
      PURLIN_CUDA(cudaMemcpy(all.back().data(), from.data(), from.size(), cudaMemcpyDefault));
  }
  return all;
}

std::int64_t CallerMemory::bytes_for(const Schedule& schedule) {
  std::int64_t bytes = 0;
  for (Rank rank; rank.value < schedule.problem.ranks(); ++rank.value) {
    bytes += size_of(schedule.buffers, BufferKind::input, rank) +
             size_of(schedule.buffers, BufferKind::output, rank);
    if (schedule.problem.in_place != InPlace::no)
      bytes += held_bytes(schedule.problem, schedule.problem.input, rank).value;
  }
  return bytes;
}

}  // namespace purlin::cuda
