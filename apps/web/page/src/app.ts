// The whole page: what was dropped, the model shown of it, what plays, and the parts that show it.
import { Vector3 } from "three";
import type { Given, Listing, Model, ModelData, Ossuary, Subject } from "@ossuary/core";
import { actions, toggleBar } from "./bars";
import { Comparison } from "./compare/comparison";
import { firstClip, stemOf } from "./document/choosing";
import { Collection } from "./document/collection";
import { errorOf, faultOf, type Fault } from "./document/place";
import { acceptDrops, pickFiles } from "./files/drop";
import { Exporter } from "./files/exporter";
import { fileFacts, Inspector, pictureOf } from "./inspector/inspector";
import { keyGroups } from "./keys";
import { Playback, type Blend, type Layer, type PlayedFrame } from "./play/playback";
import { Announcer } from "./shell/announce";
import { element, setText } from "./shell/dom";
import { Keyboard } from "./shell/keyboard";
import { Notices } from "./shell/notices";
import { Shell } from "./shell/shell";
import type { Signal } from "./shell/signal";
import { prefersReducedMotion, type Theme } from "./shell/theme";
import { makeWelcome } from "./shell/welcome";
import { Timeline } from "./timeline/timeline";
import type { TreeNode } from "./tree/tree_model";
import { TreeView } from "./tree/tree_view";
import { Figure } from "./view/figure";
import { loadPictures } from "./view/materials";
import { View } from "./view/view";

const curvePoints = 200;
const mostTried = 12; // of many that cannot be opened

export class App {
    readonly view = new View();
    readonly playback: Playback;
    readonly tree = new TreeView();
    readonly comparison: Comparison;
    readonly exporter: Exporter;
    readonly #ossuary: Promise<Ossuary>;
    readonly #theme: Signal<Theme>;
    readonly #collection: Collection;
    readonly #announcer: Announcer;
    readonly #notices: Notices;
    readonly #timeline: Timeline;
    readonly #inspector: Inspector;
    readonly #shell: Shell;
    readonly #keyboard: Keyboard;
    readonly #welcome: HTMLElement;
    readonly #picture = element("figure", { class: "picture", hidden: true });
    readonly #progress = element("p", { class: "progress", role: "status", hidden: true });
    #model: Model | null = null;
    #subject: Subject | null = null;
    #pictures: readonly (ImageBitmap | null)[] = [];
    #busy: Promise<void> = Promise.resolve();
    #shownTime = 0;
    #comparedAt: readonly [number, number] | null = null; // where the root was in the last frame compared

