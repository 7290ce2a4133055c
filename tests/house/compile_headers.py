#!/usr/bin/python3
"""Compiles files one by one, each as a test of its own. Prints `ok FILE` or `FAIL FILE: why` for each.

    compile_each.py headers   every public header on its own, with g++: it includes what it needs
    compile_each.py wasm      every source of the rooms for WebAssembly, with clang-22, but for the native ones
"""

import concurrent.futures
import glob
import os
import subprocess
import sys

root = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
warnings = ["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror", "-Wno-missing-field-initializers"]


def headers():
    for path in sorted(glob.glob("include/ossuary/**/*.h", recursive=True)):
        # Included twice: a header must also bear that.
        name = path.removeprefix("include/")
        yield path, ["g++", "-std=c++20", *warnings, "-Iinclude", "-fsyntax-only", "-x", "c++", "-"], f'#include "{name}"\n#include "{name}"\n'


def wasm():
    flags = ["--target=wasm32-wasi", "-Wno-deprecated", "-msimd128", "-fno-exceptions", "-std=c++20", "-O0", *warnings]
    # The header-only libraries lie in the system's folder, which must not shadow the headers of the target.
    folders = ["-Iinclude", "-Isrc", "-idirafter", "/usr/include"]
    for path in sorted(glob.glob("src/**/*.cpp", recursive=True)):
        if not path.endswith("_native.cpp"):
            yield path, ["clang++-22", *flags, *folders, "-fsyntax-only", path], ""


def compile_one(case):
    path, command, text = case
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return path, done.returncode, done.stdout


kinds = {"headers": headers, "wasm": wasm}
if len(sys.argv) != 2 or sys.argv[1] not in kinds:
    sys.exit("usage: compile_each.py headers|wasm")
os.chdir(root)
failed = 0
with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("OSSUARY_JOBS") or os.cpu_count() or 1)) as pool:
    for path, status, output in pool.map(compile_one, kinds[sys.argv[1]]()):
        if status == 0:
            print(f"ok {path}", flush=True)
        else:
            failed += 1
            print(f"FAIL {path}: does not compile\n{output}", flush=True)
sys.exit(1 if failed else 0)
