"""compile: a model script and its ASC sources become MSB, MDH, MDM and MAN files."""

import os

from harness import expect, expect_in

BODY = """*3DSMAX_ASCIIEXPORT 110
*SCENE {
	*SCENE_FIRSTFRAME 0
	*SCENE_LASTFRAME 0
	*SCENE_FRAMESPEED 25
	*SCENE_TICKSPERFRAME 192
}
*HELPEROBJECT {
	*NODE_NAME "Bip01"
	*NODE_TM {
		*NODE_NAME "Bip01"
		*TM_ROW0 0 1 0
		*TM_ROW1 -1 0 0
		*TM_ROW2 0 0 1
		*TM_ROW3 0 0 100
	}
}
*GEOMOBJECT {
	*NODE_NAME "zm_Body"
	*NODE_PARENT "Bip01"
	*NODE_TM {
		*NODE_NAME "zm_Body"
		*TM_ROW0 1 0 0
		*TM_ROW1 0 1 0
		*TM_ROW2 0 0 1
		*TM_ROW3 0 0 100
	}
	*MESH {
		*TIMEVALUE 0
		*MESH_NUMVERTEX 3
		*MESH_NUMFACES 1
		*MESH_VERTEX_LIST {
			*MESH_VERTEX 0 0 0 90
			*MESH_VERTEX 1 10 0 90
			*MESH_VERTEX 2 0 0 110
		}
		*MESH_FACE_LIST {
			*MESH_FACE 0: A: 0 B: 1 C: 2 AB: 1 BC: 1 CA: 1 *MESH_SMOOTHING 1 *MESH_MTLID 0
		}
	}
}
"""
RUN = """*3DSMAX_ASCIIEXPORT 110
*SCENE {
	*SCENE_FIRSTFRAME 0
	*SCENE_LASTFRAME 2
	*SCENE_FRAMESPEED 25
	*SCENE_TICKSPERFRAME 192
}
*HELPEROBJECT {
	*NODE_NAME "Bip01"
	*NODE_TM {
		*NODE_NAME "Bip01"
		*TM_ROW0 0 1 0
		*TM_ROW1 -1 0 0
		*TM_ROW2 0 0 1
		*TM_ROW3 0 0 100
	}
	*TM_ANIMATION {
		*NODE_NAME "Bip01"
		*CONTROL_POS_TRACK {
			*CONTROL_POS_SAMPLE 0 0 0 100
			*CONTROL_POS_SAMPLE 192 0 -5 100
			*CONTROL_POS_SAMPLE 384 0 -10 100
		}
		*CONTROL_ROT_TRACK {
			*CONTROL_ROT_SAMPLE 0 0 0 1 1.5
			*CONTROL_ROT_SAMPLE 192 0 0 1 1.5
			*CONTROL_ROT_SAMPLE 384 0 0 1 1.5
		}
	}
}
"""
SCRIPT = """Model ("HERO")
{
	meshAndTree ("Body.asc")
	aniEnum
	{
		ani ("s_Run" 1 "s_Run" 0.1 0.1 M. "Run.asc" F 0 2)
		ani ("t_Stop" 1 "" 0 0 . "Run.asc" F 1 1)
	}
}
"""


def lay_out(bench, script=SCRIPT, run="anims/deep/RUN.ASC"):
    bench.write("hero.mds", script)
    bench.write("Body.ASC", BODY)
    if run:
        bench.write(run, RUN)


def made(bench):
    return sorted(name[2:] for name in bench.files() if name.startswith("C/"))


def test_everything_the_script_names_is_built(bench):
    lay_out(bench)
    done = bench.run("compile", "hero.mds", "-o", "C")
    expect(made(bench) == ["BODY.MDM", "HERO-S_RUN.MAN", "HERO-T_STOP.MAN", "HERO.MDH", "HERO.MSB"], f"{made(bench)}")
    expect_in("1 script, 1 hierarchy, 1 mesh, 2 animations; 0 skipped, 0 failed", done.out)
    verdicts = bench.run("verify", "C", "--json").json()
    expect(verdicts["identical"] == 5, f"{verdicts}")
    bench.run("convert", "C/HERO.MSB", "-o", "c.glb")


