#include "cli/what_if.hpp"

#include "tests/catch.hpp"

using namespace purlin;
using namespace purlin::cli;

namespace {

std::vector<Variant> variants(const std::vector<std::string>& machines, SimulateVerbOptions options,
                              std::size_t errors = 0) {
  Diagnostics diagnostics;
  auto all = variants_of(machines, options, diagnostics);
  CHECK(diagnostics.all().size() == errors);
  return all;
}

}  // namespace

TEST_CASE("times have units, and are microseconds without") {
  CHECK(parse_time_s("5us") == Approx(5e-6));
  CHECK(parse_time_s("800ns") == Approx(8e-7));
  CHECK(parse_time_s("0.5ms") == Approx(5e-4));
  CHECK(parse_time_s("2s") == 2);
  CHECK(parse_time_s("3") == Approx(3e-6));
  CHECK(parse_time_s("0") == 0);
  for (const char* wrong : {"", "us", "-1us", "1 us", "nan", "inf", "1m", "1e999s"})
    CHECK_FALSE(parse_time_s(wrong));
}

TEST_CASE("lists of GPUs have ranges and names, and nobody twice") {
  CHECK(parse_gpus("0,2,4-6") == std::vector<Gpu>{{0}, {2}, {4}, {5}, {6}});
  CHECK(parse_gpus("gpu3,gpu1") == std::vector<Gpu>{{3}, {1}});
  for (const char* wrong : {"", "0,0", "0-3,2", "3-1", "x", "-1", "0,", "99999999999", "0-99999999"})
    CHECK_FALSE(parse_gpus(wrong));
}

TEST_CASE("settings make a row for each value, and combinations for several keys") {
  SimulateVerbOptions options;
  CHECK(variants({"flat", "hgx-h100"}, options).size() == 2);
  options.set = {"memory.rate_GBps=3000,4000", "latency.load_ns=500,600,700"};
  const auto all = variants({"hgx-h200", "dgx-a100"}, options);
  REQUIRE(all.size() == 12);
  CHECK(all[4].machine.memory_rate_GBps.number == 4000);
  CHECK(all[4].machine.latency_load_ns.number == 600);
  CHECK(all[4].set == std::vector<std::pair<std::string, std::string>>{{"memory.rate_GBps", "4000"},
                                                                       {"latency.load_ns", "600"}});
}

TEST_CASE("what cannot be set is said once per machine") {
  SimulateVerbOptions options;
  options.set = {"memory.rate_GBps"};
  variants({"flat"}, options, 1);
  options.set = {"memory.rate_GBps=fast"};
  variants({"flat"}, options, 1);
  options.set = {"memory.rate=1,2,3"};
  variants({"flat"}, options, 1);
}
