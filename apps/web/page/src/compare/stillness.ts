// While two are compared, both are the clip as it is: in its own place, alone. Afterwards everything is as it was.
import { Vector3 } from "three";
import type { Blend, Layer, Playback } from "../play/playback";
import type { View } from "../view/view";
import type { Comparison } from "./comparison";

interface Before {
    readonly travelling: boolean;
    readonly blend: Blend;
    readonly layers: readonly Layer[];
    readonly viewpoint: View["stage"]["viewpoint"];
}

export class Stillness {
    readonly #comparison: Comparison;
    readonly #playback: Playback;
    readonly #view: View;
    #before: Before | null = null;
    #at: readonly [number, number] | null = null; // where the root was in the last frame compared

    constructor(comparison: Comparison, playback: Playback, view: View, frame: () => void) {
        this.#comparison = comparison;
        this.#playback = playback;
        this.#view = view;
        comparison.on.watch((on) => (on ? this.#begin() : this.#end()));
        comparison.onReady = () => {
            playback.seek(playback.time.value);
            this.#at = null;
            void playback.settled().then(frame);
        };
    }

    // Both go where the clip takes them, and the camera with them.
    follow(world: Float32Array): void {
        if (!this.#comparison.on.value) return;
        const root = Math.max(0, this.#playback.current?.rootJoint ?? 0) * 16;
        if (world.length <= root) return;
        const at = [world[root + 12]!, world[root + 14]!] as const;
        const [x, z] = this.#at ?? at;
        this.#view.stage.follow(new Vector3(at[0] - x, 0, at[1] - z));
        this.#at = at;
    }

    #begin(): void {
        const { travelling, blend, layers } = this.#playback;
        this.#at = null;
        this.#view.resetPlace();
        const { viewpoint } = this.#view.stage;
        this.#before = { travelling: travelling.value, blend: blend.value, layers: layers.value, viewpoint };
        travelling.value = false;
        blend.value = { ...blend.value, clip: -1 };
        layers.value = [];
    }

    #end(): void {
        this.#at = null;
        const before = this.#before;
        this.#before = null;
        if (before === null || this.#view.figure === null) return;
        const { travelling, blend, layers } = this.#playback;
        travelling.value = before.travelling;
        blend.value = before.blend;
        layers.value = before.layers;
        this.#view.stage.viewpoint = before.viewpoint;
    }
}
