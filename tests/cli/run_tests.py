#!/usr/bin/python3
"""Tests of the command `ossuary`: run_tests.py --ossuary PROGRAM [NAME…]

Prints `ok NAME`, `FAIL NAME: why` or `skip NAME: why`, and the sum; exit status 1 if one failed. Names given choose the
tests that contain one of them.
"""

import argparse
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness
import test_archives
import test_bad_input
import test_broken_parts
import test_compile
import test_files
import test_first_steps
import test_gothic
import test_mesh
import test_mw3
import test_pack
import test_play
import test_saturn
import test_sound
import test_verbs
import test_view

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--ossuary", required=True)
parser.add_argument("names", nargs="*")
options = parser.parse_args()

tests = [(f"{module.__name__[5:]}.{name[5:]}", function)
         for module in (test_verbs, test_first_steps, test_files, test_gothic, test_compile, test_saturn, test_sound, test_mesh, test_mw3,
                        test_pack, test_play, test_archives, test_view, test_broken_parts, test_bad_input)
         for name, function in vars(module).items() if name.startswith("test_")]
tests = [test for test in tests if not options.names or any(name in test[0] for name in options.names)]
shared = os.environ.get("OSSUARY_SHARED", os.path.join(os.path.dirname(root), "shared"))
sys.exit(harness.run_all(tests, os.path.abspath(options.ossuary), shared))
