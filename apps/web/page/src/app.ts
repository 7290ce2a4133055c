// The whole page: what was dropped, the model shown of it, what plays, and the parts that show it.
import { Vector3, type Box3 } from "three";
import type { Given, Listing, Model, ModelData, Ossuary, Subject } from "@ossuary/core";
import { actions, speakerButton, toggleBar, VariantPicker } from "./bars";
import type { Begun } from "./begun";
import { Comparison } from "./compare/comparison";
import { Stillness } from "./compare/stillness";
import { firstClip, stemOf } from "./document/choosing";
import type { Collection } from "./document/collection";
import { errorOf, faultOf, type Fault } from "./document/place";
import { acceptDrops, pickFiles } from "./files/drop";
import { Exporter } from "./files/exporter";
import { withZipsOpened } from "./files/zip";
import { fileFacts } from "./inspector/file_facts";
import { Inspector } from "./inspector/inspector";
import { keyGroups } from "./keys";
import { Playback, type PlayedFrame } from "./play/playback";
import { stateOfHash, stateToHash } from "./session/address";
import { Announcer } from "./shell/announce";
import { element, setText } from "./shell/dom";
import { Keyboard } from "./shell/keyboard";
import { Notices } from "./shell/notices";
import type { Shell, Side } from "./shell/shell";
import { Signal } from "./shell/signal";
import { prefersReducedMotion, type Theme } from "./shell/theme";
import { makeWelcome } from "./shell/welcome";
import { Hearing } from "./sound/hearing";
import { SoundView } from "./sound/sound_view";
import { Timeline } from "./timeline/timeline";
import type { TreeNode } from "./tree/tree_model";
import type { TreeView } from "./tree/tree_view";
import { roughClipBounds } from "./view/clip_bounds";
import { Figure } from "./view/figure";
import { loadPictures } from "./view/materials";
import { PictureView } from "./view/picture_view";
import { View } from "./view/view";

const curvePoints = 200;
const mostTried = 12; // of many that cannot be opened
const longestMusic = 90; // seconds that are played of a piece
const addressDelay = 300; // milliseconds: what is shown goes into the address when it stands still

export class App {
    readonly view = new View();
    readonly playback: Playback;
    readonly tree: TreeView;
    readonly comparison: Comparison;
    readonly #stillness: Stillness;
    readonly exporter: Exporter;
    readonly hearing: Hearing;
    readonly soundView: SoundView;
    readonly isEmpty = new Signal(true); // no model stands in the view
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
    readonly #picture: PictureView;
    readonly #variants = new VariantPicker(this.view.variant);
    readonly #progress = element("p", { class: "progress", role: "status", hidden: true });
    #model: Model | null = null;
    #subject: Subject | null = null;
    #pictures: readonly (ImageBitmap | null)[] = [];
    #busy: Promise<void> = Promise.resolve();
    #shownTime = 0;
    #bounds: { readonly key: string; readonly boxes: readonly Box3[] } | null = null; // of the clip shown
    #addressTimer = 0;
    #wanted = stateOfHash(location.hash); // what the address asks for, until it is there

