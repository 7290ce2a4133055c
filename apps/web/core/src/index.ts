// @ossuary/core: opens the character animation of classic games and plays it, in a worker of its own.
//
//     const ossuary = await Ossuary.start();
//     const workspace = await ossuary.workspace();
//     await workspace.add(await filesOfDrop(event.dataTransfer));
//     const [subject] = await workspace.subjects();
//     const model = await workspace.open(subject);
//     const player = await model.player({ loop: "always" });
//     await player.start(0);
//     const frame = await player.advance(1 / 60); // frame.world: sixteen floats a joint
//
// Calls are answered in the order in which they are made. What a call returns belongs to the caller: nothing is a view
// into the library's memory. Whoever opens something closes it; closing a workspace closes the models opened from it,
// closing a model its players and packed clips. Failures reject with OssuaryError.
import { entriesOf } from "./entries.js";
import type { Given, Listing } from "./files.js";
import { connect, type Connection, type StartSettings } from "./connection.js";
import type {
    Clip,
    Curve,
    Entry,
    ExportedFile,
    ExportOptions,
    FormatInfo,
    Frame,
    Image,
    LayerOptions,
    ModelData,
    Music,
    MusicOptions,
    OpenOptions,
    PackedReport,
    PackOptions,
    PlayerOptions,
    Pose,
    PoseBatch,
    PoseRequest,
    Sound,
    SoundScript,
    StartOptions,
    Subject,
    WorldSounds,
} from "./types.js";

export * from "./types.js";
export { filesOfDrop, filesOfInput, type Given, type Listing } from "./files.js";
export { fixedInfluences, type FixedInfluences } from "./influences.js";
export type { StartSettings } from "./connection.js";

/** The library, running in a worker. */
export class Ossuary {
    /** The table of formats. */
    readonly formats: readonly FormatInfo[];
    readonly version: string;
    readonly #connection: Connection;

    private constructor(connection: Connection, about: { version: string; formats: FormatInfo[] }) {
        this.#connection = connection;
        this.version = about.version;
        this.formats = about.formats;
    }

    /** Starts a worker and loads the module into it; without settings, both from where this file lies. */
    static async start(settings: StartSettings = {}): Promise<Ossuary> {
        const connection = await connect(settings);
        try {
            return new Ossuary(connection, await connection.call("about"));
        } catch (error) {
            connection.close();
            throw error;
        }
    }

    /** An empty workspace. */
    async workspace(): Promise<Workspace> {
        return new Workspace(this.#connection, await this.#connection.call("workspace"));
    }

    /** Bytes of the module's linear memory, and those of it that are in use. */
    memory(): Promise<{ total: number; used: number }> {
        return this.#connection.call("memory");
    }

    /** Ends the worker and with it everything opened. Calls that are not answered yet are rejected. */
    close(): void {
        this.#connection.close();
    }
}

/** Files and folders by path; archives are folders. Names match without regard to case. */
export class Workspace {
    readonly #connection: Connection;
    readonly #handle: number;

    /** @internal */
    constructor(connection: Connection, handle: number) {
        this.#connection = connection;
        this.#handle = handle;
    }

    /** Adds files; one that is there already is replaced. Models opened from it stay as they are. */
    add(files: Iterable<Given>): Promise<void> {
        return this.#connection.call("add", this.#handle, [...files]);
    }

    /** Names files that are fetched when something of them is opened. Their formats are told by their names. */
    list(listings: Listing[]): Promise<void> {
        return this.#connection.call("list", this.#handle, listings);
    }

    /** Removes a file, or a folder with what is in it. False if it is not there. */
    remove(path: string): Promise<boolean> {
        return this.#connection.call("remove", this.#handle, path);
    }

