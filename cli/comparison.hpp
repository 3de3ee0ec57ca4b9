#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace purlin::cli {

/// A row of a result file, as far as `compare` reads it.
struct MeasuredRow {
  std::string spec;
  std::string machine;
  std::int64_t size_bytes = 0;
  std::int64_t count = 0;
  std::string dtype;
  std::string op;
  std::string schedule;  // algorithm/regime, lanes
  std::string set;       // what-if keys, as JSON
  bool in_place = false;
  std::optional<double> median_us;  // absent: impossible or hung
  double spread = 0;                // (p99 - min) / median
  std::int64_t wrong = 0;
};

enum class Change { same, faster, slower, bad };

/// The same work in both files.
struct ComparedRow {
  MeasuredRow a;
  MeasuredRow b;
  std::optional<double> ratio;  // B's median over A's
  Change change = Change::same;
};

struct Comparison {
  std::string name_a;
  std::string name_b;
  double threshold_percent = 0;
  std::vector<ComparedRow> rows;
  std::vector<MeasuredRow> only_a;
  std::vector<MeasuredRow> only_b;

  /// No row of B is slower than the threshold allows, wrong, or without a time.
  bool good() const;
  /// Geometric mean of the ratios; 1 where there are none.
  double mean_ratio() const;
};

std::string_view name_of(Change change);

/// Pairs the rows that describe the same work, in A's order.
Comparison compare(std::vector<MeasuredRow> a, std::vector<MeasuredRow> b, double threshold_percent);

}  // namespace purlin::cli
