// The lanes of a clip's events: one row per kind, one mark per event, with its fields on hover or focus.

import { element, svg } from "../shell/dom";
import { laneOrder, lookOf, type EventLook } from "./event_kinds";

export interface TimelineEvent {
    readonly time: number; // seconds
    readonly end: number | null; // of an interval
    readonly frame: number; // in the source's numbering; -1 if it has none
    readonly kind: string;
    readonly name: string;
    readonly isSilent: boolean; // its sound was not found
    readonly fields: readonly (readonly [name: string, value: string])[];
}

const flashTime = 220; // milliseconds

export class Lanes {
    readonly element = element("div", { class: "lanes", role: "group", "aria-label": "Events" });
    readonly #tip = element("div", { class: "tip", role: "tooltip", id: "event-tip", hidden: true });
    readonly #seek: (time: number) => void;
    #marks: HTMLElement[] = [];

    constructor(host: HTMLElement, seek: (time: number) => void) {
        this.#seek = seek;
        host.append(this.#tip);
    }

    // null: there is no clip.
    show(given: readonly TimelineEvent[] | null, duration: number): void {
        const events = given ?? [];
        this.#hideTip();
        this.#marks = events.map((event, index) => this.#makeMark(event, index, duration));
        const kinds = [...new Set(events.map((event) => event.kind))].sort((a, b) => laneOrder(a) - laneOrder(b));
        const rows = kinds.map((kind) => {
            const marks = this.#marks.filter((_, i) => events[i]!.kind === kind);
            return element(
                "div",
                { class: "lane", "data-kind": kind },
                element("span", { class: "lane-label" }, lookOf(kind).label),
                element("div", { class: "lane-track" }, ...marks),
            );
        });
        const nothing = element("p", { class: "quiet lanes-empty" }, given === null ? "" : "No events in this clip");
        this.element.replaceChildren(...(rows.length > 0 ? rows : [nothing]));
    }

    // The mark lights up and fades; how often is kept on it.
    flash(index: number): void {
        const mark = this.#marks[index];
        if (mark === undefined) return;
        mark.dataset["fired"] = String(Number(mark.dataset["fired"] ?? 0) + 1);
        mark.classList.remove("fired");
        void mark.offsetWidth; // begins the fade again where it still ran
        mark.classList.add("fired");
        setTimeout(() => mark.classList.remove("fired"), flashTime);
    }

    #makeMark(event: TimelineEvent, index: number, duration: number): HTMLElement {
        const look = lookOf(event.kind);
        const at = duration > 0 ? (event.time / duration) * 100 : 0;
        const mark = element("button", {
            type: "button",
            class: event.end === null ? "mark" : "mark interval",
            "data-index": index,
            "aria-label": `${look.label} ${event.name} at ${event.time.toFixed(3)} seconds${event.isSilent ? ", silent" : ""}`,
            "data-silent": event.isSilent,
        });
        mark.style.left = `${at}%`;
        mark.style.setProperty("--hue", String(look.hue));
        if (event.end === null) mark.append(drawShape(look, event.isSilent));
        else mark.style.width = `${duration > 0 ? (Math.max(0, event.end - event.time) / duration) * 100 : 0}%`;
        mark.addEventListener("click", () => this.#seek(event.time));
        mark.addEventListener("pointerenter", () => this.#showTip(mark, event, look));
        mark.addEventListener("focus", () => this.#showTip(mark, event, look));
        mark.addEventListener("pointerleave", () => this.#hideTip());
        mark.addEventListener("blur", () => this.#hideTip());
        return mark;
    }

    #showTip(mark: HTMLElement, event: TimelineEvent, look: EventLook): void {
        const frame = event.frame < 0 ? "" : ` · frame ${event.frame}`;
        const when =
            event.end === null ? `${event.time.toFixed(3)} s` : `${event.time.toFixed(3)} – ${event.end.toFixed(3)} s`;
        const rows = event.fields.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);
        this.#tip.replaceChildren(
            element("strong", {}, event.name === "" ? look.label : `${look.label} · ${event.name}`),
            element("span", { class: "quiet" }, when + frame),
            element("dl", {}, ...rows),
        );
        this.#tip.hidden = false;
        mark.setAttribute("aria-describedby", this.#tip.id);
        const box = mark.getBoundingClientRect();
        const width = this.#tip.offsetWidth;
        const left = Math.min(Math.max(8, box.left + box.width / 2 - width / 2), innerWidth - width - 8);
        this.#tip.style.left = `${left}px`;
        // Over the view, not over the transport; where the timeline begins.
        const edge = this.element.closest(".timeline")?.getBoundingClientRect().top ?? box.top;
        this.#tip.style.top = `${edge - this.#tip.offsetHeight - 8}px`;
    }

    #hideTip(): void {
        this.#tip.hidden = true;
    }
}

// What makes no sound though it should is hollow, too.
function drawShape(look: EventLook, isSilent: boolean): SVGSVGElement {
    return svg(
        "svg",
        { viewBox: "0 0 12 12", class: look.hollow || isSilent ? "shape hollow" : "shape", "aria-hidden": "true" },
        svg("path", { d: look.shape }),
    );
}
