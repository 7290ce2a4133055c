"""What people type first, and what they are told when it is not quite right."""

import os
import pty
import shutil
import subprocess

from harness import ANIM, MESH, expect, expect_in, posix_only


def small(bench):
    bench.write("small.md5mesh", MESH)
    bench.write("small.md5anim", ANIM)


def demo(bench):
    bench.run("demo", "-o", "D", "--no-view", "--quiet")


def facts(bench, path):
    return bench.run("info", path, "--json").json()


# ---- options


def test_an_option_takes_one_value_and_the_next_word_is_a_path(bench):
    small(bench)
    bench.run("convert", "--mount", ".", "small.md5mesh", "-o", "a.glb")
    bench.run("convert", "--mount", ".", "--mount", ".", "small.md5mesh", "-o", "b.glb")
    bench.run("convert", "--clips", "*", "small.md5mesh", "small.md5anim", "-o", "c.glb")
    bench.run("play", "--clip", "small", "small.md5mesh", "small.md5anim", "--for", "1s")
    bench.run("pack", "--joint", "tip=1cm", "small.md5mesh", "small.md5anim", "-o", "d.osa")
    expect(bench.run("ls", "--glob", "*.md5anim", ".").out == "small.md5anim\n", "the glob is one word")


def test_values_that_do_not_fit_are_answered_in_plain_words(bench):
    small(bench)
    for arguments, answer in {
        ("info", "x", "--log", "verbose"): "--log verbose: expected quiet, error, warning, info or debug",
        ("info", "x", "--jobs", "abc"): "--jobs abc: expected a number from 1 to 1024",
        ("convert", "small.md5mesh"): "convert needs -o OUT, as in: ossuary convert",
        ("info",): "info needs PATH…, as in: ossuary info",
        ("convert", "small.md5mesh", "-o"): "-o needs a value: -o OUT",
        ("convert", "small.md5mesh", "-o", "x.glb", "--fps", "30"): "has no option --fps; did you mean --frame-rate?",
        ("--game", "g", "ls"): "--game belongs behind the verb: ossuary ls --game g",
        ("ls", "--mount", "nowhere"): "--mount nowhere: there is no such file or folder",
        ("shot", "small.md5mesh", "-o", "x.png", "--sheet", "4"): "--sheet 4: expected two numbers up to 32, as in 4x3",
        ("convert", "small.md5mesh", "-o", "x.fbx"): "write .glb",
        ("convert", "small.md5mesh", "-o", "out/"): "-o out/ is a folder: write 'out/{name}.glb'",
        ("shot", "small.md5mesh", "-o", "x.jpg"): "ends in .png",
        ("plot", "small.md5anim", "-o", "x.png"): "ends in .svg",
        ("archive", ".", "-o", "x.zip"): "ends in .vdf or .mod",
        ("pack", "small.md5anim", "-o", "x.osa", "--precision", "1"): "--precision 1: in what unit? 1mm, 1cm or 1m",
        ("pack", "small.md5anim", "-o", "x.osa", "--precision", "5miles"): "--precision 5miles: expected a length with its unit",
    }.items():
        expect_in(answer, bench.run(*arguments, status=2).err)
    expect(bench.files() == ["small.md5anim", "small.md5mesh"], "wrong usage writes nothing")


def test_help_is_a_verb_and_the_version_has_a_letter(bench):
    expect(bench.run("help").out == bench.run("--help").out, "the list of verbs")
    expect(bench.run("help", "convert").out == bench.run("convert", "--help").out, "the help of a verb")
    expect_in("did you mean convert?", bench.run("help", "cnvert", status=2).err)
    expect(bench.run("-V").out == bench.run("--version").out, "-V")


