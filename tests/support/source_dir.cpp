#include "tests/support/source_dir.hpp"

namespace purlin::testing {

std::filesystem::path source_dir() { return PURLIN_SOURCE_DIR; }

}  // namespace purlin::testing
