#include "cli/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "spec/assert.hpp"

namespace purlin::cli {
namespace {

auto work_of(const MeasuredRow& row) {
  return std::tie(row.spec, row.machine, row.size_bytes, row.count, row.dtype, row.op, row.set, row.in_place);
}

Change judge(const MeasuredRow& a, const MeasuredRow& b, double threshold_percent) {
  if (b.wrong > 0 || !b.median_us) return Change::bad;
  if (!a.median_us) return Change::same;
  const double allowed = 1 + threshold_percent / 100;
  if (*b.median_us > *a.median_us * allowed) return Change::slower;
  return *b.median_us * allowed < *a.median_us ? Change::faster : Change::same;
}

ComparedRow pair(MeasuredRow a, MeasuredRow b, double threshold_percent) {
  ComparedRow row{std::move(a), std::move(b), std::nullopt, Change::same};
  if (row.a.median_us && row.b.median_us && *row.a.median_us > 0)
    row.ratio = *row.b.median_us / *row.a.median_us;
  row.change = judge(row.a, row.b, threshold_percent);
  return row;
}

}  // namespace

std::string_view name_of(Change change) {
  switch (change) {
    case Change::same:
      return "same";
    case Change::faster:
      return "faster";
    case Change::slower:
      return "slower";
    case Change::bad:
      return "bad";
  }
  return "";
}

bool Comparison::good() const {
  return std::ranges::none_of(
      rows, [](const ComparedRow& row) { return row.change == Change::slower || row.change == Change::bad; });
}

double Comparison::mean_ratio() const {
  double sum = 0;
  int count = 0;
  for (const ComparedRow& row : rows)
    if (row.ratio) sum += std::log(*row.ratio), ++count;
  return count == 0 ? 1 : std::exp(sum / count);
}

Comparison compare(std::vector<MeasuredRow> a, std::vector<MeasuredRow> b, double threshold_percent) {
  Comparison result;
  result.threshold_percent = threshold_percent;
  for (MeasuredRow& row : a) {
    const auto same =
        std::ranges::find_if(b, [&](const MeasuredRow& other) { return work_of(other) == work_of(row); });
    if (same == b.end()) {
      result.only_a.push_back(std::move(row));
      continue;
    }
    result.rows.push_back(pair(std::move(row), std::move(*same), threshold_percent));
    b.erase(same);
  }
  result.only_b = std::move(b);
  return result;
}

}  // namespace purlin::cli
