// The tree on the page: only the rows in sight exist, so ten thousand entries scroll like ten.

import { element, setAttributes, setText } from "../shell/dom";
import { Signal } from "../shell/signal";
import { TreeModel, type NodeKind, type Row, type TreeNode } from "./tree_model";

const rowHeight = 24; // as in the style sheet
const overscan = 6;
const longName = 14; // letters
const tailLength = 9;

const signs: Readonly<Record<NodeKind, string>> = {
    folder: "",
    archive: "",
    model: "◆",
    animation: "▸",
    picture: "▦",
    clip: "",
    sound: "♪",
    other: "·",
    broken: "!",
};

export class TreeView {
    readonly element: HTMLElement;
    readonly search: HTMLInputElement;
    readonly chosen = new Signal<TreeNode | null>(null); // by click or Enter
    readonly #count = element("output", { class: "tree-count", "aria-label": "Entries" });
    readonly #nothing = element("p", { class: "tree-nothing quiet", role: "status", hidden: true });
    readonly #scroller: HTMLElement;
    readonly #content = element("div", { class: "tree-content", role: "presentation" });
    readonly #pool: HTMLElement[] = [];
    #model = new TreeModel();
    #rows: Row[] = [];
    #cursor = -1; // the row that has the keyboard, as an index
    #current = new Set<number>(); // nodes marked as shown now
    #words: string[] = [];
    #typed = { text: "", at: 0 };

