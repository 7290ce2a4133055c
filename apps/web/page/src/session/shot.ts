// Shot mode: no panels, one picture or a sheet of them, posted to the command exactly once (PROTOCOL.md).
import { Ossuary, OssuaryError, type Model } from "@ossuary/core";
import * as THREE from "three";
import { firstClip } from "../document/choosing";
import { Collection } from "../document/collection";
import { makeTheme, token } from "../shell/theme";
import { clipBounds, poseAt, rootOf, wayGone } from "../view/clip_bounds";
import { Figure } from "../view/figure";
import { loadPictures } from "../view/materials";
import { View } from "../view/view";
import { divide, fetchFiles, sessionFiles } from "./session";
import type { ShotQuery } from "./shot_query";

const roomInShot = 1.04; // nothing lies over a picture

export async function takeShot(query: ShotQuery, host: HTMLElement): Promise<void> {
    let body: Blob | string;
    try {
        body = await drawShot(query, host);
    } catch (error) {
        body = error instanceof OssuaryError ? error.text : error instanceof Error ? error.message : String(error);
    }
    const type = typeof body === "string" ? "text/plain" : "image/png";
    await fetch("./session/shot", { method: "POST", headers: { "Content-Type": type }, body });
}

async function drawShot(query: ShotQuery, host: HTMLElement): Promise<Blob> {
    makeTheme(query.theme);
    const columns = query.sheet?.columns ?? 1;
    const rows = query.sheet?.rows ?? 1;
    const cell = { width: Math.floor(query.width / columns), height: Math.floor(query.height / rows) };
    host.style.width = `${cell.width}px`;
    host.style.height = `${cell.height}px`;

    const model = await openShot(query);
    const clip = clipOf(model, query);
    const times = timesOf(model, clip, query);
    const view = new View(1);
    host.append(view.element);
    view.stage.resize();
    view.show(new Figure(model.data, await loadPictures(model)));
    const { mesh, skeleton, names, grid, trail } = view.toggles;
    for (const [name, toggle] of Object.entries({ mesh, skeleton, names, grid, trail }))
        toggle.value = query.show.has(name);
    if (model.data.meshes.length === 0) skeleton.value = true;

    view.stage.lookFrom(query.angle, 14);
    view.stage.frame(await boundsOf(model, clip), false, roomInShot);
    if (clip >= 0) view.setTrail(await pathOf(model, clip));
    const seen = new THREE.Vector3();
    const whole = document.createElement("canvas");
    whole.width = query.width;
    whole.height = query.height;
    const context = whole.getContext("2d");
    if (context === null) throw new Error("this browser draws no 2-D pictures");
    context.fillStyle = token("background");
    context.fillRect(0, 0, whole.width, whole.height);
    for (const [i, time] of times.entries()) {
        const pose = await poseAt(model, clip, time);
        view.applyPose(pose, time);
        const at = wayGone(model, clip, pose);
        view.stage.follow(at.clone().sub(seen));
        seen.copy(at);
        const [x, y] = [(i % columns) * cell.width, Math.floor(i / columns) * cell.height];
        context.drawImage(await createImageBitmap(await view.picture()), x, y);
        if (query.sheet === null) continue;
        context.font = `12px ${token("font")}`;
        context.fillStyle = token("dim");
        context.fillText(`${time.toFixed(3)} s`, x + 8, y + cell.height - 8);
    }
    return new Promise((resolve, reject) =>
        whole.toBlob(
            (blob) => (blob === null ? reject(new Error("the picture could not be encoded")) : resolve(blob)),
            "image/png",
        ),
    );
}

async function openShot(query: ShotQuery): Promise<Model> {
    const session = await sessionFiles();
    const collection = new Collection(Ossuary.start());
    const { fetched, listings } = divide(session);
    const { files: given, faults } = await fetchFiles(fetched);
    if (given.length === 0 && faults.length > 0) throw new Error(`${faults[0]!.file}: ${faults[0]!.message}`);
    await collection.add(given, listings);
    const path = query.open ?? session.open;
    const subject = path === undefined ? collection.subjects[0] : collection.subjectsFor(path)[0];
    if (subject === undefined) throw new Error("there is nothing to show in these files");
    return collection.open(subject);
}

function clipOf(model: Model, query: ShotQuery): number {
    if (query.clip === null) return query.sheet !== null && model.clips.length > 0 ? firstClip(model.clips) : -1;
    const wanted = query.clip.toLowerCase();
    const found = model.clips.findIndex(({ name }) => name.toLowerCase() === wanted);
    if (found < 0) throw new Error(`${model.data.name}: there is no clip '${query.clip}'`);
    return found;
}

function timesOf(model: Model, clip: number, query: ShotQuery): number[] {
    if (query.sheet === null) return [query.time];
    const count = query.sheet.columns * query.sheet.rows;
    const { duration, loop } = model.clips[clip] ?? { duration: 0, loop: "once" };
    // The last frame of a loop is its first once more.
    const steps = loop === "wrap" ? count : Math.max(1, count - 1);
    return Array.from({ length: count }, (_, i) => (duration * i) / steps);
}

// Over the whole clip, so that pictures of one clip can be compared; around the root, wherever it goes.
async function boundsOf(model: Model, clip: number): Promise<THREE.Box3[]> {
    const boxes = await clipBounds(model, clip);
    if (boxes.length === 0) throw new Error(`${model.data.name}: has neither meshes nor joints`);
    return boxes;
}

async function pathOf(model: Model, clip: number): Promise<THREE.Vector3[]> {
    const root = rootOf(model, clip);
    if (root < 0) return [];
    const { values } = await model.curve(clip, root, 64, "object");
    return Array.from(
        { length: values.length / 10 },
        (_, i) => new THREE.Vector3(values[i * 10]!, 0.002, values[i * 10 + 2]!),
    );
}
