#!/usr/bin/python3
"""Every family of formats names its files and verbs alike.

A public header x.h of a family that declares parse_x of bytes also declares recognise_x and write_x, and x.cpp is its source. A
conversion to the model stands in x_model.cpp and takes ToModelOptions or ToClipOptions; the way back is x_from_model
with FromModelOptions or FromClipOptions. Descriptions of records are private. Prints `ok NAME` or `FAIL NAME: why`, one
line per rule; exit status 1 if one failed.
"""

import argparse
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from include_graph import bare, files_under

HEADERS, SOURCES = "include/ossuary/formats", "src/formats"
OPTIONS = {"ToModelOptions", "ToClipOptions", "FromModelOptions", "FromClipOptions", "FromWorldOptions"}
RULES = (
    "a parsed format is recognised and written",
    "a format has its source",
    "recognition is recognise_x",
    "options of conversions are named alike",
    "ways back are x_from_model",
    "sources of conversions are x_model.cpp",
    "descriptions of records are private",
)


def declared(text):
    """The names of functions that the text declares or defines outside of bodies, as far as names go."""
    return set(re.findall(r"\b([a-z_]\w*)\(", text))


def check(root):
    """Rule → what breaks it (empty: all well)."""
    broken = {rule: [] for rule in RULES}
    recognised, sourced, verbs, options, back, model_sources, private = RULES
    stems = {}  # family → stems of its sources
    for path in files_under(root, SOURCES):
        family = path.split("/")[2]
        stem = os.path.basename(path).rsplit(".", 1)[0]
        stems.setdefault(family, set()).add(stem)
        if stem.startswith("binding_") or stem.endswith("_binding"):
            broken[model_sources].append(f"{path} is not called x_model.cpp")

    for path in files_under(root, HEADERS):
        family, name = path.split("/")[3], os.path.basename(path).rsplit(".", 1)[0]
        with open(os.path.join(root, path), encoding="utf-8") as file:
            text = bare(file.read())
        functions = declared(text)
        if re.search(rf"\bparse_{name}\((const SharedBytes&|Bytes) ", text):
            for verb in ("recognise", "write"):
                if f"{verb}_{name}" not in functions:
                    broken[recognised].append(f"{path} has parse_{name} and no {verb}_{name}")
            if not {name, f"{name}_native"} & stems.get(family, set()):
                broken[sourced].append(f"{path} has parse_{name}, but {SOURCES}/{family} has no {name}.cpp")
        parsed = {f[len("parse_") :] for f in functions if f.startswith("parse_")}
        for other in sorted(f"is_{x}" for x in parsed):
            if other in functions:
                broken[verbs].append(f"{path} has {other}")
        if "recognise" in functions:
            broken[verbs].append(f"{path} has recognise, which does not say what")
        for option in sorted(set(re.findall(r"\bstruct (\w*(?:Model|Clip|Bind|World)Options)\b", text)) - OPTIONS):
            broken[options].append(f"{path} has {option}, which is none of {', '.join(sorted(OPTIONS))}")
        if "from_model" in functions:
            broken[back].append(f"{path} has from_model, which does not say what comes out")
        if re.search(r"\btemplate <class Io\b", text):
            broken[private].append(f"{path} describes records; descriptions belong into {SOURCES}/{family}/…_layout.h")
    return broken


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
    results = check(parser.parse_args().root)
    for name, problems in results.items():
        if problems:
            print(f"FAIL {name}: {problems[0]}")
            for problem in problems[1:]:
                print(f"    {problem}")
        else:
            print(f"ok {name}")
    return 1 if any(results.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
