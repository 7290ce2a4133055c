// Everything that was dropped: a workspace of the library, its tree, and what of it can be shown.
import type { Entry, Given, Model, Ossuary, Subject, Workspace } from "@ossuary/core";
import { TreeModel } from "../tree/tree_model";
import { treeOf } from "./tree_of";

export class Collection {
    readonly #ossuary: Ossuary;
    #workspace: Workspace | null = null;
    #entries: readonly Entry[] = [];
    #subjects: readonly Subject[] = [];
    readonly #clips = new Map<string, readonly string[]>(); // names, by the path of a model that was opened
    #tree = new TreeModel();

    constructor(ossuary: Ossuary) {
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
        this.#entries = [];
        this.#subjects = [];
        this.#clips.clear();
        this.#tree = new TreeModel();
    }

    entry(path: string): Entry | undefined {
        return this.#entries.find((entry) => entry.path === path);
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
        const model = await workspace.open(subject);
        this.#clips.set(
            subject.path,
            model.clips.map(({ name }) => name),
        );
        this.#tree = treeOf(this.#entries, this.#clips, this.#tree);
        return model;
    }

    async info(path: string): Promise<Record<string, unknown>> {
        return (await this.#open()).info(path);
    }

    async #open(): Promise<Workspace> {
        return (this.#workspace ??= await this.#ossuary.workspace());
    }

    async #refresh(workspace: Workspace): Promise<void> {
        this.#entries = await workspace.entries();
        this.#subjects = await workspace.subjects();
        this.#tree = treeOf(this.#entries, this.#clips, this.#tree);
    }
}
