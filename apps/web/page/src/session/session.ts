// The command's side of the page, where a command serves it: its files, and word when they change (PROTOCOL.md).
import type { Given } from "@ossuary/core";

export type SessionKind = "none" | "view" | "shot";

export interface SessionFiles {
    readonly files: readonly { readonly path: string; readonly size: number; readonly version: number }[];
    readonly open?: string;
}

export interface Changes {
    readonly changed: readonly string[];
    readonly added: readonly string[];
    readonly removed: readonly string[];
}

export function sessionKind(): SessionKind {
    const content = document.querySelector('meta[name="ossuary-session"]')?.getAttribute("content");
    return content === "view" || content === "shot" ? content : "none";
}

export async function sessionFiles(): Promise<SessionFiles> {
    const answer = await fetch("./session/files");
    if (!answer.ok)
        throw new Error(`the command did not say which files there are: ${answer.status} ${answer.statusText}`);
    return (await answer.json()) as SessionFiles;
}

export async function fetchFiles(paths: readonly string[]): Promise<Given[]> {
    const given: Given[] = [];
    for (const path of paths) {
        const answer = await fetch(`./session/file/${path.split("/").map(encodeURIComponent).join("/")}`);
        if (!answer.ok)
            throw new Error(`${path}: the command did not give this file: ${answer.status} ${answer.statusText}`);
        given.push({ path, content: await answer.blob() });
    }
    return given;
}

export interface SessionListener {
    changed(changes: Changes): void;
    connected(connected: boolean): void;
}

export function followChanges(listener: SessionListener): void {
    const stream = new EventSource("./session/changes");
    stream.addEventListener("open", () => listener.connected(true));
    stream.addEventListener("error", () => listener.connected(false));
    stream.addEventListener("change", (event: MessageEvent<string>) =>
        listener.changed(JSON.parse(event.data) as Changes),
    );
}
