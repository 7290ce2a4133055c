"""What each verb does when all is well."""

import json
import os
import shutil
import subprocess
import xml.etree.ElementTree

from harness import ANIM, MESH, MESSY_MESH, Skip, expect, expect_in, posix_only

VERBS = ["info", "ls", "cat", "extract", "archive", "convert", "compile", "verify", "diff", "dump", "build", "pack", "mesh", "play",
         "render", "plot", "shot", "view", "demo", "formats", "help", "completions", "man"]
# Options that verbs share, and the verbs they mean something to.
SHARED_OPTIONS = {
    "--json": [verb for verb in VERBS if verb not in ["cat", "dump", "help", "completions", "man"]],
    "--jobs": ["info", "extract", "archive", "convert", "compile", "verify", "pack"],
    "--no-progress": ["info", "extract", "archive", "convert", "compile", "verify", "pack", "mesh"],
}


def small(bench):
    bench.write("small.md5mesh", MESH)
    bench.write("small.md5anim", ANIM)


def test_help_names_every_verb(bench):
    listed = bench.run("--help").out
    for verb in VERBS:
        expect_in(f"\n  {verb} ", listed)


def test_help_of_every_verb_has_an_example_and_the_common_options(bench):
    for verb in VERBS:
        text = bench.run(verb, "--help").out
        expect_in(f"Example:\n  ossuary {verb}", text, f"help of {verb}")
        options = [option for option, verbs in SHARED_OPTIONS.items() if verb in verbs]
        for option in ["--quiet", "--log", "--help", *options]:
            expect_in(f" {option}", text, f"help of {verb}")


def test_shared_options_are_unknown_to_verbs_that_do_not_obey_them(bench):
    for option, verbs in SHARED_OPTIONS.items():
        for verb in set(VERBS) - set(verbs):
            expect(f" {option}" not in bench.run(verb, "--help").out.split("Example:")[0], f"{verb} has {option}")
            done = bench.run(verb, option, status=2)
            expect(option in done.err and not done.out, f"{verb} {option}: {done.err}")
    expect_in("ossuary: cat has no option --json\nTry 'ossuary cat --help'.\n", bench.run("cat", "x", "--json", status=2).err)


def test_misspelt_words_are_answered_with_the_nearest_one(bench):
    expect_in("info has no option --jsno; did you mean --json?", bench.run("info", "x", "--jsno", status=2).err)
    expect_in("there is no verb 'cnvert'; did you mean convert?", bench.run("cnvert", status=2).err)
    expect("did you mean" not in bench.run("frobnicate", status=2).err, "nothing is near")


def test_options_are_understood_in_every_spelling(bench):
    small(bench)
    expected = bench.run("dump", "small.md5mesh").out
    for arguments in [("-o", "x.json"), ("-ox.json",), ("--output=x.json",), ("-fo", "x.json"), ("-fqo", "x.json")]:
        bench.run("dump", "small.md5mesh", *arguments)
        expect(bench.read("x.json").decode() == expected, f"{arguments}")
        os.remove(bench.path("x.json"))
    for arguments in [("-o-",), ("-o", "-"), ("--output", "-", "--"), ("--output=-",)]:
        expect(bench.run("dump", *arguments, "small.md5mesh").out == expected, f"{arguments}")
    bench.run("info", "--log", "WARNING", "small.md5mesh")


def test_version(bench):
    expect(bench.run("--version").out.startswith("ossuary "), "--version names the program")


def test_wrong_usage_ends_with_2(bench):
    small(bench)
    for arguments in [(), ("frobnicate",), ("info",), ("info", "--no-such-option", "x"), ("info", "--jobs", "0", "x"),
                      ("info", "--log", "loud", "x"), ("convert", "small.md5mesh"), ("build", "x.json"),
                      ("convert", "small.md5mesh", "-o", "x.unknown"), ("convert", "small.md5mesh", "-o", "-"),
                      ("convert", "small.md5mesh", "-o", "x.glb", "--normals", "best"), ("completions", "tcsh"),
                      ("convert", "small.md5mesh", "-o", "x.glb", "--max-influences", "5")]:
        done = bench.run(*arguments, status=2)
        expect(done.err and not done.out, f"{arguments}: a message on standard error only")
    expect(bench.files() == ["small.md5anim", "small.md5mesh"], "wrong usage writes nothing")


