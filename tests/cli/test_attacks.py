"""Small files made to harm: each is refused with a sentence, soon and in little memory."""

import json
import os
import resource
import shutil
import struct
import subprocess

from harness import ANIM, MESH, Skip, expect, expect_in

MEMORY = 400 << 20  # of addresses; the program and its libraries are in it
SECONDS = 20


def run(bench, *arguments):
    """Status, output and errors of a command that has little memory and time."""
    done = subprocess.run([*bench.command, *arguments], cwd=bench.folder, capture_output=True, timeout=SECONDS,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
    return done.returncode, done.stdout, done.stderr.decode()


def refused(bench, reason, *arguments):
    status, _, errors = run(bench, *arguments)
    expect(status == 1, f"{arguments}: status {status}, {errors}")
    expect_in(reason, errors, "message")


def test_an_object_where_a_list_belongs(bench):
    for name, values, reason in [
        ("motion", {"footer_version": 1, "entries": [], "gaps": [{"a": 1, "b": 2}]}, "gaps[0]"),
        ("motion", {"footer_version": 1, "entries": [], "gaps": [[-1, ""]]}, "gaps[0]"),
        ("motion", {"footer_version": 1, "entries": {"a": 1}}, "entries: expected a list"),
        ("zen", {"encoding": "ASCII", "header": {}, "items": {"a": 1}}, "items: expected a list"),
        ("zen", {"encoding": "ASCII", "header": {}, "keys": {"a": 1}, "items": []}, "keys: expected a list"),
    ]:
        bench.write("x.json", json.dumps({"format": name, "ossuary": 1, "values": values, **values}))
        status, _, errors = run(bench, "build", "x.json", "-o", "x.bin")
        expect(status in (1, 2), f"{name} {values}: status {status}, {errors}")
        expect(not os.path.exists(bench.path("x.bin")), f"{name} {values}: nothing is written")


TRIANGLE = {"componentType": 5126, "type": "VEC3", "count": 3}  # zeros, without bytes


def gltf(**more):
    return json.dumps({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "a"}], **more})


def test_an_object_where_a_number_belongs(bench):
    camera = {"type": "perspective", "perspective": {"yfov": {"a": 1}, "znear": 0.1}}
    bench.write("camera.gltf", gltf(nodes=[{"camera": 0}], cameras=[camera]))
    refused(bench, "cameras[0].perspective.yfov: expected a number", "info", "camera.gltf")
    for name, variants, mappings in [("variants", {"a": 1}, []), ("mappings", [{"name": "b"}], {"a": 1})]:
        key = "KHR_materials_variants"
        bench.write("v.gltf", gltf(nodes=[{"mesh": 0}], extensions={key: {"variants": variants}}, accessors=[TRIANGLE],
                                   meshes=[{"primitives": [{"attributes": {"POSITION": 0}, "extensions": {key: {"mappings": mappings}}}]}]))
        refused(bench, f"{key}.{name}: expected a list", "info", "v.gltf")
    bench.run("demo", "-o", "d", "--no-view", "--quiet")
    bench.run("convert", "d/chest.glb", "-o", "levels.gltf", "--quiet")
    with open(bench.path("levels.gltf"), encoding="utf-8") as file:
        document = json.load(file)
    document["meshes"][0]["primitives"][0].setdefault("extras", {})["levels"] = {"a": 1}
    bench.write("levels.gltf", json.dumps(document))
    refused(bench, "levels: expected a list", "info", "levels.gltf")


def test_a_font_does_not_imply_a_picture_of_any_size(bench):
    glyphs = 600
    font = b"1\nNOWHERE.TGA\n" + struct.pack("<II", 4, glyphs) + bytes([1] * glyphs)
    font += struct.pack("<ff", 0, 0) * glyphs + struct.pack("<ff", 1e-4, 1e-4) * glyphs
    bench.write("huge.fnt", font)
    refused(bench, "pixels, more than 2048 × 2048", "convert", "huge.fnt", "-o", "x.png")


def test_a_list_of_empty_materials_costs_no_gigabyte(bench):
    bench.write("many.gltf", gltf(materials=[{} for _ in range(1_000_000)]))
    refused(bench, "asks for more memory than a file of this size can mean", "info", "many.gltf")


def test_a_clip_of_no_time_does_not_play_for_ever(bench):
    bench.write("small.md5mesh", MESH)
    bench.write("small.md5anim", ANIM.replace("frameRate 10", "frameRate 1000000000"))
    expect("frameRate 1000000000" in bench.read("small.md5anim").decode(), "the rate is replaced")
    status, out, errors = run(bench, "play", "small.md5mesh", "small.md5anim", "--clip", "small", "--for", "5s")
    expect(status == 0, errors)
    expect(len(out) < 1 << 20, f"{len(out)} bytes are printed")


