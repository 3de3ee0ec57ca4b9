#include "snac/candidates.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "snac/cost.hpp"
#include "snac/derive/in_place.hpp"
#include "snac/limits.hpp"
#include "snac/push.hpp"
#include "snac/relays.hpp"

namespace purlin {
namespace {

constexpr std::array kStyles = {Style{Regime::zero_copy, false}, Style{Regime::zero_copy, true},
                                Style{Regime::staged, false}, Style{Regime::staged, true},
                                Style{Regime::packet, true}};
constexpr std::int64_t kMostSpans = std::int64_t{1} << 24;    // of a schedule: some gigabytes
constexpr std::int64_t kModestSpans = std::int64_t{1} << 19;  // beyond, nobody but the user asks for more
constexpr std::int64_t kMostFolds = 64;                       // each costs a packet of its own
constexpr int kMostRounds = 64;                               // of a pipeline, unless windows need more
constexpr double kWorthwhile = 0.95;                          // so much must twice the lanes or rounds gain
constexpr const char* kLetChoose = "leave the option out to let the planner choose";

std::string text_of(Style style) {
  const bool says_so = style.push && style.regime != Regime::packet;
  return fmt::format("{}{}", name_of(style.regime), says_so ? " by pushing" : "");
}

/// The flows of a chain, relays included; the reason where nothing connects two ranks.
std::string route_flows(const Chain& chain, const ChainInput& input, Flows& flows) {
  flows = chain.flows(input);
  const std::string why = add_relays(flows, input.fabric);
  return why.empty() ? why : fmt::format("{} on {}", why, input.fabric.machine().name);
}

class Pricing {
 public:
  Pricing(const ChainInput& input, const PlanOptions& options) : input_(input), options_(options) {
    const Limits limits = limits_of(input.fabric);
    window_limit_ = options.window_half.value_or(limits.window_half);
    most_lanes_ = static_cast<int>(limits.lanes);
    if (options.most_lanes) most_lanes_ = std::min(most_lanes_, *options.most_lanes);
  }

  Candidates run() {
    for (const Chain& chain : chains())
      if (options_.algorithm ? *options_.algorithm == chain.name : is_offered(chain, options_)) price(chain);
    std::ranges::stable_sort(found_.all, {}, &Candidate::predicted_s);
    return std::move(found_);
  }

 private:
  void refuse(std::string code, std::string message, std::string help) {
    found_.refusals.push_back({std::move(code), std::move(message), std::move(help)});
  }

  bool reduces() const {
    return std::ranges::any_of(input_.deliveries, [](const Delivery& d) { return d.reduced() != 1; });
  }

  void price(const Chain& chain) {
    if (options_.deterministic && !chain.is_flat && reduces())
      return refuse("P109",
                    fmt::format("`{}` reduces in an order that depends on ranks and sizes", chain.name),
                    "leave `--algorithm` or `--deterministic` out; `direct` and `two_phase` reduce in rank "
                    "order");
    if (std::string why = chain.refusal(input_); !why.empty())
      return refuse("P102", fmt::format("`{}` does not apply: {}", chain.name, why), kLetChoose);
    Flows flows;
    if (std::string why = route_flows(chain, input_, flows); !why.empty())
      return refuse("P108", why, "place ranks on GPUs that links connect");
    for (Style style : kStyles) {
      if (options_.regime && *options_.regime != style.regime) continue;
      if (options_.push && style.regime != Regime::packet && *options_.push != style.push) continue;
      if (chain.in_switch && (style.regime != Regime::staged || style.push)) {
        refuse("P112",
               fmt::format("`{}` goes through windows, which {} does not", chain.name, text_of(style)),
               "take `--regime staged`, or leave it out");
        continue;
      }
      if (!style.pushes_into_outputs()) {
        price(chain, flows, style);
        continue;
      }
      if (!options_.push && !input_.fabric.machine().loopback) continue;  // elsewhere nobody measured it
      if (Flows pushed = flows; push_into_outputs(pushed, input_.problem.ranks()))
        price(chain, pushed, style);
      else if (options_.push)
        refuse("P107", fmt::format("`{}` leaves nothing to write into the outputs of others", chain.name),
               kLetChoose);
    }
  }