def test_info_for_people(bench):
    small(bench)
    text = bench.run("info", "small.md5anim").out
    expect_in("small.md5anim: DOOM 3 animation (md5anim)", text)
    expect_in("frameRate              10\n", text)
    expect_in("durationSeconds        0.2\n", text)
    expect_in("        1   tip", text)


def test_info_json_of_one_file_is_an_object(bench):
    small(bench)
    facts = bench.run("info", "small.md5mesh", "--json").json()
    for key, value in {"source": "small.md5mesh", "format": "md5mesh", "game": "DOOM 3", "bytes": len(MESH),
                       "version": 10, "commandline": "made by hand", "numJoints": 2, "numMeshes": 1,
                       "diagnostics": []}.items():
        expect(facts[key] == value, f"{key} is {facts[key]!r}, not {value!r}")
    mesh = facts["meshes"][0]
    expect((mesh["numVerts"], mesh["numTris"], mesh["numWeights"], mesh["maxWeightsPerVertex"]) == (3, 1, 4, 2),
           f"counts of the mesh: {mesh}")
    expect((mesh["biasSumMin"], mesh["biasSumMax"]) == (1, 1), "bias sums")


def test_info_json_of_several_files_is_a_list_in_order(bench):
    small(bench)
    for jobs in ["1", "4"]:
        facts = bench.run("info", "small.md5mesh", "small.md5anim", "small.md5mesh", "--json", "--jobs", jobs).json()
        expect([f["format"] for f in facts] == ["md5mesh", "md5anim", "md5mesh"], "order of the arguments")


def test_info_agrees_with_the_golden_values_of_bob(bench):
    with open(os.path.join(bench.shared, "golden/bob.md5anim.json")) if os.path.exists(
            os.path.join(bench.shared, "golden")) else open(os.devnull) as file:
        text = file.read()
    path = bench.sample("md5/Bob.md5anim")
    golden, facts = json.loads(text), bench.run("info", path, "--json").json()
    for key in ["source", "bytes", "version", "commandline", "numFrames", "numJoints", "frameRate",
                "numAnimatedComponents", "numBounds", "durationSeconds", "hierarchy"]:
        expect(facts[key] == golden[key], f"{key}: {str(facts[key])[:100]} is not {str(golden[key])[:100]}")


def test_info_lists_a_folder_and_leaves_other_files_out(bench):
    bench.write("models/b.md5mesh", MESH)
    bench.write("models/deep/a.md5anim", ANIM)
    bench.write("models/README.txt", "nothing of ours")
    facts = bench.run("info", "models", "--json").json()
    expect([f["source"] for f in facts] == ["models/b.md5mesh", "models/deep/a.md5anim"], f"{facts}")


def test_info_json_has_no_key_twice(bench):
    def once(pairs):
        names = [name for name, value in pairs]
        expect(len(names) == len(set(names)), f"a key is there twice: {names}")
        return dict(pairs)

    bench.run("demo", "-o", "demo", "--no-view", "-q")
    facts = json.loads(bench.run("info", "demo", "--json").out, object_pairs_hook=once)
    textures = bench.run("info", "demo/game/Data/textures.vdf/", "--json").out
    facts += json.loads(textures, object_pairs_hook=once)
    expect({"tex", "zen", "iqm", "vdf"} <= {entry.get("format") for entry in facts}, "a format is missing")
    for entry in facts:
        expect("pixel_format" in entry or entry.get("format") != "tex", f"{entry}")


def test_info_reads_standard_input(bench):
    facts = bench.run("info", "-", "--json", given=ANIM.encode()).json()
    expect(facts["format"] == "md5anim", "found by content")


