#include "cli/launcher.hpp"

#include <map>

#include "tests/catch.hpp"

using namespace purlin::cli;

namespace {

std::optional<Launcher> found_in(const std::map<std::string, std::string>& variables) {
  return find_launcher([&](const char* name) {
    const auto at = variables.find(name);
    return at == variables.end() ? nullptr : at->second.c_str();
  });
}

}  // namespace

TEST_CASE("a launcher of several copies is found by its variables") {
  CHECK_FALSE(found_in({}));
  CHECK_FALSE(found_in({{"OMPI_COMM_WORLD_SIZE", "1"}, {"PMI_SIZE", "x"}, {"SLURM_NTASKS", ""}}));
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS", "WORLD_SIZE"}) {
    const auto launcher = found_in({{variable, "8"}});
    REQUIRE(launcher);
    CHECK(launcher->variable == variable);
    CHECK(launcher->processes == 8);
    CHECK(explain(*launcher).find("=8: a launcher started several copies") != std::string::npos);
  }
}
