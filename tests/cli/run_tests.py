#!/usr/bin/python3
"""Tests of the command `ossuary`: run_tests.py --ossuary PROGRAM [--runner PROGRAM] [NAME…]

Prints `ok NAME`, `FAIL NAME: why` or `skip NAME: why`, and the sum; exit status 1 if one failed. Names given choose the
tests that contain one of them. With a runner (tools/wine) the command is one for Windows: what only Windows does is
tested too, and what it does not do is skipped.
"""

import argparse
import glob
import importlib
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
import harness

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--ossuary", required=True)
parser.add_argument("--runner")
parser.add_argument("names", nargs="*")
options = parser.parse_args()
command = [os.path.abspath(program) for program in (options.runner, options.ossuary) if program]

modules = [importlib.import_module(os.path.basename(path)[:-3]) for path in sorted(glob.glob(os.path.join(here, "test_*.py")))]
tests = [(f"{module.__name__[5:]}.{name[5:]}", function) for module in modules for name, function in vars(module).items()
         if name.startswith("test_") and function.__module__ == module.__name__]
if not options.runner:
    tests = [test for test in tests if not test[0].startswith("windows.")]
tests = [test for test in tests if not options.names or any(name in test[0] for name in options.names)]
root = os.path.dirname(os.path.dirname(here))
shared = os.environ.get("OSSUARY_SHARED", os.path.join(os.path.dirname(root), "shared"))
sys.exit(harness.run_all(tests, command, shared))
