// What an empty page says.
import type { FormatInfo } from "@ossuary/core";
import { textButton } from "./controls";
import { element } from "./dom";

export function makeWelcome(
    formats: readonly FormatInfo[],
    openFiles: () => void,
    openFolder: () => void,
): HTMLElement {
    const games = new Map<string, string[]>();
    for (const { game, extensions, role, canOpen } of formats) {
        if (!canOpen || (role !== "model" && role !== "clip")) continue;
        const known = games.get(game) ?? [];
        games.set(game, [...known, ...extensions.filter((extension) => !known.includes(extension))]);
    }
    const byName = [...games].sort(([a], [b]) => Number(a === "") - Number(b === "") || (a < b ? -1 : 1));
    const rows = byName.flatMap(([game, extensions]) => [
        element("dt", {}, game === "" ? "any game" : game),
        element("dd", {}, extensions.join(" ")),
    ]);
    const primary = textButton("Open files", openFiles);
    primary.classList.add("primary");
    return element(
        "div",
        { class: "welcome" },
        element("p", { class: "welcome-title" }, "Drop a character here"),
        element(
            "p",
            { class: "quiet" },
            "Files and folders of classic games, archives too. They stay on this machine.",
        ),
        element("p", { class: "welcome-buttons" }, primary, textButton("Open a folder", openFolder)),
        element("dl", { class: "welcome-formats quiet" }, ...rows),
    );
}
