// The library in its two sizes as one: what the smaller module only knows by name is opened by the larger, which is loaded
// when that first happens.
import type { Given } from "./files.js";
import { Library } from "./library.js";
import type { Entry, ModelData, OpenOptions, Subject } from "./types.js";
import type { Verbs } from "./verbs.js";

/** The larger library's handles begin here, so that a handle tells whose it is. */
const firstOfLarger = 2 ** 31;

/** A workspace with the same files; without any since those changed. */
interface Twin {
    readonly handle: number;
    filled: boolean;
}

type Verb = (...given: unknown[]) => unknown;

export class Libraries {
    readonly #smaller: Library;
    readonly #loadLarger: () => Promise<WebAssembly.Module>;
    #larger: Library | undefined;
    /** The larger library's workspaces, by the smaller one's that they stand for. */
    readonly #twins = new Map<number, Twin>();

    private constructor(smaller: Library, loadLarger: () => Promise<WebAssembly.Module>) {
        this.#smaller = smaller;
        this.#loadLarger = loadLarger;
    }

    static async load(smaller: WebAssembly.Module, loadLarger: () => Promise<WebAssembly.Module>): Promise<Libraries> {
        return new Libraries(await Library.load(smaller), loadLarger);
    }

    async ask(verb: keyof Verbs, given: unknown[]): Promise<unknown> {
        const [handle] = given as [number];
        switch (verb) {
            case "memory":
                return this.#memory();
            case "add":
                this.#emptyTwin(handle);
                return this.#add(handle, given[1] as Given[]);
            case "remove":
                this.#emptyTwin(handle);
                break;
            case "close":
                this.#closeTwin(handle);
                break;
            case "info":
                return this.#info(handle, given[1] as string);
            case "open":
                return this.#open(handle, given[1] as Subject, given[2] as OpenOptions);
        }
        const library = handle >= firstOfLarger ? this.#larger! : this.#smaller;
        return (library[verb] as Verb)(...given);
    }

    #memory(): { total: number; used: number } {
        const { total, used } = this.#smaller.memory();
        const more = this.#larger?.memory() ?? { total: 0, used: 0 };
        return { total: total + more.total, used: used + more.used };
    }

    async #add(workspace: number, files: Given[]): Promise<void> {
        for (const file of files)
            if (file.content instanceof Blob) await this.#smaller.addBlob(workspace, file.path, file.content);
            else this.#smaller.add(workspace, [file]);
    }

    async #info(workspace: number, path: string): Promise<Record<string, unknown>> {
        if (!this.#smaller.needsFullModule(workspace, path)) return this.#smaller.info(workspace, path);
        const [larger, twin] = await this.#twin(workspace);
        return larger.info(twin, path);
    }

    async #open(workspace: number, subject: Subject, options: OpenOptions): Promise<{ model: number; data: ModelData }> {
        if (![subject.path, ...subject.clips].some((path) => this.#smaller.needsFullModule(workspace, path)))
            return this.#smaller.open(workspace, subject, options);
        const [larger, twin] = await this.#twin(workspace);
        return larger.open(twin, subject, options);
    }

    async #twin(workspace: number): Promise<[Library, number]> {
        const larger = (this.#larger ??= await Library.load(await this.#loadLarger(), firstOfLarger));
        let twin = this.#twins.get(workspace);
        if (!twin) this.#twins.set(workspace, (twin = { handle: larger.workspace(), filled: false }));
        if (!twin.filled)
            for (const { path } of outermost(this.#smaller.entries(workspace)))
                larger.add(twin.handle, [{ path, content: this.#smaller.read(workspace, path) }]);
        twin.filled = true;
        return [larger, twin.handle];
    }

    /** Models opened from it stay. */
    #emptyTwin(workspace: number): void {
        const twin = this.#twins.get(workspace);
        if (!twin?.filled) return;
        twin.filled = false;
        for (const { path } of outermost(this.#larger!.entries(twin.handle))) this.#larger!.remove(twin.handle, path);
    }

    #closeTwin(workspace: number): void {
        const twin = this.#twins.get(workspace);
        if (twin) this.#larger!.close(twin.handle);
        this.#twins.delete(workspace);
    }
}

/** The files that were given: not folders, and not what lies in archives. */
function outermost(entries: Entry[]): Entry[] {
    const inArchive: boolean[] = [];
    for (const { parent } of entries)
        inArchive.push(parent >= 0 && (inArchive[parent]! || entries[parent]!.kind === "archive"));
    return entries.filter((entry, i) => entry.kind !== "folder" && !inArchive[i]);
}
