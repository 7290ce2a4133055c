// The raw clip against its compressed twin: packs it, poses both at the same moment, and says how far they are apart.
import type { Model, PackedReport } from "@ossuary/core";
import { segmented, iconButton, choice } from "../shell/controls";
import { element, setText } from "../shell/dom";
import { Signal } from "../shell/signal";
import { Figure } from "../view/figure";
import type { TwinPlace, View } from "../view/view";
import { sizeText } from "../document/tree_of";

type Place = TwinPlace | "times100" | "heat";

const exaggeration = 100;
const precisions = [0.01, 0.1, 1, 5] as const; // millimetres

export class Comparison {
    readonly element: HTMLElement;
    readonly on = new Signal(false);
    readonly #where = new Signal<Place>("beside");
    readonly #precision = new Signal("0.1");
    readonly #view: View;
    readonly #fail: (error: unknown) => void;
    readonly #ratio = element("output", { class: "figures strong", "aria-label": "Ratio" });
    readonly #bytes = element("output", { class: "figures quiet", "aria-label": "Bytes" });
    readonly #now = element("output", { class: "figures strong", "aria-label": "Error now" });
    readonly #worst = element("output", { class: "figures quiet", "aria-label": "Worst error" });
    #model: Model | null = null;
    #pictures: readonly (ImageBitmap | null)[] = [];
    #clip = -1;
    #report: PackedReport | null = null;
    #asked = 0;
    #posing = false;

    constructor(view: View, fail: (error: unknown) => void) {
        this.#view = view;
        this.#fail = fail;
        const places = segmented(
            "Place of the twin",
            [
                { value: "beside", label: "side by side" },
                { value: "over", label: "overlay" },
                { value: "times100", label: "× 100" },
                { value: "heat", label: "heat" },
            ],
            this.#where,
        );
        const entries = new Signal(precisions.map((mm) => ({ value: String(mm), label: `${mm} mm` })));
        this.element = element(
            "div",
            { class: "compare", role: "group", "aria-label": "Raw against compressed" },
            element("span", { class: "quiet" }, "packed at"),
            choice("Precision", entries, this.#precision),
            places,
            element("span", { class: "measure" }, this.#ratio, this.#bytes),
            element("span", { class: "measure" }, this.#now, this.#worst),
            iconButton("close", "Stop comparing", "c", () => (this.on.value = false)),
        );
        this.on.watch((on) => {
            this.element.hidden = !on;
            this.#refresh();
        });
        this.#precision.watch(() => this.#refresh());
        this.#where.watch(() => this.#refresh());
    }

    setModel(model: Model | null, pictures: readonly (ImageBitmap | null)[]): void {
        this.on.value = false;
        this.#model = model;
        this.#pictures = pictures;
        this.#clip = -1;
        this.#report = null;
    }

    setClip(clip: number): void {
        this.#clip = clip;
        if (clip < 0) this.on.value = false;
        this.#refresh();
    }

    // Poses the twin as the raw clip is at this time, and measures.
    async showTime(time: number, raw: Float32Array): Promise<void> {
        const [model, report] = [this.#model, this.#report];
        if (!this.on.value || model === null || report === null || this.#posing) return;
        this.#posing = true;
        try {
            const pose = await model.pose([{ clip: report.clip, time, looping: "clamp", packed: report.id }]);
            if (this.#report !== report) return;
            const where = this.#where.value;
            if (where === "heat") {
                // White where it is as far off as the clip was allowed to be.
                const scale = Number(this.#precision.value) / 1000;
                this.#view.setErrorHeat(distances(raw, pose.world).map((apart) => apart / scale));
            } else {
                const world = where === "times100" ? exaggerated(raw, pose.world, exaggeration) : pose.world;
                this.#view.applyTwinPose({ ...pose, world });
            }
            setText(this.#now, `${millimetres(largestDistance(raw, pose.world))} mm now`);
        } catch (error) {
            this.#fail(error);
        } finally {
            this.#posing = false;
        }
    }

    // Packs anew and puts the twin where it belongs, or takes it away.
    #refresh(): void {
        const asked = ++this.#asked;
        const model = this.#model;
        this.#report = null;
        this.#view.setErrorHeat(null);
        if (!this.on.value || model === null || this.#clip < 0) {
            this.#view.setTwin(null, "over");
            this.#view.covered = 0;
            return;
        }
        setText(this.#ratio, "packing…");
        for (const output of [this.#bytes, this.#now, this.#worst]) setText(output, "");
        model.pack(this.#clip, { precision: Number(this.#precision.value) / 1000 }).then(
            (report) => {
                if (asked !== this.#asked) return;
                this.#report = report;
                setText(this.#ratio, `${report.ratio.toFixed(1)} : 1`);
                setText(this.#bytes, `${sizeText(report.rawBytes)} → ${sizeText(report.bytes)}`);
                const worst = Math.max(report.worstAtKeys, report.worstBetween);
                setText(
                    this.#worst,
                    `worst ${millimetres(worst)} mm at ${model.data.skeleton.names[report.worstJoint] ?? "–"}`,
                );
                this.#worst.title = report.shortfall;
                const where = this.#where.value;
                if (where === "heat") this.#view.setTwin(null, "over");
                else this.#view.setTwin(new Figure(model.data, this.#pictures), where === "beside" ? where : "over");
                this.#view.covered = this.element.offsetHeight;
                this.onReady();
            },
            (error: unknown) => {
                if (asked !== this.#asked) return;
                this.on.value = false;
                this.#fail(error);
            },
        );
    }

    // The twin stands there and wants its pose.
    onReady: () => void = () => {};
}

// Between the places of joints in two poses.
export function largestDistance(a: Float32Array, b: Float32Array): number {
    let most = 0;
    for (let i = 12; i < a.length; i += 16)
        most = Math.max(most, Math.hypot(a[i]! - b[i]!, a[i + 1]! - b[i + 1]!, a[i + 2]! - b[i + 2]!));
    return most;
}

// The same for each joint.
export function distances(a: Float32Array, b: Float32Array): Float32Array {
    return Float32Array.from({ length: a.length / 16 }, (_, joint) => {
        const i = joint * 16 + 12;
        return Math.hypot(a[i]! - b[i]!, a[i + 1]! - b[i + 1]!, a[i + 2]! - b[i + 2]!);
    });
}

// A pose as if it were so many times as far from the other as it is. For errors, which are small: turns stay turns.
export function exaggerated(from: Float32Array, to: Float32Array, times: number): Float32Array<ArrayBuffer> {
    return Float32Array.from(from, (value, i) => value + (to[i]! - value) * times);
}

function millimetres(metres: number): string {
    const mm = metres * 1000;
    return mm.toFixed(mm < 1 ? 3 : mm < 100 ? 2 : 0);
}