    /** The whole tree, the contents of archives included. */
    async entries(): Promise<Entry[]> {
        return entriesOf(await this.#connection.call("entries", this.#handle));
    }

    /** What can be shown, the most promising first. */
    subjects(): Promise<Subject[]> {
        return this.#connection.call("subjects", this.#handle);
    }

    /** What `ossuary info --json` says of a file, beside its format. */
    info(path: string): Promise<Record<string, unknown>> {
        return this.#connection.call("info", this.#handle, path);
    }

    /** The bytes of a file, unpacked if it lies in an archive. */
    read(path: string): Promise<Uint8Array<ArrayBuffer>> {
        return this.#connection.call("read", this.#handle, path);
    }

    /** A sound file, decoded. */
    sound(path: string): Promise<Sound> {
        return this.#connection.call("sound", this.#handle, path);
    }

    /** What a script of a game (SFX.DAT, MUSIC.DAT) says of sounds by name, and of the music of zones. */
    soundScript(path: string, names: string[], zones: string[] = []): Promise<SoundScript> {
        return this.#connection.call("soundScript", this.#handle, path, names, zones);
    }

    /** What sounds in a world (`.zen`) by itself. */
    worldSounds(path: string): Promise<WorldSounds> {
        return this.#connection.call("worldSounds", this.#handle, path);
    }

    /** The music of a segment (`.sgt`), with the styles and instruments beside it. */
    music(path: string, options: MusicOptions = {}): Promise<Music> {
        return this.#connection.call("music", this.#handle, path, options);
    }

    /**
     * Opens a model with clips. What it refers to (textures, scripts, meshes) is looked for beside it, below its
     * folder, and then anywhere in the workspace. A clip that cannot be opened is left out, with an error among the
     * model's diagnostics; if nothing can be opened, the call fails.
     */
    async open(subject: Subject, options: OpenOptions = {}): Promise<Model> {
        const opened = await this.#connection.call("open", this.#handle, subject, options);
        return new Model(this.#connection, opened.model, opened.data);
    }

    close(): Promise<void> {
        return this.#connection.call("close", this.#handle);
    }
}

/** A model in the library's memory, with a copy of what a page draws in `data`. */
export class Model {
    readonly data: ModelData;
    readonly #connection: Connection;
    readonly #handle: number;

    /** @internal */
    constructor(connection: Connection, handle: number, data: ModelData) {
        this.#connection = connection;
        this.#handle = handle;
        this.data = data;
    }

    get clips(): readonly Clip[] {
        return this.data.clips;
    }

    /** A picture, decoded. */
    image(index: number): Promise<Image> {
        return this.#connection.call("image", this.#handle, index);
    }

    /** The pose of one clip or the blend of several. */
    pose(request: PoseRequest): Promise<Pose> {
        return this.#connection.call("pose", this.#handle, request);
    }

    /** Many poses at once, for crowds. `reuse`, from an earlier answer, is taken over and comes back if it fits. */
    poses(requests: PoseRequest[], reuse?: PoseBatch): Promise<PoseBatch> {
        return this.#connection.call("poses", this.#handle, requests, reuse);
    }

    /** How a joint moves in a clip: its local transform, or where it is in object space. */
    curve(clip: number, joint: number, count: number, space: "local" | "object" = "local"): Promise<Curve> {
        return this.#connection.call("curve", this.#handle, clip, joint, count, space);
    }

    /** Compresses a clip and measures what that costs. The twin can be sampled until the model is closed. */
    pack(clip: number, options: PackOptions = {}): Promise<PackedReport> {
        return this.#connection.call("pack", this.#handle, clip, options);
    }

    /** The model as files, the main one first. */
    export(options: ExportOptions = {}): Promise<ExportedFile[]> {
        return this.#connection.call("export", this.#handle, options);
    }

    /** A player that stands in the rest pose until something is started. */
    async player(options: PlayerOptions = {}): Promise<Player> {
        return new Player(this.#connection, await this.#connection.call("player", this.#handle, options));
    }

    close(): Promise<void> {
        return this.#connection.call("close", this.#handle);
    }
}

/**
 * What one character plays: layers of clips that start, fade, follow one another, end, and fire events. However time
 * is cut into steps, the same notices come with the same times, and the same pose and place in the end.
 */
export class Player {
    readonly #connection: Connection;
    readonly #handle: number;

    /** @internal */
    constructor(connection: Connection, handle: number) {
        this.#connection = connection;
        this.#handle = handle;
    }

    /** Starts a clip of the model, by its index. False if the clip that runs may not be interrupted. */
    start(clip: number, options: StartOptions = {}): Promise<boolean> {
        return this.#connection.call("start", this.#handle, clip, options);
    }

    /** Ends what runs on a layer, fading out over `blendOut` seconds, or over the clip's own. */
    stop(layer: number, blendOut?: number): Promise<void> {
        return this.#connection.call("stop", this.#handle, layer, blendOut);
    }

    /** From now on; negative plays backwards, zero holds. False if nothing runs there. */
    setSpeed(layer: number, speed: number): Promise<boolean> {
        return this.#connection.call("setSpeed", this.#handle, layer, speed);
    }

    /** Moves a layer to another time of its clip, in seconds. `fire`: what lies between fires. */
    seek(layer: number, time: number, fire = false): Promise<boolean> {
        return this.#connection.call("seek", this.#handle, layer, time, fire);
    }

    setLayer(layer: number, options: LayerOptions): Promise<void> {
        return this.#connection.call("setLayer", this.#handle, layer, options);
    }

    /** Lets time pass, in seconds, not negative. Zero gives the pose as it is. */
    advance(seconds: number): Promise<Frame> {
        return this.#connection.call("advance", this.#handle, seconds);
    }

    close(): Promise<void> {
        return this.#connection.call("close", this.#handle);
    }
}
