// What the library tells about files, models and playback. Everything here is plain data: it passes between threads.
//
// The neutral model: right-handed, Y up, +Z to the front, metres, seconds, unit quaternions (x, y, z, w).

// ---- errors and oddities

/** Where in a file something was found; what is unknown is not there. */
export interface Place {
    /** The file, as the workspace calls it. */
    file?: string;
    /** Of a text file, from 1. */
    line?: number;
    column?: number;
    /** Of a binary file: bytes from its start. */
    offset?: number;
    /** Such as `defs[3].events[12].size`. */
    field?: string;
}

export type Severity = "note" | "warning" | "error";

/** Something unusual that was survived. */
export interface Diagnostic extends Place {
    severity: Severity;
    message: string;
}

/** Why a call failed: `message` is one sentence, `text` that sentence with the place in front. */
export class OssuaryError extends Error {
    override readonly name = "OssuaryError";
    readonly place: Place;
    readonly text: string;

    constructor(message: string, place: Place = {}, text: string = message) {
        super(message);
        this.place = place;
        this.text = text;
    }
}

// ---- the workspace

export type EntryKind = "folder" | "archive" | "file";
/** What a file brings when it is opened: a whole model, a clip for one, a picture, or something to hear. Empty: nothing. */
export type Role = "model" | "clip" | "picture" | "sound" | "";

/** One line of the tree. Lists have parents before children, folders and archives first, then by name. */
export interface Entry {
    /** From the top of the workspace, divided by `/`; what lies in an archive continues the path of the archive. */
    path: string;
    name: string;
    /** Index of the folder or archive it lies in, in the same list; -1 at the top. */
    parent: number;
    kind: EntryKind;
    /** Bytes; 0 for a folder. */
    size: number;
    /** The row of the table of formats that its name, or its content where it is at hand, points to; empty if none. */
    format: string;
    role: Role;
    /** Of an archive: the error why it cannot be read, or warnings of what it lacks. */
    faults?: Diagnostic[];
}

/** A row of the table of formats. */
export interface FormatInfo {
    name: string;
    /** The family of formats it belongs to: `md5`. */
    family: string;
    title: string;
    game: string;
    extensions: string[];
    role: Role;
    canOpen: boolean;
    /** What it can be told when it is opened. */
    options: OptionInfo[];
}

/** Something that can be shown: a model and the clips beside it that belong to it, or clips that bring a skeleton. */
export interface Subject {
    path: string;
    clips: string[];
}

/** An option for opening: of a format, or one that every model has. */
export interface OptionInfo {
    name: string;
    kind: "flag" | "number" | "text" | "choice";
    /** Of a choice. */
    choices: string[];
    help: string;
}

/** Values by the names of declared options (`Library.about().modelOptions`, `FormatInfo.options`): { unitScale: 0.01, loop: true }. */
export type OpenOptions = Record<string, boolean | number | string>;

// ---- sounds

/** A sound as samples, from -1 to 1. */
export interface Sound {
    /** Frames a second. */
    rate: number;
    /** One array for each. */
    channels: Float32Array<ArrayBuffer>[];
    coding: "pcm" | "ms" | "ima" | string;
    /** Frames that are marked. */
    cues: number[];
    /** The frames that are repeated, the last among them. */
    loop: { start: number; end: number } | null;
    diagnostics: Diagnostic[];
}

/** A file that a script has played for a name. */
export interface ScriptedSound {
    /** By its bare name: `SWORD_WHOOSH.WAV`. */
    file: string;
    gain: number;
    semitones: number;
    /** By how many semitones it varies. */
    spread: number;
    loop: boolean;
}

/** A theme of a game's music. */
export interface Theme {
    name: string;
    /** The segment, by its bare name; empty: silence. */
    file: string;
    gain: number;
    loop: boolean;
}

/** What SFX.DAT and MUSIC.DAT say. */
export interface SoundScript {
    /** For each name asked for what may be played, one of them by chance; none if the script does not know it. */
    sounds: ScriptedSound[][];
    /** For each zone of music its theme by day. */
    themes: (Theme | null)[];
    diagnostics: Diagnostic[];
}

