#include "cli/commands/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/candidates.hpp"
#include "cli/complain.hpp"
#include "cli/console.hpp"
#include "cli/execution_check.hpp"
#include "cli/executor.hpp"
#include "cli/interrupt.hpp"
#include "cli/render/verify_report.hpp"
#include "cli/request.hpp"
#include "cli/results.hpp"
#include "snac/candidates.hpp"
#include "spec/size.hpp"

namespace purlin::cli {
namespace {

const Defaults kDefaults{{std::int64_t{1} << 20}};

constexpr std::array kProofs = {"meaning", "races", "reuse", "progress", "bounds"};

class Verifying {
 public:
  Verifying(const VerifyVerbOptions& options, Executor& executor, Console& console, Diagnostics& diagnostics)
      : options_(options), executor_(executor), console_(console), diagnostics_(diagnostics) {}

  VerifyCase verify_request(const Request& request) {
    VerifyCase one{request.spec, request.problem, {}};
    for (std::size_t i = 0; i < count_sizes(request) && !interrupted(); ++i)
      for (Schedule& schedule : schedules(request, i))
        if (!interrupted()) one.schedules.push_back(verify_schedule(request, std::move(schedule)));
    console_.clear_progress();
    return one;
  }

 private:
  std::vector<Schedule> schedules(const Request& request, std::size_t i) {
    if (!options_.all_schedules || request.schedule) {
      auto schedule = schedule_at(request, i, diagnostics_);
      return schedule ? std::vector<Schedule>{std::move(*schedule)} : std::vector<Schedule>{};
    }
    const auto problem = problem_at(request, i, diagnostics_);
    auto all = problem ? applicable_schedules(*problem, request.plan) : std::vector<Schedule>{};
    if (problem && all.empty()) (void)plan(*problem, request.plan, diagnostics_);  // says why none applies
    return all;
  }

  JudgedSchedule verify_schedule(const Request& request, Schedule schedule) {
    JudgedSchedule judged{schedule.algorithm,
                          std::string(name_of(schedule.regime)),
                          schedule.lanes,
                          size_of(schedule.problem).value,
                          {},
                          {}};
    what_ = fmt::format("{} {} {}/{}", request.spec, print_bytes(judged.size_bytes), judged.algorithm,
                        judged.regime);
    console_.progress(what_ + ": proving");
    const std::optional<Limits> limits = limits_for(request, schedule.problem);
    if (limits) judged.remarks.push_back(remark_on(*limits, schedule));
    Verification proof = verify(std::move(schedule), {.foreign = options_.against.has_value(),
                                                      .deterministic = request.plan.deterministic,
                                                      .limits = limits});
    for (const Check& check : proof.checks)
      for (const std::string& note : check.notes) judged.remarks.push_back(check.name + " notes: " + note);
    judged.checks = std::move(proof.checks);
    remark_unproved(judged);
    if (proof.schedule) execute(request, *proof.schedule, judged);
    return judged;
  }

  void execute(const Request& request, const VerifiedSchedule& schedule, JudgedSchedule& judged) {
    ExecutionOptions how;
    how.interleavings = options_.interleavings;
    how.launches = options_.launches;
    how.seed = options_.request.seed;
    how.timeout_s = options_.timeout_s;
    how.replan = !request.schedule.has_value();
    how.go_on = [this](int done, int of) {
      console_.progress(fmt::format("{}: execution {} of {}", what_, done + 1, of));
      return !interrupted();
    };
    try {
      add_execution(schedule, request.plan, how, executor_, judged);
    } catch (const Refused& refused) {
      complain(diagnostics_, fmt::format("{}: {}", what_, refused.what()));
    }
  }

