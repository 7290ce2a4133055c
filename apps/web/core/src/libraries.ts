// The library in its two sizes as one: what the smaller module only knows by name is opened by the larger, which is loaded
// when that first happens.
import { fetchNamesakes, type Given, type Listing } from "./files.js";
import { fetchNow, Library, type ReadNow } from "./library.js";
import type { ModelData, OpenOptions, Sound, Subject } from "./types.js";
import type { Verbs } from "./verbs.js";

/** The larger library's handles begin here, so that a handle tells whose it is. */
const firstOfLarger = 2 ** 31;

/** A workspace with the same files; without any since those changed. */
interface Twin {
    readonly handle: number;
    filled: boolean;
}

/** What a workspace was given, so that a twin can be given the same. */
interface Contents {
    readonly files: Map<string, string>; // paths by themselves in lower case: names match without regard to case
    readonly listings: Listing[];
}

type Verb = (...given: unknown[]) => unknown;

export class Libraries {
    readonly #smaller: Library;
    readonly #loadLarger: () => Promise<WebAssembly.Module>;
    /** Listed files that were fetched before they are asked for, by address. */
    readonly #atHand: Map<string, Uint8Array>;
    readonly #readNow: ReadNow;
    #larger: Library | undefined;
    /** The larger library's workspaces, by the smaller one's that they stand for. */
    readonly #twins = new Map<number, Twin>();
    readonly #contents = new Map<number, Contents>();
    /** Twins that nothing is opened from any more, by the workspace: their models may still be shown. */
    readonly #former = new Map<number, number[]>();

    private constructor(
        smaller: Library,
        loadLarger: () => Promise<WebAssembly.Module>,
        atHand: Map<string, Uint8Array>,
        readNow: ReadNow,
    ) {
        this.#smaller = smaller;
        this.#loadLarger = loadLarger;
        this.#atHand = atHand;
        this.#readNow = readNow;
    }

    static async load(smaller: WebAssembly.Module, loadLarger: () => Promise<WebAssembly.Module>): Promise<Libraries> {
        const atHand = new Map<string, Uint8Array>();
        const readNow: ReadNow = (address) => atHand.get(address) ?? fetchNow(address);
        return new Libraries(await Library.load(smaller, 0, readNow), loadLarger, atHand, readNow);
    }

    async ask(verb: keyof Verbs, given: unknown[]): Promise<unknown> {
        const [handle] = given as [number];
        switch (verb) {
            case "memory":
                return this.#memory();
            case "add":
                this.#emptyTwin(handle);
                return this.#add(handle, given[1] as Given[]);
            case "list":
                this.#emptyTwin(handle);
                this.#contentsOf(handle).listings.push(...(given[1] as Listing[]));
                break;
            case "remove":
                this.#emptyTwin(handle);
                this.#forget(handle, given[1] as string);
                break;
            case "close":
                this.#closeTwin(handle);
                break;
            case "info":
                return this.#info(handle, given[1] as string);
            case "sound":
                return this.#sound(handle, given[1] as string);
            case "soundScript":
                return this.#alone(handle, given[1] as string, (larger, alone) => (larger[verb] as Verb)(alone, ...given.slice(1)));
            case "worldSounds":
                return this.#alone(handle, given[1] as string, (larger, alone) => larger.worldSounds(alone, given[1] as string));
            case "music": {
                const [larger, twin] = await this.#twin(handle);
                return (larger[verb] as Verb)(twin, ...given.slice(1));
            }
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
        const { files: known } = this.#contentsOf(workspace);
        try {
            for (const file of files) {
                if (file.content instanceof Blob) await this.#smaller.putBlob(workspace, file.path, file.content);
                else this.#smaller.put(workspace, file);
                known.set(file.path.toLowerCase(), file.path);
            }
        } finally {
            this.#smaller.settle(workspace); // those before one that cannot be read stay
        }
    }

    #contentsOf(workspace: number): Contents {
        let contents = this.#contents.get(workspace);
        if (!contents) this.#contents.set(workspace, (contents = { files: new Map(), listings: [] }));
        return contents;
    }