def test_clips_and_joints_are_found_whatever_their_letters(bench):
    small(bench)
    bench.run("convert", "small.md5mesh", "small.md5anim", "--clip", "SMALL", "-o", "a.glb")
    bench.run("plot", "small.md5mesh", "small.md5anim", "--clip", "Small", "--joint", "TIP", "-o", "a.svg")
    bench.run("play", "small.md5mesh", "small.md5anim", "--clip", "SMALL")
    for verb in ["convert", "plot", "play"]:
        out = {"convert": ["-o", "x.glb"], "plot": ["-o", "x.svg"], "play": []}[verb]
        done = bench.run(verb, "small.md5mesh", "small.md5anim", "--clip", "smal", *out, status=1)
        expect_in("there is no clip 'smal'; did you mean small?", done.err)
    bench.write("page/index.html", "")
    shot = ["shot", "small.md5mesh", "small.md5anim", "-o", "x.png", "--page", "page"]
    expect_in("--time 99: small goes from 0 to 0.2 s", bench.run(*shot, "--clip", "SMALL", "--time", "99", status=1).err)
    expect_in("which --clip names", bench.run(*shot, "--time", "0.1", status=1).err)
    expect_in("did you mean small?", bench.run(*shot, "--clip", "smal", status=1).err)
    done = bench.run("plot", "small.md5mesh", "small.md5anim", "--joint", "tipp", "-o", "x.svg", status=1)
    expect_in("there is no joint 'tipp'; did you mean tip?", done.err)


@posix_only("Windows: there they are registered")
def test_file_types_are_for_windows(bench):
    for verb in ["register", "unregister"]:
        expect_in("file types are registered on Windows", bench.run(verb, status=2).err)


# ---- what is told


def test_quiet_hides_no_error(bench):
    demo(bench)
    names = [name for name in os.listdir(bench.path("D/gothic2")) if name.endswith(".MAN")]
    bench.write("D/gothic2/" + names[0], b"broken")
    done = bench.run("convert", "D/gothic2/HERO.MDS", "-o", "x.glb", "-q", status=1)
    expect_in(names[0], done.err)
    expect("warning" not in done.err and not done.out, f"errors only: {done.err}")


@posix_only("Windows: there are no such terminals")
def test_binary_data_does_not_go_to_a_terminal(bench):
    small(bench)
    for arguments in [("convert", "small.md5mesh", "-o", "-", "--to", "glb"), ("archive", ".", "-o", "-")]:
        terminal, child = pty.openpty()
        process = subprocess.run([*bench.command, *arguments], cwd=bench.folder, stdout=child, stderr=subprocess.PIPE,
                                 stdin=subprocess.DEVNULL, check=False)
        os.close(child)
        os.close(terminal)
        expect(process.returncode == 2 and b"terminal" in process.stderr, f"{arguments}: {process.stderr}")
    expect(bench.run("convert", "small.md5mesh", "-o", "-", "--to", "glb").bytes.startswith(b"glTF"), "into a pipe it goes")


def test_codes_of_the_formats_stand_behind_the_sentence(bench):
    bench.write("x.asc", "nothing of the kind\n")
    expect_in("[not-asc]", bench.run("info", "x.asc", status=1).err)


def test_an_empty_file_is_called_empty(bench):
    bench.write("empty.glb", b"")
    expect_in("empty.glb: the file is empty", bench.run("info", "empty.glb", status=1).err)
    expect_in("empty.glb: the file is empty", bench.run("convert", "empty.glb", "-o", "x.md5mesh", status=1).err)


def test_a_missing_texture_says_where_else_to_look(bench):
    demo(bench)
    for name in ["HERO.MDH", "HERO.MDM"]:
        bench.write("alone/" + name, bench.read("D/gothic2/" + name))
    done = bench.run("convert", "alone/HERO.MDM", "-o", "x.glb")
    expect_in("--game DIR or --mount PLACE", done.err)
    done = bench.run("convert", "alone/HERO.MDM", "-o", "y.glb", "--mount", "D/gothic2")
    expect("no picture was found" not in done.err, done.err)


def test_info_of_a_folder_names_files_with_their_folders(bench):
    bench.write("a/same.md5anim", ANIM)
    bench.write("b/same.md5anim", ANIM)
    bench.run("info", ".")
    sources = [row["source"] for row in bench.run("info", ".", "--json").json()]
    expect([source.split("/")[-2:] for source in sources] == [["a", "same.md5anim"], ["b", "same.md5anim"]], f"{sources}")


def test_dump_says_what_it_wrote(bench):
    small(bench)
    expect_in("wrote x.json (", bench.run("dump", "small.md5mesh", "-o", "x.json").out)


# ---- one model of several files