  static std::string remark_on(const Limits& limits, const Schedule& schedule) {
    const std::string sharing =
        limits.ranks_per_gpu > 1 ? fmt::format(", {} ranks to a GPU", limits.ranks_per_gpu) : "";
    const std::int64_t half = schedule.buffers.window_half + schedule.buffers.packet_window_half;
    return fmt::format("{} of {} lanes per rank, {} of {} in a half of its windows: limits of {}{}",
                       schedule.lanes, limits.lanes, print_bytes(half), print_bytes(limits.window_half),
                       limits.machine, sharing);
  }

  static void remark_unproved(JudgedSchedule& judged) {
    std::string missing;
    for (const char* name : kProofs)
      if (std::ranges::none_of(judged.checks, [&](const Check& check) { return check.name == name; }))
        missing += (missing.empty() ? "" : ", ") + std::string(name);
    if (!missing.empty()) judged.remarks.push_back("not proved: " + missing);
  }

  const VerifyVerbOptions& options_;
  Executor& executor_;
  Console& console_;
  Diagnostics& diagnostics_;
  std::string what_;
};

/// --against FILE is --schedule FILE of somebody else: what public schedules do and ours do not is noted
/// then.
RequestOptions with_foreign(const VerifyVerbOptions& options, Diagnostics& diagnostics) {
  RequestOptions request = options.request;
  if (options.against && request.schedule)
    complain(diagnostics, "--against and --schedule exclude each other");
  if (options.against) request.schedule = options.against;
  if (request.schedule && options.all_schedules)
    complain(diagnostics, "--all-schedules and a given schedule exclude each other");
  return request;
}

bool has_switch(const Machine& machine) {
  return std::ranges::any_of(machine.hubs, [](const Hub& hub) { return hub.multicast_GBps.known; });
}

bool leaves_out(const Request& request, const Chain& chain) {
  const PlanOptions& options = request.plan;
  return !request.schedule && !options.algorithm && options.machine && has_switch(*options.machine) &&
         !is_offered(chain, options);
}

/// The Atom may keep a chain for who asks for it.
void note_left_out(const std::vector<Request>& requests, const Console& console) {
  for (const Chain& chain : chains())
    if (std::ranges::any_of(requests, [&](const Request& request) { return leaves_out(request, chain); }))
      console.note(
          fmt::format("--all-schedules leaves {0} out: --algorithm {0} verifies it here", chain.name));
}

Exit status_of(const std::vector<VerifyCase>& cases, const Diagnostics& diagnostics) {
  if (interrupted()) return Exit::interrupted;
  Exit status = diagnostics.has_errors() ? Exit::bad_request : Exit::good;
  for (const VerifyCase& one : cases)
    if (one.verdict() == Verdict::fail) status = worst(status, Exit::bad_answer);
  return status;
}

/// Host threads unless told: only they permute what lanes do.
ExecutorOptions executor_options(const VerifyVerbOptions& options) {
  ExecutorOptions executor;
  executor.atom = options.atom == "auto" ? "host" : options.atom;
  executor.gpus = options.gpus;
  executor.first_gpus = options.first_gpus;
  return executor;
}

}  // namespace

Exit verify_verb(const VerifyVerbOptions& options) {
  Console console(options.output);
  Results results(options.output.output);
  Diagnostics diagnostics;
  const auto executor = make_executor(executor_options(options), diagnostics);
  auto requests = read_requests(with_foreign(options, diagnostics), kDefaults, diagnostics);
  if (executor)
    for (Request& request : requests) executor->adapt(request, diagnostics);
  console.show(diagnostics);
  if (diagnostics.has_errors()) return Exit::bad_request;
  if (options.all_schedules) note_left_out(requests, console);
  catch_interrupts();
  Diagnostics planning;
  Verifying verifying(options, *executor, console, planning);
  std::vector<VerifyCase> cases;
  for (const Request& request : requests)
    if (!interrupted()) cases.push_back(verifying.verify_request(request));
  console.show(planning);
  results.write(render(cases, options.output.format, options.request.seed));
  results.commit();
  return status_of(cases, planning);
}

}  // namespace purlin::cli
