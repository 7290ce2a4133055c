"""Bad input: a line that says where and why, status 1, no crash, no hang, no output."""

import json
import os
import resource
import struct
import subprocess

from harness import ANIM, MESH, expect, expect_in, posix_only

# The line each bad sample breaks at, and the reason.
INVALID = {
    "InvalidBoneIndex.md5mesh": (23, "expected joint index below 1, found '999'"),
    "OverflowingVertexIndex.md5mesh": (15, "expected vertex index in 0..0, found '4294967295'"),
    "OverflowingTriangleIndex.md5mesh": (18, "expected triangle index in 0..0, found '4294967295'"),
    "OverflowingWeightIndex.md5mesh": (21, "expected weight index in 0..0, found '4294967295'"),
    "InvalidCameraCut.md5camera": (9, "expected cut frame in 1..0, found '8'"),
}


def refused(bench, path, *arguments):
    done = bench.run(*arguments, status=1)
    lines = [line for line in done.err.splitlines() if line.startswith("ossuary: ")]
    expect(len(lines) == 1, f"one line of error, not {lines}")
    expect(lines[0].startswith(f"ossuary: {path}"), f"{lines[0]!r} begins with the file")
    return lines[0]


def test_every_bad_sample_is_refused_at_its_line(bench):
    for name, (line, reason) in INVALID.items():
        path = bench.sample("md5/invalid/" + name)
        for arguments in [("info", path), ("dump", path), ("convert", path, "-o", "out.glb")]:
            message = refused(bench, path, *arguments)
            expect_in(f"{name}:{line}:", message, "message")
            expect(message.endswith(reason), f"{message!r} ends with {reason!r}")
    expect(bench.files() == [], "no output")


def test_truncated_text_is_refused(bench):
    for name, text in [("cut.md5mesh", MESH), ("cut.md5anim", ANIM)]:
        end = text.rindex("}")
        for length in [0, 1, 9, 12, 40, *range(60, end, 37), end]:
            bench.write(name, text[:length])
            message = refused(bench, name, "info", name)
            expect(message.startswith(f"ossuary: {name}:"), f"{length}: {message}")


@posix_only("Windows: memory cannot be limited so")
def test_lying_counts_in_text_cost_no_memory(bench):
    for name, text in [("a.md5mesh", MESH.replace("numverts 3", "numverts 2000000000")),
                       ("b.md5mesh", MESH.replace("numJoints 2", "numJoints 2000000000")),
                       ("c.md5anim", ANIM.replace("numFrames 3", "numFrames 2000000000")),
                       ("d.md5anim", ANIM.replace("numAnimatedComponents 2", "numAnimatedComponents 2000000000"))]:
        bench.write(name, text)
        expect_in("2000000000", run_in_little_memory(bench, "info", name), name)


def run_in_little_memory(bench, *arguments):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (512 << 20, 512 << 20))

    done = subprocess.run([*bench.command, *arguments, "--jobs", "1"], cwd=bench.folder, preexec_fn=limit,
                          stderr=subprocess.PIPE, stdout=subprocess.PIPE, timeout=60, check=False)
    expect(done.returncode == 1, f"{arguments}: status {done.returncode}: {done.stderr[:300]!r}")
    expect(b"not enough memory" not in done.stderr, f"{arguments}: {done.stderr!r}")
    return done.stderr.decode("utf-8", "replace")


def glb_parts(content):
    length = struct.unpack_from("<I", content, 12)[0]
    return json.loads(content[20:20 + length]), content[20 + length:]


def glb_of(document, rest):
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    return struct.pack("<4sIIII", b"glTF", 2, 20 + len(text) + len(rest), len(text), 0x4E4F534A) + text + rest


