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

const edge = 14; // pixels above and below, so that no curve lies on the border

export class Curves {
    readonly element: HTMLElement;
    readonly #canvas = element("canvas", { role: "img" });
    #shown: CurveSet | null = null;
    #duration = 0;
    #frameTime = 0;
    #time = 0;
    #hidden: ReadonlySet<string> = new Set();

    constructor() {
        this.element = element("div", { class: "curves" }, this.#canvas);
        new ResizeObserver(() => this.draw()).observe(this.element);
    }

    // `frameTime`: seconds between the keys; 0 if there are none.
    show(curves: CurveSet | null, duration: number, frameTime: number): void {
        this.#shown = curves;
        this.#duration = duration;
        this.#frameTime = frameTime;
        const label =
            curves === null
                ? "No joint is picked"
                : `Curves of ${curves.title}: ${curves.components.map(describe).join(", ")}`;
        this.#canvas.setAttribute("aria-label", label);
        this.draw();
    }

    // Only these components, by name.
    hide(names: ReadonlySet<string>): void {
        this.#hidden = names;
        this.draw();
    }

    setTime(time: number): void {
        if (this.#time === time) return;
        this.#time = time;
        if (this.#shown !== null && this.element.clientHeight > 0) this.draw();
    }

    draw(): void {
        const { clientWidth: width, clientHeight: height } = this.element;
        const context = this.#canvas.getContext("2d");
        if (context === null || width === 0 || height === 0) return;
        const ratio = devicePixelRatio;
        const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
        if (this.#canvas.width !== wide || this.#canvas.height !== high) {
            this.#canvas.width = wide;
            this.#canvas.height = high;
        }
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.clearRect(0, 0, width, height);
        context.font = `11px ${token("font")}`;
        const curves = this.#shown;
        if (curves === null || this.#duration <= 0) {
            context.fillStyle = token("dim");
            context.fillText("Pick a joint to see its curves", 8, 18);
            return;
        }
        const scale = scaleOf(curves.components.filter(({ name }) => !this.#hidden.has(name)).map(({ values }) => values));
        const y = (value: number): number => edge + (1 - (value - scale.low) / (scale.high - scale.low)) * (height - 2 * edge);
        this.#drawLines(context, curves.unit, scale, y, width);
        curves.components.forEach((component, i) => {
            if (this.#hidden.has(component.name)) return;
            context.strokeStyle = context.fillStyle = token(colours[i % colours.length]!);
            this.#drawCurve(context, curves, component.values, y, width);
        });
        this.#drawValues(context, curves, y, width);
    }

    #drawLines(context: CanvasRenderingContext2D, unit: string, { low, high }: Scale, y: (value: number) => number, width: number): void {
        const step = niceStep((high - low) / 4);
        const digits = Math.max(0, Math.min(5, -Math.floor(Math.log10(step))));
        context.strokeStyle = token("line");
        context.fillStyle = token("dim");
        context.lineWidth = 1;
        for (let value = Math.ceil(low / step) * step; value <= high; value += step) {
            context.beginPath();
            context.moveTo(0, Math.round(y(value)) + 0.5);
            context.lineTo(width, Math.round(y(value)) + 0.5);
            context.stroke();
            context.fillText(`${(Math.abs(value) < step / 2 ? 0 : value).toFixed(digits)} ${unit}`, 4, y(value) - 2);
        }
    }

    // With a dot at each key, where there is room to tell them apart.
    #drawCurve(context: CanvasRenderingContext2D, { times }: CurveSet, values: Float32Array, y: (value: number) => number, width: number): void {
        context.lineWidth = 1.5;
        context.beginPath();
        values.forEach((value, i) => context.lineTo((times[i]! / this.#duration) * width, y(value)));
        context.stroke();
        const between = (this.#frameTime / this.#duration) * width;
        if (!(between >= 5)) return;
        for (let frame = 0; frame * this.#frameTime <= this.#duration + 1e-6; ++frame) {
            const time = frame * this.#frameTime;
            context.beginPath();
            context.arc((time / this.#duration) * width, y(valueAt(times, values, time)), 2, 0, 2 * Math.PI);
            context.fill();
        }
    }

    // What each curve has at this time, beside the playhead.
    #drawValues(context: CanvasRenderingContext2D, { times, components, unit }: CurveSet, y: (value: number) => number, width: number): void {
        const x = (this.#time / this.#duration) * width;
        const texts = components.flatMap(({ name, values }, i) => {
            if (this.#hidden.has(name)) return [];
            const value = valueAt(times, values, this.#time);
            const colour = token(colours[i % colours.length]!);
            return [{ text: `${name} ${value.toFixed(unit === "°" ? 1 : 3)} ${unit}`, colour, value, at: y(value) - 5 }];
        });
        // Apart from each other, the highest first.
        texts.sort((a, b) => a.at - b.at);
        texts.forEach((each, i) => (each.at = Math.max(each.at, i === 0 ? 11 : texts[i - 1]!.at + 13)));
        for (const { text, colour, value, at } of texts) {
            const wide = context.measureText(text).width;
            const left = x + 8 + wide < width ? x + 6 : x - 6 - wide;
            context.fillStyle = colour;
            context.beginPath();
            context.arc(x, y(value), 3, 0, 2 * Math.PI);
            context.fill();
            context.fillStyle = token("panel");
            context.globalAlpha = 0.8;
            context.fillRect(left - 2, at - 10, wide + 4, 13);
            context.globalAlpha = 1;
            context.fillStyle = colour;
            context.fillText(text, left, at);
        }
    }
}

interface Scale {
    readonly low: number;
    readonly high: number;
}

// From the lowest to the highest of all. What does not move is a straight line in the middle, not noise blown up.
export function scaleOf(curves: readonly Float32Array[]): Scale {
    let [low, high] = [Infinity, -Infinity];
    for (const values of curves)
        for (const value of values) {
            low = Math.min(low, value);
            high = Math.max(high, value);
        }
    if (low > high) return { low: -1, high: 1 };
    const missing = Math.max(0, 1e-3 - (high - low));
    return { low: low - missing / 2, high: high + missing / 2 };
}

// Between the samples on either side; times are evenly spaced.
export function valueAt(times: Float64Array, values: Float32Array, time: number): number {
    const last = values.length - 1;
    const span = times[last]! - times[0]!;
    const at = span > 0 ? Math.min(Math.max(((time - times[0]!) / span) * last, 0), last) : 0;
    const i = Math.min(Math.floor(at), Math.max(0, last - 1));
    const next = values[Math.min(i + 1, last)]!;
    return values[i]! + (next - values[i]!) * (at - i);
}

function describe({ name, values }: { readonly name: string; readonly values: Float32Array }): string {
    return `${name} from ${Math.min(...values).toFixed(3)} to ${Math.max(...values).toFixed(3)}`;
}
