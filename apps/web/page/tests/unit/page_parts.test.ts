import assert from "node:assert/strict";
import { test } from "node:test";
import { distances, exaggerated } from "../../src/compare/comparison";
import { filesOfZip, withZipsOpened } from "../../src/files/zip";
import { stateOfHash, stateToHash } from "../../src/session/address";
import { fittedSize } from "../../src/shell/layout";
import { scaleOf, valueAt } from "../../src/timeline/curves";
import { isWorld } from "../../src/view/contact";
import { zipOf } from "./zip_of";

for (const packed of [true, false])
    test(`a zip is a folder of its files, ${packed ? "packed" : "stored"}`, async () => {
        const content = zipOf([["mod/", ""], ["mod/a.txt", "one ".repeat(50)], ["../b.txt", "two"]], packed);
        const files = await filesOfZip({ path: "x.zip", content });
        assert.deepEqual(files.map(({ path }) => path), ["x.zip/mod/a.txt", "x.zip/b.txt"]);
        assert.equal(await (files[0]!.content as Blob).text(), "one ".repeat(50));
    });

test("a broken zip costs itself and says so", async () => {
    const said: string[] = [];
    const whole = { path: "a.txt", content: new Uint8Array(3) };
    const kept = await withZipsOpened([{ path: "b.zip", content: new Uint8Array(80) }, whole], (path, why) => said.push(`${path}: ${why}`));
    assert.deepEqual(kept, [whole]);
    assert.match(said.join(), /^b\.zip: It has no list of files/);
});

test("what is shown goes into the address and comes back", () => {
    const state = { open: "a b/hero.glb", clip: "run", time: 0.412, camera: [1, 2.5, 3, 0, 1, 0] };
    assert.deepEqual(stateOfHash(stateToHash(state)), state);
    assert.deepEqual(stateOfHash("#open=x&time=no&camera=1,2"), { open: "x", clip: "", time: 0, camera: [] });
    assert.equal(stateOfHash(""), null);
});

test("panels keep within the window", () => {
    assert.deepEqual([20, 300, 5000].map((wanted) => fittedSize("left", wanted, 1000)), [140, 300, 450]);
});

test("a curve's value lies between its samples, and its scale holds them all", () => {
    const times = Float64Array.from([0, 1, 2]);
    const values = new Float32Array([0, 10, 0]);
    assert.deepEqual([0, 0.5, 1, 1.75, 9].map((time) => valueAt(times, values, time)), [0, 5, 10, 2.5, 0]);
    const flat = scaleOf([new Float32Array([2, 2])]);
    assert.ok(flat.low < 2 && flat.high > 2 && flat.high - flat.low < 0.01);
    assert.deepEqual(scaleOf([]), { low: -1, high: 1 });
});

test("errors are seen when they are a hundred times as large", () => {
    const [raw, packed] = [new Float32Array(16), new Float32Array(16)];
    packed[12] = 0.001;
    assert.ok(Math.abs(exaggerated(raw, packed, 100)[12]! - 0.1) < 1e-6);
    assert.ok(Math.abs(distances(raw, packed)[0]! - 0.001) < 1e-9);
});

test("a world is large and has neither skins nor clips", () => {
    const box = (size: number) => ({ min: [0, 0, 0] as [number, number, number], max: [size, 2, size] as [number, number, number] });
    assert.ok(isWorld({ bounds: box(30), skins: [], clips: [] }));
    assert.ok(!isWorld({ bounds: box(1), skins: [], clips: [] }));
    assert.ok(!isWorld({ bounds: box(30), skins: [{ name: "", joints: new Uint32Array(), inverseBind: new Float32Array() }], clips: [] }));
});
