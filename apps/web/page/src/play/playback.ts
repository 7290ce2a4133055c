// What plays, and when: the page's side of one Player in the worker. The player does the work; this asks it for one
// frame at a time, so that a slow machine drops pictures instead of falling behind, and builds it anew when what it
// plays changes.
import type { Clip, Frame, Model, Notice, Placement, Player, Pose } from "@ossuary/core";
import { Signal } from "../shell/signal";

// A clip played over the base, on all joints or those from one downwards.
export interface Layer {
    readonly clip: number;
    readonly weight: number;
    readonly joint: number; // -1: all
    readonly additive: boolean;
}

export interface Blend {
    readonly clip: number; // -1: none
    readonly weight: number; // 0: the base alone, 1: the other alone
}

export interface PlayedFrame extends Pose {
    readonly time: number; // in the base clip
    readonly step: Placement; // how the object moved since the frame before
    readonly notices: readonly Notice[]; // those of the base clip
    readonly clock: number; // when it was so, as `performance.now()` has it
    readonly jump: number; // another one than before: the time did not get there by running
}

const baseLayer = 1;
const blendLayer = 2;
const firstLayer = 3;
const longestStep = 0.25; // seconds; a page that slept does not catch up
const nowhere: Placement = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };

export class Playback {
    readonly clip = new Signal(-1); // -1: the rest pose
    readonly playing = new Signal(false);
    readonly looping = new Signal(true);
    readonly travelling = new Signal(true); // the root's path moves the figure; otherwise the pose is the file's own
    readonly speed = new Signal(1);
    readonly time = new Signal(0);
    readonly pass = new Signal(0); // how often the clip has begun again
    readonly blend = new Signal<Blend>({ clip: -1, weight: 0.5 });
    readonly layers = new Signal<readonly Layer[]>([]);

    // While somebody holds the time in hand nothing runs on under it.
    held = false;
    readonly #deliver: (frame: PlayedFrame) => void;
    readonly #fail: (error: unknown) => void;
    #model: Model | null = null;
    #player: Player | null = null;
    #work: Promise<void> = Promise.resolve();
    #pendingSeek: number | null = null;
    #generation = 0; // of players; frames of an older one are not shown
    #jumps = 0;
    #advancing = false;
    #lastTick: number | null = null;

    constructor(deliver: (frame: PlayedFrame) => void, fail: (error: unknown) => void) {
        this.#deliver = deliver;
        this.#fail = fail;
        this.looping.watch(() => this.#rebuild());
        this.travelling.watch(() => this.#rebuild());
        // Weights of what plays already are turned without a new player.
        let shape = "";
        const reshape = (): void => {
            const now = JSON.stringify([this.blend.value.clip, this.layers.value.map((layer) => layer.clip)]);
            if (now !== shape) this.#rebuild();
            else this.#enqueue(() => this.#weigh());
            shape = now;
        };
        this.blend.watch(reshape);
        this.layers.watch(reshape);
        this.playing.watch((playing) => {
            this.#lastTick = null;
            if (playing && this.#ended()) this.seek(0);
            if (playing) requestAnimationFrame((now) => this.#tick(now));
        });
    }

    get current(): Clip | undefined {
        return this.#model?.clips[this.clip.value];
    }

    get clips(): readonly Clip[] {
        return this.#model?.clips ?? [];
    }

    get duration(): number {
        return this.current?.duration ?? 0;
    }

    // Seconds of the clip in one of the world, while it runs.
    get rate(): number {
        const { clip, weight } = this.blend.value;
        const other = this.clips[clip];
        if (other === undefined || other.duration <= 0 || this.duration <= 0) return this.speed.value;
        return (this.speed.value * this.duration) / (this.duration * (1 - weight) + other.duration * weight);
    }

    // Seconds of one frame; what a step by keys goes.
    get frameTime(): number {
        const rate = this.current?.frameRate ?? 0;
        return rate > 0 ? 1 / rate : 1 / 30;
    }

    // Another model, in its rest pose; whoever opened the one before may close it afterwards.
    async load(model: Model | null): Promise<void> {
        this.playing.value = false;
        this.clip.value = -1;
        this.time.value = 0;
        this.blend.value = { clip: -1, weight: 0.5 };
        this.layers.value = [];
        this.#rebuild();
        this.#enqueue(async () => {
            await this.#player?.close();
            this.#player = null;
            this.#model = model;
        });
        await this.#work;
        this.#rebuild();
        await this.#work;
    }

    // Plays another clip from its beginning; -1 is the rest pose.
    choose(clip: number): void {
        this.time.value = 0;
        if (this.clip.value === clip) {
            this.seek(0);
            return;
        }
        this.clip.value = clip;
        this.#rebuild();
    }

    // Goes to a time without firing what lies between. Many in a row come down to the last.
    seek(time: number): void {
        const wanted = Math.min(Math.max(time, 0), this.duration);
        this.time.value = wanted;
        if (this.#pendingSeek === null) {
            this.#enqueue(async () => {
                const to = this.#pendingSeek ?? wanted;
                this.#pendingSeek = null;
                await this.#seekNow(to);
            });
        }
        this.#pendingSeek = wanted;
    }

    step(frames: number): void {
        this.playing.value = false;
        const frame = Math.round(this.time.value / this.frameTime) + frames;
        this.seek(frame * this.frameTime);
    }

    // Everything asked for so far has been done and shown.
    settled(): Promise<void> {
        return this.#work;
    }

