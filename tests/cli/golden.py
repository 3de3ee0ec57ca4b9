#!/usr/bin/env python3
"""Runs golden tests of the command line: golden.py PURLIN [--rewrite] FILE...

A .test file is one self-contained case:

    # What it shows.
    % mask [0-9.]+ us          text that varies: every match becomes <*>
    $ purlin plan spec.toml    run by sh in an empty folder
    >>> spec.toml              a file there
    ...
    >>> stdin                  what is piped in
    >>> stdout                 what must come out; absent: nothing
    >>> stderr
    >>> exit 2                 absent: 0

--rewrite puts what really came out in place of what was expected. purlin's version and the folder become <version>
and <folder>.
"""
import os
import re
import subprocess
import sys
import tempfile

OUTCOMES = ("stdout", "stderr", "exit")


class Case:
    def __init__(self, path):
        self.path = path
        self.preamble, self.sections = [], []
        for line in open(path, encoding="utf-8").read().splitlines():
            if line.startswith(">>> "):
                self.sections.append((line[4:].strip(), []))
            elif self.sections:
                self.sections[-1][1].append(line)
            else:
                self.preamble.append(line)
        self.commands = [line[2:] for line in self.preamble if line.startswith("$ ")]
        self.masks = [re.compile(line[len("% mask "):]) for line in self.preamble if line.startswith("% mask ")]
        if not self.commands:
            raise SystemExit(f"{path}: no line begins with `$ `")

    def given(self):
        return {name: text(lines) for name, lines in self.sections if name.split()[0] not in OUTCOMES}

    def expected(self):
        wanted = {"stdout": "", "stderr": "", "exit": "0"}
        for name, lines in self.sections:
            if name.startswith("exit "):
                wanted["exit"] = name.split()[1]
            elif name in wanted:
                wanted[name] = text(lines)
        return wanted

    def write(self, outcome):
        out = list(self.preamble)
        for name, lines in self.sections:
            if name.split()[0] not in OUTCOMES:
                out += [f">>> {name}"] + lines
        for stream in ("stdout", "stderr"):
            if outcome[stream]:
                out += [f">>> {stream}"] + outcome[stream].splitlines()
        if outcome["exit"] != "0":
            out.append(f">>> exit {outcome['exit']}")
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text(out))


def text(lines):
    return "".join(line + "\n" for line in lines)


def run(case, purlin, version):
    with tempfile.TemporaryDirectory() as folder:
        given = case.given()
        for name, content in given.items():
            if name == "stdin":
                continue
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
        path = os.path.dirname(os.path.abspath(purlin)) + os.pathsep + os.environ["PATH"]
        done = subprocess.run(["sh", "-c", "\n".join(case.commands)], cwd=folder, capture_output=True, timeout=300,
                              input=given.get("stdin", "").encode(), env={**os.environ, "PATH": path})

        def masked(raw):
            shown = raw.decode("utf-8", "replace").replace(folder, "<folder>")
            shown = re.sub(rf"\b{re.escape(version)}\b", "<version>", shown)
            for mask in case.masks:
                shown = mask.sub("<*>", shown)
            return shown if not shown or shown.endswith("\n") else shown + "\n"

        return {"stdout": masked(done.stdout), "stderr": masked(done.stderr), "exit": str(done.returncode)}


def show_difference(case, name, expected, seen):
    import difflib
    print(f"{case.path}: {name} differs (- expected, + seen)")
    sys.stdout.writelines(line + "\n" for line in difflib.unified_diff(
        expected.splitlines(), seen.splitlines(), lineterm="", n=2))


def main():
    arguments = [a for a in sys.argv[1:] if a != "--rewrite"]
    if len(arguments) < 2:
        raise SystemExit(__doc__)
    purlin, files = arguments[0], arguments[1:]
    version = subprocess.run([purlin, "--version"], capture_output=True, text=True).stdout.split()[-1]
    differing = 0
    for path in files:
        case = Case(path)
        outcome, expected = run(case, purlin, version), case.expected()
        if "--rewrite" in sys.argv:
            case.write(outcome)
            continue
        wrong = [name for name in OUTCOMES if outcome[name] != expected[name]]
        for name in wrong:
            show_difference(case, name, expected[name], outcome[name])
        differing += bool(wrong)
    if differing:
        print(f"meant so? {sys.argv[0]} {purlin} --rewrite {' '.join(files)}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
