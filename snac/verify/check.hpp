#pragma once
#include <string>

#include "snac/verify/strided.hpp"
#include "snac/verify/verify.hpp"

namespace purlin {

/// The first counter-example of a check, thrown from wherever it is found and caught by the check itself.
struct Counterexample {
  std::string rule;
  std::string text;
};

/// Runs `prove(check)`; a counter-example thrown from it becomes the verdict.
template <class Prove>
Check run_check(std::string name, Prove&& prove) {
  Check check;
  check.name = std::move(name);
  try {
    prove(check);
  } catch (Counterexample& found) {
    check.verdict = Verdict::fail;
    check.rule = std::move(found.rule);
    check.counterexample = std::move(found.text);
  } catch (const Irregular& irregular) {
    check.verdict = Verdict::fail;
    check.rule = "V116";
    check.counterexample = irregular.what();
  }
  return check;
}

}  // namespace purlin
