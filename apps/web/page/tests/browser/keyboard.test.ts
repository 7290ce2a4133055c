// The page without a mouse, and for those who listen to it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { newContext, openPage } from "./chromium";
import { dropAndWait, settle } from "./hands";
import { address } from "./host";
import { demo } from "./native";

test("everything is within reach of the keyboard", async () => {
    const context = await newContext({ width: 1280, height: 800 });
    const { page, errors } = await openPage(context, address());
    try {
        await dropAndWait(page, [join(demo(), "hero.glb")], "hero");
        const playing = (): Promise<boolean> => page.evaluate(() => ossuary!.playback.playing.value);
        const time = (): Promise<number> => page.evaluate(() => ossuary!.playback.time.value);
        const clip = (): Promise<string | undefined> => page.evaluate(() => ossuary!.playback.current?.name);

        assert.equal(await playing(), true);
        await page.keyboard.press("Space");
        assert.equal(await playing(), false);
        await page.keyboard.press("Home");
        await settle(page);
        assert.equal(await time(), 0);
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("ArrowLeft");
        await settle(page);
        assert.ok(Math.abs((await time()) - 1 / 30) < 1e-6, `${await time()} s`);
        await page.keyboard.press("End");
        await settle(page);
        const duration = await page.evaluate(() => ossuary!.playback.duration);
        assert.ok(duration - (await time()) < 1e-3);

        // Search, go to what was found, play it.
        await page.keyboard.press("/");
        await page.keyboard.type("walk");
        await page.keyboard.press("Enter");
        await settle(page);
        assert.equal(await clip(), "walk");
        assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("role")), "tree");
        await page.keyboard.press("/");
        await page.keyboard.press("Escape");

        // Arrows in the tree move in the tree, not in the clip.
        await page.locator(".tree").focus();
        const before = await time();
        await page.keyboard.press("Space"); // plays what the cursor is on
        await settle(page);
        await page.keyboard.press("ArrowDown");
        assert.ok((await time()) >= 0 && before >= 0);
        assert.match((await page.locator(".tree").getAttribute("aria-activedescendant")) ?? "", /^row-\d+$/);

        // The sheet of keys opens, keeps the focus, and goes.
        await page.locator(".view-surface canvas").first().focus();
        await page.keyboard.press("?");
        assert.ok(await page.getByRole("dialog", { name: "Keys" }).isVisible());
        assert.ok(await page.evaluate(() => document.activeElement?.closest("dialog") !== null));
        await page.keyboard.press("Escape");
        assert.ok(!(await page.getByRole("dialog", { name: "Keys" }).isVisible()));

        for (const [key, toggle] of [
            ["b", "skeleton"],
            ["n", "names"],
            ["w", "wireframe"],
            ["t", "trail"],
        ] as const) {
            const on = (): Promise<boolean> => page.evaluate((name) => ossuary!.view.toggles[name].value, toggle);
            const was = await on();
            await page.keyboard.press(key);
            assert.equal(await on(), !was, key);
        }

        // Tab reaches every part of the page, and always shows where it is.
        const reached = new Set<string>();
        for (let i = 0; i < 90; ++i) {
            await page.keyboard.press("Tab");
            reached.add(await focusedPart(page));
        }
        for (const part of ["side left", "view", "side right", "timeline"])
            assert.ok(reached.has(part), `${part} of ${[...reached].join(", ")}`);
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
    }
});

for (const theme of ["dark", "light"] as const) {
    test(`axe finds nothing serious, ${theme}`, async () => {
        const context = await newContext({ width: 1280, height: 800, theme });
        const { page } = await openPage(context, address());
        try {
            assert.deepEqual(await seriousOf(page), []);
            await dropAndWait(page, [join(demo(), "hero.glb")], "hero");
            await page.evaluate(() => {
                ossuary!.view.picked.value = 6;
                for (const section of document.querySelectorAll<HTMLDetailsElement>("details.section"))
                    section.open = true;
            });
            await settle(page);
            assert.deepEqual(await seriousOf(page), []);
        } finally {
            await context.close();
        }
    });
}

test("below 900 pixels the sides are drawers", async () => {
    const context = await newContext({ width: 600, height: 800 });
    const { page } = await openPage(context, address());
    try {
        await dropAndWait(page, [join(demo(), "hero.glb")], "hero");
        assert.ok(!(await page.locator(".side.left").isVisible()));
        assert.ok(await page.locator(".timeline").isVisible());
        await page.keyboard.press("/");
        assert.ok(await page.locator(".search").evaluate((input) => input === document.activeElement));
        assert.ok(await page.locator(".side.left").isVisible());
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Inspector" }).click();
        assert.ok(await page.locator(".side.right").isVisible());
    } finally {
        await context.close();
    }
});

test("where less motion is asked for, nothing moves by itself", async () => {
    const context = await newContext({ width: 1000, height: 700, motion: "reduce" });
    const { page } = await openPage(context, address());
    try {
        await dropAndWait(page, [join(demo(), "hero.glb")], "hero");
        assert.equal(await page.evaluate(() => ossuary!.playback.playing.value), false);
        const drawn = await page.evaluate(() => ossuary!.view.stage.frames);
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
        assert.equal(await page.evaluate(() => ossuary!.view.stage.frames), drawn);
    } finally {
        await context.close();
    }
});

function focusedPart(page: Page): Promise<string> {
    return page.evaluate(() => document.activeElement?.closest(".side, .view, .timeline")?.className ?? "");
}

interface Violation {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly target: readonly string[] }[];
}

async function seriousOf(page: Page): Promise<string[]> {
    const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    // The page forbids foreign scripts; the debugger's are none.
    const violations = (await page.evaluate(
        `(() => { ${source}; return axe.run().then((result) => result.violations); })()`,
    )) as Violation[];
    return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
