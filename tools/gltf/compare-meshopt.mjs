// Decodes a compressed GLB with the npm package meshoptimizer and compares it with the plain one; see tools/compare-meshopt.
// A reader of its own, so that nothing of ours is asked whether ours is right.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(path.join(process.env.GLTF_TOOLS_HOME, 'package.json'));
const { MeshoptDecoder } = require('meshoptimizer');

const POSITION_TOLERANCE = 5e-5; // metres
const NORMAL_TOLERANCE = Math.cos((1.5 * Math.PI) / 180);
const COORDINATE_TOLERANCE = 1 / 16384;
const WEIGHT_TOLERANCE = 1e-4;

const COMPONENTS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
const TYPES = { 5120: Int8Array, 5121: Uint8Array, 5122: Int16Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array };
const SCALES = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535 };

class Glb {
    static async read(file) {
        const bytes = await readFile(file);
        const jsonLength = bytes.readUInt32LE(12);
        const glb = new Glb();
        glb.json = JSON.parse(bytes.subarray(20, 20 + jsonLength).toString());
        const start = 20 + jsonLength + 8;
        glb.binary = bytes.subarray(start, start + bytes.readUInt32LE(20 + jsonLength));
        glb.views = new Map();
        return glb;
    }

    // The bytes of a view, decoded where they are compressed.
    view(index) {
        if (this.views.has(index)) return this.views.get(index);
        const view = this.json.bufferViews[index];
        const coding = view.extensions?.EXT_meshopt_compression;
        const at = coding ?? view;
        let bytes = new Uint8Array(this.binary.subarray(at.byteOffset ?? 0, (at.byteOffset ?? 0) + at.byteLength));
        if (coding) {
            const plain = new Uint8Array(coding.count * coding.byteStride);
            MeshoptDecoder.decodeGltfBuffer(plain, coding.count, coding.byteStride, bytes, coding.mode, coding.filter);
            bytes = plain;
            this.decoded = (this.decoded ?? 0) + 1;
        }
        this.views.set(index, bytes);
        return bytes;
    }

    // An accessor as a list of rows of numbers.
    rows(index) {
        const accessor = this.json.accessors[index];
        const size = COMPONENTS[accessor.type];
        const Type = TYPES[accessor.componentType];
        const scale = accessor.normalized ? SCALES[accessor.componentType] : 1;
        const read = (bytes, offset, count, stride) => {
            const data = new DataView(bytes.buffer, bytes.byteOffset);
            const getter = `get${Type.name.replace('Array', '')}`;
            const width = Type.BYTES_PER_ELEMENT;
            return Array.from({ length: count }, (_, i) =>
                Array.from({ length: size }, (_, c) => data[getter](offset + i * (stride ?? width * size) + c * width, true) / scale),
            );
        };
        if (accessor.bufferView === undefined) return Array.from({ length: accessor.count }, () => new Array(size).fill(0));
        const stride = this.json.bufferViews[accessor.bufferView].byteStride;
        return read(this.view(accessor.bufferView), accessor.byteOffset ?? 0, accessor.count, stride);
    }

    // Every primitive as its material and its corners, each with all its attributes.
    primitives() {
        return (this.json.meshes ?? []).flatMap((mesh, m) =>
            mesh.primitives.map((primitive, p) => {
                const attributes = Object.fromEntries(Object.entries(primitive.attributes).map(([name, a]) => [name, this.rows(a)]));
                const corners = this.rows(primitive.indices).map(([v]) =>
                    Object.fromEntries(Object.entries(attributes).map(([name, rows]) => [name, rows[v]])),
                );
                return { name: `meshes[${m}].primitives[${p}]`, material: primitive.material, corners };
            }),
        );
    }
}

function agree(name, a, b) {
    if ((a === undefined) !== (b === undefined)) return false;
    if (name.startsWith('JOINTS')) return true; // compared with their weights
    if (name === 'NORMAL' || name === 'TANGENT') {
        const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        return dot >= NORMAL_TOLERANCE * Math.hypot(...b.slice(0, 3)) && (name === 'NORMAL' || Math.abs(a[3] - b[3]) < 1e-6);
    }
    const tolerance = name === 'POSITION' ? POSITION_TOLERANCE : name.startsWith('TEXCOORD') ? COORDINATE_TOLERANCE : 1e-6;
    return a.every((value, i) => Math.abs(value - b[i]) <= tolerance);
}

