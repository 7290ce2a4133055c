#!/usr/bin/python3
"""Runs the examples of README.md and docs/: what is printed there works.

A fence opened with ```sh example is run by bash, and one with ```cpp example is compiled, linked with the libraries in
build/release and run, with the words behind `example` as its arguments; either must end with status 0. The examples of a page run
in order in one empty folder of their own, with `ossuary` on the PATH and as `./run` and the build as build/release, so that a page can make
a file first and use it below. What a page needs before it, `<!-- before: COMMANDS -->` makes. `ossuary view` is asked for its page and its list
of files, and ended. Commands in a fence that is no example fail: nothing is shown that was not run. A C++ example without `main`
becomes the body of one. Every room has a page, and that page has an example. Links to files lead
to files. What is between `<!-- printed by: ossuary … -->` and `<!-- end -->` is what that command prints.

Prints `ok PAGE:LINE` or `FAIL PAGE:LINE: why`; exit status 1 if one failed.
"""

import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile
import textwrap

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from include_graph import rooms_of

TIME_LIMIT = 120  # seconds


# `ossuary` for the examples: a viewer must answer, and end when it is asked to.
WRAPPER = """#!/usr/bin/python3
import os, re, signal, subprocess, sys, urllib.request
command = [{command!r}, *sys.argv[1:]]
if "OSSUARY_WITHOUT_PAGE" in os.environ and sys.argv[1:2] in (["view"], ["shot"]):
    sys.exit(0)
if sys.argv[1:2] != ["view"]:
    os.execv(command[0], command)
viewer = subprocess.Popen(command + ["--no-open"], stdout=subprocess.PIPE, text=True)
address = re.search(r"http://[^ ]+/", viewer.stdout.readline() or "").group()
for path in ["", "session/files"]:
    urllib.request.urlopen(address + path, timeout=60).read()
viewer.send_signal(signal.SIGINT)
sys.exit(0 if viewer.wait(60) in (0, 130) else 1)
"""


def unmarked_of(text):
    """Lines of the fences with commands that are no examples."""
    return [text.count("\n", 0, match.start()) + 1 for match in re.finditer(r"^ *```sh$|^    (\./run|ossuary) view", text, re.MULTILINE)]


def examples_of(text):
    """(line, language, arguments, code) of each fence marked as an example, and of what comes before."""
    found = []
    for match in re.finditer(r"<!-- before: (.*?)-->", text, re.DOTALL):
        found.append((text.count("\n", 0, match.start()) + 1, "sh", [], match.group(1)))
    # In a list, a fence and its lines are indented alike.
    for match in re.finditer(r"^( *)```(sh|cpp) example([^\n]*)\n(.*?)^\1```$", text, re.MULTILINE | re.DOTALL):
        line = text.count("\n", 0, match.start()) + 1
        found.append((line, match.group(2), match.group(3).split(), textwrap.dedent(match.group(4))))
    return sorted(found)


def as_program(code):
    if re.search(r"^int main\(", code, re.MULTILINE):
        return code
    top, body = [], []
    for line in code.splitlines():
        (top if line.startswith(("#include", "using namespace")) else body).append(line)
    return "\n".join([*top, "int main() {", *body, "}", ""])


def make_wrapper(path, command):
    with open(path, "w", encoding="utf-8") as file:
        file.write(WRAPPER.replace("{command!r}", repr(command)))
    os.chmod(path, 0o755)


def run(command, folder, environment):
    try:
        done = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", timeout=TIME_LIMIT)
    except subprocess.TimeoutExpired:
        return 124, f"still running after {TIME_LIMIT} s"
    return done.returncode, done.stdout


