// The module's functions (module/abi.h) as the verbs of verbs.ts, on the thread that calls.
//
// Arrays in what is returned are views into the module's memory, valid until the next call: whoever wants to keep them
// copies them.
import { Memory } from "./memory.js";
import {
    OssuaryError,
    type Curve,
    type ExportedFile,
    type ExportOptions,
    type FormatInfo,
    type Frame,
    type Image,
    type LayerOptions,
    type Looping,
    type Mesh,
    type ModelData,
    type Music,
    type MusicOptions,
    type OpenOptions,
    type PackedReport,
    type PackOptions,
    type Place,
    type PlayerOptions,
    type Pose,
    type PoseBatch,
    type PoseRequest,
    type Sound,
    type SoundScript,
    type StartOptions,
    type Subject,
    type WorldSounds,
} from "./types.js";
import type { EntryColumns } from "./entries.js";
import { addressOf, type Given, type Listing } from "./files.js";
import type { Verbs } from "./verbs.js";
import { wasiImports } from "./wasi.js";

type Pointer = number;
type Call = (...given: (number | boolean)[]) => number;

/** The exports; all take and return numbers. */
interface Exports extends Record<`ossuary_${string}`, Call> {}

/** The bytes of a file at once; null if it cannot be had. */
export type ReadNow = (address: string) => Uint8Array | null;

/** What a handle stands for. Closing it closes those that were made from it. */
interface Thing {
    kind: "workspace" | "model" | "playback";
    at: Pointer;
    made: Set<number>;
    from: Thing | undefined;
    joints: number;
    morphs: number;
}

const layerRecordSize = 32;
const loopings: Record<Looping, number> = { clip: 0, clamp: 1, wrap: 2, blend: 3 };
const localFloats = 10;
const matrixFloats = 16;

export class Library implements Verbs {
    readonly #exports: Exports;
    readonly #memory: Memory;
    readonly #library: Pointer;
    readonly #things = new Map<number, Thing>();
    readonly #listings: Listing[];
    #lastHandle: number;

    private constructor(instance: WebAssembly.Instance, memory: WebAssembly.Memory, listings: Listing[], firstHandle: number) {
        this.#lastHandle = firstHandle;
        this.#listings = listings;
        this.#exports = instance.exports as unknown as Exports;
        this.#memory = new Memory(memory);
        this.#library = this.#exports.ossuary_create!();
    }

    /** Handles are numbers above `firstHandle`. */
    static async load(module: WebAssembly.Module, firstHandle = 0, readNow: ReadNow = fetchNow): Promise<Library> {
        const found: { memory?: WebAssembly.Memory } = {};
        const listings: Listing[] = [];
        let fetched: Uint8Array | null = null;
        const instance = await WebAssembly.instantiate(module, {
            wasi_snapshot_preview1: wasiImports(() => found.memory!),
            ossuary: {
                fetch(list: number, number: number): number {
                    fetched = readNow(addressOf(listings[list]!, number));
                    return fetched?.length ?? -1;
                },
                take(at: number): void {
                    if (fetched) new Uint8Array(found.memory!.buffer, at, fetched.length).set(fetched);
                    fetched = null;
                },
            },
        });
        found.memory = instance.exports["memory"] as WebAssembly.Memory;
        (instance.exports["_initialize"] as () => void)();
        return new Library(instance, found.memory, listings, firstHandle);
    }

    about(): { version: string; formats: FormatInfo[] } {
        return this.#ask("about") as { version: string; formats: FormatInfo[] };
    }