def test_parts_given_together_are_one_model(bench):
    demo(bench)
    folder = "D/gothic2/"
    man = sorted(name for name in os.listdir(bench.path(folder)) if name.startswith("HERO-") and name.endswith(".MAN"))[0]
    bench.run("convert", folder + "HERO.MDH", folder + "HERO.MDM", folder + man, "-o", "a.glb", "-q")
    bench.run("convert", folder + man, folder + "HERO.MDM", folder + "HERO.MDH", "-o", "b.glb", "-q")
    first, second = facts(bench, "a.glb"), facts(bench, "b.glb")
    expect(first["numTris"] > 0 and first["numTris"] == second["numTris"], f"{first['numTris']} {second['numTris']}")
    expect(first["numClips"] == 1, f"{first['numClips']}")
    # An armour on the skeleton of another name.
    shutil.copy(bench.path(folder + "HERO.MDM"), bench.path("ARMOR.MDM"))
    shutil.copy(bench.path(folder + "HERO.MDH"), bench.path("HUMANS.MDH"))
    bench.run("convert", "ARMOR.MDM", "HUMANS.MDH", "-o", "c.glb", "-q")
    expect(facts(bench, "c.glb")["numTris"] == first["numTris"], "the armour is on it")
    # A script finds the body by itself: given as well, it is there once.
    bench.run("convert", folder + "HERO.MSB", folder + "HERO.MDM", "-o", "d.glb", "-q")
    expect(facts(bench, "d.glb")["numTris"] == first["numTris"], "the body is there once")


def test_two_models_are_not_one(bench):
    small(bench)
    shutil.copy(bench.path("small.md5mesh"), bench.path("other.md5mesh"))
    done = bench.run("convert", "small.md5mesh", "other.md5mesh", "-o", "x.glb", status=2)
    expect_in("other.md5mesh is a model of its own", done.err)
    expect_in("{name}.glb", done.err)


def test_a_clip_finds_the_model_beside_it(bench):
    small(bench)
    os.rename(bench.path("small.md5mesh"), bench.path("hero.md5mesh"))
    done = bench.run("convert", "small.md5anim", "-o", "walk.glb")
    expect_in("goes with hero.md5mesh, which lies beside it", done.err)
    expect(facts(bench, "walk.glb")["numTris"] == 1, "the mesh is in it")
    demo(bench)
    man = sorted(name for name in os.listdir(bench.path("D/gothic2")) if name.startswith("HERO-") and name.endswith(".MAN"))[0]
    bench.run("convert", "D/gothic2/" + man, "-o", "man.glb", "-q")
    described = facts(bench, "man.glb")
    expect(described["numTris"] > 0 and described["numClips"] == 1, "the body, and this clip alone")
    bench.run("convert", "D/gothic2/" + man, "-o", "man.bvh", "-q")


def test_a_source_names_what_the_game_ships(bench):
    demo(bench)
    for name in os.listdir(bench.path("D/gothic2")):
        if name.endswith((".MSB", ".MDH", ".MDM", ".MAN", ".TEX")):
            bench.write("game/_work/Data/Anims/_compiled/" + name, bench.read("D/gothic2/" + name))
    bench.run("convert", "HERO.MDS", "--game", "game", "-o", "x.glb", "-q")
    why = bench.run("info", "--why", "HERO.MDS", "--game", "game").out
    expect_in("HERO.MDS: the game reads it as HERO.MSB", why)
    expect_in("\n_work/Data/Anims/_compiled/HERO.MSB  ", why)


# ---- many at once


def test_a_folder_gives_one_file_for_each_character(bench):
    demo(bench)
    done = bench.run("convert", "D/gothic2", "-o", "out/{name}.glb")
    written = bench.files("out")
    expect("HERO.glb" in written, f"{written}")
    expect(len(set(name.lower() for name in written)) == len(written), f"{written}")
    expect(len(done.err.splitlines()) < 60, f"{len(done.err.splitlines())} lines")
    expect_in(f"{len(written)} of {len(written)} written\n", done.out)
    # The same files one by one.
    names = ["D/gothic2/" + name for name in bench.files("D/gothic2")]
    bench.run("convert", *names, "-o", "again/{name}.glb", "-q")
    expect(bench.files("again") == written, f"{bench.files('again')}")


def test_a_folder_with_many_models_says_how_to_write_them(bench):
    small(bench)
    bench.write("set/a.md5mesh", MESH)
    bench.write("set/b.md5mesh", MESH)
    done = bench.run("convert", "set", "-o", "x.glb", status=2)
    expect_in("set holds 2 models; name one (set/a.md5mesh), or write each: -o 'out/{name}.glb'", done.err)


