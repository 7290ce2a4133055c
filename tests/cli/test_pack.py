"""ossuary pack, and .osa files in the other verbs."""

import xml.etree.ElementTree

from harness import ANIM, MESH, expect, expect_in


def small(bench):
    bench.write("small.md5mesh", MESH)
    bench.write("small.md5anim", ANIM)


def test_pack_prints_what_it_came_to(bench):
    small(bench)
    done = bench.run("pack", "small.md5anim", "-o", "small.osa")
    for words in ["clip", "ratio", "keys mm", "small", "rig", "all"]:
        expect_in(words, done.out)
    expect(bench.files() == ["small.md5anim", "small.md5mesh", "small.osa"], "one file is written")


def test_pack_json_has_sizes_and_errors(bench):
    small(bench)
    report = bench.run("pack", "small.md5anim", "-o", "small.osa", "--precision", "0.2mm", "--long", "--json").json()
    expect(report["precisionMetres"] == 0.0002, "the precision is in metres")
    expect(report["bytes"] == len(bench.read("small.osa")), "the size of the file")
    clip = report["clips"][0]
    expect(clip["worstAtKeysMetres"] <= 0.0002, "the bound holds")
    expect(clip["shortfall"] is None, "and it says so")
    expect(len(clip["joints"]) == 2, "--long has every joint")


def test_packed_clips_convert_and_verify(bench):
    small(bench)
    for tier in ["resident", "archive"]:
        bench.run("pack", "small.md5anim", "-o", f"{tier}.osa", "--tier", tier, "--quiet")
        expect_in("identical", bench.run("verify", f"{tier}.osa").out)
        bench.run("convert", f"{tier}.osa", "-o", f"{tier}.glb", "--quiet")
        facts = bench.run("info", f"{tier}.osa", "--json").json()
        expect(facts["clips"][0]["tier"] == tier, "info names the tier")
        expect(facts["clips"][0]["numFrames"] == 3, "and counts the frames")
    bench.run("convert", "small.md5mesh", "resident.osa", "-o", "whole.glb", "--quiet")


def test_packed_clips_play_as_their_source_does(bench):
    small(bench)
    bench.run("pack", "small.md5anim", "-o", "small.osa", "--exact-root", "--quiet")
    arguments = ("--clip", "small", "--for", "2s", "--step", "7ms", "--json")
    source = bench.run("play", "small.md5anim", *arguments).out
    expect(source.count("\n") > 3, "something happens")
    expect(bench.run("play", "small.osa", *arguments).out == source, "the same events and the same way")
    beside = bench.run("play", "small.md5mesh", "small.osa", *arguments).out
    expect(beside.count('"loop"') == source.count('"loop"'), "beside a mesh, too")


def test_a_dump_of_packed_clips_builds_them_again(bench):
    small(bench)
    for tier in ["resident", "archive"]:
        bench.run("pack", "small.md5anim", "-o", f"{tier}.osa", "--tier", tier, "--quiet")
        bench.run("dump", f"{tier}.osa", "-o", "x.json", "--force")
        bench.run("build", "x.json", "-o", f"{tier}2.osa")
        expect(bench.read(f"{tier}2.osa") == bench.read(f"{tier}.osa"), "the same bytes")
        bench.run("diff", f"{tier}.osa", f"{tier}2.osa")
    bench.run("diff", "resident.osa", "archive.osa")


def test_frames_can_be_left_out(bench):
    small(bench)
    report = bench.run("pack", "small.md5anim", "-o", "x.osa", "--skip-first-frame", "--every", "2", "--json").json()
    expect(report["clips"][0]["frames"] == 1, "of three frames the second is left")


def test_compare_draws_a_picture(bench):
    small(bench)
    report = bench.run("pack", "small.md5anim", "--compare", "x.svg", "--json").json()
    expect(len(report["compare"]) == 7, "seven precisions")
    xml.etree.ElementTree.fromstring(bench.read("x.svg"))


def test_wrong_usage_of_pack(bench):
    small(bench)
    for arguments in [("pack", "small.md5anim"), ("pack", "small.md5anim", "-o", "x.osa", "--precision", "fine"),
                      ("pack", "small.md5anim", "-o", "x.osa", "--precision", "-1mm"),
                      ("pack", "small.md5anim", "-o", "x.osa", "--tier", "attic"),
                      ("pack", "small.md5anim", "-o", "x.osa", "--joint", "tip")]:
        bench.run(*arguments, status=2)
    expect(bench.files() == ["small.md5anim", "small.md5mesh"], "wrong usage writes nothing")


def test_what_cannot_be_packed_is_an_error(bench):
    small(bench)
    bench.run("pack", "small.md5mesh", "-o", "x.osa", status=1)
    done = bench.run("pack", "small.md5anim", "-o", "x.osa", "--joint", "nose=1m", status=1)
    expect_in("there is no joint 'nose'", done.err)
    bench.write("broken.osa", "osa\x1a\x01")
    bench.run("info", "broken.osa", status=1)
