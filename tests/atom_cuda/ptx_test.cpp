#include <fstream>
#include <iterator>

#include "tests/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace {

std::string ptx() {
  std::ifstream file(PURLIN_WALK_PTX);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("kernels load nothing through the read-only cache") {
  const std::string text = ptx();
  REQUIRE(text.size() > 10000);
  CHECK(text.find("ld.global.nc") == std::string::npos);
  CHECK(text.find("ld.global.cg") != std::string::npos);
}

TEST_CASE("signals are ordered at system scope") {
  const std::string text = ptx();
  CHECK(text.find("fence.acq_rel.sys") != std::string::npos);
  CHECK(text.find("ld.acquire.sys") != std::string::npos);
  CHECK(text.find("ld.relaxed.sys.global.b128") != std::string::npos);
  CHECK(text.find("st.relaxed.sys.global.b128") != std::string::npos);
}
