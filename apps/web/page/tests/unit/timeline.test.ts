import assert from "node:assert/strict";
import { test } from "node:test";
import { largestDistance } from "../../src/compare/comparison";
import { laneOrder, lookOf } from "../../src/timeline/event_kinds";
import { niceStep } from "../../src/timeline/ruler";
import { rotationVector } from "../../src/timeline/timeline";

// As `kind_of` of the library names them.
const kinds = [
    "sound", "ground_sound", "particle_start", "particle_stop", "camera_tremor", "morph_start", "swap_mesh", "item", "fight_mode",
    "hit_limb", "hit_direction", "damage_multiply", "hit", "hit_end", "window", "cut", "tag",
]; // prettier-ignore

test("kinds of events have one hue each, and are told apart by shape as well", () => {
    const looks = kinds.map(lookOf);
    assert.equal(new Set(looks.map(({ hue }) => hue)).size, kinds.length);
    const shapes = looks.filter((_, i) => kinds[i] !== "window").map(({ shape, hollow }) => `${shape}${hollow}`);
    assert.equal(new Set(shapes).size, shapes.length);
    assert.equal(lookOf("never heard of").label, "other");
});

test("lanes come in one order, unknown kinds last", () => {
    assert.ok(laneOrder("ground_sound") < laneOrder("sound"));
    assert.ok(laneOrder("tag") < laneOrder("never heard of"));
});

test("steps of a scale are 1, 2 or 5 times a power of ten", () => {
    assert.deepEqual(
        [0.03, 0.2, 0.21, 1, 6, 51].map((least) => Number(niceStep(least).toPrecision(3))),
        [0.05, 0.2, 0.5, 1, 10, 100],
    );
});

test("a quarter turn about y is 90 degrees there and none elsewhere", () => {
    const half = Math.SQRT1_2;
    const [x, y, z] = rotationVector(new Float32Array([0, 0, 0, 0, half, 0, half, 1, 1, 1]));
    assert.ok(Math.abs(y - 90) < 1e-4 && x === 0 && z === 0, `${x} ${y} ${z}`);
    assert.deepEqual(rotationVector(new Float32Array([0, 0, 0, 0, 0, 0, 1, 1, 1, 1])), [0, 0, 0]);
});

test("poses are as far apart as their farthest joints", () => {
    const one = new Float32Array(32);
    const other = new Float32Array(32);
    other[12] = 3;
    other[28] = 3;
    other[29] = 4;
    assert.equal(largestDistance(one, other), 5);
});
