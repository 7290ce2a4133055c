// A model on the stage. Skinning and morphs run on the graphics card; the poses are the library's.
import { fixedInfluences, type LineSet, type Mesh, type ModelData, type Pose } from "@ossuary/core";
import * as THREE from "three";
import { heatColours } from "./heat";
import { bone, MaterialSet } from "./materials";
import { normalLines } from "./normals";
import { Palette, withSkin } from "./skin_shader";

export interface Look {
    readonly mesh: boolean;
    readonly wireframe: boolean;
    readonly normals: boolean;
    // A joint, whose weights are shown; or a number from 0 to 1 for each joint; null: no heat.
    readonly heat: number | Float32Array | null;
}

// One mesh of the model, and the other ways to draw it.
interface Part {
    readonly source: Mesh;
    readonly joints: readonly number[]; // that show it, if it has no skin; none: it is in the space of the model
    readonly solid: THREE.Mesh;
    readonly materials: THREE.Material[];
    readonly colours: THREE.BufferAttribute | null;
    readonly wires: THREE.Mesh;
    normals: THREE.Mesh | null; // made when first asked for
    readonly firstMorph: number;
}

const strongInfluences = 4;
const mostInfluences = 8;

export class Figure {
    readonly object = new THREE.Group();
    readonly data: ModelData;
    readonly #set: MaterialSet;
    readonly #plain: THREE.MeshStandardMaterial;
    readonly #heat: THREE.MeshStandardMaterial;
    readonly #wire: THREE.MeshBasicMaterial;
    readonly #nothing = new THREE.MeshBasicMaterial({ visible: false });
    readonly #eight: boolean;
    readonly #coloured: boolean; // some mesh has vertex colours; then all have, for materials are shared
    readonly #palettes: Palette[];
    readonly #parts: Part[];
    readonly #line = new THREE.LineBasicMaterial();
    readonly #lines: THREE.LineSegments[];

