// What `ossuary shot` asks the page to draw (PROTOCOL.md).

export interface ShotQuery {
    readonly open: string | null;
    readonly clip: string | null;
    readonly time: number;
    readonly sheet: { readonly columns: number; readonly rows: number } | null;
    readonly width: number;
    readonly height: number;
    readonly theme: "dark" | "light";
    readonly show: ReadonlySet<string>;
    readonly angle: number;
}

export function parseShot(query: URLSearchParams): ShotQuery {
    const pair = (text: string | null): readonly [number, number] | null => {
        const match = /^(\d{1,5})x(\d{1,5})$/.exec(text ?? "");
        return match === null ? null : [Number(match[1]), Number(match[2])];
    };
    const number = (name: string, fallback: number): number => {
        const value = Number(query.get(name) ?? fallback);
        return Number.isFinite(value) ? value : fallback;
    };
    const [columns, rows] = pair(query.get("sheet")) ?? [0, 0];
    const [width, height] = pair(query.get("size")) ?? [1024, 768];
    return {
        open: query.get("open"),
        clip: query.get("clip"),
        time: number("time", 0),
        sheet: columns > 0 && rows > 0 ? { columns, rows } : null,
        width: Math.max(1, width),
        height: Math.max(1, height),
        theme: query.get("theme") === "light" ? "light" : "dark",
        show: new Set((query.get("show") ?? "mesh,grid").split(",")),
        angle: number("angle", 30),
    };
}
