"""Sounds and music: kept byte for byte, coded anew, taken out, rendered and heard."""

import json
import struct

from harness import expect, expect_in


def demo(bench):
    bench.run("demo", "-o", "D", "--no-view", "--quiet")


def samples_of(data):
    """Rate, channels and samples of a PCM file of 16 bits as the command writes it."""
    expect(data[:4] == b"RIFF" and data[8:16] == b"WAVEfmt ", "a RIFF file")
    tag, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", data, 20)
    expect((tag, bits) == (1, 16), "PCM of 16 bits")
    size = struct.unpack_from("<I", data, 40)[0]
    return rate, channels, struct.unpack_from(f"<{size // 2}h", data, 44)


def test_samples_are_kept(bench):
    expect_in("12 identical", bench.run("verify", bench.sample("audio/music"), bench.sample("audio/wav")).out)


def test_made_files_survive_dump_and_build(bench):
    demo(bench)
    bench.run("verify", "--strict", "D/sound", "--quiet")
    for name in ["BONE_RATTLE.WAV", "OSSIAN.DLS", "OSSIAN.STY", "OSSIAN.SGT", "OSSIAN.BND"]:
        bench.run("dump", f"D/sound/{name}", "-o", "x.json", "--force")
        bench.run("build", "x.json", "-o", name)
        expect(bench.read(name) == bench.read(f"D/sound/{name}"), f"{name} came back otherwise")


def test_a_sound_is_coded_anew(bench):
    demo(bench)
    bench.run("convert", "D/sound/SWORD_WHOOSH.WAV", "-o", "plain.wav")
    rate, channels, samples = samples_of(bench.read("plain.wav"))
    facts = bench.run("info", "D/sound/SWORD_WHOOSH.WAV", "--json").json()
    expect((rate, channels, len(samples)) == (22050, 1, facts["frames"]), "the same length")
    expect(facts["coding"] == "ms_adpcm", "it was coded otherwise")
    bench.run("convert", "plain.wav", "--coding", "ima", "-o", "small.wav")
    expect(bench.run("info", "small.wav", "--json").json()["coding"] == "ima_adpcm", "IMA ADPCM")
    expect_in("--coding", bench.run("convert", "plain.wav", "--coding", "mp3", "-o", "x.wav", status=2).err)
    expect_in("cannot become", bench.run("convert", "D/hero.glb", "-o", "x.wav", status=1).err)


def test_waves_are_taken_out(bench):
    demo(bench)
    bench.run("extract", "D/sound/OSSIAN.DLS", "-o", "waves")
    expect(bench.run("info", "waves/000_flute.wav", "--json").json()["loops"][0]["start"] == 2200, "the loop")
    bench.run("verify", "--strict", "waves", "--quiet")


def test_music_is_rendered_alike_by_the_same_seed(bench):
    demo(bench)
    first = bench.run("render", "D/sound/OSSIAN.SGT", "-o", "a.wav", "--json", "--notes").json()
    again = bench.run("render", "D/sound/OSSIAN.SGT", "-o", "b.wav", "--json").json()
    expect(first["checksum"] == again["checksum"] and bench.read("a.wav") == bench.read("b.wav"), "the same samples")
    expect(first["notes"] > 50 and len([e for e in first["events"] if e["type"] == "on"]) == first["notes"], "notes")
    expect([p["pattern"] for p in first["patterns"]] == ["Quiet", "March", "March", "March"], str(first["patterns"]))
    _, channels, samples = samples_of(bench.read("a.wav"))
    expect(channels == 2 and max(samples) > 3000, "it can be heard")
    bench.run("render", "D/sound/OSSIAN.SGT", "-o", "c.wav", "--seconds", "2", "--mono", "--rate", "22050")
    expect(len(samples_of(bench.read("c.wav"))[2]) == 44100, "two seconds")
    bench.run("render", "D/sound/OSSIAN.SGT", "-o", "c.wav", status=1)
    both = bench.run("render", "D/sound/OSSIAN.SGT", "--then", "D/sound/OSSIAN.SGT", "--at", "8", "--transition", "break",
                     "-o", "d.wav", "--json").json()
    expect("Break" in [p["pattern"] for p in both["patterns"]], "a break between them")


