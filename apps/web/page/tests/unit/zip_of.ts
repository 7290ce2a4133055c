// A .zip, written by hand.
import { deflateRawSync } from "node:zlib";

/** A .zip as other programs write it. */
export function zipOf(files: readonly (readonly [name: string, content: string | Buffer])[], packed: boolean): Uint8Array<ArrayBuffer> {
    const parts: Buffer[] = [];
    const list: Buffer[] = [];
    let offset = 0;
    for (const [name, content] of files) {
        const bytes = typeof content === "string" ? Buffer.from(content) : content;
        const stored = packed ? deflateRawSync(bytes) : bytes;
        const title = Buffer.from(name);
        const head = Buffer.alloc(30);
        head.writeUInt32LE(0x04034b50, 0);
        head.writeUInt16LE(packed ? 8 : 0, 8);
        head.writeUInt16LE(title.length, 26);
        const entry = Buffer.alloc(46);
        entry.writeUInt32LE(0x02014b50, 0);
        entry.writeUInt16LE(0x800, 8);
        entry.writeUInt16LE(packed ? 8 : 0, 10);
        entry.writeUInt32LE(stored.length, 20);
        entry.writeUInt32LE(bytes.length, 24);
        entry.writeUInt16LE(title.length, 28);
        entry.writeUInt32LE(offset, 42);
        parts.push(head, title, stored);
        list.push(entry, title);
        offset += 30 + title.length + stored.length;
    }
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt32LE(list.reduce((sum, { length }) => sum + length, 0), 12);
    end.writeUInt32LE(offset, 16);
    return new Uint8Array(Buffer.concat([...parts, ...list, end]));
}
