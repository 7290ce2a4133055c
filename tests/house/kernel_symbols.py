#!/usr/bin/python3
"""kernel_symbols.py NM OBJECT…: no two objects may define the same symbol, and none may be weak.

The objects are one source compiled for several instruction sets. A weak symbol (an inline function, a template) in two of
them is kept once by the linker: every table would run one copy, and an old machine might meet instructions it does not have.
"""

import subprocess
import sys

nm, objects = sys.argv[1], sys.argv[2:]
owners, problems = {}, []
for path in objects:
    lines = subprocess.run([nm, "--defined-only", "--demangle", path], stdout=subprocess.PIPE, text=True, check=True).stdout
    for line in lines.splitlines():
        _, kind, name = line.split(maxsplit=2)
        if kind.islower() and kind not in "uvw":
            continue  # local to its object
        if name.startswith("___asan_"):
            continue  # the sanitizer's own, and data
        if kind in "uVvWw":
            problems.append(f"{path}: {name} is weak")
        if name in owners:
            problems.append(f"{name} is in {owners[name]} and in {path}")
        owners[name] = path
if len(objects) < 2 or len(owners) < len(objects):
    problems.append(f"{len(objects)} objects define {len(owners)} symbols between them")
print("\n".join(problems) or f"{len(objects)} objects, {len(owners)} symbols, none shared")
sys.exit(1 if problems else 0)
