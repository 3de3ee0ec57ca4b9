#!/bin/sh
# check_schema.sh PURLIN SOURCE_DIR: what each verb writes as JSON satisfies docs/schema.json, and a document that lacks
# a key does not.
set -eu
purlin=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
satisfies() { python3 "$source/tests/cli/satisfies_schema.py" "$source/docs/schema.json" "$@"; }

for spec in "$source"/samples/*.toml; do
  name=$work/$(basename "$spec" .toml)
  "$purlin" plan "$spec" --size 4K --candidates --format json --output "$name.plan.json"
done
"$purlin" verify all_reduce all_to_all_v --size 1K --ranks 3 --all-schedules --format json --output "$work/verify.json"
"$purlin" run all_gather 'n @ 1 -> n' --size 1:4K:64 --ranks 3 -n 3 --format json --output "$work/run.json" --quiet
"$purlin" run reduce --size 64 --ranks 3 -n 2 -c 0 --inplace --format json --output "$work/inplace.json" --quiet
"$purlin" run all_reduce --size 64 --ranks 3 --inject absent:rank=2 --timeout 0.2 --format json \
  --output "$work/hang.json" 2>/dev/null || [ $? = 1 ]
"$purlin" compare "$work/run.json" "$work/run.json" --format json --output "$work/compare.json"
"$purlin" explain --format json --output "$work/explain.json"
"$purlin" machine --format json --output "$work/machine.json"
if [ "${WITH_SIM:-1}" = 1 ]; then
  "$purlin" simulate all_reduce --machine hgx-h100 --machine a100-mesh-4 --size 1M --candidates --format json \
    --output "$work/simulate.json"
  "$purlin" simulate all_gather --size 1M --set memory.rate_GBps=1000,2000 --skew 1us --samples 2 --sensitivity \
    --format json --output "$work/what_if.json"
fi
satisfies "$work"/*.json
ls "$work" | wc -l

sed 's/"wrong"/"wrongs"/' "$work/run.json" >"$work/bad.json"
if satisfies "$work/bad.json" >/dev/null; then
  echo "a document without a required key passes"
  exit 1
fi
