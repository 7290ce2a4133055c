// The command's side of the page, where a command serves it: its files, and word when they change (PROTOCOL.md).
import type { Given } from "@ossuary/core";
import type { Fault } from "../document/place";

export type SessionKind = "none" | "view" | "shot";

export interface ListedFile {
    readonly path: string;
    readonly size: number;
}

export interface SessionFiles {
    readonly files: readonly (ListedFile & { readonly version: number })[];
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
    const session = (await answer.json()) as SessionFiles;
    // What was named before what it may refer to.
    const isMounted = ({ path }: ListedFile): number => Number(path.startsWith("mounted/"));
    return { ...session, files: [...session.files].sort((a, b) => isMounted(a) - isMounted(b)) };
}

export interface Fetched {
    readonly files: readonly Given[];
    readonly faults: readonly Fault[]; // why there are not more
}

const fetchedAtOnce = 6;
const mostBytes = 2 ** 30; // what a page can hold beside what it makes of it

/** Reads files from the command. One that cannot be had costs itself; what would be too much is left where it is. */
export async function fetchFiles(listed: readonly ListedFile[]): Promise<Fetched> {
    const faults: Fault[] = [];
    let sum = 0;
    const wanted = listed.filter(({ size }) => (sum += size) <= mostBytes);
    if (wanted.length < listed.length) {
        const message = "They were left on the disk: together with the rest they are too large for a page.";
        faults.push({ file: `${listed.length - wanted.length} files`, place: "", message });
    }
    const given: (Given | null)[] = wanted.map(() => null);
    let next = 0;
    const fetchNext = async (): Promise<void> => {
        for (let i = next++; i < wanted.length; i = next++) {
            const { path } = wanted[i]!;
            try {
                const answer = await fetch(`./session/file/${path.split("/").map(encodeURIComponent).join("/")}`);
                if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
                given[i] = { path, content: await answer.blob() };
            } catch (error) {
                const reason = error instanceof Error ? error.message : String(error);
                faults.push({ file: path, place: "", message: `The command did not give this file: ${reason}` });
            }
        }
    };
    await Promise.all(Array.from({ length: fetchedAtOnce }, fetchNext));
    return { files: given.filter((file) => file !== null), faults };
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
