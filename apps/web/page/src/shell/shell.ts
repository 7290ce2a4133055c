// The page's frame: tree, view, inspector and timeline. Below 900 pixels the sides become drawers over the view.
import { iconButton } from "./controls";
import { element } from "./dom";
import { Layout } from "./layout";

export type Side = "left" | "right";

export interface ShellParts {
    readonly view: HTMLElement; // the surface everything else in the middle lies over
    readonly inspector: HTMLElement;
    readonly timeline: HTMLElement;
    readonly bars: readonly HTMLElement[]; // over the view
    readonly actions: readonly HTMLElement[]; // at the view's upper edge
}

export class Shell {
    readonly element: HTMLElement;
    readonly title = element("h1", { class: "title" });
    readonly layout: Layout;
    readonly status = element("p", { class: "status quiet", role: "status" });
    readonly #sides: Readonly<Record<Side, HTMLElement>>;
    readonly #top: HTMLElement;
    readonly #middle: HTMLElement;
    readonly #shade = element("div", { class: "shade" });
    readonly #openRight = iconButton("panel", "Inspector", "]", () => this.toggleSide("right"));
    readonly #narrow = matchMedia("(max-width: 899px)");
    #open: Side | null = null;
    #returnTo: HTMLElement | null = null;

    // The tree stands before the rest is there.
    constructor(tree: HTMLElement) {
        const left = element("nav", { class: "side left", "aria-label": "Files" }, tree);
        const right = element("aside", { class: "side right", "aria-label": "Inspector" });
        this.#sides = { left, right };
        const openLeft = iconButton("menu", "Files", "[", () => this.toggleSide("left"));
        this.#top = element("div", { class: "view-top" }, openLeft, this.title, this.status);
        this.#shade.addEventListener("click", () => this.closeDrawers());
        this.#middle = element("main", { class: "view" });
        this.element = element("div", { class: "shell" });
        this.layout = new Layout(this.element);
        const { splitters } = this.layout;
        this.element.append(left, splitters.left, this.#middle, splitters.right, right);
        this.layout.onFold = () => this.#show(this.#open);
        document.addEventListener("keydown", (event) => {
            if (event.key === "Escape") this.closeDrawers();
        });
        this.#narrow.addEventListener("change", () => this.closeDrawers());
        this.closeDrawers();
    }

    fill({ view, inspector, timeline, bars, actions }: ShellParts): void {
        this.#sides.right.append(inspector);
        this.#top.append(element("div", { class: "actions" }, ...actions, this.#openRight));
        this.#middle.append(view, this.#top, ...bars, this.#shade);
        this.element.append(this.layout.splitters.time, timeline);
    }

    // Opens or closes a drawer; where there is room for all, folds the side or unfolds it.
    toggleSide(side: Side): void {
        if (this.#narrow.matches) this.toggleDrawer(side);
        else this.layout.fold(side, !this.layout.isFolded(side));
    }

    toggleDrawer(side: Side): void {
        if (this.#open === side) return this.closeDrawers();
        if (!this.#narrow.matches) return;
        this.#returnTo ??= document.activeElement instanceof HTMLElement ? document.activeElement : null;
        this.#show(side);
        this.#sides[side].querySelector<HTMLElement>("input, [tabindex='0'], summary")?.focus();
    }

    // Makes a side reachable before something in it takes the focus.
    reveal(side: Side): void {
        if (!this.#narrow.matches) this.layout.fold(side, false);
        else if (this.#open !== side) this.toggleDrawer(side);
    }

    closeDrawers(): void {
        this.#show(null);
        this.#returnTo?.focus();
        this.#returnTo = null;
    }

    #show(side: Side | null): void {
        this.#open = side;
        this.element.dataset["drawer"] = side ?? "none";
        // What is closed or folded is out of sight and so out of reach of Tab and of screen readers.
        for (const name of ["left", "right"] as const)
            this.#sides[name].inert = this.#narrow.matches ? name !== side : this.layout.isFolded(name);
    }
}