/** A thing in a world that sounds by itself. */
export interface WorldSound {
    name: string;
    position: [number, number, number];
    /** Metres. */
    range: number;
    gain: number;
    /** 0: without end, 1: once, 2: now and then. */
    mode: number;
    /** Seconds between two times, of the last kind. */
    delay: number;
    startsOn: boolean;
}

export interface WorldSounds {
    sounds: WorldSound[];
    /** Of music. */
    zones: { name: string; isDefault: boolean }[];
}

export interface MusicOptions {
    /** At most; 60 if not given. */
    seconds?: number;
    /** Which choices are made; 1 if not given. */
    seed?: number;
}

/** The music of a segment, with the notes it is made of. */
export interface Music {
    rate: number;
    channels: Float32Array<ArrayBuffer>[];
    /** Five numbers a note: begin and end in seconds, MIDI note, velocity, channel. */
    notes: Float32Array<ArrayBuffer>;
    patterns: { time: number; name: string }[];
    /** It has no end of its own. */
    endless: boolean;
    /** Styles and instruments that were not found, and the like. */
    diagnostics: Diagnostic[];
}

// ---- the model

export interface Skeleton {
    names: string[];
    /** One per joint; parents come before children; -1 is a root. */
    parents: Int32Array;
    /** The local rest pose, as `Pose.local` has it. */
    rest: Float32Array;
}

/** A run of triangles drawn with one material. */
export interface Surface {
    name: string;
    /** Index of the material; -1 for none. */
    material: number;
    firstIndex: number;
    indexCount: number;
}

export interface MorphTarget {
    name: string;
    /** Differences from the base shape, three floats a vertex. */
    positions: Float32Array;
    /** The same of normals, or empty. */
    normals: Float32Array;
}

/**
 * Indexed triangles, counter-clockwise in front. A mesh with a skin has its positions in object space in the bind
 * pose; one without in the space of `joint`, or of the model if that is -1. Texture coordinates start at the top left.
 */
export interface Mesh {
    name: string;
    /** Three floats a vertex. */
    positions: Float32Array;
    /** Three floats a vertex, or empty. */
    normals: Float32Array;
    /** Four floats a vertex, w = ±1 as in glTF, or empty. */
    tangents: Float32Array;
    /** Two floats a vertex, or empty. */
    uv0: Float32Array;
    uv1: Float32Array;
    /** Four bytes a vertex, linear, or empty. */
    colors: Uint8Array;
    indices: Uint32Array;
    /** In index order, covering all indices. */
    surfaces: Surface[];
    /** Index of the skin; -1 for none. */
    skin: number;
    joint: number;
    /**
     * The influences of vertex v are those from influenceStart[v] up to influenceStart[v + 1]; empty for a rigid mesh.
     * `fixedInfluences` turns them into a fixed number a vertex.
     */
    influenceStart: Uint32Array;
    /** Index into `Skin.joints`. */
    influenceJoints: Uint32Array;
    influenceWeights: Float32Array;
    morphs: MorphTarget[];
    /** Further joints that show the same mesh, if it has a joint and no skin. */
    instances: Uint32Array;
    /** Of the morph targets where no clip says otherwise; empty if all are 0. */
    morphWeights: number[];
}

/** Lines between points, in the space of `joint` or of the model: ways, outlines, axes. */
export interface LineSet {
    name: string;
    /** Three floats a point. */
    points: Float32Array;
    /** Two indices of points a line. */
    lines: Uint32Array;
    joint: number;
}

export interface Skin {
    name: string;
    /** Indices into the skeleton. */
    joints: Uint32Array;
    /** Object space to joint space, sixteen floats each, column by column. */
    inverseBind: Float32Array;
}

/**
 * How a surface meets what is behind it: `multiply` darkens it by the texture, `multiply_twice` by twice the texture, so
 * that middle grey changes nothing.
 */
export type AlphaMode = "opaque" | "mask" | "blend" | "add" | "multiply" | "multiply_twice";
export type Wrap = "repeat" | "clamp" | "mirror";
export type Filter = "linear" | "nearest";
/** What a surface is made of. */
export type Substance = "unknown" | "metal" | "stone" | "wood" | "earth" | "water" | "snow";
/** Surfaces that move by themselves; `ambient` ones gently. */
export type WaveMode =
    | "none"
    | "ambient_ground"
    | "ground"
    | "ambient_wall"
    | "wall"
    | "environment"
    | "ambient_wind"
    | "wind";
