#!/usr/bin/python3
"""Runs the unit tests of a build folder; one line per test case: `ok`, `FAIL` with its output, or `skip`.

    unit_report.py [--runner PROGRAM] FOLDER [ROOM…]

Each room's test program runs as one process, so that what its tests share is made once; ctest would start one for each
test, which takes six times as long. A runner starts the programs for another system: tools/wine. A test that ends the process, or says nothing for five minutes, fails alone: the
program is started again for those after it.
"""

import argparse
import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import threading

RUNNER = []  # the program that runs the programs, if it is not this system
SILENCE = 300  # seconds until a test counts as hung
STEP = re.compile(r"^\[ +(RUN|OK|FAILED|SKIPPED) +\] ([^\s,]+)")


def skip_reason(output):
    """The message of GTEST_SKIP(): the line after `file:line: Skipped`."""
    match = re.search(r": Skipped\n(.*)", output)
    return match.group(1).strip() if match and match.group(1).strip() else "it gives no reason"


def listed(program):
    """The names of a program's tests, in its order."""
    names, suite = [], ""
    said = subprocess.run([*RUNNER, program, "--gtest_list_tests"], stdout=subprocess.PIPE, text=True, check=True).stdout
    for line in said.splitlines():
        entry = line.split("#")[0].rstrip()
        if entry.startswith(" "):
            names.append(suite + entry.strip())
        elif entry.endswith("."):
            suite = entry
    return names


def run(program, names):
    """Runs the named tests until the process ends: a list of (name, step, output), where a last step of RUN died."""
    results, output, running = [], [], None
    filter = [] if names is None else ["--gtest_filter=" + ":".join(names)]
    process = subprocess.Popen([*RUNNER, program, *filter], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace")
    watchdog = threading.Timer(SILENCE, process.kill)
    watchdog.start()
    for line in process.stdout:
        watchdog.cancel()
        watchdog = threading.Timer(SILENCE, process.kill)
        watchdog.start()
        step = STEP.match(line)
        if step and step[1] == "RUN":
            running, output = step[2], []
        elif step and step[2] == running:
            results.append((running, step[1], "".join(output)))
            running = None
        else:
            output.append(line)
    watchdog.cancel()
    status = process.wait()
    if running:
        results.append((running, "RUN", "".join(output) + f"the process ended with status {status}\n"))
    elif status != 0 and not any(step == "FAILED" for _, step, _ in results):
        results.append((os.path.basename(program), "RUN", "".join(output) + f"the process ended with status {status}\n"))
    return results


def report(program):
    """The lines for one test program, and how many of its tests failed."""
    lines, failed, left = [], 0, listed(program)
    if not left:
        return [f"FAIL {os.path.basename(program)}: it has no tests"], 1
    first = True
    while left:
        results = run(program, None if first else left)
        first = False
        for name, step, output in results:
            if step == "OK":
                lines.append(f"ok {name}")
            elif step == "SKIPPED":
                lines.append(f"skip {name}: {skip_reason(output)}")
            else:
                failed += 1
                lines.append(f"FAIL {name}: {'failed' if step == 'FAILED' else 'did not end'}\n{output}")
        done = {name for name, _, _ in results}
        before, left = left, [name for name in left if name not in done]
        if len(left) == len(before):
            return lines + [f"FAIL {name}: was not run" for name in left], failed + len(left)
    return lines, failed


def others(folder):
    """The examples and what else only ctest knows how to start."""
    done = subprocess.run(["ctest", "--test-dir", folder, "-R", r"^(Kernels\.ShareNoSymbols$|Examples\.)", "--output-on-failure",
                           "--no-tests=error"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines, failed, output = [], 0, []
    for line in done.stdout.splitlines():
        step = re.search(r"Test +#\d+: (\S+) \.+(\s+Passed)?", line)
        if step and step[2]:
            lines.append(f"ok {step[1]}")
        elif step:
            failed += 1
            lines.append(f"FAIL {step[1]}: {line.split('...')[-1].strip(' .*')}")
        elif failed and not re.match(r" +Start +\d+: ", line):
            output.append(line)
    if done.returncode != 0 and not failed:
        return [f"FAIL ctest: ended with status {done.returncode}", done.stdout], 1
    return lines + output, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runner")
    parser.add_argument("folder")
    parser.add_argument("rooms", nargs="*")
    options = parser.parse_args()
    folder, ending = options.folder, ""
    if options.runner:
        RUNNER.append(os.path.abspath(options.runner))
        ending = ".exe"
    programs = [program for room in options.rooms or ["*"]
                for program in glob.glob(os.path.join(os.path.abspath(folder), "tests", f"ossuary_{room}_tests{ending}"))]
    if len(programs) < len(options.rooms or [1]):
        print(f"FAIL {folder}: there are no test programs")
        return 1
    programs.sort(key=os.path.getsize, reverse=True)
    jobs = int(os.environ.get("OSSUARY_JOBS") or os.cpu_count() or 1)
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        tasks = [pool.submit(report, program) for program in programs]
        if not options.rooms:
            tasks.append(pool.submit(others, folder))
        for task in tasks:
            lines, failed = task.result()
            print("\n".join(lines), flush=True)
            failures += failed
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
