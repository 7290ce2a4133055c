// What was dropped, as rows: which are visible, which match a search. Knows nothing of the page, so that it can be tested by itself.

export type NodeKind = "folder" | "archive" | "model" | "animation" | "picture" | "clip" | "sound" | "other" | "broken";

export interface TreeNode {
    readonly id: number;
    readonly parent: number; // -1 at the top
    readonly name: string;
    readonly kind: NodeKind;
    readonly path: string; // how the core knows it; a clip's is that of its model
    readonly file: string; // of a clip: the file it is in, where that is not its model's; otherwise as `path`
    readonly detail: string; // shown dim at the row's end
    readonly depth: number;
    readonly children: number[];
    readonly sought: string; // lower case: what a search looks through
    readonly alias: string; // as well
}

export interface Row {
    readonly node: TreeNode;
    readonly expanded: boolean | null; // null: nothing to expand
    readonly position: number; // among its siblings, from 1
    readonly siblings: number;
}

export interface NewNode {
    readonly parent: number;
    readonly name: string;
    readonly kind: NodeKind;
    readonly path: string;
    readonly detail?: string;
    readonly file?: string;
    readonly alias?: string; // another name that a search finds it by
}

export class TreeModel {
    readonly nodes: TreeNode[] = [];
    readonly roots: number[] = [];
    readonly #expanded = new Set<number>();
    #matches: Set<number> | null = null; // while searching: what matches, and what it is within
    #hits = new Set<number>(); // what matches itself

    add({ parent, name, kind, path, detail = "", file = path, alias = "" }: NewNode): number {
        const id = this.nodes.length;
        const within = parent < 0 ? null : this.nodes[parent]!;
        const depth = within === null ? 0 : within.depth + 1;
        // A search may name the folder too: `anims run`.
        const sought = `${within === null ? "" : `${within.sought}/`}${name.toLowerCase()}`;
        this.nodes.push({ id, parent, name, kind, path, file, detail, depth, children: [], sought, alias: alias.toLowerCase() });
        (within?.children ?? this.roots).push(id);
        return id;
    }

    isExpanded(id: number): boolean {
        return this.#expanded.has(id);
    }

    setExpanded(id: number, expanded: boolean): void {
        if (expanded) this.#expanded.add(id);
        else this.#expanded.delete(id);
    }

    // Opens everything above a node, so that it has a row.
    reveal(id: number): void {
        for (let at = this.nodes[id]!.parent; at >= 0; at = this.nodes[at]!.parent) this.#expanded.add(at);
    }

    // Whether a search found this one, not only something in it.
    isHit(id: number): boolean {
        return this.#hits.has(id);
    }

    // Every word must occur, in any order; no words end the search. Returns how many nodes match.
    search(text: string): number {
        const words = text
            .toLowerCase()
            .split(/\s+/)
            .filter((word) => word !== "");
        this.#hits = new Set();
        if (words.length === 0) {
            this.#matches = null;
            return this.nodes.length;
        }
        const shown = new Set<number>();
        let count = 0;
        for (const node of this.nodes) {
            // A folder alone is no find where only what is above it matches: at least one word is its own.
            const own = `${node.sought.slice(node.sought.length - node.name.length)} ${node.alias}`;
            const isIn = (word: string): boolean => node.sought.includes(word) || node.alias.includes(word);
            if (!words.every(isIn) || !words.some((word) => own.includes(word))) continue;
            ++count;
            this.#hits.add(node.id);
            for (let at = node.id; at >= 0 && !shown.has(at); at = this.nodes[at]!.parent) shown.add(at);
        }
        this.#matches = shown;
        return count;
    }

    rows(): Row[] {
        const rows: Row[] = [];
        const matches = this.#matches;
        const visible = (ids: readonly number[]): readonly number[] =>
            matches === null ? ids : ids.filter((id) => matches.has(id));
        // The top of the stack is the next row.
        const pending: Row[] = [];
        const push = (ids: readonly number[]): void => {
            for (let i = ids.length - 1; i >= 0; --i) {
                const node = this.nodes[ids[i]!]!;
                const inner = visible(node.children).length;
                const expanded = inner === 0 ? null : matches !== null || this.#expanded.has(node.id);
                pending.push({ node, expanded, position: i + 1, siblings: ids.length });
            }
        };
        push(visible(this.roots));
        for (let row = pending.pop(); row !== undefined; row = pending.pop()) {
            rows.push(row);
            if (row.expanded === true) push(visible(row.node.children));
        }
        return rows;
    }
}
