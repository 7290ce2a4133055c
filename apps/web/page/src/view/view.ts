// The middle of the page: one figure on the stage with what can be laid over it, and its twin while comparing.
import type { ModelData, Placement, Pose } from "@ossuary/core";
import * as THREE from "three";
import { element } from "../shell/dom";
import { Signal } from "../shell/signal";
import { prefersReducedMotion, token } from "../shell/theme";
import { Bones } from "./bones";
import { ContactShadow, isWorld } from "./contact";
import { Figure, type Look } from "./figure";
import { Labels, type Label } from "./labels";
import { posedBounds } from "./posed_bounds";
import { Stage, type PictureLook } from "./stage";
import { Trail } from "./trail";

export class Toggles {
    readonly mesh = new Signal(true);
    readonly wireframe = new Signal(false);
    readonly skeleton = new Signal(false);
    readonly names = new Signal(false);
    readonly bounds = new Signal(false);
    readonly normals = new Signal(false);
    readonly weights = new Signal(false);
    readonly trail = new Signal(false);
    readonly grid = new Signal(true);

    get all(): readonly Signal<boolean>[] {
        const { mesh, wireframe, skeleton, names, bounds, normals, weights, trail, grid } = this;
        return [mesh, wireframe, skeleton, names, bounds, normals, weights, trail, grid];
    }
}

export type TwinPlace = "beside" | "over";
type ShownPose = Pick<Pose, "world" | "morphs">;

const pickRadius = 18; // CSS pixels

export class View {
    readonly element = element("div", { class: "view-surface" });
    readonly stage: Stage;
    readonly toggles = new Toggles();
    readonly picked = new Signal(-1); // a joint
    readonly variant = new Signal(-1); // of the model's looks; -1: as it is
    surfacesRun = false; // those of a model without clips move by themselves
    covered = 0; // pixels at the upper edge that lie under more than the usual bar
    readonly #labels = new Labels();
    readonly #trail = new Trail();
    readonly #contact = new ContactShadow();
    readonly #box = new THREE.Box3Helper(new THREE.Box3(), 0xffffff);
    // Where the figure stands: what its root motion has added up to.
    readonly #place = new THREE.Group();
    #figure: Figure | null = null;
    #bones: Bones | null = null;
    #twin: Figure | null = null;
    #isGhost = false; // the twin is
    #pose: ShownPose | null = null;
    #errorHeat: Float32Array | null = null;
    #root = 0;