def test_a_batch_ends_with_a_count_and_names_what_failed(bench):
    bench.write("set/a.md5mesh", MESH)
    bench.write("set/b.md5mesh", "MD5Version 10\nbroken")
    bench.write("set/c.md5mesh", MESH)
    bench.write("other/c.md5mesh", MESH)
    done = bench.run("convert", "set", "-o", "out/{name}.glb", status=1)
    expect_in("ossuary: 2 of 3 written, 1 failed: b\n", done.err)
    done = bench.run("convert", "set/a.md5mesh", "set/c.md5mesh", "other/c.md5mesh", "-o", "new/{name}.glb", status=1)
    expect_in("other/c.md5mesh: was not written: new/c.glb is set/c.md5mesh already", done.err)


def test_equal_notes_are_told_once_and_counted(bench):
    for number in range(9):
        bench.write(f"set/m{number}.md5mesh", MESH)
    done = bench.run("convert", "set", "-o", "out/{name}.glb")
    told = [line for line in done.err.splitlines() if "no picture was found for shader" in line]
    expect(len(told) == 4 and any("6 more like" in line for line in told), f"{told}")
    expect(len(bench.run("convert", "set", "-o", "out/{name}.glb", "-f", "--log", "info").err.splitlines()) > 9, "all of them")


def test_clips_are_all_written_or_none(bench):
    demo(bench)
    bench.run("convert", "D/hero.glb", "-o", "a/{clip}.md5anim", "-q")
    clips = bench.files("a")
    for name in clips[1:]:
        os.remove(bench.path("a/" + name))
    done = bench.run("convert", "D/hero.glb", "-o", "a/{clip}.md5anim", "-q", status=1)
    expect_in(f"a/{clips[0]}: exists, so none of {len(clips)} clips was written; --force replaces it", done.err)
    expect(bench.files("a") == clips[:1], f"{bench.files('a')}")


# ---- archives


def test_an_archive_is_a_folder_to_verbs_that_want_models(bench):
    demo(bench)
    for name in ["HERO.MDH", "HERO.MDM", "HERO.MSB"]:
        bench.write("files/_WORK/DATA/ANIMS/_COMPILED/" + name, bench.read("D/gothic2/" + name))
    bench.run("archive", "files", "-o", "Anims.vdf", "-q")
    bench.run("convert", "Anims.vdf", "-o", "hero.glb", "-q", status=None)
    expect("hero.glb" in bench.files(), "the one character in it")
    bench.run("convert", "Anims.vdf", "-o", "out/{name}.glb", "-q", status=None)
    expect(bench.files("out") == ["HERO.glb"], f"{bench.files('out')}")
    expect(facts(bench, "Anims.vdf")["format"] == "vdf", "info describes the archive itself")
    expect_in("is an archive; name a file in it", bench.run("plot", "Anims.vdf", "-o", "x.svg", status=1).err)


# ---- names and sentences


def test_files_beside_one_in_lower_case_are_in_lower_case(bench):
    small(bench)
    bench.run("convert", "small.md5mesh", "small.md5anim", "-o", "a/sk.asc", "-q")
    expect(bench.files("a") == ["sk.asc", "sk_small.asc"], f"{bench.files('a')}")
    bench.run("convert", "small.md5mesh", "small.md5anim", "-o", "b/SK.ASC", "-q")
    expect(bench.files("b") == ["SK.ASC", "SK_SMALL.ASC"], f"{bench.files('b')}")
    bench.run("info", "a/sk_small.asc")


def test_a_glb_shorter_than_its_header_is_too_short(bench):
    bench.write("a.glb", "abc")
    done = bench.run("info", "a.glb", status=1)
    expect_in("a.glb: the file is too short: it has 3 bytes, the header of a GLB alone has 12", done.err)
    bench.write("b.glb", "glTF")
    expect_in("it has 4 bytes", bench.run("info", "b.glb", status=1).err)


def test_a_motion_that_does_not_fit_names_the_joints_of_both(bench):
    small(bench)
    bench.write("other.bvh", "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
                             "End Site\n{\nOFFSET 0 10 0\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.04\n0 0 0\n")
    done = bench.run("convert", "small.md5mesh", "other.bvh", "-o", "x.glb", status=None)
    expect_in("0 of 1 joints found; its joints are called Hips, the model's ", done.err)
    expect("left out" not in done.err, done.err)