def test_dump_begins_with_the_format_and_builds_the_same_file(bench):
    small(bench)
    for name in ["small.md5mesh", "small.md5anim"]:
        done = bench.run("dump", name, "-o", name + ".json")
        expect_in(f"wrote {name}.json (", done.out)
        text = bench.read(name + ".json").decode()
        expect(next(iter(json.loads(text))) == "format", "format comes first")
        bench.run("build", name + ".json", "-o", "again-" + name)
        expect(bench.read("again-" + name) == bench.read(name), f"{name}: the same bytes")


def test_dump_keeps_a_layout_that_is_not_ours(bench):
    bench.write("messy.md5mesh", MESSY_MESH)
    dump = bench.run("dump", "messy.md5mesh").json()
    expect(dump["original"]["text"] == MESSY_MESH, "the text itself")
    bench.write("messy.json", json.dumps(dump))
    bench.run("build", "messy.json", "-o", "again.md5mesh")
    expect(bench.read("again.md5mesh") == MESSY_MESH.encode(), "the same bytes")


def test_dump_keeps_bytes_that_are_not_utf8(bench):
    content = MESSY_MESH.replace("made by hand", "M\xfcller").encode("latin-1")
    bench.write("latin.md5mesh", content)
    dump = bench.run("dump", "latin.md5mesh").json()
    expect("base64" in dump["original"], "bytes as base64")
    expect(dump["commandline"] == "M\xfcller", "readable in the values")
    bench.write("latin.json", json.dumps(dump))
    bench.run("build", "latin.json", "-o", "again.md5mesh")
    expect(bench.read("again.md5mesh") == content, "the same bytes")


def test_build_of_an_edited_dump_says_that_the_layout_is_lost(bench):
    bench.write("messy.md5mesh", MESSY_MESH)
    dump = bench.run("dump", "messy.md5mesh").json()
    dump["joints"][1]["position"][2] = 12.5
    bench.write("messy.json", json.dumps(dump))
    done = bench.run("build", "messy.json", "-o", "edited.md5mesh")
    expect_in("edited", done.err, "note")
    facts = bench.run("info", "edited.md5mesh", "--json").json()
    expect(facts["joints"][1]["position"] == [0, 0, 12.5], "the edit is in the file")


def test_build_refuses_what_is_no_dump(bench):
    for text, why in [("{}", "format"), ('{"format": "nothing"}', "nothing"), ("[1]", "object"), ("{", ":1:")]:
        bench.write("bad.json", text)
        expect_in(why, bench.run("build", "bad.json", "-o", "x.md5mesh", status=1).err, "message")
    small(bench)
    dump = bench.run("dump", "small.md5mesh").json()
    dump["joints"][1]["nmae"] = dump["joints"][1].pop("name")
    bench.write("bad.json", json.dumps(dump))
    expect_in("joints[1]", bench.run("build", "bad.json", "-o", "x.md5mesh", status=1).err, "message")
    bench.run("dump", "small.md5anim", "-o", "anim.json")
    bench.run("build", "anim.json", "-o", "x.md5mesh", status=1)
    expect("x.md5mesh" not in bench.files(), "no file is left")


def test_dump_and_build_through_pipes(bench):
    small(bench)
    dumped = bench.run("dump", "-", given=MESH.encode()).bytes
    expect(bench.run("build", "-", "-o", "-", given=dumped).bytes == MESH.encode(), "the same bytes")


def test_diff_of_equal_files_is_silent_and_0(bench):
    small(bench)
    bench.write("other.md5mesh", MESSY_MESH)
    expect(bench.run("diff", "small.md5mesh", "other.md5mesh", "--quiet").out == "", "nothing to say")


def test_diff_speaks_in_the_formats_terms(bench):
    small(bench)
    bench.write("new.md5anim", ANIM.replace(" 0.25\n", " 0.375\n").replace("frameRate 10", "frameRate 12"))
    text = bench.run("diff", "small.md5anim", "new.md5anim", status=1).out
    expect_in("0.25 -> 0.375", text)
    expect_in("frameRate: 10 -> 12", text)
    bench.write("new.md5mesh", MESH.replace('"tip"', '"top"'))
    expect_in('joints[1].name: "tip" -> "top"', bench.run("diff", "small.md5mesh", "new.md5mesh", status=1).out)


