// The row above the lanes: to the start, a frame back, play, a frame on, to the end, where we are, how fast, again, the
// sound, and the blend of two clips.
import type { Playback } from "../play/playback";
import { choice, iconButton, slider, type Choice } from "../shell/controls";
import { element, setText } from "../shell/dom";
import { icon } from "../shell/icons";
import { Signal } from "../shell/signal";

export const speeds = [0.1, 0.25, 0.5, 1, 1.5, 2, 4] as const;

export class Transport {
    readonly element: HTMLElement;
    readonly #playback: Playback;
    readonly #time = element("output", { class: "figures time", "aria-label": "Time" });
    readonly #frame = element("output", { class: "figures frame", "aria-label": "Frame" });
    readonly #clips = new Signal<readonly Choice<string>[]>([]);
    readonly #other = new Signal("-1");
    readonly #weight = new Signal(0.5);
    readonly #names = element("span", { class: "blend-names quiet" });
    readonly #play: HTMLButtonElement;
    readonly #needClip: readonly (HTMLButtonElement | HTMLSelectElement)[]; // without a clip they do nothing

    // `sound` is the speaker's button, `extra` stands at the end.
    constructor(playback: Playback, sound: HTMLElement, ...extra: HTMLElement[]) {
        this.#playback = playback;
        this.#play = iconButton("play", "Play", "Space", () => (playback.playing.value = !playback.playing.value));
        const loop = iconButton("loop", "Repeat", "L", () => (playback.looping.value = !playback.looping.value));
        playback.looping.watch((on) => loop.setAttribute("aria-pressed", String(on)));
        const weight = slider("Part of the second clip", { min: 0, max: 1, step: 0.01 }, this.#weight);
        const first = iconButton("first", "To the start", "Home", () => playback.seek(0));
        const back = iconButton("back", "One frame back", "←", () => playback.step(-1));
        const on = iconButton("on", "One frame on", "→", () => playback.step(1));
        const last = iconButton("last", "To the end", "End", () => playback.seek(playback.duration));
        const speed = this.#speedChoice();
        const other = choice("Second clip", this.#clips, this.#other);
        this.#needClip = [first, back, this.#play, on, last, speed, loop, other];
        this.element = element(
            "div",
            { class: "transport" },
            first,
            back,
            this.#play,
            on,
            last,
            this.#time,
            this.#frame,
            speed,
            loop,
            sound,
            element(
                "div",
                { class: "blend", role: "group", "aria-label": "Blend" },
                element("span", { class: "quiet" }, "blend"),
                weight,
                this.#names,
                other,
            ),
            ...extra,
        );
        this.#bindBlend(weight);
        playback.playing.watch((playing) => this.#showPlaying(playing));
        playback.time.watch(() => this.#showTime());
        playback.clip.watch(() => this.#showClip());
        this.refresh();
    }

    // After another model was loaded.
    refresh(): void {
        const clips = this.#playback.clips.map(({ name }, i) => ({ value: String(i), label: name }));
        for (const control of this.#needClip) control.disabled = clips.length === 0;
        this.#clips.value = [{ value: "-1", label: "no second clip" }, ...clips];
        this.#showClip();
    }

    spoken(): string {
        return `${this.#time.textContent}, ${this.#frame.textContent}`;
    }

    #speedChoice(): HTMLSelectElement {
        const entries = new Signal(speeds.map((speed) => ({ value: String(speed), label: `${speed}×` })));
        const speed = new Signal("1");
        speed.watch((value) => (this.#playback.speed.value = Number(value)));
        this.#playback.speed.watch((value) => (speed.value = String(value)));
        return choice("Speed", entries, speed);
    }

    #bindBlend(weight: HTMLInputElement): void {
        const { blend } = this.#playback;
        this.#other.watch((value) => (blend.value = { ...blend.value, clip: Number(value) }));
        this.#weight.watch((value) => (blend.value = { ...blend.value, weight: value }));
        blend.watch((value) => {
            this.#other.value = String(value.clip);
            this.#weight.value = value.weight;
            weight.disabled = value.clip < 0;
            weight.style.visibility = value.clip < 0 ? "hidden" : "visible"; // it keeps its place
            this.#showClip();
        });
    }

    #showPlaying(playing: boolean): void {
        this.#play.replaceChildren(icon(playing ? "pause" : "play"));
        this.#play.setAttribute("aria-label", playing ? "Pause" : "Play");
        this.#play.title = `${playing ? "Pause" : "Play"} (Space)`;
    }

    #showClip(): void {
        const { current, blend } = this.#playback;
        setText(this.#names, current === undefined || blend.value.clip < 0 ? "" : `${current.name} →`);
        this.#showTime();
    }

    #showTime(): void {
        const { current, time, frameTime } = this.#playback;
        const frames = current === undefined ? 0 : Math.round(current.duration / frameTime);
        const at = Math.min(Math.floor(time.value / frameTime + 1e-4), frames);
        const hasClips = !this.#needClip[0]!.disabled;
        setText(this.#time, hasClips ? `${time.value.toFixed(3)} s` : "");
        setText(this.#frame, current !== undefined ? `frame ${at}/${frames}` : hasClips ? "rest pose" : "");
    }
}
