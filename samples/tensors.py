#!/usr/bin/env python3
"""Small f32 tensors as .npy files, one per rank, with nothing but Python's own library.

  tensors.py make DIR RANKS COUNT       rank r holds 10r, 10r+1, …
  tensors.py make DIR RANKS ROWSxCOLS   rank r holds 100r + 10·row + column
  tensors.py show FILE…                 prints them
"""
import ast
import os
import struct
import sys


def write_npy(path, shape, values):
    header = str({"descr": "<f4", "fortran_order": False, "shape": shape})
    header += " " * (-(len(header) + 11) % 64) + "\n"  # data begins at a multiple of 64 bytes
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(values)}f", *values))


def read_npy(path):
    with open(path, "rb") as file:
        data = file.read()
    size = struct.unpack("<H", data[8:10])[0]
    header = ast.literal_eval(data[10:10 + size].decode())
    if header["descr"] != "<f4":
        raise SystemExit(f"{path}: holds {header['descr']}, and this shows f32 only")
    body = data[10 + size:]
    return header["shape"], struct.unpack(f"<{len(body) // 4}f", body)


def make(directory, ranks, shape):
    os.makedirs(directory, exist_ok=True)
    for rank in range(ranks):
        if len(shape) == 1:
            values = [10 * rank + i for i in range(shape[0])]
        else:
            values = [100 * rank + 10 * row + column for row in range(shape[0]) for column in range(shape[1])]
        write_npy(os.path.join(directory, f"rank{rank}.npy"), shape, values)


def show(path):
    shape, values = read_npy(path)
    width = shape[-1] * (shape[-2] if len(shape) == 3 else 1)  # a row of b × rank × h is one line
    for start in range(0, len(values), width or 1):
        name = os.path.basename(path)[:-len(".npy")] if start == 0 else ""
        print(f"  {name:6}", *(f"{value:4g}" for value in values[start:start + width]))


def main():
    verb, arguments = (sys.argv + ["", ""])[1], sys.argv[2:]
    if verb == "make" and len(arguments) == 3:
        make(arguments[0], int(arguments[1]), tuple(int(n) for n in arguments[2].split("x")))
    elif verb == "show" and arguments:
        for path in arguments:
            show(path)
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main()
