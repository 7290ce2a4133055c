// The page as `ossuary view` and `ossuary shot` use it.
import assert from "node:assert/strict";
import { copyFileSync, cpSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { newContext, openPage } from "./chromium";
import { ViewCommand } from "./command";
import { pause, playClip, settle, treeNames } from "./hands";
import { demo, made, runOssuary } from "./native";
import { SessionServer } from "./session_server";

test("a session shows the file it names, and anew when it changes, with clip and time kept", async () => {
    const folder = join(made, "session");
    mkdirSync(folder, { recursive: true });
    const hero = join(folder, "hero.glb");
    copyFileSync(join(demo(), "hero.glb"), hero);
    const command = new ViewCommand(hero, join(demo(), "bvh"));
    const context = await newContext({ width: 1000, height: 700 });
    try {
        const { page, errors } = await openPage(context, await command.address());
        await page.locator("h1.title", { hasText: "hero" }).waitFor({ timeout: 60_000 });
        await settle(page);
        const names = await treeNames(page);
        for (const name of ["hero.glb", "bvh", "walk.bvh"]) assert.ok(names.includes(name), names.join(", "));
        await pause(page);
        await playClip(page, "walk");
        await page.evaluate(() => ossuary!.playback.seek(0.5));
        await settle(page);

        const was = await page.evaluateHandle(() => ossuary!.view.figure);
        utimesSync(hero, new Date(), new Date());
        await page.waitForFunction((old) => ossuary!.view.figure !== null && ossuary!.view.figure !== old, was);
        await settle(page);
        const { clip, time } = await page.evaluate(() => ({
            clip: ossuary!.playback.current?.name,
            time: ossuary!.playback.time.value,
        }));
        assert.equal(clip, "walk");
        assert.ok(Math.abs(time - 0.5) < 1e-6, `${time} s`);
        assert.deepEqual(errors, []);

        await command.stop();
        await page.locator(".status", { hasText: "not connected to the command" }).waitFor({ timeout: 30_000 });
    } finally {
        await context.close();
        await command.stop();
    }
});

test("a file that is gone when it is asked for costs itself alone", async () => {
    const command = new ViewCommand(join(demo(), "hero.glb"), join(demo(), "bvh"));
    const context = await newContext({ width: 1000, height: 700 });
    try {
        await context.route("**/session/file/bvh/walk.bvh", (route) => route.fulfill({ status: 404 }));
        const { page } = await openPage(context, await command.address());
        await page.locator("h1.title", { hasText: "hero" }).waitFor({ timeout: 60_000 });
        const notice = page.locator(".notice.error", { hasText: "bvh/walk.bvh" });
        assert.match((await notice.textContent()) ?? "", /The command did not give this file: 404/);
        const names = await treeNames(page);
        assert.ok(names.includes("run.bvh") && !names.includes("walk.bvh"), names.join(", "));
    } finally {
        await context.close();
        await command.stop();
    }
});

test("a file that becomes another model is shown whole, without a message", async () => {
    const folder = join(made, "session");
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "changing.glb");
    copyFileSync(join(demo(), "hero.glb"), file);
    const command = new ViewCommand(file);
    const context = await newContext({ width: 1000, height: 700 });
    try {
        const { page, errors } = await openPage(context, await command.address());
        await page.locator("h1.title", { hasText: "hero" }).waitFor({ timeout: 60_000 });
        await settle(page);
        await page.evaluate(() => (ossuary!.playback.looping.value = false));
        const was = await page.evaluateHandle(() => ossuary!.view.figure);
        copyFileSync(join(demo(), "chest.glb"), file);
        await page.waitForFunction((old) => ossuary!.view.figure !== null && ossuary!.view.figure !== old, was);
        await settle(page);
        assert.equal(await page.locator(".notice").count(), 0);
        // The camera looks at the chest, not where the figure was.
        const { distance, size } = await page.evaluate(() => {
            const { min, max } = ossuary!.view.figure!.data.bounds!;
            const { position, target } = ossuary!.view.stage.viewpoint;
            return { distance: position.distanceTo(target), size: Math.hypot(...min.map((low, i) => max[i]! - low)) };
        });
        assert.ok(distance < size * 4, `${distance} m away from what is ${size} m large`);
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
        await command.stop();
    }
});

test("an archive shows its tree at once, and of its files only those that are opened are fetched", async () => {
    const folder = join(made, "session", "many");
    mkdirSync(join(folder, "TEXTURES"), { recursive: true });
    for (let i = 0; i < 3000; ++i) writeFileSync(join(folder, "TEXTURES", `STONE_${i}-C.TEX`), "not looked at");
    cpSync(join(demo(), "gothic2"), join(folder, "ANIMS"), { recursive: true });
    const archive = join(made, "session", "many.vdf");
    runOssuary("archive", folder, "-o", archive, "--force", "--quiet");
    for (const named of [archive, folder]) {
        const command = new ViewCommand(named);
        const context = await newContext({ width: 1000, height: 700 });
        try {
            const asked: string[] = [];
            await context.route("**/session/file/**", (route) => {
                asked.push(route.request().url());
                return route.continue();
            });
            const { page, errors } = await openPage(context, await command.address());
            await page.locator("h1.title", { hasText: /^HERO$/ }).waitFor({ timeout: 60_000 });
            await settle(page);
            const names = await treeNames(page);
            assert.ok(names.includes("STONE_2999-C.TEX") && names.includes("HERO.MDS"), `${names.length} names`);
            assert.ok(!asked.some((url) => url.includes("STONE_")), "no stone was fetched");
            assert.ok((await page.evaluate(() => ossuary!.playback.clips.length)) > 20);
            // What is read is not kept.
            const { used } = await page.evaluate(() => ossuary!.memory());
            assert.ok(used < 40e6, `${used} bytes`);
            assert.deepEqual(errors, []);
        } finally {
            await context.close();
            await command.stop();
        }
    }
});

