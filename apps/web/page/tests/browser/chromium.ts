// One Chromium for all tests, cut off from the network: what it asks for is kept, and must be this machine's.
import { existsSync } from "node:fs";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";

const programs = [
    process.env["OSSUARY_CHROMIUM"],
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
];

const flags = [
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--enable-precise-memory-info",
    "--js-flags=--expose-gc",
];

export function findChromium(): string | undefined {
    return programs.find((program) => program !== undefined && existsSync(program));
}

let browser: Browser | undefined;
/** Every address any page asked for. */
export const requested: string[] = [];

export interface Screen {
    readonly width: number;
    readonly height: number;
    readonly theme?: "dark" | "light";
    readonly motion?: "reduce" | "no-preference";
    readonly touch?: boolean; // fingers instead of a mouse
}

export async function newContext({ width, height, theme, motion, touch = false }: Screen): Promise<BrowserContext> {
    const executablePath = findChromium();
    if (executablePath === undefined) throw new Error("no Chromium is installed");
    browser ??= await chromium.launch({ executablePath, args: flags });
    const context = await browser.newContext({
        viewport: { width, height },
        reducedMotion: motion ?? "no-preference",
        acceptDownloads: true,
        hasTouch: touch,
        isMobile: touch,
    });
    context.on("request", (request) => requested.push(request.url()));
    if (theme !== undefined) await context.addInitScript((name) => localStorage.setItem("ossuary.theme", name), theme);
    return context;
}

/** The page, ready for files. What it says on its console as an error fails whoever waits for `errors`. */
export async function openPage(context: BrowserContext, address: string): Promise<{ page: Page; errors: string[] }> {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
    });
    await page.goto(address);
    await page.waitForSelector("html[data-ready]", { state: "attached" });
    return { page, errors };
}

export async function closeBrowser(): Promise<void> {
    await browser?.close();
    browser = undefined;
}
