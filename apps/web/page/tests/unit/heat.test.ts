import assert from "node:assert/strict";
import { test } from "node:test";
import type { Mesh, ModelData } from "@ossuary/core";
import { heatColour, weightOf } from "../../src/view/heat";

const none = new Float32Array();
const mesh: Mesh = {
    name: "two vertices", positions: new Float32Array(6), normals: none, tangents: none, uv0: none, uv1: none,
    colors: new Uint8Array(), indices: new Uint32Array(), surfaces: [], skin: 0, joint: -1, instances: new Uint32Array(), morphs: [], morphWeights: [],
    influenceStart: new Uint32Array([0, 2, 3]),
    influenceJoints: new Uint32Array([0, 1, 1]),
    influenceWeights: new Float32Array([0.25, 0.75, 1]),
}; // prettier-ignore
const model = { skins: [{ joints: new Uint32Array([7, 4]), inverseBind: none }] } as unknown as ModelData;

test("a weight is that of the skeleton's joint, not of the skin's", () => {
    assert.equal(weightOf(model, mesh, 0, 4), 0.75);
    assert.equal(weightOf(model, mesh, 1, 4), 1);
    assert.equal(weightOf(model, mesh, 1, 7), 0);
});

test("a rigid mesh follows its joint with all of it", () => {
    const rigid = { ...mesh, skin: -1, joint: 3 };
    assert.equal(weightOf(model, rigid, 0, 3), 1);
    assert.equal(weightOf(model, rigid, 0, 4), 0);
});

test("more weight is never darker", () => {
    const brightness = (weight: number): number =>
        heatColour(weight).reduce((sum, part, i) => sum + part * [0.2, 0.7, 0.1][i]!, 0);
    for (let weight = 0; weight < 1; weight += 0.05)
        assert.ok(brightness(weight + 0.05) > brightness(weight), String(weight));
    assert.deepEqual(heatColour(2), heatColour(1));
});
