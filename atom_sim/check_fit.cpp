#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "atom_sim/simulate.hpp"
#include "snac/machine_rates.hpp"
#include "spec/topology.hpp"

namespace purlin::sim {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

class FitChecker {
 public:
  FitChecker(const Schedule& schedule, const Machine& machine, const Placement& placement,
             Diagnostics& diagnostics)
      : schedule_(schedule),
        machine_(machine),
        placement_(placement),
        topology_(machine),
        diagnostics_(diagnostics) {}

  bool check() {
    check_limits();
    for (const auto& lanes : schedule_.programs)
      for (const Program& program : lanes)
        for (const Action& action : program) check_datapath(action.datapath);
    for (std::size_t rank = 0; rank < schedule_.programs.size(); ++rank)
      for (const Program& program : schedule_.programs[rank])
        for (const Action& action : program) check_action({static_cast<int>(rank)}, action);
    return good_;
  }

 private:
  void refuse(std::string code, std::string message, std::string help) {
    good_ = false;
    Diagnostic& diagnostic = diagnostics_.add({});
    diagnostic.code = std::move(code);
    diagnostic.message = std::move(message);
    diagnostic.help = std::move(help);
  }

  Gpu gpu(Rank rank) const { return placement_[at(rank.value)]; }

  void check_limits() {
    std::vector<int> lanes(at(machine_.gpus), 0);
    for (Gpu gpu : placement_) lanes[at(gpu.value)] += static_cast<int>(schedule_.lane_kinds.size());
    for (int of_gpu : lanes)
      if (of_gpu > machine_.limit_lanes)
        return refuse("M303",
                      fmt::format("{} lanes on one GPU; {} allows {}", of_gpu, machine_.name,
                                  machine_.limit_lanes.number),
                      "ask for fewer --lanes");
    const double half = static_cast<double>(schedule_.buffers.window_half) / (1 << 20);
    if (half > machine_.limit_window_MiB)
      refuse("M304",
             fmt::format("a window's half of {:.0f} MiB; {} allows {}", half, machine_.name,
                         machine_.limit_window_MiB.number),
             "ask for a smaller window, or another regime");
  }

  void check_datapath(Datapath datapath) {
    if (!datapaths_.insert(datapath).second) return;
    const bool known = datapath == Datapath::copy_engine ? machine_.gpu_copy_engines.known
                                                         : lane_rate(machine_, datapath).known;
    if (!known)
      refuse("M302", fmt::format("{} has no {} datapath", machine_.name, name_of(datapath)),
             "take another datapath");
  }

  void check_action(Rank rank, const Action& action) {
    const auto pull = [&](const Span& span) { check_way(span.rank, rank, action.datapath); };
    const auto push = [&](const Span& span) { check_way(rank, span.rank, action.datapath); };
    std::visit(Overloaded{[&](const Stage& stage) { pull(stage.from), push(stage.to); },
                          [&](const purlin::Consume& consume) {
                            if (action.datapath == Datapath::multicast) return check_switch(rank, consume);
                            for (const Span& span : consume.sources) pull(span);
                            for (const Span& span : consume.destinations) push(span);
                          },
                          [&](const Notify& notify) {
                            for (Rank to : notify.ranks) check_route(rank, to);
                          },
                          [&](const PutPackets& put) {
                            for (const auto& to : put.targets) check_way(rank, to.rank, Datapath::packet);
                          },
                          [&](const TakePackets& take) {
                            for (const auto& end : take.destinations)
                              if (const auto* packets = std::get_if<TakePackets::Packets>(&end))
                                check_way(rank, packets->rank, Datapath::packet);
                          },
                          [](const Await&) {}},
               action.what);
  }

  /// All that take part have a GPU each on one switch.
  void check_switch(Rank rank, const purlin::Consume& consume) {
    const auto node = topology_.switch_of(gpu(rank));
    const auto fits = [&](const std::vector<Span>& spans) {
      std::set<Gpu> gpus;
      for (const Span& span : spans) gpus.insert(gpu(span.rank));
      return gpus.size() == spans.size() &&
             std::ranges::all_of(gpus, [&](Gpu on) { return topology_.port(on, *node).has_value(); });
    };
    if (node && fits(consume.sources) && fits(consume.destinations)) return;
    if (!std::exchange(lacks_switch_, true))
      refuse("M302",
             fmt::format("no switch of {} reduces and broadcasts for a GPU of each rank", machine_.name),
             "take another algorithm than `multicast`, or a machine with such a switch");
  }

  bool check_route(Rank from, Rank to) {
    if (topology_.reaches(gpu(from), gpu(to))) return true;
    if (routes_.insert({from.value, to.value}).second && routes_.size() == 1)
      refuse(
          "M301",
          fmt::format("{} has no route from gpu{} to gpu{}", machine_.name, gpu(from).value, gpu(to).value),
          "take a chain that relays, such as ring, or a machine whose GPUs are all joined");
    return false;
  }

  void check_way(Rank from, Rank to, Datapath datapath) {
    if (gpu(from) == gpu(to) || !check_route(from, to)) return;
    const Route route = topology_.route(gpu(from), gpu(to)).value();
    for (int index : route.resources) {
      const Resource& shared = topology_.resources()[at(index)];
      if (shared.link < 0 || link_rate(machine_.links[at(shared.link)], datapath).known) continue;
      if (links_.insert({shared.link, datapath}).second)
        refuse("M302",
               fmt::format("the {} datapath does not work over {} of {}", name_of(datapath),
                           machine_.links[at(shared.link)].name, machine_.name),
               "take another datapath");
    }
  }

  using Resource = purlin::Resource;
  const Schedule& schedule_;
  const Machine& machine_;
  const Placement& placement_;
  Topology topology_;
  Diagnostics& diagnostics_;
  bool good_ = true;
  bool lacks_switch_ = false;
  std::set<Datapath> datapaths_;
  std::set<std::pair<int, int>> routes_;
  std::set<std::pair<int, Datapath>> links_;
};

}  // namespace

bool check_fit(const Schedule& schedule, const Machine& machine, const Placement& placement,
               Diagnostics& diagnostics) {
  return FitChecker(schedule, machine, placement, diagnostics).check();
}

}  // namespace purlin::sim
