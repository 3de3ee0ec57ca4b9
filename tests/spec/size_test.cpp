#include "spec/size.hpp"

#include "tests/catch.hpp"

using namespace purlin;

TEST_CASE("a size is a number with K M G or Ki Mi Gi, all powers of 1024") {
  CHECK(parse_size("0") == 0);
  CHECK(parse_size("64") == 64);
  CHECK(parse_size("8K") == 8192);
  CHECK(parse_size("8Ki") == 8192);
  CHECK(parse_size("3M") == 3 << 20);
  CHECK(parse_size("3Mi") == 3 << 20);
  CHECK(parse_size("5G") == std::int64_t{5} << 30);
  CHECK(parse_size("1.5M") == 3 << 19);
  CHECK(parse_size("0.5K") == 512);
  CHECK(parse_size("1.0") == 1);
  CHECK(parse_size("9223372036854775807") == INT64_MAX);
}

TEST_CASE("what is no whole size of 63 bits is none") {
  for (const char* bad : {"",
                          " 1",
                          "1 ",
                          "-1",
                          "+1",
                          "1k",
                          "1KB",
                          "1T",
                          "K",
                          "1.5",
                          "1.",
                          ".5K",
                          "0.3K",
                          "1e3",
                          "0x10",
                          "1.0000000001K",
                          "9223372036854775808",
                          "8589934592G",
                          "1KiB",
                          "1Kii",
                          "1,000",
                          "1_000"}) {
    INFO(bad);
    CHECK_FALSE(parse_size(bad));
  }
  CHECK_FALSE(parse_size(std::string(100000, '9')));
  CHECK_FALSE(parse_size(std::string("1\0", 2)));
}

TEST_CASE("a sweep has a least and a largest size and a factor of at least 2") {
  const auto sweep = parse_size_range("1K:64M:4");
  REQUIRE(sweep);
  CHECK(sweep->min == 1024);
  CHECK(sweep->max == 64 << 20);
  CHECK(sweep->factor == 4);
  CHECK(parse_size_range("1K:1M")->factor == 2);
  CHECK(parse_size_range("5")->max == 5);
  for (const char* bad : {"", ":", "1K:", ":1K", "2K:1K", "1:2:1", "1:2:0", "1:2:3:4", "1:2:x", "1:2:-2"}) {
    INFO(bad);
    CHECK_FALSE(parse_size_range(bad));
  }
}

TEST_CASE("an integer is digits and a sign") {
  CHECK(parse_integer("-9223372036854775808") == INT64_MIN);
  CHECK(parse_integer("+7") == 7);
  for (const char* bad : {"", "+", "-", "+-1", "++1", "1.0", " 1", "1x", "9223372036854775808"})
    CHECK_FALSE(parse_integer(bad));
}

TEST_CASE("bytes are printed in the largest unit below them") {
  CHECK(print_bytes(0) == "0 B");
  CHECK(print_bytes(1023) == "1023 B");
  CHECK(print_bytes(1536) == "1.5 KiB");
  CHECK(print_bytes(std::int64_t{1} << 60) == "1 EiB");
}
