#include "cli/request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/complain.hpp"
#include "cli/render/nccl_names.hpp"
#include "cli/schedule_file.hpp"
#include "snac/chain.hpp"
#include "spec/named_collectives.hpp"
#include "spec/nearest.hpp"
#include "spec/read_machine.hpp"
#include "spec/read_problem.hpp"

namespace purlin::cli {
namespace {

constexpr std::array kRegimes = {Regime::packet, Regime::zero_copy, Regime::staged};

/// An option's text and where it stands: on the command line, or in the spec's [options].
struct Said {
  std::string text;
  SourcePlace place;
};

class RequestReader {
 public:
  RequestReader(const RequestOptions& options, const Defaults& defaults, Diagnostics& diagnostics)
      : options_(options), defaults_(defaults), diagnostics_(diagnostics) {}

  std::optional<Request> read(const std::string& spec, const Sweep& asked) {
    const bool named = spec.find("->") != std::string::npos || named_collective(spec) != nullptr;
    Request request;
    request.spec = spec;
    request.sizes = asked.empty() && named ? defaults_.sizes : asked;
    const auto read = read_spec(spec, overrides(request.sizes, named), diagnostics_);
    if (!read) return std::nullopt;
    request.problem = read->problem;
    if (asked.empty() && request.problem.scale < 0) request.sizes.clear();  // nothing follows a default
    file_ = &read->options;
    if (request.sizes.empty()) read_sizes(request);
    read_plan(request);
    file_ = nullptr;
    return request;
  }

 private:
  Overrides overrides(const Sweep& sizes, bool named) const {
    Overrides over;
    over.ranks = options_.ranks;
    if (named && !over.ranks && defaults_.ranks) over.ranks = *defaults_.ranks;
    if (options_.dtype) over.dtype = from_nccl_name(*options_.dtype);
    over.op = options_.op;
    over.root = options_.root;
    if (options_.in_place) over.in_place = true;
    if (!sizes.empty()) over.size = std::to_string(sizes.back());
    return over;
  }

  void read_sizes(Request& request) {
    if (!file_->size) return;
    if (auto sizes = parse_sweep(*file_->size, "size", diagnostics_)) request.sizes = std::move(*sizes);
  }

  void read_plan(Request& request) {
    PlanOptions& plan = request.plan;
    if (const auto said = find("algorithm", options_.algorithm, file_->algorithm))
      plan.algorithm = said->text;
    if (const auto said = find("regime", options_.regime, file_->regime)) plan.regime = regime(*said);
    if (const auto said = find("lanes", options_.lanes, file_->lanes)) plan.lanes = lanes(*said);
    if (const auto said = find("chunk", options_.chunk, file_->chunk)) plan.chunk = chunk(*said);
    plan.deterministic = options_.deterministic || file_->deterministic.value_or(false);
    choose_machine(request);
  }

  void choose_machine(Request& request) {
    const auto given = options_.machines.empty() ? std::nullopt : std::optional(options_.machines.back());
    if (defaults_.any_machine) {
      const auto said = find("machine", given, file_->machine);
      request.machine = said ? said->text : "";
      return;
    }
    if (options_.machines.size() > 1)
      complain(diagnostics_, "--machine more than once", "only `purlin simulate` takes several");
    request.machine = "flat";
    const auto said = find("machine", given, file_->machine);
    request.machine_said = said.has_value();
    if (!said || said->text == request.machine) return;
    request.machine = said->text;
    request.plan.machine = read_machine(said->text, diagnostics_);
  }

  /// The command line wins; `auto` is as good as nothing.
  std::optional<Said> find(const std::string& name, const std::optional<std::string>& given,
                           const std::optional<std::string>& in_file) const {
    if (given) return *given == "auto" ? std::nullopt : std::optional(Said{*given, {"--" + name, 0, 0, 1}});
    if (!in_file || *in_file == "auto") return std::nullopt;
    const auto place = file_->places.find(name);
    return Said{*in_file, place == file_->places.end() ? SourcePlace{} : place->second};
  }

  void wrong(const Said& said, std::string message, std::string help) {
    Diagnostic& diagnostic = diagnostics_.add({});
    diagnostic.place = said.place;
    diagnostic.message = std::move(message);
    diagnostic.help = std::move(help);
  }

  std::optional<Regime> regime(const Said& said) {
    std::vector<std::string> names{"auto"};
    for (Regime regime : kRegimes) {
      if (name_of(regime) == said.text) return regime;
      names.emplace_back(name_of(regime));
    }
    wrong(said, fmt::format("no regime '{}'", said.text),
          did_you_mean(said.text, names, "regimes: " + listed(names)));
    return std::nullopt;
  }

  std::optional<int> lanes(const Said& said) {
    const auto lanes = parse_integer(said.text);
    if (lanes && *lanes >= 1 && *lanes <= 1'000'000) return static_cast<int>(*lanes);
    wrong(said, fmt::format("'{}' lanes", said.text), "a whole number from 1 on, or auto");
    return std::nullopt;
  }

