#include "cli/sweep.hpp"

#include "tests/catch.hpp"

using namespace purlin;
using namespace purlin::cli;

namespace {

std::string complaint(const SizeOptions& options) {
  Diagnostics diagnostics;
  CHECK_FALSE(sweep_of(options, {1024, 65536}, diagnostics));
  REQUIRE(diagnostics.has_errors());
  return diagnostics.all().front().message;
}

Sweep sweep(const SizeOptions& options) {
  Diagnostics diagnostics;
  const auto sizes = sweep_of(options, {1024, 65536}, diagnostics);
  REQUIRE(sizes);
  return *sizes;
}

SizeOptions size(std::string text) {
  SizeOptions options;
  options.size = std::move(text);
  return options;
}

SizeOptions letters(std::optional<std::string> min, std::optional<std::string> max,
                    std::optional<std::int64_t> factor, std::optional<std::string> step) {
  return {std::nullopt, std::move(min), std::move(max), factor, std::move(step)};
}

}  // namespace

TEST_CASE("a size is one size, a sweep goes up by its factor") {
  CHECK(sweep(size("8K")) == Sweep{8192});
  CHECK(sweep(size("0")) == Sweep{0});
  CHECK(sweep(size("1:10")) == Sweep{1, 2, 4, 8});
  CHECK(sweep(size("1K:64K:4")) == Sweep{1024, 4096, 16384, 65536});
  CHECK(sweep(size("5:5")) == Sweep{5});
  CHECK(sweep(size("4611686018427387904:9223372036854775807")).size() == 1);
  CHECK(sweep({}).empty());
}

TEST_CASE("nccl-tests' letters sweep by factor or step, over the default ends") {
  CHECK(sweep(letters("8", "64", 2, {})) == Sweep{8, 16, 32, 64});
  CHECK(sweep(letters("8", "20", {}, "5")) == Sweep{8, 13, 18});
  CHECK(sweep(letters({}, "4K", {}, {})) == Sweep{1024, 2048, 4096});
  CHECK(sweep(letters("32K", {}, {}, {})) == Sweep{32768, 65536});
  CHECK(sweep(letters("1M", {}, {}, {})) == Sweep{1 << 20});
  CHECK(sweep(letters("0", "2", {}, "1")) == Sweep{0, 1, 2});
}

TEST_CASE("a sweep that is none says why") {
  CHECK(complaint(size("many")) == "--size: 'many' is no size");
  CHECK(complaint(size("1:2:3:4")) == "--size: '1:2:3:4' is no sweep");
  CHECK(complaint(size("2K:1K")) == "--size: the sweep ends (1024) below its start (2048)");
  CHECK(complaint(size("1:8:1")) == "--size: the factor '1' is no integer above 1");
  CHECK(complaint(size("0:8")) == "--size: a sweep by a factor cannot start at 0");
  CHECK(complaint(letters("1", "8", 2, "1")) == "-f and -i exclude each other");
  CHECK(complaint(letters("1", "8", {}, "0")) == "-i: a step of 0 goes nowhere");
  CHECK(complaint(letters("1", "1G", {}, "1")) == "-b -e: more than 4096 sizes");
  CHECK(complaint({"1K", "1", {}, {}, {}}) == "--size and -b -e -f -i exclude each other");
}
