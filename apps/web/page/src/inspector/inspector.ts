// The right side of the page: what is selected, in facts.
import type { Clip, Diagnostic, ModelData, Pose } from "@ossuary/core";
import { placeText } from "../document/place";
import { element, setText } from "../shell/dom";
import type { Signal } from "../shell/signal";
import { lookOf } from "../timeline/event_kinds";
import { frameCount } from "../timeline/timeline";
import { JointPanel } from "./joint_panel";
import { factList, Section, type Fact } from "./section";

export class Inspector {
    readonly element: HTMLElement;
    readonly #seek: (time: number) => void;
    readonly #title = element("h2", {});
    readonly #line = element("p", { class: "quiet figures" });
    readonly #clip = new Section("clip", true);
    readonly #events = new Section("events", false);
    readonly #joints: JointPanel;
    readonly #model = new Section("model", false);
    readonly #materials = new Section("materials", false);
    readonly #notes = new Section("notes", false);
    readonly #file = new Section("file", true);

    // `enlarge` shows a picture that was clicked.
    constructor(
        picked: Signal<number>,
        seek: (time: number) => void,
        enlarge: (name: string, picture: HTMLCanvasElement) => void,
    ) {
        this.#seek = seek;
        this.#joints = new JointPanel(picked);
        const header = element("header", {}, this.#title, this.#line);
        const sections = [...this.#ofModel(), this.#file].map((section) => section.element);
        this.element = element("div", { class: "inspector" }, header, ...sections);
        this.element.addEventListener("click", (event) => {
            const picture = event.target instanceof Element ? event.target.closest<HTMLCanvasElement>("canvas.thumbnail") : null;
            if (picture !== null) enlarge(picture.dataset["name"] ?? "", picture);
        });
        this.showModel(null, []);
        this.showFile("", null);
    }

    // The sections that only a model fills, from top to bottom.
    #ofModel(): Section[] {
        const { live, list } = this.#joints;
        return [this.#clip, this.#events, live, list, this.#model, this.#materials, this.#notes];
    }

    showModel(data: ModelData | null, pictures: readonly (ImageBitmap | null)[]): void {
        this.#joints.setSkeleton(data?.skeleton ?? null);
        const shown = data !== null;
        for (const section of this.#ofModel()) section.element.hidden = !shown;
        if (data === null) {
            for (const line of [this.#title, this.#line]) setText(line, "");
            return;
        }
        this.#model.show(null, factList(modelFacts(data)));
        this.#materials.show(data.materials.length, ...data.materials.map((_, i) => materialCard(data, i, pictures)));
        this.#materials.element.hidden = data.materials.length === 0;
        this.#showNotes(data.diagnostics);
        this.showClip(data, undefined);
    }

    showClip(data: ModelData, clip: Clip | undefined): void {
        setText(this.#title, clip?.name ?? data.name);
        const joints = `${data.skeleton.names.length} joints`;
        const rate = clip === undefined || clip.frameRate <= 0 ? "" : ` · ${trimmed(clip.frameRate)}/s`;
        setText(
            this.#line,
            clip === undefined ? `rest pose · ${joints}` : `${clip.duration.toFixed(2)} s${rate} · ${joints}`,
        );
        this.#clip.element.hidden = clip === undefined;
        this.#events.element.hidden = clip === undefined;
        if (clip === undefined) return;
        this.#clip.show(null, factList(clipFacts(clip, data)));
        const rows = clip.events.map((event) => {
            const look = lookOf(event.kind);
            const button = element(
                "button",
                { type: "button", class: "event-row" },
                element("span", { class: "figures quiet" }, event.time.toFixed(3)),
                element("span", {}, event.name === "" ? look.label : `${look.label} · ${event.name}`),
            );
            button.addEventListener("click", () => this.#seek(event.time));
            return button;
        });
        this.#events.show(rows.length, ...(rows.length > 0 ? rows : [element("p", { class: "quiet" }, "None")]));
    }

    showPose(pose: Pick<Pose, "local" | "world">): void {
        this.#joints.showPose(pose);
    }

    // Whatever is selected in the tree, also what cannot be shown in the view; a picture is shown here.
    showFile(path: string, content: { readonly facts: readonly Fact[]; readonly picture?: ImageBitmap } | null): void {
        this.#file.element.hidden = content === null;
        if (content === null) return;
        const picture = content.picture === undefined ? [] : [pictureOf(content.picture, path, path.slice(path.lastIndexOf("/") + 1))];
        this.#file.show(null, element("p", { class: "path" }, path), ...picture, factList(content.facts));
    }

    #showNotes(diagnostics: readonly Diagnostic[]): void {
        const cards = diagnostics.map((note) => {
            const place = [note.file ?? "", placeText(note)].filter((part) => part !== "").join(" · ");
            return element(
                "article",
                { class: `diagnostic ${note.severity}` },
                element("p", {}, note.message),
                element("p", { class: "quiet figures" }, `${note.severity}${place === "" ? "" : ` · ${place}`}`),
            );
        });
        this.#notes.show(
            cards.length,
            ...(cards.length > 0 ? cards : [element("p", { class: "quiet" }, "Nothing unusual was found")]),
        );
        this.#notes.element.open = diagnostics.some(({ severity }) => severity === "error");
    }
}

function clipFacts(clip: Clip, data: ModelData): Fact[] {
    const facts: Fact[] = [
        ["length", `${clip.duration.toFixed(3)} s`],
        ["frames", frameCount(clip) > 0 ? String(frameCount(clip)) : "keyed"],
        ["animates", `${clip.animatedJoints} of ${data.skeleton.names.length} joints`],
        ["loops", { unknown: "not stated", once: "no", wrap: "yes" }[clip.loop]],
        ["layer", String(clip.layer)],
    ];
    if (clip.blendIn > 0 || clip.blendOut > 0)
        facts.push(["fades", `in ${clip.blendIn.toFixed(2)} s, out ${clip.blendOut.toFixed(2)} s`]);
    if (clip.next !== "") facts.push(["next clip", clip.next]);
    if (clip.reversed) facts.push(["direction", "backwards"]);
    const root = data.skeleton.names[clip.rootJoint];
    if (root !== undefined) facts.push(["root", root]);
    return facts;
}

function modelFacts(data: ModelData): Fact[] {
    const sum = (values: readonly number[]): string => values.reduce((a, b) => a + b, 0).toLocaleString("en");
    const facts: Fact[] = [
        ["name", data.name],
        ["from", data.source],
        ["joints", String(data.skeleton.names.length)],
        ["clips", String(data.clips.length)],
        ["meshes", String(data.meshes.length)],
        ["vertices", sum(data.meshes.map((mesh) => mesh.positions.length / 3))],
        ["triangles", sum(data.meshes.map((mesh) => mesh.indices.length / 3))],
    ];
    const places = data.meshes.reduce((count, { instances }) => count + instances.length, data.meshes.length);
    if (places > data.meshes.length) facts.push(["shown at", `${places.toLocaleString("en")} places`]);
    if (data.lines.length > 0) facts.push(["lines", sum(data.lines.map(({ lines }) => lines.length / 2))]);
    const morphs = data.meshes.flatMap((mesh) => mesh.morphs.map((morph) => morph.name));
    if (morphs.length > 0) facts.push(["morphs", morphs.join(", ")]);
    if (data.bounds !== null) {
        const { min, max } = data.bounds;
        facts.push(["size", `${min.map((low, i) => (max[i]! - low).toFixed(2)).join(" × ")} m`]);
    }
    return facts;
}

function materialCard(data: ModelData, index: number, pictures: readonly (ImageBitmap | null)[]): HTMLElement {
    const material = data.materials[index]!;
    const { baseColorImage, normalImage, emissiveImage, metallicRoughnessImage, occlusionImage, frames } = material;
    const images = [baseColorImage, normalImage, emissiveImage, metallicRoughnessImage, occlusionImage, ...frames];
    const shown = [...new Set(images)].filter((image) => image >= 0);
    const thumbnails: HTMLElement[] = shown.slice(0, 4).map((image) => {
        const picture = pictures[image];
        const info = data.images[image]!;
        if (picture === null || picture === undefined)
            return element("div", { class: "thumbnail missing", title: `${info.name}: not shown` }, "?");
        return pictureOf(picture, `${info.name}, ${info.width} × ${info.height}`, info.name);
    });
    if (thumbnails.length === 0) {
        const [r, g, b] = material.baseColor.map((part) => Math.round(255 * Math.min(1, part) ** (1 / 2.2)));
        const swatch = element("div", { class: "thumbnail" });
        swatch.style.background = `rgb(${r} ${g} ${b})`;
        thumbnails.push(swatch);
    }
    const names = shown.map((image) => data.images[image]!.name).join(", ");
    const traits = [
        material.alpha.replace("_", " "),
        material.doubleSided ? "two-sided" : "",
        material.unlit ? "unlit" : "",
        material.substance === "unknown" ? "" : material.substance,
        material.waveMode === "none" ? "" : "waves",
        material.uvScroll.some((way) => way !== 0) ? "scrolls" : "",
        material.environment > 0 ? "mirrors" : "",
    ].filter((trait) => trait !== "");
    return element(
        "article",
        { class: "material" },
        element("div", { class: "thumbnails" }, ...thumbnails),
        element(
            "div",
            {},
            element("p", {}, material.name),
            element("p", { class: "quiet" }, [names, ...traits].filter((t) => t !== "").join(" · ")),
        ),
    );
}

function pictureOf(picture: ImageBitmap, label: string, name: string): HTMLCanvasElement {
    const canvas = element("canvas", {
        class: "thumbnail",
        role: "img",
        "aria-label": label,
        title: `${label}: click to see it large`,
        "data-name": name,
        width: picture.width,
        height: picture.height,
    });
    canvas.getContext("2d")?.drawImage(picture, 0, 0);
    return canvas;
}

function trimmed(value: number): string {
    return value.toFixed(2).replace(/\.?0+$/, "");
}
