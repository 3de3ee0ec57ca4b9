// Keeps the fences of the tree: which folder may include what, and who may print, exit and read the
// environment.
#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "tests/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace fs = std::filesystem;

namespace {

/// Includes that begin so, or words of code, may stand only in files whose path matches `allowed`.
struct Fence {
  std::string what;
  std::vector<std::string_view> includes;
  std::vector<std::string_view> words;
  std::string allowed;
};

const std::vector<Fence>& fences() {
  static const std::vector<Fence> all = {
      {"cli is nobody's dependency", {"cli/"}, {}, "(cli|tests)/.*"},
      {"atom_sim is for cli alone", {"atom_sim/"}, {}, "(cli|tests|atom_sim)/.*"},
      {"atom_cuda is for cli alone", {"atom_cuda/"}, {}, "(cli|tests|atom_cuda)/.*"},
      {"spec knows none of the others", {"snac/"}, {}, "(cli|tests|atom_sim|atom_cuda|snac)/.*"},
      {"only tests include tests", {"tests/"}, {}, "tests/.*"},
      {"toml++ stays in spec/toml", {"toml"}, {}, "spec/toml/.*"},
      {"CLI11 stays in cli/options", {"CLI/"}, {}, "cli/options/.*"},
      {"SimGrid stays in atom_sim's sources", {"simgrid/", "xbt"}, {}, "atom_sim/.*\\.cpp"},
      {"CUDA stays out of public headers",
       {"cuda", "cooperative_groups", "nccl", "nvml"},
       {},
       "atom_cuda/(.*/.*|.*\\.(cpp|cu|cuh))|tests/(atom_cuda|bench)/.*"},
      {"the whole of nlohmann-json stays out of headers", {"nlohmann/json.hpp"}, {}, ".*\\.(cpp|cu)"},
      {"Catch2 comes through tests/catch.hpp", {"catch2/"}, {}, "tests/catch\\.hpp"},
      {"only cli prints",
       {},
       {"printf(", "fprintf(", "puts(", "fputs(", "putchar(", "fmt::print(", "std::cout", "std::cerr",
        "std::clog"},
       "(cli|tests)/.*|spec/assert\\.cpp"},
      {"only cli exits", {}, {"exit(", "quick_exit(", "abort("}, "(cli|tests)/.*|spec/assert\\.cpp"},
      {"only cli reads the environment", {}, {"getenv("}, "(cli|tests)/.*"},
  };
  return all;
}

/// What the line includes; empty where it is no include.
std::string_view included(std::string_view line) {
  if (!line.starts_with("#include")) return {};
  const std::size_t quote = line.find_first_of("<\"");
  return quote == std::string_view::npos ? std::string_view() : line.substr(quote + 1);
}

bool is_word_at(std::string_view line, std::size_t at) {
  return at == 0 || (std::isalnum(static_cast<unsigned char>(line[at - 1])) == 0 && line[at - 1] != '_');
}

bool has_word(std::string_view line, std::string_view word) {
  for (std::size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1))
    if (is_word_at(line, at)) return true;
  return false;
}

bool crosses(const Fence& fence, std::string_view line) {
  const std::string_view what = included(line);
  return std::ranges::any_of(fence.includes,
                             [&](std::string_view start) { return what.starts_with(start); }) ||
         std::ranges::any_of(fence.words, [&](std::string_view word) { return has_word(line, word); });
}

std::vector<std::string> broken_by(const std::string& path, const std::string& line) {
  const std::string_view code = std::string_view(line).substr(0, line.find("//"));
  std::vector<std::string> broken;
  for (const Fence& fence : fences())
    if (crosses(fence, code) && !std::regex_match(path, std::regex(fence.allowed)))
      broken.push_back(fence.what);
  return broken;
}

bool is_source(const fs::path& path) {
  constexpr std::array<std::string_view, 4> kEndings = {".cpp", ".hpp", ".cu", ".cuh"};
  return std::ranges::count(kEndings, path.extension().string()) > 0;
}

std::vector<fs::path> sources() {
  std::vector<fs::path> found;
  for (const char* folder : {"cli", "spec", "snac", "atom_cuda", "atom_sim", "tests"})
    if (fs::exists(purlin::testing::source_dir() / folder))
      for (const auto& entry : fs::recursive_directory_iterator(purlin::testing::source_dir() / folder))
        if (is_source(entry.path())) found.push_back(entry.path());
  return found;
}

}  // namespace

TEST_CASE("the tree keeps its fences") {
  const auto files = sources();
  REQUIRE(files.size() > 50);
  for (const fs::path& file : files) {
    const std::string path = fs::relative(file, purlin::testing::source_dir()).generic_string();
    std::ifstream stream(file);
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
      ++number;
      for (const std::string& fence : broken_by(path, line))
        FAIL_CHECK(path << ":" << number << ": " << fence);
    }
  }
}

TEST_CASE("a fence tells who crosses it") {
  using Broken = std::vector<std::string>;
  CHECK(broken_by("spec/mesh.cpp", "#include \"snac/plan.hpp\"") == Broken{"spec knows none of the others"});
  CHECK(broken_by("snac/plan.cpp", "#include \"atom_sim/engine.hpp\"") ==
        Broken{"atom_sim is for cli alone"});
  CHECK(broken_by("atom_sim/engine.hpp", "#include <simgrid/s4u.hpp>").size() == 1);
  CHECK(broken_by("atom_sim/engine.cpp", "#include <simgrid/s4u.hpp>").empty());
  CHECK(broken_by("atom_cuda/device.hpp", "#include <cuda_runtime.h>").size() == 1);
  CHECK(broken_by("atom_cuda/datapath/vector.cuh", "#include <cuda/atomic>").empty());
  CHECK(broken_by("spec/read_problem.cpp", "#include <toml++/toml.h>").size() == 1);
  CHECK(broken_by("snac/plan.cpp", "  std::printf(\"x\");").size() == 1);
  CHECK(broken_by("snac/plan.cpp", "  std::snprintf(text, 4, \"x\");  // printf(").empty());
  CHECK(broken_by("snac/host/stream.cpp", "  std::exit(1);") == Broken{"only cli exits"});
  CHECK(broken_by("spec/machine.cpp", "std::getenv(\"HOME\")").size() == 1);
}
