// Everything that was dropped: a workspace of the library, its tree, and what of it can be shown.
import type { ClipEvent, Entry, FormatInfo, Given, Listing, Model, Music, Ossuary, Sound, Subject, Workspace, WorldSound, WorldSounds } from "@ossuary/core";
import { SoundFiles } from "../sound/sound_files";
import type { PlacedSound } from "../sound/world_sounder";
import { TreeModel } from "../tree/tree_model";
import { joinClips, mainFirst } from "./choosing";
import { foreseenEntries } from "./foreseen";
import { faultOf } from "./place";
import { treeOf } from "./tree_of";

export class Collection {
    readonly #ossuary: Promise<Ossuary>;
    #workspace: Workspace | null = null;
    #entries: ReadonlyMap<string, Entry> = new Map(); // by path, in the tree's order
    #found: readonly Subject[] = []; // as the library has them
    #subjects: readonly Subject[] = [];
    #formats: ReadonlyMap<string, FormatInfo> = new Map();
    readonly #clips = new Map<string, readonly string[]>(); // names, by the path of a model that was opened
    readonly #clipFiles = new Map<string, readonly string[]>(); // that it was opened with
    readonly #faults = new Map<string, string>(); // why what was tried did not open, by path
    readonly #apart = new Set<string>(); // clips that were tried on a model beside them and do not fit it
    #sounds = new SoundFiles([]);
    #tree = new TreeModel();
    #isTreeOld = false; // it is planted anew when somebody looks at it

    constructor(ossuary: Promise<Ossuary>) {
        this.#ossuary = ossuary;
    }

