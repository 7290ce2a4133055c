#!/usr/bin/python3
"""Compiles every public header on its own, twice in one file: it includes what it needs. Prints `ok FILE` or `FAIL FILE: why`."""

import concurrent.futures
import glob
import os
import subprocess
import sys

root = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
warnings = ["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror", "-Wno-missing-field-initializers"]


def compile_header(path):
    line = f'#include "{path.removeprefix("include/")}"\n'
    done = subprocess.run(["g++", "-std=c++20", *warnings, "-Iinclude", "-fsyntax-only", "-x", "c++", "-"], input=line + line,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return path, done.returncode, done.stdout


os.chdir(root)
failed = 0
with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("OSSUARY_JOBS") or os.cpu_count() or 1)) as pool:
    for path, status, output in pool.map(compile_header, sorted(glob.glob("include/ossuary/**/*.h", recursive=True))):
        if status == 0:
            print(f"ok {path}", flush=True)
        else:
            failed += 1
            print(f"FAIL {path}: does not compile\n{output}", flush=True)
sys.exit(1 if failed else 0)