def test_names_cannot_steer_a_terminal(bench):
    name = "a\u009b31m\x1b[2J\u202egnp"
    bench.write("names.gltf", gltf(nodes=[{"name": name}]))
    status, out, errors = run(bench, "info", "names.gltf")
    expect(status == 0, errors)
    for bad in ["\u009b", "\x1b[2J", "\u202e"]:
        expect(bad.encode() not in out, f"{bad!r} is printed")
    expect_in("a?31m?[2J?gnp", out.decode())


def test_positions_that_are_no_numbers_are_named_where_they_are_read(bench):
    bench.run("demo", "-o", "d", "--no-view", "--quiet")
    bench.run("dump", "d/gothic2/ITMW_OSSIAN.MRM", "-o", "sword.json")
    with open(bench.path("sword.json"), encoding="utf-8") as file:
        dump = json.load(file)
    dump["mesh"]["positions"][3] = ["0x7fc00000", 0, 0]
    bench.write("sword.json", json.dumps(dump))
    bench.run("build", "sword.json", "-o", "sword.mrm")
    for arguments in [("convert", "sword.mrm", "-o", "x.glb"), ("mesh", "sword.mrm", "--check")]:
        status, _, errors = run(bench, *arguments)
        expect(status == 1, f"{arguments}: status {status}")
        expect_in("is not finite", errors)
        expect_in("meshes[0].positions[", errors)


def test_what_a_killed_process_left_is_not_in_the_way(bench):
    bench.write("a.md5mesh", MESH)
    # exec keeps the number of the process, so that the name is the one it would take.
    script = 'touch "x.glb.ossuary-$$-1"; exec "$@"'
    done = subprocess.run(["bash", "-c", script, "left", *bench.command, "convert", "a.md5mesh", "-o", "x.glb"],
                          cwd=bench.folder, capture_output=True, timeout=SECONDS)
    expect(done.returncode == 0, done.stderr.decode())
    expect(bench.read("x.glb")[:4] == b"glTF", "the file is written")


def buffers_fit(bench, name):
    """Whether the .gltf is there with the .bin that it was written with."""
    with open(bench.path(name), encoding="utf-8") as file:
        buffer = json.load(file)["buffers"][0]
    return os.path.getsize(bench.path(os.path.join(os.path.dirname(name), buffer["uri"]))) == buffer["byteLength"]


def test_a_gltf_and_its_buffer_are_replaced_together(bench):
    bench.run("demo", "-o", "d", "--no-view", "--quiet")
    bench.run("convert", "d/chest.glb", "-o", "m.gltf", "--quiet")
    expect(sorted(os.listdir(bench.folder)).count("m.bin") == 1, "m.bin is written")
    for source, buffer, gone in [("d/banner.glb", "m-2.bin", "m.bin"), ("d/chest.glb", "m.bin", "m-2.bin")]:
        bench.run("convert", source, "-o", "m.gltf", "--force", "--quiet")
        expect(os.path.exists(bench.path(buffer)) and not os.path.exists(bench.path(gone)), f"{buffer}, not {gone}")
        expect(buffers_fit(bench, "m.gltf"), f"m.gltf goes with {buffer}")
    refused(bench, "--buffer: expected a name without folders", "convert", "d/chest.glb", "-o", "n/n.gltf", "--buffer",
            "../n")
    bench.run("convert", "d/chest.glb", "-o", "n/n.gltf", "--buffer", "data", "--quiet")
    expect(os.path.exists(bench.path("n/data.bin")) and buffers_fit(bench, "n/n.gltf"), "the buffer has the name given")


def test_whoever_is_killed_leaves_the_old_pair_or_the_new_one(bench):
    strace = shutil.which("strace")
    if not strace:
        raise Skip("strace is not here")
    bench.run("demo", "-o", "d", "--no-view", "--quiet")
    bench.run("convert", "d/chest.glb", "-o", "m.gltf", "--quiet")
    source = "d/banner.glb"
    for call in ("rename", "unlink", "fsync"):
        for when in range(1, 4):
            done = subprocess.run([strace, "-f", "-qq", "-o", os.devnull, "-e", f"trace={call}", "-e",
                                   f"inject={call}:signal=KILL:when={when}", *bench.command, "convert", source, "-o",
                                   "m.gltf", "--force", "--quiet"], cwd=bench.folder, capture_output=True, timeout=120)
            if b"ptrace" in done.stderr:
                raise Skip("nobody may be traced here")
            expect(buffers_fit(bench, "m.gltf"), f"killed at {call} {when}: m.gltf has its buffer")
            source = "d/chest.glb" if source == "d/banner.glb" else "d/banner.glb"
