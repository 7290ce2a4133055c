// The ground: a grid in metres that fades out with the distance, drawn by one shader on one rectangle.

import * as THREE from "three";

const vertexShader = /* glsl */ `
    varying vec2 place;
    void main() {
        vec4 world = modelMatrix * vec4(position, 1.0);
        place = world.xz;
        gl_Position = projectionMatrix * viewMatrix * world;
    }`;

const fragmentShader = /* glsl */ `
    uniform vec3 lineColour;
    uniform vec3 axisColour;
    uniform vec2 middle;
    uniform float reach;
    uniform float cell;
    varying vec2 place;

    // How much of a pixel a line takes: one pixel wide at every distance.
    float lines(vec2 at, float spacing) {
        vec2 scaled = at / spacing;
        vec2 width = fwidth(scaled);
        vec2 near = abs(fract(scaled - 0.5) - 0.5) / width;
        // Where lines would be closer than pixels they blend into nothing instead of a moiré.
        vec2 shown = (1.0 - min(near, 1.0)) * (1.0 - smoothstep(0.2, 0.6, width));
        return max(shown.x, shown.y);
    }

    void main() {
        float fade = 1.0 - smoothstep(0.25, 1.0, length(place - middle) / reach);
        float strong = lines(place, cell);
        float fine = lines(place, cell / 10.0) * 0.28;
        vec2 axis = abs(place) / fwidth(place);
        float onAxis = 1.0 - min(min(axis.x, axis.y), 1.0);
        vec3 colour = mix(lineColour, axisColour, onAxis * 0.6);
        gl_FragColor = vec4(colour, max(max(strong * 0.75, fine), onAxis * 0.9) * fade);
        #include <colorspace_fragment>
    }`;

export class Ground {
    readonly object: THREE.Mesh;
    readonly #uniforms = {
        lineColour: { value: new THREE.Color() },
        axisColour: { value: new THREE.Color() },
        middle: { value: new THREE.Vector2() },
        reach: { value: 10 },
        cell: { value: 1 },
    };

    #height = 0;

    constructor() {
        const material = new THREE.ShaderMaterial({
            uniforms: this.#uniforms,
            vertexShader,
            fragmentShader,
            transparent: true,
            depthWrite: false,
            side: THREE.DoubleSide,
        });
        this.object = new THREE.Mesh(new THREE.PlaneGeometry(2, 2).rotateX(-Math.PI / 2), material);
        this.object.renderOrder = -1;
        this.object.frustumCulled = false;
    }

    setColours(line: string, axis: string): void {
        this.#uniforms.lineColour.value.set(line);
        this.#uniforms.axisColour.value.set(axis);
    }

    // Stays under what walks over it; the lines stay where they are.
    follow(x: number, z: number): void {
        this.object.position.x += x;
        this.object.position.z += z;
        this.#uniforms.middle.value.set(this.object.position.x, this.object.position.z);
    }

    setHeight(y: number): void {
        this.#height = y;
        this.object.position.y = y;
    }

    // Big enough for what stands on it; a thing of a centimetre or a kilometre gets cells it can be measured by.
    fit(centre: THREE.Vector3, radius: number): void {
        const reach = radius * 8;
        this.#uniforms.reach.value = reach;
        this.#uniforms.cell.value = 10 ** Math.max(0, Math.round(Math.log10(Math.max(radius, 1e-3) / 3)));
        this.#uniforms.middle.value.set(centre.x, centre.z);
        this.object.position.set(centre.x, this.#height, centre.z);
        this.object.scale.setScalar(reach);
    }
}
