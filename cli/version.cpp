#include "cli/version.hpp"

namespace purlin::cli {

const char* const kVersion = PURLIN_VERSION;

}  // namespace purlin::cli