def test_diff_tells_added_and_removed_entries(bench):
    small(bench)
    longer = MESH.replace("numJoints 2", "numJoints 3").replace(
        '// origin\n}', '// origin\n\t"extra"\t1 ( 0 0 12 ) ( 0 0 0 )\t\t// tip\n}')
    bench.write("longer.md5mesh", longer)
    expect_in("+ joints[2]: 'extra'", bench.run("diff", "small.md5mesh", "longer.md5mesh", status=1).out)
    expect_in("- joints[2]: 'extra'", bench.run("diff", "longer.md5mesh", "small.md5mesh", status=1).out)


def test_diff_has_a_tolerance_and_json(bench):
    small(bench)
    bench.write("near.md5mesh", MESH.replace("( 4 0 0 )", "( 4.001 0 0 )"))
    bench.run("diff", "small.md5mesh", "near.md5mesh", status=1)
    bench.run("diff", "small.md5mesh", "near.md5mesh", "--tolerance", "0.01")
    report = bench.run("diff", "small.md5mesh", "near.md5mesh", "--json", status=1).json()
    expect(report["same"] is False and len(report["differences"]) == 1, f"{report}")
    expect(report["differences"][0]["path"] == "meshes[0].weights[1].position[0]", f"{report}")


def test_diff_summarises_long_lists_unless_all_are_wanted(bench):
    path = bench.sample("md5/Bob.md5mesh")
    with open(path, "rb") as file:
        bench.write("moved.md5mesh", file.read().replace(b"0.", b"1."))
    short = bench.run("diff", path, "moved.md5mesh", status=1).out
    every = bench.run("diff", path, "moved.md5mesh", "--all", status=1).out
    expect_in(" more in ", short)
    expect(" more in " not in every and len(every) > 4 * len(short), "--all shows everything")


def test_diff_compares_two_kinds_through_their_models(bench):
    small(bench)
    bench.run("convert", "small.md5mesh", "small.md5anim", "-o", "small.glb")
    bench.run("convert", "small.md5mesh", "-o", "other.glb")
    expect_in("clips", bench.run("diff", "small.glb", "other.glb", status=1).out)
    report = bench.run("diff", "small.md5mesh", "other.glb", "--json", "--tolerance", "1e-5", status=None).json()
    expect(report["compared"] == "model", "through the model")
    joints = [d["path"] for d in report["differences"] if d["path"].startswith(("joints", "meshes[0].positions"))
              and ".rotation" not in d["path"]]  # q and -q are one rotation
    expect(not joints, f"the same joints and vertices: {joints}")


def test_convert_md5_to_glb_and_back(bench):
    small(bench)
    expect_in("wrote small.glb", bench.run("convert", "small.md5anim", "small.md5mesh", "-o", "small.glb").out)
    facts = bench.run("info", "small.glb", "--json").json()
    expect((facts["numJoints"], facts["numTris"], facts["numClips"]) == (2, 1, 1), f"{facts}")
    expect(abs(facts["clips"][0]["durationSeconds"] - 0.2) < 1e-6, "length of the clip")
    bench.run("convert", "small.glb", "-o", "back.md5mesh")
    bench.run("convert", "small.glb", "-o", "back.md5anim")
    report = bench.run("diff", "small.md5anim", "back.md5anim", "--tolerance", "1e-5", "--json", status=None).json()
    bad = [d for d in report["differences"] if not d["path"].startswith("bounds")]
    expect(not bad, f"the same animation: {bad[:3]}")
    joints = bench.run("info", "back.md5mesh", "--json").json()["joints"]
    expect([j["name"] for j in joints] == ["origin", "tip"], "the same joints")


def test_convert_is_deterministic(bench):
    small(bench)
    for name in ["a.glb", "b.glb"]:
        bench.run("convert", "small.md5mesh", "small.md5anim", "-o", name)
    expect(bench.read("a.glb") == bench.read("b.glb"), "the same bytes twice")