export type WaveSpeed = "none" | "slow" | "normal" | "fast";

export interface Material {
    name: string;
    /** Linear. */
    baseColor: [number, number, number, number];
    emissive: [number, number, number];
    metallic: number;
    roughness: number;
    /** Indices of images; -1 for none. */
    baseColorImage: number;
    normalImage: number;
    emissiveImage: number;
    alpha: AlphaMode;
    alphaCutoff: number;
    doubleSided: boolean;
    unlit: boolean;
    wrapU: Wrap;
    wrapV: Wrap;
    filter: Filter;
    /** An animated texture: images shown in turn instead of `baseColorImage`; empty for a still one. */
    frames: number[];
    frameRate: number;
    /** The picture's file as the source names it, found or not; empty if it names none. */
    texture: string;
    /** From the mesh's coordinates to the picture's, as KHR_texture_transform has it; the rotation in radians. */
    uvOffset: [number, number];
    uvRotation: number;
    uvScale: [number, number];
    /** How far the picture's coordinates move in a second; 1 is once across. */
    uvScroll: [number, number];
    /** How much the surface mirrors what is around it, 0 to 1. */
    environment: number;
    waveMode: WaveMode;
    waveSpeed: WaveSpeed;
    /** Metres, at most, and metres between crests. */
    waveAmplitude: number;
    waveGridSize: number;
    substance: Substance;
    /** Roughness in green and metallic in blue, times `roughness` and `metallic`. */
    metallicRoughnessImage: number;
    /** How much light from all around reaches the surface, in red. */
    occlusionImage: number;
    normalScale: number;
    occlusionStrength: number;
    /** Which of the mesh's texture coordinates each picture lies on: 0 for `uv0`, 1 for `uv1`. */
    baseColorUv: number;
    normalUv: number;
    emissiveUv: number;
    metallicRoughnessUv: number;
    occlusionUv: number;
}

/** What is known of a picture without decoding it; `Model.image` decodes. */
export interface ImageInfo {
    name: string;
    /** The file it was read from, as the model named it. */
    source: string;
    encoding: "rgba8" | "png" | "jpeg" | "dds" | "tga" | "ktx2" | "webp";
    width: number;
    height: number;
}

/**
 * A picture: rgba8 pixels, top row first, ready for `ImageData`; or, of a kind the library carries without decoding
 * (JPEG, WebP), the bytes of its file with their media type, for the browser to decode.
 */
export interface Image {
    width: number;
    height: number;
    type: "rgba8" | "image/jpeg" | "image/webp";
    bytes: Uint8ClampedArray<ArrayBuffer>;
}

export interface Camera {
    name: string;
    joint: number;
    /** Radians. */
    verticalFov: number;
    /** Width by height; 0 if the viewer decides. */
    aspect: number;
    nearPlane: number;
    /** 0: infinite. */
    farPlane: number;
}

/** Shines from its position along -Z of its rotation, both relative to its joint, or to the model without one. */
export interface Light {
    name: string;
    type: "point" | "spot" | "directional";
    joint: number;
    position: [number, number, number];
    /** x, y, z, w. */
    rotation: [number, number, number, number];
    /** Linear. */
    color: [number, number, number];
    /** Candela; of a directional light lux. */
    intensity: number;
    /** Metres; 0: without end. */
    range: number;
    /** Of a spot, radians from its middle to where it begins to fade, and to its edge. */
    innerCone: number;
    outerCone: number;
}

/** `sound`, `ground_sound`, `particle_start`, `hit`, `window`, `tag` … */
export type EventKind = string;

/** What happens during a clip besides movement. */
export interface ClipEvent {
    /** Seconds in the clip. */
    time: number;
    /** In the source's numbering; -1 if it has none. */
    frame: number;
    kind: EventKind;
    /** The name it carries, or empty: a sound's, a particle effect's, a tag's. */
    name: string;
    /** Of a `window`: when it ends. */
    end?: number;
    /** All its fields, by name. */
    fields: Record<string, unknown>;
}

