// Every kind of file: dropped, it stands there, plays as the native library does, fires its events once a pass, and can
// be handed on.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { newContext, openPage } from "./chromium";
import { dropAndWait, pause, playClip, settle, treeNames } from "./hands";
import { demo, made, nativeJoints, objectionsTo } from "./native";
import { address } from "./host";
import { samples } from "./samples";

const nearEnough = 1e-4; // metres

for (const sample of samples(demo())) {
    test(sample.kind, async (t) => {
        const context = await newContext({ width: 1280, height: 800 });
        const { page, errors } = await openPage(context, address());
        try {
            await dropAndWait(page, sample.drop, sample.title);
            const clip = sample.clip === "" ? await firstClip(page) : sample.clip;

            await t.test(`${sample.kind}, the tree is right`, async () => {
                const names = await treeNames(page);
                for (const name of [...sample.rows, clip])
                    assert.ok(names.includes(name), `${name} is not among ${names.join(", ")}`);
                // What plays is in sight, and marked.
                assert.deepEqual(await page.locator(".row.current .name").last().textContent(), await firstClip(page));
            });

            await t.test(`${sample.kind}, the first clip plays by itself`, async () => {
                assert.equal(await page.evaluate(() => ossuary!.playback.playing.value), true);
                const before = await position(page);
                await page.waitForFunction(
                    (was) =>
                        ossuary!.playback.pass.value * ossuary!.playback.duration + ossuary!.playback.time.value > was,
                    before,
                );
            });

            await t.test(`${sample.kind}, joints are where the native library has them`, async () => {
                await pause(page);
                await page.evaluate(() => (ossuary!.playback.travelling.value = false));
                await playClip(page, clip);
                const duration = await page.evaluate(() => ossuary!.playback.duration);
                const times = [0, duration * 0.37, duration * 0.81];
                const expected = nativeJoints(sample.native, clip, times);
                for (const [i, time] of times.entries()) {
                    await page.evaluate((to) => ossuary!.playback.seek(to), time);
                    await settle(page);
                    const joints = await page.evaluate(() => [...ossuary!.view.joints]);
                    assert.equal(joints.length, expected[i]!.length);
                    const worst = Math.max(...joints.map((value, k) => Math.abs(value - expected[i]![k]!)));
                    assert.ok(worst < nearEnough, `at ${time} s a joint is off by ${worst} m`);
                }
            });

            await t.test(`${sample.kind}, the timeline scrubs`, async () => {
                const box = (await page.locator(".ruler").boundingBox())!;
                await page.mouse.move(box.x + box.width * 0.2, box.y + 8);
                await page.mouse.down();
                await page.mouse.move(box.x + box.width * 0.6, box.y + 8, { steps: 4 });
                await page.mouse.up();
                await settle(page);
                const { time, duration } = await page.evaluate(() => ({
                    time: ossuary!.playback.time.value,
                    duration: ossuary!.playback.duration,
                }));
                assert.ok(Math.abs(time / duration - 0.6) < 0.01, `${time} of ${duration} s`);
            });

            await t.test(`${sample.kind}, events flash exactly once per pass`, async () => {
                await playClip(page, clip);
                const marks = await page.locator(".mark").count();
                assert.equal(marks > 0, sample.events, `${marks} events`);
                if (!sample.events) return;
                await page.evaluate(() => {
                    const { playback } = ossuary!;
                    playback.speed.value = 2;
                    playback.playing.value = true;
                });
                await page.waitForFunction(() => ossuary!.playback.pass.value >= 2, undefined, { timeout: 60_000 });
                await pause(page);
                const { pass, time, events } = await page.evaluate(() => {
                    const { playback } = ossuary!;
                    const fired = [...document.querySelectorAll<HTMLElement>(".mark")].map((mark) => ({
                        fired: Number(mark.dataset["fired"] ?? 0),
                        at: playback.current!.events[Number(mark.dataset["index"])]!.time,
                    }));
                    return { pass: playback.pass.value, time: playback.time.value, events: fired };
                });
                for (const { fired, at } of events)
                    assert.equal(
                        fired,
                        pass + (at < time ? 1 : 0),
                        `the event at ${at} s, in pass ${pass} at ${time} s`,
                    );
            });

            await t.test(`${sample.kind}, the export is glTF the validator accepts`, async () => {
                await page.locator(".view-surface canvas").first().focus();
                const downloading = page.waitForEvent("download");
                await page.keyboard.press("e");
                const download = await downloading;
                mkdirSync(made, { recursive: true });
                const file = join(made, `${sample.kind.replace(/\W+/g, "-")}.glb`);
                await download.saveAs(file);
                assert.equal(objectionsTo(file), "");
            });

            await t.test(`${sample.kind}, nothing went wrong on the way`, () => {
                assert.deepEqual(errors, []);
            });
        } finally {
            await context.close();
        }
    });
}

function firstClip(page: Page): Promise<string> {
    return page.evaluate(() => ossuary!.playback.clips[0]!.name);
}

function position(page: Page): Promise<number> {
    return page.evaluate(
        () => ossuary!.playback.pass.value * ossuary!.playback.duration + ossuary!.playback.time.value,
    );
}
