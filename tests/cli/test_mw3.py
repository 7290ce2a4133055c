"""MechWarrior 3: kept byte for byte, described as the samples are, played alike by any step."""

import json
import xml.etree.ElementTree

from harness import expect, expect_in


def demo(bench):
    bench.run("demo", "-o", "D", "--no-view", "--quiet")


def test_samples_are_kept_and_described(bench):
    expect_in("2 identical", bench.run("verify", "--strict", bench.sample("mw3")).out)
    for name in ["anim-small", "motion-small"]:
        dumped = bench.run("dump", bench.sample(f"mw3/{name}.zbd")).json()
        with open(bench.sample(f"mw3/{name}.json"), encoding="utf-8") as file:
            expect(dumped == json.load(file), f"{name}.zbd is described as {name}.json")
        bench.run("build", bench.sample(f"mw3/{name}.json"), "-o", f"{name}.zbd")
        with open(bench.sample(f"mw3/{name}.zbd"), "rb") as file:
            expect(bench.read(f"{name}.zbd") == file.read(), f"{name}.json builds {name}.zbd")


def test_made_files_survive_dump_and_build(bench):
    demo(bench)
    bench.run("verify", "--strict", "D/mw3", "--quiet")
    for name in ["anim", "motion", "pirates-moon/anim", "pirates-moon/motion", "recoil/anim"]:
        bench.run("dump", f"D/mw3/{name}.zbd", "-o", "x.json", "--force")
        bench.run("build", "x.json", "-o", "y.zbd", "--force")
        expect(bench.read("y.zbd") == bench.read(f"D/mw3/{name}.zbd"), f"{name}.zbd came back otherwise")


def test_an_edited_value_is_built(bench):
    demo(bench)
    dumped = bench.run("dump", "D/mw3/anim.zbd").json()
    dumped["definitions"][0]["sequences"][0]["events"].pop()
    dumped["definitions"][0]["max_health"] = 12.5
    bench.write("x.json", json.dumps(dumped))
    bench.run("build", "x.json", "-o", "y.zbd")
    facts = bench.run("info", "y.zbd", "--json").json()
    expect(facts["definitions"][0]["max_health"] == 12.5, "the edited value")
    before = bench.run("info", "D/mw3/anim.zbd", "--json").json()
    expect(facts["event_count"] == before["event_count"] - 1, "one event less")
    dumped["definitions"][0]["sequences"][0]["events"][1]["data"]["node_index"] = 99
    bench.write("x.json", json.dumps(dumped))
    expect_in("defs[1].sequences[0].events[1].data.node_index", bench.run("build", "x.json", "-o", "z.zbd", status=1).err)


def test_strict_refuses_what_is_odd(bench):
    demo(bench)
    dumped = bench.run("dump", "D/mw3/anim.zbd").json()
    dumped["definitions"][0]["two_155"] = 3
    bench.write("x.json", json.dumps(dumped))
    bench.run("build", "x.json", "-o", "y.zbd")
    expect_in("identical", bench.run("verify", "y.zbd").out)
    expect_in("defs[1].two_155", bench.run("verify", "--strict", "y.zbd", status=1).out)


def test_motions_and_definitions_become_gltf(bench):
    demo(bench)
    bench.run("convert", "D/mw3/motion.zbd", "-o", "mech.glb")
    facts = bench.run("info", "mech.glb", "--json").json()
    expect(facts["numClips"] == 20, f"{facts['numClips']} clips")
    bench.run("convert", "D/mw3/mech.glb", "D/mw3/motion.zbd", "-o", "walking.glb")
    bench.run("convert", "D/mw3/anim.zbd", "--def", "open_gate", "-o", "gate.glb")
    expect(bench.run("info", "gate.glb", "--json").json()["numClips"] == 1, "one clip")
    expect_in("open_gate", bench.run("convert", "D/mw3/anim.zbd", "--def", "nobody", "-o", "x.glb", status=1).err)
    bench.run("convert", "walking.glb", "-o", "again.zbd", "--quiet")
    expect_in("mw3motion", bench.run("info", "again.zbd").out)


def test_a_definition_is_drawn(bench):
    demo(bench)
    bench.run("plot", "D/mw3/anim.zbd", "--def", "open_gate", "-o", "t.svg")
    tree = xml.etree.ElementTree.parse(bench.path("t.svg")).getroot()
    words = [text.text for text in tree.iter("{http://www.w3.org/2000/svg}text")]
    for lane in ["open", "blink", "watch"]:
        expect(lane in words, f"a lane '{lane}' among {words}")


def test_any_step_plays_the_same(bench):
    demo(bench)
    for definition in ["open_gate", "blow_up", "fly_by"]:
        play = ["play", "D/mw3/anim.zbd", "--def", definition, "--for", "20s", "--json", "--step"]
        first = bench.run(*play, "16ms").bytes
        expect(first.count(b"\n") > 10, "something happens")
        for step in ["1s", "random", "20s"]:
            expect(bench.run(*play, step).bytes == first, f"{definition} by steps of {step}")
    bench.run("play", "D/mw3/anim.zbd", "--def", "nobody", status=1)
    expect_in("mw3anim", bench.run("play", "D/hero.glb", "--def", "open_gate", status=2).err)
    expect_in("SOUND snd_gate_open", bench.run("play", "D/mw3/anim.zbd", "--def", "open_gate").out)


