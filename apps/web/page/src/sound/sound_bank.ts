// Sounds that were decoded, ready to be played.
import type { Sound } from "@ossuary/core";

const mostSeconds = 600; // of sound that is kept

export class SoundBank {
    readonly #decode: (path: string) => Promise<Sound>;
    readonly #fail: (error: unknown, path: string) => void;
    readonly #coming = new Map<string, Promise<void>>();
    readonly #ready = new Map<string, AudioBuffer>(); // the one that was asked for last comes last

    constructor(decode: (path: string) => Promise<Sound>, fail: (error: unknown, path: string) => void) {
        this.#decode = decode;
        this.#fail = fail;
    }

    ready(path: string): AudioBuffer | undefined {
        return this.#ready.get(path);
    }

    // What cannot be decoded costs itself.
    async load(paths: readonly string[]): Promise<void> {
        await Promise.all(paths.map((path) => this.#load(path)));
    }

    // Files have changed.
    clear(): void {
        this.#coming.clear();
        this.#ready.clear();
    }

    #load(path: string): Promise<void> {
        const coming = this.#coming.get(path);
        if (coming !== undefined) return coming;
        const loading = this.#decode(path).then(
            (sound) => {
                const buffer = bufferOf(sound.channels, sound.rate);
                if (buffer !== null && this.#coming.get(path) === loading) this.#keep(path, buffer);
            },
            (error: unknown) => this.#fail(error, path),
        );
        this.#coming.set(path, loading);
        return loading;
    }

    #keep(path: string, buffer: AudioBuffer): void {
        this.#ready.set(path, buffer);
        let seconds = 0;
        for (const [key, { duration }] of [...this.#ready].reverse()) {
            seconds += duration;
            if (seconds <= mostSeconds || key === path) continue;
            this.#ready.delete(key);
            this.#coming.delete(key);
        }
    }
}

// Null if it is empty, or of a rate that browsers do not play.
export function bufferOf(channels: readonly Float32Array<ArrayBuffer>[], rate: number): AudioBuffer | null {
    const length = channels[0]?.length ?? 0;
    if (length === 0 || rate < 3000 || rate > 384_000) return null;
    const buffer = new AudioBuffer({ length, numberOfChannels: channels.length, sampleRate: rate });
    channels.forEach((samples, i) => buffer.copyToChannel(samples, i));
    return buffer;
}
