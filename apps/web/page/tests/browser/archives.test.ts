// A whole game: archives are folders, textures are found in any of them, and of two the library says which counts.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { newContext, openPage } from "./chromium";
import { dropAndWait, settle, treeNames } from "./hands";
import { address } from "./host";
import { demo } from "./native";

const game = (path: string): string => join(demo(), "game", path);

/** The mean colour of the first material's picture, as the inspector shows it. */
async function colourOfBones(page: Page): Promise<{ red: number; blue: number }> {
    return page.evaluate(() => {
        const picture = document.querySelector<HTMLCanvasElement>(".material canvas.thumbnail")!;
        const { data } = picture.getContext("2d")!.getImageData(0, 0, picture.width, picture.height);
        const mean = (first: number): number => {
            let sum = 0;
            for (let i = first; i < data.length; i += 4) sum += data[i]!;
            return sum / (data.length / 4);
        };
        return { red: mean(0), blue: mean(2) };
    });
}

test("archives dropped together find what they need in each other", async () => {
    const context = await newContext({ width: 1000, height: 700 });
    const { page, errors } = await openPage(context, address());
    try {
        await dropAndWait(page, [game("Data/base.vdf"), game("Data/textures.vdf")], "HERO");
        const { red, blue } = await colourOfBones(page);
        assert.ok(blue > red * 0.6, `bone, not ember: ${red}, ${blue}`);
        assert.equal(await page.evaluate(() => ossuary!.view.figure!.data.diagnostics.length), 0);
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
    }
});

test("in a whole game a mod's textures count", async () => {
    const context = await newContext({ width: 1000, height: 700 });
    const { page, errors } = await openPage(context, address());
    try {
        await dropAndWait(page, [game("")], "HERO");
        const names = await treeNames(page);
        for (const name of ["game", "base.vdf", "textures.vdf", "Ember.mod", "WORLD.ZEN", "S_RUNL"])
            assert.ok(names.includes(name), `${name} is not among ${names.join(", ")}`);
        const { red, blue } = await colourOfBones(page);
        assert.ok(blue < red * 0.4, `ember, not bone: ${red}, ${blue}`);

        await page.evaluate(() => ossuary!.open("game/_work/Data/Worlds/WORLD.ZEN"));
        await page.locator("h1.title", { hasText: "WORLD" }).waitFor();
        await settle(page);
        assert.equal(await page.locator(".notice").count(), 0);
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
    }
});

test("a world alone is shown, and says what it lacks", async () => {
    const context = await newContext({ width: 1000, height: 700 });
    const { page, errors } = await openPage(context, address());
    try {
        await dropAndWait(page, [game("_work/Data/Worlds/WORLD.ZEN")], "WORLD");
        const { triangles, notes } = await page.evaluate(() => {
            const { meshes, diagnostics } = ossuary!.view.figure!.data;
            return {
                triangles: meshes.reduce((sum, { indices }) => sum + indices.length / 3, 0),
                notes: diagnostics.map(({ message }) => message),
            };
        });
        assert.ok(triangles > 100, `${triangles} triangles`);
        assert.ok(notes.includes("no file was found for the visual HERO.MDS"), notes.join("; "));
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
    }
});