  std::optional<std::int64_t> chunk(const Said& said) {
    const auto bytes = parse_size(said.text);
    if (bytes && *bytes >= 1) return bytes;
    wrong(said, fmt::format("a chunk of '{}'", said.text), "as in 512K or 4M, or auto");
    return std::nullopt;
  }

  const RequestOptions& options_;
  const Defaults& defaults_;
  Diagnostics& diagnostics_;
  const SpecOptions* file_ = nullptr;
};

/// What leaves a given schedule no room; of SPEC, what nobody can be asked about without one.
void refuse_wishes(const RequestOptions& options, Diagnostics& diagnostics) {
  const bool alone = options.specs.empty();
  const SizeOptions& size = options.size;
  const std::initializer_list<std::pair<bool, const char*>> wishes = {
      {options.algorithm.has_value(), "--algorithm"},
      {options.regime.has_value(), "--regime"},
      {options.lanes.has_value(), "--lanes"},
      {options.chunk.has_value(), "--chunk"},
      {alone && options.ranks, "--ranks"},
      {alone && options.dtype, "--dtype"},
      {alone && options.op, "--op"},
      {alone && options.root, "--root"},
      {alone && options.in_place, "--inplace"},
      {alone && (size.size || size.min || size.max || size.factor || size.step), "--size"}};
  for (const auto& [is_given, name] : wishes)
    if (is_given)
      complain(diagnostics, fmt::format("{} and a given schedule exclude each other", name),
               "the document says what is planned; leave the option out");
}

/// With --schedule the document says what is planned; SPEC may say for what, and must agree.
std::vector<Request> read_given_schedule(const RequestOptions& options, const Defaults& defaults,
                                         std::vector<Request> requests, Diagnostics& diagnostics) {
  if (requests.size() > 1)
    return complain(diagnostics, "--schedule goes with one SPEC at most"), std::vector<Request>{};
  refuse_wishes(options, diagnostics);
  auto schedule = read_schedule_file(*options.schedule, diagnostics);
  if (!schedule) return {};
  if (requests.empty()) {
    requests.push_back({*options.schedule, schedule->problem, {}, {}, schedule->machine, false, {}});
    requests[0].machine_said = !defaults.any_machine && !options.machines.empty();
    if (requests[0].machine_said)
      requests[0].plan.machine = read_machine(options.machines.back(), diagnostics);
  }
  check_same_problem(*schedule, requests[0].problem, *options.schedule, diagnostics);
  requests[0].plan.deterministic |= options.deterministic;
  requests[0].sizes.clear();
  requests[0].schedule = std::move(schedule);
  return requests;
}

}  // namespace

std::vector<Request> read_requests(const RequestOptions& options, const Defaults& defaults,
                                   Diagnostics& diagnostics) {
  if (options.specs.empty() && !options.schedule)
    complain(diagnostics, "a SPEC is missing",
             "a TOML file, - for standard input, a collective's name (all_reduce) or a pair of layouts ('[p] "
             "n -> n')");
  if (std::ranges::count(options.specs, "-") > 1)
    complain(diagnostics, "standard input can be read once only");
  const auto asked = sweep_of(options.size, defaults.sizes, diagnostics);
  if (!asked || diagnostics.has_errors()) return {};
  RequestReader reader(options, defaults, diagnostics);
  std::vector<Request> requests;
  for (const std::string& spec : options.specs)
    if (auto request = reader.read(spec, *asked)) requests.push_back(std::move(*request));
  if (options.schedule && !diagnostics.has_errors())
    requests = read_given_schedule(options, defaults, std::move(requests), diagnostics);
  return diagnostics.has_errors() ? std::vector<Request>{} : requests;
}

std::size_t count_sizes(const Request& request) { return std::max<std::size_t>(1, request.sizes.size()); }

Sweep sizes_of(const Request& request) {
  return request.sizes.empty() ? Sweep{size_of(request.problem).value} : request.sizes;
}

std::optional<Limits> limits_for(const Request& request, const Problem& problem) {
  if (!request.machine_said || !request.plan.machine) return std::nullopt;
  return limits_of(Fabric(*request.plan.machine, problem.ranks(), request.plan.gpus));
}

bool asks_for_switch(const Request& request) {
  if (!request.schedule && !request.plan.algorithm) return false;
  const Chain* chain = chain_named(request.schedule ? request.schedule->algorithm : *request.plan.algorithm);
  return chain != nullptr && chain->in_switch;
}

std::optional<Problem> problem_at(const Request& request, std::size_t i, Diagnostics& diagnostics) {
  if (request.sizes.empty()) return request.problem;
  return resized(request.problem, {request.sizes.at(i)}, diagnostics);
}

}  // namespace purlin::cli
