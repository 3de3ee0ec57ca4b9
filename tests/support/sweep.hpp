#pragma once
#include <cstdint>

namespace purlin::testing {

/// How far a test of tag [sweep] or [long] goes: PURLIN_TEST_EXTENT=brief (sanitizers), normal (the default),
/// wide (tests/run.sh --all) or full (--full: whole products, PURLIN_TEST_SLICE=I/N of them in one run).
enum class Extent { brief, normal, wide, full };
Extent extent();

/// How many cases to try; the full product tries ten times as many as the wide one.
int cases(int brief, int normal, int wide);

/// Whether the case numbered `index` (from 0) belongs to this run's slice.
bool in_slice(std::uint64_t index);

/// Where random tests start: PURLIN_TEST_SEED or a fixed number. Print it where a test fails.
std::uint64_t seed();

}  // namespace purlin::testing
