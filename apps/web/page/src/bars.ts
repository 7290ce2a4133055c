// The bars over the view: what it shows below, what can be done above.
import type { App } from "./app";
import type { Playback } from "./play/playback";
import { iconButton, toggle } from "./shell/controls";
import { element } from "./shell/dom";
import { icon } from "./shell/icons";
import { menuButton } from "./shell/menu";
import type { Signal } from "./shell/signal";
import type { Theme } from "./shell/theme";
import type { View } from "./view/view";

export function toggleBar({ toggles }: View, { travelling }: Playback): HTMLElement {
    const { mesh, wireframe, skeleton, names, bounds, normals, weights, trail } = toggles;
    return element(
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
    );
}

export function actions(app: App, theme: Signal<Theme>): HTMLElement[] {
    const light = iconButton("light", "Light or dark", "d", () => app.switchTheme());
    theme.watch((now) => light.replaceChildren(icon(now === "dark" ? "light" : "dark")));
    const compare = iconButton("compare", "Compare with the compressed clip", "c", () => app.switchComparison());
    app.comparison.on.watch((on) => compare.setAttribute("aria-pressed", String(on)));
    return [
        menuButton("open", "Open", "o", () => [
            { label: "Files…", run: () => app.pick("files") },
            { label: "A folder…", run: () => app.pick("folder") },
            { label: "Close everything", run: () => void app.clear() },
        ]),
        menuButton("download", "Export", "e", () => app.exporter.entries()),
        compare,
        iconButton("frame", "Frame the model", "f", () => app.view.frame(true)),
        light,
        iconButton("help", "Keys", "?", () => app.showKeys()),
    ];
}
