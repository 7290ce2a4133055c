// Where the page begins: a viewer, or one picture for `ossuary shot`.
import { Ossuary } from "@ossuary/core";
import { App } from "./app";
import { faultOf } from "./document/place";
import { divide, fetchFiles, followChanges, mostFetched, partOf, sessionFiles, sessionKind, type Changes } from "./session/session";
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
import "./style/sound.css";

declare global {
    // Whether a sample character lies beside the page; the build says so.
    const __SAMPLE__: boolean;
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
    try {
        app.setProgress("Asking for the list of files …");
        const session = await sessionFiles();
        const { fetched, listings } = divide(session);
        const { files, faults } = await fetchFiles(fetched, (done, of) =>
            app.setProgress(`Reading ${done} of ${of} files …`),
        );
        await app.add(files, session.open, listings);
        for (const fault of faults) app.showFault(fault);
    } catch (error) {
        app.showFault(faultOf(error, ""));
    }
    app.setProgress("");
    followChanges({
        connected: (connected) => app.setStatus(connected ? "" : "not connected to the command"),
        changed: (changes) => void takeChanges(app, changes).catch((error: unknown) => app.showFault(faultOf(error, ""))),
    });
}

// Files are fetched anew. What lies in archives is listed anew, and so are many files at once.
async function takeChanges(app: App, { changed, added, removed }: Changes): Promise<void> {
    const archives = changed.filter((path) => app.isArchive(path));
    const isListed = (path: string): boolean =>
        archives.some((archive) => path === archive || path.startsWith(`${archive}/`));
    const news = [...changed, ...added].filter((path) => !isListed(path));
    const isMuch = news.length > mostFetched;
    const { files, faults } = await fetchFiles(isMuch ? [] : news.map((path) => ({ path, size: 0 })));
    const many = new Set(isMuch ? news : []);
    const { listings } = divide(archives.length > 0 || isMuch ? await sessionFiles() : { files: [] });
    const anew = listings.map((listing) => partOf(listing, (path) => isListed(path) || many.has(path)));
    await app.change(files, [...removed, ...archives, ...many], anew.filter(({ paths }) => paths.length > 0));
    for (const fault of faults) app.showFault(fault);
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
