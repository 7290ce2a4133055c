"""What the tests of the command stand on: running it, a folder per test, small files written by hand."""

import json
import os
import subprocess
import tempfile

TIME_LIMIT = 120  # seconds

# In the layout the writer uses, so that it comes back byte for byte.
MESH = """MD5Version 10
commandline "made by hand"

numJoints 2
numMeshes 1

joints {
	"origin"	-1 ( 0 0 0 ) ( 0 0 0 )		// 
	"tip"	0 ( 0 0 10 ) ( 0 0 0 )		// origin
}

mesh {
	shader "skin/bone"

	numverts 3
	vert 0 ( 0 0 ) 0 1
	vert 1 ( 1 0 ) 1 1
	vert 2 ( 0 1 ) 2 2

	numtris 1
	tri 0 0 2 1

	numweights 4
	weight 0 0 1 ( 0 0 0 )
	weight 1 0 1 ( 4 0 0 )
	weight 2 0 0.5 ( 0 0 8 )
	weight 3 1 0.5 ( 0 0 -2 )
}
"""

ANIM = """MD5Version 10
commandline ""

numFrames 3
numJoints 2
frameRate 10
numAnimatedComponents 2

hierarchy {
	"origin"	-1 1 0	// ( Tx )
	"tip"	0 32 1	// origin ( Qz )
}

bounds {
	( -1 -1 -1 ) ( 5 1 11 )
	( -1 -1 -1 ) ( 5 1 11 )
	( -1 -1 -1 ) ( 5 1 11 )
}

baseframe {
	( 0 0 0 ) ( 0 0 0 )
	( 0 0 10 ) ( 0 0 0 )
}

frame 0 {
	 0
	 0
}

frame 1 {
	 2
	 0.25
}

frame 2 {
	 4
	 0.5
}
"""

# The same content as nobody's writer lays it out.
MESSY_MESH = MESH.replace("\n\n", "\n").replace("joints {", "joints { // a comment to keep\r\n").replace("( 0 0 10 )", "(0 0 1e1)")


class Failed(Exception):
    """The expectation that was not met, in words."""


class Skip(Exception):
    """Why a test cannot run here."""


class Done:
    def __init__(self, process):
        self.status = process.returncode
        self.bytes = process.stdout
        self.out = process.stdout.decode("utf-8", "replace")
        self.err = process.stderr.decode("utf-8", "replace")

    def json(self):
        try:
            return json.loads(self.bytes)
        except ValueError as error:
            raise Failed(f"not JSON: {error}: {self.out[:200]!r}") from error


class Bench:
    """One test's folder and the command under test."""

    def __init__(self, command, shared, folder):
        self.command = list(command)  # a runner before the program, if it is for another system
        self.shared = shared
        self.folder = folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return name

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def files(self, folder="."):
        return sorted(os.path.relpath(os.path.join(at, name), self.path(folder))
                      for at, _, names in os.walk(self.path(folder)) for name in names)

    def sample(self, name):
        path = os.path.join(self.shared, "samples", name)
        if not os.path.exists(path):
            raise Skip("the shared samples are not here (OSSUARY_SHARED)")
        return path

    def start(self, *arguments, **more):
        return subprocess.Popen([*self.command, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)

    def run(self, *arguments, status=0, given=b"", environment=None, cwd=None):
        """Runs the command; any other exit status than the one expected fails the test."""
        process = subprocess.run([*self.command, *arguments], cwd=cwd or self.folder, input=given, timeout=TIME_LIMIT,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                                 env={**os.environ, **(environment or {})})
        done = Done(process)
        if status is not None and done.status != status:
            raise Failed(f"{' '.join(arguments)}: status {done.status}, not {status}: {done.err.strip()[:400]}")
        return done


def expect(condition, why):
    if not condition:
        raise Failed(why)


def expect_in(part, whole, what="output"):
    if part not in whole:
        raise Failed(f"{part!r} is not in the {what}: {whole[:400]!r}")


def posix_only(why):
    """A test that makes no sense under Windows, and why."""
    def mark(test):
        test.posix_only = why
        return test
    return mark


def run_all(tests, command, shared):
    """Runs (name, function) pairs, prints a line for each and the sum; 1 if one failed."""
    passed = failed = skipped = 0
    for name, test in tests:
        with tempfile.TemporaryDirectory(prefix="ossuary-test-") as folder:
            try:
                if len(command) > 1 and hasattr(test, "posix_only"):
                    raise Skip(test.posix_only)
                test(Bench(command, shared, folder))
                passed += 1
                print(f"ok {name}", flush=True)
            except Skip as why:
                skipped += 1
                print(f"skip {name}: {why}", flush=True)
            except Exception as why:  # a test that breaks has failed, and the others go on
                failed += 1
                print(f"FAIL {name}: {why if isinstance(why, Failed) else repr(why)}", flush=True)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0