function weights(corner) {
    const sums = new Map();
    for (let set = 0; corner[`JOINTS_${set}`]; ++set)
        corner[`JOINTS_${set}`].forEach((joint, i) => sums.set(joint, (sums.get(joint) ?? 0) + corner[`WEIGHTS_${set}`][i]));
    return sums;
}

function sameCorner(a, b) {
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)]))
        if (!name.startsWith('WEIGHTS') && !agree(name, a[name], b[name])) return false;
    const [of_a, of_b] = [weights(a), weights(b)];
    return [...new Set([...of_a.keys(), ...of_b.keys()])].every(
        (joint) => Math.abs((of_a.get(joint) ?? 0) - (of_b.get(joint) ?? 0)) <= WEIGHT_TOLERANCE,
    );
}

function sameTriangle(a, b) {
    return [0, 1, 2].some((turn) => [0, 1, 2].every((c) => sameCorner(a[c], b[(c + turn) % 3])));
}

// Triangles by the cell of a coarse grid that their middle lies in.
function triangles(corners) {
    const list = [];
    for (let i = 0; i + 2 < corners.length; i += 3) {
        const three = corners.slice(i, i + 3);
        const middle = [0, 1, 2].map((axis) => three.reduce((sum, corner) => sum + corner.POSITION[axis], 0) / 3);
        list.push({ three, middle });
    }
    return list;
}

function compare(plain, compressed) {
    const cell = 1e-3;
    const key = (m) => m.map((value) => Math.round(value / cell)).join();
    const grid = new Map();
    for (const triangle of triangles(compressed.corners)) {
        const k = key(triangle.middle);
        if (!grid.has(k)) grid.set(k, []);
        grid.get(k).push(triangle);
    }
    let missing = 0;
    for (const triangle of triangles(plain.corners)) {
        const around = triangle.middle.map((value) => [...new Set([-1, 0, 1].map((d) => Math.round((value + d * 1e-4) / cell)))]);
        const found = around[0].some((x) =>
            around[1].some((y) =>
                around[2].some((z) => {
                    const bucket = grid.get([x, y, z].join()) ?? [];
                    const at = bucket.findIndex((other) => sameTriangle(triangle.three, other.three));
                    if (at >= 0) bucket.splice(at, 1); // each counts once
                    return at >= 0;
                }),
            ),
        );
        if (!found) ++missing;
    }
    return missing;
}

function sameRows(a, b) {
    return a.length === b.length && a.every((row, i) => row.every((value, c) => value === b[i][c]));
}

function animationValues(glb) {
    return (glb.json.animations ?? []).flatMap((animation) =>
        animation.channels.map((channel) => {
            const sampler = animation.samplers[channel.sampler];
            return [animation.name, channel.target.node, channel.target.path, glb.rows(sampler.input), glb.rows(sampler.output)];
        }),
    );
}

await MeshoptDecoder.ready;
const [plain, compressed] = await Promise.all(process.argv.slice(2).map(Glb.read));
const [before, after] = [plain.primitives(), compressed.primitives()];
let wrong = before.length === after.length ? 0 : 1;
let count = 0;
for (let p = 0; p < Math.min(before.length, after.length); ++p) {
    const missing = compare(before[p], after[p]);
    const equal = missing === 0 && before[p].corners.length === after[p].corners.length && before[p].material === after[p].material;
    count += before[p].corners.length / 3;
    if (!equal) {
        ++wrong;
        console.log(`${after[p].name}: ${missing} of ${before[p].corners.length / 3} triangles have no counterpart`);
    }
}
const [moves, moved] = [animationValues(plain), animationValues(compressed)];
const exact = moves.length === moved.length && moves.every((move, i) => {
    const [name, node, target, times, values] = moved[i];
    return move[0] === name && move[1] === node && move[2] === target && sameRows(move[3], times) && sameRows(move[4], values);
});
if (!exact) ++wrong;
console.log(
    `${process.argv[3]}: ${compressed.decoded ?? 0} views decoded, ${count} triangles, ${moves.length} channels: ` +
        (wrong === 0 ? 'the same' : `${wrong} differences${exact ? '' : ', animations among them'}`),
);
process.exitCode = wrong === 0 && compressed.decoded > 0 ? 0 : 1;
