// A machine model as TOML.
#include "spec/read_machine.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace purlin;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Diagnostics diagnostics;
  const auto machine = read_machine_text(text_of(data, size), "fuzz", "/nonexistent", diagnostics);
  PURLIN_ASSERT(machine.has_value() != diagnostics.has_errors());
  return 0;
}
