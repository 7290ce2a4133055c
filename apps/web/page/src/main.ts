// Where the page begins: a viewer, or one picture for `ossuary shot`.
import { Ossuary } from "@ossuary/core";
import { App } from "./app";
import { fetchFiles, followChanges, sessionFiles, sessionKind, wordsOf } from "./session/session";
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
    const refuse = (error: unknown): void => app.setStatus(wordsOf(error));
    try {
        const { files, open } = await sessionFiles();
        const { files: given, failures } = await fetchFiles(files);
        await app.add(given, open);
        if (failures.length > 0) refuse(failures.join("\n"));
    } catch (error) {
        refuse(error);
    }
    followChanges({
        connected: (connected) => app.setStatus(connected ? "" : "not connected to the command"),
        changed: ({ changed, added, removed }) =>
            void fetchFiles([...changed, ...added].map((path) => ({ path, size: 0 })))
                .then(async ({ files, failures }) => {
                    await app.change(files, removed);
                    if (failures.length > 0) refuse(failures.join("\n"));
                })
                .catch(refuse),
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
