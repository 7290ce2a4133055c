#!/usr/bin/python3
"""Holds the public headers to their budgets: how many lines the compiler reads for a file that includes only that header,
as `g++ -E -P` prints them. Prints `ok FILE: LINES` or `FAIL FILE: LINES lines, at most BUDGET`.
`header_weights.py --markdown` prints the weights as the table of docs/performance.md."""

import concurrent.futures
import glob
import os
import subprocess
import sys

root = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

# The first pattern that fits counts; what fits none has no budget.
budgets = [
    ("include/ossuary/base/result.h", 15000),
    ("include/ossuary/base/vectors.h", 15000),
    ("include/ossuary/base/ticks.h", 15000),
    ("include/ossuary/base/json.h", 25000),
    ("include/ossuary/model/*.h", 25000),
    ("include/ossuary/anim/additive.h", 25000),
    ("include/ossuary/anim/attachments.h", 25000),
    ("include/ossuary/anim/blend.h", 25000),
    ("include/ossuary/anim/clip_cursors.h", 25000),
    ("include/ossuary/anim/ik.h", 25000),
    ("include/ossuary/anim/kernels.h", 25000),
    ("include/ossuary/anim/look_at.h", 25000),
    ("include/ossuary/anim/mirror.h", 25000),
    ("include/ossuary/anim/object_space.h", 25000),
    ("include/ossuary/anim/player.h", 25000),
    ("include/ossuary/anim/pose.h", 25000),
    ("include/ossuary/anim/prepared_clip.h", 25000),
    ("include/ossuary/anim/retarget.h", 25000),
    ("include/ossuary/anim/rig.h", 25000),
    ("include/ossuary/anim/root_motion.h", 25000),
    ("include/ossuary/anim/sample.h", 25000),
    ("include/ossuary/anim/skinning.h", 25000),
    ("include/ossuary/anim/world_clock.h", 25000),
]


def weigh(path):
    line = f'#include "{path.removeprefix("include/")}"\n'
    done = subprocess.run(["g++", "-std=c++20", "-Iinclude", "-E", "-P", "-x", "c++", "-"], input=line,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.stdout.count("\n") if done.returncode == 0 else None


def budgeted_headers():
    found = {}
    for pattern, budget in budgets:
        paths = sorted(glob.glob(pattern))
        if not paths:
            sys.exit(f"FAIL {pattern}: no such header")
        for path in paths:
            found.setdefault(path, budget)
    return found


def judge(path, lines, budget):
    if lines is None:
        print(f"FAIL {path}: does not compile", flush=True)
    elif lines > budget:
        print(f"FAIL {path}: {lines} lines, at most {budget}", flush=True)
    else:
        print(f"ok {path}: {lines}", flush=True)
        return True
    return False


os.chdir(root)
headers = budgeted_headers()
with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("OSSUARY_JOBS") or os.cpu_count() or 1)) as pool:
    weights = dict(zip(headers, pool.map(weigh, headers)))
if sys.argv[1:] == ["--markdown"]:
    print("| header | lines | budget |\n| --- | ---: | ---: |")
    for path, budget in headers.items():
        print(f"| `{path.removeprefix('include/ossuary/')}` | {weights[path]:,} | {budget:,} |")
    sys.exit(0)
sys.exit(0 if all([judge(path, weights[path], budget) for path, budget in headers.items()]) else 1)
