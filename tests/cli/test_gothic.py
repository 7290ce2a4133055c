"""Gothic's files: known by name and content, kept byte for byte."""

import os

from harness import expect, expect_in

BINARY = ["G2/HUMANS-S_FISTRUN.MAN", "hierarchy0.mdh", "secretdoor.mdm", "mesh0.mrm", "morph0.mmb", "waran.msb",
          "synthetic-script.dat"]
SCRIPT = 'Model ("HERO")\n{\n\taniEnum\n\t{\n\t\tani ("S_RUN" 1 "S_RUN" 0.1 0.1 M. "RUN.ASC" F 0 24)\n\t}\n}\n'


def test_every_binary_sample_is_written_identically(bench):
    files = bench.run("verify", bench.sample("zengin"), "--json", status=1).json()["files"]
    verdicts = {os.path.basename(row["source"]): row["verdict"] for row in files}
    # The broken ones are refused, the reason why the status is 1; nothing else is.
    expect(all(name.startswith("bad-") for name, verdict in verdicts.items() if verdict in ("refused", "differs")), f"{verdicts}")
    for name in BINARY:
        expect(verdicts.get(os.path.basename(name)) == "identical", f"{name}: {verdicts.get(os.path.basename(name))}")
    expect(verdicts.get("waran.mds") in ("identical", "same values"), f"waran.mds: {verdicts.get('waran.mds')}")


def test_dump_and_build_give_the_same_bytes(bench):
    for name in BINARY + ["waran.mds"]:
        with open(bench.sample("zengin/" + name), "rb") as file:
            original = file.read()
        bench.run("dump", bench.sample("zengin/" + name), "-o", "x.json", "--force")
        bench.run("build", "x.json", "-o", "y", "--force")
        expect(bench.read("y") == original, f"{name} came back otherwise")


ARCHIVES = ["ascii.zen", "binary.zen", "G1-oCMobDoor.zen", "G2-zCVob.zen", "G2-zCCSCamera.zen",
            "synthetic-world-g1-ascii.zen", "synthetic-world-g1-binsafe.zen", "synthetic-world-g2-ascii.zen",
            "synthetic-world-g2-binsafe.zen"]


def test_every_archive_is_written_identically(bench):
    files = bench.run("verify", *[bench.sample("zengin/" + name) for name in ARCHIVES], "--json").json()["files"]
    for row in files:
        expect(row["verdict"] == "identical", f"{row}")
    expect(len(files) == len(ARCHIVES), f"{len(files)} files")


def test_a_world_is_described_and_becomes_gltf(bench):
    world = bench.sample("zengin/synthetic-world-g2-binsafe.zen")
    facts = bench.run("info", world, "--json").json()
    facts = facts[0] if isinstance(facts, list) else facts
    expect(facts["vobs"]["total"] == 9 and facts["worldGame"] == "Gothic 2", f"{facts}")
    expect(facts["mesh"]["drawnTriangles"] == 8 and facts["wayNet"]["ways"] == 2, f"{facts}")
    done = bench.run("convert", world, "-o", "world.glb")
    expect_in("ROCK.3DS", done.err, "what was not found")
    facts = bench.run("info", "world.glb", "--json").json()
    facts = facts[0] if isinstance(facts, list) else facts
    expect(facts["numJoints"] == 12 and facts["numTris"] >= 8, f"{facts}")
    other = bench.sample("zengin/synthetic-world-g1-binsafe.zen")
    expect_in("vobs", bench.run("diff", world, other, status=1).out)
    bench.run("diff", world, world)


def test_a_script_is_described(bench):
    bench.write("hero.mds", SCRIPT)
    facts = bench.run("info", "hero.mds", "--json").json()
    facts = facts[0] if isinstance(facts, list) else facts
    expect(facts["model"] == "HERO" and facts["counts"] == {"ani": 1}, f"{facts}")
    expect_in("S_RUN", bench.run("info", "hero.mds").out)


def test_a_script_of_another_layout_has_the_same_values(bench):
    bench.write("hero.mds", SCRIPT.replace("\t", "  ").replace("\n", "\r\n"))
    expect_in("same values", bench.run("verify", "hero.mds").out)


def test_a_broken_file_is_refused_with_its_place(bench):
    bench.write("cut.man", bytes.fromhex("00a00000000020a0ff000000"))
    expect_in("cut.man: byte ", bench.run("verify", "cut.man", status=1).out)


def test_meshes_and_morphs_become_gltf(bench):
    for name in ("mesh0.mrm", "morph0.mmb", "hierarchy0.mdh"):
        bench.run("convert", bench.sample("zengin/" + name), "-o", name + ".glb")
    facts = bench.run("info", "morph0.mmb.glb", "--json").json()
    facts = facts[0] if isinstance(facts, list) else facts
    expect_in("S_SHOOT", str(facts), "clips")