def test_convert_to_gltf_writes_its_side_files_or_none(bench):
    small(bench)
    done = bench.run("convert", "small.md5mesh", "-o", "out.gltf", "--json").json()
    names = sorted(o["output"] for o in done["outputs"])
    expect("out.gltf" in names and "out.bin" in names, f"{names}")
    bench.run("info", "out.gltf")
    os.remove(bench.path("out.gltf"))
    before = bench.read("out.bin")
    bench.run("convert", "small.md5mesh", "-o", "out.gltf", status=1)
    expect("out.gltf" not in bench.files() and bench.read("out.bin") == before, "refused as a whole")


def test_convert_finds_textures_beside_the_model_and_in_mounts(bench):
    mesh = bench.sample("md5/Bob.md5mesh")
    bench.run("convert", mesh, "-o", "beside.glb")
    bench.write("bob.md5mesh", open(mesh, "rb").read())
    bench.run("convert", "bob.md5mesh", "-o", "bare.glb", "--quiet")
    bench.run("convert", "bob.md5mesh", "-o", "mounted.glb", "--mount", os.path.dirname(mesh))
    images = {name: bench.run("info", name, "--json").json()["numImages"]
              for name in ["beside.glb", "bare.glb", "mounted.glb"]}
    expect(images["beside.glb"] == images["mounted.glb"] > 0 and images["bare.glb"] == 0, f"{images}")


@posix_only("Windows: Wine shows links as what they lead to")
def test_convert_looks_without_regard_to_case_but_never_outside(bench):
    picture = os.path.dirname(bench.sample("md5/guard1_face.png")) + "/guard1_face.png"
    bench.write("in/small.md5mesh", MESH.replace("skin/bone", "Skin/Face.png"))
    bench.write("in/SKIN/face.PNG", open(picture, "rb").read())
    bench.run("convert", "in/small.md5mesh", "-o", "found.glb")
    expect(bench.run("info", "found.glb", "--json").json()["numImages"] == 1, "found whatever the case")
    bench.write("out/secret.png", open(picture, "rb").read())
    bench.write("in/leave.md5mesh", MESH.replace("skin/bone", "../out/secret.png"))
    bench.run("convert", "in/leave.md5mesh", "-o", "left.glb", "--quiet")
    os.symlink("../out/secret.png", bench.path("in/link.png"))
    bench.write("in/linked.md5mesh", MESH.replace("skin/bone", "link.png"))
    bench.run("convert", "in/linked.md5mesh", "-o", "linked.glb", "--quiet")
    for name in ["left.glb", "linked.glb"]:
        expect(bench.run("info", name, "--json").json()["numImages"] == 0, f"{name}: nothing outside the folder is read")


def test_convert_fills_patterns_in(bench):
    small(bench)
    bench.write("wave.md5anim", ANIM)
    bench.run("convert", "small.md5mesh", "small.md5anim", "wave.md5anim", "-o", "{name}-{clip}.md5anim")
    expect([n for n in bench.files() if "-" in n] == ["small-small.md5anim", "small-wave.md5anim"], f"{bench.files()}")
    bench.write("tall.md5mesh", MESH)
    bench.run("convert", "small.md5mesh", "tall.md5mesh", "-o", "{name}.glb", "--jobs", "2")
    expect({"small.glb", "tall.glb"} <= set(bench.files()), "one file per model")
    bench.run("convert", "small.md5mesh", "tall.md5mesh", "-o", "one.glb", status=2)
    bench.run("convert", "small.md5mesh", "-o", "{frame}.glb", status=1)
    bench.run("convert", "small.md5mesh", "-o", "{clip}.glb", status=1)


