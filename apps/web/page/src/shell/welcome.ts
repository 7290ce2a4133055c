// What an empty page says.
import type { FormatInfo } from "@ossuary/core";
import { textButton } from "./controls";
import { element } from "./dom";

export function makeWelcome(
    formats: Promise<readonly FormatInfo[]>,
    openFiles: () => void,
    openFolder: () => void,
    openSample: (() => void) | null, // where the page was built with one
): HTMLElement {
    const list = element("dl", { class: "welcome-formats quiet" });
    const primary = textButton("Open files", openFiles);
    primary.classList.add("primary");
    const sample = openSample === null ? [] : [textButton("Show the sample character", openSample)];
    const welcome = element(
        "div",
        { class: "welcome" },
        element("p", { class: "welcome-title" }, "Drop a character here"),
        element(
            "p",
            { class: "quiet" },
            "Files and folders of classic games, archives too. They stay on this machine.",
        ),
        element("p", { class: "welcome-buttons" }, primary, textButton("Open a folder", openFolder), ...sample),
        list,
    );
    // Out of sight, not out of the page: it keeps its place, and nothing moves when the list comes.
    welcome.classList.add("coming");
    void formats.then(
        (known) => {
            list.append(...formatRows(known));
            welcome.classList.remove("coming");
        },
        () => {}, // whoever started the library says so
    );
    return welcome;
}

const archives: ReadonlySet<string> = new Set(["vdf"]); // not opened themselves, but what is in them
const zips = ".zip"; // of any game

// A row for each game: the extensions of what can be opened of it.
function formatRows(formats: readonly FormatInfo[]): HTMLElement[] {
    const games = new Map<string, string[]>();
    for (const { name, game, extensions, role, canOpen } of formats) {
        const isShown = canOpen && (role === "model" || role === "clip");
        if (!isShown && !archives.has(name)) continue;
        const known = games.get(game) ?? [];
        games.set(game, [...known, ...extensions.filter((extension) => !known.includes(extension))]);
    }
    games.set("", [...(games.get("") ?? []), zips]);
    const byName = [...games].sort(([a], [b]) => Number(a === "") - Number(b === "") || (a < b ? -1 : 1));
    return byName.flatMap(([game, extensions]) => [
        element("dt", {}, game === "" ? "any game" : game),
        element("dd", {}, extensions.join(" ")),
    ]);
}
