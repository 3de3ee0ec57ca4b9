#include "cli/commands/compare.hpp"

#include "cli/complain.hpp"
#include "cli/console.hpp"
#include "cli/render/compare_report.hpp"
#include "cli/result_file.hpp"
#include "cli/results.hpp"

namespace purlin::cli {
namespace {

std::optional<Comparison> compare_files(const CompareVerbOptions& options, Diagnostics& diagnostics) {
  if (options.files.size() != 2) {
    complain(diagnostics, "two result files are compared", "purlin compare a.json b.json");
    return std::nullopt;
  }
  auto a = read_result_file(options.files[0], diagnostics);
  auto b = read_result_file(options.files[1], diagnostics);
  if (!a || !b) return std::nullopt;
  Comparison comparison = compare(std::move(*a), std::move(*b), options.threshold_percent);
  comparison.name_a = options.files[0];
  comparison.name_b = options.files[1];
  if (comparison.rows.empty())
    complain(diagnostics, "no row of one describes the same work as a row of the other",
             "same work: spec, machine, size, count, dtype, op and set");
  return comparison;
}

}  // namespace

Exit compare_verb(const CompareVerbOptions& options) {
  const Console console(options.output);
  Results results(options.output.output);
  Diagnostics diagnostics;
  const auto comparison = compare_files(options, diagnostics);
  console.show(diagnostics);
  if (diagnostics.has_errors()) return Exit::bad_request;
  results.write(render(*comparison, options.output.format));
  results.commit();
  return comparison->good() ? Exit::good : Exit::bad_answer;
}

}  // namespace purlin::cli
