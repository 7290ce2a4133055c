// The tree of files that are known by name alone, before the library has looked at their names.
import type { Entry } from "@ossuary/core";

interface Named {
    readonly path: string;
    readonly size: number;
}

interface Place {
    readonly name: string;
    readonly folded: string;
    readonly children: Map<string, Place>; // by their folded names
    size: number;
    isFile: boolean;
}

// In the library's order: folders and archives first, then by name.
export function foreseenEntries(files: readonly Named[]): Entry[] {
    const top = placeOf("", "");
    let folder = "";
    let within = top;
    for (const { path, size } of files) {
        // Mostly one file follows another of its folder.
        const slash = path.lastIndexOf("/");
        if (slash !== folder.length || !path.startsWith(folder)) {
            folder = path.slice(0, Math.max(slash, 0));
            within = top;
            if (slash > 0) for (const name of folder.split("/")) within = childOf(within, name);
        }
        const file = childOf(slash < 0 ? top : within, path.slice(slash + 1));
        file.size = size;
        file.isFile = true;
    }
    const entries: Entry[] = [];
    enter(top, -1, "", entries);
    return entries;
}

function enter({ children }: Place, parent: number, path: string, entries: Entry[]): void {
    const before = (a: Place, b: Place): number =>
        Number(a.children.size === 0) - Number(b.children.size === 0) || (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : 0);
    for (const place of [...children.values()].sort(before)) {
        const { name, size, isFile } = place;
        const kind = !isFile ? "folder" : place.children.size > 0 ? "archive" : "file";
        const own = path + name;
        entries.push({ path: own, name, parent, kind, size, format: "", role: "" });
        if (place.children.size > 0) enter(place, entries.length - 1, `${own}/`, entries);
    }
}

function placeOf(name: string, folded: string): Place {
    return { name, folded, children: new Map(), size: 0, isFile: false };
}

function childOf({ children }: Place, name: string): Place {
    const folded = name.toLowerCase();
    let child = children.get(folded);
    if (child === undefined) children.set(folded, (child = placeOf(name, folded)));
    return child;
}
