"""Shining Force III's battle files: kept byte for byte, bound, converted, and taken apart."""

import json
import os

from harness import expect, expect_in, posix_only

PAIR = ["x8pc-small.bin", "x8an-small.bin"]


def samples(bench):
    return [bench.sample("sf3/" + name) for name in PAIR]


def test_the_samples_are_written_identically(bench):
    rows = bench.run("verify", os.path.dirname(bench.sample("sf3/" + PAIR[0])), "--json").json()
    expect(rows["identical"] == 2 and rows["refused"] == 0 and rows["differs"] == 0, f"{rows}")


def test_dump_and_build_give_the_same_bytes_and_the_samples_values(bench):
    for path in samples(bench):
        with open(path, "rb") as file:
            original = file.read()
        with open(path.replace(".bin", ".json"), encoding="utf-8") as file:
            expected = json.load(file)
        dumped = bench.run("dump", path).json()
        for name, value in dumped.items():
            expect(expected[name] == value, f"{path}: {name} differs")
        bench.write("x.json", json.dumps(dumped))
        bench.run("build", "x.json", "-o", "y.bin", "--force")
        expect(bench.read("y.bin") == original, f"{path} came back otherwise")
        bench.run("build", path.replace(".bin", ".json"), "-o", "y.bin", "--force")
        expect(bench.read("y.bin") == original, f"{path} is not what its description builds")


def test_an_edited_texture_changes_its_stream_and_nothing_else(bench):
    dumped = bench.run("dump", samples(bench)[0]).json()
    dumped["textures"][1]["pixels"][7] ^= 31
    bench.write("x.json", json.dumps(dumped))
    bench.run("build", "x.json", "-o", "edited.bin")
    with open(samples(bench)[0], "rb") as file:
        before = file.read()
    after = bench.read("edited.bin")

    def chunk(data, index):
        at, size = (int.from_bytes(data[16 * index + k:16 * index + k + 4], "big") for k in (0, 4))
        return data[at:at + size]

    expect([chunk(before, i) == chunk(after, i) for i in range(4)] == [True, False, True, True], "other chunks changed")
    changes = bench.run("diff", samples(bench)[0], "edited.bin", "--json", status=1).json()
    expect_in("textures[1]", str(changes), "difference")


def test_a_pair_becomes_gltf_with_all_clips(bench):
    bench.run("convert", *samples(bench), "-o", "small.glb")
    clips = bench.run("info", "small.glb", "--json").json()["clips"]
    expect(len(clips) == 7, f"{len(clips)} clips")


def test_a_model_from_elsewhere_becomes_a_pair_and_comes_back(bench):
    bench.run("demo", "-o", "demo", "--no-view")
    expect(bench.files("demo/sf3") == ["x8an00.bin", "x8pc00a.bin"], f"{bench.files('demo/sf3')}")
    bench.run("convert", "demo/sf3/x8pc00a.bin", "-o", "hero.glb")
    bench.run("convert", "hero.glb", "-o", "x8pc01a.bin")
    expect("x8an01.bin" in bench.files(), f"{bench.files()}")
    facts = bench.run("info", "x8an01.bin", "--json").json()
    expect([row["bound_by"] for row in facts["models"]] == ["table order"], f"{facts['models']}")
    expect([row["clip"] for row in facts["animations"]] == ["attack", "clip_50", "special_1", "special_2"], f"{facts['animations']}")


def test_extract_writes_pictures_and_replaces_nothing(bench):
    model = samples(bench)[0]
    bench.run("extract", model, "-o", "out/deep")
    expect(bench.files("out/deep") == ["texture_00.png", "texture_01.png", "texture_02.png"], f"{bench.files('out')}")
    expect(bench.read("out/deep/texture_00.png").startswith(b"\x89PNG"), "no picture")
    expect_in("--force", bench.run("extract", model, "-o", "out/deep", status=1).err)
    bench.run("extract", model, "-o", "out/deep", "--force")
    report = bench.run("extract", model, "*_01*", "-o", "one", "--json").json()
    expect([row["name"] for row in report["files"]] == ["texture_01.png"], f"{report}")
    expect(bench.files("one") == ["texture_01.png"], f"{bench.files('one')}")


def test_extract_says_what_it_cannot_do(bench):
    model, animations = samples(bench)
    expect_in("holds no other files", bench.run("extract", animations, "-o", "out", status=1).err)
    expect_in("none of its 3 files", bench.run("extract", model, "*.tga", "-o", "out", status=1).err)
    bench.run("extract", model, status=2)
    expect(bench.files() == [], f"nothing was written: {bench.files()}")


@posix_only("Windows: Wine shows links as what they lead to")
def test_extract_does_not_follow_a_link_over_a_file(bench):
    model = samples(bench)[0]
    bench.write("precious.txt", "precious")
    os.makedirs(bench.path("out"))
    os.symlink(bench.path("precious.txt"), bench.path("out/texture_00.png"))
    expect_in("leads out of the folder", bench.run("extract", model, "-o", "out", "--force", status=1).err)
    expect(bench.read("precious.txt") == b"precious", "the file behind the link was changed")
    expect("texture_01.png" in bench.files("out"), "the rest was not written")


def test_broken_files_are_refused_with_code_and_place(bench):
    bench.write("x8an09.bin", bytes.fromhex("00000003") + bytes(60))
    told = bench.run("verify", "x8an09.bin", status=1).out
    expect_in("byte 0x0: animations[0]: ", told)
    expect_in("[table-offset]", told)
    bench.write("x8pc09a.bin", bytes(4096))
    expect_in("[chunk-range]", bench.run("info", "x8pc09a.bin", status=1).err)


def test_other_files_of_that_extension_are_none_of_ours(bench):
    bench.write("folder/buffer.bin", bytes(range(256)))
    expect_in("1 other files skipped", bench.run("verify", "folder").out)


def test_the_tick_rate_is_an_option(bench):
    bench.run("convert", *samples(bench), "-o", "slow.glb", "--tick-rate", "15")
    clips = {clip["name"]: clip for clip in bench.run("info", "slow.glb", "--json").json()["clips"]}
    expect(abs(clips["idle"]["durationSeconds"] - 34 / 15) < 1e-6, f"{clips['idle']}")