export type LoopMode = "unknown" | "once" | "wrap";

export interface Clip {
    name: string;
    /** Seconds. */
    duration: number;
    /** The source's frames per second; 0 if it has none. */
    frameRate: number;
    loop: LoopMode;
    /** Sorted by time. */
    events: ClipEvent[];
    /** How many joints it moves. */
    animatedJoints: number;
    layer: number;
    blendIn: number;
    blendOut: number;
    /** The clip that follows; empty for none. */
    next: string;
    /** True if the source plays it backwards. */
    reversed: boolean;
    direction: "forward" | "reverse";
    /** The joint that carries locomotion; -1 if none is named. */
    rootJoint: number;
    /** What a model script says, such as `MR` or `.`; empty for a clip without one. */
    flags: string;
    /** Of the collision volume while the clip plays. */
    collisionScale: number | null;
    /** The clip whose samples these are; empty for none. */
    aliasOf: string;
    /** The clips prefix1 … prefixN, one of which is chosen by direction. */
    combination: Combination | null;
}

export interface Combination {
    prefix: string;
    count: number;
}

/** A named move without samples: a cross-fade to another clip. */
export interface Transition {
    name: string;
    /** That of `next` if null. */
    layer: number | null;
    next: string;
    blendIn: number;
    blendOut: number;
    /** `next` starts at the relative time of the clip before. */
    inStep: boolean;
}

/** Another look of the model: which material takes the place of each. */
export interface MaterialVariant {
    name: string;
    materials: number[];
}

/** A mark of the whole model, in the source's words. */
export interface ModelTag {
    type: string;
    arguments: string[];
}

export interface Box {
    min: [number, number, number];
    max: [number, number, number];
}

export interface ModelData {
    name: string;
    /** Where it came from: `md5`, `gothic`, `mw3`, `sf3`, `bvh`, `gltf`. */
    source: string;
    skeleton: Skeleton;
    meshes: Mesh[];
    skins: Skin[];
    materials: Material[];
    images: ImageInfo[];
    cameras: Camera[];
    clips: Clip[];
    lines: LineSet[];
    transitions: Transition[];
    /** Of an overlay: moves of the model below that it hides. */
    disabledMoves: string[];
    tags: ModelTag[];
    /** What the file says of its rights; empty if it says nothing. */
    copyright: string;
    /** Other looks of the whole model. */
    variants: MaterialVariant[];
    lights: Light[];
    /** Of the meshes in the rest pose; of the joints where there are no meshes; null if there is neither. */
    bounds: Box | null;
    /** What the parsers had to say, errors of clips that were left out among it. */
    diagnostics: Diagnostic[];
}

// ---- poses

/**
 * What lies before the first and after the last key. `clip`: what suits the clip's data. `clamp`: the nearest key
 * holds. `wrap`: it repeats after its duration. `blend`: it repeats after one frame more, in which it goes from the
 * last key to the first.
 */
export type Looping = "clip" | "clamp" | "wrap" | "blend";

/** One clip's part in a pose. */
export interface PoseLayer {
    /** Index of the clip. */
    clip: number;
    /** Seconds; any finite value. */
    time: number;
    /** Not negative; 1 if not given. Weights of a pose are taken in proportion to their sum. */
    weight?: number;
    /** `clip` if not given. */
    looping?: Looping;
    /** Samples the packed twin (`PackedReport.id`) instead of the clip itself. */
    packed?: number;
}

/** The weighted mean of its layers; without layers the rest pose. */
export type PoseRequest = PoseLayer[];

export interface Pose {
    /** Local transforms: translation, rotation, scale; ten floats a joint. */
    local: Float32Array<ArrayBuffer>;
    /** Matrices in object space, sixteen floats a joint, column by column (as three.js and glTF have them). */
    world: Float32Array<ArrayBuffer>;
    /** The weights of each mesh's morph targets, one mesh after another. */
    morphs: Float32Array<ArrayBuffer>;
}

