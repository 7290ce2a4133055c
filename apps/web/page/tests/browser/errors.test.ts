// A broken file of each kind shows a calm message with the place of the fault, and the page goes on.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { newContext, openPage } from "./chromium";
import { drop, dropAndWait, settle } from "./hands";
import { address } from "./host";
import { demo, made } from "./native";
import { samples } from "./samples";

// Where what is dropped is a folder, the file in it to break.
const sources: Readonly<Record<string, string>> = { "BROKEN.MDM": join(demo(), "gothic2/HERO.MDM") };

// The rest is missing, in the middle of a number or a record.
function breakFile(name: string, source: string, part = 2 / 3): string {
    const folder = join(made, "broken");
    mkdirSync(folder, { recursive: true });
    const whole = readFileSync(source);
    const file = join(folder, name);
    writeFileSync(file, whole.subarray(0, Math.floor(whole.length * part)));
    return file;
}

for (const { kind, broken, drop: whole } of samples(demo())) {
    test(`${kind}, a broken file says where, and the page goes on`, async () => {
        const context = await newContext({ width: 1000, height: 700 });
        const { page, errors } = await openPage(context, address());
        try {
            await drop(page, [breakFile(broken.name, sources[broken.name] ?? whole[0]!, broken.part)]);
            const notice = page.locator(".notice.error").first();
            await notice.waitFor({ timeout: 30_000 });
            const text = (await notice.textContent()) ?? "";
            assert.ok(text.includes(broken.name), text);
            assert.match(text, broken.place);
            assert.match((await page.locator("[aria-live]").textContent()) ?? "", broken.place);

            await dropAndWait(page, [join(demo(), "chest.glb")], "chest");
            assert.equal(await page.locator(".notice").count(), 0);
            assert.deepEqual(errors, []);
        } finally {
            await context.close();
            rmSync(join(made, "broken"), { recursive: true, force: true });
        }
    });
}

test("a file of no kind we know is said to be so", async () => {
    const context = await newContext({ width: 1000, height: 700 });
    const { page } = await openPage(context, address());
    try {
        const file = join(made, "letter.txt");
        writeFileSync(file, "Dear reader,\n");
        await drop(page, [file]);
        const notice = page.locator(".notice");
        await notice.waitFor();
        assert.match((await notice.textContent()) ?? "", /letter\.txt.*no character or clip/s);
        await settle(page);
        assert.ok(await page.locator(".welcome").isVisible());
    } finally {
        await context.close();
    }
});
