"""Headless playback: what happens, when, and that steps do not matter."""

import json

from harness import ANIM, MESH, expect, expect_in

STEPS = ["1ms", "7ms", "16.7ms", "100ms", "1000ms", "5s", "random"]

# Name, next, flags, frames and events; a frame is 40 ms.
MOVES = [
    ("S_RUN", "S_RUN", ".", 20, ""),
    ("S_RUNL", "S_RUNL", "M", 20, '*eventSFXGrnd (5 "STEP")'),
    ("T_RUN_2_RUNL", "S_RUNL", "M", 5, ""),
    ("S_1HRUN", "S_1HRUN", ".", 20, ""),
    ("S_1HRUNL", "S_1HRUNL", "M", 20, '*eventSFXGrnd (5 "STEP")'),
    ("T_1H_2_1HRUN", "S_1HRUN", ".", 10, '*eventTag (5 "DEF_FIGHTMODE" "1H")'),
    ("S_1HATTACK", "S_1HATTACK", ".", 30, '*eventTag (0 "DEF_OPT_FRAME" "5 15 25")\n'
     '*eventTag (0 "DEF_HIT_END" "10 20 30")\n*eventTag (0 "DEF_WINDOW" "6 9 16 19")'),
    ("T_1HPARADE_0", "S_1HRUN", ".", 10, '*eventTag (0 "DEF_PAR_FRAME" "2 8")'),
    ("T_STUMBLE", "S_RUN", ".", 10, '*eventSFX (2 "OUCH")'),
]

FIGHT = """# draws on the spot, strikes twice in time and once too early, is hit
0s run
0.7s stand
1s draw 1h
2s attack
+300ms attack
+290ms attack   # still in the window of the second blow
4s attack
+100ms attack
5s block
+100ms hit
6s attack
+100ms hit
7s overlay HERO_1HST1.MDS for 2s
7.5s attack
"""


def asc(frames):
    """One bone that goes forward by 2 cm a frame."""
    matrix = "".join(f"\t\t*TM_ROW{row} {axis}\n" for row, axis in
                     enumerate(["1 0 0", "0 1 0", "0 0 1", "0 0 100"]))
    keys = "".join(f"\t\t\t*CONTROL_POS_SAMPLE {i * 192} 0 {-2 * i} 100\n" for i in range(frames + 1))
    turns = "".join(f"\t\t\t*CONTROL_ROT_SAMPLE {i * 192} 0 0 1 {0.1 if i == 1 else 0}\n" for i in range(frames + 1))
    return ('*3DSMAX_ASCIIEXPORT 110\n*SCENE {\n\t*SCENE_FIRSTFRAME 0\n\t*SCENE_LASTFRAME ' + str(frames) +
            '\n\t*SCENE_FRAMESPEED 25\n\t*SCENE_TICKSPERFRAME 192\n}\n*HELPEROBJECT {\n\t*NODE_NAME "Bip01"\n'
            '\t*NODE_TM {\n\t\t*NODE_NAME "Bip01"\n' + matrix + '\t\t*TM_POS 0 0 100\n\t}\n'
            '\t*TM_ANIMATION {\n\t\t*NODE_NAME "Bip01"\n\t\t*CONTROL_POS_TRACK {\n' + keys + '\t\t}\n'
            '\t\t*CONTROL_ROT_TRACK {\n' + turns + '\t\t}\n\t}\n}\n')


def script(moves):
    lines = "".join(f'\t\tani ("{name}" 1 "{follows}" 0.1 0.1 {flags} "MOVE{frames}.ASC" F 0 {frames})\n' +
                    (f"\t\t{{\n{events}\n\t\t}}\n" if events else "") for name, follows, flags, frames, events in moves)
    return f'Model ("HERO")\n{{\n\tmeshAndTree ("MOVE5.ASC" DONT_USE_MESH)\n\taniEnum\n\t{{\n{lines}\t}}\n}}\n'


def fighter(bench):
    for frames in (5, 10, 20, 25, 30):
        bench.write(f"MOVE{frames}.ASC", asc(frames))
    bench.write("HERO.MDS", script(MOVES))
    bench.write("HERO_1HST1.MDS", script([("S_1HATTACK", "S_1HATTACK", ".", 25, '*eventTag (0 "DEF_OPT_FRAME" "3")\n'
                                           '*eventTag (0 "DEF_HIT_END" "8")\n*eventTag (0 "DEF_WINDOW" "2 7")')]))
    bench.write("fight.txt", FIGHT)