    #forget(workspace: number, path: string): void {
        const { files, listings } = this.#contentsOf(workspace);
        const gone = path.toLowerCase();
        const goes = (each: string): boolean => each === gone || each.startsWith(`${gone}/`);
        for (const key of [...files.keys()]) if (goes(key)) files.delete(key);
        for (const [i, listing] of listings.entries()) {
            const kept = listing.paths.map((each) => !goes(each.toLowerCase()));
            if (kept.every(Boolean)) continue;
            listings[i] = {
                ...listing,
                paths: listing.paths.filter((_, k) => kept[k]),
                sizes: listing.sizes.filter((_, k) => kept[k]),
            };
        }
    }

    async #info(workspace: number, path: string): Promise<Record<string, unknown>> {
        if (!this.#smaller.needsFullModule(workspace, path)) return this.#smaller.info(workspace, path);
        const [larger, twin] = await this.#twin(workspace);
        return larger.info(twin, path);
    }

    async #open(workspace: number, subject: Subject, options: OpenOptions): Promise<{ model: number; data: ModelData }> {
        const { listings } = this.#contentsOf(workspace);
        for (const [address, bytes] of await fetchNamesakes(listings, subject.path)) this.#atHand.set(address, bytes);
        try {
            if (![subject.path, ...subject.clips].some((path) => this.#smaller.needsFullModule(workspace, path)))
                return this.#smaller.open(workspace, subject, options);
            const [larger, twin] = await this.#twin(workspace);
            return larger.open(twin, subject, options);
        } finally {
            this.#atHand.clear();
        }
    }

    #sound(workspace: number, path: string): Promise<Sound> {
        return this.#alone(workspace, path, (larger, alone) => {
            const sound = larger.sound(alone, path);
            return { ...sound, channels: sound.channels.map((samples) => samples.slice()) };
        });
    }

    /** One file is enough: a game whose sounds are heard need not be held twice. */
    async #alone<T>(workspace: number, path: string, ask: (larger: Library, alone: number) => T): Promise<T> {
        const larger = await this.#largerLibrary();
        const alone = larger.workspace();
        try {
            larger.add(alone, [{ path, content: this.#smaller.read(workspace, path) }]);
            return ask(larger, alone);
        } finally {
            larger.close(alone);
        }
    }

    async #largerLibrary(): Promise<Library> {
        return (this.#larger ??= await Library.load(await this.#loadLarger(), firstOfLarger, this.#readNow));
    }

    async #twin(workspace: number): Promise<[Library, number]> {
        const larger = await this.#largerLibrary();
        let twin = this.#twins.get(workspace);
        if (!twin) this.#twins.set(workspace, (twin = { handle: larger.workspace(), filled: false }));
        if (!twin.filled) {
            const { files, listings } = this.#contentsOf(workspace);
            for (const path of files.values()) larger.put(twin.handle, { path, content: this.#smaller.read(workspace, path) });
            larger.settle(twin.handle);
            larger.list(twin.handle, listings);
        }
        twin.filled = true;
        return [larger, twin.handle];
    }

    /** Models opened from it stay. */
    #emptyTwin(workspace: number): void {
        const twin = this.#twins.get(workspace);
        if (!twin?.filled) return;
        for (const path of this.#contentsOf(workspace).files.values()) this.#larger!.remove(twin.handle, path);
        this.#twins.delete(workspace);
        this.#former.set(workspace, [...(this.#former.get(workspace) ?? []), twin.handle]);
    }

    #closeTwin(workspace: number): void {
        const twin = this.#twins.get(workspace);
        for (const handle of [...(twin ? [twin.handle] : []), ...(this.#former.get(workspace) ?? [])])
            this.#larger!.close(handle);
        this.#twins.delete(workspace);
        this.#former.delete(workspace);
        this.#contents.delete(workspace);
    }
}
