// A headless Chromium, a new context for every page: nothing is kept from one to the next.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const programs = [process.env.OSSUARY_CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export async function startBrowser() {
    const executablePath = programs.find((program) => program !== undefined && existsSync(program));
    if (executablePath === undefined) throw new Error("no Chromium is installed");
    const args = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
    const browser = await chromium.launch({ executablePath, args });
    return {
        /** `slowness`: what the processor is slowed down by. `empty`: a page that is not ours to wait for. */
        async open(address, { slowness = 1, empty = false } = {}) {
            const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
            const page = await context.newPage();
            const session = await context.newCDPSession(page);
            await session.send("Emulation.setCPUThrottlingRate", { rate: slowness });
            await page.addInitScript(markReady);
            await page.goto(address);
            if (!empty) await page.waitForFunction(() => performance.getEntriesByName("ossuary ready").length > 0);
            return page;
        },
        /** Milliseconds from a drop until a picture is drawn in which the character is posed, framed and plays. */
        async dropToFrame(page, file) {
            const took = page.evaluate(waitForPlay);
            const session = await page.context().newCDPSession(page);
            const data = { items: [], files: [file], dragOperationsMask: 1 };
            for (const type of ["dragEnter", "dragOver", "drop"])
                await session.send("Input.dispatchDragEvent", { type, x: 600, y: 250, data });
            return took;
        },
        close: () => browser.close(),
    };
}

// ---- what runs in the page

function markReady() {
    const observer = new MutationObserver(() => {
        if (document.documentElement?.dataset.ready === undefined) return;
        observer.disconnect();
        performance.mark("ossuary ready");
    });
    observer.observe(document, { attributes: true, subtree: true, attributeFilter: ["data-ready"] });
}

async function waitForPlay() {
    const dropped = await new Promise((resolve) =>
        addEventListener("drop", () => resolve(performance.now()), { capture: true, once: true }),
    );
    const next = () => new Promise(requestAnimationFrame);
    while (!ossuary.playback.playing.value) await next();
    const drawn = ossuary.view.stage.frames;
    while (ossuary.view.stage.frames <= drawn) await next();
    return performance.now() - dropped;
}