def test_convert_notes_that_one_clip_of_several_was_written(bench):
    small(bench)
    bench.write("wave.md5anim", ANIM)
    bench.run("convert", "small.md5mesh", "small.md5anim", "wave.md5anim", "-o", "all.glb")
    expect_in("first of 2 clips", bench.run("convert", "all.glb", "-o", "one.md5anim").err, "note")
    bench.run("convert", "all.glb", "-o", "wave2.md5anim", "--clip", "wave")
    bench.run("convert", "all.glb", "-o", "none.md5anim", "--clip", "missing", status=1)
    bench.run("convert", "all.glb", "-o", "w.glb", "--clips", "w*")
    expect([c["name"] for c in bench.run("info", "w.glb", "--json").json()["clips"]] == ["wave"], "only the match")


def test_convert_options_change_the_result(bench):
    small(bench)
    bench.run("convert", "small.md5mesh", "small.md5anim", "-o", "plain.glb")
    plain = bench.read("plain.glb")
    for options in [("--unit-scale", "1"), ("--front", "+x"), ("--root-motion", "strip"), ("--loop",),
                    ("--double-sided",), ("--no-reduce",), ("--no-extras-in-scene",)]:
        bench.run("convert", "small.md5mesh", "small.md5anim", *options, "-o", "other.glb", "--force")
        expect(bench.read("other.glb") != plain, f"{options[0]} does something")
    bench.run("convert", "plain.glb", "-o", "slow.md5anim", "--frame-rate", "5")
    expect(bench.run("info", "slow.md5anim", "--json").json()["numFrames"] == 2, "--frame-rate samples anew")


def test_options_that_no_file_takes_are_refused_by_name(bench):
    small(bench)
    bench.run("convert", "small.md5mesh", "small.md5anim", "-o", "small.glb")
    done = bench.run("convert", "small.glb", "--flip-green", "-o", "x.gltf", status=2)
    expect_in("--flip-green: small.glb is a glTF 2.0, binary (glb); formats with this option: md5mesh", done.err)
    done = bench.run("convert", "small.md5mesh", "--meshopt", "-o", "x.md5mesh", status=2)
    expect_in("formats with this option: glb, gltf", done.err)
    done = bench.run("info", "small.glb", "--lenient", status=2)
    expect_in("--lenient: small.glb is a glTF 2.0, binary (glb); formats with this option: md5mesh", done.err)
    expect(not os.path.exists(bench.path("x.gltf")), "nothing was written")


def test_options_of_every_model_work_on_every_format(bench):
    small(bench)
    bench.run("convert", "small.md5mesh", "small.md5anim", "-o", "small.glb")
    bench.run("convert", "small.glb", "-o", "plain.glb")
    for options in [("--unit-scale", "2"), ("--front", "+x"), ("--root-motion", "strip"), ("--loop",), ("--double-sided",)]:
        bench.run("convert", "small.glb", "-fo", "x.glb", *options)
        expect(bench.read("x.glb") != bench.read("plain.glb"), f"{options} changes something")


def test_formats_lists_what_is_read_and_written(bench):
    rows = json.loads(bench.run("formats", "--json").out)
    names = [row["name"] for row in rows]
    expect("md5mesh" in names and "glb" in names and "vdf" in names, str(names))
    expect(len({(row["family"], row["name"]) for row in rows}) == len(rows), "names are unique in a family")
    table = bench.run("formats", "--markdown").out
    expect_in("| DOOM 3 model | `md5/md5mesh` | `.md5mesh` | model | any model |", table)
    expect(table.count("\n") == len(rows) + 2, "a line for each")
    expect_in("zengin/mds", bench.run("formats").out)
    small(bench)
    bench.run("convert", "small.md5mesh", "-o", "x.out", "--to", "md5/md5mesh")
    bench.run("convert", "small.md5mesh", "-o", "y.out", "--to", "zengin/md5mesh", status=2)


def test_convert_pictures_both_ways(bench):
    picture = bench.sample("md5/guard1_face.png")
    bench.run("convert", picture, "-o", "face.tga")
    bench.run("convert", "face.tga", "-o", "face.png")
    bench.run("diff", picture, "face.png")
    facts = bench.run("info", "face.tga", "--json").json()
    expect(facts["format"] == "tga" and facts["width"] > 0, f"{facts}")
    bench.run("convert", picture, "-o", "face.glb", status=2)


