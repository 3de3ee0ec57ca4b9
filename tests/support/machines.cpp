#include "tests/support/machines.hpp"

#include "spec/read_machine.hpp"

namespace purlin::testing {

Machine builtin(const std::string& name) {
  Diagnostics diagnostics;
  return read_machine(name, diagnostics).value();
}

}  // namespace purlin::testing
