// The frame around the view: panels that are moved and folded, a timeline for hands of all kinds, a page without files.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { newContext, openPage, type Screen } from "./chromium";
import { drop, dropAndWait, pause, playClip, settle } from "./hands";
import { address } from "./host";
import { demo, made } from "./native";
import { zipOf } from "../unit/zip_of";

const wide = { width: 1280, height: 800 } as const;
const hero = (): string[] => [join(demo(), "hero.glb")];

async function withPage(screen: Screen, body: (page: Page) => Promise<void>): Promise<void> {
    const context = await newContext(screen);
    try {
        const { page, errors } = await openPage(context, address());
        await body(page);
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
    }
}

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
    return (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
}

test("panels are dragged at their edges, folded and unfolded, and stay so", () =>
    withPage(wide, async (page) => {
        const left = page.locator(".side.left");
        const { width } = await boxOf(left);
        await page.mouse.move(width, 300);
        await page.mouse.down();
        await page.mouse.move(width + 100, 300, { steps: 3 });
        await page.mouse.up();
        assert.ok(Math.abs((await boxOf(left)).width - width - 100) < 3, `${(await boxOf(left)).width}`);
        const edge = page.getByRole("separator", { name: "Width of the inspector" });
        const before = (await boxOf(page.locator(".side.right"))).width;
        await edge.focus();
        await page.keyboard.press("ArrowLeft");
        assert.equal((await boxOf(page.locator(".side.right"))).width, before + 16);
        await page.getByRole("button", { name: "Inspector" }).click();
        assert.equal((await boxOf(page.locator(".side.right"))).width, 0);

        await page.reload();
        await page.waitForSelector("html[data-ready]", { state: "attached" });
        assert.ok(Math.abs((await boxOf(left)).width - width - 100) < 3);
        assert.equal((await boxOf(page.locator(".side.right"))).width, 0);
        await page.getByRole("button", { name: "Inspector" }).click();
        assert.equal((await boxOf(page.locator(".side.right"))).width, before + 16);
        await page.keyboard.press("[");
        assert.equal((await boxOf(left)).width, 0);
        await page.keyboard.press("/"); // what is folded opens where it is needed
        assert.ok((await boxOf(left)).width > 100);
    }));

test("the timeline takes as much room as it has lanes, and next to none without a clip", () =>
    withPage(wide, async (page) => {
        const height = async (): Promise<number> => (await boxOf(page.locator(".timeline"))).height;
        await dropAndWait(page, [join(demo(), "world.glb")], ".+");
        assert.ok((await height()) < 60, `${await height()} pixels without a clip`);
        await page.evaluate(() => ossuary!.clear());
        await dropAndWait(page, [join(demo(), "bvh/walk.bvh")], "walk");
        const few = await height();
        assert.ok(few > 100 && few < 160, `${few} pixels without events`);
        await dropAndWait(page, hero(), "hero");
        assert.ok((await height()) > 200);
        await page.getByRole("button", { name: "Fold the timeline" }).click();
        assert.ok((await height()) < 60);
    }));

test("frames are stepped by buttons, and time is taken in hand in every lane", () =>
    withPage({ ...wide, motion: "reduce" }, async (page) => {
        await dropAndWait(page, hero(), "hero");
        await pause(page);
        await playClip(page, "run");
        const time = (): Promise<number> => page.evaluate(() => ossuary!.playback.time.value);
        for (let i = 0; i < 3; ++i) await page.getByRole("button", { name: "One frame on" }).click();
        await page.getByRole("button", { name: "One frame back" }).click();
        await settle(page);
        assert.ok(Math.abs((await time()) - 2 / 30) < 1e-6, `${await time()} s`);
        const track = await boxOf(page.locator(".lane-track").last());
        await page.mouse.move(track.x + track.width * 0.5, track.y + 4);
        await page.mouse.down();
        await page.mouse.move(track.x + track.width * 0.75, track.y + 4, { steps: 3 });
        await page.mouse.up();
        await settle(page);
        const duration = await page.evaluate(() => ossuary!.playback.duration);
        assert.ok(Math.abs((await time()) / duration - 0.75) < 0.01, `${await time()} of ${duration} s`);
    }));

