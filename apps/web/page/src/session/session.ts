// The command's side of the page, where a command serves it: its files, and word when they change (PROTOCOL.md).
import type { Given, Listing } from "@ossuary/core";
import type { Fault } from "../document/place";

export type SessionKind = "none" | "view" | "shot";

export interface ListedFile {
    readonly path: string;
    readonly size: number;
    readonly volume?: number; // what it lies in: an archive, or a folder that was mounted
}

export interface SessionFiles {
    readonly files: readonly (ListedFile & { readonly version: number })[];
    readonly volumes?: readonly { readonly priority: number; readonly time: number }[];
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

export interface Division {
    readonly fetched: readonly ListedFile[]; // at once: what they are, their content says
    readonly listings: readonly Listing[]; // when something of them is opened
}

export const mostFetched = 200;
const mostBytesFetched = 64 * 2 ** 20;

// Few files are fetched at once. Of many, and of what lies in archives, the names do until something is opened.
export function divide({ files, volumes = [] }: SessionFiles): Division {
    const archives = new Set<string>();
    for (const { path, volume } of files) {
        if (volume === undefined) continue;
        for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) archives.add(path.slice(0, end));
    }
    const isLoose = ({ path, volume }: ListedFile): boolean => volume === undefined && !archives.has(path);
    const loose = files.filter(isLoose);
    const bytes = loose.reduce((sum, { size }) => sum + size, 0);
    const isFew = loose.length <= mostFetched && bytes <= mostBytesFetched;
    const isFetched = (file: ListedFile): boolean =>
        isLoose(file) && (isFew || (!file.path.includes("/") && file.size <= mostBytesFetched));
    const address = new URL("./session/file/", location.href).href;
    const batch = new URL("./session/batch/", location.href).href;
    const lists = new Map<number, Listing>();
    for (const file of files) {
        if (isFetched(file)) continue;
        const { path, size, volume = -1 } = file;
        const list = lists.get(volume) ?? { address, batch, paths: [], sizes: [], ...volumes[volume] };
        list.paths.push(path);
        list.sizes.push(size);
        lists.set(volume, list);
    }
    return { fetched: files.filter(isFetched), listings: [...lists.values()] };
}

export function partOf(listing: Listing, isWanted: (path: string) => boolean): Listing {
    const kept = listing.paths.map(isWanted);
    return {
        ...listing,
        paths: listing.paths.filter((_, i) => kept[i]),
        sizes: listing.sizes.filter((_, i) => kept[i]),
    };
}

export interface Fetched {
    readonly files: readonly Given[];
    readonly faults: readonly Fault[]; // why there are not more
}

const fetchedAtOnce = 6;
const mostBytes = 2 ** 30; // what a page can hold beside what it makes of it

/** Reads files from the command. One that cannot be had costs itself; what would be too much is left where it is. */
export async function fetchFiles(
    listed: readonly ListedFile[],
    progress: (done: number, of: number) => void = () => {},
): Promise<Fetched> {
    const faults: Fault[] = [];
    let sum = 0;
    const wanted = listed.filter(({ size }) => (sum += size) <= mostBytes);
    if (wanted.length < listed.length) {
        const message = "They were left on the disk: together with the rest they are too large for a page.";
        faults.push({ file: `${listed.length - wanted.length} files`, place: "", message });
    }
    const given: (Given | null)[] = wanted.map(() => null);
    let [next, done] = [0, 0];
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
            progress(++done, wanted.length);
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