    // `ossuary` may still be starting: the page stands meanwhile, and what is asked of it waits.
    constructor(ossuary: Promise<Ossuary>, theme: Signal<Theme>, host: HTMLElement) {
        this.#ossuary = ossuary;
        this.#theme = theme;
        this.#collection = new Collection(ossuary);
        this.#announcer = new Announcer(host);
        this.#notices = new Notices(this.#announcer);
        const fail = (error: unknown): void => this.#report(error, this.#subject?.path ?? "");
        this.playback = new Playback((frame) => this.#showFrame(frame), fail);
        this.#timeline = new Timeline(this.playback, host);
        this.#inspector = new Inspector(this.view.picked, (time) => this.playback.seek(time));
        this.comparison = new Comparison(this.view, fail);
        this.exporter = new Exporter(this.view, this.playback, this.#announcer, fail);
        this.#welcome = makeWelcome(
            ossuary.then(({ formats }) => formats),
            () => this.pick("files"),
            () => this.pick("folder"),
        );
        this.#shell = new Shell({
            tree: this.tree.element,
            view: this.view.element,
            inspector: this.#inspector.element,
            timeline: this.#timeline.element,
            bars: [this.#welcome, this.#picture, this.#progress, this.#notices.element, this.comparison.element, toggleBar(this.view, this.playback)],
            actions: actions(this, theme),
        });
        host.append(this.#shell.element);
        this.#keyboard = new Keyboard(keyGroups(this));
        this.view.surfacesRun = true;
        acceptDrops(host, (files) => void files.then((given) => this.add(given), fail));
        this.#bind();
    }

    // ---- what keys and buttons do

    // Adds files and shows one of them: the named one, or the best. Calls are worked off in order. `listings` are files
    // that are fetched when something of them is opened.
    add(files: readonly Given[], open?: string, listings: readonly Listing[] = []): Promise<void> {
        return this.#inTurn(async () => {
            if (files.length + listings.length === 0) return;
            this.#notices.clear();
            this.setProgress("Looking through the files …");
            const paths = [...files.map(({ path }) => path), ...listings.flatMap((listing) => listing.paths)];
            await this.#collection.add(files, listings);
            this.#showTree();
            const broken = this.#reportArchives(files.map(({ path }) => path));
            await this.#showBest(paths, open, broken);
            this.setProgress("");
        });
    }

    // Puts changed files in and keeps clip, time and camera.
    change(
        files: readonly Given[],
        removed: readonly string[],
        listings: readonly Listing[] = [],
    ): Promise<void> {
        return this.#inTurn(async () => {
            await this.#collection.remove(removed);
            await this.#collection.add(files, listings);
            this.#showTree();
            if (this.#subject === null || this.#collection.entry(this.#subject.path) === undefined) return;
            await this.#openAgain();
        });
    }

    open(path: string): Promise<void> {
        return this.#inTurn(async () => void (await this.#open(this.#collection.subjectOf(path))));
    }

    isArchive(path: string): boolean {
        return this.#collection.entry(path)?.kind === "archive";
    }

    // What is being waited for, over the view; empty when it is there.
    setProgress(text: string): void {
        this.#progress.hidden = text === "";
        setText(this.#progress, text);
    }

    clear(): Promise<void> {
        return this.#inTurn(async () => {
            this.#notices.clear();
            await this.#close();
            await this.#collection.clear();
            this.#showTree();
            this.#inspector.showFile("", null);
            setText(this.#shell.title, "");
            document.title = "Ossuary";
            this.#welcome.hidden = false;
            this.#picture.hidden = true;
            this.#announcer.say("Everything was closed");
        });
    }

    pick(what: "files" | "folder"): void {
        void pickFiles(what).then((files) => this.add(files));
    }

    search(): void {
        this.#shell.reveal("left");
        this.tree.search.focus();
        this.tree.search.select();
    }

    showKeys(): void {
        this.#keyboard.showSheet();
    }

    switchTheme(): void {
        this.#theme.value = this.#theme.value === "dark" ? "light" : "dark";
    }

    switchComparison(): void {
        const { on } = this.comparison;
        if (this.playback.clip.value >= 0) on.value = !on.value;
    }

    // The next clip, or the one before.
    goThroughClips(by: number): void {
        const count = this.playback.clips.length;
        if (count > 0) this.playback.choose((this.playback.clip.value + by + count) % count);
    }

    setStatus(text: string): void {
        setText(this.#shell.status, text);
    }

    async memory(): Promise<{ total: number; used: number }> {
        return (await this.#ossuary).memory();
    }

    // All that was asked for has been done and shown.
    async settled(): Promise<void> {
        await this.#busy;
        await this.playback.settled();
    }

    // ---- opening and closing

    #inTurn(task: () => Promise<void>): Promise<void> {
        this.#busy = this.#busy.then(task).catch((error: unknown) => this.#report(error, ""));
        return this.#busy;
    }

    // One of what was added, the best first, until something opens: a broken file hides no other.
    async #showBest(paths: readonly string[], open: string | undefined, broken: boolean): Promise<void> {
        const shown = this.#subject;
        const subjects =
            open === undefined ? this.#collection.subjectsAmong(paths) : this.#collection.subjectsFor(open);
        // Clips for what is shown, or pictures for it, join it.
        if (shown !== null && subjects.length > 0 && subjects.every(({ path }) => path === shown.path)) {
            await this.#openAgain();
            const added = paths.find((path) => subjects[0]!.clips.includes(path));
            if (added !== undefined) this.#playByName(stemOf(added));
            return;
        }
        const lacked = this.#model === null ? 0 : missingPictures(this.#model.data).length;
        if (subjects.length === 0 && lacked > 0) {
            await this.#openAgain();
            if (this.#model !== null && missingPictures(this.#model.data).length < lacked) return;
        }
        for (const subject of subjects.slice(0, mostTried)) if (await this.#open(subject)) return;
        if (subjects.length > 0) return;
        const picture = paths.find((path) => this.#collection.entry(path)?.role === "picture");
        if (picture !== undefined) await this.#open({ path: picture, clips: [] });
        else if (!broken) this.#notices.showNothing(paths);
    }

    // What is shown, from files that changed, with clip, time and camera kept where they still mean something.
    async #openAgain(): Promise<void> {
        const subject = this.#subject;
        const before = this.#model?.data;
        if (subject === null || before === undefined) return;
        const clip = this.playback.current?.name;
        const [time, playing] = [this.playback.time.value, this.playback.playing.value];
        const { viewpoint } = this.view.stage;
        if (!(await this.#open(this.#collection.subjectOf(subject.path)))) return;
        const index = this.#model?.clips.findIndex(({ name }) => name === clip) ?? -1;
        if (index >= 0) {
            this.playback.choose(index);
            this.playback.seek(time);
            this.playback.playing.value = playing;
        }
        await this.playback.settled();
        if (this.#model !== null && sameSize(before, this.#model.data)) this.view.stage.viewpoint = viewpoint;
    }

    // False if it cannot be opened, which was said.
    async #open(subject: Subject): Promise<boolean> {
        let model: Model;
        try {
            this.setProgress(`Opening ${subject.path} …`);
            model = await this.#collection.open(subject);
        } catch (error) {
            this.#report(error, subject.path);
            this.#showTree();
            return false;
        } finally {
            this.setProgress("");
        }
        const pictures = await loadPictures(model, (error) => this.#report(error, subject.path));
        if (isPicture(model)) {
            await this.#showPicture(subject.path, pictures[0] ?? null);
            await model.close();
            return true;
        }
        await this.view.stage.holdWhile(() => this.#present(model, subject, pictures));
        this.playback.playing.value = model.clips.length > 0 && !prefersReducedMotion();
        await this.#showFile(subject.path);
        this.#announcer.say(
            `${model.data.name}: ${model.clips.length} clips, ${model.data.skeleton.names.length} joints`,
        );
        this.#notices.showMissing(missingPictures(model.data));
        return true;
    }

    async #present(model: Model, subject: Subject, pictures: readonly (ImageBitmap | null)[]): Promise<void> {
        await this.#close();
        this.#model = model;
        this.exporter.model = model;
        this.#subject = subject;
        this.#pictures = pictures;
        this.#welcome.hidden = true;
        this.#picture.hidden = true;
        setText(this.#shell.title, model.data.name);
        document.title = `${model.data.name} – Ossuary`;
        this.view.show(new Figure(model.data, pictures));
        this.comparison.setModel(model, pictures);
        this.#inspector.showModel(model.data, pictures);
        await this.playback.load(model);
        this.#timeline.transport.refresh();
        this.#timeline.layers.refresh(model.data.skeleton.names);
        this.#showTree();
        if (model.clips.length > 0) {
            this.playback.choose(firstClip(model.clips));
            await this.playback.settled();
        }
        this.view.stage.lookFrom(30, 14);
        this.view.frame(false);
    }

    async #close(): Promise<void> {
        this.comparison.setModel(null, []);
        await this.playback.load(null);
        this.view.show(null);
        this.#inspector.showModel(null, []);
        for (const picture of this.#pictures) picture?.close();
        this.#pictures = [];
        await this.#model?.close();
        this.#model = null;
        this.exporter.model = null;
        this.#subject = null;
        this.#timeline.transport.refresh();
        this.#timeline.layers.refresh([]);
    }

    async #choose(node: TreeNode): Promise<void> {
        this.#shell.closeDrawers();
        if (node.kind === "clip") {
            if (this.#subject?.path !== node.path) await this.open(node.path);
            this.#playByName(node.name);
        } else if (node.kind === "animation") {
            const subject = this.#collection.subjectOf(node.path);
            if (this.#subject?.path !== subject.path) await this.open(node.path);
            this.#playByName(node.name.replace(/\.[^.]*$/, ""));
        } else if (node.kind === "model" || node.kind === "picture" || node.kind === "broken") {
            await this.open(node.path); // what is broken says so again
        }
        await this.#inTurn(() => this.#showFile(node.path));
    }

    #playByName(wanted: string): void {
        const clip = this.playback.clips.findIndex(({ name }) => name.toLowerCase() === wanted.toLowerCase());
        if (clip < 0) return;
        this.playback.choose(clip);
        if (!prefersReducedMotion()) this.playback.playing.value = true;
    }

    async #showFile(path: string): Promise<void> {
        const entry = this.#collection.entry(path);
        if (entry === undefined || entry.kind === "folder") return;
        try {
            this.#inspector.showFile(path, {
                facts: fileFacts(entry.format, entry.size, await this.#collection.info(path)),
            });
        } catch {
            // The facts are an extra; what is wrong with the file, opening it has said.
            this.#inspector.showFile(path, { facts: fileFacts(entry.format, entry.size, {}) });
        }
    }

    async #showPicture(path: string, picture: ImageBitmap | null): Promise<void> {
        await this.#showFile(path);
        const entry = this.#collection.entry(path);
        if (picture === null || entry === undefined) return;
        const facts = [
            ...fileFacts(entry.format, entry.size, {}),
            ["size", `${picture.width} × ${picture.height}`] as const,
        ];
        this.#inspector.showFile(path, { facts, picture });
        if (this.#model !== null) return;
        // Nothing stands in the view: the picture hangs there.
        this.#welcome.hidden = true;
        this.#picture.replaceChildren(pictureOf(picture, path));
        this.#picture.hidden = false;
    }

    // ---- what is shown

    #showFrame(frame: PlayedFrame): void {
        // Without travelling, a loop begins where it began, and a line across would be no way anyone went.
        if (frame.time < this.#shownTime && !this.playback.travelling.value) this.view.breakTrail();
        this.#shownTime = frame.time;
        if (this.playback.travelling.value) this.view.move(frame.step);
        // Surfaces go on where a loop begins again.
        const { pass, duration } = this.playback;
        this.view.applyPose(frame, pass.value * duration + frame.time);
        this.#inspector.showPose(frame);
        this.#timeline.flash(frame.notices);
        if (this.comparison.on.value) this.#followRoot(frame.world);
        void this.comparison.showTime(frame.time, frame.world);
    }

    // Both sides of a comparison go where the clip takes them, and the camera with them.
    #followRoot(world: Float32Array): void {
        const root = Math.max(0, this.playback.current?.rootJoint ?? 0) * 16;
        if (world.length <= root) return;
        const at = [world[root + 12]!, world[root + 14]!] as const;
        const [x, z] = this.#comparedAt ?? at;
        this.view.stage.follow(new Vector3(at[0] - x, 0, at[1] - z));
        this.#comparedAt = at;
    }

    #bind(): void {
        const { playback, view } = this;
        this.tree.chosen.watch((node) => {
            if (node !== null) void this.#choose(node);
        });
        playback.clip.watch((clip) => {
            if (this.#model === null) return;
            this.#inspector.showClip(this.#model.data, playback.current);
            this.comparison.setClip(clip);
            view.setRoot(playback.current?.rootJoint ?? -1);
            view.resetPlace();
            this.#markCurrent();
            void this.#showCurves();
        });
        playback.travelling.watch(() => view.resetPlace());
        // Both sides of a comparison are the clip as it is: in its own place, alone.
        let before: { travelling: boolean; blend: Blend; layers: readonly Layer[] } | null = null;
        let viewpoint = view.stage.viewpoint;
        this.comparison.on.watch((on) => {
            this.#comparedAt = null;
            if (on) {
                view.resetPlace();
                viewpoint = view.stage.viewpoint;
                const { travelling, blend, layers } = playback;
                before = { travelling: travelling.value, blend: blend.value, layers: layers.value };
                playback.travelling.value = false;
                playback.blend.value = { ...playback.blend.value, clip: -1 };
                playback.layers.value = [];
            } else if (this.#model !== null && before !== null) {
                playback.travelling.value = before.travelling;
                playback.blend.value = before.blend;
                playback.layers.value = before.layers;
                before = null;
                view.stage.viewpoint = viewpoint;
            }
        });
        this.comparison.onReady = () => {
            playback.seek(playback.time.value);
            this.#comparedAt = null;
            void playback.settled().then(() => view.frame(true));
        };
        view.picked.watch(() => void this.#showCurves());
        this.#timeline.curveKind.watch(() => void this.#showCurves());
        this.#theme.watch(() => {
            view.applyTheme();
            this.#timeline.applyTheme();
        });
    }

    #showTree(): void {
        this.tree.setModel(this.#collection.tree);
        this.#markCurrent();
    }

    #markCurrent(): void {
        const subject = this.#subject;
        const clip = this.playback.current?.name;
        if (subject === null) return this.tree.setCurrent([]);
        const { nodes } = this.#collection.tree;
        const model = nodes.find(({ path, kind }) => path === subject.path && kind !== "clip");
        const shown = nodes.find(({ path, kind, name }) => path === subject.path && kind === "clip" && name === clip);
        this.tree.setCurrent([shown, model].filter((node) => node !== undefined).map(({ id }) => id));
    }

    async #showCurves(): Promise<void> {
        const [model, clip, joint] = [this.#model, this.playback.clip.value, this.view.picked.value];
        if (model === null || clip < 0 || joint < 0) return this.#timeline.showCurves("", null);
        try {
            const curve = await model.curve(clip, joint, curvePoints);
            if (this.view.picked.value === joint && this.playback.clip.value === clip)
                this.#timeline.showCurves(model.data.skeleton.names[joint]!, curve);
        } catch (error) {
            this.#report(error, this.#subject?.path ?? "");
        }
    }

    // ---- what went wrong

    showFault(fault: Fault): void {
        this.#notices.showFault(fault);
    }

    #report(error: unknown, file: string): void {
        this.showFault(faultOf(error, file));
    }

    // Returns whether there is nothing in one of them.
    #reportArchives(paths: readonly string[]): boolean {
        const entries = paths.flatMap((path) => this.#collection.entry(path) ?? []);
        for (const entry of entries) this.#notices.showArchive(entry);
        return entries.some((entry) => errorOf(entry) !== undefined);
    }
}

// Names of the pictures that the model asks for and nobody has.
function missingPictures({ diagnostics }: ModelData): string[] {
    return diagnostics.flatMap(({ message }) => /^no picture was found for (?:the )?\w+ '?(.*?)'?$/.exec(message)?.[1] ?? []);
}

// Whether a camera that showed the one shows the other.
function sameSize({ bounds: a }: ModelData, { bounds: b }: ModelData): boolean {
    if (a === null || b === null) return a === b;
    const size = new Vector3(...a.max).distanceTo(new Vector3(...a.min));
    return [a.min, a.max].every((corner, i) => new Vector3(...corner).distanceTo(new Vector3(...[b.min, b.max][i]!)) < size / 4);
}

function isPicture(model: Model): boolean {
    const { meshes, skeleton, images } = model.data;
    return meshes.length === 0 && skeleton.names.length === 0 && images.length > 0;
}
