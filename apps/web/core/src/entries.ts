// The tree of a workspace on its way from the module: columns, since a game has tens of thousands of entries.
import type { Diagnostic, Entry, EntryKind, Role } from "./types.js";

/** As the module has them (module/json_workspace.h). */
export interface EntryColumns {
    names: string;
    parents: Int32Array;
    kinds: Int32Array;
    formats: Int32Array;
    sizes: Int32Array;
    large: [number, number][];
    faults: [number, Diagnostic[]][];
    table: [string, Role][];
}

const kinds: readonly EntryKind[] = ["folder", "archive", "file"];

export function entriesOf(columns: EntryColumns): Entry[] {
    const { parents, sizes, formats, table } = columns;
    if (parents.length === 0) return [];
    const entries: Entry[] = [];
    for (const [i, name] of columns.names.split("/").entries()) {
        const parent = parents[i]!;
        const [format, role] = table[formats[i]!]!;
        const path = parent < 0 ? name : `${entries[parent]!.path}/${name}`;
        entries.push({ path, name, parent, kind: kinds[columns.kinds[i]!]!, size: sizes[i]!, format, role });
    }
    for (const [i, size] of columns.large) entries[i]!.size = size;
    for (const [i, faults] of columns.faults) entries[i]!.faults = faults;
    return entries;
}
