// The stage: renderer, camera, lights and ground. Draws only when someone said that something changed.

import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { prefersReducedMotion, token } from "../shell/theme";
import { Ground } from "./ground";

const fieldOfView = 35;
const glideTime = 0.14; // seconds
const roomAround = 1.18; // the bars at the edges of the view are over it, not beside it

export interface PictureLook {
    readonly width?: number; // pixels; as it is shown if not given
    readonly height?: number;
    readonly transparent?: boolean;
    readonly grid?: boolean;
}

export interface Viewpoint {
    readonly position: THREE.Vector3;
    readonly target: THREE.Vector3;
    readonly isMoved?: boolean; // by somebody, since it framed something
}

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
    readonly #lights = makeLights();
    #requested = 0;
    #held = false;
    #moved = false;
    // Called when somebody let go of the camera.
    onMoved: () => void = () => {};
    #frames = 0;

    // `pixelRatio`: pixels of the picture for each of the page; at most two, as the screen has them, if not given.
    constructor(host: HTMLElement, pixelRatio?: number) {
        this.#host = host;
        this.#pixelRatio = pixelRatio;
        this.#renderer = new THREE.WebGLRenderer({
            antialias: true,
            alpha: true, // for pictures without a background
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
        this.#controls.zoomToCursor = true;
        this.#controls.addEventListener("change", () => this.invalidate());
        this.#controls.addEventListener("start", () => {
            this.#glide = null;
            this.#moved = true;
        });
        this.#controls.addEventListener("end", () => this.onMoved());
        this.scene.add(this.#ground.object);
        this.scene.add(this.#lights.sky, this.#lights.key, this.#lights.rim);
        this.camera.position.set(0, 0, 4);
        this.lookFrom(30, 14);
        this.frame([new THREE.Box3(new THREE.Vector3(-0.5, 0, -0.5), new THREE.Vector3(0.5, 1.8, 0.5))], false);
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

    // Whether somebody has moved the camera since it framed something.
    get isMoved(): boolean {
        return this.#moved;
    }

    // Whether the camera is on its way by itself.
    get isGliding(): boolean {
        return this.#glide !== null;
    }

    // A figure stands on the ground. A world is lit so that its relief is seen, and the grid lies below it.
    setSetting(setting: "figure" | "world", lowest: number): void {
        const { sky, key, rim } = this.#lights;
        const isWorld = setting === "world";
        sky.intensity = isWorld ? 1.5 : 1.8;
        sky.groundColor.set(isWorld ? 0x2e2a22 : 0x57503f);
        key.intensity = isWorld ? 3.6 : 2.4;
        key.position.set(isWorld ? 4 : 2, isWorld ? 2.6 : 4, isWorld ? 2 : 3);
        rim.intensity = isWorld ? 0.5 : 1.2;
        this.#ground.setHeight(isWorld ? lowest : 0);
        this.invalidate();
    }

    // Whether all of it is within the picture, as one looks now.
    shows(boxes: readonly THREE.Box3[]): boolean {
        this.camera.updateMatrixWorld();
        return boxes.flatMap(cornersOf).every((corner) => {
            const { x, y, z } = corner.project(this.camera);
            return Math.abs(x) <= 1 && Math.abs(y) <= 1 && z <= 1;
        });
    }

    // Goes near to a point, from where one looks now.
    lookAt(point: THREE.Vector3, distance: number): void {
        const direction = this.camera.position.clone().sub(this.#controls.target).normalize();
        this.#moved = true;
        this.#glideTo(point.clone().addScaledVector(direction, distance), point.clone(), true);
    }

    // Shows boxes whole, from where one looks now. `room`: how much larger the picture is than they are.
    frame(boxes: readonly THREE.Box3[], glide: boolean, room = roomAround): void {
        const whole = boxes.reduce((sum, box) => sum.union(box), new THREE.Box3());
        const radius = Math.max(whole.getSize(new THREE.Vector3()).length() / 2, 1e-3);
        const direction = this.camera.position.clone().sub(this.#controls.target).normalize();
        const { target, distance } = this.#placeFor(boxes.flatMap(cornersOf), whole, direction, room);
        const position = target.clone().addScaledVector(direction, distance);
        this.camera.near = radius / 100;
        this.camera.far = radius * 200;
        this.camera.updateProjectionMatrix();
        this.#controls.minDistance = radius / 20;
        this.#controls.maxDistance = radius * 60;
        this.#ground.fit(target, radius);
        this.#moved = false;
        this.#glideTo(position, target, glide);
    }

    #glideTo(position: THREE.Vector3, target: THREE.Vector3, glide: boolean): void {
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
        this.#moved = true;
        this.#place(offset.setFromSpherical(at).add(this.#controls.target), this.#controls.target.clone());
    }

    // Moves camera, target and ground together, when what is looked at walks away.
    follow(by: THREE.Vector3): void {
        this.#ground.follow(by.x, by.z);
        this.camera.position.add(by);
        this.#controls.target.add(by);
        this.#controls.update();
    }

    // The camera, to be put back later. One that is put somewhere else counts as moved.
    get viewpoint(): Viewpoint {
        const [position, target] = [this.camera.position.clone(), this.#controls.target.clone()];
        return { position, target, isMoved: this.#moved };
    }

    set viewpoint({ position, target, isMoved = true }: Viewpoint) {
        this.#glide = null;
        this.#moved = isMoved;
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

    // The picture as it is, with whatever was drawn over it; or of another size, without a background or without the grid.
    async picture(over: HTMLCanvasElement, look: PictureLook = {}): Promise<Blob> {
        const [background, hasGround] = [this.scene.background, this.#ground.object.visible];
        const aspect = this.camera.aspect;
        const { width = this.canvas.width, height = this.canvas.height, transparent = false, grid = hasGround } = look;
        const whole = document.createElement("canvas");
        whole.width = width;
        whole.height = height;
        const context = whole.getContext("2d");
        if (context === null) throw new Error("this browser draws no 2-D pictures");
        const resized = width !== this.canvas.width || height !== this.canvas.height;
        if (resized) {
            this.#renderer.setPixelRatio(1);
            this.#renderer.setSize(width, height, false);
            // What was seen stays within the picture, whatever its form.
            this.camera.aspect = width / height;
            this.camera.zoom = Math.min(1, this.camera.aspect / aspect);
            this.camera.updateProjectionMatrix();
        }
        if (transparent) {
            this.scene.background = null;
            this.#renderer.setClearColor(0x000000, 0);
        }
        this.#ground.object.visible = grid;
        this.#drawNow();
        context.drawImage(this.canvas, 0, 0);
        this.scene.background = background;
        this.#ground.object.visible = hasGround;
        if (resized) {
            this.camera.zoom = 1;
            this.resize();
        } else if (over.width > 0 && over.height > 0) {
            context.drawImage(over, 0, 0, whole.width, whole.height);
        }
        this.invalidate();
        return new Promise((resolve, reject) =>
            whole.toBlob(
                (blob) => (blob === null ? reject(new Error("the picture could not be encoded")) : resolve(blob)),
                "image/png",
            ),
        );
    }

    // Where to look, and from how far away, so that every corner is within the picture with some room around.
    #placeFor(
        corners: readonly THREE.Vector3[],
        whole: THREE.Box3,
        direction: THREE.Vector3,
        room: number,
    ): { target: THREE.Vector3; distance: number } {
        const right = new THREE.Vector3(0, 1, 0).cross(direction).normalize();
        const up = direction.clone().cross(right);
        const target = whole.getCenter(new THREE.Vector3());
        for (const axis of [right, up]) {
            const along = corners.map((corner) => corner.dot(axis));
            const middle = (Math.min(...along) + Math.max(...along)) / 2;
            target.addScaledVector(axis, middle - target.dot(axis));
        }
        const high = Math.tan(THREE.MathUtils.degToRad(fieldOfView / 2)) / room;
        const wide = high * this.camera.aspect;
        const needed = corners.map((corner) => {
            const at = corner.clone().sub(target);
            return at.dot(direction) + Math.max(Math.abs(at.dot(right)) / wide, Math.abs(at.dot(up)) / high);
        });
        return { target, distance: Math.max(1e-3, ...needed) };
    }

    #place(position: THREE.Vector3, target: THREE.Vector3): void {
        this.camera.position.copy(position);
        this.#controls.target.copy(target);
        this.#controls.update();
        this.invalidate();
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

function makeLights(): { sky: THREE.HemisphereLight; key: THREE.DirectionalLight; rim: THREE.DirectionalLight } {
    const sky = new THREE.HemisphereLight(0xe8eef5, 0x57503f, 1.8);
    const key = new THREE.DirectionalLight(0xfff0d8, 2.4);
    key.position.set(2, 4, 3);
    const rim = new THREE.DirectionalLight(0xc6cfdc, 1.2);
    rim.position.set(-3, 3, -4);
    return { sky, key, rim };
}

function cornersOf({ min, max }: THREE.Box3): THREE.Vector3[] {
    return Array.from(
        { length: 8 },
        (_, i) => new THREE.Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z),
    );
}