    constructor() {
        this.search = element("input", {
            type: "search",
            class: "search",
            placeholder: "Search",
            "aria-label": "Search what was opened",
            "aria-controls": "tree",
            spellcheck: "false",
            autocomplete: "off",
        });
        this.#scroller = element(
            "div",
            { class: "tree", id: "tree", role: "tree", tabindex: 0, "aria-label": "Opened files" },
            this.#content,
        );
        this.element = element(
            "div",
            { class: "tree-panel" },
            element(
                "div",
                { class: "search-row" },
                element("kbd", { "aria-hidden": "true" }, "/"),
                this.search,
                this.#count,
            ),
            this.#nothing,
            this.#scroller,
        );
        this.search.addEventListener("input", () => this.#search());
        this.search.addEventListener("keydown", (event) => this.#searchKey(event));
        this.#scroller.addEventListener("scroll", () => this.#draw(), { passive: true });
        this.#scroller.addEventListener("keydown", (event) => this.#treeKey(event));
        this.#scroller.addEventListener("focus", () => this.#moveTo(this.#cursor < 0 ? 0 : this.#cursor, false));
        this.#content.addEventListener("click", (event) => this.#click(event));
        new ResizeObserver(() => this.#draw()).observe(this.#scroller);
    }

    get model(): TreeModel {
        return this.#model;
    }

    setModel(model: TreeModel): void {
        this.#model = model;
        this.#cursor = -1;
        this.#search();
    }

    // After nodes were added or opened.
    refresh(): void {
        this.#rows = this.#model.rows();
        this.#content.style.height = `${this.#rows.length * rowHeight}px`;
        this.#cursor = Math.min(this.#cursor, this.#rows.length - 1);
        this.#draw();
    }

    // Marks what is shown in the view, and brings the first of it into sight.
    setCurrent(ids: readonly number[]): void {
        this.#current = new Set(ids);
        for (const id of ids) this.#model.reveal(id);
        this.refresh();
        const row = this.#rows.findIndex(({ node }) => node.id === ids[0]);
        if (row < 0) return;
        if (document.activeElement !== this.#scroller) this.#cursor = row;
        this.#bringUp(row);
        this.#draw();
    }

    #search(): void {
        const text = this.search.value;
        const found = this.#model.search(text);
        this.#words = text
            .toLowerCase()
            .split(/\s+/)
            .filter((word) => word !== "");
        setText(this.#count, this.#model.nodes.length === 0 ? "" : found.toLocaleString("en"));
        this.#nothing.hidden = found > 0 || this.#words.length === 0;
        setText(this.#nothing, `Nothing is called “${text.trim()}”.`);
        this.#scroller.scrollTop = 0;
        this.refresh();
        // Where a search ends, what is shown is in sight again.
        const current = this.#words.length > 0 ? -1 : this.#rows.findIndex(({ node }) => this.#current.has(node.id));
        if (current < 0) return;
        this.#bringUp(current);
        this.#draw();
    }

    #searchKey(event: KeyboardEvent): void {
        if (event.key === "Escape") {
            if (this.search.value === "") return this.search.blur();
            this.search.value = "";
            this.#search();
        } else if (event.key === "ArrowDown" || event.key === "Enter") {
            const wanted = this.#words.length === 0 ? 0 : this.#rows.findIndex(({ node }) => this.#isFound(node));
            this.#scroller.focus();
            this.#moveTo(Math.max(wanted, 0), true);
            if (event.key === "Enter") this.#choose();
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    #isFound(node: TreeNode): boolean {
        return this.#model.isHit(node.id) && node.children.length === 0;
    }

    #treeKey(event: KeyboardEvent): void {
        const row = this.#rows[this.#cursor];
        const page = Math.max(1, Math.floor(this.#scroller.clientHeight / rowHeight) - 1);
        switch (event.key) {
            case "ArrowDown":
                this.#moveTo(this.#cursor + 1, true);
                break;
            case "ArrowUp":
                this.#moveTo(this.#cursor - 1, true);
                break;
            case "PageDown":
                this.#moveTo(this.#cursor + page, true);
                break;
            case "PageUp":
                this.#moveTo(this.#cursor - page, true);
                break;
            case "Home":
                this.#moveTo(0, true);
                break;
            case "End":
                this.#moveTo(this.#rows.length - 1, true);
                break;
            case "ArrowRight":
                if (row?.expanded === false) this.#expand(row, true);
                else if (row?.expanded === true) this.#moveTo(this.#cursor + 1, true);
                break;
            case "ArrowLeft":
                if (row?.expanded === true && this.#words.length === 0) this.#expand(row, false);
                else if (row !== undefined)
                    this.#moveTo(
                        this.#rows.findIndex(({ node }) => node.id === row.node.parent),
                        true,
                    );
                break;
            case "Enter":
            case " ":
                this.#choose();
                break;
            default:
                if (!this.#typeAhead(event)) return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    // Letters go to the next entry that begins with them, as in every file list. `/`, `?` and `f`… stay the page's.
    #typeAhead(event: KeyboardEvent): boolean {
        if (
            event.key.length !== 1 ||
            event.ctrlKey ||
            event.metaKey ||
            event.altKey ||
            !/[\p{L}\p{N}_]/u.test(event.key)
        )
            return false;
        const now = event.timeStamp;
        this.#typed = { text: (now - this.#typed.at < 700 ? this.#typed.text : "") + event.key.toLowerCase(), at: now };
        const start = this.#typed.text.length === 1 ? this.#cursor + 1 : this.#cursor;
        for (let i = 0; i < this.#rows.length; ++i) {
            const at = (start + i) % this.#rows.length;
            if (!this.#rows[at]!.node.name.toLowerCase().startsWith(this.#typed.text)) continue;
            this.#moveTo(at, true);
            break;
        }
        return true;
    }

    #moveTo(index: number, scroll: boolean): void {
        if (this.#rows.length === 0) return;
        this.#cursor = Math.min(Math.max(index, 0), this.#rows.length - 1);
        if (scroll) this.#scrollTo(this.#cursor);
        this.#draw();
    }

    // With what follows it in sight: the other clips of a model.
    #bringUp(index: number): void {
        const view = this.#scroller;
        const top = index * rowHeight;
        const below = view.scrollTop + view.clientHeight - top - rowHeight;
        if (top < view.scrollTop || below < view.clientHeight / 3) view.scrollTop = top - view.clientHeight / 4;
    }

    #scrollTo(index: number): void {
        const top = index * rowHeight;
        const view = this.#scroller;
        if (top < view.scrollTop) view.scrollTop = top;
        else if (top + rowHeight > view.scrollTop + view.clientHeight)
            view.scrollTop = top + rowHeight - view.clientHeight;
    }

    #expand(row: Row, expanded: boolean): void {
        this.#model.setExpanded(row.node.id, expanded);
        this.refresh();
    }

    #choose(): void {
        const row = this.#rows[this.#cursor];
        if (row === undefined) return;
        const { kind } = row.node;
        if (kind === "folder" || kind === "archive") {
            if (row.expanded !== null) this.#expand(row, !row.expanded);
            return;
        }
        this.chosen.value = null; // the same entry again is a choice again
        this.chosen.value = row.node;
    }

    #click(event: MouseEvent): void {
        const target = event.target;
        const line = target instanceof Element ? target.closest<HTMLElement>(".row") : null;
        if (line === null) return;
        const index = Number(line.dataset["index"]);
        this.#scroller.focus({ preventScroll: true });
        this.#moveTo(index, false);
        const row = this.#rows[index]!;
        const onArrow = target instanceof Element && target.closest(".twist") !== null;
        if (onArrow && row.expanded !== null) this.#expand(row, !row.expanded);
        else this.#choose();
    }

    #draw(): void {
        const view = this.#scroller;
        const first = Math.max(0, Math.floor(view.scrollTop / rowHeight) - overscan);
        const last = Math.min(
            this.#rows.length,
            Math.ceil((view.scrollTop + view.clientHeight) / rowHeight) + overscan,
        );
        while (this.#pool.length < last - first) {
            const line = makeLine();
            this.#pool.push(line);
            this.#content.append(line);
        }
        this.#pool.forEach((line, i) => {
            const index = first + i;
            const row = index < last ? this.#rows[index] : undefined;
            line.hidden = row === undefined;
            if (row !== undefined) this.#fill(line, row, index);
        });
        const active =
            this.#rows[this.#cursor] === undefined || this.#cursor < first || this.#cursor >= last
                ? undefined
                : `row-${this.#cursor}`;
        setAttributes(view, { "aria-activedescendant": active });
    }