    // `ossuary` may still be starting: the page stands meanwhile, and what is asked of it waits.
    constructor({ ossuary, theme, tree, shell, collection }: Begun, host: HTMLElement) {
        this.#ossuary = ossuary;
        this.#theme = theme;
        this.tree = tree;
        this.#shell = shell;
        this.#collection = collection;
        this.#announcer = new Announcer(host);
        this.#notices = new Notices(this.#announcer);
        const fail = (error: unknown): void => this.#report(error, this.#subject?.path ?? "");
        this.playback = new Playback((frame) => this.#showFrame(frame), fail);
        this.hearing = new Hearing(collection, this.playback, this.view, (error, path) => this.#report(error, path));
        this.hearing.onSounds = (sounds) => this.#timeline.setSounds(sounds);
        this.soundView = new SoundView(() => this.hearing.sounder.context);
        this.#picture = new PictureView(() => void this.exporter.exportTexture());
        this.#timeline = new Timeline(this.playback, host, speakerButton(this.hearing.sounder.on), () =>
            this.#shell.layout.fold("time", !this.#shell.layout.isFolded("time")),
        );
        this.#inspector = new Inspector(
            this.view.picked,
            (time) => this.playback.seek(time),
            (name, picture) => this.#hang(name, picture),
        );
        this.comparison = new Comparison(this.view, fail);
        this.#stillness = new Stillness(this.comparison, this.playback, this.view, () => void this.frame(true));
        this.exporter = new Exporter(this.view, this.playback, this.#announcer, fail);
        this.exporter.texture = this.#picture;
        this.#welcome = makeWelcome(
            ossuary.then(({ formats }) => formats),
            () => this.pick("files"),
            () => this.pick("folder"),
            __SAMPLE__ ? () => void this.openSample() : null,
        );
        this.#shell.fill({
            view: this.view.element,
            inspector: this.#inspector.element,
            timeline: this.#timeline.element,
            bars: [
                this.#welcome,
                this.#picture.element,
                this.soundView.element,
                this.#progress,
                this.#notices.element,
                this.comparison.element,
                toggleBar(this.view, this.playback, this.isEmpty, this.#variants),
            ],
            actions: actions(this, theme),
        });
        this.#keyboard = new Keyboard(keyGroups(this));
        this.view.surfacesRun = true;
        acceptDrops(host, (files) => void files.then((given) => this.add(given), fail));
        this.#bind();
    }

    // ---- what keys and buttons do

    // Adds files and shows one of them: the named one, or the best. Calls are worked off in order. `listings` are files
    // that are fetched when something of them is opened; `isKnown`: the collection has all of it.
    add(given: readonly Given[], open?: string, listings: readonly Listing[] = [], isKnown = false): Promise<void> {
        return this.#inTurn(async () => {
            if (given.length + listings.length === 0) return;
            this.#notices.clear();
            this.setProgress("Looking through the files …");
            const files = await withZipsOpened(given, (file, message) => this.showFault({ file, place: "", message }));
            const paths = [...files.map(({ path }) => path), ...listings.flatMap((listing) => listing.paths)];
            if (!isKnown) await this.#collection.add(files, listings);
            this.hearing.forget();
            this.#showTree();
            const broken = this.#reportArchives(files.map(({ path }) => path));
            // Somebody may have chosen something of the tree meanwhile.
            if (!isKnown || this.#subject === null) await this.#showBest(paths, open, broken);
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
            this.hearing.forget();
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
            this.#putAway();
            history.replaceState(null, "", location.pathname + location.search);
            this.#announcer.say("Everything was closed");
        });
    }

    pick(what: "files" | "folder"): void {
        void pickFiles(what).then((files) => this.add(files));
    }

    // The character that the page was built with.
    async openSample(): Promise<void> {
        try {
            const answer = await fetch("./sample.glb");
            if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
            await this.add([{ path: "ossian.glb", content: await answer.blob() }]);
        } catch (error) {
            this.#report(error, "sample.glb");
        }
    }

    // Shows all of what plays, from where one looks now.
    async frame(glide: boolean): Promise<void> {
        this.view.frame(glide, this.comparison.on.value ? [] : await this.#boxes());
    }

    lookFrom(yaw: number, pitch: number): void {
        this.view.stage.lookFrom(yaw, pitch);
        void this.frame(false);
    }

    focusJoint(): void {
        if (this.view.picked.value >= 0) this.view.focus(this.view.picked.value);
    }

    foldSide(side: Side): void {
        this.#shell.toggleSide(side);
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
        const asked = this.#wanted === null ? undefined : this.#collection.entry(this.#wanted.open);
        if (asked !== undefined && asked.kind === "file") open = asked.path;
        const subjects =
            open === undefined ? this.#collection.subjectsAmong(paths) : this.#collection.subjectsFor(open);
        // Clips for what is shown, or pictures for it, join it.
        if (shown !== null && subjects.length > 0 && subjects.every(({ path }) => path === shown.path)) {
            await this.#openAgain();
            const added = paths.find((path) => subjects[0]!.clips.includes(path));
            if (added !== undefined) this.#playByName(stemOf(added));
            return;
        }
        // Sounds that what is shown was waiting for.
        if (subjects.length === 0 && this.hearing.waitsFor(paths)) return this.hearing.bind();
        const lacked = this.#model === null ? 0 : missingPictures(this.#model.data).length;
        if (subjects.length === 0 && lacked > 0) {
            await this.#openAgain();
            if (this.#model !== null && missingPictures(this.#model.data).length < lacked) return;
        }
        for (const subject of subjects.slice(0, mostTried)) if (await this.#open(subject)) return;
        if (subjects.length > 0) return;
        const picture = paths.find((path) => this.#collection.entry(path)?.role === "picture");
        const sound = paths.find((path) => this.#collection.isHeard(path));
        if (picture !== undefined) await this.#open({ path: picture, clips: [] });
        else if (sound !== undefined) await this.#openSound(sound);
        else if (!broken) this.#notices.showNothing(paths);
    }

    // What is shown, from files that changed, with clip, time and camera kept where they still mean something.
    async #openAgain(): Promise<void> {
        const subject = this.#subject;
        const before = this.#model?.data;
        if (subject === null || before === undefined) return;
        const clip = this.playback.current?.name;
        const look = before.variants[this.view.variant.value]?.name;
        const [time, playing] = [this.playback.time.value, this.playback.playing.value];
        const { viewpoint } = this.view.stage;
        if (!(await this.#open(this.#collection.subjectOf(subject.path)))) return;
        const index = this.#model?.clips.findIndex(({ name }) => name === clip) ?? -1;
        if (index >= 0) {
            this.playback.choose(index);
            this.playback.seek(time);
            this.playback.playing.value = playing;
        }
        this.view.variant.value = this.#model?.data.variants.findIndex(({ name }) => name === look) ?? -1;
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
        this.#putAway();
        setText(this.#shell.title, model.data.name);
        document.title = `${model.data.name} – Ossuary`;
        this.view.show(new Figure(model.data, pictures));
        this.comparison.setModel(model, pictures);
        this.#inspector.showModel(model.data, pictures);
        this.#variants.setModel(model.data.variants.map(({ name }) => name));
        await this.playback.load(model);
        this.hearing.setModel(model, subject.path);
        this.isEmpty.value = false;
        this.#timeline.setModel();
        this.#timeline.layers.refresh(model.data.skeleton.names);
        this.#showTree();
        const wanted = this.#wanted?.open === subject.path ? this.#wanted : null;
        this.#wanted = null;
        const named = model.clips.findIndex(({ name }) => name === wanted?.clip);
        if (model.clips.length > 0) {
            this.playback.choose(named >= 0 ? named : firstClip(model.clips));
            if (named >= 0) this.playback.seek(wanted?.time ?? 0);
            await this.playback.settled();
        }
        this.view.stage.resize(); // the timeline may have become higher or lower
        this.view.stage.lookFrom(30, 14);
        await this.frame(false);
        if (wanted !== null && wanted.camera.length === 6) {
            const [x, y, z, tx, ty, tz] = wanted.camera as [number, number, number, number, number, number];
            this.view.stage.viewpoint = { position: new Vector3(x, y, z), target: new Vector3(tx, ty, tz) };
        }
    }

    // Boxes around the figure over the whole clip.
    async #boxes(): Promise<readonly Box3[]> {
        const [model, clip, still] = [this.#model, this.playback.clip.value, this.playback.travelling.value];
        if (model === null) return [];
        const key = `${this.#subject?.path} ${clip} ${still}`;
        if (this.#bounds?.key !== key) this.#bounds = { key, boxes: await roughClipBounds(model, clip, still) };
        return this.#bounds.boxes;
    }

    // Another clip may need more room. A camera that somebody placed stays.
    async #makeRoom(): Promise<void> {
        if (this.view.stage.isMoved || this.comparison.on.value) return;
        const clip = this.playback.clip.value;
        try {
            const boxes = await this.#boxes();
            if (clip !== this.playback.clip.value || this.view.stage.isMoved || this.view.shows(boxes)) return;
            this.view.frame(true, boxes);
        } catch {
            // what is wrong with the clip, playing it says
        }
    }

    // What hangs in the view instead of a figure.
    #putAway(): void {
        this.#picture.hide();
        this.soundView.show(null);
    }

    #hang(name: string, picture: ImageBitmap | HTMLCanvasElement): void {
        this.#putAway();
        this.#picture.show(name, picture);
    }

    async #openSound(path: string): Promise<void> {
        try {
            this.setProgress(`Opening ${path} …`);
            const isMusic = this.#collection.entry(path)?.format === "sgt";
            const sound = isMusic ? await this.#collection.music(path, longestMusic) : await this.#collection.sound(path);
            this.#putAway();
            this.#welcome.hidden = true;
            this.soundView.show({ name: path.slice(path.lastIndexOf("/") + 1), sound });
            for (const { severity, message } of sound.diagnostics)
                if (severity !== "note") this.#notices.show({ kind: "note", title: path, place: "", text: message });
            const seconds = sound.channels[0] === undefined ? 0 : sound.channels[0].length / sound.rate;
            this.#announcer.say(`${path}: ${seconds.toFixed(1)} seconds`);
        } catch (error) {
            this.#report(error, path);
        } finally {
            this.setProgress("");
        }
        await this.#showFile(path);
    }

    // What is shown, in the address; a moment after it last changed.
    #noteAddress(): void {
        clearTimeout(this.#addressTimer);
        this.#addressTimer = window.setTimeout(() => {
            const subject = this.#subject;
            if (subject === null) return;
            const { position, target } = this.view.stage.viewpoint;
            const camera = this.view.stage.isMoved ? [...position.toArray(), ...target.toArray()] : [];
            const time = this.playback.playing.value ? 0 : this.playback.time.value;
            const hash = stateToHash({ open: subject.path, clip: this.playback.current?.name ?? "", time, camera });
            if (hash !== location.hash) history.replaceState(null, "", hash);
        }, addressDelay);
    }

    async #close(): Promise<void> {
        this.comparison.setModel(null, []);
        await this.playback.load(null);
        this.view.show(null);
        this.#inspector.showModel(null, []);
        this.#variants.setModel([]);
        for (const picture of this.#pictures) picture?.close();
        this.#pictures = [];
        await this.#model?.close();
        this.#model = null;
        this.exporter.model = null;
        this.#subject = null;
        this.#bounds = null;
        this.isEmpty.value = true;
        this.hearing.setModel(null);
        this.#timeline.setModel();
        this.#timeline.layers.refresh([]);
    }

    async #choose(node: TreeNode): Promise<void> {
        this.#shell.closeDrawers();
        if (node.kind === "clip") {
            this.#putAway();
            if (this.#subject?.path !== node.path) await this.open(node.path);
            this.#playByName(node.name);
        } else if (node.kind === "animation") {
            const subject = this.#collection.subjectOf(node.path);
            if (this.#subject?.path !== subject.path) await this.open(node.path);
            this.#playByName(node.name.replace(/\.[^.]*$/, ""));
        } else if (node.kind === "model" || node.kind === "picture" || node.kind === "broken") {
            await this.open(node.path); // what is broken says so again
        } else if (node.kind === "sound") {
            const isHeard = this.#collection.isHeard(node.path);
            if (isHeard) return this.#inTurn(() => this.#openSound(node.path));
        }
        await this.#inTurn(() => this.#showFile(node.file));
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
        if (this.#model !== null && !this.#picture.isShown) return;
        // Nothing stands in the view, or a picture hangs there already: this one takes its place.
        this.#welcome.hidden = true;
        this.#hang(path.slice(path.lastIndexOf("/") + 1), picture);
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
        this.hearing.follow(frame);
        this.#stillness.follow(frame.world);
        void this.comparison.showTime(frame.time, frame.world);
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
            this.hearing.bind();
            void this.#makeRoom();
            this.#noteAddress();
        });
        playback.playing.watch(() => this.#noteAddress());
        playback.time.watch(() => {
            if (!playback.playing.value) this.#noteAddress();
        });
        view.stage.onMoved = () => this.#noteAddress();
        this.#picture.onClose = this.soundView.onClose = () => {
            this.#putAway();
            this.#welcome.hidden = this.#model !== null;
        };
        document.addEventListener("keydown", (event) => {
            if (event.key === "Escape" && (this.#picture.isShown || !this.soundView.element.hidden)) this.#picture.onClose();
        });
        this.#timeline.wanted.watch((height) => {
            this.#shell.layout.setUsual("time", height);
            this.#shell.element.dataset["time"] = this.playback.clips.length === 0 ? "small" : "";
        });
        playback.travelling.watch(() => view.resetPlace());
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
        // Opening something may have planted another tree since.
        if (this.tree.model !== this.#collection.tree) this.tree.setModel(this.#collection.tree);
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