def test_models_are_kept_and_described(bench):
    out = bench.run("verify", bench.sample("mw3-models"), status=1).out
    expect_in("10 identical", out)
    expect_in("12 refused", out)
    for name, error in [("bad-gamez-signature", "bad-signature"), ("bad-gamez-child", "bad-index"),
                        ("bad-mechlib-footer", "bad-version"), ("bad-textures-flags", "bad-flags")]:
        line = next(line for line in out.splitlines() if name in line)
        expect_in(f"[{error}]", line)
    for name in ["mechlib-scout", "gamez-yard", "gamez-yard-pm", "gamez-yard-rc", "rmechtex-scout"]:
        bench.run("dump", bench.sample(f"mw3-models/{name}.zbd"), "-o", f"{name}.json")
        bench.run("build", f"{name}.json", "-o", f"{name}.zbd")
        with open(bench.sample(f"mw3-models/{name}.zbd"), "rb") as file:
            expect(bench.read(f"{name}.zbd") == file.read(), f"{name}.json builds {name}.zbd")


def test_a_mech_and_a_world_become_gltf(bench):
    mechlib = bench.sample("mw3-models/mechlib-scout.zbd")
    bench.run("convert", mechlib, "--model", "mech_scout", "-o", "scout.glb", "--quiet")
    facts = bench.run("info", "scout.glb", "--json").json()
    expect(facts["numJoints"] == 12 and facts["numMeshes"] == 11, "nodes and meshes")
    expect(facts["numImages"] == 2 and facts["numClips"] == 2, "textures and motions beside it")
    expect_in("mech_scout", bench.run("convert", mechlib, "--model", "nobody", "-o", "x.glb", status=1).err)
    bench.run("convert", bench.sample("mw3-models/gamez-yard.zbd"), bench.sample("mw3/anim-small.zbd"), "-o",
              "world.glb", "--quiet")
    facts = bench.run("info", "world.glb", "--json").json()
    expect(facts["numJoints"] == 15 and facts["numClips"] > 0, "nodes and definitions")
    bench.run("extract", bench.sample("mw3-models/rmechtex-scout.zbd"), "-o", "pictures")
    expect(bench.read("pictures/scout01.png").startswith(b"\x89PNG"), "pictures as PNG")


def test_the_demos_mech_walks_in_any_paint(bench):
    demo(bench)
    bench.run("convert", "D/mw3/mechlib.zbd", "--model", "mech_ossian", "--root-motion", "strip", "-o", "walker.glb")
    facts = bench.run("info", "walker.glb", "--json").json()
    expect(facts["numJoints"] == 18 and facts["numMeshes"] == 17 and facts["numClips"] == 20, "parts and moves")
    expect(facts["variants"] == ["b", "c"], f"paint schemes: {facts['variants']}")
    bench.run("convert", "D/mw3/mechlib.zbd", "--model", "mech_ossian", "--variant", "C", "-o", "grey.glb")
    expect("variants" not in bench.run("info", "grey.glb", "--json").json(), "one is left")
    expect_in("there are: b, c",
              bench.run("convert", "D/mw3/mechlib.zbd", "--model", "mech_ossian", "--variant", "x", "-o", "y.glb", status=1).err)
    expect_in("mech_ossian.flt", bench.run("shot", "D/mw3/mechlib.zbd", "--model", "nobody", "-o", "x.png", status=1).err)
    bench.run("convert", "walker.glb", "--variant", "b", "-o", "red.glb")
    bench.run("plot", "D/mw3/mechlib.zbd", "--model", "mech_ossian", "--clip", "walk", "-o", "walk.svg")


def test_the_demos_gate_opens_in_its_yard(bench):
    demo(bench)
    bench.run("convert", "D/mw3/gamez.zbd", "D/mw3/anim.zbd", "--def", "open_gate", "-o", "yard.glb")
    facts = bench.run("info", "yard.glb", "--json").json()
    expect(facts["numJoints"] == 25 and facts["numClips"] == 1, "nodes and one definition")
    expect([mesh["numLevels"] for mesh in facts["meshes"] if mesh["name"] == "tower_hi"] == [1], "a coarser tower")
    expect(facts["cameras"][0]["name"] == "camera1", "the camera")
    bench.run("convert", "D/mw3/gamez.zbd", "-o", "all.glb", "--quiet")
    names = [clip["name"] for clip in bench.run("info", "all.glb", "--json").json()["clips"]]
    expect(names == ["open_gate", "blow_up", "alarm", "beam", "fly_by"], f"what lies beside it: {names}")
    bench.run("convert", "D/mw3/gamez.zbd", "--def", "*", "-o", "star.glb", "--quiet")
    expect(bench.read("star.glb") == bench.read("all.glb"), "a star is all")
    expect_in("open_gate", bench.run("convert", "D/mw3/gamez.zbd", "--def", "nobody", "-o", "x.glb", status=1).err)
    bench.run("extract", "D/mw3/sounds.zbd", "-o", "sounds")
    expect(bench.read("sounds/snd_clank.wav").startswith(b"RIFF"), "sounds are WAV files")


def test_parts_that_a_mech_has_not_are_one_note(bench):
    done = bench.run("convert", bench.sample("mw3-models/mechlib-scout.zbd"), "--model", "mech_scout", "-o", "scout.glb")
    expect("warning" not in done.err, done.err)
    expect(done.err.count("antenna") == 1, done.err)
