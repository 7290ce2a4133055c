// Which files an event plays, by the rules of the library's resolver: what the script of the game says of its name, or
// where that says nothing NAME.WAV and its variants NAME_A1.WAV …; on the ground NAME_STONE.WAV and the like.
import type { ClipEvent, Entry, ScriptedSound } from "@ossuary/core";

const soundRange = 25; // metres, of events that have none
const groundRange = 10;
const ground = "stone"; // what is underfoot here

// How a file is played.
export interface Tune {
    readonly gain: number;
    readonly semitones: number;
    readonly spread: number; // semitones, up or down
}

export interface EventSound {
    readonly files: readonly string[]; // variants, one of which is heard; none: it was not found
    readonly tunes: readonly Tune[]; // one for each
    readonly range: number; // metres
    readonly ownSlot: boolean; // does not end what its figure sounds of already
}

const plainTune: Tune = { gain: 1, semitones: 0, spread: 0 };

function makesSound(kind: string, name: string): boolean {
    return (kind === "sound" || kind === "ground_sound") && name !== "";
}

// In lower case, on the ground with what is underfoot.
function askedName(kind: string, name: string): string {
    const plain = name.toLowerCase().replace(/\.wav$/, "");
    return kind === "ground_sound" ? `${plain}_${ground}` : plain;
}

export class SoundFiles {
    readonly #byName = new Map<string, string[]>(); // paths, by the file's name in lower case without extension
    readonly #scripted = new Map<string, readonly ScriptedSound[]>(); // by name in lower case
    readonly #segments = new Map<string, string>(); // music: paths, by the file's name in lower case
    readonly script: string | null = null; // SFX.DAT, where there is one
    readonly musicScript: string | null = null; // MUSIC.DAT

    constructor(entries: Iterable<Entry>) {
        for (const { path, name, kind } of entries) {
            if (kind === "file" && name.toLowerCase() === "sfx.dat") this.script ??= path;
            if (kind === "file" && name.toLowerCase() === "music.dat") this.musicScript ??= path;
            if (kind === "file" && /\.sgt$/i.test(name)) this.#segments.set(name.toLowerCase(), path);
            if (kind !== "file" || !/\.wav$/i.test(name)) continue;
            const key = name.slice(0, -4).toLowerCase();
            this.#byName.set(key, [...(this.#byName.get(key) ?? []), path]);
        }
    }

    // Null if the event makes no sound. `model` is the file whose event it is: what lies near to it counts first.
    soundOf({ kind, name, fields }: Pick<ClipEvent, "kind" | "name" | "fields">, model: string): EventSound | null {
        if (!makesSound(kind, name)) return null;
        const said = fields["range"];
        const range = typeof said === "number" && said > 0 ? said / 100 : kind === "ground_sound" ? groundRange : soundRange;
        return { ...this.played(askedName(kind, name), model), range, ownSlot: fields["empty_slot"] === true || fields["emptySlot"] === true };
    }

    // What a name plays.
    played(name: string, model: string): Pick<EventSound, "files" | "tunes"> {
        const files: string[] = [];
        const tunes: Tune[] = [];
        for (const { file, ...tune } of this.#scripted.get(name) ?? []) {
            const path = this.#nearest(file.toLowerCase().replace(/\.wav$/, ""), model);
            if (path === undefined && files.length > 0) break; // variants count as far as their files go
            if (path === undefined) continue;
            files.push(path);
            tunes.push(tune);
        }
        if (files.length > 0) return { files, tunes };
        const found = this.#variants(name, model);
        return { files: found, tunes: found.map(() => plainTune) };
    }

    segment(name: string): string | undefined {
        return this.#segments.get(name.toLowerCase());
    }

    // Of these events the names that nobody has asked the script for yet.
    unknown(events: Iterable<Pick<ClipEvent, "kind" | "name">>): string[] {
        const names = new Set<string>();
        for (const { kind, name } of events) if (makesSound(kind, name)) names.add(askedName(kind, name));
        return [...names].filter((name) => !this.#scripted.has(name));
    }

    learn(names: readonly string[], sounds: readonly (readonly ScriptedSound[])[]): void {
        names.forEach((name, i) => this.#scripted.set(name, sounds[i] ?? []));
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
