"""Rows of published measurements, in tables: one per system, implementation, collective, ranks and source."""
import csv
import re
from dataclasses import dataclass

HICCUP = 1.2  # where both times of a row are so far apart, the one in place is taken


@dataclass(frozen=True)
class Key:
    gpu: str
    implementation: str
    collective: str
    ranks: int
    source: str


@dataclass(frozen=True)
class Row:
    size: int
    time_us: float


def time_of(row):
    out, in_place = row['time_us'], row['time_us_in_place']
    out = float(out)
    if not in_place or max(out, float(in_place)) <= HICCUP * min(out, float(in_place)):
        return out
    return float(in_place)


def key_of(row):
    """Channel counts are settings of one implementation, not others."""
    implementation = re.sub('_ch[0-9]+$', '', row['implementation'])
    return Key(row['gpu'], implementation, row['collective'], int(row['ranks']), row['source'])


def tables_of(path):
    tables = {}
    with open(path, newline='') as file:
        for row in csv.DictReader(file):
            if row['evidence'].startswith('measured'):
                tables.setdefault(key_of(row), []).append(Row(int(row['size_bytes']), time_of(row)))
    for rows in tables.values():
        rows.sort(key=lambda row: row.size)
    return tables
