#include "cli/results.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "tests/catch.hpp"
#include "tests/cli/temporary_folder.hpp"

using purlin::cli::Results;
using purlin::testing::TemporaryFolder;

namespace {

std::string content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::size_t files_in(const TemporaryFolder& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder.path()), {}));
}

}  // namespace

TEST_CASE("results appear whole or not at all") {
  const TemporaryFolder folder;
  std::ofstream(folder / "r.json") << "before";
  {
    Results results(folder / "r.json");
    results.write("after");
    CHECK(content(folder / "r.json") == "before");
  }
  CHECK(content(folder / "r.json") == "before");
  {
    Results results(folder / "r.json");
    results.write("after");
    results.commit();
  }
  CHECK(content(folder / "r.json") == "after");
  CHECK(files_in(folder) == 1);
}

TEST_CASE("results keep the mode of the file they replace, and its links") {
  const TemporaryFolder folder;
  std::ofstream(folder / "target") << "before";
  std::filesystem::create_symlink("target", folder / "link");
  REQUIRE(chmod((folder / "target").c_str(), 0640) == 0);
  Results results(folder / "link");
  results.write("after");
  results.commit();
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(content(folder / "target") == "after");
  struct stat status{};
  REQUIRE(stat((folder / "target").c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0640);
}

TEST_CASE("a place that cannot be written is known at once") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(Results(folder / "none/r.json"), std::system_error);
  CHECK_THROWS_AS(Results(folder / "."), std::system_error);
  CHECK(files_in(folder) == 0);
}

TEST_CASE("a full device is an error, not silence") {
  Results results(std::string("/dev/full"));
  CHECK_THROWS_AS(results.write("text"), std::system_error);
}