    constructor(data: ModelData, pictures: readonly (ImageBitmap | null)[]) {
        this.data = data;
        this.#eight = data.meshes.some(hasMoreThanFour);
        this.#set = new MaterialSet(data.materials, pictures, this.#eight);
        this.#plain = new THREE.MeshStandardMaterial({ color: bone, roughness: 0.85 });
        this.#heat = new THREE.MeshStandardMaterial({ vertexColors: true, roughness: 0.9, side: THREE.DoubleSide });
        this.#wire = new THREE.MeshBasicMaterial({ wireframe: true, transparent: true, opacity: 0.35 });
        for (const material of [this.#plain, this.#heat, this.#wire]) withSkin(material, this.#eight);
        this.#coloured = data.meshes.some((mesh) => mesh.colors.length > 0);
        for (const material of [...this.#set.materials, this.#plain]) material.vertexColors = this.#coloured;
        this.#palettes = data.skins.map((skin) => new Palette(skin.joints.length));
        let morphs = 0;
        this.#parts = data.meshes.map((mesh) => {
            const part = this.#makePart(mesh, morphs);
            morphs += mesh.morphs.length;
            return part;
        });
        this.#lines = data.lines.map((lines) => this.#makeLines(lines));
    }

    // How many meshes are drawn, each at every place that shows it.
    get drawn(): number {
        const count = ({ solid }: Part): number => (solid instanceof THREE.InstancedMesh ? solid.count : 1);
        return this.#parts.reduce((sum, part) => sum + count(part), 0);
    }

    // True if some surface looks different at another time.
    get moves(): boolean {
        return this.#set.moves;
    }

    applyPose({ world, morphs }: Pick<Pose, "world" | "morphs">): void {
        this.data.skins.forEach((skin, s) => {
            const palette = this.#palettes[s]!;
            skin.joints.forEach((joint, i) => palette.set(i, world, joint * 16, skin.inverseBind, i * 16));
            palette.changed();
        });
        this.data.lines.forEach(({ joint }, i) => place(this.#lines[i]!, joint < 0 ? [] : [joint], world));
        for (const { joints, solid, wires, normals, firstMorph } of this.#parts) {
            for (const mesh of [solid, wires, normals]) {
                if (mesh === null) continue;
                place(mesh, joints, world);
                const influences = mesh.morphTargetInfluences;
                for (let i = 0; influences !== undefined && i < influences.length; ++i)
                    influences[i] = morphs[firstMorph + i]!;
            }
        }
    }

    // Animated textures; true if a picture changed.
    setTime(seconds: number): boolean {
        return this.#set.setTime(seconds);
    }

    show(look: Look): void {
        this.#parts.forEach((part) => {
            const heat = look.heat === null ? null : heatColours(this.data, part.source, look.heat);
            part.solid.visible = look.mesh;
            part.wires.visible = look.wireframe;
            // Glass and glow have no heat; they would be boxes.
            part.solid.material =
                heat === null ? part.materials : part.materials.map(({ transparent }) => (transparent ? this.#nothing : this.#heat));
            setColours(part.solid.geometry, heat === null ? part.colours : new THREE.BufferAttribute(heat, 3));
            if (look.normals && part.normals === null) part.normals = this.#makeNormals(part);
            if (part.normals !== null) part.normals.visible = look.normals;
        });
        for (const lines of this.#lines) lines.visible = look.mesh;
    }

    // Another look of the whole model, by its number; -1: as it is. Whoever shows it shows it anew.
    setVariant(variant: number): void {
        for (const { source, materials } of this.#parts)
            materials.splice(0, materials.length, ...this.#materialsOf(source, variant));
    }

    setLineColour(colour: THREE.ColorRepresentation): void {
        this.#wire.color.set(colour);
        this.#line.color.set(colour);
    }

    // As an overlay: see-through and of one tint, to be told from what it lies over.
    setGhost(tint: THREE.ColorRepresentation): void {
        const ghosts = new Map<THREE.Material, THREE.Material>();
        const ghostOf = (material: THREE.Material): THREE.Material => {
            const made = ghosts.get(material);
            if (made !== undefined) return made;
            // Glass and glow have no body; edges that are cut out of a picture stay cut out.
            const { map } = material as THREE.MeshStandardMaterial;
            const ghost = new THREE.MeshBasicMaterial({
                color: tint,
                transparent: true,
                opacity: 0.4,
                depthWrite: false,
                visible: !material.transparent,
                map: material.alphaTest > 0 ? map : null,
                alphaTest: material.alphaTest * 0.4,
                side: THREE.DoubleSide,
                // Where both surfaces are one, the tint lies over it evenly.
                polygonOffset: true,
                polygonOffsetFactor: -1,
                polygonOffsetUnits: -4,
            });
            withSkin(ghost, this.#eight);
            ghosts.set(material, ghost);
            return ghost;
        };
        for (const part of this.#parts) {
            part.materials.splice(0, part.materials.length, ...part.materials.map(ghostOf));
            part.solid.renderOrder = 1;
        }
    }

    dispose(): void {
        this.object.removeFromParent();
        for (const lines of this.#lines) lines.geometry.dispose();
        this.#line.dispose();
        for (const { solid, wires, normals, materials } of this.#parts) {
            for (const mesh of [solid, wires, normals]) if (mesh instanceof THREE.InstancedMesh) mesh.dispose();
            solid.geometry.dispose();
            normals?.geometry.dispose();
            if (!Array.isArray(normals?.material)) normals?.material.dispose();
            for (const material of materials) material.dispose();
        }
        for (const palette of this.#palettes) palette.dispose();
        for (const material of [this.#plain, this.#heat, this.#wire, this.#nothing]) material.dispose();
        this.#set.dispose();
    }

    #materialsOf({ surfaces }: Mesh, variant: number): THREE.Material[] {
        const others = this.data.variants[variant]?.materials;
        return surfaces.map(({ material }) => this.#set.materials[others?.[material] ?? material] ?? this.#plain);
    }

    #makePart(source: Mesh, firstMorph: number): Part {
        const geometry = makeGeometry(source, this.#eight, this.#coloured);
        const materials = this.#materialsOf(source, -1);
        const colours = geometry.getAttribute("color");
        const solid = this.#makeMesh(source, geometry, materials);
        const wires = this.#makeMesh(source, geometry, this.#wire);
        wires.visible = false;
        return {
            source,
            joints: jointsOf(source),
            solid,
            materials,
            colours: colours instanceof THREE.BufferAttribute ? colours : null,
            wires,
            normals: null,
            firstMorph,
        };
    }

    #makeMesh(source: Mesh, geometry: THREE.BufferGeometry, material: THREE.Material | THREE.Material[]): THREE.Mesh {
        let mesh: THREE.Mesh;
        if (source.skin >= 0) {
            const skinned = new THREE.SkinnedMesh(geometry, material);
            skinned.bindMode = THREE.DetachedBindMode;
            skinned.skeleton = this.#palettes[source.skin]!;
            mesh = skinned;
        } else if (source.instances.length > 0) {
            mesh = new THREE.InstancedMesh(geometry, material, jointsOf(source).length);
        } else {
            mesh = new THREE.Mesh(geometry, material);
        }
        mesh.name = source.name;
        mesh.frustumCulled = false; // where it is, only the shader knows
        mesh.matrixAutoUpdate = false;
        this.object.add(mesh);
        return mesh;
    }

    #makeLines(source: LineSet): THREE.LineSegments {
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute("position", new THREE.BufferAttribute(source.points, 3));
        geometry.setIndex(new THREE.BufferAttribute(source.lines, 1));
        const lines = new THREE.LineSegments(geometry, this.#line);
        lines.name = source.name;
        lines.frustumCulled = false;
        lines.matrixAutoUpdate = false;
        this.object.add(lines);
        return lines;
    }

    #makeNormals(part: Part): THREE.Mesh {
        const { geometry, material } = normalLines(part.solid.geometry, this.#eight, this.#size());
        const lines = this.#makeMesh(part.source, geometry, material);
        lines.matrix.copy(part.solid.matrix);
        if (lines instanceof THREE.InstancedMesh && part.solid instanceof THREE.InstancedMesh)
            lines.instanceMatrix.copy(part.solid.instanceMatrix);
        lines.morphTargetInfluences?.splice(0, Infinity, ...(part.solid.morphTargetInfluences ?? []));
        return lines;
    }

    #size(): number {
        const { bounds } = this.data;
        if (bounds === null) return 1;
        return Math.hypot(bounds.max[0] - bounds.min[0], bounds.max[1] - bounds.min[1], bounds.max[2] - bounds.min[2]);
    }
}

// The joints that show a mesh without skin.
export function jointsOf({ skin, joint, instances }: Mesh): number[] {
    return skin >= 0 || joint < 0 ? [] : [joint, ...instances];
}

// Puts a mesh where its joints are; one without joints stays where it is.
function place(object: THREE.Object3D, joints: readonly number[], world: Float32Array): void {
    if (object instanceof THREE.InstancedMesh) {
        const matrices = object.instanceMatrix;
        joints.forEach((joint, i) => matrices.array.set(world.subarray(joint * 16, joint * 16 + 16), i * 16));
        matrices.needsUpdate = true;
    } else if (joints.length > 0) {
        object.matrix.fromArray(world, joints[0]! * 16);
        object.matrixWorldNeedsUpdate = true;
    }
}

function hasMoreThanFour(mesh: Mesh): boolean {
    for (let v = 0; v + 1 < mesh.influenceStart.length; ++v)
        if (mesh.influenceStart[v + 1]! - mesh.influenceStart[v]! > strongInfluences) return true;
    return false;
}

function makeGeometry(mesh: Mesh, eight: boolean, coloured: boolean): THREE.BufferGeometry {
    const geometry = new THREE.BufferGeometry();
    const add = (name: string, values: Float32Array, size: number): void => {
        if (values.length > 0) geometry.setAttribute(name, new THREE.BufferAttribute(values, size));
    };
    geometry.setIndex(new THREE.BufferAttribute(mesh.indices, 1));
    add("position", mesh.positions, 3);
    add("normal", mesh.normals, 3);
    add("uv", mesh.uv0, 2);
    add("uv1", mesh.uv1, 2);
    add("tangent", mesh.tangents, 4);
    const colours = mesh.colors.length > 0 ? mesh.colors : new Uint8Array((mesh.positions.length / 3) * 4).fill(255);
    if (coloured) geometry.setAttribute("color", new THREE.BufferAttribute(colours, 4, true));
    if (mesh.normals.length === 0) geometry.computeVertexNormals();
    mesh.surfaces.forEach((surface, i) => geometry.addGroup(surface.firstIndex, surface.indexCount, i));
    if (mesh.skin >= 0) addInfluences(geometry, mesh, eight);
    if (mesh.morphs.length > 0) {
        geometry.morphTargetsRelative = true;
        geometry.morphAttributes.position = mesh.morphs.map(({ positions }) => new THREE.BufferAttribute(positions, 3));
        if (mesh.morphs.every(({ normals }) => normals.length > 0))
            geometry.morphAttributes.normal = mesh.morphs.map(({ normals }) => new THREE.BufferAttribute(normals, 3));
    }
    return geometry;
}

function addInfluences(geometry: THREE.BufferGeometry, mesh: Mesh, eight: boolean): void {
    const count = eight ? mostInfluences : strongInfluences;
    const { joints, weights } = fixedInfluences(mesh, count);
    const four = <T extends Uint16Array | Float32Array>(from: T, into: T, first: number): THREE.BufferAttribute => {
        for (let v = 0; v * 4 < into.length; ++v)
            for (let k = 0; k < 4; ++k) into[v * 4 + k] = from[v * count + first + k]!;
        return new THREE.BufferAttribute(into, 4);
    };
    const size = (joints.length / count) * 4;
    geometry.setAttribute("skinIndex", four(joints, new Uint16Array(size), 0));
    geometry.setAttribute("skinWeight", four(weights, new Float32Array(size), 0));
    if (!eight) return;
    geometry.setAttribute("moreIndex", four(joints, new Uint16Array(size), 4));
    geometry.setAttribute("moreWeight", four(weights, new Float32Array(size), 4));
}

function setColours(geometry: THREE.BufferGeometry, colours: THREE.BufferAttribute | null): void {
    if (colours === null) geometry.deleteAttribute("color");
    else geometry.setAttribute("color", colours);
}
