#include "spec/assert.hpp"

#include <cstdio>
#include <cstdlib>

namespace purlin {

void assertion_failed(std::string_view condition, std::string_view file, int line) {
  std::fprintf(stderr, "purlin: internal error: %.*s does not hold (%.*s:%d); please report it\n",
               static_cast<int>(condition.size()), condition.data(), static_cast<int>(file.size()),
               file.data(), line);
  std::abort();
}

}  // namespace purlin
