// Files as pages get them: from drops, from inputs, from memory.

/** A file with its path in the workspace, folders divided by `/`. Buffers are copied; files are read by the worker. */
export interface Given {
    path: string;
    content: Blob | ArrayBuffer | Uint8Array;
}

/**
 * Files known by name and size alone, at `address` and their path behind it. Each is fetched when something of it is
 * opened, and not kept: thousands of them cost their names. Browsers only, since the library waits for the bytes.
 */
export interface Listing {
    address: string;
    paths: string[];
    sizes: number[];
    /**
     * Where many come at once, if the host can do that: behind this address the beginning of their paths. The answer is
     * the size of a list (four bytes, the lowest first), the list as JSON, [[path, size], …], and the files one after another.
     */
    batch?: string;
    /** Of what lies in an archive: how that counts among others (Gothic's rules). */
    priority?: number;
    time?: number;
}

/** Where a file of a listing is fetched from. */
export function addressOf(listing: Listing, number: number): string {
    return listing.address + encodedPath(listing.paths[number]!);
}

function encodedPath(path: string): string {
    return path.split("/").map(encodeURIComponent).join("/");
}

const fewest = 8; // that are worth a batch

/** The files that share a script's name, as its animations do, by their addresses: to be at hand when it asks for them. */
export async function fetchNamesakes(listings: readonly Listing[], path: string): Promise<Map<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
    // A script may lie on the disk, and its animations in an archive.
    for (const { address, batch, paths } of listings) {
        if (batch === undefined || stem === "") continue;
        const counts = new Map<string, number>(); // by how the paths begin
        for (const each of paths) {
            const at = each.lastIndexOf("/") + 1;
            if (each[at + stem.length] !== "-" || each.slice(at, at + stem.length).toLowerCase() !== stem.toLowerCase()) continue;
            const beginning = each.slice(0, at + stem.length + 1);
            counts.set(beginning, (counts.get(beginning) ?? 0) + 1);
        }
        for (const [beginning, count] of counts) {
            if (count < fewest) continue;
            const answer = await fetch(batch + encodedPath(beginning)).catch(() => undefined);
            if (!answer?.ok) continue; // then they come one by one
            const bytes = new Uint8Array(await answer.arrayBuffer());
            const head = new DataView(bytes.buffer).getUint32(0, true);
            let offset = 4 + head;
            for (const [name, size] of JSON.parse(new TextDecoder().decode(bytes.subarray(4, offset))) as [string, number][]) {
                found.set(address + encodedPath(name), bytes.subarray(offset, offset + size));
                offset += size;
            }
        }
    }
    return found;
}

/** The files of a drop, those in dropped folders included. To be called while the drop event is handled. */
export async function filesOfDrop(transfer: DataTransfer): Promise<Given[]> {
    // The list empties once the handler returns, so everything is taken from it before the first wait.
    const entries: FileSystemEntry[] = [];
    for (const item of transfer.items) {
        const entry = item.kind === "file" ? item.webkitGetAsEntry() : null;
        if (entry) entries.push(entry);
    }
    const files: Given[] = [];
    for (let entry = entries.pop(); entry; entry = entries.pop()) {
        if (entry.isDirectory) entries.push(...(await children(entry as FileSystemDirectoryEntry)));
        else files.push(await given(entry as FileSystemFileEntry));
    }
    return sorted(files);
}

/** The files of an `<input type="file">`, also one for folders. */
export function filesOfInput(files: Iterable<File>): Given[] {
    return sorted(Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, content: file })));
}

async function children(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
    const reader = folder.createReader();
    const all: FileSystemEntry[] = [];
    // A reader gives its entries by the hundred, and none when it has no more.
    for (;;) {
        const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
        if (some.length === 0) return all;
        all.push(...some);
    }
}

async function given(entry: FileSystemFileEntry): Promise<Given> {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return { path: entry.fullPath.replace(/^\//, ""), content: file };
}

function sorted(files: Given[]): Given[] {
    return files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
