#pragma once
#include <cstdint>
#include <span>

namespace purlin {

/// Of the launches timed, in microseconds.
struct Times {
  double median_us = 0;
  double p99_us = 0;
  double min_us = 0;
  double max_us = 0;
  int outliers = 0;  // launches slower than kOutlierFactor medians
};

inline constexpr double kOutlierFactor = 3;

/// Percentiles are samples, by nearest rank; the median of an even number is the mean of the middle two.
/// Needs at least one sample.
Times times_of(std::span<const double> samples_s);

/// Decimal gigabytes per second; 0 bytes are 0. Needs time_us > 0.
double rate_GBps(std::int64_t bytes, double time_us);

}  // namespace purlin
