// What is heard of what plays. Sounds are scheduled ahead on the audio clock, so that each begins at the very time of its
// event whatever the pictures do; the clip's clock is tied to the audio clock and tied anew where somebody moves it.
import type { Clip } from "@ossuary/core";
import { Signal } from "../shell/signal";
import { audioTimeOf, clipTimeOf, onsetsBetween, type Anchor } from "./schedule";
import type { SoundBank } from "./sound_bank";
import type { EventSound } from "./sound_files";
import { Voices } from "./voices";

const ahead = 0.5; // seconds that are scheduled at any time; slow pictures come less often than every 0.3
const drift = 0.06; // seconds between the clocks that nobody hears
const longestScrub = 1; // seconds; who jumps farther hears nothing of what lies between

// Where the clip is.
export interface Playhead {
    readonly position: number; // seconds since its first pass began
    readonly rate: number; // seconds of the clip in one of the world
    readonly playing: boolean;
    readonly clock: number; // when it was there, as `performance.now()` has it
    readonly jump: number; // another one: somebody moved it
}

// Somewhere within the spread, in each pass elsewhere.
function strayed(turn: number, spread: number): number {
    return spread > 0 ? ((Math.abs(turn) * 7) % (2 * spread + 1)) - spread : 0;
}

export class Sounder {
    readonly on = new Signal(false);
    // How far the listener is from what is heard, metres.
    distance: () => number = () => 0;
    readonly #bank: SoundBank;
    #context: AudioContext | null = null;
    #master: GainNode | null = null;
    #voices: Voices | null = null;
    #clip: Clip | null = null;
    #repeats = true;
    #sounds: readonly (EventSound | null)[] = [];
    #anchor: Anchor | null = null;
    #scheduledTo = 0;
    #last: Playhead | null = null;

    constructor(bank: SoundBank) {
        this.#bank = bank;
        this.on.watch((on) => {
            if (on) this.#wake();
            else this.#silence();
        });
    }

    // The loudspeaker's clock; made when it is first needed, which must be in answer to a click.
    get context(): AudioContext {
        this.#context ??= new AudioContext({ latencyHint: "interactive" });
        return this.#context;
    }

    // Where everything that is heard goes; null before it was first switched on.
    get out(): AudioNode | null {
        return this.#master;
    }

    // How many sounds run or are about to.
    get voices(): number {
        return this.#voices?.count ?? 0;
    }

