// Calm messages in a corner of the view: what could not be opened, where it broke, and a way to put them away.

import type { Entry } from "@ossuary/core";
import { errorOf, placeText, type Fault } from "../document/place";
import type { Announcer } from "./announce";
import { element } from "./dom";
import { iconButton } from "./controls";

export interface Notice {
    readonly kind: "error" | "note";
    readonly title: string;
    readonly place: string; // `byte 0x1a4`, `line 12, column 3`; empty where there is none
    readonly text: string;
}

const mostAtOnce = 4;

export class Notices {
    readonly element = element("div", { class: "notices", role: "region", "aria-label": "Messages" });
    readonly #announcer: Announcer;

    constructor(announcer: Announcer) {
        this.#announcer = announcer;
    }

    show(notice: Notice): void {
        const card = element("article", { class: `notice ${notice.kind}` });
        const close = iconButton("close", "Put this message away", "", () => card.remove());
        card.append(
            element("h3", {}, notice.title),
            element("p", {}, notice.place === "" ? "" : element("code", {}, notice.place), notice.text),
            close,
        );
        this.element.append(card);
        while (this.element.childElementCount > mostAtOnce) this.element.firstElementChild!.remove();
        this.#announcer.say([notice.title, notice.place, notice.text].filter((part) => part !== "").join(": "));
    }

    showFault({ file, place, message }: Fault): void {
        this.show({ kind: "error", title: file === "" ? "Something went wrong" : file, place, text: message });
    }

    // Why there is nothing in an archive, or what it lacks.
    showArchive(entry: Entry): void {
        const [first] = entry.faults ?? [];
        const error = errorOf(entry);
        if (error !== undefined)
            this.showFault({ file: entry.path, place: placeText(error), message: error.message });
        else if (first !== undefined)
            this.show({ kind: "note", title: entry.path, place: placeText(first), text: first.message });
    }

    // These files have nothing that the view could show.
    showNothing(paths: readonly string[]): void {
        const title = paths.length === 1 ? paths[0]! : `${paths.length} files`;
        const text = "There is no character or clip in this that Ossuary knows.";
        this.show({ kind: "note", title, place: "", text });
    }

    // Pictures that a model asks for and nobody has, and what helps.
    showMissing(names: readonly string[]): void {
        if (names.length === 0) return;
        const some = names.slice(0, 3).join(", ") + (names.length > 3 ? " …" : ".");
        const title = names.length === 1 ? "1 texture was not found" : `${names.length} textures were not found`;
        const text = `${some} Drop the archive or the folder they are in, such as Textures.vdf; the command takes --game or --mount.`;
        this.show({ kind: "note", title, place: "", text });
    }

    clear(): void {
        this.element.replaceChildren();
    }
}
