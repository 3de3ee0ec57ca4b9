#include "spec/layout_text.hpp"

#include "tests/catch.hpp"

using namespace purlin;

namespace {

LayoutText parsed(std::string_view text) {
  LayoutError error;
  const auto layout = parse_layout(text, error);
  INFO(text << ": " << error.message << " at " << error.offset);
  REQUIRE(layout);
  return *layout;
}

LayoutError fault_of(std::string_view text) {
  LayoutError error;
  INFO(text);
  CHECK_FALSE(parse_layout(text, error));
  CHECK(error.offset <= text.size());
  CHECK_FALSE(error.help.empty());
  return error;
}

}  // namespace

TEST_CASE("a placement binds mesh axes, with and without the data axis's name, shifted or not") {
  const LayoutText layout = parsed("[dp, tp=x+3, pp = y - 12]");
  REQUIRE(layout.bindings.size() == 3);
  CHECK_FALSE(layout.bindings[0].mesh_axis);
  CHECK(layout.bindings[0].axis.text == "dp");
  CHECK(layout.bindings[1].mesh_axis->text == "tp");
  CHECK(layout.bindings[1].axis.text == "x");
  CHECK(layout.bindings[1].shift == 3);
  CHECK(layout.bindings[2].shift == -12);
  CHECK(layout.local.empty());
}

TEST_CASE("local axes keep their order and their places") {
  const LayoutText layout = parsed("[r] b  h_2 _x");
  REQUIRE(layout.local.size() == 3);
  CHECK(layout.local[1].text == "h_2");
  CHECK(layout.local[1].offset == 7);
}

TEST_CASE("a pin is a coordinate, or one coordinate for each of several mesh axes") {
  CHECK(parsed("n @ 3").pins[0].coordinate == 3);
  CHECK_FALSE(parsed("n@3").pins[0].mesh_axis);
  const LayoutText layout = parsed("@ dp=1, tp = 2");
  REQUIRE(layout.pins.size() == 2);
  CHECK(layout.pins[1].mesh_axis->text == "tp");
  CHECK(layout.pins[1].coordinate == 2);
}

TEST_CASE("blanks are free") {
  for (const char* text :
       {"[a,b=c+1]n m@a=0", "  [ a , b = c + 1 ]  n\tm  @  a = 0 ", "[a,\nb=c+1]\r\nn m@a=0"}) {
    const LayoutText layout = parsed(text);
    CHECK(layout.bindings.size() == 2);
    CHECK(layout.bindings[1].shift == 1);
    CHECK(layout.local.size() == 2);
    CHECK(layout.pins.size() == 1);
  }
}

TEST_CASE("all parts of a layout are optional") {
  for (const char* text : {"", "   ", "n", "[r]", "@ 0", "[r] @ x=0", "n @ 0"}) parsed(text);
}

TEST_CASE("what does not follow the grammar is refused at its place") {
  struct Fault {
    std::string_view text;
    std::size_t offset;
  };
  for (const Fault& fault :
       {Fault{"[", 1},  {"[]", 1},       {"[a,]", 3},   {"[a b]", 3},     {"[a=]", 3},
        {"[a+]", 3},    {"[a=b+x]", 5},  {"[a", 2},     {"n [a]", 2},     {"n, m", 1},
        {"3", 0},       {"n @", 3},      {"n @ a", 5},  {"n @ a=", 6},    {"n @ 1, 2", 5},
        {"n @ 1 m", 6}, {"n @ a=1,", 8}, {"n -> m", 2}, {"n\xC3\xA9", 1}, {std::string_view("n\0m", 3), 1},
        {"@@", 1},      {"[a=b=c]", 4}}) {
    const LayoutError error = fault_of(fault.text);
    CHECK(error.code == "S201");
    CHECK(error.offset == fault.offset);
  }
}

TEST_CASE("a caret covers a whole code point") { CHECK(fault_of("n \xE2\x86\x92 m").length == 3); }

TEST_CASE("numbers and layouts have a largest size") {
  CHECK(parsed("[a+9223372036854775807]").bindings[0].shift == 9223372036854775807);
  CHECK(fault_of("[a+9223372036854775808]").code == "S202");
  CHECK(fault_of("@ 99999999999999999999").code == "S202");
  CHECK(fault_of(std::string(kMaxLayoutBytes + 1, 'a')).code == "S202");
  parsed(std::string(kMaxLayoutBytes, 'a'));
}

TEST_CASE("names are letters, digits and underscores") {
  for (const char* good : {"a", "_", "A9", "tp_1"}) CHECK(is_name(good));
  for (const char* bad : {"", "9", "1a", "a-b", "a b", "\xC3\xA9"}) CHECK_FALSE(is_name(bad));
}
