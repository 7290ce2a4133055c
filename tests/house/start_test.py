#!/usr/bin/env python3
"""The first start (run, tools/build, tools/web) with compilers that only pretend: what it says, and two starts at once."""

import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

FAKES = {
    "cmake": 'mkdir -p "$2/build/$4"; touch "$2/build/$4/build.ninja" "$2/build/$4/CMakeCache.txt"',
    "ninja": 'cd "$2"\n[ -e built ] && { echo "ninja: no work to do."; exit 0; }\n'
             'for i in $(seq 1 30); do echo "[$i/30] Building"; done\nmkdir -p apps/web/core apps/cli\n'
             'echo "echo \\"ran $*\\"" >apps/cli/ossuary; chmod +x apps/cli/ossuary\n'
             'touch built apps/web/core/ossuary.wasm apps/web/core/ossuary-all.wasm',
    "node": "echo 20",
    "npm": 'echo "$1" >>"$LOG"\nsleep 0.3\n[ -e busy ] && echo overlap >>"$LOG"\ntouch busy\nsleep 0.3\n'
           "mkdir -p node_modules core/dist dist; touch core/dist/index.js dist/index.html; rm -f busy",
}


def make(folder):
    """A copy of the scripts, with everything installed by their own stamps."""
    shutil.copytree(os.path.join(ROOT, "tools"), os.path.join(folder, "tools"))
    shutil.copy(os.path.join(ROOT, "run"), folder)
    for name in ["apps/web/core/src", "apps/web/page", "build", "bin"]:
        os.makedirs(os.path.join(folder, name))
    for name in ["package.json", "package-lock.json", "core/tsconfig.json", "core/package.json"]:
        open(os.path.join(folder, "apps/web", name), "w", encoding="ascii").close()
    with open(os.path.join(folder, "tools/install"), "w", encoding="ascii") as script:
        script.write("#!/bin/sh\n")
    for name, text in FAKES.items():
        path = os.path.join(folder, "bin", name)
        with open(path, "w", encoding="ascii") as script:
            script.write(f"#!/bin/bash\n{text}\n")
        os.chmod(path, 0o755)


def start(folder, *command):
    environment = {**os.environ, "PATH": os.path.join(folder, "bin") + ":" + os.environ["PATH"],
                   "LOG": os.path.join(folder, "npm.log")}
    return subprocess.Popen(command, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE)


def said_before_and_meanwhile(folder):
    done = start(folder, "./run", "view")
    _, words = done.communicate(timeout=60)
    if done.returncode != 0:
        return f"status {done.returncode}: {words}"
    for line in ["about 5 minutes", "about 4 minutes more", "build/release, 10 % of 30 steps",
                 "build/release, 100 % of 30 steps", "building the viewer's page"]:
        if line not in words:
            return f"it did not say '{line}': {words}"
    again = start(folder, "./run", "view")
    _, words = again.communicate(timeout=60)
    return "" if words == "" else f"the second start is not silent: {words}"


def two_at_once(folder):
    starts = [start(folder, "./run", "view") for _ in range(2)]
    words = [each.communicate(timeout=60)[1] for each in starts]
    if any(each.returncode != 0 for each in starts):
        return f"one failed: {words}"
    with open(os.path.join(folder, "npm.log"), encoding="ascii") as log:
        asked = log.read().split()
    return "" if asked.count("ci") == 1 and "overlap" not in asked else f"npm was asked for {asked}"


def main():
    failed = False
    for name, test in [("says how long it takes, and how far it is", said_before_and_meanwhile),
                       ("two starts at once build everything once", two_at_once)]:
        with tempfile.TemporaryDirectory() as folder:
            make(folder)
            why = test(folder)
        failed = failed or why != ""
        print(f"FAIL {name}: {why}" if why else f"ok {name}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