def test_rendered_music_is_that_of_the_reference(bench):
    with open(bench.sample("../golden/audio/render.json"), encoding="utf-8") as file:
        for wanted in json.load(file):
            mono = ["--mono"] if wanted["channels"] == 1 else []
            got = bench.run("render", bench.sample(f"audio/music/{wanted['segment']}"), "-o", "x.wav", "--force", "--json",
                            "--rate", str(wanted["rate"]), "--seed", str(wanted["seed"]), *mono).json()
            expect(got["checksum"] == wanted["pcm_crc32"], wanted["segment"])


def test_notes_are_drawn(bench):
    demo(bench)
    notes = bench.run("render", "D/sound/OSSIAN.SGT", "-o", "a.wav", "--seconds", "1", "--json").json()["notes"]
    bench.run("plot", "D/sound/OSSIAN.SGT", "-o", "notes.svg")
    picture = bench.read("notes.svg").decode()
    expect(picture.count("fill-opacity") >= notes, "a bar for each note")
    expect_in(">March</text>", picture)


def test_missing_instruments_are_told(bench):
    demo(bench)
    bench.write("alone/OSSIAN.SGT", bench.read("D/sound/OSSIAN.SGT"))
    expect_in("ossian.sty is not found", bench.run("render", "alone/OSSIAN.SGT", "-o", "x.wav", status=1).err)