    // `sounds`: one for each event of the clip; null where it makes none.
    setClip(clip: Clip | null, sounds: readonly (EventSound | null)[], repeats: boolean): void {
        if (this.#context !== null) this.#voices?.stop(this.#context.currentTime);
        this.#clip = clip;
        this.#sounds = sounds;
        this.#repeats = repeats;
        this.#anchor = null;
        this.#last = null;
        if (this.on.value) this.#preload();
    }

    // Told with every picture.
    follow(head: Playhead): void {
        const last = this.#last;
        this.#last = head;
        if (!this.on.value || this.#clip === null || this.#voices === null) return;
        const { currentTime: now } = this.context;
        this.#voices.setDistance(this.distance());
        if (!head.playing) {
            if (last?.playing === true) this.#voices.stop(now);
            else this.#scrub(last, head, now);
            this.#anchor = null;
            return;
        }
        this.#tie(head, last, now);
        if (this.#anchor !== null) this.#schedule(this.#voices, clipTimeOf(this.#anchor, now + ahead), now);
    }

    // Time stands: nothing more begins, and what runs ends.
    pause(): void {
        if (this.#context === null) return;
        this.#voices?.stop(this.#context.currentTime);
        this.#anchor = null;
        if (this.#last !== null) this.#last = { ...this.#last, playing: false };
    }

    // The same from here on, as samples.
    async record(seconds: number, rate = 44100): Promise<AudioBuffer> {
        await this.#bank.load(this.#files());
        const context = new OfflineAudioContext(2, Math.ceil(seconds * rate), rate);
        const voices = new Voices(context, context.destination);
        voices.setDistance(this.distance());
        const anchor = { audio: 0, clip: this.#last?.position ?? 0, rate: this.#last?.rate ?? 1 };
        this.#start(voices, anchor, anchor.clip, clipTimeOf(anchor, seconds), 0);
        return context.startRendering();
    }

    // Ties the clocks together where they are not, or are no more.
    #tie(head: Playhead, last: Playhead | null, now: number): void {
        const voices = this.#voices!;
        const then = now - (performance.now() - head.clock) / 1000; // when the clip was where it is said to be
        const isMoved = this.#anchor === null || last === null || last.jump !== head.jump;
        const isOff =
            this.#anchor !== null &&
            (this.#anchor.rate !== head.rate ||
                Math.abs(clipTimeOf(this.#anchor, then) - head.position) > drift * Math.max(1, head.rate));
        if (!isMoved && !isOff) return;
        const begun = voices.cancelAfter(now);
        this.#anchor = head.rate > 0 ? { audio: then, clip: head.position, rate: head.rate } : null;
        // What began stays begun, unless somebody went back to it.
        this.#scheduledTo = isMoved ? head.position : Math.max(head.position, begun + 1e-9);
    }

    #schedule(voices: Voices, to: number, now: number): void {
        this.#start(voices, this.#anchor!, this.#scheduledTo, to, now);
        this.#scheduledTo = Math.max(this.#scheduledTo, to);
    }

    #start(voices: Voices, anchor: Anchor, from: number, to: number, now: number): void {
        const clip = this.#clip;
        if (clip === null) return;
        for (const { event, at } of onsetsBetween(clip.events, clip.duration, this.#repeats, from, to))
            this.#play(voices, event, at, Math.max(now, audioTimeOf(anchor, at)));
    }

    // By hand: what the time is drawn over is heard at once.
    #scrub(last: Playhead | null, head: Playhead, now: number): void {
        const clip = this.#clip;
        if (last === null || last.playing || clip === null || clip.duration <= 0) return;
        const [from, to] = [last.position % clip.duration, head.position % clip.duration];
        if (from === to || Math.abs(to - from) > longestScrub) return;
        const [low, high] = from < to ? [from + 1e-9, to + 1e-9] : [to, from];
        for (const { event } of onsetsBetween(clip.events, clip.duration, false, low, high))
            this.#play(this.#voices!, event, performance.now(), now);
    }

    #play(voices: Voices, event: number, at: number, when: number): void {
        const sound = this.#sounds[event];
        if (sound === null || sound === undefined || sound.files.length === 0) return;
        // Another variant in each pass.
        const turn = Math.floor(at / Math.max(1e-3, this.#clip?.duration ?? 1)) + event;
        const variant = turn % sound.files.length;
        const buffer = this.#bank.ready(sound.files[variant]!);
        if (buffer === undefined) return;
        const { range, ownSlot } = sound;
        const { gain, semitones, spread } = sound.tunes[variant]!;
        voices.start({ buffer, when, at, range, ownSlot, gain, rate: 2 ** ((semitones + strayed(turn, spread)) / 12) });
    }

    #files(): string[] {
        return [...new Set(this.#sounds.flatMap((sound) => sound?.files ?? []))];
    }

    #preload(): void {
        void this.#bank.load(this.#files());
    }

    #wake(): void {
        const { context } = this;
        void context.resume();
        if (this.#master === null) {
            this.#master = new GainNode(context);
            this.#master.connect(context.destination);
            this.#voices = new Voices(context, this.#master);
        }
        this.#master.gain.setTargetAtTime(1, context.currentTime, 0.01);
        this.#anchor = null;
        this.#preload();
    }

    #silence(): void {
        if (this.#context === null) return;
        this.#master?.gain.setTargetAtTime(0, this.#context.currentTime, 0.01);
        this.#voices?.stop(this.#context.currentTime);
        this.#anchor = null;
    }
}