def test_convert_through_pipes(bench):
    done = bench.run("convert", "-", "-o", "-", "--to", "glb", given=MESH.encode())
    expect(done.bytes.startswith(b"glTF"), "a GLB on standard output")
    expect(bench.run("info", "-", "--json", given=done.bytes).json()["format"] == "glb", "which reads back")


def test_verify_gives_verdicts(bench):
    small(bench)
    bench.write("messy.md5mesh", MESSY_MESH)
    text = bench.run("verify", "small.md5mesh", "messy.md5mesh").out
    expect_in("identical    md5mesh    small.md5mesh", text)
    expect_in("same values  md5mesh    messy.md5mesh", text)
    expect_in("1 identical, 1 same values, 0 differ, 0 refused", text)


def test_verify_walks_folders_and_counts_what_is_not_ours(bench):
    bench.write("tree/a.md5mesh", MESH)
    bench.write("tree/b/c.md5anim", ANIM)
    bench.write("tree/b/README.md", "text")
    report = bench.run("verify", "tree", "--json", "--jobs", "3").json()
    expect([f["source"] for f in report["files"]] == ["tree/a.md5mesh", "tree/b/c.md5anim"], f"{report}")
    expect((report["identical"], report["skipped"]) == (2, 1), f"{report}")


def test_verify_strict_takes_warnings_for_failures(bench):
    path = bench.sample("md5/synthetic/messy.md5mesh")
    expect_in("warning", bench.run("verify", path).err, "diagnostics")
    bench.run("verify", path, "--strict", status=1)


def test_verify_of_the_samples_refuses_the_bad_ones_with_their_lines(bench):
    folder = os.path.dirname(bench.sample("md5/README.md"))
    report = bench.run("verify", folder, "--json", status=1).json()
    for row in report["files"]:
        name = os.path.relpath(row["source"], folder)
        if name.startswith("invalid/"):
            expect(row["verdict"] == "refused" and row["error"]["line"] > 1, f"{name}: {row}")
        else:
            expect(row["verdict"] in ("identical", "same values"), f"{name}: {row}")
    expect_in("InvalidBoneIndex.md5mesh:23:", bench.run("verify", folder, status=1).out)


def test_verify_of_a_converted_file(bench):
    small(bench)
    bench.run("convert", "small.md5mesh", "small.md5anim", "-o", "small.glb")
    bench.run("verify", "small.glb")


def test_plot_draws_well_formed_svg(bench):
    small(bench)
    bench.run("plot", "small.md5mesh", "small.md5anim", "--joint", "tip", "-o", "tip.svg")
    bench.run("plot", "small.md5anim", "-o", "root.svg", "--rotation", "quaternion")
    for name in ["tip.svg", "root.svg"]:
        tree = xml.etree.ElementTree.parse(bench.path(name)).getroot()
        expect(tree.tag.endswith("svg"), "an SVG")
        curves = [p for p in tree.iter("{http://www.w3.org/2000/svg}path") if p.get("stroke-width") == "1.75"]
        expect(len(curves) == (6 if name == "tip.svg" else 7), f"{name}: {len(curves)} curves")
    expect_in("tip", bench.read("tip.svg").decode())
    first = bench.run("plot", "small.md5anim", "-o", "-").bytes
    expect(first == bench.run("plot", "small.md5anim", "-o", "-").bytes, "the same picture twice")
    bench.run("plot", "small.md5anim", "--joint", "elbow", "-o", "x.svg", status=1)
    bench.run("plot", "small.md5mesh", "-o", "x.svg", status=1)
    expect("x.svg" not in bench.files(), "no file is left")


