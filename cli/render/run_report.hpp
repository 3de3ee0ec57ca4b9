#pragma once
#include <memory>

#include "cli/render/run_record.hpp"
#include "cli/results.hpp"

namespace purlin::cli {

/// Writes what `run` and `simulate` found, as it comes where the format allows.
class RunReporter {
 public:
  virtual ~RunReporter() = default;
  virtual void begin(const RunCase& head) = 0;
  virtual void add(const Result& result) = 0;
  virtual void end(const RunEnd& end) = 0;
  virtual void finish() {}
};

/// For --format table, csv, md, json or nccl-tests.
std::unique_ptr<RunReporter> make_run_reporter(const std::string& format, const RunHead& head,
                                               Results& results);

std::unique_ptr<RunReporter> make_table_reporter(const RunHead& head, Results& results);
std::unique_ptr<RunReporter> make_md_reporter(const RunHead& head, Results& results);
std::unique_ptr<RunReporter> make_csv_reporter(Results& results);
std::unique_ptr<RunReporter> make_json_reporter(const RunHead& head, Results& results);
std::unique_ptr<RunReporter> make_nccl_tests_reporter(const RunHead& head, Results& results);

}  // namespace purlin::cli
