#include "cli/simulate_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <set>
#include <thread>

#include "atom_sim/skew.hpp"
#include "cli/candidates.hpp"
#include "cli/interrupt.hpp"
#include "cli/judge.hpp"
#include "cli/render/hang.hpp"
#include "cli/render/trace.hpp"
#include "snac/bandwidth.hpp"
#include "spec/size.hpp"

namespace purlin::cli {
namespace {

constexpr std::int64_t kBatchActions = 400'000;  // of the schedules that wait to be simulated together
constexpr std::size_t kBatchRows = 64;

int processes() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

double now_us() {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// A row to come: a proved schedule on a machine.
struct Pending {
  const Variant* variant = nullptr;
  const Machine* machine = nullptr;  // the variant's, or as a profile uses it
  const VerifiedSchedule* schedule = nullptr;
  bool chosen = true;
  bool trace = false;
  std::string way = {};  // of a profile
};

class CaseSimulator {
 public:
  CaseSimulator(const SimulateVerbOptions& options, const SimulateRequest& request, const SimulateCase& what,
                Console& console, SimulateReporter& reporter)
      : options_(options), request_(request), case_(what), console_(console), reporter_(reporter) {}

  Exit run() {
    if (options_.trace) trace_.emplace(options_.trace);
    begin();
    for (std::size_t i = 0; i < count_sizes(case_.request) && !interrupted(); ++i) {
      console_.progress(
          fmt::format("{}: size {} of {}", case_.request.spec, i + 1, count_sizes(case_.request)));
      add_size(i);
      if (actions_ > kBatchActions || pending_.size() >= kBatchRows) simulate_pending();
    }
    simulate_pending();
    console_.clear_progress();
    reporter_.end(end_);
    return status_;
  }

 private:
  void begin() {
    RunCase head;
    head.spec = case_.request.spec;
    head.problem = case_.request.problem;
    head.atom = "sim";
    head.devices = case_.variants.empty() ? 0 : case_.variants.front().machine.gpus;
    head.loopback = !case_.variants.empty() && case_.variants.front().machine.loopback;
    head.launch = std::string(name_of(request_.launch));
    head.root = root_of(head.problem);
    head.notes = request_.notes;
    reporter_.begin(head);
  }

  void add_size(std::size_t i) {
    const double begin_us = now_us();
    same_size_ = proved_.size();
    for (const Variant& variant : case_.variants) add_size_on(variant, i);
    end_.set_up_us += now_us() - begin_us;
  }

  void add_size_on(const Variant& variant, std::size_t i) {
    Request request = case_.request;
    request.plan.gpus = request_.gpus;
    Diagnostics diagnostics;
    const auto how = how_at(variant, i, request.plan, diagnostics);
    if (!how) return show_new(diagnostics), fail(Exit::bad_request);
    auto chosen = schedule_at(request, i, diagnostics);
    show_new(diagnostics);
    if (!chosen) return fail(Exit::bad_request);
    std::vector<Schedule> others;
    if (options_.candidates)
      for (Schedule& other : applicable_schedules(chosen->problem, request.plan))
        if (!same_choice(other, *chosen)) others.push_back(std::move(other));
    const bool last = i + 1 == count_sizes(request) && &variant == &case_.variants.front();
    Pending pending = *how;
    pending.trace = last && trace_.has_value();
    add(std::move(*chosen), pending);
    pending.chosen = pending.trace = false;
    for (Schedule& other : others) add(std::move(other), pending);
  }

  /// On which machine and by whose way; sets what the planner is to know of it.
  std::optional<Pending> how_at(const Variant& variant, std::size_t i, PlanOptions& plan,
                                Diagnostics& diagnostics) {
    Pending how{&variant, &variant.machine};
    if (request_.profile) {
      const auto problem = problem_at(case_.request, i, diagnostics);
      const ProfileWay* way = problem ? way_for(*request_.profile, *problem, diagnostics) : nullptr;
      auto machine =
          way ? machine_under(*request_.profile, *way, variant.machine, diagnostics) : std::nullopt;
      if (!machine) return std::nullopt;
      plan = plan_under(*way, plan);
      how.machine = &machines_.emplace_back(std::move(*machine));
      how.way = way->name;
    }
    plan.machine = *how.machine;
    return how;
  }

  void add(Schedule schedule, Pending pending) {
    if (!fits(schedule, *pending.machine)) return;
    pending.schedule = prove(std::move(schedule));
    if (pending.schedule == nullptr) return;
    actions_ += count_actions(**pending.schedule);
    pending_.push_back(std::move(pending));
  }

  /// Machines that get the same schedule share its proof.
  const VerifiedSchedule* prove(Schedule schedule) {
    for (std::size_t i = same_size_; i < proved_.size(); ++i)
      if (same_work(*proved_[i], schedule)) return &proved_[i];
    Verification proof = verify(std::move(schedule), {.deterministic = case_.request.plan.deterministic});
    if (!proof.schedule) {
      disproved(proof);
      return nullptr;
    }
    proved_.push_back(std::move(*proof.schedule));
    return &proved_.back();
  }

  static bool same_work(const Schedule& a, const Schedule& b) {
    return same_choice(a, b) && a.programs == b.programs && a.signals == b.signals &&
           a.buffers == b.buffers && a.lane_kinds == b.lane_kinds;
  }

  /// The same trouble at every size is said once.
  void show_new(const Diagnostics& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics.all())
      if (said_.insert(diagnostic.message).second) console_.show(diagnostic);
  }

  bool fits(const Schedule& schedule, const Machine& machine) {
    Diagnostics diagnostics;
    if (sim::check_fit(schedule, machine, placement(machine), diagnostics)) return true;
    show_new(diagnostics);
    fail(Exit::bad_request);
    return false;
  }

  Placement placement(const Machine& machine) const {
    return placed_in_turn(machine, case_.request.problem.ranks(), request_.gpus);
  }

  sim::SimJob job_of(const Pending& pending, int sample) const {
    sim::SimJob job{pending.schedule, pending.machine, {}};
    job.options.launch = request_.launch;
    job.options.placement = placement(*pending.machine);
    job.options.trace = pending.trace && sample == 0;
    if (request_.skew_s > 0)
      job.options.skew_s = sim::arrival_skew(case_.request.problem.ranks(), request_.skew_s,
                                             options_.request.seed, static_cast<std::uint64_t>(sample));
    return job;
  }

  void simulate_pending() {
    std::vector<sim::SimJob> jobs;
    for (const Pending& pending : pending_)
      for (int sample = 0; sample < request_.samples; ++sample) jobs.push_back(job_of(pending, sample));
    const std::vector<sim::SimReport> reports = sim::simulate(jobs, processes());
    console_.clear_progress();
    const auto samples = static_cast<std::size_t>(request_.samples);
    std::vector<SimulatedRow> rows;
    for (std::size_t i = 0; i < pending_.size(); ++i)
      rows.push_back(row_of_pending(pending_[i], std::span(reports).subspan(i * samples, samples)));
    mark_fastest(rows);
    for (std::size_t i = 0; i < pending_.size(); ++i) report(pending_[i], rows[i]);
    pending_.clear();
    proved_.clear();
    machines_.clear();
    same_size_ = 0;
    actions_ = 0;
  }

  SimulatedRow row_of_pending(const Pending& pending, std::span<const sim::SimReport> reports) {
    const Schedule& schedule = **pending.schedule;
    SimulatedRow row;
    row.result = row_of(schedule);
    row.result.machine = pending.variant->machine.name;
    row.result.set = pending.variant->set;
    row.report = reports.front();
    row.samples = request_.samples;
    row.chosen = pending.chosen;
    if (request_.profile) row.profile = request_.profile->name;
    row.way = pending.way;
    if (!row.report.run.hang) time_row(row, schedule, reports);
    return row;
  }

  /// Candidates of one size on one machine stand together.
  void mark_fastest(std::vector<SimulatedRow>& rows) const {
    const auto time = [](const SimulatedRow& row) {
      return row.result.timing ? row.result.timing->times.median_us : HUGE_VAL;
    };
    for (std::size_t first = 0; first < rows.size();) {
      std::size_t last = first + 1;
      while (last < rows.size() && !pending_[last].chosen) ++last;
      double least = HUGE_VAL;
      for (std::size_t i = first; i < last; ++i) least = std::min(least, time(rows[i]));
      for (std::size_t i = first; i < last; ++i) rows[i].fastest = time(rows[i]) == least;
      first = last;
    }
  }

  void report(const Pending& pending, SimulatedRow& row) {
    const Schedule& schedule = **pending.schedule;
    if (row.report.run.hang) stalled(schedule, *row.report.run.hang);
    if (options_.sensitivity) row.sensitivity = sim::sensitivity(job_of(pending, 0), processes());
    reporter_.add(row);
    if (pending.trace) write_trace(schedule, row.report);
  }

  static void time_row(SimulatedRow& row, const Schedule& schedule, std::span<const sim::SimReport> reports) {
    std::vector<double> seconds;
    for (const sim::SimReport& report : reports) seconds.push_back(report.run.launch_s.front());
    Timing timing;
    timing.times = times_of(seconds);
    timing.algbw_GBps = rate_GBps(size_of(schedule.problem).value, timing.times.median_us);
    timing.busbw_GBps = *timing.algbw_GBps * busbw_factor(schedule.problem);
    row.result.timing = timing;
    row.result.limit_fraction = row.report.floor.bytes_s * 1e6 / timing.times.median_us;
    if (!row.report.loads.empty()) row.result.bottleneck = row.report.loads.front().resource;
  }

  void write_trace(const Schedule& schedule, const sim::SimReport& report) {
    trace_->write(render_trace(schedule, report.run.trace));
    trace_->commit();
  }

  void stalled(const Schedule& schedule, const HangReport& hang) {
    console_.show(diagnostic_of(hang, print_bytes(size_of(schedule.problem).value)));
    end_.hang = hang;
    fail(Exit::bad_answer);
  }

  void disproved(const Verification& proof) {
    for (const Check& check : proof.checks)
      if (check.verdict == Verdict::fail)
        console_.error(
            fmt::format("the schedule does not pass its proof of {}: {}", check.name, check.counterexample),
            fmt::format("`purlin explain {}`", check.rule));
    fail(Exit::bad_answer);
  }

  void fail(Exit status) { status_ = worst(status_, status); }

  const SimulateVerbOptions& options_;
  const SimulateRequest& request_;
  const SimulateCase& case_;
  Console& console_;
  SimulateReporter& reporter_;
  std::optional<Results> trace_;
  std::deque<VerifiedSchedule> proved_;
  std::deque<Machine> machines_;  // as a profile uses them
  std::vector<Pending> pending_;
  std::int64_t actions_ = 0;
  std::size_t same_size_ = 0;  // the first proof that is of this size
  std::set<std::string> said_;
  RunEnd end_;
  Exit status_ = Exit::good;
};

}  // namespace

Exit simulate_case(const SimulateVerbOptions& options, const SimulateRequest& request,
                   const SimulateCase& what, Console& console, SimulateReporter& reporter) {
  return CaseSimulator(options, request, what, console, reporter).run();
}

}  // namespace purlin::cli
