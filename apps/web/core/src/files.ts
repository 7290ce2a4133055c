// Files as pages get them: from drops, from inputs, from memory.

/** A file with its path in the workspace, folders divided by `/`. Buffers are copied; files are read by the worker. */
export interface Given {
    path: string;
    content: Blob | ArrayBuffer | Uint8Array;
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
