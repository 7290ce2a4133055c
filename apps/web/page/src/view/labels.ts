// Names of joints, written over the view where there is room: nearer ones first, none over another.
import { element } from "../shell/dom";
import { token } from "../shell/theme";

export interface Label {
    readonly text: string;
    readonly x: number;
    readonly y: number;
    readonly strong: boolean; // drawn first, and in the accent
}

const lineHeight = 13;

export class Labels {
    readonly canvas = element("canvas", { class: "labels", "aria-hidden": "true" });
    #empty = true;

    draw(labels: readonly Label[]): void {
        if (labels.length === 0 && this.#empty) return;
        this.#empty = labels.length === 0;
        const { clientWidth: width, clientHeight: height } = this.canvas;
        const ratio = Math.min(devicePixelRatio, 2);
        this.canvas.width = Math.round(width * ratio);
        this.canvas.height = Math.round(height * ratio);
        const context = this.canvas.getContext("2d");
        if (context === null) return;
        context.scale(ratio, ratio);
        context.font = `11px ${token("font")}`;
        context.lineJoin = "round";
        context.lineWidth = 3;
        context.strokeStyle = token("background");
        const [accent, text] = [token("accent"), token("text")];
        const taken: { left: number; top: number; right: number; bottom: number }[] = [];
        for (const label of [...labels].sort((a, b) => Number(b.strong) - Number(a.strong))) {
            const left = label.x + 8;
            const top = label.y - lineHeight / 2;
            const box = { left, top, right: left + context.measureText(label.text).width, bottom: top + lineHeight };
            const covers = taken.some(
                (t) => box.left < t.right && box.right > t.left && box.top < t.bottom && box.bottom > t.top,
            );
            if (covers) continue;
            taken.push(box);
            context.fillStyle = label.strong ? accent : text;
            context.strokeText(label.text, left, label.y + 4);
            context.fillText(label.text, left, label.y + 4);
        }
    }
}