def run_example(language, arguments, code, folder, root, build, environment):
    if language == "sh":
        return run(["bash", "-euo", "pipefail", "-c", code], folder, environment)
    source, program = os.path.join(folder, ".example.cpp"), os.path.join(folder, ".example")
    with open(source, "w") as file:
        file.write(as_program(code))
    libraries = sorted(glob.glob(os.path.join(build, "libossuary_*.a")) + glob.glob(os.path.join(build, "samples/*.a")))
    status, output = run(["g++", "-std=c++20", "-I", os.path.join(root, "include"), "-I", root, source, "-o", program,
                          "-Wl,--start-group", *libraries, "-Wl,--end-group", "-lspng", "-lsquish", "-lmeshoptimizer", "-lz", *optional_libraries(build)], folder, environment)
    if status == 0:
        status, output = run([program, *arguments], folder, environment)
    return status, output


def optional_libraries(build):
    """Those the build found and linked."""
    with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as cache:
        return ["-ldraco"] if re.search(r"^DRACO_LIBRARY:FILEPATH=/", cache.read(), re.MULTILINE) else []


def broken_links(text, folder):
    """Targets of links and pictures that are files of ours but are not there."""
    prose = re.sub(r"^( *)```.*?^\1```$", "", text, flags=re.MULTILINE | re.DOTALL)
    targets = [t.split("#")[0] for t in re.findall(r"\]\(([^)\s]+)\)", prose) if "://" not in t]
    return [t for t in targets if t and not os.path.exists(os.path.join(folder, t))]


def stale_prints(text, environment):
    """Commands whose output is not what the page shows."""
    stale = []
    for command, shown in re.findall(r"<!-- printed by: (ossuary [^>]*?) -->\n(.*?)<!-- end -->", text, re.DOTALL):
        status, output = run(command.split(), None, environment)
        if status != 0 or output != shown:
            stale.append(command)
    return stale


def pages_of(root):
    return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", *sorted(os.path.relpath(p, root) for p in glob.glob(os.path.join(root, "docs/**/*.md"), recursive=True))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", help="pages to run (default: all)")
    options = parser.parse_args()
    root = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
    build = os.path.join(root, "build/release")
    programs = tempfile.TemporaryDirectory()
    make_wrapper(os.path.join(programs.name, "ossuary"), os.path.join(build, "apps/cli/ossuary"))
    environment = {**os.environ, "PATH": programs.name + ":" + os.environ["PATH"], "NO_COLOR": "1"}

    failed, with_examples = 0, set()
    for page in options.pages or pages_of(root):
        with open(os.path.join(root, page), encoding="utf-8") as file:
            text = file.read()
        broken = broken_links(text, os.path.join(root, os.path.dirname(page)))
        if broken:
            failed += 1
            print(f"FAIL links of {page}: there is no {', '.join(broken)}", flush=True)
        else:
            print(f"ok links of {page}", flush=True)
        stale = stale_prints(text, environment)
        if stale:
            failed += 1
            print(f"FAIL tables of {page}: not what is printed by {', '.join(stale)}", flush=True)
        unmarked = unmarked_of(text)
        if unmarked:
            failed += 1
            print(f"FAIL commands of {page}: those of line {', '.join(map(str, unmarked))} are not run", flush=True)
        examples = examples_of(text)
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(os.path.join(programs.name, "ossuary"), os.path.join(folder, "run"))
            os.mkdir(os.path.join(folder, "build"))
            os.symlink(build, os.path.join(folder, "build/release"))
            for line, language, arguments, code in examples:
                with_examples.add(os.path.splitext(os.path.basename(page))[0])
                status, output = run_example(language, arguments, code, folder, root, build, environment)
                if status == 0:
                    print(f"ok {page}:{line}", flush=True)
                else:
                    failed += 1
                    print(f"FAIL {page}:{line}: exit status {status}\n{code}{output}", flush=True)

    if not options.pages:
        with open(os.path.join(root, "CMakeLists.txt")) as file:
            rooms = rooms_of(file.read())
        for room in rooms:
            name = room.split("/")[-1]
            # A large room has several pages: zengin-models, zengin-scripts.
            if any(page == name or page.startswith(name + "-") for page in with_examples):
                print(f"ok {room} has a page with an example")
            else:
                failed += 1
                print(f"FAIL {room} has a page with an example: there is none in docs/")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
