// The skeleton as seen through everything: a slim octahedron per bone, a ball per joint, the picked one in gold.
import type { Skeleton } from "@ossuary/core";
import * as THREE from "three";

const relativeWidth = 0.07; // of a bone's length
const hidden = new THREE.Matrix4().makeScale(0, 0, 0);
const up = new THREE.Vector3(0, 1, 0);

export class Bones {
    readonly object = new THREE.Group();
    readonly positions: THREE.Vector3[];
    readonly #parents: Int32Array;
    readonly #bones: THREE.InstancedMesh;
    readonly #joints: THREE.InstancedMesh;
    readonly #colour = new THREE.Color();
    readonly #pickedColour = new THREE.Color();
    readonly #ball: number;
    #picked = -1;

    // `size`: of the model, in metres; balls and very long bones keep to it.
    constructor(skeleton: Skeleton, size: number) {
        const count = skeleton.names.length;
        this.#parents = skeleton.parents;
        this.positions = Array.from({ length: count }, () => new THREE.Vector3());
        this.#ball = size * 0.006;
        const material = new THREE.MeshBasicMaterial({
            transparent: true,
            opacity: 0.82,
            depthTest: false,
            depthWrite: false,
        });
        this.#bones = new THREE.InstancedMesh(boneGeometry(), material, count);
        this.#joints = new THREE.InstancedMesh(new THREE.IcosahedronGeometry(1, 1), material, count);
        for (const mesh of [this.#bones, this.#joints]) {
            mesh.frustumCulled = false;
            mesh.renderOrder = 10;
            this.object.add(mesh);
        }
    }

    setColours(colour: string, picked: string): void {
        this.#colour.set(colour);
        this.#pickedColour.set(picked);
        this.pick(this.#picked);
    }

    pick(joint: number): void {
        this.#picked = joint;
        for (let i = 0; i < this.positions.length; ++i) {
            this.#joints.setColorAt(i, i === joint ? this.#pickedColour : this.#colour);
            // A bone belongs to the joint that moves it: the upper end.
            this.#bones.setColorAt(i, joint >= 0 && this.#parents[i] === joint ? this.#pickedColour : this.#colour);
        }
        for (const mesh of [this.#bones, this.#joints])
            if (mesh.instanceColor !== null) mesh.instanceColor.needsUpdate = true;
    }

    applyPose(world: Float32Array): void {
        this.positions.forEach((position, i) => position.fromArray(world, i * 16 + 12));
        const matrix = new THREE.Matrix4();
        const turn = new THREE.Quaternion();
        const along = new THREE.Vector3();
        const scale = new THREE.Vector3();
        this.positions.forEach((position, i) => {
            const ball = i === this.#picked ? this.#ball * 1.6 : this.#ball;
            this.#joints.setMatrixAt(i, matrix.makeScale(ball, ball, ball).setPosition(position));
            const parent = this.positions[this.#parents[i]!];
            const length = parent === undefined ? 0 : along.subVectors(position, parent).length();
            if (parent === undefined || length < 1e-6) {
                this.#bones.setMatrixAt(i, hidden);
                return;
            }
            const width = Math.min(length * relativeWidth, this.#ball * 3);
            turn.setFromUnitVectors(up, along.divideScalar(length));
            this.#bones.setMatrixAt(i, matrix.compose(parent, turn, scale.set(width, length, width)));
        });
        this.#bones.instanceMatrix.needsUpdate = true;
        this.#joints.instanceMatrix.needsUpdate = true;
    }

    dispose(): void {
        this.object.removeFromParent();
        for (const mesh of [this.#bones, this.#joints]) {
            mesh.geometry.dispose();
            mesh.dispose();
        }
        (this.#bones.material as THREE.Material).dispose();
    }
}

// From the origin one unit up, widest near the beginning.
function boneGeometry(): THREE.BufferGeometry {
    const waist = 0.16;
    const corners = [
        [0, 0, 0],
        [1, waist, 0],
        [0, waist, 1],
        [-1, waist, 0],
        [0, waist, -1],
        [0, 1, 0],
    ].flat();
    const faces = [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1, 5, 2, 1, 5, 3, 2, 5, 4, 3, 5, 1, 4];
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(corners, 3));
    geometry.setIndex(faces);
    return geometry;
}
