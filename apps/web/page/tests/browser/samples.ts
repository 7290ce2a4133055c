// The demo character in every format the page opens, and what must be seen of each.
import { join } from "node:path";

export interface Sample {
    readonly kind: string;
    readonly drop: readonly string[]; // below the demo's folder
    readonly title: string;
    readonly rows: readonly string[]; // among those of the tree
    readonly clip: string;
    readonly native: readonly string[]; // the files ossuary-pose opens for the same
    readonly events: boolean; // whether the format keeps events
    // `part`: how much of the file is left; two thirds if not said.
    readonly broken: { readonly name: string; readonly place: RegExp; readonly part?: number };
}

export function samples(demo: string): Sample[] {
    const at = (...names: string[]): string[] => names.map((name) => join(demo, name));
    return [
        {
            kind: "glTF",
            drop: at("hero.glb"),
            title: "hero",
            rows: ["hero.glb", "idle", "run"],
            clip: "run",
            native: at("hero.glb"),
            events: true,
            broken: { name: "broken.glb", place: /byte 0x/ },
        },
        {
            kind: "MD5 pair",
            drop: at("md5/hero.md5mesh", "md5/run.md5anim"),
            title: "hero",
            rows: ["hero.md5mesh", "run"], // its file is the same row
            clip: "run",
            native: at("md5/hero.md5mesh", "md5/run.md5anim"),
            events: false,
            broken: { name: "broken.md5mesh", place: /line \d+/ },
        },
        {
            kind: "Gothic script set",
            drop: at("gothic2"),
            title: "HERO",
            rows: ["gothic2", "HERO.MDS", "S_RUNL"],
            clip: "S_RUNL",
            native: at("gothic2/HERO.MDS"),
            events: true,
            broken: { name: "BROKEN.MDM", place: /byte 0x/ },
        },
        {
            kind: "VDF archive",
            drop: at("game/Data/base.vdf"),
            title: "HERO",
            rows: ["base.vdf", "ANIMS", "HERO.MDS", "S_RUNL"],
            clip: "S_RUNL",
            native: at("gothic2/HERO.MDS"),
            events: true,
            // With its list of files whole, those of them that are still there would be shown.
            broken: { name: "broken.vdf", place: /byte 0x/, part: 0.001 },
        },
        {
            kind: "x8pc and x8an",
            drop: at("sf3/x8pc00a.bin", "sf3/x8an00.bin"),
            title: "x8pc00a",
            rows: ["x8pc00a.bin", "x8an00.bin"],
            clip: "",
            native: at("sf3/x8pc00a.bin", "sf3/x8an00.bin"),
            events: false,
            broken: { name: "x8pc99a.bin", place: /byte 0x/ },
        },
        {
            kind: "motion.zbd",
            drop: at("mw3/motion.zbd"),
            title: "motion",
            rows: ["motion.zbd"],
            clip: "",
            native: at("mw3/motion.zbd"),
            events: false,
            broken: { name: "motion.zbd", place: /byte 0x/ },
        },
        {
            kind: "BVH",
            drop: at("bvh/walk.bvh"),
            title: "walk",
            rows: ["walk.bvh", "walk"],
            clip: "walk",
            native: at("bvh/walk.bvh"),
            events: false,
            broken: { name: "broken.bvh", place: /line \d+/ },
        },
    ];
}
