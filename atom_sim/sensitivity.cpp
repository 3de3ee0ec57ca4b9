#include "atom_sim/sensitivity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>

namespace purlin::sim {
namespace {

constexpr double kChange = 0.1;
constexpr double kNothing = 1e-6;

/// What exists or may be, as against how fast it is.
bool follows_from(const std::string& key) {
  constexpr std::array<std::string_view, 3> kOthers = {"gpu.", "limit.", "memory.size_GB"};
  return std::ranges::none_of(kOthers, [&](std::string_view other) { return key.starts_with(other); });
}

/// A nominal rate holds what is above it up: makers would have promised more.
void scale(Machine& machine, const std::string& key, double factor) {
  for (const ConstantSlot& slot : constant_slots(machine))
    if (slot.key == key) slot.constant->number *= factor;
  for (LinkKind& link : machine.links)
    for (const auto& rule : link_constants())
      if ((link.*rule.member).known)
        link.nominal_GBps.number = std::max(link.nominal_GBps.number, (link.*rule.member).number);
}

}  // namespace

double Sensitivity::swing() const { return std::max(std::abs(at_less - 1), std::abs(at_more - 1)); }

std::vector<Sensitivity> sensitivity(const SimJob& job, int processes) {
  std::vector<Sensitivity> all;
  std::deque<Machine> machines;
  std::vector<SimJob> jobs = {job};
  for (const NamedConstant& named : known_constants(*job.machine)) {
    if (!follows_from(named.key)) continue;
    all.push_back({named.key});
    for (double factor : {1 - kChange, 1 + kChange}) {
      scale(machines.emplace_back(*job.machine), named.key, factor);
      jobs.push_back({job.schedule, &machines.back(), job.options});
    }
  }
  const std::vector<SimReport> reports = simulate(jobs, processes);
  if (reports.front().run.hang) return {};
  const double base = reports.front().run.launch_s.front();
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].at_less = reports[2 * i + 1].run.launch_s.front() / base;
    all[i].at_more = reports[2 * i + 2].run.launch_s.front() / base;
  }
  std::erase_if(all, [](const Sensitivity& one) { return one.swing() < kNothing; });
  std::ranges::stable_sort(all, std::greater(), &Sensitivity::swing);
  return all;
}

}  // namespace purlin::sim