def test_missing_pieces_are_named(bench):
    done = bench.run("convert", bench.sample("zengin/waran.msb"), "-o", "waran.glb", status=1)
    expect_in("WAR_BODY.MDH", done.err, "message")
    expect_in("waran-S_FISTWALK.MAN", done.err, "message")
    done = bench.run("convert", bench.sample("zengin/secretdoor.mdm"), "-o", "door.glb", status=1)
    expect_in("secretdoor.MDH is not found", done.err, "message")
    done = bench.run("convert", bench.sample("zengin/G2/HUMANS-S_FISTRUN.MAN"), "-o", "run.glb", status=1)
    expect_in("MDH or MDL", done.err, "message")
    expect(bench.files() == [], f"nothing was written: {bench.files()}")


def test_clips_are_chosen_by_a_list_of_patterns(bench):
    bench.run("demo", "-o", "D", "--no-view")
    bench.run("convert", "D/hero.glb", "--clips", "str*_1,WALK,fall", "-o", "some.glb")
    facts = bench.run("info", "some.glb", "--json").json()
    expect([clip["name"] for clip in facts["clips"]] == ["walk", "fall", "strike_1"], f"{facts['clips']}")


def test_parts_are_found_in_folders_below_and_in_mounts(bench):
    bench.run("demo", "-o", "D", "--no-view")
    body, motion = bench.read("D/gothic2/HERO.ASC"), bench.read("D/gothic2/HERO_WALK.ASC")
    bench.write("a/HERO.MDS", SCRIPT.replace("{", '{\n\tmeshAndTree ("BODY.ASC")', 1).replace("RUN.ASC", "WALK.ASC"))
    bench.write("a/bodies/men/body.asc", body)
    bench.write("b/deep/down/Walk.Asc", motion)
    done = bench.run("convert", "a/HERO.MDS", "-o", "hero.glb", status=1)
    expect_in("WALK.ASC is not found", done.err)
    bench.run("convert", "a/HERO.MDS", "--mount", "b", "-o", "hero.glb", "--force")
    # The nearest to the top counts: here one that cannot be read.
    bench.write("b/WALK.ASC", "nothing")
    bench.run("convert", "a/HERO.MDS", "--mount", "b", "-o", "hero.glb", "--force", status=1)
    # On one level it is the first by name.
    bench.write("c/2/WALK.ASC", "nothing")
    bench.write("c/1/WALK.ASC", motion)
    bench.run("convert", "a/HERO.MDS", "--mount", "c", "-o", "hero.glb", "--force")


def test_the_gothic_set_is_whole(bench):
    bench.run("demo", "-o", "D", "--no-view")
    rows = bench.run("verify", "D/gothic1", "D/gothic2", "--json").json()["files"]
    expect(len(rows) > 150 and all(row["verdict"] == "identical" for row in rows), "not all are identical")
    bench.run("convert", "D/gothic2/HERO.MDS", "-o", "hero.glb")
    names = [clip["name"] for clip in bench.run("info", "hero.glb", "--json").json()["clips"]]
    expect(len(names) == 68 and "S_1HATTACK" in names, f"{names}")
    bench.run("convert", "D/gothic2/HERO.MDS", "--clips", "S_1H*,T_RUNTURN?", "-o", "some.glb")
    some = [clip["name"] for clip in bench.run("info", "some.glb", "--json").json()["clips"]]
    wanted = [name for name in names if name.startswith("S_1H") or name in ("T_RUNTURNL", "T_RUNTURNR")]
    expect(some == wanted, f"{some}")


def test_meshes_are_written_with_levels_of_detail(bench):
    bench.run("demo", "-o", "D", "--no-view")
    for name, options in (("hero.mrm", []), ("hero.mmb", []), ("hero1.mrm", ["--gothic1"])):
        bench.run("convert", "D/hero.glb", "-o", name, *options)
        expect_in("identical", bench.run("verify", name).out)
    bench.run("convert", "hero.mrm", "-o", "levels.glb")
    mesh = bench.run("info", "levels.glb", "--json").json()["meshes"][0]
    expect(mesh["numLevels"] == 5 and mesh["levelTris"][0] * 2 <= mesh["numTris"], f"{mesh}")


def test_a_forgotten_chunk_size_is_put_right_if_asked(bench):
    with open(bench.sample("zengin/G2/HUMANS-S_FISTRUN.MAN"), "rb") as file:
        right = file.read()
    bench.write("HUMANS-S_LONG.MAN", right.replace(b"S_FISTRUN\n", b"S_FISTRUN_LONGER\n", 1))
    bench.run("info", "HUMANS-S_LONG.MAN", status=1)
    done = bench.run("info", "HUMANS-S_LONG.MAN", "--lenient", "--json")
    expect(done.json()["name"] == "S_FISTRUN_LONGER", "the name")
    expect_in("the chunk says it has", done.err)


