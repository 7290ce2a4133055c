// Clips on top of the base: how strong, from which joint down, covering or adding.
import type { Layer, Playback } from "../play/playback";
import { choice, iconButton, slider, textButton, toggle, type Choice } from "../shell/controls";
import { element } from "../shell/dom";
import { Signal } from "../shell/signal";

const mostLayers = 6;

export class LayerList {
    readonly element = element("div", { class: "layers" });
    readonly #playback: Playback;
    readonly #clips = new Signal<readonly Choice<string>[]>([]);
    readonly #joints = new Signal<readonly Choice<string>[]>([]);
    #rows = 0;

    constructor(playback: Playback) {
        this.#playback = playback;
        // A row is made or dropped only when their number changes: what is being dragged stays in hand.
        playback.layers.watch((layers) => {
            if (layers.length !== this.#rows) this.#draw();
        });
        this.#draw();
    }

    refresh(jointNames: readonly string[]): void {
        this.#clips.value = this.#playback.clips.map(({ name }, i) => ({ value: String(i), label: name }));
        const joints = jointNames.map((name, i) => ({ value: String(i), label: `from ${name}` }));
        this.#joints.value = [{ value: "-1", label: "all joints" }, ...joints];
        this.#draw();
    }

    #draw(): void {
        const { layers } = this.#playback;
        this.#rows = layers.value.length;
        const add = textButton("Add a layer", () => {
            layers.value = [...layers.value, { clip: this.#firstForLayer(), weight: 1, joint: -1, additive: false }];
        });
        add.disabled = this.#clips.value.length === 0 || this.#rows >= mostLayers;
        this.element.replaceChildren(...layers.value.map((layer, i) => this.#row(layer, i)), add);
    }

    // What its source meant to be laid over something, before anything else.
    #firstForLayer(): number {
        return Math.max(
            0,
            this.#playback.clips.findIndex((clip) => clip.layer > 1),
        );
    }

    #row(layer: Layer, index: number): HTMLElement {
        const { layers } = this.#playback;
        const change = (part: Partial<Layer>): void => {
            layers.value = layers.value.map((each, i) => (i === index ? { ...each, ...part } : each));
        };
        const clip = bound(String(layer.clip), (value) => change({ clip: Number(value) }));
        const joint = bound(String(layer.joint), (value) => change({ joint: Number(value) }));
        const weight = bound(layer.weight, (value) => change({ weight: value }));
        const additive = bound(layer.additive, (value) => change({ additive: value }));
        const name = `Layer ${index + 1}`;
        return element(
            "div",
            { class: "layer", role: "group", "aria-label": name },
            element("span", { class: "lane-label" }, name),
            choice("Clip", this.#clips, clip),
            slider("Weight", { min: 0, max: 1, step: 0.01 }, weight),
            choice("Joints", this.#joints, joint),
            toggle("adds", "Adds to what is below instead of covering it", additive),
            iconButton("close", `Take ${name.toLowerCase()} away`, "", () => {
                layers.value = layers.value.filter((_, i) => i !== index);
            }),
        );
    }
}

// A signal that reports changes, but not the value it begins with.
function bound<T>(value: T, change: (value: T) => void): Signal<T> {
    const signal = new Signal(value);
    let begun = false;
    signal.watch((now) => {
        if (begun) change(now);
        begun = true;
    });
    return signal;
}
