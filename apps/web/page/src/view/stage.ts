// The stage: renderer, camera, lights and ground. Draws only when someone said that something changed.

import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { prefersReducedMotion, token } from "../shell/theme";
import { Ground } from "./ground";

const fieldOfView = 35;
const glideTime = 0.14; // seconds
const roomAround = 1.18; // the bars at the edges of the view are over it, not beside it

export class Stage {
    readonly canvas: HTMLCanvasElement;
    readonly scene = new THREE.Scene();
    readonly camera = new THREE.PerspectiveCamera(fieldOfView, 1, 0.01, 1000);
    readonly #renderer: THREE.WebGLRenderer;
    readonly #controls: OrbitControls;
    readonly #ground = new Ground();
    readonly #before = new Set<() => void>();
    readonly #after = new Set<() => void>();
    #glide: {
        from: THREE.Vector3;
        to: THREE.Vector3;
        fromTarget: THREE.Vector3;
        toTarget: THREE.Vector3;
        began: number;
    } | null = null;
    readonly #host: HTMLElement;
    readonly #pixelRatio: number | undefined;
    #requested = 0;
    #held = false;
    #frames = 0;

    // `pixelRatio`: pixels of the picture for each of the page; at most two, as the screen has them, if not given.
    constructor(host: HTMLElement, pixelRatio?: number) {
        this.#host = host;
        this.#pixelRatio = pixelRatio;
        this.#renderer = new THREE.WebGLRenderer({
            antialias: true,
            preserveDrawingBuffer: false,
            powerPreference: "high-performance",
        });
        this.canvas = this.#renderer.domElement;
        this.canvas.tabIndex = 0;
        this.canvas.setAttribute("role", "img");
        this.canvas.setAttribute("aria-label", "The view. Drag to orbit, right drag to pan, wheel to zoom.");
        host.append(this.canvas);
        this.#controls = new OrbitControls(this.camera, this.canvas);
        this.#controls.enableDamping = false;
        this.#controls.addEventListener("change", () => this.invalidate());
        this.#controls.addEventListener("start", () => (this.#glide = null));
        this.scene.add(this.#ground.object);
        this.#light();
        this.camera.position.set(0, 0, 4);
        this.lookFrom(30, 14);
        this.frame(new THREE.Box3(new THREE.Vector3(-0.5, 0, -0.5), new THREE.Vector3(0.5, 1.8, 0.5)), false);
        new ResizeObserver(() => this.resize()).observe(host);
        this.resize();
        this.applyTheme();
    }

    // How many pictures were drawn; a test waits for the next one.
    get frames(): number {
        return this.#frames;
    }

    get info(): { readonly geometries: number; readonly textures: number } {
        return this.#renderer.info.memory;
    }

    // Called before (or after) every picture; the returned function ends it.
    beforeDraw(listener: () => void): () => void {
        this.#before.add(listener);
        return () => this.#before.delete(listener);
    }

    afterDraw(listener: () => void): () => void {
        this.#after.add(listener);
        return () => this.#after.delete(listener);
    }

    // Draws nothing until what is done is done: a figure is not seen before it is posed and the camera stands.
    async holdWhile(task: () => Promise<void>): Promise<void> {
        this.#held = true;
        try {
            await task();
        } finally {
            this.#held = false;
            this.invalidate();
        }
    }

    invalidate(): void {
        if (this.#held) return;
        if (this.#requested === 0) this.#requested = requestAnimationFrame((now) => this.#draw(now));
    }

    applyTheme(): void {
        this.scene.background = new THREE.Color(token("background"));
        this.#ground.setColours(token("grid"), token("dim"));
        this.invalidate();
    }

    setGrid(visible: boolean): void {
        this.#ground.object.visible = visible;
        this.invalidate();
    }

    // Shows a box whole, from where one looks now. `room`: how much larger the picture is than the box.
    frame(box: THREE.Box3, glide: boolean, room = roomAround): void {
        const target = box.getCenter(new THREE.Vector3());
        const radius = Math.max(box.getSize(new THREE.Vector3()).length() / 2, 1e-3);
        const direction = this.camera.position.clone().sub(this.#controls.target).normalize();
        const position = target.clone().addScaledVector(direction, this.#distanceFor(box, target, direction, room));
        this.camera.near = radius / 100;
        this.camera.far = radius * 200;
        this.camera.updateProjectionMatrix();
        this.#controls.minDistance = radius / 20;
        this.#controls.maxDistance = radius * 60;
        this.#ground.fit(target, radius);
        if (glide && !prefersReducedMotion()) {
            const from = this.camera.position.clone();
            const fromTarget = this.#controls.target.clone();
            this.#glide = { from, to: position, fromTarget, toTarget: target, began: performance.now() };
        } else {
            this.#glide = null;
            this.#place(position, target);
        }
        this.invalidate();
    }

    // Looks from an angle around the vertical axis, 0 being the front, and one above the ground, in degrees.
    lookFrom(yaw: number, pitch: number): void {
        this.#glide = null;
        const distance = this.camera.position.distanceTo(this.#controls.target);
        const above = THREE.MathUtils.degToRad(90 - pitch);
        const offset = new THREE.Vector3().setFromSphericalCoords(distance, above, THREE.MathUtils.degToRad(yaw));
        this.#place(offset.add(this.#controls.target), this.#controls.target.clone());
    }

    // By keys: degrees around and above, and a factor of the distance.
    orbit(yaw: number, pitch: number, zoom: number): void {
        const offset = this.camera.position.clone().sub(this.#controls.target);
        const at = new THREE.Spherical().setFromVector3(offset);
        at.theta += THREE.MathUtils.degToRad(yaw);
        at.phi = Math.min(Math.max(at.phi - THREE.MathUtils.degToRad(pitch), 0.02), Math.PI - 0.02);
        at.radius *= zoom;
        this.#glide = null;
        this.#place(offset.setFromSpherical(at).add(this.#controls.target), this.#controls.target.clone());
    }

    // Moves camera, target and ground together, when what is looked at walks away.
    follow(by: THREE.Vector3): void {
        this.#ground.follow(by.x, by.z);
        this.camera.position.add(by);
        this.#controls.target.add(by);
        this.#controls.update();
    }

    // The camera, to be put back later.
    get viewpoint(): { readonly position: THREE.Vector3; readonly target: THREE.Vector3 } {
        return { position: this.camera.position.clone(), target: this.#controls.target.clone() };
    }

    set viewpoint({ position, target }) {
        this.#glide = null;
        this.#place(position, target);
    }

    dispose(): void {
        cancelAnimationFrame(this.#requested);
        this.#controls.dispose();
        this.#renderer.dispose();
    }

    // To the right as one looks, along the ground.
    right(): THREE.Vector3 {
        return new THREE.Vector3(1, 0, 0).applyQuaternion(this.camera.quaternion).setY(0).normalize();
    }

    // Where a point is on the canvas, in CSS pixels; null behind the camera.
    project(point: THREE.Vector3): { x: number; y: number } | null {
        const at = point.clone().project(this.camera);
        if (at.z > 1 || at.z < -1) return null;
        return { x: (at.x * 0.5 + 0.5) * this.canvas.clientWidth, y: (0.5 - at.y * 0.5) * this.canvas.clientHeight };
    }

    // The picture as it is, with whatever was drawn over it.
    async picture(over: HTMLCanvasElement): Promise<Blob> {
        this.#drawNow();
        const whole = document.createElement("canvas");
        whole.width = this.canvas.width;
        whole.height = this.canvas.height;
        const context = whole.getContext("2d");
        if (context === null) throw new Error("this browser draws no 2-D pictures");
        context.drawImage(this.canvas, 0, 0);
        if (over.width > 0 && over.height > 0) context.drawImage(over, 0, 0, whole.width, whole.height);
        return new Promise((resolve, reject) =>
            whole.toBlob(
                (blob) => (blob === null ? reject(new Error("the picture could not be encoded")) : resolve(blob)),
                "image/png",
            ),
        );
    }

    // From how far away every corner of the box is within the picture, with some room around.
    #distanceFor(box: THREE.Box3, target: THREE.Vector3, direction: THREE.Vector3, room: number): number {
        const right = new THREE.Vector3(0, 1, 0).cross(direction).normalize();
        const up = direction.clone().cross(right);
        const high = Math.tan(THREE.MathUtils.degToRad(fieldOfView / 2)) / room;
        const wide = high * this.camera.aspect;
        let distance = 1e-3;
        for (let corner = 0; corner < 8; ++corner) {
            const x = corner & 1 ? box.max.x : box.min.x;
            const y = corner & 2 ? box.max.y : box.min.y;
            const z = corner & 4 ? box.max.z : box.min.z;
            const at = new THREE.Vector3(x, y, z).sub(target);
            const needed = Math.max(Math.abs(at.dot(right)) / wide, Math.abs(at.dot(up)) / high);
            distance = Math.max(distance, at.dot(direction) + needed);
        }
        return distance;
    }

    #place(position: THREE.Vector3, target: THREE.Vector3): void {
        this.camera.position.copy(position);
        this.#controls.target.copy(target);
        this.#controls.update();
        this.invalidate();
    }

    #light(): void {
        const sky = new THREE.HemisphereLight(0xe8eef5, 0x57503f, 1.8);
        const key = new THREE.DirectionalLight(0xfff0d8, 2.4);
        key.position.set(2, 4, 3);
        const rim = new THREE.DirectionalLight(0x9db8e0, 1.3);
        rim.position.set(-3, 3, -4);
        this.scene.add(sky, key, rim);
    }

    // To the size of its host; done by itself when that changes, a moment later.
    resize(): void {
        const { clientWidth: width, clientHeight: height } = this.#host;
        if (width === 0 || height === 0) return;
        this.#renderer.setPixelRatio(this.#pixelRatio ?? Math.min(devicePixelRatio, 2));
        this.#renderer.setSize(width, height, false);
        this.camera.aspect = width / height;
        this.camera.updateProjectionMatrix();
        this.#drawNow(); // a resized canvas is empty until it is drawn
    }

    #draw(now: number): void {
        this.#requested = 0;
        if (this.#held) return;
        if (this.#glide !== null) {
            const { from, to, fromTarget, toTarget, began } = this.#glide;
            const t = Math.min(1, (now - began) / 1000 / glideTime);
            const eased = t * t * (3 - 2 * t);
            if (t >= 1) this.#glide = null;
            this.#place(from.clone().lerp(to, eased), fromTarget.clone().lerp(toTarget, eased));
        }
        this.#drawNow();
    }

    #drawNow(): void {
        for (const listener of this.#before) listener();
        this.#renderer.render(this.scene, this.camera);
        ++this.#frames;
        for (const listener of this.#after) listener();
    }
}
