// How much room a clip takes, so that a camera can stand where all of it is seen.
import type { Model, ModelData, Pose } from "@ossuary/core";
import * as THREE from "three";
import { jointsOf } from "./figure";
import { posedBounds } from "./posed_bounds";

const exactSamples = 12;
const mostSamples = 48; // a blade goes far in a twelfth of a blow

// Boxes around the model at moments of the clip; of the rest pose for -1. Around the root, wherever that goes.
export async function clipBounds(model: Model, clip: number): Promise<THREE.Box3[]> {
    return boundsAt(model, clip, exactSamples, (pose) => posedBounds(model.data, pose));
}

// The same at more moments and faster, by the outermost points of what each joint moves.
export async function roughClipBounds(model: Model, clip: number, still: boolean): Promise<THREE.Box3[]> {
    const { duration = 0, frameRate = 0 } = model.clips[clip] ?? {};
    const samples = Math.min(mostSamples, Math.max(2, Math.round(duration * (frameRate > 0 ? frameRate : 30)) + 1));
    const parts = hullsOf(model.data);
    const boxOf = (world: Float32Array): THREE.Box3 => {
        const whole = parts.still.clone();
        const matrix = new THREE.Matrix4();
        const point = new THREE.Vector3();
        for (const [joint, hull] of parts.moved) {
            matrix.fromArray(world, joint * 16);
            for (const each of hull.points) whole.expandByPoint(point.copy(each).applyMatrix4(matrix));
        }
        if (!whole.isEmpty()) return whole;
        for (let at = 12; at < world.length; at += 16) whole.expandByPoint(new THREE.Vector3().fromArray(world, at));
        return whole;
    };
    // All poses at once: each question costs a way to the worker and back.
    const times = timesOf(model, clip, samples);
    const { world } = await model.poses(times.map((time) => (clip < 0 ? [] : [{ clip, time, looping: "clamp" }])));
    const size = world.length / times.length;
    const poses = times.map((_, i) => world.subarray(i * size, (i + 1) * size));
    return poses.flatMap((each) => {
        const box = boxOf(each);
        if (still) box.translate(wayGone(model, clip, { world: each }).negate());
        return box.isEmpty() ? [] : [box];
    });
}

// Evenly over the clip, its ends among them; the rest pose has one.
function timesOf(model: Model, clip: number, count: number): number[] {
    const duration = model.clips[clip]?.duration ?? 0;
    if (clip < 0 || duration <= 0) return [0];
    return Array.from({ length: count }, (_, i) => (duration * i) / (count - 1));
}

async function boundsAt(
    model: Model,
    clip: number,
    count: number,
    boxOf: (pose: Pose) => THREE.Box3,
): Promise<THREE.Box3[]> {
    const boxes: THREE.Box3[] = [];
    for (const time of timesOf(model, clip, count)) {
        const pose = await poseAt(model, clip, time);
        const box = boxOf(pose);
        box.translate(wayGone(model, clip, pose).negate());
        if (!box.isEmpty()) boxes.push(box);
    }
    return boxes;
}

interface Hulls {
    readonly still: THREE.Box3; // of meshes that no joint moves
    readonly moved: ReadonlyMap<number, Hull>; // in the space of the joint
}

const known = new WeakMap<ModelData, Hulls>();
const leastWeight = 0.2; // what follows a joint less does not go where it goes

// Along the axes, the edges and the corners of a cube; the other half of them is the other way.
const directions = Array.from({ length: 27 }, (_, i) => [(i % 3) - 1, (Math.floor(i / 3) % 3) - 1, Math.floor(i / 9) - 1] as const).slice(14);

// The farthest points in some directions.
class Hull {
    readonly #most = new Float64Array(directions.length * 2).fill(-Infinity);
    readonly points = Array.from({ length: directions.length * 2 }, () => new THREE.Vector3());

    add(point: THREE.Vector3): void {
        const { x, y, z } = point;
        for (const [i, [dx, dy, dz]] of directions.entries()) {
            const far = x * dx + y * dy + z * dz;
            if (far > this.#most[2 * i]!) this.#set(2 * i, far, point);
            if (-far > this.#most[2 * i + 1]!) this.#set(2 * i + 1, -far, point);
        }
    }

    #set(i: number, far: number, point: THREE.Vector3): void {
        this.#most[i] = far;
        this.points[i]!.copy(point);
    }
}

function hullsOf(data: ModelData): Hulls {
    const made = known.get(data);
    if (made !== undefined) return made;
    const still = new THREE.Box3();
    const moved = new Map<number, Hull>();
    const hullOf = (joint: number): Hull => {
        const hull = moved.get(joint) ?? new Hull();
        moved.set(joint, hull);
        return hull;
    };
    const point = new THREE.Vector3();
    for (const mesh of data.meshes) {
        const skin = data.skins[mesh.skin];
        if (skin === undefined && mesh.joint < 0) {
            still.union(new THREE.Box3().setFromArray(mesh.positions));
            continue;
        }
        const rigid = jointsOf(mesh).map(hullOf);
        const binds = skin === undefined ? [] : [...skin.joints].map((_, i) => new THREE.Matrix4().fromArray(skin.inverseBind, i * 16));
        for (let v = 0; v * 3 < mesh.positions.length; ++v) {
            if (skin === undefined) {
                point.fromArray(mesh.positions, v * 3);
                for (const hull of rigid) hull.add(point);
                continue;
            }
            for (let i = mesh.influenceStart[v]!; i < mesh.influenceStart[v + 1]!; ++i) {
                if (mesh.influenceWeights[i]! < leastWeight) continue;
                const joint = mesh.influenceJoints[i]!;
                hullOf(skin.joints[joint]!).add(point.fromArray(mesh.positions, v * 3).applyMatrix4(binds[joint]!));
            }
        }
    }
    const hulls = { still, moved };
    known.set(data, hulls);
    return hulls;
}

export function poseAt(model: Model, clip: number, time: number): Promise<Pose> {
    return model.pose(clip < 0 ? [] : [{ clip, time, looping: "clamp" }]);
}

// Where the root is on the ground.
export function wayGone(model: Model, clip: number, { world }: Pick<Pose, "world">): THREE.Vector3 {
    const root = rootOf(model, clip);
    return root < 0 ? new THREE.Vector3() : new THREE.Vector3(world[root * 16 + 12], 0, world[root * 16 + 14]);
}

export function rootOf(model: Model, clip: number): number {
    if (clip < 0 || model.data.skeleton.names.length === 0) return -1;
    return Math.max(0, model.clips[clip]!.rootJoint);
}
