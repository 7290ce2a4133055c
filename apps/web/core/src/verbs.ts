// What a worker can be asked. Things opened are numbers (handles) here; index.ts has the same as classes, with words.
import type { EntryColumns } from "./entries.js";
import type { Given, Listing } from "./files.js";
import type {
    Curve,
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

export interface Verbs {
    about(): { version: string; formats: FormatInfo[] };
    memory(): { total: number; used: number };
    close(handle: number): void;

    workspace(): number;
    add(workspace: number, files: Given[]): void | Promise<void>;
    list(workspace: number, listings: Listing[]): void;
    remove(workspace: number, path: string): boolean;
    entries(workspace: number): EntryColumns;
    subjects(workspace: number): Subject[];
    info(workspace: number, path: string): Record<string, unknown>;
    read(workspace: number, path: string): Uint8Array<ArrayBuffer>;
    sound(workspace: number, path: string): Sound;
    music(workspace: number, path: string, options: MusicOptions): Music;
    soundScript(workspace: number, path: string, names: string[], zones: string[]): SoundScript;
    worldSounds(workspace: number, path: string): WorldSounds;
    open(workspace: number, subject: Subject, options: OpenOptions): { model: number; data: ModelData };

    image(model: number, index: number): Image;
    pose(model: number, request: PoseRequest): Pose;
    poses(model: number, requests: PoseRequest[], reuse?: PoseBatch): PoseBatch;
    curve(model: number, clip: number, joint: number, count: number, space: "local" | "object"): Curve;
    pack(model: number, clip: number, options: PackOptions): PackedReport;
    export(model: number, options: ExportOptions): ExportedFile[];

    player(model: number, options: PlayerOptions): number;
    start(player: number, clip: number, options: StartOptions): boolean;
    stop(player: number, layer: number, blendOut?: number): void;
    setSpeed(player: number, layer: number, speed: number): boolean;
    seek(player: number, layer: number, time: number, fire: boolean): boolean;
    setLayer(player: number, layer: number, options: LayerOptions): void;
    advance(player: number, seconds: number): Frame;
}