def test_a_character_is_put_together_by_its_name(bench):
    bench.run("demo", "-o", "demo", "--no-view")
    people = {row["name"]: row for row in bench.run("ls", "--npcs", "--game", "demo/game", "--json").json()}
    expect(set(people) == {"PC_HERO", "OSSIAN", "OSSIAN_KNIGHT", "BRAN"}, f"{people}")
    expect(people["OSSIAN_KNIGHT"]["ZS_RIGHTHAND"] == "ITMW_OSSIAN.3DS", f"{people['OSSIAN_KNIGHT']}")
    items = bench.run("ls", "--items", "--game", "demo/game", "--json").json()
    expect([row["kind"] for row in items] == ["1H", "ARMOR"], f"{items}")

    bench.run("convert", "--npc", "ossian_knight", "--game", "demo/game", "-o", "k.glb")
    made = bench.run("info", "k.glb", "--json").json()
    expect(len(made["clips"]) > 60, f"{len(made['clips'])} clips")
    expect({"OSSIAN_HEAD", "ITMW_OSSIAN"} <= {mesh["name"] for mesh in made["meshes"]}, f"{made['meshes']}")
    bench.run("convert", "HERO.MDS", "--game", "demo/game", "--body", "BRAN_BODY", "--head", "BRAN_HEAD.MMB", "--skin", "1",
              "--face", "1", "--color", "1", "--slot", "ZS_RIGHTHAND=ITMW_OSSIAN.MRM", "-o", "b.glb")
    images = {image["name"] for image in bench.run("info", "b.glb", "--json").json()["images"]}
    expect({"OSSIAN_BONE_V1_C1", "OSSIAN_SKULL_V1_C1"} <= images, f"{images}")
    parts = bench.run("info", "--npc", "OSSIAN_KNIGHT", "--stowed", "--game", "demo/game", "--json").json()["parts"]
    expect(parts[-1] == {"part": "ZS_SWORD", "visual": "ITMW_OSSIAN.3DS", "file": "ITMW_OSSIAN.MRM"}, f"{parts}")
    played = bench.run("play", "--npc", "OSSIAN_KNIGHT", "--game", "demo/game", "--state", "run", "--for", "1s")
    expect_in("S_RUNL", played.out)

    fields = bench.run("info", "GOTHIC.DAT", "--instance", "OSSIAN_KNIGHT", "--game", "demo/game", "--json").json()["fields"]
    expect({"field": "LEVEL", "type": "int", "value": 10} in fields, f"{fields}")
    missing = bench.run("convert", "--npc", "OSSIAN_KNIHT", "--game", "demo/game", "-o", "x.glb", status=1).err
    expect_in("did you mean OSSIAN_KNIGHT?", missing)
    bench.run("convert", "--npc", "OSSIAN", "-o", "x.glb", status=2)
    bench.run("convert", "HERO.MDS", "--game", "demo/game", "--slot", "SWORD", "-o", "x.glb", status=1)


def test_verify_says_what_a_modder_must_know_of_a_script(bench):
    bench.write("HERO.MDS", SCRIPT.replace('"S_RUN" 0.1', '"S_GONE" 0.1').encode())
    done = bench.run("verify", "--script", "HERO.MDS", status=1)
    expect_in("HERO.MDS:5:19", done.err)
    expect_in("S_RUN goes on as S_GONE, which no entry defines", done.err)
    expect_in("HERO-S_RUN.MAN or RUN.ASC is not found", done.err)
    bench.run("demo", "-o", "demo", "--no-view")
    bench.run("verify", "--script", "demo/gothic2/HERO.MDS")
    bench.run("verify", "--script", "demo/gothic2/HERO_1HST1.MDS", "--below", "demo/gothic2/HERO.MDS")


def test_what_comes_back_from_blender_compiles_to_a_set(bench):
    bench.run("demo", "-o", "demo", "--no-view")
    bench.run("convert", "--npc", "OSSIAN", "--game", "demo/game", "-o", "o.glb")
    bench.run("compile", "o.glb", "--as", "ossian", "-o", "set")
    files = sorted(os.listdir(bench.path("set")))
    expect({"OSSIAN.MSB", "OSSIAN.MDH", "OSSIAN_HEAD.MMB", "OSSIAN-S_RUNL.MAN", "OSSIAN_BONE_V0_C0-C.TEX"} <= set(files), f"{files}")
    bench.run("convert", "set/OSSIAN.MSB", "--head", "OSSIAN_HEAD", "-o", "again.glb")
    before, after = (bench.run("info", name, "--json").json() for name in ("o.glb", "again.glb"))
    expect(after["numJoints"] == before["numJoints"], f"{after['numJoints']} joints")
    expect(after["numTris"] == before["numTris"], f"{after['numTris']} triangles of {before['numTris']}")
    expect({"S_RUNL", "VISEME"} <= {clip["name"] for clip in after["clips"]}, f"{after['clips']}")
    bench.run("compile", "o.glb", "--as", "a/b", "-o", "set2", status=2)
