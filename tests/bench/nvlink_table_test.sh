#!/usr/bin/env bash
# nvlink_table_test.sh PURLIN SOURCE_DIR: the table that nvlink.sh ends with, of files that need no device.
set -euo pipefail
purlin=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "FAILED: $*"; cat table.md; exit 1; }

"$purlin" run all_reduce all_gather --atom host --ranks 2 --size 1K:16K:16 -n 2 --format json --output run.2.graph.json >/dev/null
"$purlin" run all_reduce --atom host --ranks 2 --size 1K -n 2 --candidates --format json --output candidates.json >/dev/null
python3 - <<'PYTHON'
import json
run = json.load(open("run.2.graph.json"))
predicted = json.loads(json.dumps(run))
for case in run["cases"]:
    for row in case["results"]:
        row["time_us"]["median"] = 8.0
        row["baseline"] = {"name": "nccl", "time_us": 20.0, "ratio": 2.5}
for case in predicted["cases"]:
    for row in case["results"]:
        row["time_us"]["median"] = 10.0 if case["problem"]["name"] == "all_reduce" else 7.0
json.dump(run, open("run.2.graph.json", "w"))
json.dump(predicted, open("simulate.2.json", "w"))
PYTHON
python3 "$source/tests/bench/nvlink_table.py" . >table.md
[ "$(grep -c '| 2.50 | +25.0 % | 0 |' table.md)" = 2 ] || fail "all_reduce: NCCL takes 2.5 times as long, predicted 25 % more"
[ "$(grep -c '| 2.50 | -12.5 % | 0 |' table.md)" = 2 ] || fail "all_gather: predicted 12.5 % less"
grep -q 'mean error 18.8 %, worst 25.0 %, 4 rows' table.md || fail "the errors' mean"
grep -q '^| all_reduce | 1 KiB | .* |$' table.md || fail "the candidates"
if python3 "$source/tests/bench/nvlink_table.py" /nowhere 2>/dev/null; then fail "a folder without results"; fi
