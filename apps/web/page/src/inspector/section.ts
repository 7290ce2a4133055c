// A part of the inspector that folds, with a count beside its title. What was folded stays so.
import { element, setText } from "../shell/dom";

export class Section {
    readonly element: HTMLDetailsElement;
    readonly body = element("div", { class: "section-body" });
    readonly #count = element("span", { class: "count figures" });

    constructor(title: string, open: boolean) {
        const summary = element("summary", {}, element("span", {}, title), this.#count);
        this.element = element("details", { class: "section", open }, summary, this.body);
    }

    show(count: number | null, ...children: (Node | string)[]): void {
        setText(this.#count, count === null ? "" : count.toLocaleString("en"));
        this.body.replaceChildren(...children);
    }
}

export type Fact = readonly [name: string, value: string];

export function factList(facts: readonly Fact[]): HTMLElement {
    const rows = facts.flatMap(([name, value]) => [
        element("dt", {}, name),
        element("dd", { class: "figures" }, value),
    ]);
    return element("dl", { class: "facts" }, ...rows);
}
