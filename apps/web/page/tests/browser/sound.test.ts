// What the page lets one hear: sounds at the very times of their events, waveforms, and music with its notes.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { newContext, openPage } from "./chromium";
import { ViewCommand } from "./command";
import { chooseRow, drop, dropAndWait, pause, playClip, settle } from "./hands";
import { address } from "./host";
import { demo, made, runOssuary } from "./native";

const rate = 44_100;
const loud = 0.5; // of the sounds made here

/** A short square pulse: where it begins can be found to the sample. */
function pulse(name: string): string {
    const frames = 60;
    const wav = Buffer.alloc(44 + frames * 2);
    wav.write("RIFF", 0);
    wav.writeUInt32LE(36 + frames * 2, 4);
    wav.write("WAVEfmt ", 8);
    wav.writeUInt32LE(16, 16);
    wav.writeUInt16LE(1, 20);
    wav.writeUInt16LE(1, 22);
    wav.writeUInt32LE(rate, 24);
    wav.writeUInt32LE(rate * 2, 28);
    wav.writeUInt16LE(2, 32);
    wav.writeUInt16LE(16, 34);
    wav.write("data", 36);
    wav.writeUInt32LE(frames * 2, 40);
    for (let i = 0; i < frames; ++i) wav.writeInt16LE(Math.round(loud * 32767), 44 + 2 * i);
    const folder = join(made, "sounds");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), wav);
    return join(folder, name);
}

const names = ["STEP_BONE_L_STONE.WAV", "STEP_BONE_R_STONE.WAV", "BONE_RATTLE.WAV", "CLOTH_SWISH.WAV"];
const made4 = (): string[] => (demo(), names.map(pulse));

async function withPage(body: (page: Page) => Promise<void>): Promise<void> {
    const context = await newContext({ width: 1280, height: 800 });
    try {
        const { page, errors } = await openPage(context, address());
        await body(page);
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
    }
}

async function heroRuns(page: Page): Promise<void> {
    await dropAndWait(page, [join(demo(), "hero.glb"), ...made4()], "hero");
    await pause(page);
    await playClip(page, "run");
    // Near enough for all of them to be heard.
    await page.evaluate(() => {
        const { view } = ossuary!;
        const { position, target } = view.stage.viewpoint;
        const [x, y, z] = view.joints.slice(0, 3) as [number, number, number];
        view.stage.viewpoint = { position: position.set(x, y, z + 1), target: target.set(x, y, z) };
    });
    await settle(page);
}

test("sounds begin at the very samples of the events that the command tells", () =>
    withPage(async (page) => {
        await heroRuns(page);
        const told = runOssuary("play", join(demo(), "hero.glb"), "--clip", "run", "--for", "2s", "--json", "--quiet")
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line) as { t: number; event?: string })
            .filter(({ event }) => event === "sound" || event === "ground_sound")
            .map(({ t }) => t);
        assert.ok(told.length >= 12, `${told.length} events`);
        for (const speed of [1, 2]) {
            const { onsets, first, distance } = await page.evaluate(
                async ([faster, quiet]) => {
                    const { playback, view } = ossuary!;
                    const { sounder } = ossuary!.hearing;
                    playback.speed.value = faster!;
                    playback.seek(0);
                    await ossuary!.settled();
                    const samples = (await sounder.record(1.99 / faster!)).getChannelData(0);
                    const found: number[] = [];
                    let silent = Infinity;
                    samples.forEach((value, i) => {
                        if (Math.abs(value) < quiet!) return void ++silent;
                        if (silent > 100) found.push(i);
                        silent = 0;
                    });
                    return { onsets: found, first: samples[found[0]! + 5]!, distance: view.distance() };
                },
                [speed, 0.02],
            );
            const expected = told.filter((t) => t < 1.98).map((t) => (t / speed) * rate);
            assert.equal(onsets.length, expected.length, `${onsets.join(", ")} are not ${expected.join(", ")}`);
            onsets.forEach((onset, i) =>
                assert.ok(Math.abs(onset - expected[i]!) <= 1, `sound ${i} begins at sample ${onset}, its event is at ${expected[i]}`),
            );
            // As loud as it is far away: steps are heard to 12 metres.
            const louder = loud * (1 - distance / 12);
            assert.ok(Math.abs(first - louder) < 0.02, `${first} at ${distance} m`);
        }
    }));

test("the speaker is off until it is clicked; then what plays is heard, and what is muted is not", () =>
    withPage(async (page) => {
        await heroRuns(page);
        await page.evaluate(() => (ossuary!.playback.playing.value = true));
        assert.equal(await page.evaluate(() => ossuary!.hearing.sounder.voices), 0);
        const speaker = page.getByRole("button", { name: "Sound", exact: true });
        assert.equal(await speaker.getAttribute("aria-pressed"), "false");
        await speaker.click();
        await page.waitForFunction(() => ossuary!.hearing.sounder.voices > 0, undefined, { timeout: 30_000 });
        await speaker.click();
        await page.waitForFunction(() => ossuary!.hearing.sounder.voices === 0);
        await page.keyboard.press("s");
        await page.waitForFunction(() => ossuary!.hearing.sounder.voices > 0, undefined, { timeout: 30_000 });
        await pause(page);
        await page.waitForFunction(() => ossuary!.hearing.sounder.voices === 0);
    }));

