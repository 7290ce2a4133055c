// The page as a whole: layers, blends and comparison, memory, offline, nothing sent anywhere.
import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { newContext, openPage, requested } from "./chromium";
import { drop, dropAndWait, pause, playClip, settle } from "./hands";
import { address } from "./host";
import { demo } from "./native";
import { serve } from "./static_server";

test("two clips blend between their poses, and a layer moves what is below its joint alone", async () => {
    const context = await newContext({ width: 1280, height: 800 });
    const { page, errors } = await openPage(context, address());
    try {
        await dropAndWait(page, [join(demo(), "hero.glb")], "hero");
        await pause(page);
        await page.evaluate(() => (ossuary!.playback.travelling.value = false));
        await playClip(page, "walk");
        const poseAfter = async (weight: number): Promise<number[]> => {
            await page.evaluate((to) => {
                const { playback } = ossuary!;
                const clip = playback.clips.findIndex(({ name }) => name === "run");
                playback.blend.value = { clip, weight: to };
            }, weight);
            await settle(page);
            return page.evaluate(() => [...ossuary!.view.joints]);
        };
        const [none, half, whole] = [await poseAfter(0), await poseAfter(0.5), await poseAfter(1)];
        const far = (a: readonly number[], b: readonly number[]): number =>
            Math.max(...a.map((value, i) => Math.abs(value - b[i]!)));
        assert.ok(far(none, whole) > 0.05);
        assert.ok(far(none, half) > 0.02 && far(half, whole) > 0.02);
        assert.ok(far(none, half) < far(none, whole) && far(half, whole) < far(none, whole));

        await page.evaluate(() => (ossuary!.playback.blend.value = { clip: -1, weight: 0.5 }));
        await pause(page); // opening may have started it again
        await page.evaluate(() => ossuary!.playback.seek(0));
        await settle(page);
        const before = await page.evaluate(() => [...ossuary!.view.joints]);
        const { spine, names } = await page.evaluate(() => {
            const { playback, view } = ossuary!;
            const { skeleton } = view.figure!.data;
            const joint = skeleton.names.indexOf("BIP01 SPINE");
            const clip = playback.clips.findIndex(({ name }) => name === "wave");
            playback.layers.value = [{ clip, weight: 1, joint, additive: false }];
            playback.seek(0.4);
            return { spine: joint, names: skeleton.names };
        });
        await settle(page);
        await page.evaluate(() => ossuary!.playback.seek(0));
        await settle(page);
        const after = await page.evaluate(() => [...ossuary!.view.joints]);
        const movedBy = (joint: number): number =>
            far(before.slice(joint * 3, joint * 3 + 3), after.slice(joint * 3, joint * 3 + 3));
        assert.ok(spine >= 0);
        const foot = movedBy(names.indexOf("BIP01 L FOOT"));
        assert.ok(foot < 1e-6, `a foot moved by ${foot} m`);
        assert.ok(Math.max(...names.map((_, joint) => movedBy(joint))) > 0.01, "no arm moved");
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
    }
});

test("the compressed twin stands beside the clip, within the bound it was packed for", async () => {
    const context = await newContext({ width: 1280, height: 800 });
    const { page, errors } = await openPage(context, address());
    try {
        await dropAndWait(page, [join(demo(), "hero.glb")], "hero");
        await playClip(page, "run");
        await page.locator(".view-surface canvas").first().focus();
        await page.keyboard.press("c");
        await page.locator('output[aria-label="Error now"]', { hasText: "mm" }).waitFor({ timeout: 30_000 });
        const number = async (label: string): Promise<number> =>
            Number.parseFloat(
                ((await page.locator(`output[aria-label="${label}"]`).textContent()) ?? "").replace("worst ", ""),
            );
        assert.ok((await number("Ratio")) > 2);
        assert.ok((await number("Error now")) <= 0.2, "packed at 0.1 mm");
        await page.keyboard.press("c");
        assert.ok(!(await page.locator(".compare").isVisible()));
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
    }
});

test("weights, normals, wires, bounds and trail can all be on", async () => {
    const context = await newContext({ width: 1000, height: 700 });
    const { page, errors } = await openPage(context, address());
    try {
        await dropAndWait(page, [join(demo(), "hero.glb")], "hero");
        const drawn = await page.evaluate(() => ossuary!.view.stage.frames);
        await page.evaluate(() => {
            ossuary!.view.picked.value = 5;
            for (const toggle of ossuary!.view.toggles.all) toggle.value = true;
        });
        await page.waitForFunction((was) => ossuary!.view.stage.frames > was + 2, drawn);
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
    }
});

test("memory returns to within 10 % after ten models were opened and closed", async () => {
    const context = await newContext({ width: 800, height: 600 });
    const { page, errors } = await openPage(context, address());
    try {
        const openAndClose = async (): Promise<void> => {
            await dropAndWait(page, [join(demo(), "hero.glb")], "hero");
            await page.evaluate(() => ossuary!.clear());
            await settle(page);
        };
        const measure = () =>
            page.evaluate(async () => {
                (globalThis as { gc?: () => void }).gc?.();
                await new Promise((resolve) => setTimeout(resolve, 100));
                (globalThis as { gc?: () => void }).gc?.();
                const { used, total } = await ossuary!.memory();
                const heap =
                    (performance as Performance & { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? 0;
                return { used, total, heap, ...ossuary!.view.stage.info };
            });
        // What is loaded once is loaded then, and what runs often is compiled.
        for (let i = 0; i < 3; ++i) await openAndClose();
        const before = await measure();
        for (let i = 0; i < 10; ++i) await openAndClose();
        const after = await measure();
        for (const key of ["used", "total", "heap", "geometries", "textures"] as const)
            assert.ok(after[key] <= before[key] * 1.1 + 4, `${key}: ${before[key]} before, ${after[key]} after`);
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
    }
});

test("once loaded, the page needs its host no more", async () => {
    const host = await serve(resolve(process.cwd(), "dist"));
    const context = await newContext({ width: 800, height: 600 });
    try {
        const { page } = await openPage(context, host.address);
        await page.evaluate(async () => {
            await navigator.serviceWorker.ready;
        });
        await host.stop();
        await page.reload();
        await page.waitForSelector("html[data-ready]", { state: "attached" });
        await dropAndWait(page, [join(demo(), "chest.glb")], "chest");
    } finally {
        await context.close();
    }
});

test("a picture is shown beside the model, not instead of it", async () => {
    const context = await newContext({ width: 1280, height: 800 });
    const { page, errors } = await openPage(context, address());
    try {
        await dropAndWait(page, [join(demo(), "hero.glb")], "hero");
        await drop(page, [join(demo(), "gothic2/TEXTURES/OSSIAN_BONE.TGA")]);
        await page.locator(".section-body > canvas.thumbnail").waitFor({ timeout: 30_000 });
        assert.equal(await page.locator("h1.title").textContent(), "hero");
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
    }
});

test("no request leaves this machine", () => {
    const elsewhere = requested.filter((url) => !/^(http:\/\/127\.0\.0\.1:\d+\/|blob:|data:)/.test(url));
    assert.ok(requested.length > 10);
    assert.deepEqual(elsewhere, []);
});