test("the tree of a game is there before the library, and its animations come in one piece", async () => {
    const command = new ViewCommand("--game", join(demo(), "game"));
    const context = await newContext({ width: 1000, height: 700 });
    try {
        let release = (): void => {};
        const held = new Promise<void>((resolve) => (release = resolve));
        await context.route("**/*.wasm", async (route) => {
            await held;
            await route.continue();
        });
        const asked: string[] = [];
        context.on("request", (request) => asked.push(request.url()));
        const page = await context.newPage();
        await page.goto(await command.address());
        await page.locator(".row:not([hidden])", { hasText: "_WORK" }).first().waitFor({ timeout: 60_000 });
        assert.equal(await page.evaluate(() => document.documentElement.dataset["ready"]), undefined);
        release();
        await page.locator("h1.title", { hasText: /^HERO$/ }).waitFor({ timeout: 60_000 });
        await settle(page);
        assert.ok((await page.evaluate(() => ossuary!.playback.clips.length)) > 20);
        assert.deepEqual(asked.filter((url) => url.endsWith(".MAN")), []);
        assert.equal(asked.filter((url) => url.includes("/session/batch/")).length, 1);
        // What was foreseen is what the library makes of it.
        const names = await treeNames(page);
        assert.equal(new Set(await page.evaluate(() => ossuary!.tree.model.nodes.map(({ id }) => id))).size, names.length);
    } finally {
        await context.close();
        await command.stop();
    }
});

test("an archive that changes is listed anew", async () => {
    const folder = join(made, "session", "changing");
    cpSync(join(demo(), "md5"), folder, { recursive: true });
    const archive = join(made, "session", "changing.vdf");
    runOssuary("archive", folder, "-o", archive, "--force", "--quiet");
    const command = new ViewCommand(archive);
    const context = await newContext({ width: 1000, height: 700 });
    try {
        const { page, errors } = await openPage(context, await command.address());
        await page.locator("h1.title", { hasText: /^hero$/i }).waitFor({ timeout: 60_000 });
        await settle(page);
        copyFileSync(join(demo(), "chest.glb"), join(folder, "later.glb"));
        runOssuary("archive", folder, "-o", archive, "--force", "--quiet");
        await page.waitForFunction(() => ossuary!.tree.model.nodes.some(({ name }) => /^later\.glb$/i.test(name)));
        await settle(page);
        assert.equal(await page.locator(".notice").count(), 0);
        assert.match((await page.locator("h1.title").textContent()) ?? "", /^hero$/i);
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
        await command.stop();
    }
});

test("a shot of a mesh without joints is a picture, too", () => {
    const file = join(made, "static.png");
    runOssuary("shot", join(demo(), "gothic2/ITMW_OSSIAN.MRM"), "--size", "320x240", "--force", "--quiet", "-o", file);
    assert.deepEqual(sizeOf(readFileSync(file)), [320, 240]);
});

function shoot(name: string, ...more: string[]): Buffer {
    const file = join(made, name); // to be looked at
    runOssuary("shot", join(demo(), "hero.glb"), ...more, "--force", "--quiet", "-o", file);
    return readFileSync(file);
}

// Of a PNG: width and height are the first numbers in it.
function sizeOf(png: Buffer): [number, number] {
    assert.equal(png.subarray(1, 4).toString(), "PNG");
    return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test("a shot is a picture of the size that was asked for, and the same each time", () => {
    const wishes = ["--clip", "run", "--time", "0.2", "--size", "320x240"];
    const first = shoot("shot.png", ...wishes);
    assert.deepEqual(sizeOf(first), [320, 240]);
    assert.ok(first.equals(shoot("shot.png", ...wishes)), "the second differs");
});

test("a sheet shows a clip in as many cells as were asked for", () => {
    const sheet = shoot("sheet.png", "--clip", "run", "--sheet", "4x3");
    assert.deepEqual(sizeOf(sheet), [1280, 960]);
    assert.ok(sheet.length > 100_000, `${sheet.length} bytes`);
});

test("a shot that cannot be made says why", () => {
    assert.throws(() => shoot("none.png", "--clip", "fly"), /hero.glb: there is no clip 'fly'/);
});

// The command takes the first answer and is gone; only this server would see a second.
test("a shot is posted exactly once", async () => {
    const server = new SessionServer("hero.glb", readFileSync(join(demo(), "hero.glb")));
    const context = await newContext({ width: 400, height: 300 });
    try {
        const page = await context.newPage();
        const posted = page.waitForResponse((response) => response.url().endsWith("session/shot"), { timeout: 60_000 });
        await page.goto(`${await server.start()}?clip=run&size=320x240`);
        await posted;
        await page.waitForLoadState("networkidle");
        assert.deepEqual(
            server.posted.map(({ type }) => type),
            ["image/png"],
        );
    } finally {
        await context.close();
        server.stop();
    }
});