def lines(done):
    return [json.loads(line) for line in done.out.splitlines()]


def small(bench):
    bench.write("small.md5mesh", MESH)
    bench.write("small.md5anim", ANIM.replace('"tip"\t0 32 1', '"tip"\t0 1 1'))  # the tip slides: no loop


def test_a_clip_starts_loops_and_moves(bench):
    small(bench)
    told = lines(bench.run("play", "small.md5mesh", "small.md5anim", "--clip", "small", "--loop", "--for", "1s", "--json"))
    expect(told[0] == {"t": 0, "type": "start", "clip": "small", "layer": 1, "frame": 0}, f"{told[0]}")
    loops = [line["t"] for line in told if line["type"] == "loop"]
    expect(len(loops) >= 2 and loops[0] > 0.19, f"loops at {loops}")
    expect(told[-1]["type"] == "root" and "clip" not in told[-1] and told[-1]["t"] == 1, f"{told[-1]}")
    roots = [line for line in told if line["type"] == "root" and "clip" in line]
    expect(len(roots) == len(loops) and roots[0]["t"] == loops[0], "a root line for every pass")


def test_a_clip_that_does_not_loop_ends(bench):
    small(bench)
    told = lines(bench.run("play", "small.md5mesh", "small.md5anim", "--clip", "small", "--for", "1s", "--json"))
    stops = [line for line in told if line["type"] == "stop"]
    expect(len(stops) == 1 and stops[0]["t"] == 0.2 and stops[0]["frame"] == 2, f"{stops}")


def test_speed_and_direction(bench):
    small(bench)
    base = ["play", "small.md5mesh", "small.md5anim", "--clip", "small", "--for", "1s", "--json"]
    fast = [line for line in lines(bench.run(*base, "--speed", "2")) if line["type"] == "stop"]
    expect(fast[0]["t"] == 0.1, f"twice as fast: {fast}")
    back = lines(bench.run(*base, "--reverse"))
    expect(back[0]["frame"] == 2 and [line for line in back if line["type"] == "stop"][0]["frame"] == 0, f"{back}")
    ways = [lines(bench.run(*base, *more))[-1]["position"] for more in ([], ["--reverse"])]
    expect(all(abs(a + b) < 1e-6 for a, b in zip(*ways)), f"there and back: {ways}")


def test_the_step_changes_nothing_of_a_clip(bench):
    bench.run("demo", "-o", "demo", "--no-view")
    for more in ([], ["--reverse"], ["--speed", "1.7"]):
        told = {bench.run("play", "demo/hero.glb", "--clip", "run", "--for", "10s", "--poses", "9", "--step", step,
                          "--json", *more).out for step in STEPS}
        expect(len(told) == 1, f"{more}: {len(told)} different outputs")
        kinds = [json.loads(line)["type"] for line in next(iter(told)).splitlines()]
        expect(kinds.count("pose") == 9 and kinds.count("event") > 50 and kinds.count("loop") > 10, f"{kinds}")


def test_the_step_changes_nothing_of_a_fight(bench):
    fighter(bench)
    told = {bench.run("play", "HERO.MDS", "--script", "fight.txt", "--step", step, "--poses", "11", "--json",
                      "--seed", "5").out for step in STEPS}
    expect(len(told) == 1, f"{len(told)} different outputs")


