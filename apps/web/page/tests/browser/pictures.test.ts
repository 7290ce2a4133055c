// Pictures that leave the page: of the view, in any size and without a background, and textures as they are.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { newContext, openPage } from "./chromium";
import { chooseRow, drop, dropAndWait, settle } from "./hands";
import { address } from "./host";
import { demo } from "./native";

async function withPage(body: (page: Page) => Promise<void>): Promise<void> {
    const context = await newContext({ width: 1280, height: 800, motion: "reduce" });
    try {
        const { page, errors } = await openPage(context, address());
        await body(page);
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
    }
}

interface Pixels {
    readonly width: number;
    readonly height: number;
    readonly corner: number; // how opaque, 0 to 255
    readonly opaque: number; // how many pixels are
}

async function pixelsOf(page: Page, file: string): Promise<Pixels> {
    return page.evaluate(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const { width, height } = await createImageBitmap(new Blob([bytes]));
        const context = new OffscreenCanvas(width, height).getContext("2d")!;
        context.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0);
        const { data } = context.getImageData(0, 0, width, height);
        let opaque = 0;
        for (let i = 3; i < data.length; i += 4) if (data[i] === 255) ++opaque;
        return { width, height, corner: data[3]!, opaque };
    }, readFileSync(file).toString("base64"));
}

test("a picture has the size that was asked for, and no background if none was", () =>
    withPage(async (page) => {
        await dropAndWait(page, [join(demo(), "hero.glb")], "hero");
        await page.getByRole("button", { name: "Export" }).click();
        await page.getByRole("menuitem", { name: "A picture of another size" }).click();
        await page.getByRole("spinbutton", { name: "Width" }).fill("500");
        await page.getByRole("spinbutton", { name: "Height" }).fill("700");
        await page.getByRole("checkbox", { name: "Without a background" }).check();
        const coming = page.waitForEvent("download");
        await page.getByRole("button", { name: "Save as .png" }).click();
        const { width, height, corner, opaque } = await pixelsOf(page, await (await coming).path());
        assert.deepEqual([width, height, corner], [500, 700, 0]);
        assert.ok(opaque > 5000 && opaque < 200_000, `${opaque} pixels of the figure`);
        // The page is as it was.
        const ratio = await page.evaluate(() => {
            const { canvas } = ossuary!.view.stage;
            return canvas.width / canvas.clientWidth;
        });
        assert.ok(Math.abs(ratio - 1) < 0.01);
    }));

test("a texture hangs large in the view and is handed on as .png", () =>
    withPage(async (page) => {
        await drop(page, [join(demo(), "gothic2/TEXTURES")]);
        const picture = page.locator("figure.picture canvas");
        await picture.waitFor();
        await chooseRow(page, "OSSIAN_BONE.TGA");
        assert.ok((await picture.boundingBox())!.height >= 400);
        const coming = page.waitForEvent("download");
        await page.locator("figure.picture").getByRole("button", { name: "Save as .png" }).click();
        const download = await coming;
        assert.equal(download.suggestedFilename(), "OSSIAN_BONE.png");
        const { width, height } = await pixelsOf(page, await download.path());
        assert.deepEqual([width, height], [256, 256]);
    }));

test("a material's picture is seen large by a click, and Escape puts it away", () =>
    withPage(async (page) => {
        await dropAndWait(page, [join(demo(), "hero.glb")], "hero");
        await page.locator("summary", { hasText: "materials" }).click();
        await page.locator(".material canvas.thumbnail").first().click();
        await page.locator("figure.picture canvas").waitFor();
        await page.keyboard.press("Escape");
        assert.ok(!(await page.locator("figure.picture").isVisible()));
        await settle(page);
    }));
