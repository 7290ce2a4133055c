// What is dropped together or one after another belongs together: models, motions, textures; a broken file hides none.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { newContext, openPage } from "./chromium";
import { drop, dropAndWait, settle } from "./hands";
import { address } from "./host";
import { demo, made } from "./native";

const at = (...names: string[]): string[] => names.map((name) => join(demo(), name));

async function withPage(body: (page: Page, errors: string[]) => Promise<void>): Promise<void> {
    const context = await newContext({ width: 1000, height: 700 });
    try {
        const { page, errors } = await openPage(context, address());
        await body(page, errors);
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
    }
}

const clipNames = (page: Page): Promise<string[]> =>
    page.evaluate(() => ossuary!.playback.clips.map(({ name }) => name));
const playedClip = (page: Page): Promise<string> => page.evaluate(() => ossuary!.playback.current?.name ?? "");

function written(name: string, content: string | Buffer): string {
    const folder = join(made, "together");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), content);
    return join(folder, name);
}

test("a model without joints is shown, without a message", () =>
    withPage(async (page) => {
        await dropAndWait(page, at("gothic2/ITMW_OSSIAN.MRM"), "ITMW_OSSIAN");
        assert.equal(await page.locator(".notice.error").count(), 0);
        assert.ok((await page.evaluate(() => ossuary!.view.figure?.drawn ?? 0)) > 0);
    }));

test("broken files hide no whole one, and say so", () =>
    withPage(async (page) => {
        demo();
        const broken = written("aaa.md5mesh", readFileSync(at("md5/hero.md5mesh")[0]!).subarray(0, 2000));
        const empty = written("aab.glb", "");
        await dropAndWait(page, [broken, empty, ...at("chest.glb")], "chest");
        const text = (await page.locator(".notice.error").allTextContents()).join("\n");
        assert.ok(text.includes(basename(broken)) && text.includes(basename(empty)), text);
        assert.ok(!text.includes("memory"), text);
    }));

test("a mech walks with the motions beside it", () =>
    withPage(async (page) => {
        await dropAndWait(page, at("mw3/mech.glb", "mw3/motion.zbd"), "mech");
        const clips = await clipNames(page);
        assert.ok(clips.length > 0, "no clips");
        assert.ok((await page.evaluate(() => ossuary!.view.figure?.drawn ?? 0)) > 0, "it has its mesh");
    }));

test("takes of one skeleton are clips of one model, and the first is not a death", () =>
    withPage(async (page) => {
        await dropAndWait(page, at("bvh"), "idle");
        const clips = await clipNames(page);
        for (const name of ["idle", "walk", "die", "run"]) assert.ok(clips.includes(name), clips.join(", "));
        assert.equal(await playedClip(page), "idle");
    }));

test("a motion that is dropped later joins the model that is shown, and plays", () =>
    withPage(async (page) => {
        await dropAndWait(page, at("hero.glb"), "hero");
        await drop(page, at("bvh/turn_left.bvh"));
        await page.waitForFunction(() => (ossuary!.playback.current?.name ?? "").startsWith("turn_left"));
        await settle(page);
        assert.equal(await page.locator("h1.title").textContent(), "hero");
    }));

test("takes of another skeleton stay by themselves", () =>
    withPage(async (page) => {
        demo();
        const other =
            "HIERARCHY\nROOT pole\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n" +
            "MOTION\nFrames: 2\nFrame Time: 0.04\n0 0 0\n0 9 0\n";
        await dropAndWait(page, [...at("bvh/idle.bvh", "bvh/walk.bvh"), written("pole.bvh", other)], "idle");
        const clips = await clipNames(page);
        assert.deepEqual([...clips].sort(), ["idle", "walk"]);
        assert.equal(await page.locator(".notice.error").count(), 0);
        await page.evaluate(() => ossuary!.open("pole.bvh"));
        await settle(page);
        assert.equal(await page.locator("h1.title").textContent(), "pole");
    }));

test("missing textures are said aloud, and join when they are dropped", () =>
    withPage(async (page) => {
        await dropAndWait(page, at("game/Data/base.vdf"), "HERO");
        const notice = page.locator(".notice", { hasText: "not found" });
        assert.match((await notice.textContent()) ?? "", /\d+ textures were not found.*Drop the archive.*--game/s);
        await page.evaluate(() => ossuary!.playback.seek(0.5));
        await drop(page, at("game/Data/textures.vdf"));
        await page.waitForFunction(() => ossuary!.view.figure?.data.diagnostics.length === 0);
        await settle(page);
        assert.equal(await notice.count(), 0);
        assert.equal(await page.locator("h1.title").textContent(), "HERO");
    }));

test("of a folder the main character opens, standing or walking", () =>
    withPage(async (page) => {
        await dropAndWait(page, at("md5"), "hero");
        assert.equal(await playedClip(page), "idle");
    }));

test("a picture by itself fills the view, and leaves it to what comes next", () =>
    withPage(async (page) => {
        await drop(page, at("md5/skull.png"));
        const picture = page.locator("figure.picture canvas");
        await picture.waitFor();
        const { width, height } = (await picture.boundingBox())!;
        assert.ok(Math.max(width, height) >= 200, `${width} × ${height}`);
        assert.ok(!(await page.locator(".welcome").isVisible()));
        await dropAndWait(page, at("chest.glb"), "chest");
        assert.ok(!(await picture.isVisible()));
        assert.equal(await page.title(), "chest – Ossuary");
    }));

test("a search that finds nothing says so", () =>
    withPage(async (page) => {
        await dropAndWait(page, at("chest.glb"), "chest");
        await page.locator("input.search").fill("nowhere");
        assert.equal(await page.locator(".tree-nothing").textContent(), "Nothing is called “nowhere”.");
        await page.locator("input.search").fill("");
        assert.ok(!(await page.locator(".tree-nothing").isVisible()));
    }));
