#include "snac/verify/signal_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "snac/verify/check.hpp"
#include "snac/verify/site.hpp"

namespace purlin {
namespace {

class SignalBounds {
 public:
  explicit SignalBounds(const Schedule& schedule)
      : schedule_(schedule),
        slots_(schedule.signals.size()),
        counts_(slots_ * static_cast<std::size_t>(schedule.problem.ranks())),
        awaited_(counts_.size()) {}

  SignalCount check() {
    check_table();
    for_each_action(schedule_, [&](const Site& at, const Action& action) {
      if (const auto* notify = std::get_if<Notify>(&action.what)) count(at, *notify);
    });
    for_each_action(schedule_, [&](const Site& at, const Action& action) {
      if (const auto* await = std::get_if<Await>(&action.what)) check_waits(at, *await);
    });
    count_unread();
    return total_;
  }

 private:
  [[noreturn]] void fault(std::string_view rule, const Site& at, const std::string& text) const {
    throw Counterexample{std::string(rule), describe(schedule_, at) + ": " + text};
  }

  bool is_rank(Rank rank) const { return rank.value >= 0 && rank.value < schedule_.problem.ranks(); }

  std::size_t entry(Rank rank, int slot) const {
    return static_cast<std::size_t>(rank.value) * slots_ + static_cast<std::size_t>(slot);
  }

  void check_table() const {
    for (std::size_t slot = 0; slot < slots_; ++slot) {
      const SignalSlot& signal = schedule_.signals[slot];
      if (!is_rank(signal.producer))
        throw Counterexample{"V106",
                             fmt::format("slot {}: there is no rank {}", slot, signal.producer.value)};
      if (signal.lane < 0 || signal.lane >= schedule_.lanes)
        throw Counterexample{"V108", fmt::format("slot {}: there is no lane {}", slot, signal.lane)};
    }
  }

  void check_slot(const Site& at, int slot) const {
    if (slot < 0 || static_cast<std::size_t>(slot) >= slots_)
      fault("V107", at, fmt::format("slot {} of {}", slot, slots_));
  }

  void count(const Site& at, const Notify& notify) {
    check_slot(at, notify.slot);
    const SignalSlot& signal = schedule_.signals[static_cast<std::size_t>(notify.slot)];
    if (signal.producer != at.rank || signal.lane != at.lane)
      fault("V108", at, "writes " + describe_slot(schedule_, notify.slot));
    for (Rank rank : notify.ranks) count(at, notify, rank);
  }

  void count(const Site& at, const Notify& notify, Rank rank) {
    if (!is_rank(rank)) fault("V106", at, fmt::format("there is no rank {}", rank.value));
    const std::uint32_t ordinal = ++counts_[entry(rank, notify.slot)];
    if (notify.value != ordinal)
      fault("V109", at,
            fmt::format("stores {} into {} at rank {}, whose notification {} it is", notify.value,
                        describe_slot(schedule_, notify.slot), rank.value, ordinal));
    ++total_.notifications;
  }

  void check_waits(const Site& at, const Await& await) {
    for (const Await::Wait& wait : await.waits) {
      check_slot(at, wait.slot);
      const std::uint32_t count = counts_[entry(at.rank, wait.slot)];
      if (wait.value < 1 || wait.value > count)
        fault("V110", at,
              fmt::format("waits for {} of {}, which notifies rank {} {} times in a launch", wait.value,
                          describe_slot(schedule_, wait.slot), at.rank.value, count));
      ++total_.waits;
      std::uint32_t& awaited = awaited_[entry(at.rank, wait.slot)];
      awaited = std::max(awaited, wait.value);
    }
  }

  void count_unread() {
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      if (counts_[i] == awaited_[i]) continue;
      if (total_.unread == 0)
        total_.first_unread =
            fmt::format("{} at rank {}, from notification {} on",
                        describe_slot(schedule_, static_cast<int>(i % slots_)), i / slots_, awaited_[i] + 1);
      total_.unread += counts_[i] - awaited_[i];
    }
  }

  const Schedule& schedule_;
  std::size_t slots_;
  std::vector<std::uint32_t> counts_;   // [rank][slot]
  std::vector<std::uint32_t> awaited_;  // [rank][slot], the largest ordinal
  SignalCount total_;
};

}  // namespace

SignalCount check_signal_bounds(const Schedule& schedule) { return SignalBounds(schedule).check(); }

}  // namespace purlin
