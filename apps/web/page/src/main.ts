// Where the page begins: a viewer, or one picture for `ossuary shot`.
import { Ossuary, type Given } from "@ossuary/core";
import { App } from "./app";
import { faultOf } from "./document/place";
import { fetchFiles, followChanges, sessionFiles, sessionKind, type ListedFile } from "./session/session";
import { takeShot } from "./session/shot";
import { parseShot } from "./session/shot_query";
import { element } from "./shell/dom";
import { makeTheme } from "./shell/theme";
import "./style/tokens.css";
import "./style/shell.css";
import "./style/tree.css";
import "./style/view.css";
import "./style/inspector.css";
import "./style/timeline.css";

declare global {
    // The running page, for tests and for curious people with a console.
    var ossuary: App | undefined;
}

async function view(host: HTMLElement): Promise<void> {
    const starting = Ossuary.start();
    const app = new App(starting, makeTheme(null), host);
    await starting;
    globalThis.ossuary = app;
    document.documentElement.dataset["ready"] = "";
    if (sessionKind() === "view") await joinSession(app);
    else await keepForOffline();
}

async function joinSession(app: App): Promise<void> {
    type Use = (files: readonly Given[]) => Promise<void>;
    const take = async (listed: readonly ListedFile[], use: Use): Promise<void> => {
        const { files, faults } = await fetchFiles(listed);
        await use(files);
        for (const fault of faults) app.showFault(fault);
    };
    try {
        const { files, open } = await sessionFiles();
        await take(files, (given) => app.add(given, open));
    } catch (error) {
        app.showFault(faultOf(error, ""));
    }
    followChanges({
        connected: (connected) => app.setStatus(connected ? "" : "not connected to the command"),
        changed: ({ changed, added, removed }) => {
            const listed = [...changed, ...added].map((path) => ({ path, size: 0 }));
            void take(listed, (given) => app.change(given, removed));
        },
    });
}

// From any host the page works without it after the first load.
async function keepForOffline(): Promise<void> {
    if (!("serviceWorker" in navigator) || !isSecureContext || import.meta.env.DEV) return;
    try {
        await navigator.serviceWorker.register("./offline.js");
    } catch {
        // A browser may forbid it; then the page needs its host.
    }
}

const host = document.body;
if (sessionKind() === "shot") {
    const frame = element("div", { class: "shot" });
    host.append(frame);
    void takeShot(parseShot(new URLSearchParams(location.search)), frame);
} else {
    view(host).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        host.replaceChildren(element("p", { class: "fatal", role: "alert" }, `Ossuary could not start: ${reason}`));
    });
}
