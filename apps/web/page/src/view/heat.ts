// Weights as colours: how much of a vertex follows the picked joint, from slate over gold to white heat.
import type { Mesh, ModelData } from "@ossuary/core";

// Linear light, from no weight to all of it.
const ramp: readonly (readonly [number, number, number])[] = [
    [0.1, 0.11, 0.14], // to be told from the background
    [0.1, 0.13, 0.36],
    [0.42, 0.1, 0.24],
    [0.82, 0.3, 0.06],
    [0.95, 0.75, 0.3],
    [1, 0.97, 0.88],
];

// Of one joint's weights, or of a number that each joint has.
export function heatColours(model: ModelData, mesh: Mesh, heat: number | Float32Array): Float32Array {
    const vertices = mesh.positions.length / 3;
    const colours = new Float32Array(vertices * 3);
    for (let v = 0; v < vertices; ++v) {
        const amount = typeof heat === "number" ? weightOf(model, mesh, v, heat) : meanOf(model, mesh, v, heat);
        colours.set(heatColour(amount), v * 3);
    }
    return colours;
}

// What the joints of a vertex have, by their weights.
export function meanOf(model: ModelData, mesh: Mesh, vertex: number, byJoint: Float32Array): number {
    const skin = model.skins[mesh.skin];
    if (skin === undefined) return byJoint[mesh.joint] ?? 0;
    let sum = 0;
    const end = mesh.influenceStart[vertex + 1] ?? 0;
    for (let i = mesh.influenceStart[vertex] ?? 0; i < end; ++i)
        sum += (byJoint[skin.joints[mesh.influenceJoints[i]!]!] ?? 0) * mesh.influenceWeights[i]!;
    return sum;
}

// A mesh without skin follows its joint with all of it.
export function weightOf(model: ModelData, mesh: Mesh, vertex: number, joint: number): number {
    const skin = model.skins[mesh.skin];
    if (skin === undefined) return mesh.joint === joint ? 1 : 0;
    let weight = 0;
    const end = mesh.influenceStart[vertex + 1] ?? 0;
    for (let i = mesh.influenceStart[vertex] ?? 0; i < end; ++i)
        if (skin.joints[mesh.influenceJoints[i]!] === joint) weight += mesh.influenceWeights[i]!;
    return weight;
}

export function heatColour(weight: number): [number, number, number] {
    const at = Math.min(Math.max(weight, 0), 1) * (ramp.length - 1);
    const low = ramp[Math.floor(at)]!;
    const high = ramp[Math.min(Math.floor(at) + 1, ramp.length - 1)]!;
    const t = at - Math.floor(at);
    return [low[0] + (high[0] - low[0]) * t, low[1] + (high[1] - low[1]) * t, low[2] + (high[2] - low[2]) * t];
}
