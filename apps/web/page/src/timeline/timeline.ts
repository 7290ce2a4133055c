// The bottom of the page: transport, ruler, and below it the events, the curves of a joint, or the layers.
import type { Clip, ClipEvent, Curve, Notice } from "@ossuary/core";
import type { Playback } from "../play/playback";
import { segmented } from "../shell/controls";
import { element, setAttributes, setText } from "../shell/dom";
import { Signal } from "../shell/signal";
import { Curves, type CurveSet } from "./curves";
import { Lanes, type TimelineEvent } from "./lanes";
import { LayerList } from "./layer_list";
import { Ruler } from "./ruler";
import { Transport } from "./transport";

export type Tab = "events" | "curves" | "layers";
export type CurveKind = "move" | "turn" | "scale";

export class Timeline {
    readonly element: HTMLElement;
    readonly tab = new Signal<Tab>("events");
    readonly curveKind = new Signal<CurveKind>("turn");
    readonly transport: Transport;
    readonly layers: LayerList;
    readonly #playback: Playback;
    readonly #ruler: Ruler;
    readonly #lanes: Lanes;
    readonly #curves = new Curves();
    readonly #head = element("div", { class: "playhead", "aria-hidden": "true" });

    constructor(playback: Playback, tips: HTMLElement) {
        this.#playback = playback;
        const seek = (time: number): void => playback.seek(time);
        const tabs = segmented(
            "Below the ruler",
            [
                { value: "events", label: "events" },
                { value: "curves", label: "curves" },
                { value: "layers", label: "layers" },
            ],
            this.tab,
        );
        // Layers that play are seen from the other tabs, too.
        const layersTab = tabs.lastElementChild!;
        playback.layers.watch(({ length }) => {
            setText(layersTab, length === 0 ? "layers" : `layers ${length}`);
            layersTab.classList.toggle("active", length > 0);
            setAttributes(layersTab, { title: length === 0 ? undefined : `${length} played over the clip` });
        });
        this.transport = new Transport(playback, tabs);
        this.layers = new LayerList(playback);
        this.#ruler = new Ruler(seek, (held) => (playback.held = held));
        this.#lanes = new Lanes(tips, seek);
        const kinds = segmented(
            "Curves of",
            [
                { value: "move", label: "position" },
                { value: "turn", label: "rotation" },
                { value: "scale", label: "scale" },
            ],
            this.curveKind,
        );
        const curves = element(
            "div",
            { class: "curve-panel" },
            element("div", { class: "curve-side" }, kinds, legend()),
            this.#curves.element,
        );
        const body = element("div", { class: "timeline-body" }, this.#lanes.element, curves, this.layers.element);
        this.element = element(
            "section",
            { class: "timeline", "aria-label": "Timeline" },
            this.transport.element,
            element(
                "div",
                { class: "tracks" },
                element("div", { class: "ruler-row" }, this.#ruler.element),
                body,
                this.#head,
            ),
        );
        this.tab.watch((tab) => {
            this.element.dataset["tab"] = tab;
            this.#curves.draw();
        });
        playback.clip.watch(() => this.refresh());
        playback.time.watch((time) => this.#showTime(time));
    }

    refresh(): void {
        const { current } = this.#playback;
        this.#ruler.show(current?.duration ?? 0, current?.frameRate ?? 0);
        this.#lanes.show(current?.events.map(toTimelineEvent) ?? null, current?.duration ?? 0);
        this.#showTime(this.#playback.time.value);
    }

    applyTheme(): void {
        this.#ruler.draw();
        this.#curves.draw();
    }

    // Every event of every pass comes here once.
    flash(notices: readonly Notice[]): void {
        for (const { kind, event } of notices) if (kind === "event" && event !== undefined) this.#lanes.flash(event);
    }

    showCurves(joint: string, curve: Curve | null): void {
        const { duration } = this.#playback;
        this.#curves.show(curve === null ? null : curveSet(joint, curve, this.curveKind.value), duration);
    }

    #showTime(time: number): void {
        const { duration } = this.#playback;
        this.#head.style.setProperty("--at", duration > 0 ? String(time / duration) : "0");
        this.#head.hidden = duration <= 0;
        this.#ruler.setTime(time, this.transport.spoken());
    }
}

function legend(): HTMLElement {
    const names = ["x", "y", "z"].map((axis) => element("span", { class: `axis-${axis}` }, axis));
    return element("p", { class: "legend", "aria-hidden": "true" }, ...names);
}

function toTimelineEvent({ time, end, frame, kind, name, fields }: ClipEvent): TimelineEvent {
    const texts = Object.entries(fields).map(([field, value]) => [field, fieldText(value)] as const);
    return { time, end: end ?? null, frame, kind, name, fields: texts.filter(([, value]) => value !== "") };
}

function fieldText(value: unknown): string {
    return typeof value === "string" ? value : value === null ? "" : JSON.stringify(value);
}

// Ten floats a row: translation, rotation, scale.
function curveSet(title: string, { times, values }: Curve, kind: CurveKind): CurveSet {
    const column = (pick: (row: Float32Array) => number): Float32Array =>
        Float32Array.from(times, (_, i) => pick(values.subarray(i * 10, i * 10 + 10)));
    const names = ["x", "y", "z"];
    if (kind === "turn") {
        // Degrees about each axis: the rotation vector, which has no order of axes to argue about.
        const components = names.map((name, axis) => ({ name, values: column((row) => rotationVector(row)[axis]!) }));
        return { title, unit: "°", times: Float64Array.from(times), components };
    }
    const first = kind === "move" ? 0 : 7;
    const components = names.map((name, axis) => ({ name, values: column((row) => row[first + axis]!) }));
    return { title, unit: kind === "move" ? "m" : "×", times: Float64Array.from(times), components };
}

export function rotationVector(row: Float32Array): [number, number, number] {
    const [x, y, z, w] = [row[3]!, row[4]!, row[5]!, row[6]!];
    const sine = Math.hypot(x, y, z);
    if (sine < 1e-9) return [0, 0, 0];
    const degrees = (2 * Math.atan2(sine, w) * 180) / Math.PI / sine;
    return [x * degrees, y * degrees, z * degrees];
}

export function frameCount(clip: Clip): number {
    return clip.frameRate > 0 ? Math.round(clip.duration * clip.frameRate) + 1 : 0;
}
