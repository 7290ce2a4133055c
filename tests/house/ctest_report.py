#!/usr/bin/python3
"""Runs the unit tests of a build folder through ctest; one line per test case: `ok`, `FAIL` with its output, or `skip`.

    ctest_report.py FOLDER [LABEL]    LABEL names one room
"""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as xml


def skip_reason(output):
    """The message of GTEST_SKIP(): the line after `file:line: Skipped`."""
    match = re.search(r": Skipped\n(.*)", output)
    return match.group(1).strip() if match and match.group(1).strip() else "it gives no reason"


def main():
    folder = sys.argv[1]
    report = os.path.join(os.path.abspath(folder), "ctest.xml")
    if os.path.exists(report):
        os.unlink(report)
    jobs = os.environ.get("OSSUARY_JOBS") or str(os.cpu_count() or 1)
    command = ["ctest", "--test-dir", folder, "-j", jobs, "--timeout", "300", "--output-junit", report]
    if len(sys.argv) > 2:
        command += ["-L", f"^{sys.argv[2]}$"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    cases = xml.parse(report).getroot().findall("testcase") if os.path.exists(report) else []
    if not cases:
        print(f"FAIL ctest: found no tests\n{done.stdout}")
        return 1
    failed = 0
    for case in cases:
        name, status = case.get("name"), case.get("status")
        output = case.findtext("system-out") or ""
        if status == "run":
            print(f"ok {name}")
        elif status == "disabled":
            print(f"skip {name}: disabled")
        elif status == "notrun" and case.find("skipped") is not None and "Skipped" in output:
            print(f"skip {name}: {skip_reason(output)}")
        else:
            failed += 1
            failure = case.find("failure")
            why = failure.get("message") if failure is not None else status
            print(f"FAIL {name}: {why or 'failed'}\n{output}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
