import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "@ossuary/core";
import { audioTimeOf, clipTimeOf, falloff, onsetsBetween } from "../../src/sound/schedule";
import { SoundFiles } from "../../src/sound/sound_files";
import { noteRange, peaks } from "../../src/sound/sound_view";

const steps = [{ time: 0 }, { time: 0.25 }, { time: 0.5 }];
const at = (...given: Parameters<typeof onsetsBetween>): number[] => onsetsBetween(...given).map((onset) => onset.at);

test("every event of every pass has one onset, however time is cut", () => {
    const whole = at(steps, 0.5, true, 0, 2);
    assert.deepEqual(whole, [0, 0.25, 0.5, 0.5, 0.75, 1, 1, 1.25, 1.5, 1.5, 1.75]);
    const cut: number[] = [];
    for (let i = 0; i < 200; ++i) cut.push(...at(steps, 0.5, true, i / 100, (i + 1) / 100));
    assert.deepEqual(cut, whole);
});

test("what is played once is heard once, its last moment too", () => {
    assert.deepEqual(at(steps, 0.5, false, 0, 10), [0, 0.25, 0.5]);
    assert.deepEqual(at(steps, 0.5, false, 0.3, 10), [0.5]);
    assert.deepEqual(at(steps, 0, true, 0, 10), []);
});

test("two clocks that are tied together tell each other's time", () => {
    const anchor = { audio: 10, clip: 0.5, rate: 2 };
    assert.equal(audioTimeOf(anchor, 1.5), 10.5);
    assert.equal(clipTimeOf(anchor, 10.5), 1.5);
});

test("sounds are fainter from afar, and out of their range silent", () => {
    assert.deepEqual([0, 5, 10, 20].map((distance) => falloff(distance, 10)), [1, 0.5, 0, 0]);
});

function entriesOf(...paths: string[]): Entry[] {
    return paths.map((path) => ({
        path,
        name: path.slice(path.lastIndexOf("/") + 1),
        parent: -1,
        kind: "file",
        size: 1,
        format: "wav",
        role: "sound",
    }));
}

test("an event plays the file of its name, with its variants; a step that of the ground", () => {
    const files = new SoundFiles(entriesOf("s/HIT.WAV", "s/HIT_A1.WAV", "s/HIT_A02.WAV", "s/STEP_STONE.WAV", "s/STEP.WAV"));
    const hit = files.soundOf({ kind: "sound", name: "hit", fields: { range: 600 } }, "hero.glb");
    const plain = { gain: 1, semitones: 0, spread: 0 };
    assert.deepEqual(hit, { files: ["s/HIT.WAV", "s/HIT_A1.WAV", "s/HIT_A02.WAV"], tunes: [plain, plain, plain], range: 6, ownSlot: false });
    const step = files.soundOf({ kind: "ground_sound", name: "STEP", fields: { empty_slot: true } }, "hero.glb");
    assert.deepEqual(step, { files: ["s/STEP_STONE.WAV"], tunes: [plain], range: 10, ownSlot: true });
    assert.deepEqual(files.soundOf({ kind: "sound", name: "GONE", fields: {} }, "")?.files, []);
    assert.deepEqual(files.soundOf({ kind: "sound", name: "hit.wav", fields: {} }, "")?.files.length, 3);
    assert.equal(files.soundOf({ kind: "hit", name: "HIT", fields: {} }, ""), null);
});

test("of two files of one name the one nearer to the model counts", () => {
    const files = new SoundFiles(entriesOf("a/X.WAV", "b/c/X.WAV"));
    assert.deepEqual(files.soundOf({ kind: "sound", name: "X", fields: {} }, "b/c/hero.glb")?.files, ["b/c/X.WAV"]);
});

test("a waveform keeps the highest and the lowest of every part", () => {
    const samples = Float32Array.from({ length: 100 }, (_, i) => (i === 37 ? 1 : i === 62 ? -1 : 0));
    assert.deepEqual(peaks(samples, 4), [{ low: 0, high: 0 }, { low: 0, high: 1 }, { low: -1, high: 0 }, { low: 0, high: 0 }]);
    assert.equal(peaks(new Float32Array(0), 3).length, 3);
});

test("a roll shows whole octaves", () => {
    assert.deepEqual(noteRange(new Float32Array([0, 1, 61, 100, 0, 1, 2, 70, 100, 1])), { low: 60, high: 71 });
    assert.deepEqual(noteRange(new Float32Array(0)), { low: 48, high: 71 });
});
