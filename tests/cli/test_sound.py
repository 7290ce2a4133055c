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