/** Many poses in one buffer, each as long as the skeleton: the `world` matrices of one after those of another. */
export interface PoseBatch {
    world: Float32Array<ArrayBuffer>;
}

/** A joint over time: one row for each of `count` times, evenly from 0 to the clip's duration. */
export interface Curve {
    times: Float32Array<ArrayBuffer>;
    /** Translation, rotation (of one sign along the way), scale; ten floats a row. */
    values: Float32Array<ArrayBuffer>;
}

// ---- playback

export interface Placement {
    position: [number, number, number];
    rotation: [number, number, number, number];
}

/**
 * start: a clip began; stop: it ended, was replaced or stopped; loop: it began another pass; event: one of its events
 * came; leave: one of its windows closed; cancelled: it ended between an event and what would have closed it.
 */
export type NoticeKind = "start" | "stop" | "loop" | "event" | "leave" | "cancelled";

/** Sorted by time, then layer, then as they happened. However time is cut into steps, the same notices come. */
export interface Notice {
    /** On the player's clock, seconds. */
    time: number;
    kind: NoticeKind;
    layer: number;
    /** The clip's name. */
    clip: string;
    /** Which pass of the clip, from 0. */
    pass: number;
    /** Of event, leave and cancelled: index into `Clip.events`. */
    event?: number;
    /** Of loop and stop: how far the root went in the pass that ended. */
    root?: Placement;
}

export interface PlayerOptions {
    /** Indices of the clips it can play and chain to; all if not given. Few are made ready faster than many. */
    clips?: number[];
    /**
     * source: clips repeat and follow one another as their source says. always: every clip repeats. never: every clip
     * is played once. With the latter two no clip follows another.
     */
    loop?: "source" | "always" | "never";
    /** True (if not given): the root's path moves the object, and the pose stays in place. */
    rootMotion?: boolean;
}

export interface StartOptions {
    /** The clip's own if not given. */
    layer?: number;
    /** Negative plays backwards from the end. */
    speed?: number;
    /** Seconds; the clip's own if not given. */
    blendIn?: number;
    /** Where in the clip to begin, seconds; events before it do not fire. */
    offset?: number;
    /** Even if the running clip may not be interrupted, or is this one. */
    force?: boolean;
}

export interface LayerOptions {
    /** 0 … 1. */
    weight?: number;
    /** The layer touches this joint and those below it only; -1 for all. */
    joint?: number;
    /** Adds to what is below instead of covering it. */
    additive?: boolean;
}

export interface LayerState {
    layer: number;
    /** Index of the clip in the model. */
    clip: number;
    /** Seconds in the clip. */
    time: number;
    pass: number;
    speed: number;
}

/** What a step did, and how things are after it. */
export interface Frame extends Pose {
    /** The player's clock, seconds. */
    time: number;
    notices: Notice[];
    /** How the object moved in this step, and since the player was made. */
    root: Placement;
    travelled: Placement;
    layers: LayerState[];
}

// ---- compression and export

export interface PackOptions {
    /** The largest error at any key, metres; 0.0001 if not given. */
    precision?: number;
    /** How far from a joint the error is measured, metres; 0.03 if not given. */
    shell?: number;
    effort?: "fast" | "normal" | "best";
}

/** A clip's compressed twin. Lengths are metres, sizes bytes. */
export interface PackedReport {
    /** For `PoseLayer.packed`. */
    id: number;
    clip: number;
    bytes: number;
    rawBytes: number;
    ratio: number;
    frames: number;
    worstAtKeys: number;
    worstBetween: number;
    percentile99: number;
    mean: number;
    /** Index of the joint with the largest error, and when. */
    worstJoint: number;
    worstTime: number;
    /** The largest error of each joint. */
    joints: Float32Array<ArrayBuffer>;
    /** Empty, or why the bound does not hold everywhere. */
    shortfall: string;
}

export interface ExportOptions {
    /** What to write; there is one so far. */
    format?: "glb";
    /** Indices of the clips to write; all if not given. */
    clips?: number[];
    /** The file's name without extension; the model's if not given. */
    stem?: string;
}

export interface ExportedFile {
    name: string;
    bytes: Uint8Array<ArrayBuffer>;
}
