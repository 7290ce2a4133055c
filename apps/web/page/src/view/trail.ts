// The way a root went: a line on the ground that is faint where it is old.
import * as THREE from "three";

const most = 4096; // points; the oldest are given up

export class Trail {
    readonly object: THREE.Line;
    readonly #points: THREE.Vector3[] = [];
    readonly #geometry = new THREE.BufferGeometry();
    readonly #colour = new THREE.Color();

    constructor() {
        const material = new THREE.LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false });
        this.#geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(most * 3), 3));
        this.#geometry.setAttribute("color", new THREE.BufferAttribute(new Float32Array(most * 4), 4));
        this.object = new THREE.Line(this.#geometry, material);
        this.object.frustumCulled = false;
        this.object.visible = false;
        this.clear();
    }

    setColour(colour: string): void {
        this.#colour.set(colour);
        this.#update();
    }

    clear(): void {
        this.#points.length = 0;
        this.#update();
    }

    setPath(points: readonly THREE.Vector3[]): void {
        this.#points.splice(0, Infinity, ...points.slice(-most));
        this.#update();
    }

    add(point: THREE.Vector3): void {
        const last = this.#points.at(-1);
        if (last !== undefined && last.distanceToSquared(point) < 1e-8) return;
        this.#points.push(point.clone());
        if (this.#points.length > most) this.#points.shift();
        this.#update();
    }

    dispose(): void {
        this.object.removeFromParent();
        this.#geometry.dispose();
        (this.object.material as THREE.Material).dispose();
    }

    #update(): void {
        const positions = this.#geometry.getAttribute("position");
        const colours = this.#geometry.getAttribute("color");
        const { r, g, b } = this.#colour;
        this.#points.forEach((point, i) => {
            positions.setXYZ(i, point.x, point.y, point.z);
            colours.setXYZW(i, r, g, b, 0.15 + (0.85 * (i + 1)) / this.#points.length);
        });
        positions.needsUpdate = true;
        colours.needsUpdate = true;
        this.#geometry.setDrawRange(0, this.#points.length);
    }
}
