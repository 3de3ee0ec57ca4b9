#include "tests/support/small_mutants.hpp"

#include <fmt/format.h>

#include <map>

namespace purlin::testing {
namespace {

/// Gives the notifications of a lane their ordinals; ranks that are at different ones are notified apart.
void renumber(Program& program) {
  std::map<std::pair<int, int>, std::uint32_t> counts;  // by (slot, rank)
  Program counted;
  for (Action& action : program) {
    const auto* notify = std::get_if<Notify>(&action.what);
    std::map<std::uint32_t, Notify> apart;
    for (Rank rank : notify ? notify->ranks : std::vector<Rank>{}) {
      const std::uint32_t value = ++counts[{notify->slot, rank.value}];
      apart.try_emplace(value, Notify{notify->slot, value, {}}).first->second.ranks.push_back(rank);
    }
    for (const auto& [value, part] : apart) counted.push_back({part, action.step, action.datapath});
    if (!notify) counted.push_back(std::move(action));
  }
  program = std::move(counted);
}

class Mutation {
 public:
  explicit Mutation(const Schedule& schedule) : schedule_(schedule) {}

  std::vector<SmallMutant> all() {
    for (rank_ = 0; rank_ < schedule_.programs.size(); ++rank_)
      for (lane_ = 0; lane_ < schedule_.programs[rank_].size(); ++lane_)
        for (at_ = 0; at_ < original().size(); ++at_) of_action();
    return std::move(mutants_);
  }

 private:
  const Program& original() const { return schedule_.programs[rank_][lane_]; }
  const Action& action() const { return original()[at_]; }

  template <class Change>
  void add(std::string_view what, Change&& change) {
    Schedule mutant = schedule_;
    Program& program = mutant.programs[rank_][lane_];
    change(program);
    renumber(program);
    mutants_.push_back(
        {fmt::format("rank {} lane {} action {} ({}): {}", rank_, lane_, at_, name_of(action()), what),
         std::move(mutant)});
  }

  void of_action() {
    const auto here = static_cast<std::ptrdiff_t>(at_);
    add("drop", [&](Program& program) { program.erase(program.begin() + here); });
    add("do it twice", [&](Program& program) { program.insert(program.begin() + here, action()); });
    if (at_ + 1 < original().size())
      add("swap with the next", [&](Program& program) { std::swap(program[at_], program[at_ + 1]); });
    if (const auto* notify = std::get_if<Notify>(&action().what)) of_ranks(std::ssize(notify->ranks));
    if (const auto* await = std::get_if<Await>(&action().what)) of_waits(*await);
  }

  void of_ranks(std::ptrdiff_t ranks) {
    for (std::ptrdiff_t i = 0; ranks > 1 && i < ranks; ++i)
      add("drop a rank", [&](Program& program) {
        auto& notified = std::get<Notify>(program[at_].what).ranks;
        notified.erase(notified.begin() + i);
      });
  }

  void of_waits(const Await& await) {
    for (std::size_t i = 0; i < await.waits.size(); ++i) {
      const auto waits = [&](Program& program) -> auto& { return std::get<Await>(program[at_].what).waits; };
      if (await.waits.size() > 1)
        add("drop a wait", [&](Program& program) {
          waits(program).erase(waits(program).begin() + static_cast<std::ptrdiff_t>(i));
        });
      if (await.waits[i].value > 1) add("lower a wait", [&](Program& program) { --waits(program)[i].value; });
    }
  }

  const Schedule& schedule_;
  std::size_t rank_ = 0, lane_ = 0, at_ = 0;
  std::vector<SmallMutant> mutants_;
};

}  // namespace

std::vector<SmallMutant> small_mutants(const Schedule& schedule) { return Mutation(schedule).all(); }

}  // namespace purlin::testing