test("time that is drawn over an event by hand lets it be heard", () =>
    withPage(async (page) => {
        await heroRuns(page);
        await page.getByRole("button", { name: "Sound", exact: true }).click();
        await page.evaluate(() => ossuary!.hearing.sounder.record(0.01)); // the sounds are decoded
        await page.evaluate(() => ossuary!.playback.seek(0.3));
        await settle(page);
        const heard = await page.evaluate(async () => {
            const { playback } = ossuary!;
            const { sounder } = ossuary!.hearing;
            let most = 0;
            const watch = setInterval(() => (most = Math.max(most, sounder.voices)), 1);
            playback.seek(0.35); // over the right foot at 1/3 s
            await ossuary!.settled();
            most = Math.max(most, sounder.voices);
            clearInterval(watch);
            return most;
        });
        assert.equal(heard, 1);
    }));

test("events whose sounds are missing have hollow marks until the sounds come", () =>
    withPage(async (page) => {
        await dropAndWait(page, [join(demo(), "hero.glb")], "hero");
        await pause(page);
        await playClip(page, "run");
        const silent = page.locator(".mark[data-silent]");
        const count = await silent.count();
        const sounds = await page.locator('.lane[data-kind="sound"] .mark, .lane[data-kind="ground_sound"] .mark').count();
        assert.ok(count === sounds && count > 0, `${count} of ${sounds}`);
        assert.equal(await silent.locator(".hollow").count(), count);
        await drop(page, made4());
        await page.waitForFunction(() => document.querySelectorAll(".mark[data-silent]").length === 0);
        assert.equal(await page.locator("h1.title").textContent(), "hero");
        assert.ok(!(await page.locator(".sound-view").isVisible()), "they join what is shown");
    }));

test("a sound by itself is a waveform that plays", () =>
    withPage(async (page) => {
        await drop(page, [made4()[2]!]);
        await page.locator(".sound-view canvas").waitFor();
        await settle(page);
        assert.match((await page.locator(".sound-view canvas").getAttribute("aria-label")) ?? "", /BONE_RATTLE\.WAV: 0\.00 seconds/);
        await page.getByRole("button", { name: "Play the sound" }).click();
        await page.waitForFunction(() => !ossuary!.soundView.isPlaying);
        await page.getByRole("button", { name: "Close the sound" }).click();
        assert.ok(await page.locator(".welcome").isVisible());
    }));

test("a segment plays with its notes", (t) => {
    const segments = readdirSync(demo(), { recursive: true, encoding: "utf8" }).filter((path) => /\.sgt$/i.test(path));
    if (segments.length === 0) return t.skip("the demo has no music");
    return withPage(async (page) => {
        const [first] = segments as [string];
        await drop(page, [join(demo(), first, "..")]);
        await page.locator(".row").first().waitFor();
        await settle(page);
        await chooseRow(page, first.split("/").at(-1)!);
        await page.locator(".sound-view canvas[aria-label*='notes']").waitFor({ timeout: 30_000 });
        assert.equal(await page.locator(".notice").count(), 0);
        const { notes } = JSON.parse(
            runOssuary("render", join(demo(), first), "-o", join(made, "music.wav"), "--force", "--json", "--seconds", "90"),
        ) as { notes: number };
        assert.match((await page.locator(".sound-view canvas").getAttribute("aria-label")) ?? "", new RegExp(`, ${notes} notes$`));
        await page.getByRole("button", { name: "Play the sound" }).click();
        await page.waitForFunction(() => ossuary!.soundView.isPlaying);
        await page.getByRole("button", { name: "Stop the sound" }).click();
    });
});

test("a name that only the game's script knows is heard as the script says", async () => {
    const command = new ViewCommand("--game", join(demo(), "game"));
    const context = await newContext({ width: 1280, height: 800 });
    try {
        const { page, errors } = await openPage(context, await command.address());
        await page.locator("h1.title", { hasText: /^HERO$/ }).waitFor({ timeout: 60_000 });
        await pause(page);
        await playClip(page, "S_1HATTACK");
        await page.waitForFunction(() => ossuary!.hearing.soundsOfClip().some((sound) => sound?.tunes[0]?.semitones === -5));
        const sounds = await page.evaluate(() => {
            const { events } = ossuary!.playback.current!;
            return ossuary!.hearing.soundsOfClip().flatMap((sound, i) => (sound === null ? [] : [{ name: events[i]!.name, ...sound }]));
        });
        const heavy = sounds.find(({ name }) => name === "SWORD_WHOOSH_HEAVY")!;
        assert.match(heavy.files.join(), /SWORD_WHOOSH\.WAV$/); // there is no file of its own name
        assert.equal(heavy.tunes[0]!.semitones, -5);
        const step = sounds.find(({ name }) => name === "STEP_BONE_R")!;
        assert.match(step.files.join(), /STEP_BONE_R_STONE\.WAV$/);
        assert.deepEqual([Math.round(step.tunes[0]!.gain * 127), step.tunes[0]!.spread], [100, 1]);
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
        await command.stop();
    }
});

