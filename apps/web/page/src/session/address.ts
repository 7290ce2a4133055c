// What is shown, in the page's address behind the `#`: a reload or a link brings it back, as soon as its files are there.

export interface PageState {
    readonly open: string; // the file
    readonly clip: string; // empty: the rest pose
    readonly time: number; // seconds
    readonly camera: readonly number[]; // place and target, six numbers; none: as it frames itself
}

export function stateToHash({ open, clip, time, camera }: PageState): string {
    const query = new URLSearchParams({ open });
    if (clip !== "") query.set("clip", clip);
    if (time > 0) query.set("time", time.toFixed(3));
    if (camera.length === 6) query.set("camera", camera.map((part) => Number(part.toFixed(3))).join(","));
    return `#${query.toString()}`;
}

// Null if the address says nothing.
export function stateOfHash(hash: string): PageState | null {
    const query = new URLSearchParams(hash.replace(/^#/, ""));
    const open = query.get("open");
    if (open === null || open === "") return null;
    const time = Number(query.get("time") ?? 0);
    const camera = (query.get("camera") ?? "").split(",").map(Number);
    return {
        open,
        clip: query.get("clip") ?? "",
        time: Number.isFinite(time) && time > 0 ? time : 0,
        camera: camera.length === 6 && camera.every(Number.isFinite) ? camera : [],
    };
}
