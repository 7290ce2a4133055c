// What a person does to the page: drops files on it, waits for it, looks at its rows.
import type { Page } from "playwright-core";

/** Drops files and folders of this machine, as a file manager would. */
export async function drop(page: Page, paths: readonly string[]): Promise<void> {
    const session = await page.context().newCDPSession(page);
    const { width, height } = page.viewportSize() ?? { width: 800, height: 600 };
    const data = { items: [], files: [...paths], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const)
        await session.send("Input.dispatchDragEvent", { type, x: width / 2, y: height / 3, data });
    await session.detach();
}

/** Drops and waits until the model of this title stands there. */
export async function dropAndWait(page: Page, paths: readonly string[], title: string): Promise<void> {
    await drop(page, paths);
    await page.locator("h1.title", { hasText: new RegExp(`^${title}$`) }).waitFor({ timeout: 60_000 });
    await settle(page);
}

/** Everything asked for is done and drawn. */
export async function settle(page: Page): Promise<void> {
    await page.evaluate(async () => {
        await ossuary!.settled();
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
}

export async function pause(page: Page): Promise<void> {
    await page.evaluate(() => {
        ossuary!.playback.playing.value = false;
    });
    await settle(page);
}

/** Everything in the tree, in sight or not. */
export async function treeNames(page: Page): Promise<string[]> {
    return page.evaluate(() => ossuary!.tree.model.nodes.map(({ name }) => name));
}

/** From its beginning, with a player and marks that have not seen it before. */
export async function playClip(page: Page, name: string): Promise<void> {
    await page.evaluate((wanted) => {
        const { playback } = ossuary!;
        const clip = playback.clips.findIndex((each) => each.name === wanted);
        if (clip < 0) throw new Error(`no clip ${wanted} among ${playback.clips.map((each) => each.name).join(" ")}`);
        playback.choose(-1);
        playback.choose(clip);
    }, name);
    await settle(page);
}

/** Finds a row of the tree by its name and clicks it. */
export async function chooseRow(page: Page, name: string): Promise<void> {
    await page.locator("input.search").fill(name);
    await page.locator(".row:not([hidden])", { hasText: name }).last().click();
    await page.locator("input.search").fill("");
    await settle(page);
}
