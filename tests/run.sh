#!/usr/bin/env bash
# Everything that says whether purlin works: installs what is missing, builds, tests, counts.
#   tests/run.sh          release build and tests
#   tests/run.sh --all    also warnings as errors, formatting, sanitizers, long sweeps, fuzzers, the CUDA compile
#   tests/run.sh --full   every product that the others sample; goes on where it was interrupted
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
. tests/set_up.sh

# Some kernels place mappings where ThreadSanitizer does not expect them; without randomisation none does.
if [ "${1:-}" = --all ] && [ -z "${PURLIN_FIXED_ADDRESSES:-}" ] && setarch "$(uname -m)" -R true 2>/dev/null; then
  PURLIN_FIXED_ADDRESSES=1 exec setarch "$(uname -m)" -R tests/run.sh --all
fi

passed=0 failed=0
close() {
  local status=$?
  [ "$status" = 0 ] || [ "$failed" -gt 0 ] || failed=1
  printf '\n%d passed, %d failed\n' "$passed" "$failed"
  trap - EXIT
  [ "$failed" = 0 ] && exit 0
  exit 1
}
trap close EXIT
trap 'exit 130' INT TERM

# check WHAT COMMAND…: one thing that passes or fails as a whole.
check() {
  local what=$1 begin=$SECONDS
  shift
  say "$what"
  if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); printf 'FAILED: %s\n' "$what"; return 1; fi
  printf '%s: %d s\n' "$what" $((SECONDS - begin))
}
skip() { say "$1: skipped, $2"; }

# run_tests PRESET WHAT CTEST_ARGUMENT…: counts each test; shows those that fail, whole.
run_tests() {
  local preset=$1 what=$2 junit=$PWD/build/$1.junit.xml log=build/$1.ctest.log begin=$SECONDS
  shift 2
  say "$what"
  rm -f "$junit"
  ctest --test-dir "build/$preset" -j "$(jobs_at_once)" --no-tests=error --output-on-failure \
    --output-junit "$junit" "$@" >"$log" 2>&1
  local status=$? of bad
  of=$(junit_count tests) bad=$(junit_count failures)
  if [ "$of" = 0 ] || { [ "$status" != 0 ] && [ "$bad" = 0 ]; }; then bad=$((bad + 1)); of=$((of + 1)); fi
  passed=$((passed + of - bad - $(junit_count skipped))) failed=$((failed + bad))
  [ "$bad" = 0 ] || grep -v -e ' Passed ' -e '^ *Start ' "$log"
  printf '%s: %d of %d, %d s\n' "$what" $((of - bad)) "$of" $((SECONDS - begin))
  [ "$bad" = 0 ]
}
junit_count() {
  local found
  found=$(grep -m1 -o -E "^[[:space:]]*$1=\"[0-9]+\"" "$junit" 2>/dev/null | grep -o -E '[0-9]+')
  echo "${found:-0}"
}

formatted() { git ls-files '*.cpp' '*.hpp' '*.cu' '*.cuh' | xargs clang-format-19 --dry-run -Werror; }

sanitized() {  # PRESET CTEST_ARGUMENT…
  local preset=$1
  shift
  check "$preset build" build "$preset" purlin purlin_tests || return 1
  PURLIN_TEST_EXTENT=brief run_tests "$preset" "tests under $preset" -L 'fast|threads|sweep' "$@"
}

fuzzed() {
  check "fuzz build" build fuzz fuzzers || return 1
  local fuzzer pids=() names=() i
  for fuzzer in build/fuzz/tests/fuzz/fuzz_*; do
    [ -x "$fuzzer" ] && [ -f "$fuzzer" ] || continue
    # shellcheck disable=SC2046  # folders without spaces
    fuzz_a_minute "$fuzzer" $(seeds_of "$(basename "$fuzzer" | sed 's/^fuzz_//')") &
    pids+=($!) names+=("$(basename "$fuzzer")")
    [ $((${#pids[@]} % $(jobs_at_once))) != 0 ] || wait "${pids[@]: -$(jobs_at_once)}"
  done
  for i in "${!pids[@]}"; do check "${names[$i]}, one minute" wait "${pids[$i]}"; done
}
# What a minute found new stays in build/fuzz/found; what broke it, too.
fuzz_a_minute() {  # FUZZER SEEDS…
  local fuzzer=$1 log=build/$(basename "$1").log found=build/fuzz/found/$(basename "$1")
  shift
  mkdir -p "$found"
  "$fuzzer" -max_total_time=60 -timeout=10 -rss_limit_mb=1024 -max_len=16384 -artifact_prefix="$found/" \
    "$found" "$@" >"$log" 2>&1 || { tail -n 40 "$log"; return 1; }
  tail -n 1 "$log"
}
seeds_of() {
  case $1 in
    spec) echo samples samples/bad ;;
    machine) echo samples/machines ;;
    *) echo "tests/fuzz/corpus/$1" ;;
  esac
}

# Configured like the release build, so that nothing is built again.
quickstart() {
  PURLIN_CONFIGURE_FLAGS=${configure_flags[*]} samples/quickstart.sh >build/quickstart.log 2>&1 ||
    { tail -n 40 build/quickstart.log; return 1; }
}

cuda_compiled() {
  PATH=$PATH:/usr/local/cuda/bin
  command -v nvcc >/dev/null || { skip "CUDA compile" "no nvcc here"; return 0; }
  configure_flags=(-DPURLIN_WERROR=ON)  # as the release build: what both compile is compiled once
  check "CUDA compile" build cuda purlin purlin_cuda_tests loopback || return
  run_tests cuda/tests/atom_cuda "tests of the CUDA Atom (those labelled gpu skip where no device is)"
  run_tests cuda "the command line with CUDA" -R 'golden: (no_device|cuda)|on devices'
}

all() {
  install_packages "${packages[@]}" "${packages_all[@]}"
  configure_flags=(-DPURLIN_WERROR=ON)
  check "formatting" formatted
  check "release build (warnings are errors)" build release || return
  PURLIN_TEST_EXTENT=wide run_tests release "tests, long sweeps"
  check "quickstart" quickstart
  configure_flags=()
  sanitized asan
  sanitized tsan -E 'golden|schema|a mutant is|exhaustive|explore'  # those have one thread, or start processes
  fuzzed
  cuda_compiled
}

# One slice after another; the slices done for this commit stand in build/full.done.
full() {
  local slices=32 slice state=build/full.done commit
  install_packages "${packages[@]}"
  check "release build" build release || return
  commit=$(git rev-parse HEAD)
  grep -qx "$commit" "$state" 2>/dev/null || echo "$commit" >"$state"
  for slice in $(seq $slices); do
    if grep -qx "slice $slice" "$state"; then skip "slice $slice of $slices" "done before"; continue; fi
    PURLIN_TEST_EXTENT=full PURLIN_TEST_SLICE=$slice/$slices \
      run_tests release "full products, slice $slice of $slices" -L 'sweep|long' && echo "slice $slice" >>"$state"
  done
}

quick() {
  install_packages "${packages[@]}"
  check "release build" build release || return
  run_tests release "tests" -L 'fast|threads|sweep'
}

case "${1:-}" in
  "") quick ;;
  --all) all ;;
  --full) full ;;
  *) printf 'usage: tests/run.sh [--all | --full]\n' >&2; failed=1 ;;
esac