    #fill(line: HTMLElement, row: Row, index: number): void {
        const { node } = row;
        const current = this.#current.has(node.id);
        line.id = `row-${index}`;
        line.dataset["index"] = String(index);
        line.dataset["kind"] = node.kind;
        line.classList.toggle("cursor", index === this.#cursor);
        line.classList.toggle("current", current);
        line.style.transform = `translateY(${index * rowHeight}px)`;
        line.style.setProperty("--depth", String(node.depth));
        setAttributes(line, {
            "aria-level": node.depth + 1,
            "aria-posinset": row.position,
            "aria-setsize": row.siblings,
            "aria-expanded": row.expanded === null ? undefined : String(row.expanded),
            "aria-selected": String(current),
            title: node.detail === "" ? node.name : `${node.name}: ${node.detail}`,
        });
        const [twist, name, detail] = line.children;
        setText(twist!, row.expanded === null ? signs[node.kind] : row.expanded ? "▾" : "▸");
        twist!.classList.toggle("opens", row.expanded !== null);
        this.#mark(name!, node.name, this.#model.isHit(node.id));
        setText(detail!, node.detail);
    }

    // What was sought is marked in what was found, not in the folders above it. Where there is no room, a long name loses its middle: files of one figure differ at
    // their ends.
    #mark(target: Element, name: string, isHit: boolean): void {
        const lower = name.toLowerCase();
        const word = (isHit ? this.#words : []).find((candidate) => lower.includes(candidate));
        const begin = word === undefined ? name.length : lower.indexOf(word);
        const end = begin + (word?.length ?? 0);
        // What is pressed on must still be there when it is let go, or it was no click.
        const state = `${begin} ${end} ${name}`;
        if (target.getAttribute("data-shown") === state) return;
        target.setAttribute("data-shown", state);
        const cut = name.length > longName ? name.length - tailLength : name.length;
        const part = (from: number, to: number, sought: boolean): Node[] => {
            const text = name.slice(from, to);
            return text === "" ? [] : [sought ? element("mark", {}, text) : document.createTextNode(text)];
        };
        const pieces = (from: number, to: number): Node[] => [
            ...part(from, Math.min(to, begin), false),
            ...part(Math.max(from, begin), Math.min(to, end), true),
            ...part(Math.max(from, end), to, false),
        ];
        const [head, tail] = target.children as unknown as [Element, Element];
        if (word === undefined) {
            setText(head, name.slice(0, cut));
            setText(tail, name.slice(cut));
            return;
        }
        head.replaceChildren(...pieces(0, cut));
        tail.replaceChildren(...pieces(cut, name.length));
    }
}

function makeLine(): HTMLElement {
    return element(
        "div",
        { class: "row", role: "treeitem" },
        element("span", { class: "twist", "aria-hidden": "true" }),
        element("span", { class: "name" }, element("span", { class: "head" }), element("span", { class: "tail" })),
        element("span", { class: "detail" }),
    );
}
