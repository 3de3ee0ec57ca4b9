// A schedule as JSON. What is read is verified, and what is verified is written and read back to the same.
#include <nlohmann/json.hpp>

#include "snac/schedule_json.hpp"
#include "snac/verify/verify.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace purlin;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Diagnostics diagnostics;
  auto schedule = read_schedule(text_of(data, size), "fuzz", diagnostics);
  PURLIN_ASSERT(schedule.has_value() != diagnostics.has_errors());
  if (!schedule) return 0;
  const Verification verification = verify(*std::move(schedule));
  if (!verification.schedule) return 0;
  const Schedule& verified = **verification.schedule;
  const nlohmann::json document = {{"problem", to_json(verified.problem)}, {"schedule", to_json(verified)}};
  Diagnostics none;
  const auto again = read_schedule(document.dump(), "again", none);
  PURLIN_ASSERT(again && again->programs == verified.programs && again->signals == verified.signals);
  return 0;
}
