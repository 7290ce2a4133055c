#!/usr/bin/python3
"""Reads every #include of the rooms and compares them with what CMakeLists.txt allows.

A room includes its own headers and the public headers of the rooms its ossuary_room() call names under USES, and nothing
else. Prints `ok NAME` or `FAIL NAME: why`, one line per rule and room; exit status 1 if one failed.
"""

import argparse
import os
import re
import sys

# What the rooms keep out, so that they also run in a browser, and in a game's own loop.
FORBIDDEN_HEADERS = {"iostream", "fstream"}
THREAD_HEADERS = {"thread", "mutex", "shared_mutex", "condition_variable", "future", "semaphore", "latch", "barrier"}
# The one room with threads, in sources that are compiled for native builds only.
THREADED_SOURCE = re.compile(r"src/assets/\w+_native\.cpp")
FORBIDDEN_WORDS = ("throw", "try", "catch")
SOURCE = (".h", ".cpp")
# The header of the whole library: it includes public headers of any room, and no room includes it.
UMBRELLA = "include/ossuary/ossuary.h"


def rooms_of(cmake):
    """Room → the rooms it may use, from the ossuary_room() calls, in their order."""
    rooms = {}
    for call in re.findall(r"^ossuary_room\(([^)]*)\)", cmake, re.MULTILINE):
        words = call.split()
        uses, reading = [], False
        for word in words[1:]:
            if word.isupper():
                reading = word == "USES"
            elif reading and word == "${OSSUARY_FAMILIES}":
                uses += [room for room in rooms if room.startswith("formats/")]
            elif reading:
                uses.append(word)
        rooms[words[0]] = uses
    return rooms


def bare(text):
    """The code without comments, strings and characters; line numbers stay."""
    pattern = r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\''
    return re.sub(pattern, lambda m: "\n" * m.group().count("\n"), text, flags=re.DOTALL)


def includes(text):
    """(line, name, True for <…>) of each include."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', line)
        if match:
            found.append((number, match.group(1) or match.group(2), match.group(2) is not None))
    return found


def room_of(path, rooms):
    """The room that owns include/ossuary/… or src/…; the deepest folder decides."""
    owners = [room for room in rooms if path.startswith(room + "/")]
    return max(owners, key=len, default=None)


def files_under(root, folder):
    for parent, _, names in sorted(os.walk(os.path.join(root, folder))):
        if "node_modules" in parent.split(os.sep):
            continue
        for name in sorted(names):
            if name.endswith(SOURCE):
                yield os.path.relpath(os.path.join(parent, name), root)


def cycle_in(graph):
    """One cycle as a list of names, or nothing. Works without recursion, however deep the graph is."""
    done = set()
    for start in graph:
        path, on_path, stack = [], set(), [(start, iter(graph.get(start, ())))]
        if start in done:
            continue
        path.append(start)
        on_path.add(start)
        while stack:
            node, following = stack[-1]
            for successor in following:
                if successor in on_path:
                    return path[path.index(successor) :] + [successor]
                if successor not in done:
                    path.append(successor)
                    on_path.add(successor)
                    stack.append((successor, iter(graph.get(successor, ()))))
                    break
            else:
                stack.pop()
                path.pop()
                on_path.discard(node)
                done.add(node)
    return None


def umbrella_problems(root, rooms):
    with open(os.path.join(root, UMBRELLA), encoding="utf-8") as file:
        return [f"{UMBRELLA}:{line} includes {name}, which is no public header of a room"
                for line, name, _ in includes(file.read())
                if not (name.startswith("ossuary/") and room_of(name.removeprefix("ossuary/"), rooms)
                        and os.path.exists(os.path.join(root, "include", name)))]


def check(root):
    """Rule → what breaks it (empty: all well)."""
    with open(os.path.join(root, "CMakeLists.txt")) as file:
        rooms = rooms_of(file.read())
    results = {f"room {room}": [] for room in rooms}
    homeless, header_graph = [], {}
    order = list(rooms)

    use_problems = []
    for room, uses in rooms.items():
        for used in uses:
            if used not in rooms:
                use_problems.append(f"{room} uses {used}, which is no room")
            elif order.index(used) >= order.index(room):
                use_problems.append(f"{room} uses {used}, which does not come before it")
    cycle = cycle_in(rooms)
    if cycle:
        use_problems.append("a cycle: " + " → ".join(cycle))

    for path in [*files_under(root, "include"), *files_under(root, "src")]:
        public = path.startswith("include/")
        within = path.removeprefix("include/ossuary/" if public else "src/")
        if path == UMBRELLA:
            homeless += umbrella_problems(root, rooms)
            continue
        room = room_of(within, rooms)
        if room is None:
            homeless.append(f"{path} is in no room")
            continue
        problems = results[f"room {room}"]
        with open(os.path.join(root, path), encoding="utf-8") as file:
            text = file.read()
        edges = header_graph.setdefault(path, [])
        for line, name, angled in includes(text):
            place = f"{path}:{line}"
            if name.startswith("ossuary/"):
                target = room_of(name.removeprefix("ossuary/"), rooms)
                if target is None:
                    problems.append(f"{place} includes {name}, which is in no room")
                elif target != room and target not in rooms[room]:
                    problems.append(f"{place} includes {name}, but room {room} does not use {target}")
                elif not os.path.exists(os.path.join(root, "include", name)):
                    problems.append(f"{place} includes {name}, which does not exist")
                edges.append("include/" + name)
            elif not angled:
                beside = os.path.normpath(os.path.join(os.path.dirname(path), name))
                private = beside if os.path.exists(os.path.join(root, beside)) else os.path.join("src", name)
                if public:
                    problems.append(f"{place} includes the private header {name} from a public one")
                elif room_of(private.removeprefix("src/"), rooms) != room:
                    problems.append(f"{place} includes {name}, which is not private to room {room}")
                edges.append(private)
            elif name in FORBIDDEN_HEADERS or name.startswith("fmt/"):
                problems.append(f"{place} includes <{name}>, which rooms do without")
            elif name in THREAD_HEADERS and not THREADED_SOURCE.fullmatch(path):
                problems.append(f"{place} includes <{name}>; threads belong into src/assets/*_native.cpp")
        for number, line in enumerate(bare(text).splitlines(), 1):
            for word in FORBIDDEN_WORDS:
                if re.search(rf"\b{word}\b", line):
                    problems.append(f"{path}:{number} says {word}; errors are values here")

    # Everything else sees public headers only.
    outside = []
    for folder in ("apps", "samples", "examples", "bench", "fuzz", "tools"):
        for path in files_under(root, folder):
            with open(os.path.join(root, path), encoding="utf-8") as file:
                for line, name, angled in includes(file.read()):
                    if not angled and not name.startswith("ossuary/") and os.path.exists(os.path.join(root, "src", name)):
                        outside.append(f"{path}:{line} includes the private header {name}")

    cycle = cycle_in(header_graph)
    results["order of rooms"] = use_problems
    results["every file has a room"] = homeless
    results["no cycle of headers"] = [" → ".join(cycle)] if cycle else []
    results["apps see public headers only"] = outside
    return results


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
