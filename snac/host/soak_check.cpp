#include "snac/host/soak_check.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace purlin::host {

SoakCheck::SoakCheck(const std::vector<const VerifiedSchedule*>& schedules, std::uint64_t seed) {
  for (const VerifiedSchedule* schedule : schedules) {
    Part part{*schedule, tolerance_of(**schedule), std::make_unique<CallerMemory>(**schedule), {}};
    for (std::size_t set = 0; set < kInputs; ++set) {
      part.memory->fill({seed, static_cast<std::int64_t>(set)});
      auto& inputs = part.inputs.emplace_back();
      for (Rank rank; rank.value < (*schedule)->problem.ranks(); ++rank.value) {
        const std::span<const std::byte> input = part.memory->input(rank);
        inputs.emplace_back(input.begin(), input.end());
      }
    }
    parts_.push_back(std::move(part));
  }
}

Soaked SoakCheck::run(Stream& stream, SoakOptions options) {
  all_ = {};
  options.before = [this](Rank rank, std::int64_t launch) { before(rank, launch); };
  options.after = [this](Rank rank, std::int64_t launch) { after(rank, launch); };
  std::vector<Work> works;
  for (const Part& part : parts_) works.push_back({part.schedule, part.memory->buffers()});
  RunReport report = stream.soak(works, options);
  return {std::move(report), all_};
}

/// Every turn of a part has other inputs than the one before.
std::size_t SoakCheck::set_of(std::int64_t launch) const {
  return static_cast<std::size_t>(launch) / parts_.size() % kInputs;
}

void SoakCheck::before(Rank rank, std::int64_t launch) {
  Part& part = this->part(launch);
  poison(part.memory->output(rank));
  std::ranges::copy(part.inputs[set_of(launch)][static_cast<std::size_t>(rank.value)],
                    part.memory->input(rank).begin());
}

void SoakCheck::after(Rank rank, std::int64_t launch) {
  Part& part = this->part(launch);
  const auto& inputs = part.inputs[set_of(launch)];
  const std::vector<std::span<const std::byte>> views(inputs.begin(), inputs.end());
  add(compare_rank(part.schedule->problem, views, rank, part.memory->output(rank), part.tolerance), launch);
}

void SoakCheck::add(const Comparison& comparison, std::int64_t launch) {
  const std::lock_guard lock(mutex_);
  if (all_.wrong == 0 && comparison.wrong > 0)
    all_.first = fmt::format("launch {}: {}", launch, comparison.first);
  all_.checked += comparison.checked;
  all_.wrong += comparison.wrong;
}

}  // namespace purlin::host
