#!/usr/bin/python3
"""What steers behaviour is in the model's types: rooms other than the formats never look into `extras`.

`extras` keeps what a format wants to write back. Rooms and apps may copy, compare, print and drop it; only the formats
and the model read or write its members. Prints `ok NAME` or `FAIL NAME: why`; exit status 1 if one failed. With --test,
checks the rule itself.
"""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from include_graph import files_under

ROOMS = ("anim", "assets", "codec", "format", "mesh")
FOLDERS = [folder for room in ROOMS for folder in (f"include/ossuary/{room}", f"src/{room}")] + ["apps"]
# A member by name, and every call that finds, changes or lists members. print_json and == take the whole value.
INDEXED = re.compile(r"(?:\.|->|\b)extras\w*\s*(?:\[|(?:\.|->)\s*(?:find|set|append|erase|members)\s*\()")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')


def found_in(text):
    """Line numbers at which extras are indexed."""
    keep_lines = lambda match: "\n" * match.group().count("\n")
    code = STRING.sub('""', COMMENT.sub(keep_lines, text))
    return [code[: match.start()].count("\n") + 1 for match in INDEXED.finditer(code)]


def check(root):
    failures = 0
    for folder in FOLDERS:
        found = []
        for path in files_under(root, folder):
            with open(os.path.join(root, path), encoding="utf-8") as file:
                found += [f"{path}:{line}" for line in found_in(file.read())]
        print(f"FAIL {folder}: looks into extras: {', '.join(found)}" if found else f"ok {folder} leaves extras alone")
        failures += bool(found)
    return failures


def test():
    bad = ['clip.extras["flags"]', 'clip->extras.find("x")', "a.extras\n    .set(", "joint.extras.members()", 'extras["a"]']
    good = ["clip.extras = packed.extras;", '// extras["flags"]', 'x.find("extras")', "a.extras == b.extras",
            'set("extras[", 1)', "print_json(m.extras)", "extras->is_object()", "options.extras_in_scene"]
    wrong = [text for text in bad if not found_in(text)] + [text for text in good if found_in(text)]
    print(f"FAIL the rule: {wrong}" if wrong else "ok the rule finds what it should")
    return len(wrong)


root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.exit(1 if (test() if sys.argv[1:] == ["--test"] else check(root)) else 0)
