#!/usr/bin/env python3
"""nvlink_table.py FOLDER: Markdown of what nvlink.sh has put there: times, ratios to NCCL, errors of the predictions,
and where another candidate was measured to be faster than the planner's choice."""

import json
import pathlib
import statistics
import sys


def rows(path):
    """(collective, bytes, result) of a result file, in its order."""
    for case in json.loads(path.read_text())["cases"]:
        for result in case["results"]:
            yield case["problem"]["name"], result["size_bytes"], result


def median_us(result):
    return result["time_us"]["median"]


def ratio(value):
    return "-" if value is None else f"{value:.2f}"


def percent(value):
    return "-" if value is None else f"{100 * value:+.1f} %"


def size_text(size):
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if size >= unit:
            return f"{size / unit:.4g} {name}"
    return f"{size} B"


def predictions(folder, ranks):
    path = folder / f"simulate.{ranks}.json"
    if not path.exists():
        return {}
    return {(name, size): median_us(result) for name, size, result in rows(path)}


def measured_table(folder, path):
    _, ranks, launch, _ = path.name.split(".")
    predicted = predictions(folder, ranks) if launch == "graph" else {}
    errors, gains = [], []
    print(f"\n## {ranks} ranks, {launch}\n")
    print("| collective | size | schedule | lanes | median µs | busbw GB/s | NCCL ÷ purlin | predicted | wrong |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name, size, result in rows(path):
        guess = predicted.get((name, size))
        error = None if guess is None else guess / median_us(result) - 1
        baseline = result["baseline"]
        gain = baseline["ratio"] if baseline else None
        errors += [] if error is None else [abs(error)]
        gains += [] if gain is None else [gain]
        print(f"| {name} | {size_text(size)} | {result['algorithm']}/{result['regime']} | {result['lanes']} "
              f"| {median_us(result):.2f} | {result['busbw_GBps']:.1f} | {ratio(gain)} | {percent(error)} | {result['wrong']} |")
    if gains:
        print(f"\nNCCL's time over purlin's: {min(gains):.2f} to {max(gains):.2f}, median {statistics.median(gains):.2f}.")
    if errors:
        print(f"\nPredictions: mean error {percent(statistics.mean(errors))[1:]}, worst {percent(max(errors))[1:]}, "
              f"{len(errors)} rows.")


def candidates_table(path):
    best, first = {}, {}
    for name, size, result in rows(path):
        key = name, size
        first.setdefault(key, result)
        if key not in best or median_us(result) < median_us(best[key]):
            best[key] = result
    print("\n## The planner's choice beside the best measured candidate\n")
    print("| collective | size | chosen | best | chosen ÷ best |")
    print("|---|---|---|---|---|")
    for (name, size), chosen in first.items():
        fastest = best[name, size]
        print(f"| {name} | {size_text(size)} | {chosen['algorithm']}/{chosen['regime']} "
              f"| {fastest['algorithm']}/{fastest['regime']} | {median_us(chosen) / median_us(fastest):.2f} |")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    runs = sorted(folder.glob("run.*.json"), key=lambda path: (int(path.name.split(".")[1]), path.name))
    if not runs:
        sys.exit(f"{folder}: no run.RANKS.LAUNCH.json")
    print("# Collectives over NVLink")
    for path in runs:
        measured_table(folder, path)
    if (folder / "candidates.json").exists():
        candidates_table(folder / "candidates.json")


main()
