"""One broken clip, texture or part costs itself: the rest is written, played and drawn, and the status is 1."""

import os

from harness import ANIM, MESH, expect, expect_in, posix_only
from test_view import PAGE, POST, Viewer, listed, pretend_browser

BROKEN = "HERO-S_RUN.MAN"


def hero_with_a_broken_clip(bench):
    bench.run("demo", "-o", "demo", "--no-view", "--quiet")
    path = bench.path("demo/gothic2/" + BROKEN)
    os.truncate(path, os.path.getsize(path) // 2)
    return "demo/gothic2/HERO.MDS"


def clip_names(bench, path):
    facts = bench.run("info", path, "--json").json()
    return {clip["name"] for clip in (facts[0] if isinstance(facts, list) else facts)["clips"]}


def test_convert_writes_the_other_clips(bench):
    bench.run("demo", "-o", "whole", "--no-view", "--quiet")
    bench.run("convert", "whole/gothic2/HERO.MDS", "-o", "whole.glb")
    script = hero_with_a_broken_clip(bench)
    done = bench.run("convert", script, "-o", "a.glb", status=1)
    expect_in(BROKEN, done.err)
    whole, rest = clip_names(bench, "whole.glb"), clip_names(bench, "a.glb")
    expect("S_RUN" in whole and "S_RUN" not in rest and rest < whole and len(rest) > 10, f"{whole - rest} are gone")


def test_a_broken_texture_costs_itself(bench):
    bench.run("demo", "-o", "demo", "--no-view", "--quiet")
    textures = {"gothic2": ("HERO.MDS", "CLOTH.TGA"), "md5": ("hero.md5mesh", "cloth.png")}
    for folder, (model, extension) in textures.items():
        broken = next(name for name in sorted(bench.files(f"demo/{folder}")) if name.endswith(extension))
        bench.write(f"demo/{folder}/{broken}", b"this is no picture")
        done = bench.run("convert", f"demo/{folder}/{model}", "-o", f"{folder}.glb", status=1)
        expect_in(os.path.basename(broken), done.err)
        images = bench.run("info", f"{folder}.glb", "--json").json()
        expect("meshes" in str(images), "the rest is written")


def test_play_plays_the_other_clips(bench):
    script = hero_with_a_broken_clip(bench)
    done = bench.run("play", script, "--clip", "S_WALKL", "--for", "1s", status=1)
    expect_in(BROKEN, done.err)
    expect(len(done.out.splitlines()) > 1, done.out)
    expect_in("there is no clip 'S_RUN'", bench.run("play", script, "--clip", "S_RUN", status=1).err)


@posix_only("Windows: the pretended browser is a script")
def test_a_shot_is_drawn_and_the_loss_is_reported(bench):
    script = hero_with_a_broken_clip(bench)
    bench.write("page/index.html", PAGE)
    browser = pretend_browser(bench, POST + "post(b'picture', 'image/png')\ntime.sleep(60)")
    done = bench.run("shot", script, "-o", "x.png", *browser, status=1)
    expect_in(BROKEN, done.err)
    expect(bench.read("x.png") == b"picture", "the picture is written")


def test_the_viewer_serves_the_rest_and_the_broken_file(bench):
    script = hero_with_a_broken_clip(bench)
    with Viewer(bench, script) as viewer:
        paths = [file["path"] for file in listed(viewer)]
        expect("HERO.MDH" in paths and BROKEN in paths and "HERO-S_WALKL.MAN" in paths, f"{paths}")


def test_a_broken_clip_given_beside_a_model(bench):
    bench.write("small.md5mesh", MESH)
    bench.write("good.md5anim", ANIM)
    bench.write("bad.md5anim", ANIM[: len(ANIM) // 2])
    files = ["small.md5mesh", "bad.md5anim", "good.md5anim"]
    done = bench.run("convert", *files, "-o", "x.glb", status=1)
    expect_in("bad.md5anim:", done.err)
    expect(clip_names(bench, "x.glb") == {"good"}, "the other clip is there")
    for verb in [["play", *files, "--clip", "good"], ["plot", *files, "-o", "x.svg"], ["pack", *files, "-o", "x.osa"]]:
        done = bench.run(*verb, status=1)
        expect_in("bad.md5anim:", done.err)
    expect({"x.svg", "x.osa"} <= set(bench.files()), f"{bench.files()}")
    # The model itself is no part.
    bench.write("bad.md5mesh", MESH[: len(MESH) // 2])
    bench.run("convert", "bad.md5mesh", "good.md5anim", "-o", "y.glb", status=1)
    expect("y.glb" not in bench.files(), "nothing is written")