test("on a phone of 360 pixels everything is there, and large enough for fingers", () =>
    withPage({ width: 360, height: 740, touch: true, motion: "reduce" }, async (page) => {
        await dropAndWait(page, hero(), "hero");
        await page.evaluate(() => {
            const { playback } = ossuary!;
            playback.blend.value = { clip: 2, weight: 0.5 };
        });
        await settle(page);
        const small = await page.evaluate(() =>
            [...document.querySelectorAll<HTMLElement>(".transport button, .transport select, .view-top button, .toggles button")]
                .filter((button) => button.offsetParent !== null)
                .map((button) => ({ name: button.getAttribute("aria-label") ?? button.textContent, box: button.getBoundingClientRect() }))
                .filter(({ box }) => box.height < 40 || box.left < 0)
                .map(({ name, box }) => `${name} ${box.width} × ${box.height}`),
        );
        assert.deepEqual(small, []);
        const { wide: needed, room } = await page.evaluate(() => {
            const bar = document.querySelector<HTMLElement>(".transport")!;
            return { wide: bar.scrollWidth, room: bar.clientWidth };
        });
        assert.ok(needed <= room, `${needed} of ${room} pixels`);
        assert.ok(await page.locator(".blend > .quiet").first().isVisible());
        assert.match((await page.locator(".blend-names").textContent()) ?? "", /\w/);
        assert.ok((await boxOf(page.locator(".blend select"))).width >= 90);
        assert.ok((await boxOf(page.locator(".tracks"))).height >= 80);
    }));

test("an empty page offers its sample, and what needs a model waits for one", () =>
    withPage({ ...wide, motion: "reduce" }, async (page) => {
        for (const name of ["Play", "One frame on", "Compare with the compressed clip", "Frame the model"])
            assert.ok(await page.getByRole("button", { name, exact: true }).isDisabled(), name);
        assert.ok(await page.getByRole("button", { name: "bones" }).isDisabled());
        await page.getByRole("button", { name: "Show the sample character" }).click();
        await page.locator("h1.title", { hasText: /./ }).waitFor();
        await settle(page);
        assert.ok(await page.evaluate(() => ossuary!.playback.clips.length > 10));
        assert.ok(await page.getByRole("button", { name: "Play", exact: true }).isEnabled());
        assert.ok(await page.getByRole("button", { name: "bones" }).isEnabled());
    }));

test("a zip that is dropped opens like a folder", () =>
    withPage({ ...wide, motion: "reduce" }, async (page) => {
        const folder = join(demo(), "md5");
        const files = ["hero.md5mesh", "walk.md5anim"].map((name) => [`md5/${name}`, readFileSync(join(folder, name))] as const);
        mkdirSync(made, { recursive: true });
        const file = join(made, "mod.zip");
        writeFileSync(file, zipOf(files, true));
        await dropAndWait(page, [file], "hero");
        assert.deepEqual(await page.evaluate(() => ossuary!.playback.clips.map(({ name }) => name)), ["walk"]);
        writeFileSync(file, "no zip at all");
        await drop(page, [file]);
        await page.locator(".notice.error", { hasText: "mod.zip" }).waitFor();
    }));

test("a static glTF without joints stands there without a message", () =>
    withPage({ ...wide, motion: "reduce" }, async (page) => {
        const points = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);
        const gltf = {
            asset: { version: "2.0" },
            scene: 0,
            scenes: [{ nodes: [0] }],
            nodes: [{ mesh: 0 }],
            meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
            accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] }],
            bufferViews: [{ buffer: 0, byteLength: 36 }],
            buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${Buffer.from(points.buffer).toString("base64")}` }],
        };
        mkdirSync(made, { recursive: true });
        const file = join(made, "still.gltf");
        writeFileSync(file, JSON.stringify(gltf));
        await dropAndWait(page, [file], "still");
        assert.equal(await page.locator(".notice").count(), 0);
        assert.equal(await page.evaluate(() => ossuary!.view.figure!.drawn), 1);
        await page.getByRole("button", { name: "Frame the model" }).click();
        await settle(page);
    }));
