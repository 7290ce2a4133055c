// Other looks of a model: variants of its materials, the paint schemes of a mech.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { newContext, openPage } from "./chromium";
import { dropAndWait, pause, settle } from "./hands";
import { address } from "./host";
import { demo, made, runOssuary } from "./native";

test("a mech's paint schemes can be chosen, and are gone with it", async () => {
    const folder = join(made, "variants");
    mkdirSync(folder, { recursive: true });
    const mech = join(folder, "mech.glb");
    runOssuary("convert", join(demo(), "mw3/mechlib.zbd"), "--model", "mech_ossian", "-o", mech, "--force", "--quiet");
    const context = await newContext({ width: 1280, height: 800 });
    try {
        const { page, errors } = await openPage(context, address());
        assert.equal(await page.locator("select.variants").isVisible(), false);
        await dropAndWait(page, [mech], "mech.*");
        await pause(page);
        const picker = page.getByLabel("Look", { exact: true });
        assert.deepEqual(await picker.locator("option").allTextContents(), ["as it is", "b", "c"]);
        const picture = async (): Promise<string> => {
            await settle(page);
            return page.evaluate(async () => {
                const bytes = await (await ossuary!.view.picture()).arrayBuffer();
                const hash = await crypto.subtle.digest("SHA-256", bytes);
                return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
            });
        };
        const own = await picture();
        await picker.selectOption("b");
        const painted = await picture();
        assert.notEqual(painted, own);
        await picker.selectOption("c");
        assert.notEqual(await picture(), painted);
        await picker.selectOption("as it is");
        assert.equal(await picture(), own);

        await picker.selectOption("b");
        await dropAndWait(page, [join(demo(), "hero.glb")], "hero");
        assert.equal(await picker.isVisible(), false);
        assert.equal(await page.evaluate(() => ossuary!.view.variant.value), -1);
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
    }
});
