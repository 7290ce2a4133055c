// The page's keys.
import type { App } from "./app";
import type { BindingGroup } from "./shell/keyboard";
import type { Signal } from "./shell/signal";

export function keyGroups(app: App): BindingGroup[] {
    const { playback, view } = app;
    const flip = (signal: Signal<boolean>) => (): void => {
        signal.value = !signal.value;
    };
    const bind = (key: string, shown: string, does: string, run: () => void) => ({ key, shown, does, run });
    return [
        {
            title: "Play",
            bindings: [
                bind(" ", "Space", "play or pause", flip(playback.playing)),
                bind("ArrowLeft", "←", "one frame back", () => playback.step(-1)),
                bind("ArrowRight", "→", "one frame on", () => playback.step(1)),
                bind("Home", "Home", "to the start", () => playback.seek(0)),
                bind("End", "End", "to the end", () => playback.seek(playback.duration)),
                bind("ArrowUp", "↑", "the clip before", () => app.goThroughClips(-1)),
                bind("ArrowDown", "↓", "the next clip", () => app.goThroughClips(1)),
                bind("l", "L", "repeat or not", flip(playback.looping)),
                bind("s", "S", "sound on or off", flip(app.hearing.sounder.on)),
            ],
        },
        {
            title: "View",
            bindings: [
                bind("f", "F", "frame the model", () => void app.frame(true)),
                bind("j", "J", "near to the picked joint", () => app.focusJoint()),
                bind("1", "1", "from the front", () => app.lookFrom(0, 0)),
                bind("2", "2", "from the side", () => app.lookFrom(90, 0)),
                bind("3", "3", "from above", () => app.lookFrom(0, 89.9)),
                bind("4", "4", "from where it began", () => app.lookFrom(30, 14)),
                bind("m", "M", "mesh", flip(view.toggles.mesh)),
                bind("w", "W", "wireframe", flip(view.toggles.wireframe)),
                bind("b", "B", "bones", flip(view.toggles.skeleton)),
                bind("n", "N", "names of joints", flip(view.toggles.names)),
                bind("t", "T", "trail of the root", flip(view.toggles.trail)),
                bind("g", "G", "ground grid", flip(view.toggles.grid)),
                bind("Shift+ArrowLeft", "Shift ←", "orbit left", () => view.stage.orbit(-10, 0, 1)),
                bind("Shift+ArrowRight", "Shift →", "orbit right", () => view.stage.orbit(10, 0, 1)),
                bind("Shift+ArrowUp", "Shift ↑", "orbit up", () => view.stage.orbit(0, 8, 1)),
                bind("Shift+ArrowDown", "Shift ↓", "orbit down", () => view.stage.orbit(0, -8, 1)),
                bind("+", "+", "nearer", () => view.stage.orbit(0, 0, 0.85)),
                bind("-", "−", "farther", () => view.stage.orbit(0, 0, 1 / 0.85)),
            ],
        },
        {
            title: "Page",
            bindings: [
                bind("/", "/", "search the tree", () => app.search()),
                bind("[", "[", "fold the files", () => app.foldSide("left")),
                bind("]", "]", "fold the inspector", () => app.foldSide("right")),
                bind("o", "O", "open files", () => app.pick("files")),
                bind("e", "E", "export the clip as .glb", () => app.exporter.exportClip()),
                bind("p", "P", "export the picture as .png", () => void app.exporter.exportPicture()),
                bind("c", "C", "compare with the compressed clip", () => app.switchComparison()),
                bind("d", "D", "light or dark", () => app.switchTheme()),
                bind("?", "?", "this sheet", () => app.showKeys()),
            ],
        },
    ];
}
