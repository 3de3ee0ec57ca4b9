#include "snac/statistics.hpp"

#include <vector>

#include "tests/catch.hpp"

using namespace purlin;

TEST_CASE("times of launches are samples by nearest rank") {
  std::vector<double> samples;
  for (int i = 200; i >= 1; --i) samples.push_back(i * 1e-6);
  const Times times = times_of(samples);
  CHECK(times.median_us == Approx(100.5));
  CHECK(times.p99_us == Approx(198));
  CHECK(times.min_us == Approx(1));
  CHECK(times.max_us == Approx(200));
  CHECK(times.outliers == 0);
}

TEST_CASE("one launch is its own median, p99, min and max") {
  const double sample = 5e-6;
  const Times times = times_of({&sample, 1});
  CHECK(times.median_us == Approx(5));
  CHECK(times.p99_us == Approx(5));
  CHECK(times.min_us == Approx(5));
  CHECK(times.max_us == Approx(5));
}

TEST_CASE("a launch beyond three medians is an outlier") {
  CHECK(times_of(std::vector<double>{1e-6, 1e-6, 1e-6, 2.9e-6}).outliers == 0);
  CHECK(times_of(std::vector<double>{1e-6, 1e-6, 1e-6, 3.1e-6}).outliers == 1);
}

TEST_CASE("rates are decimal gigabytes per second") {
  CHECK(rate_GBps(1'000'000'000, 1e6) == Approx(1));
  CHECK(rate_GBps(0, 3) == 0);
}
