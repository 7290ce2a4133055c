// Sounds that run or will run, on any audio clock: that of the loudspeaker, or one that records.
import { falloff } from "./schedule";

const mostAtOnce = 4; // of one moment, as in the game
const fadeTime = 0.02; // seconds; nothing ends with a click

interface Voice {
    readonly source: AudioBufferSourceNode;
    readonly gain: GainNode;
    readonly when: number;
    readonly at: number; // in the clip
    readonly range: number;
    readonly own: number; // how loud it is by itself
}

export interface VoiceStart {
    readonly buffer: AudioBuffer;
    readonly when: number; // on the audio clock
    readonly at: number; // in the clip
    readonly range: number; // metres
    readonly ownSlot: boolean;
    readonly gain: number;
    readonly rate: number; // how much faster than it was recorded
}

export class Voices {
    readonly #context: BaseAudioContext;
    readonly #out: AudioNode;
    readonly #running = new Set<Voice>();
    #slot: Voice | null = null; // one at a time, of those that have no slot of their own
    #distance = 0;

    constructor(context: BaseAudioContext, out: AudioNode) {
        this.#context = context;
        this.#out = out;
    }

    get count(): number {
        return this.#running.size;
    }

    start({ buffer, when, at, range, ownSlot, gain: own, rate }: VoiceStart): void {
        if ([...this.#running].filter((voice) => voice.at === at).length >= mostAtOnce) return;
        const source = new AudioBufferSourceNode(this.#context, { buffer, playbackRate: rate });
        const gain = new GainNode(this.#context, { gain: own * falloff(this.#distance, range) });
        source.connect(gain).connect(this.#out);
        const voice: Voice = { source, gain, when, at, range, own };
        if (!ownSlot) {
            if (this.#slot !== null && this.#slot.at !== at) stopAt(this.#slot.source, when);
            this.#slot = voice;
        }
        this.#running.add(voice);
        source.addEventListener("ended", () => {
            this.#running.delete(voice);
            gain.disconnect();
            if (this.#slot === voice) this.#slot = null;
        });
        source.start(when);
    }

    // Takes back what has not begun yet. Returns when, in the clip, the last one began that did.
    cancelAfter(now: number): number {
        let begun = -Infinity;
        for (const voice of [...this.#running]) {
            if (voice.when <= now) {
                begun = Math.max(begun, voice.at);
                continue;
            }
            stopAt(voice.source, 0);
            voice.gain.disconnect();
            this.#running.delete(voice);
            if (this.#slot === voice) this.#slot = null;
        }
        return begun;
    }

    // Everything ends, quickly.
    stop(now: number): void {
        this.cancelAfter(now);
        for (const { gain, source } of this.#running) {
            gain.gain.setTargetAtTime(0, now, fadeTime / 4);
            stopAt(source, now + fadeTime);
        }
        this.#slot = null;
    }

    setDistance(metres: number): void {
        if (Math.abs(metres - this.#distance) < 1e-3) return;
        this.#distance = metres;
        for (const { gain, range, own } of this.#running)
            gain.gain.setTargetAtTime(own * falloff(metres, range), this.#context.currentTime, fadeTime);
    }
}

function stopAt(source: AudioBufferSourceNode, when: number): void {
    try {
        source.stop(when);
    } catch {
        // it has ended by itself
    }
}
