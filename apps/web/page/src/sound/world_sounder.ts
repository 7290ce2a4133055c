// What a world sounds like by itself: its things that sound, each where it stands, and its music. Asked for when the
// speaker is on, and not before.
import type { WorldSound } from "@ossuary/core";
import type { Collection } from "../document/collection";
import { falloff } from "./schedule";
import { bufferOf, type SoundBank } from "./sound_bank";
import type { Sounder } from "./sounder";
import type { EventSound, Tune } from "./sound_files";

const mostAtOnce = 16; // the nearest
const breath = 250; // milliseconds between two looks at who is near
const longestMusic = 90; // seconds that are rendered of a piece
const smoothing = 0.1; // seconds

type Point = readonly [number, number, number];

export interface PlacedSound extends WorldSound, Pick<EventSound, "files" | "tunes"> {}

interface Running {
    readonly source: AudioBufferSourceNode;
    readonly gain: GainNode;
}

interface Bed {
    readonly buffer: AudioBuffer;
    readonly gain: number;
    readonly loop: boolean;
}

export class WorldSounder {
    readonly #collection: Collection;
    readonly #bank: SoundBank;
    readonly #sounder: Sounder;
    readonly #listener: () => Point;
    readonly #fail: (error: unknown, path: string) => void;
    readonly #running = new Map<PlacedSound, Running>();
    readonly #next = new Map<PlacedSound, number>(); // when a sound may begin again, on the audio clock
    #path: string | null = null;
    #sounds: readonly PlacedSound[] = [];
    #bed: Bed | null = null;
    #music: Running | null = null;
    #loading: Promise<void> | null = null;
    #timer = 0;

    constructor(
        collection: Collection,
        bank: SoundBank,
        sounder: Sounder,
        listener: () => Point,
        fail: (error: unknown, path: string) => void,
    ) {
        this.#collection = collection;
        this.#bank = bank;
        this.#sounder = sounder;
        this.#listener = listener;
        this.#fail = fail;
        sounder.on.watch((on) => {
            if (on) void this.#wake();
            else this.#silence();
        });
    }

    // The world that is shown; null for anything else.
    setWorld(path: string | null): void {
        this.#silence();
        this.#path = path;
        this.#sounds = [];
        this.#bed = null;
        this.#loading = null;
        this.#next.clear();
        if (this.#sounder.on.value) void this.#wake();
    }

    get sounds(): readonly PlacedSound[] {
        return this.#sounds;
    }

    get hasMusic(): boolean {
        return this.#bed !== null;
    }

    // Everything that the world has to say is at hand.
    loaded(): Promise<void> {
        if (this.#path === null) return Promise.resolve();
        return (this.#loading ??= this.#load(this.#path).catch((error: unknown) => this.#fail(error, this.#path ?? "")));
    }

    // What is heard here without end, as samples; without the music.
    async record(seconds: number, rate = 44100): Promise<AudioBuffer> {
        await this.loaded();
        const context = new OfflineAudioContext(2, Math.ceil(seconds * rate), rate);
        for (const sound of this.#near()) if (sound.mode === 0) this.#start(sound, context, context.destination);
        return context.startRendering();
    }

    async #load(path: string): Promise<void> {
        const { sounds, zones } = await this.#collection.worldSounds(path);
        const known = await this.#collection.placed(sounds, path);
        if (this.#path !== path) return;
        this.#sounds = known;
        await this.#bank.load([...new Set(known.flatMap(({ files }) => files))]);
        const zone = zones.find(({ isDefault }) => isDefault) ?? zones[0];
        const theme = zone === undefined ? null : await this.#collection.theme(zone.name, longestMusic);
        if (theme === null || this.#path !== path) return;
        const buffer = bufferOf(theme.music.channels, theme.music.rate);
        if (buffer !== null) this.#bed = { buffer, gain: theme.gain, loop: theme.loop };
    }

    async #wake(): Promise<void> {
        if (this.#path === null) return;
        await this.loaded();
        if (!this.#sounder.on.value) return;
        clearInterval(this.#timer);
        this.#timer = window.setInterval(() => this.#look(), breath);
        this.#look();
        const { out, context } = this.#sounder;
        if (this.#bed !== null && this.#music === null && out !== null) {
            const { buffer, gain, loop } = this.#bed;
            this.#music = begin(context, out, { buffer, gain, loop, rate: 1 });
        }
    }

    #silence(): void {
        clearInterval(this.#timer);
        for (const { source, gain } of [...this.#running.values(), ...(this.#music === null ? [] : [this.#music])]) {
            source.stop();
            gain.disconnect();
        }
        this.#running.clear();
        this.#music = null;
    }

    // Who came near begins, who is far ends, and all are as loud as they are near.
    #look(): void {
        const { out, context } = this.#sounder;
        if (out === null) return;
        const near = new Set(this.#near());
        for (const [sound, running] of [...this.#running]) {
            if (near.has(sound)) {
                running.gain.gain.setTargetAtTime(this.#loudness(sound), context.currentTime, smoothing);
                continue;
            }
            running.source.stop();
            running.gain.disconnect();
            this.#running.delete(sound);
        }
        for (const sound of near) {
            if (this.#running.has(sound) || (this.#next.get(sound) ?? 0) > context.currentTime) continue;
            const running = this.#start(sound, context, out);
            if (running === null) continue;
            this.#running.set(sound, running);
            running.source.addEventListener("ended", () => {
                if (this.#running.get(sound) === running) this.#running.delete(sound);
                this.#next.set(sound, sound.mode === 1 ? Infinity : context.currentTime + sound.delay);
            });
        }
    }

    #near(): PlacedSound[] {
        return this.#sounds
            .filter((sound) => sound.startsOn && sound.files.length > 0 && this.#loudness(sound) > 0)
            .sort((a, b) => this.#distance(a) - this.#distance(b))
            .slice(0, mostAtOnce);
    }

    #start(sound: PlacedSound, context: BaseAudioContext, out: AudioNode): Running | null {
        const buffer = this.#bank.ready(sound.files[0]!);
        if (buffer === undefined) return null;
        return begin(context, out, { buffer, gain: this.#loudness(sound), loop: sound.mode === 0, rate: 2 ** (tuneOf(sound).semitones / 12) });
    }

    #loudness(sound: PlacedSound): number {
        return sound.gain * tuneOf(sound).gain * falloff(this.#distance(sound), sound.range);
    }

    #distance({ position: [x, y, z] }: PlacedSound): number {
        const [a, b, c] = this.#listener();
        return Math.hypot(x - a, y - b, z - c);
    }
}

function tuneOf({ tunes }: PlacedSound): Tune {
    return tunes[0] ?? { gain: 1, semitones: 0, spread: 0 };
}

function begin(
    context: BaseAudioContext,
    out: AudioNode,
    { buffer, gain: loud, loop, rate }: { buffer: AudioBuffer; gain: number; loop: boolean; rate: number },
): Running {
    const source = new AudioBufferSourceNode(context, { buffer, loop, playbackRate: rate });
    const gain = new GainNode(context, { gain: loud });
    source.connect(gain).connect(out);
    source.start();
    return { source, gain };
}
