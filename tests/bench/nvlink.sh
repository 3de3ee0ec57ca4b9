#!/usr/bin/env bash
# nvlink.sh OUT [GPUS]: what a host with several GPUs is to be measured by, into the folder OUT: tests with ranks on all of
# them, a probed machine model, every collective on 2 to GPUS devices beside NCCL in graphs and on a stream, what the
# simulator predicts from that probe, and OUT/table.md of it all. Goes on where it stopped: what OUT has stands.
# Needs nvcc; SimGrid and libnccl.so.2 where predictions and ratios are wanted.
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,6s/^# //p' "$0"; exit 2; }
mkdir -p "$1"
out=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
gpus=${2:-$(nvidia-smi -L | grep -c '^GPU')}
sizes=${SIZES:-1K:1G:4}
partial=  # what a step writes to
iterations=${ITERATIONS:-20}
purlin=build/cuda/cli/purlin
export NCCL_NVLS_ENABLE=0
kinds=(all_reduce all_gather reduce_scatter all_to_all broadcast reduce gather scatter permute
       all_to_all_v all_gather_v reduce_scatter_v)

# once FILE COMMAND…: runs it unless FILE is there; what it writes to "$partial" becomes FILE.
once() {
  local file=$out/$1 status=0
  shift
  [ ! -e "$file" ] || return 0
  printf '\n== %s\n' "$(basename "$file")"
  partial=$file.partial "$@" || status=$?
  [ "$status" = 0 ] && mv "$file.partial" "$file" || printf 'exit %d, not kept: %s\n' "$status" "$*"
}
host() { { nvidia-smi; nvidia-smi topo -m; } >"$partial"; }
tests() { stdbuf -oL build/cuda/tests/atom_cuda/purlin_cuda_tests "[gpu]" 2>&1 | tee "$partial"; }
cli_tests() { tests/cli/check_on_devices.sh "$purlin" "$PWD" 2>&1 | tee "$partial"; }
verified() { "$purlin" verify "${kinds[@]}" --atom cuda -g "$gpus" --ranks "$1" --size 1M --all-schedules >"$partial"; }
probe() { "$purlin" machine --probe -g "$gpus" --output "$partial"; }
measured() {  # RANKS LAUNCH [OPTION…]
  local ranks=$1 launch=$2
  shift 2
  "$purlin" run "${kinds[@]}" --atom cuda -g "$ranks" --ranks "$ranks" -d bf16 --size "$sizes" -n "$iterations" \
    --launch "$launch" --machine "$out/machine.toml" --format json --output "$partial" "$@"
}
predicted() { "$purlin" simulate "${kinds[@]}" --ranks "$1" -d bf16 --size "$sizes" --machine "$out/machine.toml" \
  --format json --output "$partial"; }

cmake --preset cuda >/dev/null
cmake --build --preset cuda --target purlin purlin_cuda_tests
once host.txt host
once tests.txt tests
once cli_tests.txt cli_tests
for ranks in 2 4 8; do once "verify.$ranks.txt" verified "$ranks"; done
once machine.toml probe
baseline=(--baseline nccl)
ldconfig -p | grep -q libnccl.so.2 || baseline=()
for ((ranks = 2; ranks <= gpus; ++ranks)); do
  for launch in graph stream; do once "run.$ranks.$launch.json" measured "$ranks" "$launch" "${baseline[@]}"; done
  once "simulate.$ranks.json" predicted "$ranks"
done
once candidates.json measured "$gpus" graph --candidates
python3 tests/bench/nvlink_table.py "$out" >"$out/table.md"
printf '\n%s\n' "$out/table.md"
