#include "snac/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "spec/assert.hpp"

namespace purlin {
namespace {

double nearest_rank(const std::vector<double>& sorted, double percent) {
  const auto rank = static_cast<std::size_t>(std::ceil(percent / 100 * static_cast<double>(sorted.size())));
  return sorted[std::max<std::size_t>(rank, 1) - 1];
}

double median(const std::vector<double>& sorted) {
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

}  // namespace

Times times_of(std::span<const double> samples_s) {
  PURLIN_ASSERT(!samples_s.empty());
  std::vector<double> sorted(samples_s.begin(), samples_s.end());
  for (double& sample : sorted) sample *= 1e6;
  std::sort(sorted.begin(), sorted.end());
  Times times{median(sorted), nearest_rank(sorted, 99), sorted.front(), sorted.back(), 0};
  times.outliers = static_cast<int>(std::count_if(
      sorted.begin(), sorted.end(), [&](double t) { return t > kOutlierFactor * times.median_us; }));
  return times;
}

double rate_GBps(std::int64_t bytes, double time_us) {
  PURLIN_ASSERT(time_us > 0);
  return static_cast<double>(bytes) / time_us / 1e3;
}

}  // namespace purlin
