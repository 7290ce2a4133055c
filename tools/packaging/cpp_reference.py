#!/usr/bin/env python3
"""cpp_reference.py [-o DIR]: the reference of the C++ library, made by Doxygen from the public headers.

Prints `ok NAME` or `FAIL NAME: why`; exit status 1 if Doxygen warns of anything, or if a room has more symbols without a
comment than UNDOCUMENTED allows. A symbol has one if it stands above or behind it, or above the block it is in.
"""

import argparse
import collections
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import doxygen_filter  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# What is left to be said, by room: these numbers only go down. Most are fields whose name is that of the format's description.
UNDOCUMENTED = {
    "anim": 271, "assets": 82, "base": 287, "codec": 70, "format": 44, "formats/audio": 291,
    "formats/bvh": 16, "formats/gltf": 1, "formats/image": 65, "formats/iqm": 61, "formats/md5": 73,
    "formats/mw3": 874, "formats/sf3": 108, "formats/zengin": 676, "mesh": 88, "model": 220, "sound": 68,
}

# Copies, moves, destructors and comparisons do what their name says.
PLAIN = re.compile(r"operator(==|=|<=>)\(|~\w+\(|Member (\w+)\((const )?\2(< ?\w+ ?>)? ?&&?\w*\)")

SETTINGS = """PROJECT_NAME = Ossuary
PROJECT_NUMBER = {version}
INPUT = {headers}
RECURSIVE = YES
FILE_PATTERNS = *.h
STRIP_FROM_PATH = {headers}
STRIP_FROM_INC_PATH = {headers}
OUTPUT_DIRECTORY = {out}
HTML_OUTPUT = cpp
GENERATE_LATEX = NO
GENERATE_HTML = {wants_html}
SEARCHENGINE = NO
HTML_DYNAMIC_MENUS = NO
HTML_DYNAMIC_SECTIONS = NO
VERBATIM_HEADERS = NO
MARKDOWN_SUPPORT = NO
JAVADOC_AUTOBRIEF = YES
SORT_MEMBER_DOCS = NO
MACRO_EXPANSION = YES
HAVE_DOT = NO
CLASS_GRAPH = NO
QUIET = YES
WARN_LOGFILE = {out}/warnings
"""


def made(version, out=None):
    """The warnings of Doxygen, as (path, text). With `out`, the pages go to out/cpp."""
    with tempfile.TemporaryDirectory() as work:
        headers = os.path.join(work, "include")
        for path in sorted(glob.glob(os.path.join(ROOT, "include/**/*.h"), recursive=True)):
            target = os.path.join(headers, os.path.relpath(path, os.path.join(ROOT, "include")))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(path, encoding="utf-8") as source, open(target, "w", encoding="utf-8") as file:
                file.write(doxygen_filter.filtered(source.read()))
        with open(os.path.join(work, "Doxyfile"), "w", encoding="utf-8") as file:
            file.write(SETTINGS.format(version=version, headers=headers, out=work, wants_html="YES" if out else "NO"))
            if not out:
                file.write("GENERATE_XML = YES\n")  # it wants to write something
        subprocess.run(["doxygen", os.path.join(work, "Doxyfile")], check=True, stdout=subprocess.DEVNULL)
        with open(os.path.join(work, "warnings"), encoding="utf-8") as file:
            found = re.findall(r"^(\S+?):\d+: warning: (.*)$", file.read(), re.MULTILINE)
        if out:
            shutil.copytree(os.path.join(work, "cpp"), os.path.join(out, "cpp"))
        return [(os.path.relpath(path, headers), text) for path, text in found]


def room_of(path):
    parts = path.split("/")[1:-1]
    return "/".join(parts) or "ossuary.h"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", metavar="DIR", help="where the pages go")
    options = parser.parse_args()
    warnings = made("", options.output)
    unsaid = {(path, text) for path, text in warnings if text.endswith("is not documented.")}
    others = sorted(set(warnings) - unsaid)
    silent = sorted((path, text) for path, text in unsaid if not PLAIN.search(text))
    counted = collections.Counter(room_of(path) for path, _ in silent)
    failed = bool(others)
    print("FAIL the reference: " + "; ".join(": ".join(pair) for pair in others) if others else "ok the reference: Doxygen has no other warnings")
    for room in sorted({*counted, *UNDOCUMENTED}):
        few = counted[room] <= UNDOCUMENTED.get(room, 0)
        failed = failed or not few
        print(f"{'ok' if few else 'FAIL'} {room}: {counted[room]} symbols without a comment"
              + ("" if few else f", more than {UNDOCUMENTED.get(room, 0)}"))
        if not few:
            print("\n".join(f"    {path}: {text}" for path, text in silent if room_of(path) == room))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