def test_the_report_says_where_everything_came_from(bench):
    lay_out(bench)
    report = bench.run("compile", "hero.mds", "-o", "C", "--json").json()
    built = {os.path.basename(row["output"]): row for row in report["built"]}
    expect(built["HERO-T_STOP.MAN"]["source"] == "Run.asc", f"{built}")
    expect(built["HERO.MDH"]["format"] == "mdh" and built["HERO.MDH"]["bytes"] > 100, f"{built}")
    expect(report["failed"] == [] and report["skipped"] == [], f"{report}")


def test_what_is_missing_is_named_and_the_rest_is_built(bench):
    lay_out(bench, SCRIPT.replace('"Run.asc" F 1 1', '"Lost.asc" F 1 1'))
    done = bench.run("compile", "hero.mds", "-o", "C", status=1)
    expect_in("hero.mds:7: Lost.asc is not found", done.err, "message")
    expect("HERO-S_RUN.MAN" in made(bench) and "HERO-T_STOP.MAN" not in made(bench), f"{made(bench)}")
    expect_in("1 failed", done.out)


def test_without_the_tree_only_the_script_is_built(bench):
    lay_out(bench, SCRIPT.replace("Body.asc", "Gone.asc"))
    done = bench.run("compile", "hero.mds", "-o", "C", status=1)
    expect(made(bench) == ["HERO.MSB"], f"{made(bench)}")
    expect_in("skipped HERO-S_RUN.MAN: hero.mds:6: there is no hierarchy", done.out)


def test_a_compiled_hierarchy_stands_in_for_its_source(bench):
    lay_out(bench)
    bench.run("compile", "hero.mds", "-o", "C")
    lay_out(bench, SCRIPT.replace("Body.asc", "Gone.asc"))
    bench.write("HERO.MDH", bench.read("C/HERO.MDH"))
    bench.write("GONE.MDM", bench.read("C/BODY.MDM"))
    done = bench.run("compile", "hero.mds", "-o", "D")
    expect_in("Gone.asc is not found; HERO.MDH is taken", done.err)
    expect_in("skipped GONE.MDM", done.out)
    expect(not os.path.exists(bench.path("D/HERO.MDH")), "it was written again")
    expect(bench.read("D/HERO-S_RUN.MAN") == bench.read("C/HERO-S_RUN.MAN"), "another animation, or other bounds")


def test_samples_are_packed_as_the_game_does_it(bench):
    lay_out(bench)
    bench.run("compile", "hero.mds", "-o", "C")
    bench.run("compile", "hero.mds", "-o", "D", "--packing", "game")
    expect(bench.read("C/HERO-S_RUN.MAN") == bench.read("D/HERO-S_RUN.MAN"), "not the default")


def test_a_broken_source_costs_what_is_made_of_it(bench):
    lay_out(bench)
    bench.write("anims/deep/RUN.ASC", RUN.replace("*CONTROL_ROT_TRACK {", "*CONTROL_ROT_TRACK"))
    done = bench.run("compile", "hero.mds", "-o", "C", status=1)
    expect_in("RUN.ASC:", done.err, "message")
    expect(made(bench) == ["BODY.MDM", "HERO.MDH", "HERO.MSB"], f"{made(bench)}")


def test_a_mount_is_looked_through(bench):
    lay_out(bench, run=None)
    bench.write("scripts/hero.mds", SCRIPT)
    bench.write("anims/run.asc", RUN)
    bench.run("compile", "scripts/hero.mds", "-o", "C", status=1)
    bench.run("compile", "scripts/hero.mds", "-o", "C", "--mount", ".", "--force")
    expect("HERO-S_RUN.MAN" in made(bench), f"{made(bench)}")


