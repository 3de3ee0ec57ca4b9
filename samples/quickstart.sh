#!/usr/bin/env bash
# From a fresh Debian 12 to first collectives on tensors of your own: installs, builds, runs. Safe to run again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tests/set_up.sh

work=build/quickstart
purlin=build/release/cli/purlin
tensors=samples/tensors.py

show_and_run() { printf '\n$ %s\n' "$*"; "$@"; }
explain() { printf '\n'; printf '%s\n' "$@"; }

set_up() {
  install_packages "${packages[@]}"
  say "building purlin (release)"
  build release purlin || stop "the build failed; its messages are above"
}

# write_spec NAME: the spec on standard input becomes $work/NAME.toml, and is shown.
write_spec() {
  cat >"$work/$1.toml"
  explain "$work/$1.toml says it:"
  sed 's/^/  | /' "$work/$1.toml"
}

# plan_verify_run NAME: what is derived (its first part), the proof, and the run on our tensors.
plan_verify_run() {
  explain "What purlin makes of it (the first part; run it yourself for transfers and schedule):"
  printf '\n$ %s plan %s\n' "$purlin" "$work/$1.toml"
  "$purlin" plan "$work/$1.toml" | sed '/^bytes of each rank/,$d'
  explain "Before anything runs, the schedule is checked, then executed and compared:"
  show_and_run "$purlin" verify "$work/$1.toml"
  explain "Now on our own tensors, each rank by threads of this machine:"
  show_and_run "$purlin" run "$work/$1.toml" --atom host --inputs "$work/$1.in" --outputs "$work/$1.out"
}

show_tensors() {  # TITLE FILE…
  explain "$1"
  shift
  python3 "$tensors" show "$@"
}

all_reduce() {
  say "an all-reduce: 8 ranks hold six numbers each, all want the sums"
  python3 "$tensors" make "$work/sum.in" 8 6
  write_spec sum <<'SPEC'
[mesh]
shape = [8]                 # 8 ranks

[axes]
n = 6                       # six numbers

[collective]
dtype  = "f32"
op     = "sum"
input  = "[rank] n"         # before: every rank holds an n of its own
output = "n"                # after: every rank holds n; the axis that went away was summed over
SPEC
  plan_verify_run sum
  show_tensors "Before, three of the eight:" "$work"/sum.in/rank{0,1,7}.npy
  show_tensors "After, on rank 0 (0+10+…+70 = 280, 1+11+…+71 = 288, …) and the same on rank 7:" \
    "$work"/sum.out/rank{0,7}.npy
}

all_gather() {
  say "an all-gather along the last dimension: 8 ranks hold columns of a matrix, all want the matrix"
  python3 "$tensors" make "$work/columns.in" 8 2x3
  write_spec columns <<'SPEC'
[mesh]
shape = [8]

[axes]
b = 2                       # rows
h = 3                       # columns of each rank

[collective]
dtype  = "f32"
input  = "[rank] b h"       # before: rank r holds the r-th three columns
output = "b rank h"         # after: row by row, the ranks' columns side by side
SPEC
  plan_verify_run columns
  show_tensors "Before, two of the eight (two rows of three):" "$work"/columns.in/rank{0,7}.npy
  show_tensors "After, on every rank (here rank 3): two rows of 24, in memory order, no second pass:" \
    "$work/columns.out/rank3.npy"
}

set_up
rm -rf "$work"
mkdir -p "$work"
all_reduce
all_gather
say "done"
explain "Your own collective is two layouts in such a file. Next:" \
  "  $purlin plan samples/10_tensor_parallel_all_reduce.toml    all-reduce inside groups of a mesh" \
  "  $purlin run all_reduce                                     measure, 1 KiB to 64 MiB" \
  "  docs/quickstart.md                                         the same, explained"
