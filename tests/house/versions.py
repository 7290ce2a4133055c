#!/usr/bin/python3
"""The version stands in one place, project() of CMakeLists.txt: what must repeat it says the same, and so does the command.

versions.py [COMMAND]: prints `ok NAME` or `FAIL NAME: why`; exit status 1 if one failed.
"""

import json
import os
import re
import subprocess
import sys

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))


def text_of(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def said():
    """(where, version) of everything that repeats it."""
    yield "apps/web/package.json", json.loads(text_of("apps/web/package.json"))["version"]
    yield "apps/web/core/package.json", json.loads(text_of("apps/web/core/package.json"))["version"]
    packages = json.loads(text_of("apps/web/package-lock.json"))["packages"]
    for name in ["", "core"]:
        yield f"apps/web/package-lock.json, {name or 'the page'}", packages[name]["version"]
    yield "CHANGELOG.md, the last release", re.search(r"^## \[(\d[^\]]*)\]", text_of("CHANGELOG.md"), re.MULTILINE).group(1)
    for command in sys.argv[1:]:
        printed = subprocess.run([command, "--version"], check=True, capture_output=True, text=True).stdout
        yield f"{os.path.basename(command)} --version", printed.removeprefix("ossuary ").strip()


def main():
    version = re.search(r"^project\(ossuary VERSION ([\d.]+)", text_of("CMakeLists.txt"), re.MULTILINE).group(1)
    failed = False
    for where, found in said():
        failed = failed or found != version
        print(f"ok version in {where}" if found == version else f"FAIL version in {where}: {found}, not {version}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