def test_a_fight_goes_by_the_rules(bench):
    fighter(bench)
    told = lines(bench.run("play", "HERO.MDS", "--script", "fight.txt", "--json"))
    verdicts = [(line["t"], line["command"], line["verdict"]) for line in told if line["type"] == "command"]
    expect(verdicts == [
        (0, "run", "started"), (0.7, "stand", "started"), (1, "draw 1h", "started"), (2, "attack", "started"),
        (2.3, "attack", "chained"), (2.59, "attack", "chained"), (4, "attack", "started"), (4.1, "attack", "refused"),
        (5, "block", "started"), (5.1, "hit", "refused"), (6, "attack", "started"), (6.1, "hit", "started"),
        (7, "overlay HERO_1HST1.MDS for 2s", "done"), (7.5, "attack", "started")], f"{verdicts}")
    blows = [(line["t"], line["event"], line.get("step", 0)) for line in told
             if line["type"] == "event" and line["event"] in ("hit", "hit_end", "window") and 2 <= line["t"] < 4]
    expect(blows == [(2.2, "hit", 0), (2.24, "window", 0), (2.3, "hit_end", 1), (2.5, "hit", 1), (2.54, "window", 1),
                     (2.59, "hit_end", 2), (2.79, "hit", 2), (2.99, "hit_end", 2)], f"{blows}")
    expect([line["t"] for line in told if line.get("event") == "hit" and line["t"] > 7] == [7.62], "the overlay's blow")
    expect([line["clip"] for line in told if line["type"] == "start" and 6 <= line["t"] < 7] ==
           ["S_1HATTACK", "T_STUMBLE", "S_RUN", "S_1HRUN"], "hit, and back on his feet")


def test_a_state_is_a_line_of_a_script(bench):
    fighter(bench)
    told = lines(bench.run("play", "HERO.MDS", "--state", "draw 1h", "--for", "1s", "--json"))
    expect([line["clip"] for line in told if line["type"] == "start"] == ["S_RUN", "T_1H_2_1HRUN", "S_1HRUN"], f"{told}")


def test_the_games_differ(bench):
    fighter(bench)
    bench.write("block.txt", "0s weapon 1h\n1s block\n1.1s attack\n")
    verdicts = {game: lines(bench.run("play", "HERO.MDS", "--script", "block.txt", "--game", game, "--json"))
                for game in ("g1", "g2")}
    verdicts = {game: [line["verdict"] for line in told if line["type"] == "command"][-1] for game, told in verdicts.items()}
    expect(verdicts == {"g1": "started", "g2": "refused"}, f"{verdicts}")


def test_rules_of_ones_own(bench):
    fighter(bench)
    bench.write("my.rules", "like gothic2\naction dance STAND\n  -> T_WALTZ T_STUMBLE\n")
    told = lines(bench.run("play", "HERO.MDS", "--state", "dance", "--rules", "my.rules", "--for", "1s", "--json"))
    expect("T_STUMBLE" in [line.get("clip") for line in told], f"{told}")
    bench.write("bad.rules", "like gothic2\naction dance FLY\n")
    expect_in("bad.rules:2:14: ", bench.run("play", "HERO.MDS", "--state", "dance", "--rules", "bad.rules", status=1).err)


def test_for_people(bench):
    fighter(bench)
    done = bench.run("play", "HERO.MDS", "--state", "jump", "--for", "1s", status=1)
    expect_in("'jump' does nothing: the model has none of S_JUMP", done.err)
    text = done.out
    expect_in('     0.000  command                              command=jump  verdict=missing  tried=["S_JUMP"]\n', text)
    expect_in("     0.000  start       1  S_RUN                 frame=0\n", text)


def test_mistakes_name_their_place(bench):
    fighter(bench)
    for text, message in [("0s run\nsoon stand\n", "bad.txt:2:1: 'soon' is no time"),
                          ("0s run\n\n1s dance\n", "bad.txt:3: the rules have no action 'dance'"),
                          ("1s draw spear\n", "bad.txt:1: the rules have no weapon 'spear'"),
                          ("0s overlay NONE.MDS\n", "the overlay NONE.MDS is not found beside the model")]:
        bench.write("bad.txt", text)
        expect_in(message, bench.run("play", "HERO.MDS", "--script", "bad.txt", status=1).err, "message")
    for arguments in [["--clip", "S_FLY"], ["--clip", "S_RUN", "--clip", "S_RUNL"]]:
        expect_in("ossuary: HERO.MDS: ", bench.run("play", "HERO.MDS", *arguments, status=1).err, "message")
    for arguments in [[], ["--clip", "S_RUN", "--state", "run"], ["--clip", "S_RUN", "--for", "5"],
                      ["--clip", "S_RUN", "--step", "0s"], ["--clip", "S_RUN", "--speed", "0"],
                      ["--state", "run", "--reverse"], ["--state", "run", "--game", "g3"],
                      ["--clip", "S_RUN", "--rules", "x"]]:
        done = bench.run("play", "HERO.MDS", *arguments, status=2)
        expect(done.err and not done.out, f"{arguments}: a message only")
