// node apps/web/bench/page.js: how long people wait, in the Chromium of this machine. Needs what ./check web makes: the
// command, the page in dist, the demo's files. Each figure is the median of several runs; see docs/performance.md.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { startBrowser } from "./browser.js";
import { serve } from "./host.js";

const web = resolve(fileURLToPath(new URL("..", import.meta.url)));
const root = resolve(web, "../..");
const demo = join(root, "build/check/web-demo");
const made = join(root, "build/bench/web");
const command = join(root, "build/release/apps/cli/ossuary");

for (const needed of [command, join(web, "dist/index.html"), join(demo, "hero.glb")])
    if (!existsSync(needed)) throw new Error(`${needed} is missing: ./check web makes it`);

// ---- what is opened

// Bytes that no packing makes fewer, the same each time.
function noise(length) {
    const words = new Uint32Array(Math.ceil(length / 4));
    let state = 1;
    for (let i = 0; i < words.length; ++i) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        words[i] = state;
    }
    return new Uint8Array(words.buffer, 0, length);
}

// The demo's Gothic character among other files: so many, or so many bytes, in all.
function makeArchive(name, { count, bytes }) {
    const archive = join(made, name);
    if (existsSync(archive)) return archive;
    const folder = join(made, "files");
    rmSync(folder, { recursive: true, force: true });
    const anims = join(folder, "_WORK/DATA/ANIMS");
    cpSync(join(demo, "gothic2"), anims, { recursive: true });
    const own = readdirSync(anims, { recursive: true }).map((each) => statSync(join(anims, each)));
    const left = bytes - own.reduce((sum, { size }) => sum + size, 0);
    const others = count - own.length;
    const content = noise(Math.max(1, Math.floor(left / others)));
    for (let i = 0; i < others; ++i) {
        const within = join(folder, `_WORK/DATA/SOUND/FOLDER_${i % 50}`);
        mkdirSync(within, { recursive: true });
        writeFileSync(join(within, `TAKE_${String(i).padStart(5, "0")}.WAV`), content);
    }
    execFileSync(command, ["archive", folder, "-o", archive, "--quiet"]);
    rmSync(folder, { recursive: true });
    return archive;
}

// ---- measuring

const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];
const rows = [];
function tell(what, times, limit) {
    const [middle, least, most] = [median(times), Math.min(...times), Math.max(...times)].map((ms) =>
        ms >= 100 ? `${(ms / 1000).toFixed(2)} s` : `${ms.toFixed(1)} ms`,
    );
    rows.push({ what, median: middle, least, most, wanted: limit });
}
async function repeat(count, run) {
    const times = [];
    for (let i = 0; i < count; ++i) times.push(await run());
    return times;
}

mkdirSync(made, { recursive: true });
const big = makeArchive("fifty-megabytes.vdf", { count: 600, bytes: 50e6 });
const many = makeArchive("five-thousand.vdf", { count: 5000, bytes: 20e6 });
const host = await serve({ "/page/": join(web, "dist"), "/core/": join(web, "core/dist"), "/demo/": demo });
const browser = await startBrowser();
try {
    const load = [];
    const paint = [];
    for (let i = 0; i < 5; ++i) {
        const page = await browser.open(`${host.address}page/`, { slowness: 4 });
        load.push(await page.evaluate(() => performance.getEntriesByName("ossuary ready")[0].startTime));
        await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
        paint.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
        await page.context().close();
    }
    tell("first load, processor slowed down to a quarter: something is seen", paint, "");
    tell("… and files are taken", load, "2.5 s");

    tell(
        "a .vdf of 50 MB: from drop to first frame",
        await repeat(5, async () => {
            const page = await browser.open(`${host.address}page/`);
            const time = await browser.dropToFrame(page, big);
            await page.context().close();
            return time;
        }),
        "1 s",
    );

    const page = await browser.open(`${host.address}page/`);
    await browser.dropToFrame(page, many);
    tell("search among 5,000 entries", await page.evaluate(searches), "50 ms");
    await page.context().close();

    const crowd = await browser.open(host.address, { empty: true });
    const { joints, times } = await crowd.evaluate(animateCrowd, host.address);
    tell(`a frame of 60 characters of ${joints} joints, two clips each`, times, "4 ms");
} finally {
    await browser.close();
    host.stop();
}
console.log(`load ${loadavg()[0].toFixed(1)}`);
console.table(rows);

// ---- what runs in the page

function searches() {
    const input = ossuary.tree.search;
    const texts = ["t", "take_01", "folder_7 044", "hero", "nothing like it", ""];
    return texts.flatMap((text) =>
        [0, 1, 2].map(() => {
            input.value = text;
            const began = performance.now();
            input.dispatchEvent(new Event("input"));
            document.querySelector(".tree").getBoundingClientRect(); // laid out, too
            return performance.now() - began;
        }),
    );
}

async function animateCrowd(address) {
    const { Ossuary } = await import(`${address}core/index.js`);
    const ossuary = await Ossuary.start();
    const workspace = await ossuary.workspace();
    await workspace.add([{ path: "hero.glb", content: await (await fetch(`${address}demo/hero.glb`)).arrayBuffer() }]);
    const model = await workspace.open((await workspace.subjects())[0]);
    const times = [];
    let batch;
    for (let frame = 0; frame < 400; ++frame) {
        const requests = Array.from({ length: 60 }, (_, i) => [
            { clip: i % model.clips.length, time: frame / 60 + i * 0.13, weight: 0.3, looping: "wrap" },
            { clip: (i + 1) % model.clips.length, time: frame / 60 + i * 0.07, weight: 0.7, looping: "wrap" },
        ]);
        const began = performance.now();
        batch = await model.poses(requests, batch);
        times.push(performance.now() - began);
    }
    ossuary.close();
    // The first hundred are until the engine has compiled the module fully.
    return { joints: model.data.skeleton.names.length, times: times.slice(100) };
}
