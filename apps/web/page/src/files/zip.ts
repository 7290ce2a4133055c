// Archives that are dropped, as mods are spread: a .zip is a folder of its files.
//
// The list lies at the end: `PK\5\6`, its size and place; each entry `PK\1\2` with method, sizes, name and the place of
// its `PK\3\4`, behind which the bytes lie. Methods 0 (stored) and 8 (deflate).
import type { Given } from "@ossuary/core";

const endSize = 22;
const longestComment = 65_535;
const mostBytes = 2 ** 30; // what a page can hold beside what it makes of it

interface ZipEntry {
    readonly name: string;
    readonly method: number;
    readonly packed: number;
    readonly size: number;
    readonly offset: number;
}

export function isZip({ path }: Given): boolean {
    return /\.zip$/i.test(path);
}

// The given files with those of zips in their place. A zip that is none is told to `fail`, and left out.
export async function withZipsOpened(files: readonly Given[], fail: (path: string, why: string) => void): Promise<Given[]> {
    const all: Given[] = [];
    for (const file of files) {
        if (!isZip(file)) {
            all.push(file);
            continue;
        }
        try {
            all.push(...(await filesOfZip(file)));
        } catch (error) {
            fail(file.path, error instanceof Error ? error.message : String(error));
        }
    }
    return all;
}

export async function filesOfZip({ path, content }: Given): Promise<Given[]> {
    const blob = content instanceof Blob ? content : new Blob([content as Uint8Array<ArrayBuffer>]);
    const entries = await listZip(blob);
    const sum = entries.reduce((bytes, { size }) => bytes + size, 0);
    if (sum > mostBytes) throw new Error("What is in it is too large for a page. Unpack it and open the folder with the command.");
    const files: Given[] = [];
    for (const entry of entries) files.push({ path: `${path}/${entry.name}`, content: await unpack(blob, entry) });
    return files;
}

async function listZip(blob: Blob): Promise<ZipEntry[]> {
    const tail = new DataView(await blob.slice(Math.max(0, blob.size - endSize - longestComment)).arrayBuffer());
    let end = tail.byteLength - endSize;
    while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) --end;
    if (end < 0) throw new Error("It has no list of files: it is no zip, or its end is missing.");
    const [size, offset] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
    if (offset + size > blob.size) throw new Error("Its list of files is larger than it is.");
    const list = new DataView(await blob.slice(offset, offset + size).arrayBuffer());
    const entries: ZipEntry[] = [];
    for (let at = 0; at + 46 <= list.byteLength && list.getUint32(at, true) === 0x02014b50; ) {
        const [nameSize, extra, comment] = [28, 30, 32].map((field) => list.getUint16(at + field, true)) as [number, number, number];
        if (at + 46 + nameSize > list.byteLength) break;
        const bytes = new Uint8Array(list.buffer, at + 46, nameSize);
        const isUtf8 = (list.getUint16(at + 8, true) & 0x800) !== 0;
        const name = cleanPath(new TextDecoder(isUtf8 ? "utf-8" : "windows-1252").decode(bytes));
        if (name !== "" && !name.endsWith("/") && !name.startsWith("__MACOSX/"))
            entries.push({
                name,
                method: list.getUint16(at + 10, true),
                packed: list.getUint32(at + 20, true),
                size: list.getUint32(at + 24, true),
                offset: list.getUint32(at + 42, true),
            });
        at += 46 + nameSize + extra + comment;
    }
    return entries;
}

async function unpack(blob: Blob, { name, method, packed, size, offset }: ZipEntry): Promise<Blob> {
    const head = new DataView(await blob.slice(offset, offset + 30).arrayBuffer());
    if (head.byteLength < 30 || head.getUint32(0, true) !== 0x04034b50) throw new Error(`${name}: it is not where the list says.`);
    const begin = offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
    const bytes = blob.slice(begin, begin + packed);
    if (method === 0) return bytes;
    if (method !== 8) throw new Error(`${name}: it is packed in a way (${method}) that pages do not know.`);
    const stream = bytes.stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const whole = await new Response(stream).blob();
    if (whole.size !== size) throw new Error(`${name}: it is not as long as the list says.`);
    return whole;
}

// Without what would lead out of the archive.
function cleanPath(path: string): string {
    const isFolder = /[/\\]$/.test(path);
    const parts = path.split(/[/\\]/).filter((part) => part !== "" && part !== "." && part !== "..");
    return parts.join("/") + (isFolder && parts.length > 0 ? "/" : "");
}
