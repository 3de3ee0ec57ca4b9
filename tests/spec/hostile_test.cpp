// What no honest user writes: an error with a code, never a crash, a hang or gigabytes.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "spec/read_file.hpp"
#include "spec/toml/read_toml.hpp"
#include "tests/catch.hpp"
#include "tests/spec/reading.hpp"
#include "tests/support/random.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

std::string noise(Random& random, std::size_t bytes, int least, int most) {
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i) text += static_cast<char>(random.between(least, most));
  return text;
}

std::filesystem::path scratch(const std::string& name) {
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("purlin_hostile_{}", getpid());
  std::filesystem::create_directories(folder);
  return folder / name;
}

}  // namespace

TEST_CASE("noise is not TOML") {
  Random random(seed());
  INFO("seed " << seed());
  for (int i = 0; i < 3; ++i) {
    CHECK(codes_of_text(noise(random, 200'000, 0, 255)).size() == 1);
    CHECK(codes_of_text(noise(random, 200'000, 32, 126)).size() == 1);
    CHECK(codes_of_text("[a]\n" + noise(random, 1000, 1, 255)).size() >= 1);
  }
}

TEST_CASE("large texts are refused before they are parsed") {
  CHECK(codes_of_text(std::string(10 << 20, '#')) == Codes{"S002"});
  CHECK(codes_of_text(std::string(kMaxTomlBytes + 1, '\n')) == Codes{"S002"});
  std::ofstream(scratch("large.toml")) << std::string(10 << 20, '[');
  CHECK(codes_of(scratch("large.toml").string()) == Codes{"S002"});
}

TEST_CASE("NUL bytes and broken UTF-8 are refused") {
  CHECK(codes_of_text(std::string("a = \"\0\"", 8)) == Codes{"S003"});
  CHECK(codes_of_text(std::string(1000, '\0')) == Codes{"S003"});
  CHECK(codes_of_text("\xFF\xFE = 1") == Codes{"S003"});
  CHECK(codes_of_text("a = \"\xC3\"") == Codes{"S003"});
}

TEST_CASE("deep nesting is refused") {
  CHECK(codes_of_text(repeated("a.", 50'000) + "a = 1") == Codes{"S004"});
  CHECK(codes_of_text("[" + repeated("a.", 50'000) + "a]") == Codes{"S004"});
  CHECK(codes_of_text("x = {" + repeated("a . ", 50'000) + "a = 1}") == Codes{"S004"});
  CHECK(codes_of_text(repeated("\"a.b\" . 'c' . ", 50'000) + "a = 1") == Codes{"S004"});
  CHECK(codes_of_text("x = " + repeated("[", 100'000)) == Codes{"S003"});
  CHECK(codes_of_text("x = " + repeated("{a=", 100'000)) == Codes{"S003"});
  CHECK(codes_of_text("[\na") == Codes{"S003"});
}

TEST_CASE("dots in strings and comments are no depth") {
  const std::string dots(200, '.');
  const std::string text = "# " + dots + "\n" +
                           spec_text("shape = [2]", "n = 1", "kind = \"all_reduce\"\n# " + dots) +
                           "[options]\nmachine = \"" + dots + "\"\nalgorithm = '''" + dots + "\n" + dots +
                           "'''\nregime = \"\"\"\\\"\"\" " + dots + "\"\"\"\n";
  CHECK(codes_of_text(text).empty());
}

TEST_CASE("many wrong keys are as good as a hundred") {
  std::string keys;
  for (int i = 0; i < 50'000; ++i) keys += fmt::format("k{} = 1\n", i);
  CHECK(codes_of_text("[collective]\n" + keys).size() == kMaxDiagnostics + 1);
  CHECK(codes_of_text("[options]\nmachine = 1\n" + keys).size() == kMaxDiagnostics + 1);
  CHECK(codes_of_text("[axes]\n" + keys + "[mesh]\nshape = [2]\n[collective]\nkind = \"all_reduce\"\n") ==
        Codes{"S404"});
}

TEST_CASE("many axes of a mesh are refused at once") {
  const std::string collective = "[axes]\nn = 1\n[collective]\nkind = \"all_reduce\"\n";
  CHECK(codes_of_text("[mesh]\nshape = [" + repeated("1,", 100'000) + "]\n" + collective) == Codes{"S304"});
  CHECK(codes_of_text("[mesh]\nshape = [1]\naxes = [" + repeated("\"a\",", 100'000) + "]\n" + collective) ==
        Codes{"S304"});
}

TEST_CASE("long words are cut in messages") {
  Diagnostics diagnostics;
  read_problem("[collective]\n\"" + repeated("é", 100'000) + "\" = 1\n", "x.toml", ".", {}, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    CHECK(diagnostic.message.size() < 1000);
    CHECK(diagnostic.source_line.size() < 20'000);
  }
}

TEST_CASE("numbers beyond 64 bits and products beyond the limit are refused") {
  const auto with = [](const std::string& mesh, const std::string& axes) {
    return codes_of_text(spec_text(mesh, axes, "input = \"[rank] n\"\noutput = \"rank n\""));
  };
  CHECK(with("shape = [8]", "n = 9223372036854775808") == Codes{"S003"});
  CHECK(with("shape = [8]", "n = \"9223372036854775808\"") == Codes{"S107"});
  CHECK(with("shape = [8]", "n = 9223372036854775807") == Codes{"S405"});
  CHECK(with("shape = [8]", "n = -9223372036854775808") == Codes{"S107"});
  CHECK(with("shape = [9223372036854775807]", "n = 1") == Codes{"S304"});
  CHECK(with("shape = [-9223372036854775808]", "n = 1") == Codes{"S302"});
  const std::string grid = "axes = [\"a\", \"b\", \"c\"]\nshape = [3037000500, 3037000500, 3037000500]";
  CHECK(codes_of_text(spec_text(grid, "n = 1", "kind = \"all_reduce\"\nover = \"a\"")) == Codes{"S304"});
  const std::string many = "a = \"1024G\"\nb = \"1024G\"\nc = \"1024G\"\nd = 0";
  CHECK(codes_of_text(spec_text("shape = [2]", many, "input = \"[s] a b c d\"\noutput = \"s a b c d\"")) ==
        Codes{"S405"});
  CHECK(codes_of("all_reduce", {.size = "9223372036854775807"}) == Codes{"S405"});
  CHECK(codes_of("all_reduce", {.ranks = INT64_MIN}) == Codes{"S302"});
  CHECK(codes_of("broadcast", {.root = INT64_MIN}) == Codes{"S704"});
}

TEST_CASE("directories, devices and what cannot be read are refused") {
  CHECK(codes_of("/") == Codes{"S001"});
  CHECK(codes_of("/dev/zero") == Codes{"S002"});
  CHECK(codes_of("/proc/self/mem") == Codes{"S001"});
  CHECK(codes_of("/no/such/file.toml") == Codes{"S001"});
  CHECK(codes_of(std::string("a\0b.toml", 8)) == Codes{"S001"});
  CHECK(codes_of(repeated("a/", 10'000) + "x.toml") == Codes{"S001"});
  CHECK(codes_of("/dev/null") == Codes{"S305", "S104"});
  CHECK(codes_of("") == Codes{"S005"});
}

TEST_CASE("a CSV file that never ends is refused") {
  CHECK(codes_of_text(spec_text("shape = [2]", "n = { per = [\"s\"], file = \"/dev/zero\" }",
                                "kind = \"all_gather\"")) == Codes{"S002"});
}

TEST_CASE("a pipe that stays silent is given up, one that speaks is read") {
  const std::string path = scratch("pipe").string();
  unlink(path.c_str());
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  Diagnostics diagnostics;
  const Source source("x", "", diagnostics);
  CHECK_FALSE(read_file(path, 100, {}, source, std::chrono::milliseconds(20)));
  CHECK(diagnostics.all().at(0).code == "S001");
  std::thread writer([&] { std::ofstream(path) << "hello"; });
  CHECK(read_file(path, 100, {}, source, std::chrono::seconds(30)) == "hello");
  writer.join();
  std::thread endless([&] {
    const int pipe = open(path.c_str(), O_WRONLY);
    const std::string text(4096, 'x');
    while (write(pipe, text.data(), text.size()) > 0) continue;
    close(pipe);
  });
  signal(SIGPIPE, SIG_IGN);
  CHECK_FALSE(read_file(path, 1 << 20, {}, source, std::chrono::seconds(30)));
  endless.join();
  CHECK(diagnostics.all().back().code == "S002");
  std::filesystem::remove_all(scratch("").parent_path());
}

TEST_CASE("huge tables on many ranks are measured once for each slice") {
  const std::string row = "[" + repeated("3,", 1023) + "3],";
  const std::string text = spec_text(
      "shape = [4096]", "a = 64\nb = 1024\nn = { per = [\"a\", \"b\"], sizes = [" + repeated(row, 64) + "] }",
      "input = \"a b n\"\noutput = \"a b n\"");
  CHECK(size_of(read_toml_text(text)).value == 64 * 1024 * 3 * 4);
}
