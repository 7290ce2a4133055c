// One table of keys: it moves the page and it is the sheet that `?` shows, so the two cannot differ.

import { textButton } from "./controls";
import { element } from "./dom";

export interface Binding {
    readonly key: string; // as KeyboardEvent.key says it; "Shift+" in front where the key alone does not tell
    readonly shown: string;
    readonly does: string;
    readonly run: () => void;
}

export interface BindingGroup {
    readonly title: string;
    readonly bindings: readonly Binding[];
}

// Keys typed into a field, and arrows on what uses arrows itself, are not for the page.
function isTaken(event: KeyboardEvent): boolean {
    const target = event.target;
    if (!(target instanceof HTMLElement)) return false;
    if (target.matches("textarea, select, input:not([type=range], [type=checkbox])")) return true;
    const moves = event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End";
    if (moves) return target.closest("input, [role=tree], [role=radiogroup], [role=listbox]") !== null;
    // Space and Enter press whatever has the focus; on the view and the page itself they play.
    return (
        (event.key === " " || event.key === "Enter") &&
        target.matches("button, a, summary, input, [role=option], [role=tree]")
    );
}

export class Keyboard {
    readonly #sheet: HTMLDialogElement;
    readonly #bindings = new Map<string, Binding>();

    constructor(groups: readonly BindingGroup[]) {
        this.#sheet = makeSheet(groups);
        document.body.append(this.#sheet);
        for (const { bindings } of groups) for (const binding of bindings) this.#bindings.set(binding.key, binding);
        document.addEventListener("keydown", (event) => this.#press(event));
    }

    showSheet(): void {
        if (!this.#sheet.open) this.#sheet.showModal();
    }

    #press(event: KeyboardEvent): void {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
        if (document.querySelector("dialog[open]") !== null) return;
        const shifted = event.shiftKey ? this.#bindings.get(`Shift+${event.key}`) : undefined;
        const binding = shifted ?? this.#bindings.get(event.key);
        if (binding === undefined) return;
        event.preventDefault();
        binding.run();
    }
}

function makeSheet(groups: readonly BindingGroup[]): HTMLDialogElement {
    const columns = groups.map(({ title, bindings }) =>
        element(
            "section",
            {},
            element("h3", {}, title),
            element(
                "dl",
                { class: "keys" },
                ...bindings.flatMap(({ shown, does }) => [
                    element("dt", {}, ...shown.split(" ").map((key) => element("kbd", {}, key))),
                    element("dd", {}, does),
                ]),
            ),
        ),
    );
    const close = textButton("Close", () => sheet.close());
    const sheet = element(
        "dialog",
        { class: "sheet", "aria-labelledby": "keys-title" },
        element("header", {}, element("h2", { id: "keys-title" }, "Keys"), close),
        element("div", { class: "key-columns" }, ...columns),
    );
    return sheet;
}
