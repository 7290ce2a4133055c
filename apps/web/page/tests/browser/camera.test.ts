// Where the camera stands: all of a clip is in the picture, hands decide what is looked at, the address keeps it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { newContext, openPage } from "./chromium";
import { dropAndWait, pause, playClip, settle } from "./hands";
import { address } from "./host";
import { demo } from "./native";

async function withHero(body: (page: Page) => Promise<void>): Promise<void> {
    const context = await newContext({ width: 1100, height: 720, motion: "reduce" });
    try {
        const { page, errors } = await openPage(context, address());
        await dropAndWait(page, [join(demo(), "hero.glb")], "hero");
        await pause(page);
        await body(page);
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
    }
}

const camera = (page: Page): Promise<{ position: number[]; target: number[] }> =>
    page.evaluate(() => {
        const { position, target } = ossuary!.view.stage.viewpoint;
        return { position: position.toArray(), target: target.toArray() };
    });

test("a blow stays in the picture from its beginning to its end", () =>
    withHero(async (page) => {
        await playClip(page, "strike_1");
        await settle(page);
        await page.waitForFunction(() => !ossuary!.view.stage.isGliding);
        const outside = await page.evaluate(async () => {
            const { playback, view } = ossuary!;
            const found: string[] = [];
            for (let i = 0; i <= 32; ++i) {
                playback.seek((playback.duration * i) / 32);
                await ossuary!.settled();
                const box = view.box();
                if (box !== null && !view.shows([box])) found.push(playback.time.value.toFixed(3));
            }
            return found;
        });
        assert.deepEqual(outside, []);
    }));

test("a camera that somebody placed stays when another clip is chosen", () =>
    withHero(async (page) => {
        await page.mouse.move(500, 300);
        await page.mouse.down();
        await page.mouse.move(540, 310, { steps: 3 });
        await page.mouse.up();
        const before = await camera(page);
        await playClip(page, "strike_1");
        await settle(page);
        await page.waitForFunction(() => !ossuary!.view.stage.isGliding);
        assert.deepEqual(await camera(page), before);
    }));

test("the wheel goes to what is under the pointer", () =>
    withHero(async (page) => {
        const before = await camera(page);
        const box = (await page.locator(".view-surface canvas").first().boundingBox())!;
        await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.15);
        await page.mouse.wheel(0, -600);
        await page.waitForFunction((was) => ossuary!.view.stage.viewpoint.target.y !== was, before.target[1]!);
        await page.waitForFunction(() => !ossuary!.view.stage.isGliding);
        const after = await camera(page);
        assert.ok(after.target[1]! > before.target[1]! + 0.05, `looked at ${before.target[1]} m, now at ${after.target[1]} m`);
    }));

test("keys look from the front, the side and above, and near to a joint", () =>
    withHero(async (page) => {
        await page.locator(".view-surface canvas").first().focus();
        const direction = async (): Promise<number[]> => {
            await settle(page);
            const { position, target } = await camera(page);
            const way = position.map((part, i) => part - target[i]!);
            const length = Math.hypot(...way);
            return way.map((part) => Math.round((part / length) * 100) / 100 + 0);
        };
        await page.keyboard.press("1");
        assert.deepEqual(await direction(), [0, 0, 1]);
        await page.keyboard.press("2");
        assert.deepEqual(await direction(), [1, 0, 0]);
        await page.keyboard.press("3");
        assert.deepEqual(await direction(), [0, 1, 0]);
        await page.keyboard.press("1");
        const head = await page.evaluate(() => {
            const { view } = ossuary!;
            const joint = view.figure!.data.skeleton.names.indexOf("BIP01 HEAD");
            view.picked.value = joint;
            return view.joints.slice(joint * 3, joint * 3 + 3);
        });
        await page.keyboard.press("j");
        await settle(page);
        const { target } = await camera(page);
        assert.ok(Math.hypot(...target.map((part, i) => part - head[i]!)) < 1e-3, `${target} is not ${head}`);
    }));

test("the address brings back file, clip, time and camera", () =>
    withHero(async (page) => {
        await playClip(page, "run");
        await page.evaluate(() => ossuary!.playback.seek(0.3));
        await settle(page);
        await page.mouse.move(500, 300);
        await page.mouse.down();
        await page.mouse.move(580, 320, { steps: 3 });
        await page.mouse.up();
        // The address follows a moment later: a slow drag is written half way, too.
        await page.waitForFunction(() => {
            const query = new URLSearchParams(location.hash.slice(1));
            const written = (query.get("camera") ?? "").split(",").map(Number);
            const { position } = ossuary!.view.stage.viewpoint;
            const isThere = position.toArray().every((part, i) => Math.abs(part - (written[i] ?? NaN)) < 1e-3);
            return isThere && query.get("clip") === "run" && query.get("time") === "0.300";
        });
        const before = await camera(page);
        await page.reload();
        await page.waitForSelector("html[data-ready]", { state: "attached" });
        await dropAndWait(page, [join(demo(), "hero.glb")], "hero");
        const { clip, time } = await page.evaluate(() => ({
            clip: ossuary!.playback.current?.name,
            time: ossuary!.playback.time.value,
        }));
        assert.equal(clip, "run");
        assert.ok(Math.abs(time - 0.3) < 1e-3, `${time} s`);
        const after = await camera(page);
        const apart = Math.hypot(...after.position.map((part, i) => part - before.position[i]!));
        assert.ok(apart < 0.01, `the camera is ${apart} m off`);
    }));

test("curves are switched off one by one, and errors are seen as heat or a hundred times as large", () =>
    withHero(async (page) => {
        await playClip(page, "run");
        await page.evaluate(() => (ossuary!.view.picked.value = 8));
        await page.getByRole("radio", { name: "curves" }).click();
        const inked = (): Promise<number> =>
            page.evaluate(() => {
                const canvas = document.querySelector<HTMLCanvasElement>(".curves canvas")!;
                const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
                return data.reduce((sum, value, i) => sum + (i % 4 === 3 && value > 200 ? 1 : 0), 0);
            });
        await settle(page);
        const all = await inked();
        for (const axis of ["x", "y"]) await page.getByRole("button", { name: axis, exact: true }).click();
        assert.ok((await inked()) < all, "fewer curves, less ink");
        await page.evaluate(() => ossuary!.switchComparison());
        for (const mode of ["overlay", "× 100", "heat"]) {
            await page.getByRole("radio", { name: mode }).click();
            await page.locator('output[aria-label="Error now"]', { hasText: "mm" }).waitFor({ timeout: 30_000 });
            await settle(page);
        }
        await page.evaluate(() => ossuary!.switchComparison());
        await settle(page);
    }));
