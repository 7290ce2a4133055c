#!/usr/bin/python3
"""Code that a rule of the house forbids, found by its text. Each rule names its folders, and examples it must find or
leave alone.

Prints `ok NAME` or `FAIL NAME: why`; exit status 1 if one failed. With --test, checks the rules themselves.
"""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from include_graph import files_under

EVERYWHERE = ["include", "src", "apps", "samples"]
ABOVE_FORMATS = [f"{top}/{room}" for room in ("anim", "assets", "codec", "format", "mesh")
                 for top in ("include/ossuary", "src")] + ["apps"]

RULES = [
    {
        # What steers behaviour is in the model's types. `extras` keeps what a format wants to write back: rooms and
        # apps may copy, compare, print and drop it; only the formats and the model look into it.
        "name": "looks into extras",
        "folders": ABOVE_FORMATS,
        "pattern": r"(?:\.|->|\b)extras\w*\s*(?:\[|(?:\.|->)\s*(?:find|set|append|erase|members)\s*\()",
        "bad": ['clip.extras["flags"]', 'clip->extras.find("x")', "a.extras\n    .set(", "joint.extras.members()",
                'extras["a"]'],
        "good": ["clip.extras = packed.extras;", '// extras["flags"]', 'x.find("extras")', "a.extras == b.extras",
                 'set("extras[", 1)', "print_json(m.extras)", "extras->is_object()", "options.extras_in_scene"],
    },
    {
        # Json::size() counts members of an object too: an element by its number is json[i], which may be absent.
        "name": "takes an element of JSON unchecked",
        "folders": EVERYWHERE,
        "except": ["src/base/json.cpp"],
        "pattern": r"\bitems\(\)\s*(?:\[|\.\s*(?:front|back|at)\s*\()",
        "bad": ["json.items()[0]", "list->items()[i]", "a.items().front()", "a.items().back()"],
        "good": ["for (const Json& j : json.items())", "json.items().size()", "json[0]", "a.items().begin()"],
    },
    {
        # What only GCC and clang understand stays in few places, so that another compiler has little to learn: the
        # lanes of base/simd.h, the kernels (src/ROOM/kernels) and the exceptions. Attributes in brackets
        # (`[[gnu::always_inline]]`) are left out by those that do not know them.
        "name": "is not standard C++",
        "folders": ["include", "src", "samples", "apps/cli"],
        "except": [
            "/kernels/",
            "include/ossuary/base/simd.h",  # the lanes
            "include/ossuary/base/bytes.h",  # byte swaps
            "include/ossuary/base/decimal.h",
            "src/base/cpu.cpp",  # what this machine runs
            "src/mesh/bvh_layout.cpp",  # shuffled lanes, prefetching
            "src/formats/zengin/chunks/man_samples.cpp",
        ],
        "pattern": r"\bvector_size\b|__attribute__|__builtin_\w+|__extension__|__int128|\b__?typeof(?:__)?\b|__restrict\w*"
                   r"|__asm|\basm\s*(?:volatile)?\s*\(|__PRETTY_FUNCTION__|\bcase [^:\n]+\.\.\."
                   r"|(?:[=,(?:]|\breturn)\s*\(\s*\{(?=[^{}]*;)|#\s*include_next|#\s*pragma (?:GCC|clang)",
        "bad": ["typedef float F __attribute__((vector_size(16)));", "x = __builtin_ctz(y);",
                "int a = ({ int b = 1; b; });", '__asm__("nop");', "case 1 ... 5:", "__int128 wide;",
                "float* __restrict p;", "#pragma GCC optimize"],
        "good": ["// __builtin_ctz", "call({1, 2});", "f({.a = 1});", "[[gnu::always_inline]] int f();",
                 "sizeof...(T)", "x ? a : b", "push({[&] { return 1; }});",
                 "template <class... T> void f(T&&... t);"],
    },
    {
        # A path in UTF-8 is none for Windows: base/disk_path.h makes one of it, also where it is long.
        "name": "gives the system a path that is not its own",
        "folders": ["src", "apps/cli", "samples"],
        "except": [
            "src/assets/disk_posix.cpp",
            "src/assets/workspace_native.cpp",  # opens devices, whose names are plain
            "apps/cli/system_",
            "apps/cli/demo.cpp",  # folders it has made of disk_path()
            "apps/cli/browser.cpp",  # temporary folders of the system
            "apps/cli/shot.cpp",
        ],
        "pattern": r"\b(?:fs|filesystem)::(?:exists|is_\w+|(?:weakly_)?canonical|absolute|file_size|last_write_time|create_\w+|remove\w*"
                   r"|rename|copy\w*|equivalent|status|symlink_status|read_symlink|(?:recursive_)?directory_(?:iterator|entry))"
                   r"\s*(?:\w+\s*)?[({](?!\s*(?:disk_path\(|\)))|\b[io]?fstream\b|\bfopen\s*\(",
        "bad": ["fs::exists(path)", "std::filesystem::remove_all(folder)", "fs::directory_iterator at(folder)",
                'std::fopen(path.c_str(), "rb")', "std::ifstream file(path);", "fs::is_regular_file(folder / name, code)"],
        "good": ["fs::exists(disk_path(path))", "fs::canonical(disk_path(a.string()), code)", "entry != fs::directory_iterator()",
                 "const fs::path parent = path.parent_path();", "// fs::exists(path)"],
    },
]
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')


def found_in(text, pattern):
    """Line numbers at which a rule is broken, outside comments and strings."""
    keep_lines = lambda match: "\n" * match.group().count("\n")
    code = STRING.sub('""', COMMENT.sub(keep_lines, text))
    return [code[: match.start()].count("\n") + 1 for match in re.finditer(pattern, code)]


def check(root):
    failures = 0
    for rule in RULES:
        needless = set(rule.get("except", []))
        for folder in rule["folders"]:
            found = []
            for path in files_under(root, folder):
                with open(os.path.join(root, path), encoding="utf-8") as file:
                    here = [f"{path}:{line}" for line in found_in(file.read(), rule["pattern"])]
                exceptions = [part for part in rule.get("except", []) if part in path]
                if not exceptions:
                    found += here
                elif here:
                    needless -= set(exceptions)
            name = f"{folder}: {rule['name']}"
            print(f"FAIL {name}: {', '.join(found)}" if found else f"ok {name}: nowhere")
            failures += bool(found)
        for part in sorted(needless):
            print(f"FAIL {part}: needs no exception any more from the rule '{rule['name']}'")
            failures += 1
    return failures


def test():
    failures = 0
    for rule in RULES:
        wrong = [text for text in rule["bad"] if not found_in(text, rule["pattern"])]
        wrong += [text for text in rule["good"] if found_in(text, rule["pattern"])]
        print(f"FAIL the rule '{rule['name']}': {wrong}" if wrong else f"ok the rule '{rule['name']}' finds what it should")
        failures += bool(wrong)
    return failures


root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.exit(1 if (test() if sys.argv[1:] == ["--test"] else check(root)) else 0)
