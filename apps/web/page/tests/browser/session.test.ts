// The page as `ossuary view` and `ossuary shot` use it.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { newContext, openPage } from "./chromium";
import { pause, playClip, settle } from "./hands";
import { demo, made } from "./native";
import { SessionServer } from "./session_server";

const file = (name: string): Buffer => readFileSync(join(demo(), name));

test("a session shows the file it names, and anew when it changes, with clip and time kept", async () => {
    const server = new SessionServer(
        "view",
        { "hero.glb": file("hero.glb"), "chest.glb": file("chest.glb") },
        "hero.glb",
    );
    const context = await newContext({ width: 1000, height: 700 });
    try {
        const { page, errors } = await openPage(context, await server.start());
        await page.locator("h1.title", { hasText: "hero" }).waitFor({ timeout: 60_000 });
        await settle(page);
        await pause(page);
        await playClip(page, "walk");
        await page.evaluate(() => ossuary!.playback.seek(0.5));
        await settle(page);

        const was = await page.evaluateHandle(() => ossuary!.view.figure);
        server.change("hero.glb", file("hero.glb"));
        await page.waitForFunction((old) => ossuary!.view.figure !== null && ossuary!.view.figure !== old, was);
        await settle(page);
        const { clip, time } = await page.evaluate(() => ({
            clip: ossuary!.playback.current?.name,
            time: ossuary!.playback.time.value,
        }));
        assert.equal(clip, "walk");
        assert.ok(Math.abs(time - 0.5) < 1e-6, `${time} s`);
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
        server.stop();
    }
});

async function shoot(query: string): Promise<SessionServer["posted"]> {
    const server = new SessionServer("shot", { "hero.glb": file("hero.glb") }, "hero.glb");
    const context = await newContext({ width: 400, height: 300 });
    try {
        const page = await context.newPage();
        const posted = page.waitForResponse((response) => response.url().endsWith("session/shot"), { timeout: 60_000 });
        await page.goto(`${await server.start()}?${query}`);
        await posted;
        return server.posted;
    } finally {
        await context.close();
        server.stop();
    }
}

// Of a PNG: width and height are the first numbers in it.
function sizeOf(png: Buffer): [number, number] {
    assert.equal(png.subarray(1, 4).toString(), "PNG");
    return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test("a shot is one picture of the size that was asked for, and the same each time", async () => {
    const query = "clip=run&time=0.2&size=320x240";
    const [first, ...more] = await shoot(query);
    assert.equal(more.length, 0);
    assert.equal(first!.type, "image/png");
    assert.deepEqual(sizeOf(first!.body), [320, 240]);
    const [second] = await shoot(query);
    assert.ok(first!.body.equals(second!.body), "the second differs");
});

test("a sheet shows a clip in as many cells as were asked for", async () => {
    const [sheet] = await shoot("clip=run&sheet=3x2&size=600x400&theme=light&show=mesh,skeleton,trail");
    writeFileSync(join(made, "sheet.png"), sheet!.body); // to be looked at
    assert.deepEqual(sizeOf(sheet!.body), [600, 400]);
    assert.ok(sheet!.body.length > 20_000, `${sheet!.body.length} bytes`);
});

test("a shot that cannot be made says why", async () => {
    const posted = await shoot("clip=fly");
    assert.deepEqual(
        posted.map(({ type, body }) => [type, body.toString()]),
        [["text/plain", "hero: there is no clip 'fly'"]],
    );
});
