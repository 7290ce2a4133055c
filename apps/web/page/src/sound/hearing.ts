// What is heard of what is shown: the sounds of events, those of a world, and the music of its zone.
import type { Model } from "@ossuary/core";
import type { Collection } from "../document/collection";
import type { Playback, PlayedFrame } from "../play/playback";
import type { View } from "../view/view";
import { SoundBank } from "./sound_bank";
import type { EventSound } from "./sound_files";
import { Sounder } from "./sounder";
import { WorldSounder } from "./world_sounder";

export class Hearing {
    readonly sounder: Sounder;
    readonly world: WorldSounder;
    // What the events of the clip sound like was found out, or has changed.
    onSounds: (sounds: readonly (EventSound | null)[]) => void = () => {};
    readonly #collection: Collection;
    readonly #playback: Playback;
    readonly #bank: SoundBank;
    readonly #report: (error: unknown, path: string) => void;
    #model: Model | null = null;
    #path = "";

    constructor(collection: Collection, playback: Playback, view: View, report: (error: unknown, path: string) => void) {
        this.#collection = collection;
        this.#playback = playback;
        this.#report = report;
        this.#bank = new SoundBank((path) => collection.sound(path), report);
        this.sounder = new Sounder(this.#bank);
        this.sounder.distance = () => view.distance();
        this.world = new WorldSounder(collection, this.#bank, this.sounder, () => view.stage.camera.position.toArray(), report);
        playback.looping.watch(() => this.bind());
        playback.playing.watch((playing) => {
            if (!playing) this.sounder.pause();
        });
    }

    // What is shown now, and the file it is from.
    setModel(model: Model | null, path = ""): void {
        this.#model = model;
        this.#path = path;
        this.sounder.setClip(null, [], true);
        this.world.setWorld(model !== null && this.#collection.entry(path)?.format === "zen" ? path : null);
        if (model !== null) void this.#learn(model);
    }

    // Of each event of the clip; null of those that make no sound.
    soundsOfClip(): (EventSound | null)[] {
        const { current } = this.#playback;
        if (current === undefined || this.#model === null) return [];
        return current.events.map((event) => this.#collection.sounds.soundOf(event, this.#path));
    }

    // Whether the clip was waiting for one of these files.
    waitsFor(paths: readonly string[]): boolean {
        return this.soundsOfClip().some((sound) => sound?.files.some((file) => paths.includes(file)));
    }

    // Another clip, or other files.
    bind(): void {
        if (this.#model === null) return;
        const sounds = this.soundsOfClip();
        this.onSounds(sounds);
        this.sounder.setClip(this.#playback.current ?? null, sounds, this.#playback.looping.value);
    }

    // Files have changed.
    forget(): void {
        this.#bank.clear();
    }

    follow({ time, clock, jump }: PlayedFrame): void {
        const { pass, duration, rate, playing, held } = this.#playback;
        this.sounder.follow({ position: pass.value * duration + time, rate, playing: playing.value && !held, clock, jump });
    }

    // What the game's script says of the sounds of its events.
    async #learn(model: Model): Promise<void> {
        try {
            const isNew = await this.#collection.learnSounds(model.clips.flatMap(({ events }) => events));
            if (isNew && this.#model === model) this.bind();
        } catch (error) {
            this.#report(error, "SFX.DAT");
        }
    }
}
