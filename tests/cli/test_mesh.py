"""ossuary mesh, and convert --meshopt."""

import struct

from harness import MESH, expect, expect_in


def small(bench):
    bench.write("small.md5mesh", MESH)
    bench.run("convert", "small.md5mesh", "-o", "small.glb", "--quiet")


def test_mesh_prints_what_it_came_to(bench):
    small(bench)
    done = bench.run("mesh", "small.md5mesh", "--check")
    for words in ["meshlets", "reuse", "cones", "position mm", "SAH cost", "drawn", "solid", "every check holds"]:
        expect_in(words, done.out)


def test_mesh_json_has_errors_within_their_bounds(bench):
    small(bench)
    for options in [[], ["--position-bits", "8", "--frame", "meshlet"], ["--skinning", "joints", "--limits", "64/124"]]:
        report = bench.run("mesh", "small.glb", "--check", "--json", *options).json()
        expect(report["sound"] is True, "everything holds")
        for mesh in report["meshes"]:
            packed = mesh["packed"]
            for name, bound in packed["bounds"].items():
                expect(packed["errors"][name] <= bound, f"{name} is within its bound")
            expect(0 < mesh["meshlets"]["triangleFill"] <= 1, "a part of the slots")
            expect(mesh["tree"]["nodes"] >= 1, "there is a tree")
        expect(len(report["buckets"]) >= 1, "something is drawn")


def test_mesh_writes_packed_files(bench):
    small(bench)
    bench.run("mesh", "small.glb", "-o", "{name}.opm", "--quiet")
    files = [name for name in bench.files() if name.endswith(".opm")]
    expect(len(files) >= 1, "one for each mesh")
    bytes_ = bench.read(files[0])
    expect(bytes_[:4] == b"opm\x1a" and struct.unpack("<H", bytes_[4:6])[0] == 1, "magic and version")
    expect(len(bytes_) % 16 == 0, "whole lines of sixteen bytes")
    bench.run("mesh", "small.glb", "-o", "{name}.opm", status=1)  # it exists


def test_wrong_usage_of_mesh(bench):
    small(bench)
    for arguments in [("--limits", "many"), ("--limits", "64"), ("--position-bits", "9"), ("--frame", "world")]:
        bench.run("mesh", "small.glb", *arguments, status=2)
    bench.run("mesh", "small.glb", "--limits", "2/64", status=1)


def test_meshopt_is_smaller_and_read_back(bench):
    small(bench)
    bench.run("convert", "small.glb", "-o", "packed.glb", "--meshopt", "--quiet")
    plain = bench.run("info", "small.glb", "--json").json()
    packed = bench.run("info", "packed.glb", "--json").json()
    expect(packed["extensionsRequired"] == ["EXT_meshopt_compression", "KHR_mesh_quantization"], "it says what it needs")
    expect(packed["numTris"] == plain["numTris"], "every triangle is there")
