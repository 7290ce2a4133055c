// What a screen reader should hear though nothing was focused: a model opened, a clip began, a file was broken.

import { element } from "./dom";

export class Announcer {
    readonly #region = element("div", { class: "unseen", role: "status", "aria-live": "polite" });

    constructor(host: HTMLElement) {
        host.append(this.#region);
    }

    say(text: string): void {
        // The same words twice are news twice, and only a change is read out.
        this.#region.textContent = this.#region.textContent === text ? `${text}\u00a0` : text;
    }
}
