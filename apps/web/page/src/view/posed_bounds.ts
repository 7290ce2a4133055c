// The box around a model in a pose. On the processor, and only where someone asks: the graphics card keeps what it knows.
import type { Mesh, ModelData, Pose } from "@ossuary/core";
import * as THREE from "three";
import { jointsOf } from "./figure";

export function posedBounds(model: ModelData, { world, morphs }: Pick<Pose, "world" | "morphs">): THREE.Box3 {
    const box = new THREE.Box3();
    let firstMorph = 0;
    for (const mesh of model.meshes) {
        addMesh(box, model, mesh, world, morphs.subarray(firstMorph, firstMorph + mesh.morphs.length));
        firstMorph += mesh.morphs.length;
    }
    if (!box.isEmpty()) return box;
    const point = new THREE.Vector3();
    for (let joint = 0; joint < world.length / 16; ++joint) box.expandByPoint(point.fromArray(world, joint * 16 + 12));
    return box;
}

function addMesh(box: THREE.Box3, model: ModelData, mesh: Mesh, world: Float32Array, morphs: Float32Array): void {
    const skin = model.skins[mesh.skin];
    const matrices = skin === undefined ? [] : palette(skin, world);
    const joints = jointsOf(mesh);
    const places = joints.map((joint) => new THREE.Matrix4().fromArray(world, joint * 16));
    if (joints.length === 0) places.push(new THREE.Matrix4());
    const point = new THREE.Vector3();
    const part = new THREE.Vector3();
    const sum = new THREE.Vector3();
    for (let v = 0; v * 3 < mesh.positions.length; ++v) {
        point.fromArray(mesh.positions, v * 3);
        mesh.morphs.forEach(({ positions }, m) => point.addScaledVector(part.fromArray(positions, v * 3), morphs[m]!));
        if (skin === undefined) {
            for (const place of places) box.expandByPoint(part.copy(point).applyMatrix4(place));
            continue;
        }
        sum.set(0, 0, 0);
        for (let i = mesh.influenceStart[v]!; i < mesh.influenceStart[v + 1]!; ++i) {
            part.copy(point).applyMatrix4(matrices[mesh.influenceJoints[i]!]!);
            sum.addScaledVector(part, mesh.influenceWeights[i]!);
        }
        box.expandByPoint(sum);
    }
}

function palette(skin: ModelData["skins"][number], world: Float32Array): THREE.Matrix4[] {
    const bind = new THREE.Matrix4();
    return [...skin.joints].map((joint, i) =>
        new THREE.Matrix4().fromArray(world, joint * 16).multiply(bind.fromArray(skin.inverseBind, i * 16)),
    );
}
