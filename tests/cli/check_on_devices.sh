#!/usr/bin/env bash
# check_on_devices.sh PURLIN SOURCE_DIR: the command line on CUDA devices. Skips, with the reason, where there is none.
set -euo pipefail
purlin=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

if ! "$purlin" run all_reduce --atom cuda --size 64 --ranks 1 -n 1 --output /dev/null 2>why; then
  echo "skipped: $(head -n 1 why)"
  exit 77
fi

step() { echo "== $*"; }
fail() { echo "FAILED: $*"; exit 1; }
# status WANTED COMMAND…: its messages go to ./messages
status() {
  local wanted=$1 got=0
  shift
  "$@" 2>messages || got=$?
  [ "$got" = "$wanted" ] || { cat messages; fail "exit $got instead of $wanted: $*"; }
}
says() { grep -q -e "$1" messages || { cat messages; fail "no word of '$1'"; }; }
json() { python3 - "$@"; }

step auto takes the device and says so
status 0 "$purlin" run all_reduce --ranks 4 --size 64K -n 3 >table
grep -q "atom cuda (" table && grep -q "launch: graph" table && grep -q loopback table || { cat table; fail head; }

step every collective, in graphs and on a stream
for launch in graph stream; do
  status 0 "$purlin" run all_reduce all_gather reduce_scatter all_to_all broadcast reduce permute all_to_all_v all_gather_v \
    reduce_scatter_v --atom cuda --ranks 3 --size 1:100K:313 -n 3 --launch $launch --format json --output $launch.json
done
status 0 "$purlin" run all_reduce --atom cuda --ranks 5 --size 8K -n 3 --candidates --inplace -d bf16 --format json \
  --output candidates.json
json graph.json stream.json candidates.json <<'PYTHON'
import json, sys
for name in sys.argv[1:]:
    for case in json.load(open(name))["cases"]:
        assert case["atom"] == "cuda" and case["placement"]["devices"] >= 1 and case["hang"] is None
        assert case["results"] and case["set_up_us"] > 0
        for row in case["results"]:
            assert row["wrong"] == 0 and row["time_us"]["median"] > 0, row
PYTHON
python3 "$source/tests/cli/satisfies_schema.py" "$source/docs/schema.json" graph.json stream.json candidates.json

step every format
for format in table csv md nccl-tests; do
  status 0 "$purlin" run all_reduce --atom cuda --ranks 2 --size 4K -n 2 --format $format >format.$format
  [ -s format.$format ] || fail "nothing as $format"
done
grep -q "graph: 1" format.nccl-tests || fail "nccl-tests' head"

step tensors: the same bytes as on the host
python3 "$source/samples/tensors.py" make in 4 96 >/dev/null
for atom in host cuda; do
  status 0 "$purlin" run all_gather --atom $atom --ranks 4 --inputs in --outputs out.$atom -n 1 >/dev/null
done
diff -r out.host out.cuda

step a timeline
status 0 "$purlin" run all_reduce --atom cuda --ranks 2 --size 1M -n 1 --trace trace.json --regime zero_copy >/dev/null
json trace.json <<'PYTHON'
import json, sys
events = json.load(open(sys.argv[1]))["traceEvents"]
slices = [e for e in events if e["ph"] == "X"]
assert {e["pid"] for e in slices} == {0, 1}
assert all(e["dur"] >= 0 and e["ts"] >= 0 for e in slices)
assert {"consume", "notify", "await"} <= {e["name"] for e in slices}, {e["name"] for e in slices}
assert any(e["ph"] == "s" for e in events)
PYTHON

step faults end in a report
status 1 "$purlin" run all_reduce --atom cuda --ranks 4 --size 1K --inject drop:rank=2 --timeout 0.5 >/dev/null
says "rank 2 did not arrive"
status 1 "$purlin" run all_gather --atom cuda --ranks 3 --size 1K --inject absent:rank=1 --timeout 0.5 >/dev/null
says "rank 1 did not arrive"
status 0 "$purlin" run all_gather --atom cuda --ranks 3 --size 1K -n 2 --inject delay:rank=1,time=200us >/dev/null

step verify
status 0 "$purlin" verify all_reduce all_to_all_v --atom cuda --ranks 3 --size 10K --all-schedules --format json \
  --output verify.json
json verify.json <<'PYTHON'
import json, sys
for case in json.load(open(sys.argv[1]))["cases"]:
    for schedule in case["schedules"]:
        covered = [c["covered"] for c in schedule["checks"] if c["name"] == "execution"]
        assert len(covered) == 1 and covered[0]["delayed_launches"] == 16 and covered[0]["soak_launches"] == 16, covered
PYTHON
status 0 "$purlin" verify all_reduce --atom cuda -g 1 --ranks 2 --size 1G >big
grep -q "same chain and regime" big || fail "1 GiB is not cut down"

step what cannot be is refused
status 2 "$purlin" run all_reduce --atom cuda --gpus 97
says "there is no device 97"
status 2 "$purlin" run all_reduce --atom cuda --gpus 0,0
status 2 "$purlin" run all_reduce --atom cuda --gpus 0 -g 1
status 2 "$purlin" run all_reduce --atom cuda -g 99
status 2 "$purlin" run all_reduce --atom cuda --ranks 8 --size 500G
says "of memory of device 0"
status 2 "$purlin" run all_reduce --atom cuda --gpus 0 --ranks 8 --lanes 300 --size 4K --regime staged
says "lanes"

step NCCL
status 0 "$purlin" run all_reduce --atom cuda --gpus 0 --ranks 2 --size 4K -n 2 --baseline nccl >nccl
says "one GPU for each rank: 2 ranks, 1 devices"
if "$purlin" run all_reduce broadcast all_to_all --atom cuda --gpus 0 --ranks 1 --size 4K:1M:16 -n 3 --baseline nccl --format json \
  --output nccl.json 2>messages; then
  json nccl.json <<'PYTHON'
import json, sys
for case in json.load(open(sys.argv[1]))["cases"]:
    for row in case["results"]:
        assert row["baseline"]["name"].startswith("nccl 2.") and row["baseline"]["ratio"] > 0, row
PYTHON
  ! grep -q "not what the layouts ask for" messages || fail "NCCL's results"
else
  says "libnccl.so.2 cannot be loaded"
fi

step a probe makes a machine
status 0 "$purlin" machine --probe --gpus 0 --output probed.toml
status 0 "$purlin" machine probed.toml >shown
grep -q "shared by all ranks" shown || fail "no loopback machine"
status 0 "$purlin" plan all_reduce --machine probed.toml --size 64K >/dev/null
status 0 "$purlin" run all_reduce --atom cuda --gpus 0 --machine probed.toml --size 64K -n 2 >/dev/null
"$purlin" simulate all_reduce --machine probed.toml --size 64K >/dev/null 2>messages || says "without the simulated Atom"
echo passed
