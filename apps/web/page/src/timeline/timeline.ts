// The bottom of the page: transport, ruler, and below it the events, the curves of a joint, or the layers.
import type { Clip, ClipEvent, Curve, Notice } from "@ossuary/core";
import type { Playback } from "../play/playback";
import { iconButton, segmented, toggle } from "../shell/controls";
import { element, setAttributes, setText } from "../shell/dom";
import { Signal } from "../shell/signal";
import type { EventSound } from "../sound/sound_files";
import { Curves, type CurveSet } from "./curves";
import { Lanes, type TimelineEvent } from "./lanes";
import { LayerList } from "./layer_list";
import { Ruler } from "./ruler";
import { Transport } from "./transport";

export type Tab = "events" | "curves" | "layers";
export type CurveKind = "move" | "turn" | "scale";

// Heights in pixels, as in the style sheet.
const transportHeight = 45;
const isCoarse = globalThis.matchMedia?.("(pointer: coarse)").matches ?? false;
const rulerHeight = isCoarse ? 40 : 24;
const laneHeight = isCoarse ? 40 : 22;
const usualHeight = 240;
const fewestLanes = 2;

export class Timeline {
    readonly element: HTMLElement;
    readonly tab = new Signal<Tab>("events");
    readonly curveKind = new Signal<CurveKind>("turn");
    readonly wanted = new Signal(transportHeight); // how high it wants to be; without clips its first row is all
    readonly transport: Transport;
    readonly layers: LayerList;
    readonly #playback: Playback;
    readonly #ruler: Ruler;
    readonly #lanes: Lanes;
    readonly #curves = new Curves();
    #sounds: readonly (EventSound | null)[] = []; // of the clip's events
    readonly #head = element("div", { class: "playhead", "aria-hidden": "true" });

    // `sound` is the speaker's button, `fold` hides what is below the first row.
    constructor(playback: Playback, tips: HTMLElement, sound: HTMLElement, fold: () => void) {
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
        const folder = iconButton("down", "Fold the timeline", "", fold);
        folder.classList.add("folder");
        this.transport = new Transport(playback, sound, tabs, folder);
        this.layers = new LayerList(playback);
        const hold = (held: boolean): void => {
            playback.held = held;
        };
        this.#ruler = new Ruler(seek, hold);
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
            element("div", { class: "curve-side" }, kinds, this.#axes()),
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
        // Everywhere below the ruler one can take the time in hand, except on what has a purpose of its own.
        this.#ruler.scrubOn(body, seek, hold, (target) => target.closest("button, .lane-label, .curve-side, .layers") === null);
        this.tab.watch((tab) => {
            this.element.dataset["tab"] = tab;
            this.#curves.draw();
            this.#want();
        });
        playback.clip.watch(() => this.refresh());
        playback.time.watch((time) => this.#showTime(time));
    }

    // What the events of the clip sound like; null of those that make none.
    setSounds(sounds: readonly (EventSound | null)[]): void {
        this.#sounds = sounds;
        this.refresh();
    }

    refresh(): void {
        const { current } = this.#playback;
        this.#ruler.show(current?.duration ?? 0, current?.frameRate ?? 0);
        const events = current?.events.map((event, i) => toTimelineEvent(event, this.#sounds[i] ?? null));
        this.#lanes.show(events ?? null, current?.duration ?? 0);
        this.#showTime(this.#playback.time.value);
    }

    // After another model was loaded: as many lanes as the clip with the most kinds of events needs, so that nothing
    // moves when another clip is chosen.
    setModel(): void {
        this.transport.refresh();
        this.#want();
    }

    #want(): void {
        const { clips } = this.#playback;
        if (clips.length === 0) {
            this.wanted.value = transportHeight;
        } else if (this.tab.value !== "events") {
            this.wanted.value = usualHeight;
        } else {
            const lanes = Math.max(fewestLanes, ...clips.map(({ events }) => new Set(events.map(({ kind }) => kind)).size));
            this.wanted.value = Math.min(usualHeight, transportHeight + rulerHeight + lanes * laneHeight + 12);
        }
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
        const { frameRate = 0 } = this.#playback.current ?? {};
        const shown = curve === null ? null : curveSet(joint, curve, this.curveKind.value);
        this.#curves.show(shown, duration, frameRate > 0 ? 1 / frameRate : 0);
    }

    #showTime(time: number): void {
        const { duration } = this.#playback;
        this.#head.style.setProperty("--at", duration > 0 ? String(time / duration) : "0");
        this.#head.hidden = duration <= 0;
        this.#ruler.setTime(time, this.transport.spoken());
        this.#curves.setTime(time);
    }

    // Which of the three curves are drawn.
    #axes(): HTMLElement {
        const hidden = new Signal<ReadonlySet<string>>(new Set());
        hidden.watch((names) => this.#curves.hide(names));
        const buttons = ["x", "y", "z"].map((axis) => {
            const shown = new Signal(true);
            shown.watch((on) => {
                const names = new Set(hidden.value);
                if (on) names.delete(axis);
                else names.add(axis);
                hidden.value = names;
            });
            const button = toggle(axis, `The curve of ${axis}`, shown);
            button.classList.add(`axis-${axis}`);
            return button;
        });
        return element("div", { class: "legend", role: "group", "aria-label": "Curves that are drawn" }, ...buttons);
    }
}

function toTimelineEvent({ time, end, frame, kind, name, fields }: ClipEvent, sound: EventSound | null): TimelineEvent {
    const texts = Object.entries(fields).map(([field, value]) => [field, fieldText(value)] as const);
    const shown = texts.filter(([, value]) => value !== "");
    const isSilent = sound !== null && sound.files.length === 0;
    if (sound !== null) {
        const [first = "", ...others] = sound.files.map((path) => path.slice(path.lastIndexOf("/") + 1));
        const more = others.length > 0 ? ` and ${others.length} more` : "";
        shown.push(["plays", isSilent ? "nothing: its sound was not found" : first + more]);
    }
    return { time, end: end ?? null, frame, kind, name, isSilent, fields: shown };
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