// The demo's world with a VOB that sounds, and a zone of music.
function soundingGame(): string {
    interface Item {
        name?: string;
        open?: string;
        class?: string;
        version?: number;
        type?: string;
        value?: unknown;
    }
    const game = join(made, "sounding");
    rmSync(game, { recursive: true, force: true });
    cpSync(join(demo(), "game"), game, { recursive: true });
    const world = join(game, "_work/Data/Worlds/WORLD.ZEN");
    const dump = join(made, "sounding.json");
    runOssuary("dump", world, "-o", dump, "--force", "--quiet");
    const { keys: _, ...archive } = JSON.parse(readFileSync(dump, "utf8")) as { keys: unknown; items: Item[] };
    const make = (index: number, chain: string, version: number, entries: Record<string, readonly [string, unknown]>): void => {
        const first = archive.items.findIndex(({ class: name }) => name === "zCVob");
        const end = archive.items.findIndex(({ name }) => name === `childs${index}`) - 1;
        Object.assign(archive.items[first]!, { class: chain, version });
        const added = Object.entries(entries).map(([name, [type, value]]) => ({ name, type, value }));
        archive.items.splice(end, 0, ...added);
    };
    make(1, "zCVobSound:zCVob", 12289, {
        sndVolume: ["float", 50],
        sndMode: ["enum", 0],
        sndRandDelay: ["float", 5],
        sndRandDelayVar: ["float", 2],
        sndStartOn: ["bool", 1],
        sndAmbient3D: ["bool", 0],
        sndObstruction: ["bool", 0],
        sndConeAngle: ["float", 0],
        sndVolType: ["enum", 0],
        sndRadius: ["float", 4000],
        sndName: ["string", "SWORD_WHOOSH_HEAVY"],
    });
    make(2, "oCZoneMusicDefault:oCZoneMusic:zCVob", 0, {
        enabled: ["bool", 1],
        priority: ["int", 0],
        ellipsoid: ["bool", 0],
        reverbLevel: ["float", 0],
        volumeLevel: ["float", 1],
        loop: ["bool", 1],
    });
    const names = archive.items.filter(({ name }) => name === "vobName");
    names[1]!.value = "CLEARING_OSSIAN";
    writeFileSync(dump, JSON.stringify(archive));
    runOssuary("build", dump, "-o", world, "--force", "--quiet");
    return game;
}

test("a world of a game sounds by itself, as loud as it is near, and has its music", async () => {
    const command = new ViewCommand("--game", soundingGame());
    const context = await newContext({ width: 1280, height: 800 });
    try {
        const { page, errors } = await openPage(context, await command.address());
        await page.locator("h1.title", { hasText: /^HERO$/ }).waitFor({ timeout: 60_000 });
        await chooseRow(page, "WORLD.ZEN");
        await page.locator("h1.title", { hasText: /^WORLD$/ }).waitFor({ timeout: 60_000 });
        await page.evaluate(() => ossuary!.hearing.world.loaded());
        const [sound, ...others] = await page.evaluate(() => [...ossuary!.hearing.world.sounds]);
        assert.deepEqual(others, []);
        assert.equal(sound!.name, "SWORD_WHOOSH_HEAVY");
        assert.match(sound!.files.join(), /SWORD_WHOOSH\.WAV$/);
        assert.deepEqual([sound!.range, sound!.gain, sound!.mode, sound!.tunes[0]!.semitones], [40, 0.5, 0, -5]);
        assert.equal(await page.evaluate(() => ossuary!.hearing.world.hasMusic), true);
        // From 4 and from 20 metres away: nine tenths of it, and a half.
        const loudest = (metres: number): Promise<number> =>
            page.evaluate(
                async ([x, y, z, far]) => {
                    const { view } = ossuary!;
                    const worldSounder = ossuary!.hearing.world;
                    const { position, target } = view.stage.viewpoint;
                    view.stage.viewpoint = { position: position.set(x!, y!, z! + far!), target: target.set(x!, y!, z!) };
                    const samples = (await worldSounder.record(1)).getChannelData(0);
                    return samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
                },
                [...sound!.position, metres],
            );
        const [near, far] = [await loudest(4), await loudest(20)];
        assert.ok(near > 0.01 && Math.abs(far / near - 0.5 / 0.9) < 0.02, `${near} and ${far}`);
        assert.equal(await loudest(41), 0);
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
        await command.stop();
    }
});