    memory(): { total: number; used: number } {
        return { total: this.#memory.size, used: this.#exports.ossuary_used_memory!() };
    }

    close(handle: number): void {
        const thing = this.#things.get(handle);
        if (!thing) return;
        for (const made of [...thing.made]) this.close(made);
        this.#things.delete(handle);
        thing.from?.made.delete(handle);
        this.#exports[`ossuary_close_${thing.kind}`]!(thing.at);
    }

    // ---- the workspace

    workspace(): number {
        return this.#keep("workspace", this.#make("open_workspace"));
    }

    /** Files in memory. Blobs can only be read with time: see `putBlob`. */
    add(workspace: number, files: Given[]): void {
        for (const file of files) this.put(workspace, file);
        this.settle(workspace);
    }

    /** The same for one, which is there once `settle` was called. */
    put(workspace: number, { path, content }: Given): void {
        if (content instanceof Blob) throw new OssuaryError("a file is read by putBlob", { file: path });
        const bytes = content instanceof Uint8Array ? content : new Uint8Array(content);
        this.#memory.bytes(this.#roomFor(workspace, path, bytes.length), bytes.length).set(bytes);
    }

    /** A file, read piece by piece to where it stays. Nothing else may be asked of the library until that is done. */
    async putBlob(workspace: number, path: string, blob: Blob): Promise<void> {
        const at = this.#roomFor(workspace, path, blob.size);
        const reader = blob.stream().getReader();
        let offset = 0;
        for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
            if (offset + piece.value.length > blob.size) throw new OssuaryError("it grew while it was read", { file: path });
            this.#memory.bytes(at + offset, piece.value.length).set(piece.value);
            offset += piece.value.length;
        }
    }

    settle(workspace: number): void {
        this.#call("settle", this.#at(workspace));
    }