def test_of_two_animations_of_one_name_the_later_counts(bench):
    lay_out(bench, SCRIPT.replace("t_Stop", "S_RUN"))
    done = bench.run("compile", "hero.mds", "-o", "C")
    expect_in("skipped HERO-S_RUN.MAN: hero.mds:6: a later line", done.out)
    expect(bench.run("info", "C/HERO-S_RUN.MAN", "--json").json()["num_frames"] == 1, "the later one has one frame")


def test_date_path_and_game_are_written(bench):
    lay_out(bench)
    bench.run("compile", "hero.mds", "-o", "C", "--date", "2002-08-28 12:50:52", "--path", "\\_work\\x\\", "--game", "g1")
    bench.run("dump", "C/HERO.MSB", "-o", "msb.json")
    text = bench.read("msb.json").decode()
    expect_in('"year": 2002', text)
    expect_in("\\\\_WORK\\\\X\\\\HERO.MDS", text)
    bench.run("dump", "C/BODY.MDM", "-o", "mdm.json")
    expect_in('"version": 773', bench.read("mdm.json").decode())
    expect_in('"version": 67306758', bench.read("mdm.json").decode())
    bench.run("compile", "hero.mds", "-o", "E")
    bench.run("dump", "E/BODY.MDM", "-o", "mdm2.json")
    expect_in('"version": 67699974', bench.read("mdm2.json").decode())
    first = bench.read("C/HERO.MSB")
    bench.run("compile", "hero.mds", "-o", "C", "--date", "2002-08-28T12:50:52", "--path", "\\_WORK\\X\\", "-f", "-j", "1")
    expect(bench.read("C/HERO.MSB") == first, "the same date and path give the same bytes")
    for wrong in ("2002-13-01", "yesterday", "2002-08-28 25:00:00", "2002-08"):
        bench.run("compile", "hero.mds", "-o", "C", "--date", wrong, status=2)


def test_nothing_is_replaced_unasked(bench):
    lay_out(bench)
    bench.run("compile", "hero.mds", "-o", "C")
    bench.write("C/HERO-S_RUN.MAN", b"mine")
    done = bench.run("compile", "hero.mds", "-o", "C", status=1)
    expect_in("exists; --force replaces it", done.err, "message")
    expect(bench.read("C/HERO-S_RUN.MAN") == b"mine", "it was replaced")
    bench.run("compile", "hero.mds", "-o", "C", "--force")
    expect(bench.read("C/HERO-S_RUN.MAN") != b"mine", "it was not replaced")


def test_a_name_in_the_script_never_chooses_the_folder(bench):
    lay_out(bench, SCRIPT.replace("t_Stop", "../../up"))
    bench.run("compile", "hero.mds", "-o", "C")
    expect("HERO-.._.._UP.MAN" in made(bench), f"{made(bench)}")


def test_what_is_no_script_is_refused(bench):
    bench.write("x.mds", "not a script")
    expect_in("x.mds:1", bench.run("compile", "x.mds", "-o", "C", status=1).err, "message")
    lay_out(bench)
    bench.run("compile", "hero.mds", "-o", "C")
    expect_in("is compiled already", bench.run("compile", "C/HERO.MSB", "-o", "D", status=1).err, "message")
    expect_in("lost.mds: No such file", bench.run("compile", "lost.mds", "-o", "C", status=1).err, "message")


def test_the_demo_character_survives_the_way_through_gothic(bench):
    bench.run("demo", "-o", "demo", "--no-view", "-q")
    os.makedirs(bench.path("src"))
    bench.run("convert", "demo/hero.glb", "-o", "src/hero.mds", "-q")
    done = bench.run("compile", "src/hero.mds", "-o", "C")
    expect_in("20 animations; 0 skipped, 0 failed", done.out)
    bench.run("convert", "C/HERO.MSB", "-o", "c.glb", "-q")
    expect(bench.run("info", "c.glb", "--json").json()["numClips"] == 20, "a clip is missing")
