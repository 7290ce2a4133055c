// The joints of the skeleton as a list to pick from, and the picked one's transform while it moves.
import type { Pose, Skeleton } from "@ossuary/core";
import { element, setAttributes, setText } from "../shell/dom";
import { Section } from "./section";
import type { Signal } from "../shell/signal";
import { rotationVector } from "../timeline/timeline";

const rows = [
    { name: "position", unit: "m", digits: 4 },
    { name: "rotation", unit: "°", digits: 2 },
    { name: "scale", unit: "×", digits: 3 },
    { name: "in model", unit: "m", digits: 4 },
] as const;

export class JointPanel {
    readonly live = new Section("joint", true);
    readonly list = new Section("joints", false);
    readonly #picked: Signal<number>;
    readonly #name = element("p", { class: "joint-name" });
    readonly #cells: HTMLElement[][];
    readonly #table: HTMLElement;
    #skeleton: Skeleton | null = null;
    #options: HTMLElement[] = [];
    #box: HTMLElement | null = null;
    #pose: Pick<Pose, "local" | "world"> | null = null;

    constructor(picked: Signal<number>) {
        this.#picked = picked;
        this.#cells = rows.map(() => [0, 1, 2].map(() => element("td", { class: "figures" })));
        this.#table = element(
            "table",
            { class: "transform" },
            element("caption", { class: "unseen" }, "Transform of the picked joint"),
            element(
                "thead",
                {},
                element(
                    "tr",
                    {},
                    element("td", {}),
                    ...["x", "y", "z"].map((axis) => element("th", { scope: "col" }, axis)),
                ),
            ),
            element(
                "tbody",
                {},
                ...rows.map(({ name, unit }, i) =>
                    element("tr", {}, element("th", { scope: "row", title: unit }, name), ...this.#cells[i]!),
                ),
            ),
        );
        this.live.show(null, this.#name, this.#table);
        picked.watch((joint) => this.#showPicked(joint));
    }

    setSkeleton(skeleton: Skeleton | null): void {
        this.#skeleton = skeleton;
        this.#pose = null;
        this.#options = (skeleton?.names ?? []).map((name, joint) => {
            const depth = skeleton === null ? 0 : depthOf(skeleton, joint);
            const option = element("div", { class: "joint", role: "option", id: `joint-${joint}` }, name);
            option.style.setProperty("--depth", String(depth));
            option.addEventListener("click", () => (this.#picked.value = this.#picked.value === joint ? -1 : joint));
            return option;
        });
        this.#box = element(
            "div",
            { class: "joint-list", role: "listbox", tabindex: 0, "aria-label": "Joints" },
            ...this.#options,
        );
        this.#box.addEventListener("keydown", (event) => this.#key(event));
        if (this.#options.length === 0) this.list.show(0, element("p", { class: "quiet" }, "No joints"));
        else this.list.show(this.#options.length, this.#box);
        this.#showPicked(this.#picked.value);
    }

    showPose(pose: Pick<Pose, "local" | "world">): void {
        this.#pose = pose;
        const joint = this.#picked.value;
        if (joint < 0 || !this.live.element.open) return;
        const local = pose.local.subarray(joint * 10, joint * 10 + 10);
        const values = [
            local.subarray(0, 3),
            rotationVector(local),
            local.subarray(7, 10),
            pose.world.subarray(joint * 16 + 12, joint * 16 + 15),
        ];
        values.forEach((triple, row) =>
            this.#cells[row]!.forEach((cell, axis) =>
                setText(cell, minus((triple[axis] ?? 0).toFixed(rows[row]!.digits))),
            ),
        );
    }

    #showPicked(joint: number): void {
        const name = this.#skeleton?.names[joint];
        setText(this.#name, name ?? "No joint is picked. Click one in the view, or choose it below.");
        this.#name.classList.toggle("quiet", name === undefined);
        this.#table.hidden = name === undefined;
        this.#options.forEach((option, i) => option.setAttribute("aria-selected", String(i === joint)));
        if (this.#box !== null)
            setAttributes(this.#box, { "aria-activedescendant": name === undefined ? undefined : `joint-${joint}` });
        if (this.#pose !== null) this.showPose(this.#pose);
    }

    #key(event: KeyboardEvent): void {
        const now = this.#picked.value;
        const last = this.#options.length - 1;
        const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: last, Escape: -1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        this.#picked.value = event.key === "Escape" ? -1 : Math.min(Math.max(to, 0), last);
        this.#options[this.#picked.value]?.scrollIntoView({ block: "nearest" });
    }
}

function depthOf(skeleton: Skeleton, joint: number): number {
    let depth = 0;
    for (let at = skeleton.parents[joint]!; at >= 0; at = skeleton.parents[at]!) ++depth;
    return depth;
}

// A minus as wide as the digits, and none before a zero.
function minus(text: string): string {
    return /^-0\.?0*$/.test(text) ? text.slice(1) : text.replace("-", "−");
}