def test_steps_are_heard_at_their_events(bench):
    demo(bench)
    lines = bench.run("play", "D/hero.glb", "--clip", "run", "--for", "3s", "--wav", "s.wav", "--json").out.splitlines()
    events = [json.loads(line) for line in lines]
    steps = [e["t"] for e in events if e["type"] == "event" and "ground" in e["event"]]
    expect(len(steps) > 4, "steps")
    rate, channels, samples = samples_of(bench.read("s.wav"))
    expect((rate, channels, len(samples)) == (44100, 2, 3 * 44100 * 2), "three seconds in stereo")
    expect(max(samples) > 3000, "it can be heard")
    bench.run("play", "D/hero.glb", "--clip", "run", "--for", "3s", "--step", "random", "--wav", "t.wav", "--json")
    expect(bench.read("s.wav") == bench.read("t.wav"), "steps of any length sound alike")

    # Clicks of one sample beside the model show where each step begins.
    click = b"RIFF" + struct.pack("<I", 38) + b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, 44100, 88200, 2, 16)
    click += b"data" + struct.pack("<Ih", 2, 10000)
    bench.write("E/hero.glb", bench.read("D/hero.glb"))
    for side in "LR":
        bench.write(f"E/STEP_BONE_{side}_STONE.WAV", click)
    told = bench.run("play", "E/hero.glb", "--clip", "run", "--for", "3s", "--wav", "u.wav", "--json").err
    expect_in("there is no sound 'BONE_RATTLE'", told)
    samples = samples_of(bench.read("u.wav"))[2]
    onsets = [i // 2 for i in range(0, len(samples), 2) if samples[i] != 0]
    expect(len(onsets) == len(steps), f"{len(onsets)} clicks for {len(steps)} steps")
    for onset, step in zip(onsets, steps):
        expect(abs(onset - step * rate) <= 1, f"a step at {step * rate} is heard at {onset}")


def test_real_steps_begin_to_the_sample(bench):
    demo(bench)
    lines = bench.run("play", "D/hero.glb", "--clip", "run", "--for", "3s", "--wav", "s.wav", "--json").out.splitlines()
    sounds = [e for e in map(json.loads, lines) if e["type"] == "event" and "sound" in e["event"]]
    rate, _, samples = samples_of(bench.read("s.wav"))
    left = samples[::2]
    steps = 0
    for event, after in zip(sounds, sounds[1:]):
        if "ground" not in event["event"]:
            continue
        steps += 1
        wave_rate, _, wave = samples_of(bench.read(f"D/sound/{event['name']}_STONE.WAV"))
        expect(2 * wave_rate == rate, "every second frame is one of the file's own")
        frame = round(event["t"] * rate)
        count = min(len(wave), (int(after["t"] * rate) - frame) // 2)
        expect(count > 100, "long enough to tell")
        found = [at for at in (frame - 1, frame, frame + 1) if at >= 0 and left[at:at + 2 * count:2] == wave[:count]]
        expect(len(found) == 1, f"the step at {frame} is not heard there")
    expect(steps > 4, "steps")


def test_a_game_says_what_is_heard(bench):
    demo(bench)
    told = bench.run("info", "--why", "--game", "D/game", "STEP_BONE_L", "bone_rattle", "SWORD_WHOOSH_HEAVY", "OSSIAN_DAY_FGT",
                     "--json").json()
    steps, rattles, heavy, theme = (row["sounds"] for row in told)
    expect([s["ground"] for s in steps] == ["STONE", "WOOD", "EARTH"], str(steps))
    expect([s["instance"] for s in rattles] == ["BONE_RATTLE", "BONE_RATTLE_A1", "BONE_RATTLE_A2"], str(rattles))
    expect((heavy[0]["file"], heavy[0]["pitch_offset"]) == ("SWORD_WHOOSH.WAV", -5), str(heavy))
    expect("Data/Sound/SFX/SWORD_WHOOSH.WAV" in heavy[0]["candidates"][0]["path"], str(heavy))
    expect((theme[0]["file"], theme[0]["transition"]) == ("ossian_fight.sgt", "break"), str(theme))
    expect_in("plays SWORD_WHOOSH.WAV, volume 127 of 127, -5 semitones",
              bench.run("info", "--why", "--game", "D/game", "SWORD_WHOOSH_HEAVY").out)
    expect_in("NOWHERE: is nowhere", bench.run("info", "--why", "--game", "D/game", "NOWHERE", status=1).err)

    hero = "D/game/_work/Data/Anims/HERO.MDS"
    command = ["play", hero, "--game", "D/game", "--clip", "S_RUNL", "--for", "2s", "--wav"]
    bench.run(*command, "stone.wav")
    bench.run(*command, "wood.wav", "--ground", "wood")
    bench.run(*command, "metal.wav", "--ground", "metal")
    expect(bench.read("stone.wav") != bench.read("wood.wav"), "wood sounds otherwise")
    expect(bench.read("stone.wav") == bench.read("metal.wav"), "without a sound for metal, that of stone")


def test_themes_are_rendered_by_name(bench):
    demo(bench)
    music = "D/game/_work/Data/Music"
    bench.run("render", "ossian_day_std", "--game", "D/game", "-o", "theme.wav")
    bench.run("render", f"{music}/OSSIAN.SGT", "-o", "file.wav")
    theme, file = (samples_of(bench.read(name))[2] for name in ("theme.wav", "file.wav"))
    expect(len(theme) == len(file) and any(file), "the theme is its file")
    expect(all(abs(a - 0.75 * b) <= 0.9 for a, b in zip(theme, file)), "as loud as the theme says")
    bench.run("render", "sys_menu", "--game", "D/game", "-o", "menu.wav")
    expect(bench.read("menu.wav") == bench.read("file.wav"), "a theme at full volume is its file")
    both = bench.run("render", "OSSIAN_DAY_STD", "--game", "D/game", "--then", "OSSIAN_DAY_FGT", "--at", "8", "-o", "x.wav",
                     "--json").json()
    expect([p["pattern"] for p in both["patterns"]] == ["Quiet", "March", "Break", "March", "March"], str(both["patterns"]))
    bench.run("render", "NO_DAY_STD", "--game", "D/game", "-o", "y.wav", status=1)


def test_definitions_are_heard(bench):
    demo(bench)
    lines = bench.run("play", "D/mw3/anim.zbd", "--def", "open_gate", "--for", "8s", "--wav", "gate.wav", "--json").out
    events = [json.loads(line) for line in lines.splitlines()]
    rate, _, samples = samples_of(bench.read("gate.wav"))
    stop = next(e["t"] for e in events if e.get("event") == "SOUND" and "snd_gate_stop" in e["names"])
    off = next(e["t"] for e in events if e.get("event") == "SOUND_NODE" and e["t"] > 0)
    expect(0 < stop <= off < 8, f"the gate stops at {stop}, its motor at {off}")
    loud = lambda a, b: max(abs(s) for s in samples[2 * int(a * rate):2 * int(b * rate)])
    expect(loud(0, 0.1) > 5000 and loud(off - 0.3, off) > 3000, "the gate opens, and its motor hums")
    expect(loud(7.5, 8) == 0, "then it is silent")
    bench.write("alone/anim.zbd", bench.read("D/mw3/anim.zbd"))
    told = bench.run("play", "alone/anim.zbd", "--def", "alarm", "--for", "1s", "--wav", "none.wav").err
    expect_in("there is no sounds*.zbd beside it", told)