    #ended(): boolean {
        return !this.looping.value && this.time.value >= this.duration - 1e-9;
    }

    #enqueue(task: () => Promise<void>): void {
        this.#work = this.#work.then(async () => {
            try {
                await task();
            } catch (error) {
                this.#fail(error);
            }
        });
    }

    #rebuild(): void {
        const generation = ++this.#generation;
        this.#enqueue(async () => {
            const model = this.#model;
            if (generation !== this.#generation || model === null) return; // a newer one follows, or there is nothing
            await this.#player?.close();
            this.#player = null;
            const base = this.clip.value;
            if (base < 0) {
                await this.#show([]);
                return;
            }
            const others = [this.blend.value.clip, ...this.layers.value.map((layer) => layer.clip)];
            this.#player = await model.player({
                clips: [...new Set([base, ...others.filter((clip) => clip >= 0)])],
                loop: this.looping.value ? "always" : "never",
                rootMotion: this.travelling.value,
            });
            await this.#start(this.time.value);
            await this.#weigh();
            await this.#seekNow(this.time.value);
        });
    }

    // Begins every layer as far into it as the base is.
    async #start(time: number): Promise<void> {
        const player = this.#player;
        if (player === null) return;
        const begin = (clip: number, layer: number, offset: number): Promise<boolean> =>
            player.start(clip, { layer, offset, blendIn: 0, force: true });
        await begin(this.clip.value, baseLayer, time);
        const { clip } = this.blend.value;
        if (clip >= 0) await begin(clip, blendLayer, this.#timeInBlend(time));
        for (const [i, layer] of this.layers.value.entries())
            await begin(layer.clip, firstLayer + i, this.#timeInLayer(layer, time));
    }

    // Two blended clips keep step: both take as long as their mean, so that a foot that comes down does so in both.
    async #weigh(): Promise<void> {
        const player = this.#player;
        if (player === null) return;
        const { clip, weight } = this.blend.value;
        const other = this.clips[clip];
        if (other !== undefined && other.duration > 0 && this.duration > 0) {
            const together = this.duration * (1 - weight) + other.duration * weight;
            await player.setLayer(blendLayer, { weight });
            await player.setSpeed(baseLayer, this.duration / together);
            await player.setSpeed(blendLayer, other.duration / together);
        }
        for (const [i, { weight: part, joint, additive }] of this.layers.value.entries())
            await player.setLayer(firstLayer + i, { weight: part, joint, additive });
        if (!this.playing.value) await this.#advance(0);
    }

    async #seekNow(time: number): Promise<void> {
        const player = this.#player;
        if (player === null) return;
        ++this.#jumps;
        if (this.#ended()) {
            await this.#showEnd();
            return;
        }
        // A loop's end is the next pass's beginning; just before it, it is still this one's.
        const within = Math.max(0, Math.min(time, this.duration - 1e-6));
        if (await player.seek(baseLayer, within)) {
            if (this.blend.value.clip >= 0) await player.seek(blendLayer, this.#timeInBlend(within));
            for (const [i, layer] of this.layers.value.entries())
                await player.seek(firstLayer + i, this.#timeInLayer(layer, within));
        } else {
            await this.#start(within);
        }
        await this.#advance(0);
    }

    #timeInBlend(time: number): number {
        const other = this.clips[this.blend.value.clip];
        return other === undefined || this.duration <= 0 ? 0 : (time / this.duration) * other.duration;
    }

    #timeInLayer(layer: Layer, time: number): number {
        const duration = this.clips[layer.clip]?.duration ?? 0;
        return duration > 0 ? time % duration : 0;
    }

    async #advance(seconds: number, clock = performance.now()): Promise<void> {
        const player = this.#player;
        if (player === null) return;
        const generation = this.#generation;
        const frame = await player.advance(seconds);
        if (generation !== this.#generation) return;
        const base = frame.layers.find((state) => state.layer === baseLayer);
        if (base === undefined) {
            // Played once and over: it stays as it ended.
            this.playing.value = false;
            this.time.value = this.duration;
            this.#hand(frame, noticesOf(frame), this.duration, clock);
            await this.#showEnd();
            return;
        }
        this.pass.value = base.pass;
        if (this.#pendingSeek === null) this.time.value = base.time;
        this.#hand(frame, noticesOf(frame), base.time, clock);
    }

    #showEnd(): Promise<void> {
        if (this.clip.value < 0) return this.#show([]);
        return this.#show([{ clip: this.clip.value, time: this.duration, looping: "clamp" }]);
    }

    async #show(request: Parameters<Model["pose"]>[0]): Promise<void> {
        const pose = await this.#model?.pose(request);
        const [clock, jump] = [performance.now(), this.#jumps];
        if (pose !== undefined) this.#deliver({ ...pose, time: this.time.value, step: nowhere, notices: [], clock, jump });
    }

    #hand(frame: Frame, notices: readonly Notice[], time: number, clock: number): void {
        this.#deliver({
            local: frame.local,
            world: frame.world,
            morphs: frame.morphs,
            time,
            step: frame.root,
            notices,
            clock,
            jump: this.#jumps,
        });
    }

    #tick(now: number): void {
        if (!this.playing.value) return;
        requestAnimationFrame((next) => this.#tick(next));
        if (this.#lastTick === null || this.held) this.#lastTick = now;
        if (this.held || this.#advancing || this.#player === null) return;
        const seconds = Math.min((now - this.#lastTick) / 1000, longestStep);
        this.#lastTick = now;
        this.#advancing = true;
        this.#enqueue(async () => {
            if (this.playing.value && !this.held) await this.#advance(seconds * this.speed.value, now);
        });
        void this.#work.then(() => (this.#advancing = false));
    }
}

function noticesOf(frame: Frame): Notice[] {
    return frame.notices.filter((notice) => notice.layer === baseLayer);
}