def test_demo_makes_files_that_verify(bench):
    text = bench.run("demo", "-o", "D", "--no-view").out
    made = bench.files("D")
    expect("hero.glb" in made and "md5/hero.md5mesh" in made, f"{made}")
    expect_in("D/hero.glb", text)
    expect_in("Try next", text)
    bench.run("verify", "D", "--quiet")
    facts = bench.run("info", "D/hero.glb", "--json").json()
    expect(facts["numClips"] > 0 and facts["numJoints"] > 10, "a character with clips")
    bench.run("plot", "D/hero.glb", "-o", "root.svg")
    xml.etree.ElementTree.parse(bench.path("root.svg"))


def test_demo_refuses_to_overwrite(bench):
    bench.run("demo", "-o", "D", "--no-view", "--quiet")
    before = bench.read("D/hero.glb")
    expect_in("--force", bench.run("demo", "-o", "D", "--no-view", status=1).err, "message")
    bench.run("demo", "-o", "D", "--no-view", "--force", "--quiet")
    expect(bench.read("D/hero.glb") == before, "the same bytes every time")
    report = bench.run("demo", "-o", "E", "--no-view", "--json").json()
    expect(report["files"] and all(os.path.exists(bench.path(f["output"])) for f in report["files"]), "the report")


@posix_only("Windows: these are for other shells")
def test_completions_are_valid_for_their_shells(bench):
    for shell, check in [("bash", ["bash", "-n"]), ("zsh", ["zsh", "-n"]), ("fish", ["fish", "--no-execute"])]:
        script = bench.run("completions", shell).out
        for word in ["convert", "unit-scale", "progressive"]:
            expect_in(word, script, f"{shell} script")
        bench.write("script", script)
        if shutil.which(check[0]):
            done = subprocess.run([*check, bench.path("script")], stderr=subprocess.PIPE, check=False)
            expect(done.returncode == 0, f"{shell}: {done.stderr!r}")


@posix_only("Windows: these are for other shells")
def test_completions_complete_in_bash(bench):
    bench.write("script", bench.run("completions", "bash").out)

    def replies(*words):
        quoted = " ".join(f"'{w}'" for w in words)
        code = f"source ./script; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _ossuary; echo ${{COMPREPLY[*]}}"
        return subprocess.run(["bash", "-c", code], cwd=bench.folder, stdout=subprocess.PIPE, check=True,
                              text=True).stdout.split()

    expect(replies("ossuary", "con") == ["convert"], "verbs")
    expect(replies("ossuary", "convert", "--unit") == ["--unit-scale"], "options")
    expect(replies("ossuary", "convert", "--normals", "a") == ["angle", "area"], "choices")


@posix_only("Windows: these are for other shells")
def test_man_page_renders(bench):
    page = bench.run("man").out
    bench.write("ossuary.1", page)
    if not shutil.which("man"):
        raise Skip("there is no man here")
    done = subprocess.run(["man", "-l", "--warnings", bench.path("ossuary.1")], stdout=subprocess.PIPE, check=False,
                          stderr=subprocess.PIPE, env={**os.environ, "MANWIDTH": "80", "MANPAGER": "cat"})
    text = done.stdout.decode("utf-8", "replace")
    if done.returncode != 0:
        raise Skip("man cannot format pages here")
    for word in ["EXIT STATUS", "convert", "--unit-scale", "NO_COLOR"]:
        expect_in(word, text, "page")
    expect(not done.stderr, f"warnings: {done.stderr!r}")


def test_quiet_and_log_choose_what_is_told(bench):
    path = bench.sample("md5/synthetic/messy.md5mesh")
    expect("warning:" in bench.run("info", path).err, "warnings by default")
    for options in [("--quiet",), ("--log", "error")]:
        expect(bench.run("info", path, *options).err == "", f"{options} hides them")
    expect_in("opening", bench.run("info", path, "--log", "info").err, "log")
    expect_in("bytes", bench.run("info", path, "--log", "debug").err, "log")
    expect(bench.run("info", path, "--json").json()["diagnostics"][0]["line"] > 0, "diagnostics in the JSON")


def test_no_colours_or_progress_in_pipes(bench):
    small(bench)
    done = bench.run("verify", *["small.md5mesh"] * 50)
    expect("\x1b" not in done.out + done.err, "no escape sequences")
