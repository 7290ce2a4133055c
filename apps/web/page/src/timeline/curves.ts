// The curves of one joint over a clip: three components of its place, its turn or its size.

import { element } from "../shell/dom";
import { token } from "../shell/theme";
import { niceStep } from "./ruler";

export interface CurveSet {
    readonly title: string;
    readonly unit: string;
    readonly times: Float64Array;
    readonly components: readonly { readonly name: string; readonly values: Float32Array }[];
}

const colours = ["axis-x", "axis-y", "axis-z"] as const;

export class Curves {
    readonly element: HTMLElement;
    readonly #canvas = element("canvas", { role: "img" });
    #shown: CurveSet | null = null;
    #duration = 0;

    constructor() {
        this.element = element("div", { class: "curves" }, this.#canvas);
        new ResizeObserver(() => this.draw()).observe(this.element);
    }

    show(curves: CurveSet | null, duration: number): void {
        this.#shown = curves;
        this.#duration = duration;
        const label =
            curves === null
                ? "No joint is picked"
                : `Curves of ${curves.title}: ${curves.components.map(describe).join(", ")}`;
        this.#canvas.setAttribute("aria-label", label);
        this.draw();
    }

    draw(): void {
        const { clientWidth: width, clientHeight: height } = this.element;
        const context = this.#canvas.getContext("2d");
        if (context === null || width === 0 || height === 0) return;
        const ratio = devicePixelRatio;
        this.#canvas.width = Math.round(width * ratio);
        this.#canvas.height = Math.round(height * ratio);
        context.scale(ratio, ratio);
        context.font = `11px ${token("font")}`;
        const curves = this.#shown;
        if (curves === null || this.#duration <= 0) {
            context.fillStyle = token("dim");
            context.fillText("Pick a joint to see its curves", 8, 18);
            return;
        }
        const all = curves.components.flatMap(({ values }) => [Math.min(...values), Math.max(...values)]);
        const low = Math.min(...all);
        const high = Math.max(...all);
        // A joint that does not move is a straight line in the middle, not noise blown up.
        const span = Math.max(high - low, 1e-4);
        const top = 8;
        const y = (value: number): number => top + (1 - (value - (low + high) / 2) / span - 0.5) * (height - 2 * top);
        const step = niceStep(span / 4);
        context.strokeStyle = token("line");
        context.fillStyle = token("dim");
        const digits = Math.max(0, Math.min(5, -Math.floor(Math.log10(step))));
        for (
            let value = Math.ceil((low + high - span) / 2 / step) * step;
            value <= (low + high + span) / 2;
            value += step
        ) {
            context.beginPath();
            context.moveTo(0, Math.round(y(value)) + 0.5);
            context.lineTo(width, Math.round(y(value)) + 0.5);
            context.stroke();
            context.fillText(`${value.toFixed(digits)} ${curves.unit}`, 4, y(value) - 2);
        }
        context.lineWidth = 1.5;
        curves.components.forEach(({ values }, component) => {
            context.strokeStyle = token(colours[component % colours.length]!);
            context.beginPath();
            values.forEach((value, i) => context.lineTo((curves.times[i]! / this.#duration) * width, y(value)));
            context.stroke();
        });
    }
}

function describe({ name, values }: { readonly name: string; readonly values: Float32Array }): string {
    return `${name} from ${Math.min(...values).toFixed(3)} to ${Math.max(...values).toFixed(3)}`;
}
