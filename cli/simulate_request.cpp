#include "cli/simulate_request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/complain.hpp"
#include "snac/read_profile.hpp"
#include "spec/edit_machine.hpp"
#include "spec/named_collectives.hpp"

namespace purlin::cli {
namespace {

constexpr const char* kMachine = "hgx-h200";
constexpr int kSamples = 32;
constexpr int kLoopbackRanks = 8;
constexpr std::array kLaunches = {sim::Launch::graph, sim::Launch::pipelined, sim::Launch::synchronous};

Defaults defaults() {
  Defaults defaults{steps(std::int64_t{1} << 10, std::int64_t{64} << 20, 4, 0)};
  defaults.any_machine = true;
  return defaults;
}

/// A file says its own ranks; a kind or a pair of layouts takes all GPUs.
bool takes_all_gpus(const std::string& spec, const RequestOptions& options) {
  return !options.ranks && !options.schedule &&
         (spec.find("->") != std::string::npos || named_collective(spec));
}

class RequestReader {
 public:
  RequestReader(const SimulateVerbOptions& options, Diagnostics& diagnostics)
      : options_(options), diagnostics_(diagnostics) {}

  std::optional<SimulateRequest> read() {
    read_placement();
    read_skew();
    read_implementation();
    for (sim::Launch launch : kLaunches)
      if (name_of(launch) == options_.launch) request_.launch = launch;
    std::vector<std::string> specs = options_.request.specs;
    if (specs.empty() && options_.request.schedule) specs = {""};
    if (specs.empty()) read_requests(options_.request, defaults(), diagnostics_);  // says that one is missing
    for (const std::string& spec : specs) read_spec(spec);
    return diagnostics_.has_errors() ? std::nullopt : std::optional(std::move(request_));
  }

 private:
  void read_placement() {
    if (!options_.gpus) return;
    if (auto gpus = parse_gpus(*options_.gpus))
      request_.gpus = std::move(*gpus);
    else
      complain(diagnostics_, fmt::format("--gpus {}: a list of different GPUs is needed", *options_.gpus),
               "--gpus 0,2,4-7");
  }

  void read_skew() {
    if (options_.samples && !options_.skew)
      complain(diagnostics_, "--samples goes with --skew", "--skew 5us --samples 100");
    if (!options_.skew) return;
    const auto skew = parse_time_s(*options_.skew);
    if (!skew)
      return complain(diagnostics_, fmt::format("--skew {}: a time is needed", *options_.skew), "--skew 5us");
    request_.skew_s = *skew;
    request_.samples = options_.samples.value_or(kSamples);
  }

  /// A profile decides what these options would.
  void read_implementation() {
    if (!options_.profile) return;
    const RequestOptions& request = options_.request;
    const std::array<std::pair<const char*, bool>, 6> decided = {
        {{"--algorithm", request.algorithm.has_value()},
         {"--regime", request.regime.has_value()},
         {"--lanes", request.lanes.has_value()},
         {"--chunk", request.chunk.has_value()},
         {"--schedule", request.schedule.has_value()},
         {"--candidates", options_.candidates}}};
    for (const auto& [option, given] : decided)
      if (given)
        complain(diagnostics_, fmt::format("{} does not go with --profile", option),
                 "a profile says which algorithm, regime and lanes its implementation takes");
    request_.profile = read_profile(*options_.profile, diagnostics_);
    if (request_.profile)
      request_.notes.push_back(
          fmt::format("profile {}: {}", request_.profile->name, request_.profile->title));
  }

  void read_spec(const std::string& spec) {
    RequestOptions one = options_.request;
    one.specs = spec.empty() ? std::vector<std::string>{} : std::vector{spec};
    if (takes_all_gpus(spec, options_.request)) return read_for_all_gpus(one);
    one.machines.clear();
    auto requests = read_requests(one, defaults(), diagnostics_);
    if (requests.empty()) return;
    Request& request = requests.front();
    add(std::move(request), variants_of(machines(request.machine), options_, diagnostics_));
  }

  /// Machines of one size share a case.
  void read_for_all_gpus(RequestOptions& one) {
    std::vector<Variant> variants = variants_of(machines(""), options_, diagnostics_);
    one.machines.clear();
    while (!variants.empty() && !diagnostics_.has_errors()) {
      const int ranks = ranks_on(variants.front().machine);
      const auto others =
          std::stable_partition(variants.begin(), variants.end(),
                                [&](const Variant& variant) { return ranks_on(variant.machine) == ranks; });
      one.ranks = ranks;
      auto requests = read_requests(one, defaults(), diagnostics_);
      if (requests.empty()) return;
      add(std::move(requests.front()), {variants.begin(), others});
      variants.erase(variants.begin(), others);
    }
  }

  int ranks_on(const Machine& machine) const {
    if (!request_.gpus.empty()) return static_cast<int>(request_.gpus.size());
    return machine.loopback ? kLoopbackRanks : machine.gpus;
  }

  std::vector<std::string> machines(const std::string& of_file) {
    if (!options_.request.machines.empty()) return options_.request.machines;
    if (!of_file.empty()) return {of_file};
    const std::string note = fmt::format("on {}, for want of --machine", kMachine);
    if (std::ranges::find(request_.notes, note) == request_.notes.end()) request_.notes.push_back(note);
    return {kMachine};
  }

  void add(Request request, std::vector<Variant> variants) {
    const int ranks = request.problem.ranks();
    for (Variant& variant : variants) fit(variant.machine, ranks);
    request_.cases.push_back({std::move(request), std::move(variants)});
  }

  /// As many GPUs as ranks, or as --gpus names.
  void fit(Machine& machine, int ranks) {
    int needed = ranks;
    for (Gpu gpu : request_.gpus) needed = std::max(needed, gpu.value + 1);
    if (!request_.gpus.empty() && static_cast<int>(request_.gpus.size()) < ranks)
      return complain(diagnostics_,
                      fmt::format("--gpus names {} GPUs for {} ranks", request_.gpus.size(), ranks),
                      "name a GPU for every rank");
    if (auto sized = sized_for(machine, needed, diagnostics_)) machine = std::move(*sized);
  }

  const SimulateVerbOptions& options_;
  Diagnostics& diagnostics_;
  SimulateRequest request_;
};

}  // namespace

std::optional<SimulateRequest> read_simulate_request(const SimulateVerbOptions& options,
                                                     Diagnostics& diagnostics) {
  return RequestReader(options, diagnostics).read();
}

}  // namespace purlin::cli
