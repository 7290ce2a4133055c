// The tree of a workspace: its files, and under each model that was opened the clips it has.
import type { Entry } from "@ossuary/core";
import { TreeModel, type NodeKind } from "../tree/tree_model";
import { stemOf } from "./choosing";
import { errorOf } from "./place";

const kinds: Readonly<Record<Entry["role"], NodeKind>> = {
    model: "model",
    clip: "animation",
    picture: "picture",
    sound: "sound",
    "": "other",
};

// What opening files has told of them, by path.
export interface Known {
    readonly clips: ReadonlyMap<string, readonly string[]>; // names
    readonly files?: ReadonlyMap<string, readonly string[]>; // of clips that the model was opened with
    readonly faults: ReadonlyMap<string, string>;
}

// What was open stays open, by path; a workspace of few entries opens at once.
export function treeOf(entries: readonly Entry[], { clips, files: given, faults }: Known, before: TreeModel): TreeModel {
    const tree = new TreeModel();
    const wasOpen = new Set(before.nodes.filter(({ id }) => before.isExpanded(id)).map(({ path }) => path));
    const known = new Set(before.nodes.map(({ path }) => path));
    const ids: number[] = [];
    const files = clipFiles(entries, clips, given ?? new Map());
    const listed = new Set([...files.values()].flatMap((byClip) => [...byClip.values()].map(({ path }) => path)));
    for (const entry of entries) {
        const parent = entry.parent < 0 ? -1 : ids[entry.parent]!;
        // The file of a clip that stands below its model: it is in the list already, under its clip's name.
        if (listed.has(entry.path) && !faults.has(entry.path)) {
            ids.push(-1);
            continue;
        }
        const fault = errorOf(entry)?.message ?? faults.get(entry.path);
        const kind = fault !== undefined ? "broken" : entry.kind === "file" ? kinds[entry.role] : entry.kind;
        const detail = fault ?? (entry.kind === "folder" ? "" : sizeText(entry.size));
        const id = tree.add({ parent, name: entry.name, kind, path: entry.path, detail });
        ids.push(id);
        for (const clip of clips.get(entry.path) ?? []) {
            const file = files.get(entry.path)?.get(clip);
            const extension = /\.[^.]*$/.exec(file?.name ?? "")?.[0] ?? "";
            const also = file === undefined ? {} : { file: file.path, alias: file.name, detail: extension };
            tree.add({ parent: id, name: clip, kind: "clip", path: entry.path, ...also });
        }
        const opensItself = !known.has(entry.path) && (parent < 0 || entries.length <= 40) && entry.kind !== "file";
        if (opensItself || wasOpen.has(entry.path)) tree.setExpanded(id, true);
    }
    return tree;
}

// The files that hold the clips of an opened model, each under its clip's name: `run.md5anim` that it was opened with, or
// `HERO-S_RUN.MAN` of HERO.MDS. One file is one model's.
function clipFiles(
    entries: readonly Entry[],
    clips: ReadonlyMap<string, readonly string[]>,
    given: ReadonlyMap<string, readonly string[]>,
): Map<string, ReadonlyMap<string, Entry>> {
    const found = new Map<string, ReadonlyMap<string, Entry>>();
    if (clips.size === 0) return found;
    const taken = new Set<string>();
    const byStem = new Map<string, Entry[]>();
    for (const entry of entries) {
        if (entry.kind !== "file" || entry.role !== "clip" || clips.has(entry.path)) continue;
        const stem = stemOf(entry.path).toLowerCase();
        byStem.set(stem, [...(byStem.get(stem) ?? []), entry]);
    }
    for (const [model, names] of clips) {
        const folder = model.slice(0, model.lastIndexOf("/") + 1);
        const own = new Map<string, Entry>();
        const openedWith = new Set(given.get(model) ?? []);
        for (const name of names) {
            const parts = (byStem.get(`${stemOf(model)}-${name}`.toLowerCase()) ?? []).filter(({ path }) => path.startsWith(folder));
            const others = (byStem.get(name.toLowerCase()) ?? []).filter(({ path }) => openedWith.has(path));
            const file = [...parts, ...others].find(({ path }) => !taken.has(path));
            if (file === undefined) continue;
            own.set(name, file);
            taken.add(file.path);
        }
        found.set(model, own);
    }
    return found;
}

export function sizeText(bytes: number): string {
    if (bytes < 1000) return `${bytes} B`;
    if (bytes < 1e6) return `${(bytes / 1e3).toFixed(bytes < 1e4 ? 1 : 0)} kB`;
    return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
