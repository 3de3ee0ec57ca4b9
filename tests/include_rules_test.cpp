// Keeps the fences of the tree: which folder may include what, and who may print, exit and read the
// environment.
#include <array>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace fs = std::filesystem;

namespace {

/// Lines that match `forbidden` may stand only in files whose path matches `allowed`.
struct Fence {
  std::string what;
  std::regex forbidden;
  std::regex allowed;
};

std::regex includes(const std::string& what) {
  return std::regex("^\\s*#\\s*include\\s*[<\"](" + what + ")");
}

const std::vector<Fence>& fences() {
  static const std::vector<Fence> all = {
      {"cli is nobody's dependency", includes("cli/"), std::regex("^(cli|tests)/.*")},
      {"atom_sim is for cli alone", includes("atom_sim/"), std::regex("^(cli|tests|atom_sim)/.*")},
      {"atom_cuda is for cli alone", includes("atom_cuda/"), std::regex("^(cli|tests|atom_cuda)/.*")},
      {"spec knows none of the others", includes("snac/"),
       std::regex("^(cli|tests|atom_sim|atom_cuda|snac)/.*")},
      {"only tests include tests", includes("tests/"), std::regex("^tests/.*")},
      {"toml++ stays in spec/toml", includes("toml"), std::regex("^spec/toml/.*")},
      {"CLI11 stays in cli/options", includes("CLI/"), std::regex("^cli/options/.*")},
      {"SimGrid stays in atom_sim's sources", includes("simgrid/|xbt"), std::regex("^atom_sim/.*\\.cpp")},
      {"CUDA stays out of public headers", includes("cuda|cooperative_groups|nccl|nvml"),
       std::regex("^atom_cuda/(.*/.*|.*\\.(cpp|cu|cuh))|^tests/(atom_cuda|bench)/.*")},
      {"the whole of nlohmann-json stays out of headers", includes("nlohmann/json\\.hpp"),
       std::regex(".*\\.(cpp|cu)")},
      {"Catch2 comes through tests/catch.hpp", includes("catch2/"), std::regex("^tests/catch\\.hpp")},
      {"only cli prints",
       std::regex("\\b(f?printf|puts|fputs|putchar)\\(|fmt::print|std::(cout|cerr|clog)\\b"),
       std::regex("^(cli|tests)/.*|^spec/assert\\.cpp")},
      {"only cli exits", std::regex("\\b(quick_)?exit\\(|\\babort\\("),
       std::regex("^(cli|tests)/.*|^spec/assert\\.cpp")},
      {"only cli reads the environment", std::regex("\\bgetenv\\("), std::regex("^(cli|tests)/.*")},
  };
  return all;
}

std::string without_comment(const std::string& line) { return line.substr(0, line.find("//")); }

std::vector<std::string> broken_by(const std::string& path, const std::string& line) {
  std::vector<std::string> broken;
  for (const Fence& fence : fences())
    if (std::regex_search(without_comment(line), fence.forbidden) && !std::regex_match(path, fence.allowed))
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