  void price(const Chain& chain, const Flows& flows, Style style) {
    for (const Delivery& delivery : input_.deliveries)
      if (style.regime == Regime::packet && most_folded(delivery) > kMostFolds)
        return refuse("P111",
                      fmt::format("packets keep the elements of a local reduction apart, and here are {}",
                                  most_folded(delivery)),
                      "take zero_copy or staged");
    if (std::string why = in_place_hazard(input_.problem, flows, style); !why.empty())
      return refuse("P105", fmt::format("in place, {} is not possible: {}", text_of(style), why),
                    "leave `--regime` out, or give input and output memory of their own");
    const Traffic traffic(input_.problem, flows, style);
    search(chain, traffic, CostModel(traffic, input_.fabric));
  }

  /// First the lanes, with all bytes at once, then the chunk.
  void search(const Chain& chain, const Traffic& traffic, const CostModel& cost) {
    std::optional<Candidate> best;
    for (int lanes : lane_counts())
      if (!consider(chain, traffic, cost, lanes, options_.chunk.value_or(0), best)) break;
    if (!best) return;
    const int lanes = best->derivation.cutting.lanes;
    if (!options_.chunk && (traffic.steps() > 2 || chain.in_switch))
      for (int rounds = 4; rounds <= kMostRounds; rounds *= 4)
        consider(chain, traffic, cost, lanes, piece(traffic, lanes, rounds), best);
    found_.all.push_back(*best);
  }

  std::vector<int> lane_counts() const {
    if (options_.lanes) return {*options_.lanes};
    std::vector<int> counts;
    for (int lanes = 1; lanes <= most_lanes_; lanes *= 2) counts.push_back(lanes);
    return counts;
  }

  /// Bytes that a lane moves a round where its largest part goes in so many.
  std::int64_t piece(const Traffic& traffic, int lanes, int rounds) const {
    std::int64_t largest = 0;
    for (const Flow& flow : traffic.flows()) largest = std::max(largest, flow.range.bytes());
    return std::max<std::int64_t>(4096, (largest / lanes / rounds + 127) / 128 * 128);
  }

  /// False where the schedule is too large for more lanes or rounds to be worth a look.
  bool consider(const Chain& chain, const Traffic& traffic, const CostModel& cost, int lanes,
                std::int64_t chunk, std::optional<Candidate>& best) {
    const Problem& problem = input_.problem;
    Derivation derivation{traffic.style(),
                          {lanes, chunk, size_of(problem.dtype).value, problem.in_place != InPlace::no},
                          window_limit_};
    const Mailboxes boxes(traffic, derivation.cutting, window_limit_);
    if (!boxes.refusal().empty())
      return refuse("P106", boxes.refusal(), "take fewer lanes, a larger chunk or a larger window"), true;
    const std::int64_t spans = spans_of(traffic.flows(), boxes);
    if (best && spans > kModestSpans) return false;
    if (spans > kMostSpans)
      return refuse("P110",
                    fmt::format("{} lanes and {} rounds take {} spans, the maximum is {}", lanes,
                                boxes.rounds(), spans, kMostSpans),
                    "take fewer lanes, a larger chunk or a larger window"),
             false;
    const double seconds = cost.seconds(lanes, boxes.rounds(), boxes.depth());
    if (!best || seconds < best->predicted_s * worthwhile(lanes, *best))
      best = Candidate{&chain, derivation, seconds};
    return true;
  }

  static double worthwhile(int lanes, const Candidate& best) {
    const double doublings = std::log2(static_cast<double>(lanes) / best.derivation.cutting.lanes);
    return std::pow(kWorthwhile, std::max(doublings, 1.0));
  }

  const ChainInput& input_;
  const PlanOptions& options_;
  std::int64_t window_limit_ = 0;
  int most_lanes_ = 1;
  Candidates found_;
};

}  // namespace

bool is_offered(const Chain& chain, const PlanOptions& options) {
  return !chain.in_switch || (options.in_switch && options.machine);
}

Schedule schedule_of(const Candidate& candidate, const ChainInput& input) {
  Flows flows;
  PURLIN_ASSERT(route_flows(*candidate.chain, input, flows).empty());
  if (candidate.derivation.style.pushes_into_outputs()) push_into_outputs(flows, input.problem.ranks());
  Schedule schedule;
  schedule.problem = input.problem;
  schedule.machine = input.fabric.machine().name;
  schedule.algorithm = candidate.chain->name;
  schedule.predicted_s = candidate.predicted_s;
  Derivation derivation = candidate.derivation;
  PURLIN_ASSERT(derive(flows, derivation, schedule).empty());
  return schedule;
}

Candidates price_candidates(const ChainInput& input, const PlanOptions& options) {
  return Pricing(input, options).run();
}

}  // namespace purlin
