#include "cli/render/diagnostic.hpp"

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"

using namespace purlin;

namespace {

Diagnostic at(int column, int length, std::string line) {
  Diagnostic diagnostic;
  diagnostic.code = "S204";
  diagnostic.message = "message";
  diagnostic.place = {"x.toml", 3, column, length};
  diagnostic.source_line = std::move(line);
  return diagnostic;
}

}  // namespace

TEST_CASE("a diagnostic shows place, line, caret, notes and help") {
  Diagnostic diagnostic = at(9, 3, "input = \"[p] n\"");
  diagnostic.notes.push_back({"declared here", {"x.toml", 1, 2, 1}});
  diagnostic.notes.push_back({"and more", {}});
  diagnostic.help = "write this\nor that";
  CHECK(cli::render(diagnostic, false) ==
        "x.toml:3:9: error[S204]: message\n"
        "    3 | input = \"[p] n\"\n"
        "      |         ^~~\n"
        "x.toml:1:2: note: declared here\n"
        "  note: and more\n"
        "  help: write this\n"
        "  help: or that\n");
}

TEST_CASE("columns count code points, and a caret stays within reach") {
  CHECK(cli::render(at(5, 2, "µµµ = x"), false) ==
        "x.toml:3:5: error[S204]: message\n    3 | µµµ = x\n      |     ^~\n");
  CHECK(cli::render(at(40, 99, "short"), false) ==
        "x.toml:3:40: error[S204]: message\n    3 | short\n      |      ^\n");
}

TEST_CASE("a long line is shown around its place") {
  std::string line(4999, 'a');
  line.append("!").append(5000, 'b');
  const std::string text = cli::render(at(5000, 1, line), false);
  CHECK(text.size() < 500);
  CHECK(text.find("…aaa") != std::string::npos);
  CHECK(text.find("a!b") != std::string::npos);
}

TEST_CASE("control bytes and broken text do not reach the terminal") {
  Diagnostic diagnostic = at(1, 1, "\x1b[31m\x80\xc3(\t\xff");
  diagnostic.message = "\x07 bell";
  const std::string text = cli::render(diagnostic, false);
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find('\x07') == std::string::npos);
  CHECK(text.find("?[31m?\?( ?") != std::string::npos);
  CHECK_NOTHROW(cli::to_json(diagnostic).dump());
}

TEST_CASE("a diagnostic without a place names the program, one about a file the file") {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::warning;
  diagnostic.message = "m";
  CHECK(cli::render(diagnostic, false) == "purlin: warning: m\n");
  diagnostic.place.file = "a.npy";
  CHECK(cli::render(diagnostic, false) == "a.npy: warning: m\n");
}

TEST_CASE("colour is added only where asked for") {
  CHECK(cli::render(at(1, 1, "x"), true).find("\033[1;31merror[S204]\033[0m") != std::string::npos);
}

TEST_CASE("a diagnostic as JSON has null for what is not there") {
  Diagnostic diagnostic;
  diagnostic.message = "m";
  const auto json = cli::to_json(diagnostic);
  CHECK(json["code"].is_null());
  CHECK(json["file"].is_null());
  CHECK(json["line"].is_null());
  CHECK(json["severity"] == "error");
  CHECK(json["notes"].empty());
  CHECK(cli::to_json(at(2, 3, "x"))["column"] == 2);
}
