// Worlds in the page: every mesh at each of its places, and the ways between points.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { newContext, openPage } from "./chromium";
import { dropAndWait, settle } from "./hands";
import { address } from "./host";
import { demo, made, runOssuary } from "./native";

const demoWorld = "game/_work/Data/Worlds/WORLD.ZEN";
const linesMode = 1;

interface Counts {
    readonly places: number; // at which a mesh of triangles is shown
    readonly lines: number;
}

/** What the command writes for the same files. */
function nativeCounts(stem: string, ...given: string[]): Counts {
    const file = join(made, `${stem}.gltf`);
    runOssuary("convert", ...given, "-o", file, "--force", "--quiet");
    const gltf = JSON.parse(readFileSync(file, "utf8")) as {
        nodes: { mesh?: number }[];
        meshes: { primitives: { mode?: number; indices: number }[] }[];
        accessors: { count: number }[];
    };
    const isLines = (mesh: number): boolean => gltf.meshes[mesh]!.primitives.every(({ mode }) => mode === linesMode);
    const shown = gltf.nodes.flatMap(({ mesh }) => mesh ?? []);
    const lines = shown.filter(isLines).flatMap((mesh) => gltf.meshes[mesh]!.primitives);
    return {
        places: shown.filter((mesh) => !isLines(mesh)).length,
        lines: lines.reduce((sum, { indices }) => sum + gltf.accessors[indices]!.count / 2, 0),
    };
}

/** What the page draws, and what its model says there is. */
async function pageCounts(page: Page): Promise<{ drawn: Counts; model: Counts; meshes: number }> {
    return page.evaluate(() => {
        const { data, drawn } = ossuary!.view.figure!;
        const lines = data.lines.reduce((sum, set) => sum + set.lines.length / 2, 0);
        const places = data.meshes.reduce((sum, { instances }) => sum + 1 + instances.length, 0);
        return { drawn: { places: drawn, lines }, model: { places, lines }, meshes: data.meshes.length };
    });
}

/** A stone that five nodes show, and a way between two points. */
function fiveStones(): string {
    const numbers = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    const indices = new Uint16Array([0, 1, 2, 0, 1, 0]); // a triangle, then a line
    const bytes = Buffer.concat([Buffer.from(numbers.buffer), Buffer.from(indices.buffer)]);
    const file = join(made, "stones.gltf");
    const gltf = {
        asset: { version: "2.0" },
        scene: 0,
        scenes: [{ nodes: [0, 1, 2, 3, 4, 5] }],
        nodes: [
            ...Array.from({ length: 5 }, (_, i) => ({ name: `stone ${i}`, mesh: 0, translation: [2 * i + 1, 0, 0] })),
            { name: "ways", mesh: 1 },
        ],
        meshes: [
            { primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] },
            { primitives: [{ attributes: { POSITION: 0 }, indices: 2, mode: linesMode }] },
        ],
        accessors: [
            { bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] },
            { bufferView: 1, componentType: 5123, count: 3, type: "SCALAR" },
            { bufferView: 1, byteOffset: 6, componentType: 5123, count: 2, type: "SCALAR" },
        ],
        bufferViews: [
            { buffer: 0, byteLength: 36 },
            { buffer: 0, byteOffset: 36, byteLength: 12 },
        ],
        buffers: [{ byteLength: 48, uri: `data:application/octet-stream;base64,${bytes.toString("base64")}` }],
    };
    writeFileSync(file, JSON.stringify(gltf));
    return file;
}

test("a mesh that several nodes show is drawn at every place", async () => {
    const context = await newContext({ width: 1280, height: 800, motion: "reduce" });
    const { page, errors } = await openPage(context, address());
    try {
        demo(); // makes the folder
        const file = fiveStones();
        await dropAndWait(page, [file], "stones");
        const { drawn, model, meshes } = await pageCounts(page);
        assert.equal(meshes, 1);
        assert.deepEqual(drawn, { places: 5, lines: 1 });
        assert.deepEqual(drawn, model, "all places of the model are drawn");
        assert.deepEqual(drawn, nativeCounts("stones-native", file), "as many as the command writes");
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
    }
});

test("the demo's world is drawn complete", async () => {
    const context = await newContext({ width: 1280, height: 800, motion: "reduce" });
    const { page, errors } = await openPage(context, address());
    try {
        await dropAndWait(page, [join(demo(), "game")], "HERO");
        await page.evaluate((path) => ossuary!.open(path), demoWorld);
        await settle(page);
        const { drawn, model } = await pageCounts(page);
        assert.ok(drawn.places > 0 && drawn.lines > 0);
        assert.deepEqual(drawn, model, "all places of the model are drawn");
        const native = nativeCounts("world-native", join(demo(), demoWorld), "--game", join(demo(), "game"));
        assert.deepEqual(drawn, native, "as many as the command writes");
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
    }
});
