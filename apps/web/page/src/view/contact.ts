// Soft dark discs on the ground below what touches it, so that one sees whether a figure stands or hovers.
import type { ModelData, Pose } from "@ossuary/core";
import * as THREE from "three";

const mostDiscs = 64;
const reach = 0.16; // of the figure's size: what is higher leaves no shadow
const lift = 0.001; // of the figure's size, over the ground

const vertexShader = /* glsl */ `
    attribute float strength;
    varying vec2 at;
    varying float dark;
    void main() {
        at = position.xz;
        dark = strength;
        gl_Position = projectionMatrix * modelViewMatrix * instanceMatrix * vec4(position, 1.0);
    }`;
const fragmentShader = /* glsl */ `
    varying vec2 at;
    varying float dark;
    void main() {
        float fall = max(0.0, 1.0 - dot(at, at));
        gl_FragColor = vec4(0.0, 0.0, 0.0, dark * fall * fall);
    }`;

export class ContactShadow {
    readonly object: THREE.InstancedMesh;
    readonly #strength = new THREE.InstancedBufferAttribute(new Float32Array(mostDiscs), 1);
    #size = 1;
    #joints: readonly number[] = [];

    constructor() {
        const geometry = new THREE.PlaneGeometry(2, 2).rotateX(-Math.PI / 2);
        geometry.setAttribute("strength", this.#strength);
        const material = new THREE.ShaderMaterial({ vertexShader, fragmentShader, transparent: true, depthWrite: false });
        this.object = new THREE.InstancedMesh(geometry, material, mostDiscs);
        this.object.frustumCulled = false;
        this.object.renderOrder = -0.5; // on the grid, below the figure
        this.object.count = 0;
    }

    // Of a figure; nothing is below a world.
    setModel(data: ModelData | null, size: number): void {
        this.#size = size;
        this.object.count = 0;
        this.#joints = [];
        if (data === null || data.meshes.length === 0 || isWorld(data)) return;
        const { parents } = data.skeleton;
        // Ends of limbs and what carries them: feet and toes, hands of one who lies.
        this.#joints = parents.length > mostDiscs ? ends(parents).slice(0, mostDiscs) : [...parents.keys()];
        if (data.skins.length === 0) this.#joints = [];
        if (this.#joints.length === 0 && data.bounds !== null) this.#standBelow(data.bounds);
    }

    applyPose({ world }: Pick<Pose, "world">): void {
        if (this.#joints.length === 0) return;
        const matrix = new THREE.Matrix4();
        const height = this.#size * reach;
        const radius = this.#size * 0.085;
        let count = 0;
        for (const joint of this.#joints) {
            const [x, y, z] = [12, 13, 14].map((part) => world[joint * 16 + part]!) as [number, number, number];
            const near = 1 - Math.abs(y) / height;
            if (!(near > 0)) continue;
            this.#strength.setX(count, 0.42 * near * near);
            const wide = radius * (1.6 - 0.6 * near);
            this.object.setMatrixAt(count++, matrix.makeScale(wide, 1, wide).setPosition(x, this.#size * lift, z));
        }
        this.#show(count);
    }

    dispose(): void {
        this.object.geometry.dispose();
        (this.object.material as THREE.Material).dispose();
        this.object.dispose();
    }

    #standBelow({ min, max }: NonNullable<ModelData["bounds"]>): void {
        if (Math.abs(min[1]) > this.#size * reach) return; // it hangs
        const matrix = new THREE.Matrix4().makeScale((max[0] - min[0]) * 0.8, 1, (max[2] - min[2]) * 0.8);
        matrix.setPosition((min[0] + max[0]) / 2, this.#size * lift, (min[2] + max[2]) / 2);
        this.#strength.setX(0, 0.55);
        this.object.setMatrixAt(0, matrix);
        this.#show(1);
    }

    #show(count: number): void {
        this.object.count = count;
        this.object.instanceMatrix.needsUpdate = true;
        this.#strength.needsUpdate = true;
    }
}

// A place rather than somebody in it.
export function isWorld({ bounds, skins, clips }: Pick<ModelData, "bounds" | "skins" | "clips">): boolean {
    if (bounds === null || skins.length > 0 || clips.length > 0) return false;
    return Math.max(bounds.max[0] - bounds.min[0], bounds.max[2] - bounds.min[2]) > 15;
}

function ends(parents: Int32Array): number[] {
    const inner = new Set(parents);
    return [...parents.keys()].filter((joint) => !inner.has(joint));
}
