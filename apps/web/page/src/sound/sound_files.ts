// Which files an event plays, by the rules of the library's resolver where no script tells of sounds: NAME.WAV and its
// variants NAME_A1.WAV …; on the ground NAME_STONE.WAV and the like.
import type { ClipEvent, Entry } from "@ossuary/core";

const soundRange = 25; // metres, of events that have none
const groundRange = 10;
const ground = "stone"; // what is underfoot here

export interface EventSound {
    readonly files: readonly string[]; // variants, one of which is heard; none: it was not found
    readonly range: number; // metres
    readonly ownSlot: boolean; // does not end what its figure sounds of already
}

export class SoundFiles {
    readonly #byName = new Map<string, string[]>(); // paths, by the file's name in lower case without extension

    constructor(entries: Iterable<Entry>) {
        for (const { path, name, kind } of entries) {
            if (kind !== "file" || !/\.wav$/i.test(name)) continue;
            const key = name.slice(0, -4).toLowerCase();
            this.#byName.set(key, [...(this.#byName.get(key) ?? []), path]);
        }
    }

    // Null if the event makes no sound. `model` is the file whose event it is: what lies near to it counts first.
    soundOf({ kind, name, fields }: Pick<ClipEvent, "kind" | "name" | "fields">, model: string): EventSound | null {
        if ((kind !== "sound" && kind !== "ground_sound") || name === "") return null;
        const isGround = kind === "ground_sound";
        const plain = name.toLowerCase().replace(/\.wav$/, "");
        const files = this.#variants(isGround ? `${plain}_${ground}` : plain, model);
        const said = fields["range"];
        const range = typeof said === "number" && said > 0 ? said / 100 : isGround ? groundRange : soundRange;
        return { files, range, ownSlot: fields["empty_slot"] === true || fields["emptySlot"] === true };
    }

    #variants(name: string, model: string): string[] {
        const found: string[] = [];
        const base = this.#nearest(name, model);
        if (base === undefined) return found;
        found.push(base);
        for (let number = 1; ; ++number) {
            const variant = this.#nearest(`${name}_a${number}`, model) ?? this.#nearest(`${name}_a0${number}`, model);
            if (variant === undefined) return found;
            found.push(variant);
        }
    }

    #nearest(name: string, model: string): string | undefined {
        const paths = this.#byName.get(name) ?? [];
        const near = (path: string): number => {
            let shared = 0;
            while (shared < path.length && path[shared] === model[shared]) ++shared;
            return path.lastIndexOf("/", shared); // folders they share
        };
        return paths.reduce<string | undefined>((best, path) => (best === undefined || near(path) > near(best) ? path : best), undefined);
    }
}
