// Thousands of entries: searching them is instant, and only those in sight are on the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newContext, openPage } from "./chromium";
import { settle } from "./hands";
import { address } from "./host";

const entries = 5000;
const searchTime = 50; // milliseconds
const frameTime = 16;

test("a tree of 5,000 entries is searched in less than 50 ms and scrolls few rows", async (t) => {
    const context = await newContext({ width: 1280, height: 800 });
    const { page, errors } = await openPage(context, address());
    try {
        await page.evaluate(async (count) => {
            const files = Array.from({ length: count }, (_, i) => ({
                path: `archive/folder_${i % 50}/HUMANS-T_MOVE_${String(i).padStart(5, "0")}.TXT`,
                content: new Uint8Array([i & 255]),
            }));
            await ossuary!.add(files);
        }, entries);
        await settle(page);

        await t.test("search", async () => {
            // The least of many: what else runs on this machine only adds.
            const times = await page.evaluate(() => {
                const input = ossuary!.tree.search;
                const searchFor = (text: string): number => {
                    input.value = text;
                    const began = performance.now();
                    input.dispatchEvent(new Event("input"));
                    document.querySelector(".tree")!.getBoundingClientRect(); // laid out, too
                    return performance.now() - began;
                };
                const texts = ["m", "move_0123", "folder_7 044", "nothing like it", ""];
                return texts.map((text) => Math.min(...Array.from({ length: 15 }, () => searchFor(text))));
            });
            for (const time of times)
                assert.ok(time < searchTime, `${times.map((each) => each.toFixed(1)).join(", ")} ms`);
        });

        await t.test("what is found is what matches", async () => {
            await page.locator(".search").fill("folder_7 0445");
            const found = await page.locator(".row:not([hidden]) .name").allTextContents();
            assert.deepEqual(found, ["archive", "folder_7", "HUMANS-T_MOVE_04457.TXT"]);
            await page.locator(".search").fill("");
        });

        await t.test("what was found is chosen by one click", async () => {
            await page.locator(".search").fill("folder_7 0445");
            await page.locator(".row:not([hidden])", { hasText: "_04457" }).click();
            assert.equal(await page.evaluate(() => ossuary!.tree.chosen.value?.name), "HUMANS-T_MOVE_04457.TXT");
            await page.locator(".search").fill("");
        });

        await t.test("scrolling", async () => {
            await page.evaluate(() => {
                const { model } = ossuary!.tree;
                for (const { id } of model.nodes) model.setExpanded(id, true);
                ossuary!.tree.refresh();
            });
            const least = await page.evaluate(async () => {
                const tree = document.querySelector(".tree")!;
                const times: number[] = [];
                for (let i = 0; i < 41; ++i) {
                    const began = performance.now();
                    tree.scrollTop = (tree.scrollHeight * i) / 41;
                    tree.dispatchEvent(new Event("scroll"));
                    tree.getBoundingClientRect();
                    times.push(performance.now() - began);
                    await new Promise(requestAnimationFrame);
                }
                return Math.min(...times);
            });
            assert.ok(least < frameTime, `${least.toFixed(1)} ms`);
            assert.ok((await page.locator(".row").count()) < 80);
        });
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
    }
});
