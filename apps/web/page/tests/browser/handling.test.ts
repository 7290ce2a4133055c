// Hands on the timeline and the comparison: what is held stays, and what was set aside comes back.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { newContext, openPage } from "./chromium";
import { dropAndWait, pause, playClip, settle } from "./hands";
import { address } from "./host";
import { demo } from "./native";

test("time that is held in hand does not run on", async () => {
    const context = await newContext({ width: 1000, height: 700 });
    try {
        const { page } = await openPage(context, address());
        await dropAndWait(page, [join(demo(), "hero.glb")], "hero");
        await page.evaluate(() => (ossuary!.playback.playing.value = true));
        const ruler = (await page.locator(".ruler").boundingBox())!;
        await page.mouse.move(ruler.x + ruler.width / 2, ruler.y + ruler.height / 2);
        await page.mouse.down();
        await settle(page);
        const time = (): Promise<number> => page.evaluate(() => ossuary!.playback.time.value);
        const held = await time();
        await page.waitForTimeout(500);
        assert.ok(Math.abs((await time()) - held) < 1e-6, `${held} s became ${await time()} s`);
        await page.mouse.up();
        await page.waitForFunction((was) => Math.abs(ossuary!.playback.time.value - was) > 0.05, held);
    } finally {
        await context.close();
    }
});

test("after a comparison camera, blend and layers are as they were", async () => {
    const context = await newContext({ width: 1000, height: 700 });
    try {
        const { page } = await openPage(context, address());
        await dropAndWait(page, [join(demo(), "hero.glb")], "hero");
        await playClip(page, "run");
        await pause(page);
        await page.evaluate(() => {
            const { playback } = ossuary!;
            playback.blend.value = { clip: 1, weight: 0.25 };
            playback.layers.value = [{ clip: 2, weight: 1, joint: -1, additive: false }];
            playback.seek(0);
            ossuary!.view.resetPlace(); // as comparing does
        });
        await settle(page);
        // Layers are seen on every tab.
        assert.equal(await page.locator(".segment", { hasText: "layers" }).textContent(), "layers 1");
        const state = (): Promise<string> =>
            page.evaluate(() => {
                const { playback, view } = ossuary!;
                const { position, target } = view.stage.viewpoint;
                const near = [...position.toArray(), ...target.toArray()].map((part) => part.toFixed(3));
                return JSON.stringify([playback.blend.value, playback.layers.value, playback.travelling.value, near]);
            });
        const before = await state();
        await page.keyboard.press("c");
        await page.waitForFunction(() => document.querySelector(".compare")?.textContent?.includes("now"));
        await settle(page);
        assert.notEqual(await state(), before);
        await page.keyboard.press("c");
        await settle(page);
        assert.equal(await state(), before);
    } finally {
        await context.close();
    }
});
