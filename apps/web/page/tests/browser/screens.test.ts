// The page as it looks, held against pictures that someone looked at. OSSUARY_APPROVE=1 makes new ones: look at them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { newContext, openPage, type Screen } from "./chromium";
import { dropAndWait, pause, playClip, settle } from "./hands";
import { address } from "./host";
import { demo, made, root } from "./native";

interface Picture {
    readonly name: string;
    readonly file: string; // below the root of the repository
    readonly screen: Screen;
    readonly prepare: (page: Page) => Promise<void>;
}

const wide = { width: 1280, height: 800, motion: "reduce" } as const;
const small = { width: 1000, height: 640, motion: "reduce" } as const; // of those that are in no document
const own = "apps/web/page/tests/approved";

async function hero(page: Page, clip: string, time: number): Promise<void> {
    await dropAndWait(page, [join(demo(), "hero.glb")], "hero");
    await pause(page);
    await playClip(page, clip);
    await page.evaluate((to) => ossuary!.playback.seek(to), time);
    await settle(page);
}

const pictures: readonly Picture[] = [
    {
        name: "dark",
        file: "docs/images/viewer-dark.png",
        screen: { ...wide, theme: "dark" },
        prepare: async (page) => {
            await hero(page, "strike_1", 0.3);
        },
    },
    {
        name: "light, bones and curves",
        file: "docs/images/viewer-light.png",
        screen: { ...wide, theme: "light" },
        prepare: async (page) => {
            await hero(page, "run", 0.2);
            await page.evaluate(() => {
                const { view } = ossuary!;
                view.picked.value = view.figure!.data.skeleton.names.indexOf("BIP01 R FOREARM");
                view.toggles.skeleton.value = true;
            });
            await page.getByRole("radio", { name: "curves" }).click();
        },
    },
    {
        name: "narrow, two clips blended",
        file: `${own}/narrow.png`,
        screen: { width: 390, height: 844, motion: "reduce", theme: "dark" },
        prepare: async (page) => {
            await hero(page, "walk", 0.5);
            await page.evaluate(() => {
                const { playback } = ossuary!;
                playback.blend.value = { clip: playback.clips.findIndex(({ name }) => name === "run"), weight: 0.5 };
            });
        },
    },
    {
        name: "compared with its packed twin",
        file: `${own}/compare.png`,
        screen: { ...small, theme: "light" },
        prepare: async (page) => {
            await hero(page, "run", 0.2);
            await page.evaluate(() => ossuary!.switchComparison());
            await page.locator('output[aria-label="Error now"]', { hasText: "mm" }).waitFor({ timeout: 30_000 });
        },
    },
    {
        name: "heat of a joint",
        file: `${own}/heat.png`,
        screen: { ...small, theme: "dark" },
        prepare: async (page) => {
            await hero(page, "idle", 0);
            await page.evaluate(() => {
                const { view } = ossuary!;
                view.picked.value = view.figure!.data.skeleton.names.indexOf("BIP01 SPINE2");
                view.toggles.weights.value = true;
            });
        },
    },
    {
        name: "welcome",
        file: `${own}/welcome.png`,
        screen: { ...small, theme: "light" },
        prepare: async () => {},
    },
];

for (const { name, file, screen, prepare } of pictures) {
    test(`the page looks as approved, ${name}`, async () => {
        const context = await newContext(screen);
        const { page, errors } = await openPage(context, address());
        try {
            await prepare(page);
            await settle(page);
            await page.mouse.move(1, 1);
            const now = await page.screenshot();
            const approved = join(root, file);
            if (process.env["OSSUARY_APPROVE"] === "1") approve(approved, now);
            assert.ok(existsSync(approved), `${file} is missing; OSSUARY_APPROVE=1 makes it`);
            const apart = await difference(page, readFileSync(approved), now);
            if (apart > 0.02) {
                const kept = join(made, "screens", file.split("/").at(-1)!);
                mkdirSync(dirname(kept), { recursive: true });
                writeFileSync(kept, now);
                assert.fail(`${(apart * 100).toFixed(1)} % differ; the picture is ${kept}`);
            }
            assert.deepEqual(errors, []);
        } finally {
            await context.close();
        }
    });
}

/** Kept small: with 128 colours, where pngquant is installed. */
function approve(file: string, picture: Buffer): void {
    writeFileSync(file, picture);
    spawnSync("pngquant", ["--force", "--strip", "--speed", "1", "--output", file, "128", file]);
}

/** The part of the picture that looks different: cells of 8 × 8 pixels whose mean colours are far apart. Fonts and
 *  drivers may shift an edge by a pixel; a panel that moved or a figure that fell over they do not make. */
async function difference(page: Page, a: Buffer, b: Buffer): Promise<number> {
    return page.evaluate(
        async ([first, second]) => {
            const cells = async (
                base64: string,
            ): Promise<{ data: Uint8ClampedArray; width: number; height: number }> => {
                const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
                const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
                const canvas = new OffscreenCanvas(Math.ceil(bitmap.width / 8), Math.ceil(bitmap.height / 8));
                const context = canvas.getContext("2d")!;
                context.imageSmoothingQuality = "high";
                context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
                return context.getImageData(0, 0, canvas.width, canvas.height);
            };
            const [one, other] = [await cells(first!), await cells(second!)];
            if (one.width !== other.width || one.height !== other.height) return 1;
            let far = 0;
            for (let i = 0; i < one.data.length; i += 4) {
                const apart = [0, 1, 2].map((k) => Math.abs(one.data[i + k]! - other.data[i + k]!));
                if (Math.max(...apart) > 24) ++far;
            }
            return far / (one.data.length / 4);
        },
        [a.toString("base64"), b.toString("base64")] as const,
    );
}