    constructor(pixelRatio?: number) {
        this.stage = new Stage(this.element, pixelRatio);
        this.element.append(this.#labels.canvas);
        this.#box.visible = false;
        this.stage.scene.add(this.#place, this.#trail.object);
        this.#place.add(this.#box, this.#contact.object);
        this.stage.beforeDraw(() => this.#runSurfaces());
        this.stage.afterDraw(() => this.#drawLabels());
        for (const toggle of this.toggles.all) toggle.watch(() => this.#update());
        this.picked.watch((joint) => {
            this.#bones?.pick(joint);
            this.#update();
        });
        this.variant.watch((variant) => {
            this.#figure?.setVariant(variant);
            if (this.#twin !== null && !this.#isGhost) this.#twin.setVariant(variant);
            this.#update();
        });
        this.#pickByClick();
    }

    get figure(): Figure | null {
        return this.#figure;
    }

    // Object-space positions of the joints as shown, three numbers each.
    get joints(): readonly number[] {
        return this.#bones?.positions.flatMap(({ x, y, z }) => [x, y, z]) ?? [];
    }

    show(figure: Figure | null): void {
        this.setTwin(null, "over");
        this.#figure?.dispose();
        this.#bones?.dispose();
        this.#figure = figure;
        this.#bones = null;
        this.#pose = null;
        this.#errorHeat = null;
        this.picked.value = -1;
        this.variant.value = -1;
        this.resetPlace();
        this.#contact.setModel(figure?.data ?? null, figure === null ? 1 : sizeOf(figure.data));
        const isPlace = figure !== null && isWorld(figure.data);
        this.stage.setSetting(isPlace ? "world" : "figure", figure?.data.bounds?.min[1] ?? 0);
        if (figure !== null) {
            this.#bones = new Bones(figure.data.skeleton, sizeOf(figure.data));
            this.#root = Math.max(0, figure.data.skeleton.parents.indexOf(-1));
            this.#place.add(figure.object, this.#bones.object);
            // A model without a mesh is its skeleton.
            if (figure.data.meshes.length === 0) this.toggles.skeleton.value = true;
        }
        this.applyTheme();
        this.#update();
    }

    // The joint whose way the trail shows.
    setRoot(joint: number): void {
        if (joint >= 0) this.#root = joint;
    }

    // Closing the twin returns to one figure.
    setTwin(twin: Figure | null, where: TwinPlace): void {
        this.#twin?.dispose();
        this.#twin = twin;
        // Where there are two, each would need its own.
        this.#contact.object.visible = this.#hasContact(twin !== null && where === "beside");
        if (twin === null || this.#figure === null) {
            this.#figure?.object.position.set(0, 0, 0);
            this.#bones?.object.position.set(0, 0, 0);
            this.stage.invalidate();
            return;
        }
        // Apart as one sees them, not along an axis of theirs.
        const apart = this.stage.right().multiplyScalar(where === "beside" ? sizeOf(this.#figure.data) * 0.36 : 0);
        for (const object of [this.#figure.object, this.#bones?.object]) object?.position.copy(apart).negate();
        twin.object.position.copy(apart);
        this.#isGhost = where === "over";
        twin.setVariant(this.variant.value);
        if (this.#isGhost) twin.setGhost(token("accent"));
        this.#place.add(twin.object);
        this.#update();
    }

    applyTwinPose(pose: ShownPose): void {
        this.#twin?.applyPose(pose);
        this.stage.invalidate();
    }

    applyPose(pose: ShownPose, time: number): void {
        this.#pose = pose;
        this.#figure?.applyPose(pose);
        this.#figure?.setTime(time);
        this.#twin?.setTime(time);
        this.#bones?.applyPose(pose.world);
        this.#contact.applyPose(pose);
        if (this.toggles.bounds.value && this.#figure !== null)
            this.#box.box.copy(posedBounds(this.#figure.data, pose));
        if (this.toggles.trail.value) this.#trail.add(this.#rootOnGround());
        this.stage.invalidate();
    }

    // Carries the figure on, and the camera with it.
    move({ position, rotation }: Placement): void {
        const from = this.#place.position.clone();
        const step = new THREE.Vector3(...position).applyQuaternion(this.#place.quaternion);
        this.#place.position.add(step);
        this.#place.quaternion.multiply(new THREE.Quaternion(...rotation)).normalize();
        this.#place.updateMatrixWorld();
        this.stage.follow(this.#place.position.clone().sub(from));
    }

    resetPlace(): void {
        this.stage.follow(this.#place.position.clone().negate());
        this.#place.position.set(0, 0, 0);
        this.#place.quaternion.identity();
        this.#trail.clear();
        this.stage.invalidate();
    }

    breakTrail(): void {
        this.#trail.clear();
    }

    setTrail(points: readonly THREE.Vector3[]): void {
        this.#trail.setPath(points);
    }

    // Shows the figure whole; with `boxes` of a clip, all of that.
    frame(glide: boolean, boxes: readonly THREE.Box3[] = []): void {
        if (this.#figure === null) return;
        const { data } = this.#figure;
        const now = this.#pose === null ? restBox(data) : posedBounds(data, this.#pose);
        const all = [now, ...boxes.map((box) => box.clone())].filter((box) => !box.isEmpty());
        if (all.length === 0) return;
        if (this.#twin !== null) {
            const apart = this.#twin.object.position;
            all.push(now.clone().translate(apart), now.clone().translate(apart.clone().negate()));
        }
        // What lies over the upper edge is as if it stood on the figure.
        const whole = all.reduce((sum, box) => sum.union(box), new THREE.Box3());
        const part = Math.min(this.covered / Math.max(1, this.element.clientHeight), 0.5);
        const more = ((whole.max.y - whole.min.y) * part) / (1 - part);
        for (const box of all) {
            box.max.y += more;
            box.applyMatrix4(this.#place.matrixWorld);
        }
        this.stage.frame(all, glide);
    }

    // The box around the figure as it is.
    box(): THREE.Box3 | null {
        return this.#figure === null || this.#pose === null ? null : posedBounds(this.#figure.data, this.#pose);
    }

    // Whether all of these boxes are in the picture.
    shows(boxes: readonly THREE.Box3[]): boolean {
        return this.stage.shows(boxes.map((box) => box.clone().applyMatrix4(this.#place.matrixWorld)));
    }

    // Goes near to a joint.
    focus(joint: number): void {
        const at = this.#bones?.positions[joint];
        if (at === undefined || this.#figure === null) return;
        const offset = this.#bones?.object.position ?? new THREE.Vector3();
        this.stage.lookAt(at.clone().add(offset).applyMatrix4(this.#place.matrixWorld), sizeOf(this.#figure.data) * 0.45);
    }

    // From the listener to the middle of the figure, metres.
    distance(): number {
        const root = this.#bones?.positions[this.#root]?.clone() ?? new THREE.Vector3();
        return this.stage.camera.position.distanceTo(root.applyMatrix4(this.#place.matrixWorld));
    }

    // Errors of a comparison on the figure, one a joint and from 0 to 1; null ends it.
    setErrorHeat(byJoint: Float32Array | null): void {
        if (byJoint === null && this.#errorHeat === null) return;
        this.#errorHeat = byJoint;
        this.#figure?.show(this.#look());
        this.stage.invalidate();
    }

    applyTheme(): void {
        this.stage.applyTheme();
        this.#bones?.setColours(token("bone"), token("accent"));
        this.#figure?.setLineColour(token("wire"));
        this.#trail.setColour(token("accent"));
        (this.#box.material as THREE.LineBasicMaterial).color.set(token("dim"));
        this.#update();
    }

    picture(look: PictureLook = {}): Promise<Blob> {
        return this.stage.picture(this.#labels.canvas, look);
    }

    #look(): Look {
        const { mesh, wireframe, normals, weights } = this.toggles;
        return {
            mesh: mesh.value,
            wireframe: wireframe.value,
            normals: normals.value,
            heat: this.#errorHeat ?? (weights.value && this.picked.value >= 0 ? this.picked.value : null),
        };
    }

    #update(): void {
        const { skeleton, names, bounds, trail, grid } = this.toggles;
        const look = this.#look();
        this.#figure?.show(look);
        this.#twin?.show({ ...look, normals: false, heat: null });
        const isApart = this.#twin !== null && this.#twin.object.position.lengthSq() > 0;
        this.#contact.object.visible = this.#hasContact(isApart);
        if (this.#bones !== null) this.#bones.object.visible = skeleton.value || names.value;
        this.#box.visible = bounds.value && this.#pose !== null;
        this.#trail.object.visible = trail.value;
        if (!trail.value) this.#trail.clear();
        this.stage.setGrid(grid.value);
        if (this.#pose !== null && this.#figure !== null) {
            this.#figure.applyPose(this.#pose);
            this.#bones?.applyPose(this.#pose.world);
            if (bounds.value) this.#box.box.copy(posedBounds(this.#figure.data, this.#pose));
        }
        this.stage.invalidate();
    }

    #hasContact(isApart: boolean): boolean {
        return this.toggles.grid.value && this.toggles.mesh.value && !isApart;
    }

    // With a clip, what plays tells the time; water without one flows all the same.
    #runSurfaces(): void {
        const figure = this.#figure;
        if (!this.surfacesRun || figure === null || figure.data.clips.length > 0 || prefersReducedMotion()) return;
        if (figure.setTime(performance.now() / 1000)) this.stage.invalidate();
    }

    #rootOnGround(): THREE.Vector3 {
        const root = this.#bones?.positions[this.#root]?.clone() ?? new THREE.Vector3();
        return root.applyMatrix4(this.#place.matrixWorld).setY(0.002);
    }

    #onScreen(joint: THREE.Vector3): { x: number; y: number } | null {
        const offset = this.#bones?.object.position ?? new THREE.Vector3();
        return this.stage.project(joint.clone().add(offset).applyMatrix4(this.#place.matrixWorld));
    }

    #drawLabels(): void {
        if (this.#twin !== null) return this.#labels.draw(this.#twinLabels(this.#twin));
        const bones = this.#bones;
        const names = this.#figure?.data.skeleton.names;
        if (bones === null || names === undefined) return this.#labels.draw([]);
        const labels: Label[] = [];
        bones.positions.forEach((position, joint) => {
            const strong = joint === this.picked.value;
            if (!this.toggles.names.value && !(strong && this.toggles.skeleton.value)) return;
            const at = this.#onScreen(position);
            if (at !== null) labels.push({ text: names[joint]!, ...at, strong });
        });
        this.#labels.draw(labels);
    }

    // Which is which, where they stand beside each other.
    #twinLabels(twin: Figure): Label[] {
        const apart = twin.object.position;
        if (apart.lengthSq() === 0 || this.#pose === null) return [];
        const root = this.#bones?.positions[this.#root]?.clone().setY(0) ?? new THREE.Vector3();
        const at = (side: number): { x: number; y: number } | null =>
            this.stage.project(root.clone().addScaledVector(apart, side).applyMatrix4(this.#place.matrixWorld));
        const [raw, packed] = [at(-1), at(1)];
        return [
            ...(raw === null ? [] : [{ text: "raw", x: raw.x, y: raw.y + 24, strong: false }]),
            ...(packed === null ? [] : [{ text: "packed", x: packed.x, y: packed.y + 24, strong: true }]),
        ];
    }

    // A click that was not a drag picks the nearest joint, and off the skeleton none.
    #pickByClick(): void {
        let from = { x: 0, y: 0 };
        const { canvas } = this.stage;
        canvas.addEventListener("pointerdown", (event) => (from = { x: event.offsetX, y: event.offsetY }));
        canvas.addEventListener("click", (event) => {
            if (Math.hypot(event.offsetX - from.x, event.offsetY - from.y) > 4 || this.#bones === null) return;
            let best = { joint: -1, distance: pickRadius };
            this.#bones.positions.forEach((position, joint) => {
                const at = this.#onScreen(position);
                const distance = at === null ? Infinity : Math.hypot(at.x - event.offsetX, at.y - event.offsetY);
                if (distance < best.distance) best = { joint, distance };
            });
            this.picked.value = best.joint;
        });
        canvas.addEventListener("dblclick", () => {
            if (this.picked.value >= 0) this.focus(this.picked.value);
        });
    }
}

export function sizeOf({ bounds }: ModelData): number {
    if (bounds === null) return 1;
    const [low, high] = [new THREE.Vector3(...bounds.min), new THREE.Vector3(...bounds.max)];
    return Math.max(low.distanceTo(high), 1e-3);
}

function restBox({ bounds }: ModelData): THREE.Box3 {
    return bounds === null
        ? new THREE.Box3()
        : new THREE.Box3(new THREE.Vector3(...bounds.min), new THREE.Vector3(...bounds.max));
}