    get tree(): TreeModel {
        if (this.#isTreeOld) this.#plant();
        return this.#tree;
    }

    get subjects(): readonly Subject[] {
        return this.#subjects;
    }

    // `listings`: files that are fetched when something of them is opened.
    async add(files: readonly Given[], listings: readonly Listing[] = []): Promise<void> {
        const workspace = await this.#open();
        for (const { path } of files) {
            this.#faults.delete(path);
            this.#apart.delete(path);
        }
        // All asked at once: the library goes on while the page takes in what it was told.
        await Promise.all([
            listings.length > 0 ? workspace.list([...listings]) : undefined,
            files.length > 0 ? workspace.add(files) : undefined,
            this.#refresh(workspace),
        ]);
    }

    // The tree of files that will be listed: it can be shown before the library is there.
    foresee(files: readonly { readonly path: string; readonly size: number }[]): TreeModel {
        const nothing = { clips: new Map(), faults: new Map() };
        this.#isTreeOld = false;
        return (this.#tree = treeOf(foreseenEntries(files), nothing, this.#tree));
    }

    async remove(paths: readonly string[]): Promise<void> {
        if (paths.length === 0) return;
        const workspace = await this.#open();
        for (const path of paths) await workspace.remove(path);
        await this.#refresh(workspace);
    }

    async clear(): Promise<void> {
        await this.#workspace?.close();
        this.#workspace = null;
        this.#entries = new Map();
        this.#found = [];
        this.#subjects = [];
        this.#clips.clear();
        this.#clipFiles.clear();
        this.#faults.clear();
        this.#apart.clear();
        this.#sounds = new SoundFiles([]);
        this.#tree = new TreeModel();
        this.#isTreeOld = false;
    }

    // Files that events may play.
    get sounds(): SoundFiles {
        return this.#sounds;
    }

    // Asks the game's script for the sounds of these events. True if it had something to say.
    async learnSounds(events: Iterable<Pick<ClipEvent, "kind" | "name">>): Promise<boolean> {
        const sounds = this.#sounds;
        const names = sounds.unknown(events);
        if (sounds.script === null || names.length === 0) return false;
        const script = await (await this.#open()).soundScript(sounds.script, names);
        sounds.learn(names, script.sounds);
        return script.sounds.some((variants) => variants.length > 0);
    }

    // What sounds in a world by itself, and which files that plays.
    async worldSounds(path: string): Promise<WorldSounds> {
        return (await this.#open()).worldSounds(path);
    }

    async placed(sounds: readonly WorldSound[], world: string): Promise<PlacedSound[]> {
        await this.learnSounds(sounds.map(({ name }) => ({ kind: "sound", name })));
        return sounds.map((sound) => ({ ...sound, ...this.#sounds.played(sound.name.toLowerCase().replace(/\.wav$/, ""), world) }));
    }

    // The music of a zone by the game's script; null if there is none.
    async theme(zone: string, seconds: number): Promise<{ music: Music; gain: number; loop: boolean } | null> {
        const { musicScript } = this.#sounds;
        if (musicScript === null) return null;
        const { themes } = await (await this.#open()).soundScript(musicScript, [], [zone]);
        const theme = themes[0] ?? null;
        const path = theme === null ? undefined : this.#sounds.segment(theme.file);
        if (theme === null || path === undefined) return null;
        return { music: await this.music(path, seconds), gain: theme.gain, loop: theme.loop };
    }

    // Whether it is something to hear by itself.
    isHeard(path: string): boolean {
        const format = this.#entries.get(path)?.format;
        return format === "wav" || format === "sgt";
    }

    async sound(path: string): Promise<Sound> {
        return (await this.#open()).sound(path);
    }

    async music(path: string, seconds: number): Promise<Music> {
        return (await this.#open()).music(path, { seconds });
    }

    entry(path: string): Entry | undefined {
        return this.#entries.get(path);
    }

    // What can be shown of these files, the best first: the subjects they belong to.
    subjectsAmong(paths: readonly string[]): Subject[] {
        const named = new Set(paths);
        const isOf = (path: string): boolean => {
            for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1))
                if (named.has(path.slice(0, end))) return true;
            return false;
        };
        return this.#subjects.filter(({ path, clips }) => isOf(path) || clips.some(isOf));
    }

    // The subject of a file; of a folder or an archive the best in it.
    subjectsFor(path: string): Subject[] {
        const entry = this.#entries.get(path);
        const within = entry === undefined || entry.kind === "file" ? [] : this.subjectsAmong([path]);
        return within.length > 0 ? within : [this.subjectOf(path)];
    }

    // The subject that a file is, or is a clip of; the file by itself where none is.
    subjectOf(path: string): Subject {
        const found =
            this.#subjects.find((subject) => subject.path === path) ??
            this.#subjects.find(({ clips }) => clips.includes(path));
        return found ?? { path, clips: [] };
    }

    async open(subject: Subject): Promise<Model> {
        const workspace = await this.#open();
        try {
            let model = await workspace.open(subject);
            const misfits = this.#misfits(subject, model);
            if (misfits.length > 0) {
                // They were only put together because they lie together; without them it is as it was made.
                for (const path of misfits) this.#apart.add(path);
                this.#choose();
                await model.close();
                model = await workspace.open(this.subjectOf(subject.path));
            }
            this.#clipFiles.set(subject.path, this.subjectOf(subject.path).clips);
            this.#clips.set(
                subject.path,
                model.clips.map(({ name }) => name),
            );
            return model;
        } catch (error) {
            this.#faults.set(subject.path, faultOf(error, subject.path).message);
            throw error;
        } finally {
            this.#isTreeOld = true;
        }
    }

    async info(path: string): Promise<Record<string, unknown>> {
        return (await this.#open()).info(path);
    }

    async #open(): Promise<Workspace> {
        return (this.#workspace ??= await (await this.#ossuary).workspace());
    }

    async #refresh(workspace: Workspace): Promise<void> {
        const [asked, found] = [workspace.entries(), workspace.subjects()];
        found.catch(() => {}); // told below, or by the first
        this.#entries = new Map((await asked).map((entry) => [entry.path, entry]));
        this.#sounds = new SoundFiles(this.#entries.values());
        this.#found = await found;
        this.#formats = new Map((await this.#ossuary).formats.map((format) => [format.name, format]));
        this.#choose();
        this.#isTreeOld = true;
    }

    #choose(): void {
        const fits = (path: string): boolean => !this.#apart.has(path);
        this.#subjects = mainFirst(joinClips(this.#found, (path) => this.#formatOf(path), fits));
    }

    #formatOf(path: string): FormatInfo | undefined {
        return this.#formats.get(this.#entries.get(path)?.format ?? "");
    }

    // Clips that the library did not find to belong to the model, and that do not.
    #misfits(subject: Subject, model: Model): string[] {
        const own = new Set(this.#found.find(({ path }) => path === subject.path)?.clips ?? []);
        const refused = new Set(
            model.data.diagnostics.flatMap(({ severity, file }) => (severity === "error" ? (file ?? []) : [])),
        );
        return subject.clips.filter((path) => !own.has(path) && refused.has(path));
    }

    #plant(): void {
        this.#isTreeOld = false;
        this.#tree = treeOf([...this.#entries.values()], { clips: this.#clips, files: this.#clipFiles, faults: this.#faults }, this.#tree);
    }
}
