// The ruler: seconds and frames, and the handle that scrubs. A slider to the keyboard and to screen readers.

import { element, setAttributes } from "../shell/dom";
import { token } from "../shell/theme";

export class Ruler {
    readonly element: HTMLElement;
    readonly #canvas = element("canvas", { "aria-hidden": "true" });
    #duration = 0;
    #frameRate = 0;

    // `hold` is told when the handle is taken and when it is let go.
    constructor(seek: (time: number) => void, hold: (held: boolean) => void) {
        this.element = element(
            "div",
            {
                class: "ruler",
                role: "slider",
                tabindex: 0,
                "aria-label": "Time",
                "aria-valuemin": 0,
                "aria-valuemax": 0,
                "aria-valuenow": 0,
            },
            this.#canvas,
        );
        this.scrubOn(this.element, seek, hold, () => true);
        new ResizeObserver(() => this.draw()).observe(this.element);
    }

    // Lets an element take the handle, too, where `takes` says so of what was pressed in it.
    scrubOn(
        surface: HTMLElement,
        seek: (time: number) => void,
        hold: (held: boolean) => void,
        takes: (target: Element) => boolean,
    ): void {
        surface.addEventListener("pointerdown", (event) => {
            if (this.#duration <= 0 || event.button !== 0) return;
            if (!(event.target instanceof Element) || !takes(event.target)) return;
            surface.setPointerCapture(event.pointerId);
            hold(true);
            seek(this.timeAt(event.clientX));
        });
        surface.addEventListener("pointermove", (event) => {
            if (surface.hasPointerCapture(event.pointerId)) seek(this.timeAt(event.clientX));
        });
        surface.addEventListener("lostpointercapture", () => hold(false));
    }

    // The time below a place on the page, kept within the clip.
    timeAt(clientX: number): number {
        const box = this.element.getBoundingClientRect();
        return Math.min(Math.max((clientX - box.left) / Math.max(1, box.width), 0), 1) * this.#duration;
    }

    show(duration: number, frameRate: number): void {
        this.#duration = duration;
        this.#frameRate = frameRate;
        setAttributes(this.element, { "aria-valuemax": duration.toFixed(3) });
        this.draw();
    }

    setTime(time: number, spoken: string): void {
        setAttributes(this.element, { "aria-valuenow": time.toFixed(3), "aria-valuetext": spoken });
    }

    draw(): void {
        const { clientWidth: width, clientHeight: height } = this.element;
        const context = this.#canvas.getContext("2d");
        if (context === null || width === 0) return;
        const ratio = devicePixelRatio;
        this.#canvas.width = Math.round(width * ratio);
        this.#canvas.height = Math.round(height * ratio);
        context.scale(ratio, ratio);
        if (this.#duration <= 0) return;
        const perSecond = width / this.#duration;
        context.strokeStyle = token("line-strong");
        context.beginPath();
        // Frames only where there is room to tell them apart.
        if (this.#frameRate > 0 && perSecond / this.#frameRate >= 5) {
            for (let frame = 0; frame / this.#frameRate <= this.#duration + 1e-6; ++frame) {
                const x = Math.round((frame / this.#frameRate) * perSecond) + 0.5;
                context.moveTo(x, height - 4);
                context.lineTo(x, height);
            }
        }
        const step = niceStep(70 / perSecond);
        context.fillStyle = token("dim");
        context.font = `11px ${token("font")}`;
        const digits = step < 0.1 ? 2 : step < 1 ? 1 : 0;
        for (let i = 0; i * step <= this.#duration + 1e-6; ++i) {
            const x = Math.round(i * step * perSecond) + 0.5;
            context.moveTo(x, height - 9);
            context.lineTo(x, height);
            const label = (i * step).toFixed(digits);
            if (x + 4 + context.measureText(label).width < width) context.fillText(label, x + 4, height - 6);
        }
        context.stroke();
    }
}

// The smallest of 1, 2, 5 × 10ⁿ that is not below `least`.
export function niceStep(least: number): number {
    const power = 10 ** Math.floor(Math.log10(least));
    for (const factor of [1, 2, 5]) if (factor * power >= least * (1 - 1e-9)) return factor * power;
    return 10 * power;
}
