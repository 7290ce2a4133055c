// site_test.mjs FOLDER: the site in Chromium, from a path below the top, cut off from the network. Status 1 if something is wrong.
import assert from "node:assert/strict";
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";

const { chromium } = createRequire(new URL("../../apps/web/package.json", import.meta.url))("playwright-core");
const folder = process.argv[2];
const prefix = "/some/where/";
const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://127.0.0.1");
    const name = normalize(decodeURIComponent(pathname.slice(prefix.length)) || "index.html");
    const file = join(folder, name);
    if (!pathname.startsWith(prefix) || name.startsWith("..") || !existsSync(file) || !statSync(file).isFile())
        return void response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}${prefix}`;

const executablePath = process.env.OSSUARY_CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const args = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"];
const browser = await chromium.launch({ executablePath, args, timeout: 120000 });
try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(120000);
    const errors = [], asked = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("request", (request) => asked.push(request.url()));

    // The first page: the viewer in it shows Ossian, with his clips.
    await page.goto(address);
    await page.waitForSelector("iframe.viewer[data-shown]", { state: "attached" });
    const viewer = page.frames().find((frame) => frame.url().includes("/viewer/"));
    await viewer.waitForSelector("text=ossian.glb", { state: "attached" });
    if (process.env.OSSUARY_PICTURE) await page.screenshot({ path: process.env.OSSUARY_PICTURE });
    // The four doors, and the pages behind them.
    const doors = await page.$$eval(".doors a", (links) => links.map((link) => link.href));
    assert.equal(doors.length, 4);
    for (const door of [...doors, `${address}docs/index.html`, `${address}docs/reference.html`, `${address}docs/rooms/anim.html`, `${address}docs/cpp/index.html`]) {
        const answer = await page.goto(door);
        assert.equal(answer.status(), 200, door);
        assert.ok((await page.textContent("h1, .title")).length > 0, door);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        assert.ok(!wide, `${door} is wider than the window`);
    }
    assert.deepEqual(errors, []);
    assert.deepEqual(asked.filter((url) => !url.startsWith(address) && !/^(blob|data):/.test(url)), []);
    console.log(`${asked.length} requests, all of this site`);
} finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
}
