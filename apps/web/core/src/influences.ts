// Influences as graphics hardware takes them: the same number for each vertex.
import type { Mesh } from "./types.js";

export interface FixedInfluences {
    /** `count` a vertex: indices into `Skin.joints`. */
    joints: Uint16Array;
    /** `count` a vertex, adding up to one. */
    weights: Float32Array;
}

/** The `count` strongest influences of each vertex, the strongest first, filled up with zeros. */
export function fixedInfluences(mesh: Mesh, count = 4): FixedInfluences {
    const vertices = mesh.positions.length / 3;
    const joints = new Uint16Array(vertices * count);
    const weights = new Float32Array(vertices * count);
    for (let v = 0; v + 1 < mesh.influenceStart.length; ++v) {
        const order = Array.from(range(mesh.influenceStart[v]!, mesh.influenceStart[v + 1]!));
        order.sort((a, b) => mesh.influenceWeights[b]! - mesh.influenceWeights[a]! || a - b);
        const strongest = order.slice(0, count);
        const sum = strongest.reduce((total, i) => total + mesh.influenceWeights[i]!, 0);
        strongest.forEach((i, k) => {
            joints[v * count + k] = mesh.influenceJoints[i]!;
            weights[v * count + k] = sum > 0 ? mesh.influenceWeights[i]! / sum : 0;
        });
    }
    return { joints, weights };
}

function* range(first: number, end: number): Iterable<number> {
    for (let i = first; i < end; ++i) yield i;
}
