// Where the page begins: a viewer, or one picture for `ossuary shot`.
import type { App } from "./app";
import { begin, type Begun } from "./begun";
import { faultOf } from "./document/place";
import { divide, fetchFiles, followChanges, mostFetched, partOf, sessionFiles, sessionKind, type Changes, type Division, type SessionFiles } from "./session/session";
import { parseShot } from "./session/shot_query";
import { element } from "./shell/dom";
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

// Everything that takes time goes on at once: the library in its worker, the list of files, the rest of the page.
async function view(host: HTMLElement): Promise<void> {
    const isSession = sessionKind() === "view";
    const asked = isSession ? sessionFiles() : undefined;
    const loading = import("./app");
    const begun = begin(host);
    const joining = asked === undefined ? undefined : join(begun, asked);
    joining?.catch(() => {}); // told below
    const { App } = await loading;
    await asked?.catch(() => {}); // the tree first
    const app = new App(begun, host);
    await begun.ossuary;
    globalThis.ossuary = app;
    document.documentElement.dataset["ready"] = "";
    if (joining !== undefined) await joinSession(app, joining);
    else await keepForOffline();
}

interface Joined {
    readonly session: SessionFiles;
    readonly division: Division;
    readonly added: Promise<void> | null; // where nothing has to be fetched before
}

// Shows the tree of what is listed, and tells the library of it.
async function join({ collection, tree }: Begun, asked: Promise<SessionFiles>): Promise<Joined> {
    const session = await asked;
    const division = divide(session);
    if (division.listings.length > 0) tree.setModel(collection.foresee(session.files));
    const added = division.fetched.length === 0 ? collection.add([], division.listings) : null;
    added?.catch(() => {}); // as above
    return { session, division, added };
}

async function joinSession(app: App, joining: Promise<Joined>): Promise<void> {
    try {
        app.setProgress("Asking for the list of files …");
        const { session, division, added } = await joining;
        const { files, faults } = await fetchFiles(division.fetched, (done, of) =>
            app.setProgress(`Reading ${done} of ${of} files …`),
        );
        app.setProgress("Looking through the files …");
        await added;
        await app.add(files, session.open, division.listings, added !== null);
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
    void import("./session/shot").then(({ takeShot }) => takeShot(parseShot(new URLSearchParams(location.search)), frame));
} else {
    view(host).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        host.replaceChildren(element("p", { class: "fatal", role: "alert" }, `Ossuary could not start: ${reason}`));
    });
}
