// How each kind of event looks: one hue, one shape, one word. The order is that of the lanes.

export interface EventLook {
    readonly label: string;
    readonly hue: number; // degrees; lightness and strength are the theme's
    readonly shape: string; // a path in a box of 12 × 12
    readonly hollow: boolean;
}

const shapes = {
    disc: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z",
    triangle: "M6 1.2 11 10.5H1z",
    triangleDown: "M6 10.8 1 1.5h10z",
    diamond: "M6 .8 11.2 6 6 11.2.8 6z",
    square: "M1.8 1.8h8.4v8.4H1.8z",
    cross: "M2 3.6 3.6 2 6 4.4 8.4 2 10 3.6 7.6 6 10 8.4 8.4 10 6 7.6 3.6 10 2 8.4 4.4 6z",
    plus: "M4.7 1.2h2.6v3.5h3.5v2.6H7.3v3.5H4.7V7.3H1.2V4.7h3.5z",
    star: "M6 .8 7.5 4.3l3.7.3-2.8 2.5.8 3.7L6 8.9l-3.2 1.9.8-3.7L.8 4.6l3.7-.3z",
    hexagon: "M3.4 1.4h5.2L11.2 6l-2.6 4.6H3.4L.8 6z",
    arrow: "M1 4.3h4.4V1.2L11 6l-5.6 4.8V7.7H1z",
    wave: "M1 7.6 3.4 2l2.2 4L7.6 2 11 7.6 8.6 10.8 6.4 7.4 4 10.8z",
    heart: "M6 10.8 1.6 6.2a2.6 2.6 0 0 1 4-3.4l.4.4.4-.4a2.6 2.6 0 0 1 4 3.4z",
    half: "M1.5 6a4.5 4.5 0 0 1 9 0z",
    flag: "M2.4 1h7.8L8.2 3.6l2 2.6H4V11H2.4z",
    bar: "M4.6 1h2.8v10H4.6z",
} as const;

const looks: Readonly<Record<string, EventLook>> = {
    ground_sound: { label: "steps", hue: 42, shape: shapes.disc, hollow: false },
    sound: { label: "sound", hue: 200, shape: shapes.triangle, hollow: false },
    particle_start: { label: "effect", hue: 285, shape: shapes.diamond, hollow: false },
    particle_stop: { label: "effect ends", hue: 305, shape: shapes.diamond, hollow: true },
    camera_tremor: { label: "tremor", hue: 20, shape: shapes.wave, hollow: false },
    morph_start: { label: "face", hue: 340, shape: shapes.heart, hollow: false },
    swap_mesh: { label: "swap mesh", hue: 170, shape: shapes.half, hollow: false },
    item: { label: "item", hue: 150, shape: shapes.square, hollow: false },
    fight_mode: { label: "fight mode", hue: 262, shape: shapes.hexagon, hollow: false },
    hit_limb: { label: "hit limb", hue: 8, shape: shapes.plus, hollow: false },
    hit_direction: { label: "hit direction", hue: 32, shape: shapes.arrow, hollow: false },
    damage_multiply: { label: "damage", hue: 352, shape: shapes.triangleDown, hollow: false },
    hit: { label: "hit", hue: 0, shape: shapes.star, hollow: false },
    hit_end: { label: "hit ends", hue: 328, shape: shapes.star, hollow: true },
    window: { label: "window", hue: 95, shape: shapes.square, hollow: false },
    cut: { label: "cut", hue: 230, shape: shapes.bar, hollow: false },
    tag: { label: "tag", hue: 125, shape: shapes.flag, hollow: false },
};

const unknown: EventLook = { label: "other", hue: 60, shape: shapes.cross, hollow: false };

export function lookOf(kind: string): EventLook {
    return looks[kind] ?? unknown;
}

export function laneOrder(kind: string): number {
    const at = Object.keys(looks).indexOf(kind);
    return at < 0 ? Number.MAX_SAFE_INTEGER : at;
}