    list(workspace: number, listings: Listing[]): void {
        for (const listing of listings) {
            const { priority, time, paths, sizes } = listing;
            const head = JSON.stringify({ priority, time, list: this.#listings.push(listing) - 1 });
            const files = paths.map((path, i) => `${path}\0${sizes[i] ?? 0}\0`);
            this.#askAbout(`${head}\0${files.join("")}`, "list", this.#at(workspace));
        }
    }

    remove(workspace: number, path: string): boolean {
        return this.#withText(path, (...text) => this.#call("remove", this.#at(workspace), ...text)) !== 0;
    }

    entries(workspace: number): EntryColumns {
        return this.#ask("entries", this.#at(workspace)) as EntryColumns;
    }

    subjects(workspace: number): Subject[] {
        return this.#ask("subjects", this.#at(workspace)) as Subject[];
    }

    /** True if only the larger module can tell of it and open it. */
    needsFullModule(workspace: number, path: string): boolean {
        return this.#withText(path, (...text) => this.#call("needs_full_module", this.#at(workspace), ...text)) !== 0;
    }

    info(workspace: number, path: string): Record<string, unknown> {
        return this.#askAbout(path, "info", this.#at(workspace)) as Record<string, unknown>;
    }

    read(workspace: number, path: string): Uint8Array<ArrayBuffer> {
        return (this.#askAbout(path, "read", this.#at(workspace)) as { bytes: Uint8Array<ArrayBuffer> }).bytes;
    }

    /** Of the larger module alone. */
    sound(workspace: number, path: string): Sound {
        return this.#askAbout(path, "sound", this.#at(workspace)) as Sound;
    }

    music(workspace: number, path: string, options: MusicOptions): Music {
        return this.#askAbout(JSON.stringify({ ...options, path }), "music", this.#at(workspace)) as Music;
    }

    soundScript(workspace: number, path: string, names: string[], zones: string[]): SoundScript {
        return this.#askAbout(JSON.stringify({ path, names, zones }), "sound_script", this.#at(workspace)) as SoundScript;
    }

    worldSounds(workspace: number, path: string): WorldSounds {
        return this.#askAbout(path, "world_sounds", this.#at(workspace)) as WorldSounds;
    }

    open(workspace: number, subject: Subject, options: OpenOptions): { model: number; data: ModelData } {
        const at = this.#at(workspace);
        const request = JSON.stringify({ path: subject.path, clips: subject.clips, options });
        const model = this.#keep("model", this.#withText(request, (...text) => this.#make("open", at, ...text)), workspace);
        const data = this.#ask("describe", this.#at(model)) as ModelData;
        data.meshes.forEach(partInfluences);
        const thing = this.#things.get(model)!;
        thing.joints = data.skeleton.names.length;
        thing.morphs = data.meshes.reduce((sum, mesh) => sum + mesh.morphs.length, 0);
        return { model, data };
    }

    // ---- the model

    image(model: number, index: number): Image {
        const image = this.#ask("image", this.#at(model), index) as Omit<Image, "bytes"> & { bytes: Uint8Array<ArrayBuffer> };
        const { buffer, byteOffset, length } = image.bytes;
        return { ...image, bytes: new Uint8ClampedArray(buffer, byteOffset, length) };
    }

    pose(model: number, request: PoseRequest): Pose {
        const at = this.#at(model);
        return this.#poseAt(model, this.#withLayers([request], (layers, count) => this.#make("pose", at, layers, count)));
    }

    poses(model: number, requests: PoseRequest[], reuse?: PoseBatch): PoseBatch {
        const at = this.#at(model);
        const found = this.#withLayers(requests, (layers, count) => this.#make("poses", at, layers, count, requests.length));
        const world = this.#memory.floats(found, requests.length * this.#thing(model).joints * matrixFloats);
        if (reuse?.world.length !== world.length) return { world };
        reuse.world.set(world);
        return reuse;
    }

    curve(model: number, clip: number, joint: number, count: number, space: "local" | "object"): Curve {
        const row = 1 + localFloats;
        const rows = this.#memory.floats(this.#make("curve", this.#at(model), clip, joint, count, space === "object"), count * row);
        const times = new Float32Array(count);
        const values = new Float32Array(count * localFloats);
        for (let i = 0; i < count; ++i) {
            times[i] = rows[i * row]!;
            values.set(rows.subarray(i * row + 1, (i + 1) * row), i * localFloats);
        }
        return { times, values };
    }

    pack(model: number, clip: number, options: PackOptions): PackedReport {
        return this.#askAbout(JSON.stringify({ ...options, clip }), "pack", this.#at(model)) as PackedReport;
    }

    export(model: number, options: ExportOptions): ExportedFile[] {
        return this.#askAbout(JSON.stringify(options), "export", this.#at(model)) as ExportedFile[];
    }

    // ---- playback

    player(model: number, options: PlayerOptions): number {
        const at = this.#at(model);
        const playback = this.#withText(JSON.stringify(options), (...text) => this.#make("play", at, ...text));
        return this.#keep("playback", playback, model);
    }

    start(player: number, clip: number, options: StartOptions): boolean {
        return this.#askAbout(JSON.stringify({ ...options, clip }), "start", this.#at(player)) as boolean;
    }

    stop(player: number, layer: number, blendOut?: number): void {
        this.#exports.ossuary_stop!(this.#at(player), layer, blendOut ?? -1);
    }

    setSpeed(player: number, layer: number, speed: number): boolean {
        return this.#exports.ossuary_set_speed!(this.#at(player), layer, speed) !== 0;
    }

    seek(player: number, layer: number, time: number, fire: boolean): boolean {
        return this.#exports.ossuary_seek!(this.#at(player), layer, time, fire) !== 0;
    }

    setLayer(player: number, layer: number, options: LayerOptions): void {
        const { weight = 1, joint = -1, additive = false } = options;
        this.#exports.ossuary_set_layer!(this.#at(player), layer, weight, joint, additive);
    }

    advance(player: number, seconds: number): Frame {
        const pose = this.#make("advance", this.#at(player), seconds);
        return { ...(this.#answer() as Omit<Frame, keyof Pose>), ...this.#poseAt(player, pose) };
    }

    // ---- calls

    #call(name: string, ...given: (number | boolean)[]): number {
        return this.#exports[`ossuary_${name}`]!(this.#library, ...given);
    }

    /** A call that makes something or finds it: what it returns, or the error it tells. */
    #make(name: string, ...given: (number | boolean)[]): Pointer {
        const found = this.#call(name, ...given);
        if (found === 0) throw this.#error();
        return found;
    }

    #ask(name: string, ...given: (number | boolean)[]): unknown {
        this.#make(name, ...given);
        return this.#answer();
    }

    #askAbout(text: string, name: string, thing: Pointer): unknown {
        return this.#withText(text, (...place) => this.#ask(name, thing, ...place));
    }

    #answer(): unknown {
        return this.#memory.json(this.#call("text"), this.#call("text_size"));
    }

