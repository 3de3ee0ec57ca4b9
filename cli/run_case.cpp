#include "cli/run_case.hpp"

#include <fmt/format.h>

#include <chrono>

#include "cli/interrupt.hpp"
#include "cli/judge.hpp"
#include "cli/render/hang.hpp"
#include "cli/render/trace.hpp"
#include "cli/results.hpp"
#include "cli/tensors.hpp"
#include "snac/bandwidth.hpp"
#include "spec/size.hpp"

namespace purlin::cli {
namespace {

double now_us() {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

class CaseRunner {
 public:
  CaseRunner(const RunVerbOptions& options, const RunRequest& run, const Request& request, Console& console,
             RunReporter& reporter)
      : options_(options), run_(run), request_(request), console_(console), reporter_(reporter) {}

  Exit run() {
    if (options_.trace) trace_.emplace(options_.trace);
    for (std::size_t i = 0; i < count_sizes(request_) && going(); ++i) run_size(i);
    if (begun_) reporter_.end(end_);
    return status_;
  }

 private:
  bool going() const { return !interrupted() && !end_.hang; }

  void run_size(std::size_t i) {
    Diagnostics diagnostics;
    const double begin_us = now_us();
    const std::vector<Schedule> schedules = schedules_at(options_, request_, i, diagnostics);
    end_.set_up_us += now_us() - begin_us;
    console_.show(diagnostics);
    if (schedules.empty()) return fail(Exit::bad_request);
    for (std::size_t k = 0; k < schedules.size() && going(); ++k) {
      const bool last = i + 1 == count_sizes(request_) && k == 0;
      run_schedule(schedules[k], i == 0 && k == 0, last);
    }
  }

  void run_schedule(const Schedule& schedule, bool first, bool last) {
    const double begin_us = now_us();
    Verification proof = verify(schedule, {.deterministic = request_.plan.deterministic,
                                           .limits = limits_for(request_, schedule.problem)});
    end_.set_up_us += now_us() - begin_us;
    if (!proof.schedule) return disproved(proof);
    if (!begun_) begin(schedule);
    Measurement found;
    try {
      found = executor().measure(*proof.schedule, measure_options(schedule, first, last));
    } catch (const Refused& refused) {
      return this->refused(schedule, refused);
    }
    console_.clear_progress();
    end_.set_up_us += found.set_up_s * 1e6;
    if (found.hang) return hung(schedule, std::move(*found.hang));
    if (first && options_.outputs && !found.first_outputs.empty())
      write_outputs(*options_.outputs, schedule.problem, found.first_outputs);
    if (!found.interrupted) report(schedule, found, last);
  }

  Executor& executor() const { return *run_.executor; }

  MeasureOptions measure_options(const Schedule& schedule, bool first, bool last) {
    MeasureOptions how;
    how.launch.timeout = std::chrono::nanoseconds(static_cast<std::int64_t>(options_.timeout_s * 1e9));
    how.launch.injections = run_.injections;
    how.warmup = options_.warmup;
    how.iters = options_.iters.value_or(kIters);
    if (!options_.iters) how.budget_s = kBudget_s;
    how.check = options_.check != 0;
    how.trace = last && trace_.has_value();
    how.seed = options_.request.seed;
    if (first) how.first_inputs = run_.inputs;
    how.keep_first_outputs = first && options_.outputs.has_value();
    const std::string what =
        fmt::format("{} {} {}/{}", request_.spec, print_bytes(size_of(schedule.problem).value),
                    schedule.algorithm, name_of(schedule.regime));
    how.go_on = [this, what](int done, int of) {
      console_.progress(fmt::format("{}: launch {} of {}", what, done + 1, of));
      return !interrupted();
    };
    return how;
  }

  void begin(const Schedule& schedule) {
    RunCase head;
    head.spec = request_.spec;
    head.problem = request_.sizes.empty() ? schedule.problem : request_.problem;
    head.atom = executor().atom();
    head.why_atom = executor().why;
    head.devices = executor().devices();
    head.loopback = head.devices > 0 && head.devices < head.problem.ranks();
    head.launch = executor().launch();
    head.root = root_of(schedule.problem);
    head.notes = notes(schedule);
    reporter_.begin(head);
    begun_ = true;
  }

  std::vector<std::string> notes(const Schedule& schedule) const {
    const auto index = static_cast<std::size_t>(&request_ - run_.requests.data());
    std::string first = fmt::format("memory for the largest size: {}; busbw = {:.6g} × algbw",
                                    print_bytes(run_.memory.at(index)), busbw_factor(schedule.problem));
    std::vector<std::string> notes = executor().notes();
    notes.front() = first + "; " + notes.front();
    if (console_.verbose())
      for (const std::string& reason : schedule.reasons) notes.push_back(reason);
    return notes;
  }

  void report(const Schedule& schedule, const Measurement& found, bool last) {
    const Judgement judgement = judge(schedule, found,
                                      {executor().bound(schedule), executor().bound_is_limit(),
                                       options_.check != 0, executor().take_rival()});
    reporter_.add(judgement.result);
    const std::string size = print_bytes(judgement.result.size_bytes);
    for (const std::string& warning : judgement.warnings) console_.warn(fmt::format("{}: {}", size, warning));
    for (const std::string& error : judgement.errors) console_.error(fmt::format("{}: {}", size, error));
    if (!judgement.errors.empty()) fail(Exit::bad_answer);
    if (!last || !trace_) return;
    trace_->write(render_trace(schedule, found.trace));
    trace_->commit();
  }

  void refused(const Schedule& schedule, const Refused& why) {
    console_.clear_progress();
    console_.error(fmt::format("{} {}/{}: {}", print_bytes(size_of(schedule.problem).value),
                               schedule.algorithm, name_of(schedule.regime), why.what()));
    fail(Exit::bad_request);
  }

  void hung(const Schedule& schedule, HangReport hang) {
    console_.show(diagnostic_of(hang, print_bytes(size_of(schedule.problem).value)));
    end_.hang = std::move(hang);
    fail(Exit::bad_answer);
  }

  void disproved(const Verification& proof) {
    for (const Check& check : proof.checks) {
      if (check.verdict == Verdict::pass) continue;
      Diagnostic diagnostic;
      diagnostic.code = check.rule;
      diagnostic.message =
          fmt::format("the schedule does not pass its proof of {}: {}", check.name, check.counterexample);
      diagnostic.help = fmt::format("`purlin explain {}`", check.rule);
      console_.show(diagnostic);
    }
    fail(Exit::bad_answer);
  }

  void fail(Exit status) { status_ = worst(status_, status); }

  const RunVerbOptions& options_;
  const RunRequest& run_;
  const Request& request_;
  Console& console_;
  RunReporter& reporter_;
  std::optional<Results> trace_;
  RunEnd end_;
  bool begun_ = false;
  Exit status_ = Exit::good;
};

}  // namespace

Exit run_case(const RunVerbOptions& options, const RunRequest& run, const Request& request, Console& console,
              RunReporter& reporter) {
  return CaseRunner(options, run, request, console, reporter).run();
}

}  // namespace purlin::cli
