// A sound or a piece of music by itself: its waveform, its notes, and a button that plays it.
import type { Music, Sound } from "@ossuary/core";
import { iconButton } from "../shell/controls";
import { element, setText } from "../shell/dom";
import { icon } from "../shell/icons";
import { token } from "../shell/theme";
import { bufferOf } from "./sound_bank";

const rollPart = 0.62; // of the height, for notes
const hues = [42, 200, 95, 285, 150, 20, 340, 230]; // of channels

export interface Heard {
    readonly name: string;
    readonly sound: Sound | Music;
}

export class SoundView {
    readonly element: HTMLElement;
    readonly #context: () => AudioContext;
    readonly #title = element("figcaption", { class: "sound-title" });
    readonly #canvas = element("canvas", { role: "img" });
    readonly #time = element("output", { class: "figures", "aria-label": "Time in the sound" });
    readonly #play: HTMLButtonElement;
    #shown: Heard | null = null;
    #buffer: AudioBuffer | null = null;
    #source: AudioBufferSourceNode | null = null;
    #began = 0; // on the audio clock, as if it had been played from its start
    #at = 0; // seconds, while it stands
    // Called when somebody puts it away.
    onClose: () => void = () => {};

    constructor(context: () => AudioContext) {
        this.#context = context;
        this.#play = iconButton("play", "Play the sound", "", () => (this.isPlaying ? this.stop() : this.play()));
        const surface = element("div", { class: "sound-surface" }, this.#canvas);
        this.element = element(
            "figure",
            { class: "sound-view", hidden: true },
            element(
                "div",
                { class: "sound-bar" },
                this.#play,
                this.#title,
                this.#time,
                iconButton("close", "Close the sound", "Escape", () => this.onClose()),
            ),
            surface,
        );
        surface.addEventListener("pointerdown", (event) => {
            surface.setPointerCapture(event.pointerId);
            this.#seekTo(event.offsetX / Math.max(1, surface.clientWidth));
        });
        surface.addEventListener("pointermove", (event) => {
            if (surface.hasPointerCapture(event.pointerId)) this.#seekTo(event.offsetX / Math.max(1, surface.clientWidth));
        });
        this.element.addEventListener("keydown", (event) => {
            if (event.key === "Escape") this.onClose();
        });
        new ResizeObserver(() => this.draw()).observe(surface);
    }

    get isPlaying(): boolean {
        return this.#source !== null;
    }

    get duration(): number {
        return this.#buffer?.duration ?? 0;
    }

    show(heard: Heard | null): void {
        this.stop();
        this.#shown = heard;
        this.#at = 0;
        this.#buffer = heard === null ? null : bufferOf(heard.sound.channels, heard.sound.rate);
        this.element.hidden = heard === null;
        if (heard === null) return;
        setText(this.#title, heard.name);
        this.#play.disabled = this.#buffer === null;
        const notes = "notes" in heard.sound ? `, ${heard.sound.notes.length / 5} notes` : "";
        this.#canvas.setAttribute("aria-label", `${heard.name}: ${this.duration.toFixed(2)} seconds${notes}`);
        this.draw();
    }

    play(): void {
        const buffer = this.#buffer;
        if (buffer === null) return;
        const context = this.#context();
        void context.resume();
        if (this.#at >= buffer.duration - 1e-3) this.#at = 0;
        const source = new AudioBufferSourceNode(context, { buffer });
        source.connect(context.destination);
        source.addEventListener("ended", () => {
            if (this.#source === source) this.#end();
        });
        source.start(0, this.#at);
        this.#source = source;
        this.#began = context.currentTime - this.#at;
        this.#showButton();
        requestAnimationFrame(() => this.#tick());
    }

    stop(): void {
        const source = this.#source;
        if (source === null) return;
        this.#at = this.#now();
        this.#source = null;
        source.stop();
        source.disconnect();
        this.#showButton();
        this.draw();
    }

    draw(): void {
        const { clientWidth: width, clientHeight: height } = this.#canvas.parentElement!;
        const context = this.#canvas.getContext("2d");
        const heard = this.#shown;
        if (context === null || heard === null || width === 0 || height === 0) return;
        this.#canvas.width = Math.round(width * devicePixelRatio);
        this.#canvas.height = Math.round(height * devicePixelRatio);
        context.scale(devicePixelRatio, devicePixelRatio);
        const roll = "notes" in heard.sound ? Math.round(height * rollPart) : 0;
        if ("notes" in heard.sound) this.#drawNotes(context, heard.sound, width, roll);
        this.#drawWave(context, heard.sound, width, roll, height);
        const x = this.duration > 0 ? (this.#now() / this.duration) * width : 0;
        context.fillStyle = token("accent");
        context.fillRect(Math.min(x, width - 1), 0, 1, height);
        setText(this.#time, `${this.#now().toFixed(2)} of ${this.duration.toFixed(2)} s`);
    }

    #drawWave(context: CanvasRenderingContext2D, sound: Sound | Music, width: number, top: number, height: number): void {
        const rows = (height - top) / sound.channels.length;
        sound.channels.forEach((samples, channel) => {
            const middle = top + rows * (channel + 0.5);
            if ("loop" in sound && sound.loop !== null) {
                const [from, to] = [sound.loop.start, sound.loop.end].map((frame) => (frame / samples.length) * width);
                context.fillStyle = token("raised");
                context.fillRect(from!, middle - rows / 2, to! - from!, rows);
            }
            context.fillStyle = token("line-strong");
            context.fillRect(0, middle, width, 1);
            context.fillStyle = token("bone");
            for (const [x, { low, high }] of peaks(samples, Math.round(width)).entries()) {
                const y = middle - high * rows * 0.46;
                context.fillRect(x, y, 1, Math.max(1, (high - low) * rows * 0.46));
            }
            if (!("cues" in sound)) return;
            context.fillStyle = token("axis-z");
            for (const cue of sound.cues) context.fillRect((cue / samples.length) * width, middle - rows / 2, 1, rows);
        });
    }

    #drawNotes(context: CanvasRenderingContext2D, { notes, patterns }: Music, width: number, height: number): void {
        const { low, high } = noteRange(notes);
        const row = height / (high - low + 1);
        const x = (seconds: number): number => (seconds / Math.max(this.duration, 1e-3)) * width;
        context.font = `11px ${token("font")}`;
        context.fillStyle = token("dim");
        for (let octave = Math.ceil(low / 12) * 12; octave <= high; octave += 12) {
            const y = (high - octave + 1) * row;
            context.fillRect(0, Math.round(y), width, 0.5);
            context.fillText(`C${octave / 12 - 1}`, 4, y - 2);
        }
        for (const { time, name } of patterns) {
            context.fillStyle = token("line-strong");
            context.fillRect(x(time), 0, 1, height);
            context.fillStyle = token("dim");
            context.fillText(name, x(time) + 4, 12);
        }
        for (let i = 0; i < notes.length; i += 5) {
            const [begin, end, note, velocity, channel] = notes.subarray(i, i + 5);
            context.globalAlpha = 0.35 + (0.65 * velocity!) / 127;
            context.fillStyle = `hsl(${hues[channel! % hues.length]} 55% 62%)`;
            context.fillRect(x(begin!), (high - note!) * row, Math.max(2, x(end!) - x(begin!)), Math.max(2, row - 1));
        }
        context.globalAlpha = 1;
    }

    #seekTo(part: number): void {
        const again = this.isPlaying;
        this.stop();
        this.#at = Math.min(Math.max(part, 0), 1) * this.duration;
        if (again) this.play();
        this.draw();
    }

    #now(): number {
        return this.#source === null ? this.#at : Math.min(this.#context().currentTime - this.#began, this.duration);
    }

    #tick(): void {
        if (!this.isPlaying) return;
        this.draw();
        requestAnimationFrame(() => this.#tick());
    }

    #end(): void {
        this.#source = null;
        this.#at = this.duration;
        this.#showButton();
        this.draw();
    }

    #showButton(): void {
        const label = this.isPlaying ? "Stop the sound" : "Play the sound";
        this.#play.replaceChildren(icon(this.isPlaying ? "stop" : "play"));
        this.#play.setAttribute("aria-label", label);
        this.#play.title = label;
    }
}

export interface Peak {
    readonly low: number;
    readonly high: number;
}

// The lowest and the highest sample of each of `count` equal parts.
export function peaks(samples: Float32Array, count: number): Peak[] {
    return Array.from({ length: count }, (_, i) => {
        const from = Math.floor((i * samples.length) / count);
        const to = Math.max(from + 1, Math.floor(((i + 1) * samples.length) / count));
        let [low, high] = [Infinity, -Infinity];
        for (let k = from; k < to && k < samples.length; ++k) {
            low = Math.min(low, samples[k]!);
            high = Math.max(high, samples[k]!);
        }
        return low > high ? { low: 0, high: 0 } : { low, high };
    });
}

// Whole octaves around all notes.
export function noteRange(notes: Float32Array): { readonly low: number; readonly high: number } {
    let [low, high] = [127, 0];
    for (let i = 2; i < notes.length; i += 5) {
        low = Math.min(low, notes[i]!);
        high = Math.max(high, notes[i]!);
    }
    if (low > high) return { low: 48, high: 71 };
    return { low: Math.floor(low / 12) * 12, high: Math.floor(high / 12) * 12 + 11 };
}
