#include "cli/render/table.hpp"

#include "cli/render/number.hpp"
#include "cli/render/text.hpp"
#include "tests/catch.hpp"

using namespace purlin::cli;

namespace {

const Table kTable{{{"name", "", 0, true}, {"time", "us"}}, {{"a|b", "1"}, {"\"x\", µ", "1234567"}}};

}  // namespace

TEST_CASE("a text table aligns words left and numbers right") {
  CHECK(render_text(kTable) ==
        "name       time\n"
        "             us\n"
        "a|b           1\n"
        "\"x\", µ  1234567\n");
}

TEST_CASE("a markdown table escapes its bars") {
  CHECK(render_md(kTable) ==
        "| name | time (us) |\n"
        "| --- | ---: |\n"
        "| a\\|b | 1 |\n"
        "| \"x\", µ | 1234567 |\n");
}

TEST_CASE("CSV quotes what needs quotes") {
  CHECK(render_csv(kTable) == "name,time\na|b,1\n\"\"\"x\"\", µ\",1234567\n");
}

TEST_CASE("text wraps at words and keeps newlines") {
  CHECK(wrap("one two three\nfour", 7) == std::vector<std::string>{"one two", "three", "four"});
  CHECK(wrap("unbreakable", 3) == std::vector<std::string>{"unbreakable"});
  CHECK(wrap("", 3) == std::vector<std::string>{""});
}

TEST_CASE("numbers keep what matters") {
  CHECK(print_us(1.234) == "1.23");
  CHECK(print_us(123.44) == "123.4");
  CHECK(print_us(123456.7) == "123457");
  CHECK(print_exact(0.1) == "0.1");
  CHECK(print_exact(std::nullopt) == "");
  CHECK(print_rate(std::nullopt) == "-");
}

TEST_CASE("what is counted once is named in the singular") {
  CHECK(singular("halves") == "half");
  CHECK(singular("launches") == "launch");
  CHECK(singular("accesses") == "access");
  CHECK(singular("pieces written") == "piece written");
  CHECK(singular("resident lanes per rank") == "resident lane per rank");
  CHECK(singular("nothing") == "nothing");
}
