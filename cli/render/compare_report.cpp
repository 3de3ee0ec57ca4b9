#include "cli/render/compare_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/render/number.hpp"
#include "cli/render/table.hpp"
#include "cli/render/text.hpp"
#include "cli/version.hpp"

namespace purlin::cli {
namespace {

using nlohmann::json;

std::string time_text(const std::optional<double>& time_us) { return time_us ? print_us(*time_us) : "-"; }

Table table_of(const Comparison& comparison) {
  Table table{{{"spec", "", 0, true},
               {"machine", "", 0, true},
               {"size", "B"},
               {"dtype", "", 0, true},
               {"A", "us"},
               {"spread", "%"},
               {"B", "us"},
               {"spread", "%"},
               {"B / A", ""},
               {"", "", 0, true}},
              {}};
  for (const ComparedRow& row : comparison.rows)
    table.rows.push_back({row.a.spec, row.a.machine, std::to_string(row.a.size_bytes), row.a.dtype,
                          time_text(row.a.median_us), fmt::format("{:.0f}", 100 * row.a.spread),
                          time_text(row.b.median_us), fmt::format("{:.0f}", 100 * row.b.spread),
                          row.ratio ? fmt::format("{:.3f}", *row.ratio) : "-",
                          row.change == Change::same ? "" : std::string(name_of(row.change))});
  return table;
}

Table csv_table(const Comparison& comparison) {
  Table table{{{"spec", ""},
               {"machine", ""},
               {"size_bytes", ""},
               {"count", ""},
               {"dtype", ""},
               {"op", ""},
               {"a_median_us", ""},
               {"b_median_us", ""},
               {"ratio", ""},
               {"change", ""}},
              {}};
  for (const ComparedRow& row : comparison.rows)
    table.rows.push_back({row.a.spec, row.a.machine, std::to_string(row.a.size_bytes),
                          std::to_string(row.a.count), row.a.dtype, row.a.op, print_exact(row.a.median_us),
                          print_exact(row.b.median_us), print_exact(row.ratio),
                          std::string(name_of(row.change))});
  return table;
}

std::string unmatched(const std::vector<MeasuredRow>& rows, const std::string& name) {
  return rows.empty() ? ""
                      : fmt::format("{} only in {}\n",
                                    counted(static_cast<std::int64_t>(rows.size()), "row", "rows"), name);
}

std::string summary(const Comparison& comparison) {
  return fmt::format(
      "A = {}, B = {}; {}, B / A = {:.3f} on average (geometric); threshold {}%: {}\n{}{}", comparison.name_a,
      comparison.name_b, counted(static_cast<std::int64_t>(comparison.rows.size()), "row", "rows"),
      comparison.mean_ratio(), comparison.threshold_percent, comparison.good() ? "good" : "beyond it",
      unmatched(comparison.only_a, "A"), unmatched(comparison.only_b, "B"));
}

template <class T>
json or_null(const std::optional<T>& value) {
  return value ? json(*value) : json();
}

json to_json(const MeasuredRow& row) {
  return {{"schedule", row.schedule},
          {"median_us", or_null(row.median_us)},
          {"spread", row.spread},
          {"wrong", row.wrong}};
}

json work_to_json(const MeasuredRow& row) {
  return {{"spec", row.spec},
          {"machine", row.machine},
          {"size_bytes", row.size_bytes},
          {"count", row.count},
          {"dtype", row.dtype},
          {"op", row.op},
          {"set", json::parse(row.set)},
          {"in_place", row.in_place}};
}

json to_json(const Comparison& comparison) {
  json document{{"purlin", kVersion},
                {"verb", "compare"},
                {"a", comparison.name_a},
                {"b", comparison.name_b},
                {"threshold_percent", comparison.threshold_percent},
                {"mean_ratio", comparison.mean_ratio()},
                {"verdict", comparison.good() ? "pass" : "fail"},
                {"rows", json::array()},
                {"only_a", json::array()},
                {"only_b", json::array()}};
  for (const ComparedRow& row : comparison.rows) {
    json work = work_to_json(row.a);
    work["a"] = to_json(row.a);
    work["b"] = to_json(row.b);
    work["ratio"] = or_null(row.ratio);
    work["change"] = name_of(row.change);
    document["rows"].push_back(std::move(work));
  }
  for (const MeasuredRow& row : comparison.only_a) document["only_a"].push_back(work_to_json(row));
  for (const MeasuredRow& row : comparison.only_b) document["only_b"].push_back(work_to_json(row));
  return document;
}

}  // namespace

std::string render(const Comparison& comparison, const std::string& format) {
  if (format == "json") return to_json(comparison).dump(2) + "\n";
  if (format == "csv") return render_csv(csv_table(comparison));
  if (format == "md") return render_md(table_of(comparison)) + "\n" + summary(comparison);
  return render_text(table_of(comparison)) + summary(comparison);
}

}  // namespace purlin::cli
