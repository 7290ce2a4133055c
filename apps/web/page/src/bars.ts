// The bars over the view: what it shows below, what can be done above.
import type { App } from "./app";
import type { Playback } from "./play/playback";
import { iconButton, toggle } from "./shell/controls";
import { element } from "./shell/dom";
import { icon } from "./shell/icons";
import { menuButton } from "./shell/menu";
import type { Readable, Signal } from "./shell/signal";
import type { Theme } from "./shell/theme";
import type { View } from "./view/view";

export function toggleBar(
    { toggles }: View,
    { travelling }: Playback,
    isEmpty: Readable<boolean>,
    variants: VariantPicker,
): HTMLElement {
    const { mesh, wireframe, skeleton, names, bounds, normals, weights, trail } = toggles;
    const bar = element(
        "div",
        { class: "toggles", role: "toolbar", "aria-label": "What the view shows" },
        toggle("mesh", "The mesh (m)", mesh),
        toggle("wire", "Its edges (w)", wireframe),
        toggle("bones", "The skeleton (b)", skeleton),
        toggle("names", "Names of the joints (n)", names),
        toggle("bounds", "The box around it", bounds),
        toggle("normals", "Normals of the mesh", normals),
        toggle("weights", "What the picked joint moves, as heat", weights),
        toggle("trail", "The way of the root (t)", trail),
        toggle("travel", "The root's motion carries the figure on", travelling),
        variants.element,
    );
    isEmpty.watch((empty) => bar.querySelectorAll("button").forEach((button) => (button.disabled = empty)));
    return bar;
}

// The looks a model has besides its own: paint schemes, variants of its materials.
export class VariantPicker {
    readonly element = element("select", { class: "variants", "aria-label": "Look", title: "Another look of the model", hidden: true });
    readonly #variant: Signal<number>;

    constructor(variant: Signal<number>) {
        this.#variant = variant;
        this.element.addEventListener("change", () => (variant.value = Number(this.element.value)));
        variant.watch((now) => (this.element.value = String(now)));
    }

    setModel(names: readonly string[]): void {
        const option = (label: string, i: number): HTMLElement => element("option", { value: i }, label);
        this.element.replaceChildren(option("as it is", -1), ...names.map((name, i) => option(name === "" ? `look ${i + 1}` : name, i)));
        this.element.value = String(this.#variant.value);
        this.element.hidden = names.length === 0;
    }
}

// The speaker: off until somebody wants to hear something.
export function speakerButton(on: Signal<boolean>): HTMLElement {
    const button = iconButton("mute", "Sound", "S", () => (on.value = !on.value));
    on.watch((now) => {
        button.replaceChildren(icon(now ? "sound" : "mute"));
        button.setAttribute("aria-pressed", String(now));
        button.title = now ? "Sound is on (S)" : "Sound is off (S)";
    });
    return button;
}

export function actions(app: App, theme: Signal<Theme>): HTMLElement[] {
    const light = iconButton("light", "Light or dark", "d", () => app.switchTheme());
    theme.watch((now) => light.replaceChildren(icon(now === "dark" ? "light" : "dark")));
    const compare = iconButton("compare", "Compare with the compressed clip", "c", () => app.switchComparison());
    app.comparison.on.watch((on) => compare.setAttribute("aria-pressed", String(on)));
    const handOn = menuButton("download", "Export", "e", () => app.exporter.entries());
    const frame = iconButton("frame", "Frame the model", "f", () => void app.frame(true));
    const from = menuButton("cube", "Look from", "1 2 3", () => [
        { label: "The front (1)", run: () => app.lookFrom(0, 0) },
        { label: "The side (2)", run: () => app.lookFrom(90, 0) },
        { label: "Above (3)", run: () => app.lookFrom(0, 89.9) },
        { label: "The back", run: () => app.lookFrom(180, 0) },
        { label: "Where it began (4)", run: () => app.lookFrom(30, 14) },
        { label: "Near to the picked joint (J)", run: () => app.focusJoint() },
    ]);
    app.isEmpty.watch((empty) => {
        for (const button of [compare, frame, from.querySelector("button")!]) button.disabled = empty;
    });
    return [
        menuButton("open", "Open", "o", () => [
            { label: "Files…", run: () => app.pick("files") },
            { label: "A folder…", run: () => app.pick("folder") },
            { label: "Close everything", run: () => void app.clear() },
        ]),
        handOn,
        compare,
        frame,
        from,
        light,
        iconButton("help", "Keys", "?", () => app.showKeys()),
    ];
}
