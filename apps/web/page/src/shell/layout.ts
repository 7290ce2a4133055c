// The sizes of the panels: dragged at their edges, folded by a button or a double click, and kept for the next time.
import { element, setAttributes } from "./dom";

export type Panel = "left" | "right" | "time";

interface Limits {
    readonly label: string;
    readonly usual: number;
    readonly least: number;
    readonly part: number; // of the window, at most
}

const limits: Readonly<Record<Panel, Limits>> = {
    left: { label: "Width of the files", usual: 264, least: 140, part: 0.45 },
    right: { label: "Width of the inspector", usual: 304, least: 180, part: 0.45 },
    time: { label: "Height of the timeline", usual: 240, least: 92, part: 0.75 },
};
const panels = Object.keys(limits) as Panel[];
const key = "ossuary.layout";
const keyStep = 16; // pixels
const leastTimeline = 136; // of what it takes by itself, in pixels
const usualPart = 0.3; // of the window

interface Kept {
    readonly sizes: Partial<Record<Panel, number>>;
    readonly folded: readonly Panel[];
}

// A size that can be used: what somebody chose, kept within the window.
export function fittedSize(panel: Panel, wanted: number, window: number): number {
    const { least, part } = limits[panel];
    return Math.round(Math.max(least, Math.min(wanted, window * part)));
}

export class Layout {
    readonly splitters: Readonly<Record<Panel, HTMLElement>>;
    readonly #root: HTMLElement;
    readonly #sizes: Partial<Record<Panel, number>>;
    readonly #folded: Set<Panel>;
    readonly #usual: Record<Panel, number> = { left: limits.left.usual, right: limits.right.usual, time: limits.time.usual };
    // Called after a panel was folded or unfolded.
    onFold: (panel: Panel) => void = () => {};

    constructor(root: HTMLElement) {
        this.#root = root;
        const kept = remembered();
        this.#sizes = { ...kept.sizes };
        this.#folded = new Set(kept.folded);
        this.splitters = { left: this.#splitter("left"), right: this.#splitter("right"), time: this.#splitter("time") };
        addEventListener("resize", () => this.#apply());
        this.#apply();
    }

    isFolded(panel: Panel): boolean {
        return this.#folded.has(panel);
    }

    fold(panel: Panel, folded: boolean): void {
        if (this.isFolded(panel) === folded) return;
        if (folded) this.#folded.add(panel);
        else this.#folded.delete(panel);
        this.#apply();
        this.#keep();
        this.onFold(panel);
    }

    // What a panel takes as long as nobody chose otherwise.
    setUsual(panel: Panel, size: number): void {
        if (this.#usual[panel] === size) return;
        this.#usual[panel] = size;
        this.#apply();
    }

    resize(panel: Panel, size: number): void {
        this.fold(panel, false);
        this.#sizes[panel] = fittedSize(panel, size, this.#window(panel));
        this.#apply();
    }

    #window(panel: Panel): number {
        return panel === "time" ? innerHeight : innerWidth;
    }

    #size(panel: Panel): number {
        const chosen = this.#sizes[panel];
        if (chosen !== undefined) return fittedSize(panel, chosen, this.#window(panel));
        // The timeline takes what its lanes need, be that ever so little, and leaves the view its room; then they scroll.
        const most = panel === "time" ? Math.max(leastTimeline, Math.round(innerHeight * usualPart)) : Infinity;
        return Math.min(this.#usual[panel], most);
    }

    #apply(): void {
        this.#root.dataset["folded"] = [...this.#folded].join(" ");
        for (const panel of panels) {
            const size = this.#size(panel);
            if (panel !== "time" && this.#sizes[panel] === undefined) this.#root.style.removeProperty(`--${panel}`);
            else this.#root.style.setProperty(`--${panel}`, `${size}px`);
            setAttributes(this.splitters[panel], {
                "aria-valuenow": size,
                "aria-valuemin": limits[panel].least,
                "aria-valuemax": Math.round(this.#window(panel) * limits[panel].part),
            });
        }
    }

    #splitter(panel: Panel): HTMLElement {
        const splitter = element("div", {
            class: `splitter ${panel}`,
            role: "separator",
            tabindex: 0,
            "aria-label": limits[panel].label,
            "aria-orientation": panel === "time" ? "horizontal" : "vertical",
            title: "Drag to resize, double-click to fold",
        });
        const sizeAt = (event: PointerEvent): number =>
            panel === "left" ? event.clientX : panel === "right" ? innerWidth - event.clientX : innerHeight - event.clientY;
        let offset = 0; // between the edge and where it was taken
        splitter.addEventListener("pointerdown", (event) => {
            event.preventDefault();
            splitter.setPointerCapture(event.pointerId);
            offset = this.#size(panel) - sizeAt(event);
        });
        splitter.addEventListener("pointermove", (event) => {
            if (splitter.hasPointerCapture(event.pointerId)) this.resize(panel, sizeAt(event) + offset);
        });
        splitter.addEventListener("lostpointercapture", () => this.#keep());
        splitter.addEventListener("dblclick", () => this.fold(panel, !this.isFolded(panel)));
        splitter.addEventListener("keydown", (event) => {
            const towards = { left: "ArrowRight", right: "ArrowLeft", time: "ArrowUp" }[panel];
            const away = { left: "ArrowLeft", right: "ArrowRight", time: "ArrowDown" }[panel];
            if (event.key === "Enter") this.fold(panel, !this.isFolded(panel));
            else if (event.key === towards) this.resize(panel, this.#size(panel) + keyStep);
            else if (event.key === away) this.resize(panel, this.#size(panel) - keyStep);
            else return;
            this.#keep();
            event.preventDefault();
            event.stopPropagation();
        });
        return splitter;
    }

    #keep(): void {
        try {
            const kept: Kept = { sizes: this.#sizes, folded: [...this.#folded] };
            localStorage.setItem(key, JSON.stringify(kept));
        } catch {
            // storage may be forbidden; then the sizes last as long as the page
        }
    }
}

function remembered(): Kept {
    const nothing: Kept = { sizes: {}, folded: [] };
    try {
        const kept = JSON.parse(localStorage.getItem(key) ?? "null") as Kept | null;
        if (kept === null) return nothing;
        const sizes: Partial<Record<Panel, number>> = {};
        for (const panel of panels) {
            const size = kept.sizes[panel];
            if (typeof size === "number" && Number.isFinite(size)) sizes[panel] = size;
        }
        return { sizes, folded: panels.filter((panel) => kept.folded.includes(panel)) };
    } catch {
        return nothing;
    }
}