    #error(): OssuaryError {
        const { message, text, ...place } = this.#answer() as { message: string; text: string } & Place;
        return new OssuaryError(message, place, text);
    }

    #room(size: number): Pointer {
        const room = this.#call("room", size);
        if (room === 0) throw new OssuaryError("there is not enough memory");
        return room;
    }

    #withText<T>(text: string, use: (at: Pointer, size: number) => T): T {
        const bytes = this.#memory.encode(text);
        const room = this.#room(bytes.length);
        this.#memory.bytes(room, bytes.length).set(bytes);
        return use(room, bytes.length);
    }

    #withLayers<T>(poses: PoseRequest[], use: (at: Pointer, count: number) => T): T {
        const count = poses.reduce((sum, layers) => sum + layers.length, 0);
        const room = this.#room(count * layerRecordSize);
        const records = this.#memory.view(room, count * layerRecordSize);
        let at = 0;
        poses.forEach((layers, pose) => {
            for (const { time, weight = 1, clip, looping = "clip", packed = -1 } of layers) {
                records.setFloat64(at, time, true);
                records.setFloat32(at + 8, weight, true);
                records.setUint32(at + 12, pose, true);
                records.setUint32(at + 16, clip, true);
                records.setUint32(at + 20, loopings[looping], true);
                records.setInt32(at + 24, packed, true);
                at += layerRecordSize;
            }
        });
        return use(room, count);
    }

    #poseAt(handle: number, at: Pointer): Pose {
        const { joints, morphs } = this.#thing(handle);
        const world = at + joints * localFloats * 4;
        return {
            local: this.#memory.floats(at, joints * localFloats),
            world: this.#memory.floats(world, joints * matrixFloats),
            morphs: this.#memory.floats(world + joints * matrixFloats * 4, morphs),
        };
    }

    #roomFor(workspace: number, path: string, size: number): Pointer {
        const at = this.#at(workspace);
        return this.#withText(path, (...text) => this.#make("add", at, ...text, size));
    }

    // ---- handles

    #keep(kind: Thing["kind"], at: Pointer, from?: number): number {
        const handle = ++this.#lastHandle;
        const parent = from === undefined ? undefined : this.#things.get(from);
        parent?.made.add(handle);
        const { joints, morphs } = parent ?? { joints: 0, morphs: 0 };
        this.#things.set(handle, { kind, at, made: new Set(), from: parent, joints, morphs });
        return handle;
    }

    #thing(handle: number): Thing {
        const thing = this.#things.get(handle);
        if (!thing) throw new OssuaryError("it has been closed");
        return thing;
    }

    #at(handle: number): Pointer {
        return this.#thing(handle).at;
    }
}

/** Waits for it, as only a worker of a browser may. */
export function fetchNow(address: string): Uint8Array | null {
    if (typeof XMLHttpRequest === "undefined") return null;
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    request.responseType = "arraybuffer";
    try {
        request.send();
    } catch {
        return null; // nobody answers any more
    }
    return request.status === 200 ? new Uint8Array(request.response as ArrayBuffer) : null;
}

/** The module keeps joint and weight of an influence side by side. */
function partInfluences(mesh: Mesh): void {
    const { influences, ...rest } = mesh as Mesh & { influences?: Uint32Array };
    const pairs = influences ?? new Uint32Array();
    const weights = new Float32Array(pairs.buffer, pairs.byteOffset, pairs.length);
    delete (mesh as Partial<typeof rest> & { influences?: Uint32Array }).influences;
    mesh.influenceJoints = Uint32Array.from({ length: pairs.length / 2 }, (_, i) => pairs[2 * i]!);
    mesh.influenceWeights = Float32Array.from({ length: pairs.length / 2 }, (_, i) => weights[2 * i + 1]!);
}