@posix_only("Windows: memory cannot be limited so")
def test_a_glb_with_lying_counts_is_refused(bench):
    bench.write("small.md5mesh", MESH)
    bench.write("small.md5anim", ANIM)
    bench.run("convert", "small.md5mesh", "small.md5anim", "-o", "small.glb")
    good = bench.read("small.glb")

    def lie(change):
        document, rest = glb_parts(good)
        change(document)
        bench.write("lie.glb", glb_of(document, rest))
        return run_in_little_memory(bench, "info", "lie.glb")

    def count(document):
        document["accessors"][0]["count"] = 2000000000

    def view(document):
        document["bufferViews"][0]["byteLength"] = 1 << 40

    def node(document):
        document["scenes"][0]["nodes"] = [99999]

    def offset(document):
        document["accessors"][0]["byteOffset"] = 4294967292

    for change, place in [(count, "accessors[0]"), (view, "bufferViews[0]"), (node, "scenes[0]"), (offset, "accessors[0]")]:
        expect_in(place, lie(change), change.__name__)


def test_a_truncated_glb_is_refused(bench):
    bench.write("small.md5mesh", MESH)
    bench.run("convert", "small.md5mesh", "-o", "small.glb")
    good = bench.read("small.glb")
    for length in [4, 11, 12, 19, 20, 21, 200, len(good) // 2, len(good) - 1]:
        bench.write("cut.glb", good[:length])
        refused(bench, "cut.glb", "info", "cut.glb")
        refused(bench, "cut.glb", "convert", "cut.glb", "-o", "out.md5mesh")
    expect("out.md5mesh" not in bench.files(), "no output")


def test_an_empty_gltf_is_said_to_be_empty(bench):
    for name in ("empty.glb", "empty.gltf"):
        bench.write(name, "")
        for arguments in [("info", name), ("dump", name), ("convert", name, "-o", "out.glb")]:
            message = refused(bench, name, *arguments)
            expect(message == f"ossuary: {name}: the file is empty", f"{message!r}")


def test_pictures_that_are_cut_are_refused(bench):
    with open(bench.sample("md5/guard1_face.png"), "rb") as file:
        good = file.read()
    for length in [8, 20, 33, 100, len(good) // 2, len(good) - 5]:
        bench.write("cut.png", good[:length])
        refused(bench, "cut.png", "convert", "cut.png", "-o", "out.tga")
    expect("out.tga" not in bench.files(), "no output")


def test_what_is_nothing_of_ours_is_said_to_be(bench):
    bench.write("notes.txt", "just text")
    bench.write("empty", "")
    for name, words in [("notes.txt", "not a format"), ("empty", "the file is empty")]:
        expect_in(words, refused(bench, name, "info", name), "message")
    os.mkdir(bench.path("folder"))
    expect_in("missing.glb", refused(bench, "missing.glb", "dump", "missing.glb"), "message")
    refused(bench, "folder", "dump", "folder")


def test_control_characters_of_a_file_do_not_reach_the_terminal(bench):
    bench.write("evil.md5mesh", MESH.replace('"tip"', '"\x1b[2Jtip"').replace("shader", "sh\x1b[31mader"))
    done = bench.run("info", "evil.md5mesh", status=1)
    expect("\x1b" not in done.err + done.out, "escapes are taken out of messages")
    bench.write("evil.md5mesh", MESH.replace('"tip"', '"\x1b[2Jtip"'))
    expect("\x1b" not in bench.run("info", "evil.md5mesh").out, "and of what is shown")


def test_flipped_bytes_never_crash(bench):
    bench.write("small.md5mesh", MESH)
    bench.write("small.md5anim", ANIM)
    bench.run("convert", "small.md5mesh", "small.md5anim", "-o", "small.glb")
    seed = 12345
    for name in ["small.md5mesh", "small.md5anim", "small.glb"]:
        good = bench.read(name)
        for i in range(60):
            content = bytearray(good)
            for _ in range(3):
                seed = (seed * 1103515245 + 12345) % (1 << 31)
                content[seed % len(content)] ^= 1 << (seed >> 8) % 8
            bench.write(f"flipped/{i}-{name}", bytes(content))
    done = bench.run("verify", "flipped", "--quiet", status=None)
    expect(done.status in (0, 1), f"status {done.status}: {done.err[:300]}")
