// The tree of a workspace: its files, and under each model that was opened the clips it has.
import type { Entry } from "@ossuary/core";
import { TreeModel, type NodeKind } from "../tree/tree_model";
import { errorOf } from "./place";

const kinds: Readonly<Record<Entry["role"], NodeKind>> = {
    model: "model",
    clip: "animation",
    picture: "picture",
    sound: "other",
    "": "other",
};

// What opening files has told of them, by path.
export interface Known {
    readonly clips: ReadonlyMap<string, readonly string[]>;
    readonly faults: ReadonlyMap<string, string>;
}

// What was open stays open, by path; a workspace of few entries opens at once.
export function treeOf(entries: readonly Entry[], { clips, faults }: Known, before: TreeModel): TreeModel {
    const tree = new TreeModel();
    const wasOpen = new Set(before.nodes.filter(({ id }) => before.isExpanded(id)).map(({ path }) => path));
    const known = new Set(before.nodes.map(({ path }) => path));
    const ids: number[] = [];
    for (const entry of entries) {
        const parent = entry.parent < 0 ? -1 : ids[entry.parent]!;
        const fault = errorOf(entry)?.message ?? faults.get(entry.path);
        const kind = fault !== undefined ? "broken" : entry.kind === "file" ? kinds[entry.role] : entry.kind;
        const detail = fault ?? (entry.kind === "folder" ? "" : sizeText(entry.size));
        const id = tree.add({ parent, name: entry.name, kind, path: entry.path, detail });
        ids.push(id);
        for (const clip of clips.get(entry.path) ?? [])
            tree.add({ parent: id, name: clip, kind: "clip", path: entry.path });
        const opensItself = !known.has(entry.path) && (parent < 0 || entries.length <= 40) && entry.kind !== "file";
        if (opensItself || wasOpen.has(entry.path)) tree.setExpanded(id, true);
    }
    return tree;
}

export function sizeText(bytes: number): string {
    if (bytes < 1000) return `${bytes} B`;
    if (bytes < 1e6) return `${(bytes / 1e3).toFixed(bytes < 1e4 ? 1 : 0)} kB`;
    return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
