// What to show first: which clips go with which model, the main character among many, its clip to begin with.
import type { Clip, FormatInfo, Subject } from "@ossuary/core";

const mostTakes = 400; // of one skeleton, opened together

// The library joins what belongs to one game. Here a model of no game (glTF) is joined with the motions that lie beside
// it, and takes of one kind in one folder with each other. Whether they fit, opening tells: `fits` says what is known.
export function joinClips(
    subjects: readonly Subject[],
    formatOf: (path: string) => FormatInfo | undefined,
    fits: (path: string) => boolean,
): Subject[] {
    const isClip = ({ path, clips }: Subject): boolean =>
        clips.length === 0 && fits(path) && formatOf(path)?.role === "clip";
    const isPlainModel = ({ path }: Subject): boolean => {
        const format = formatOf(path);
        return format?.role === "model" && format.game === "";
    };
    const groups = new Map<string, Subject[]>();
    for (const subject of subjects) {
        if (!isClip(subject) && !isPlainModel(subject)) continue;
        const folder = folderOf(subject.path);
        groups.set(folder, [...(groups.get(folder) ?? []), subject]);
    }
    const joined = new Map<string, Subject>(); // by the first one's path
    const taken = new Set<string>();
    for (const group of groups.values()) {
        const clips = group.filter(isClip);
        const models = group.filter(isPlainModel);
        if (clips.length === 0 || clips.length > mostTakes) continue;
        if (models.length === 1) {
            const [{ path, clips: own }] = models as [Subject];
            joined.set(path, { path, clips: [...own, ...clips.map((clip) => clip.path)] });
            for (const clip of clips) taken.add(clip.path);
        } else if (models.length === 0) {
            for (const format of new Set(clips.map(({ path }) => formatOf(path)?.name))) {
                const takes = clips.filter(({ path }) => formatOf(path)?.name === format).map(({ path }) => path);
                if (takes.length < 2) continue;
                const first = takes[firstByName(takes.map(stemOf))]!;
                joined.set(first, { path: first, clips: takes.filter((path) => path !== first) });
                for (const path of takes) if (path !== first) taken.add(path);
            }
        }
    }
    return subjects.filter(({ path }) => !taken.has(path)).map((subject) => joined.get(subject.path) ?? subject);
}

const mainNames = /^(hero|humans?|player|character|ossian)$/i;

// Somebody's hero before anything else, the one nearest to the top; otherwise as the library has them. What was only
// mounted comes last.
export function mainFirst(subjects: readonly Subject[]): Subject[] {
    const rank = ({ path }: Subject): number => {
        const mounted = path.startsWith("mounted/") ? 1000 : 0;
        return mounted + (mainNames.test(stemOf(path)) ? path.split("/").length : 100);
    };
    return subjects
        .map((subject, i) => ({ subject, i, rank: rank(subject) }))
        .sort((a, b) => a.rank - b.rank || a.i - b.i)
        .map(({ subject }) => subject);
}

// The clip a person wants to see first: standing, else walking, never dying.
export function firstClip(clips: readonly Pick<Clip, "name">[]): number {
    return firstByName(clips.map(({ name }) => name));
}

const wanted: readonly RegExp[] = [
    /(^|[-_. ])idle([-_. ]?\d+)?$/i,
    /^s_run$/i, // Gothic's name for standing ready
    /^(.*[-_. ])?(stand|wait|rest|breathe?)(ing)?$/i,
    /^(.*[-_. ])?walk(l|ing|[-_. ]?loop|[-_. ]?cycle)?$/i,
    /idle|walk/i,
    /^(.*[-_. ])?(run|runl|trot|move)$/i,
];
const unwanted = /die|dead|death|dying|fall|hit|hurt|stumble|knock/i;

function firstByName(names: readonly string[]): number {
    for (const pattern of wanted) {
        const found = names.findIndex((name) => pattern.test(name) && !unwanted.test(name));
        if (found >= 0) return found;
    }
    return Math.max(
        0,
        names.findIndex((name) => !unwanted.test(name)),
    );
}

function folderOf(path: string): string {
    return path.slice(0, path.lastIndexOf("/") + 1).toLowerCase();
}

export function stemOf(path: string): string {
    return path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
}
