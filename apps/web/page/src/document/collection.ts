// Everything that was dropped: a workspace of the library, its tree, and what of it can be shown.
import type { Entry, Given, Model, Ossuary, Subject, Workspace } from "@ossuary/core";
import { TreeModel } from "../tree/tree_model";
import { faultOf } from "./place";
import { treeOf } from "./tree_of";

export class Collection {
    readonly #ossuary: Promise<Ossuary>;
    #workspace: Workspace | null = null;
    #entries: ReadonlyMap<string, Entry> = new Map(); // by path, in the tree's order
    #subjects: readonly Subject[] = [];
    readonly #clips = new Map<string, readonly string[]>(); // names, by the path of a model that was opened
    readonly #faults = new Map<string, string>(); // why what was tried did not open, by path
    #tree = new TreeModel();

    constructor(ossuary: Promise<Ossuary>) {
        this.#ossuary = ossuary;
    }

    get tree(): TreeModel {
        return this.#tree;
    }

    get subjects(): readonly Subject[] {
        return this.#subjects;
    }

    async add(files: readonly Given[]): Promise<void> {
        const workspace = await this.#open();
        await workspace.add(files);
        for (const { path } of files) this.#faults.delete(path);
        await this.#refresh(workspace);
    }

    async remove(paths: readonly string[]): Promise<void> {
        const workspace = await this.#open();
        for (const path of paths) await workspace.remove(path);
        await this.#refresh(workspace);
    }

    async clear(): Promise<void> {
        await this.#workspace?.close();
        this.#workspace = null;
        this.#entries = new Map();
        this.#subjects = [];
        this.#clips.clear();
        this.#faults.clear();
        this.#tree = new TreeModel();
    }

    entry(path: string): Entry | undefined {
        return this.#entries.get(path);
    }

    // The best thing to show of these files: a subject one of them belongs to.
    subjectAmong(paths: readonly string[]): Subject | undefined {
        const isOf = (path: string): boolean => paths.some((each) => path === each || path.startsWith(`${each}/`));
        return this.#subjects.find(({ path, clips }) => isOf(path) || clips.some(isOf));
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
            const model = await workspace.open(subject);
            this.#clips.set(
                subject.path,
                model.clips.map(({ name }) => name),
            );
            return model;
        } catch (error) {
            this.#faults.set(subject.path, faultOf(error, subject.path).message);
            throw error;
        } finally {
            this.#plant();
        }
    }

    async info(path: string): Promise<Record<string, unknown>> {
        return (await this.#open()).info(path);
    }

    async #open(): Promise<Workspace> {
        return (this.#workspace ??= await (await this.#ossuary).workspace());
    }

    async #refresh(workspace: Workspace): Promise<void> {
        this.#entries = new Map((await workspace.entries()).map((entry) => [entry.path, entry]));
        this.#subjects = await workspace.subjects();
        this.#plant();
    }

    #plant(): void {
        this.#tree = treeOf([...this.#entries.values()], { clips: this.#clips, faults: this.#faults }, this.#tree);
    }
}
