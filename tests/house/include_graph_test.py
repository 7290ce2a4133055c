#!/usr/bin/python3
"""The include-graph test must fail on what it is there to find: each case breaks one rule in a small house."""

import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from include_graph import check

CMAKE = """
ossuary_room(base LIBRARIES fast-float)
ossuary_room(model USES base)
ossuary_room(formats/image USES base model LIBRARIES spng)
ossuary_room(formats/md5 USES base model formats/image)
ossuary_room(assets USES base)
"""
GOOD = {
    "CMakeLists.txt": CMAKE,
    "include/ossuary/base/bytes.h": "#include <vector>\n",
    "include/ossuary/ossuary.h": '#include "ossuary/base/bytes.h"\n#include "ossuary/model/model.h"\n',
    "include/ossuary/model/model.h": '#include "ossuary/base/bytes.h"\n',
    "include/ossuary/formats/image/image.h": '#include "ossuary/model/model.h"\n',
    "src/base/bytes.cpp": '#include "ossuary/base/bytes.h"\n// try not to throw "try"\nconst char* word = "throw";\n',
    "src/formats/md5/lexer.h": "#pragma once\n",
    "src/formats/md5/md5.cpp": '#include "ossuary/formats/image/image.h"\n#include "formats/md5/lexer.h"\n#include "lexer.h"\n',
    "src/assets/cache_native.cpp": "#include <mutex>\n",
    "apps/cli/main.cpp": '#include "ossuary/model/model.h"\n#include <iostream>\n',
}

# name: (files that differ, the rule that must fail, a part of what it says)
BAD = {
    "an include upwards": ({"src/base/bytes.cpp": '#include "ossuary/model/model.h"\n'}, "room base", "does not use model"),
    "an include of another family": (
        {"src/formats/image/image.cpp": '#include "ossuary/formats/md5/md5.h"\n'}, "room formats/image", "does not use formats/md5"),
    "a header that does not exist": ({"src/model/x.cpp": '#include "ossuary/base/gone.h"\n'}, "room model", "does not exist"),
    "an include of no room": ({"src/model/x.cpp": '#include "ossuary/gone/x.h"\n'}, "room model", "in no room"),
    "another room's private header": (
        {"src/model/x.cpp": '#include "formats/md5/lexer.h"\n'}, "room model", "not private to room model"),
    "another room's private header by a relative path": (
        {"src/model/x.cpp": '#include "../formats/md5/lexer.h"\n'}, "room model", "not private to room model"),
    "a private header in a public one": (
        {"include/ossuary/base/bytes.h": '#include "base/secret.h"\n', "src/base/secret.h": ""}, "room base", "private header"),
    "a stream in a room": ({"src/base/bytes.cpp": "#include <fstream>\n"}, "room base", "<fstream>"),
    "a thread in a room": ({"include/ossuary/base/bytes.h": "#include <thread>\n"}, "room base", "<thread>"),
    "a thread in what the browser compiles": ({"src/assets/cache.cpp": "#include <mutex>\n"}, "room assets", "<mutex>"),
    "a thread in another room": ({"src/model/x_native.cpp": "#include <mutex>\n"}, "room model", "<mutex>"),
    "an exception thrown": ({"src/model/x.cpp": "void f() { throw 1; }\n"}, "room model", "says throw"),
    "an exception caught": ({"src/model/x.cpp": "void f() { /* x */ try {} catch (...) {} }\n"}, "room model", "says try"),
    "a header outside the rooms": ({"include/ossuary/everything.h": ""}, "every file has a room", "everything.h"),
    "the whole library's header in a room": ({"src/model/x.cpp": '#include "ossuary/ossuary.h"\n'}, "room model", "in no room"),
    "the whole library's header with another one": (
        {"include/ossuary/ossuary.h": '#include "base/secret.h"\n'}, "every file has a room", "no public header"),
    "a source outside the rooms": ({"src/formats/new.cpp": ""}, "every file has a room", "new.cpp"),
    "a cycle of headers": (
        {"include/ossuary/base/a.h": '#include "ossuary/base/b.h"\n', "include/ossuary/base/b.h": '#include "ossuary/base/a.h"\n'},
        "no cycle of headers", "base/a.h → "),
    "a cycle of rooms": (
        {"CMakeLists.txt": CMAKE.replace("base LIBRARIES", "base USES model LIBRARIES")}, "order of rooms", "does not come before"),
    "a room that uses none": ({"CMakeLists.txt": CMAKE.replace("model USES base)", "model USES base bass)")}, "order of rooms", "no room"),
    "an app that looks into a room": (
        {"apps/cli/main.cpp": '#include "formats/md5/lexer.h"\n'}, "apps see public headers only", "lexer.h"),
}


def broken_rules(files):
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w") as file:
                file.write(text)
        return {rule: problems for rule, problems in check(root).items() if problems}


failures = 0
broken = broken_rules(GOOD)
if broken:
    failures += 1
    print(f"FAIL a good house passes: {broken}")
else:
    print("ok a good house passes")
for name, (changes, rule, part) in BAD.items():
    broken = broken_rules({**GOOD, **changes})
    if list(broken) == [rule] and any(part in problem for problem in broken[rule]):
        print(f"ok finds {name}")
    else:
        failures += 1
        print(f"FAIL finds {name}: expected '{rule}' with '{part}', got {broken}")
sys.exit(1 if failures else 0)
