#include <fmt/format.h>

#include "cli/render/nccl_names.hpp"
#include "cli/render/run_report.hpp"

// nccl-tests' lines to the column, after its common.cu: scripts that read those read these.
namespace purlin::cli {
namespace {

std::string time_text(double time_us) {
  return fmt::format("{:7.{}f}", time_us, time_us >= 10'000 ? 0 : time_us >= 100 ? 1 : 2);
}

class NcclTestsReporter : public RunReporter {
 public:
  NcclTestsReporter(const RunHead& head, Results& results) : run_(head), results_(results) {}

  void begin(const RunCase& head) override {
    root_ = head.root;
    results_.write(first_line(head) + devices(head) + columns());
  }

  /// Out of place first; its row waits for the in-place half, or for the next size.
  void add(const Result& result) override {
    if (!result.in_place) flush();
    if (!result.in_place) row_ = left_half(result);
    (result.in_place ? in_place_ : out_of_place_) = half(result);
    if (result.baseline) remarks_ += remark(result);
    if (result.in_place) flush();
  }

  void end(const RunEnd&) override { flush(); }

  void finish() override {
    results_.write(fmt::format("# Out of bounds values : {} {}\n# Avg bus bandwidth    : {:g} \n#\n\n",
                               errors_, errors_ > 0 ? "FAILED" : "OK",
                               halves_ == 0 ? 0 : busbw_sum_ / halves_));
  }

 private:
  std::string first_line(const RunCase& head) const {
    return fmt::format(
        "# nThread 1 nGpus {} minBytes {} maxBytes {} step: {}({}) warmup iters: {} iters: {} agg iters: 1 "
        "validation: {} graph: {}\n#\n",
        head.problem.ranks(), run_.min_bytes, run_.max_bytes, run_.step, run_.by_factor ? "factor" : "bytes",
        run_.warmup, run_.iters, run_.check ? 1 : 0, run_.graph ? 1 : 0);
  }

  static std::string devices(const RunCase& head) {
    std::string text = "# Using devices\n";
    for (int rank = 0; rank < head.problem.ranks(); ++rank)
      text +=
          fmt::format("#  Rank {:2} {}\n", rank,
                      head.devices == 0 ? "host threads" : fmt::format("device {:2}", rank % head.devices));
    for (const std::string& note : head.notes) text += "#  " + note + "\n";
    return text + "#\n";
  }

  static std::string columns() {
    return fmt::format(
               "# {:>10}  {:>12}  {:>8}  {:>6}  {:>6}           out-of-place                       in-place"
               "          \n",
               "", "", "", "", "") +
           fmt::format(
               "# {:>10}  {:>12}  {:>8}  {:>6}  {:>6}  {:>7}  {:>6}  {:>6} {:>6}  {:>7}  {:>6}  {:>6} "
               "{:>6}\n",
               "size", "count", "type", "redop", "root", "time", "algbw", "busbw", "#wrong", "time", "algbw",
               "busbw", "#wrong") +
           fmt::format(
               "# {:>10}  {:>12}  {:>8}  {:>6}  {:>6}  {:>7}  {:>6}  {:>6}  {:>5}  {:>7}  {:>6}  {:>6}  "
               "{:>5}\n",
               "(B)", "(elements)", "", "", "", "(us)", "(GB/s)", "(GB/s)", "", "(us)", "(GB/s)", "(GB/s)",
               "");
  }

  std::string left_half(const Result& result) const {
    return fmt::format("{:12}  {:12}  {:>8}  {:>6}  {:6}", result.size_bytes, result.count,
                       nccl_name(result.dtype), result.op == ReduceOp::copy ? "none" : name_of(result.op),
                       root_);
  }

  std::string half(const Result& result) {
    if (result.wrong.value_or(0) > 0) ++errors_;
    if (!result.timing || !result.timing->busbw_GBps) return kNotThere;
    ++halves_;
    busbw_sum_ += *result.timing->busbw_GBps;
    return fmt::format("  {}  {:6.2f}  {:6.2f}  {:>5}", time_text(result.timing->times.median_us),
                       *result.timing->algbw_GBps, *result.timing->busbw_GBps,
                       result.wrong ? std::to_string(*result.wrong) : "N/A");
  }

  static std::string remark(const Result& result) {
    const Baseline& baseline = *result.baseline;
    return fmt::format("#   {} {}: {} us{}\n", baseline.name, result.in_place ? "in place" : "out of place",
                       time_text(baseline.times.median_us),
                       baseline.ratio ? fmt::format(", {:.3f} of the time above", *baseline.ratio) : "");
  }

  void flush() {
    if (!row_.empty()) results_.write(row_ + out_of_place_ + in_place_ + "\n" + remarks_);
    row_.clear();
    remarks_.clear();
    in_place_ = kNotThere;
  }

  inline static const std::string kNotThere =
      fmt::format("  {:>7}  {:>6}  {:>6}  {:>5}", "N/A", "N/A", "N/A", "N/A");

  RunHead run_;
  Results& results_;
  int root_ = -1;
  std::string row_;
  std::string remarks_;  // its columns have no place for a baseline
  std::string out_of_place_ = kNotThere;
  std::string in_place_ = kNotThere;
  int errors_ = 0;
  int halves_ = 0;
  double busbw_sum_ = 0;
};

}  // namespace

std::unique_ptr<RunReporter> make_nccl_tests_reporter(const RunHead& head, Results& results) {
  return std::make_unique<NcclTestsReporter>(head, results);
}

}  // namespace purlin::cli
