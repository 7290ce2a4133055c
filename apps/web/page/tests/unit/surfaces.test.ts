import assert from "node:assert/strict";
import { test } from "node:test";
import type { AlphaMode, Material, Mesh } from "@ossuary/core";
import * as THREE from "three";
import { jointsOf } from "../../src/view/figure";
import { blendings, MaterialSet } from "../../src/view/materials";
import { mirrorStrength, surfaceChanges } from "../../src/view/surface_shader";

const plain: Material = {
    name: "plain", baseColor: [1, 1, 1, 1], emissive: [0, 0, 0], metallic: 0, roughness: 1, baseColorImage: -1,
    normalImage: -1, emissiveImage: -1, metallicRoughnessImage: -1, occlusionImage: -1, normalScale: 1, occlusionStrength: 1,
    baseColorUv: 0, normalUv: 0, emissiveUv: 0, metallicRoughnessUv: 0, occlusionUv: 0, alpha: "opaque", alphaCutoff: 0.5, doubleSided: false, unlit: false,
    wrapU: "repeat", wrapV: "repeat", filter: "linear", frames: [], frameRate: 0, texture: "", uvOffset: [0, 0],
    uvRotation: 0, uvScale: [1, 1], uvScroll: [0, 0], environment: 0, waveMode: "none", waveSpeed: "normal",
    waveAmplitude: 0, waveGridSize: 0, substance: "unknown",
}; // prettier-ignore
const pictures = [{ width: 1, height: 1 }, { width: 2, height: 2 }] as unknown as ImageBitmap[];

function mapOf(set: MaterialSet): THREE.Texture {
    return (set.materials[0] as THREE.MeshStandardMaterial).map!;
}

test("every way of blending is told apart, and only whole surfaces write depth", () => {
    const modes: AlphaMode[] = ["opaque", "blend", "add", "multiply", "multiply_twice"];
    const looks = modes.map((alpha) => {
        const material = new MaterialSet([{ ...plain, alpha }], [], false).materials[0]!;
        assert.equal(material.depthWrite, alpha === "opaque", alpha);
        return [material.transparent, material.blending, material.blendSrc, material.blendDst].join(" ");
    });
    assert.equal(new Set(looks).size, modes.length);
    assert.equal(blendings.multiply_twice.blendSrc, THREE.DstColorFactor, "grey times two is white");
});

test("a picture is turned and scaled as the material says, and scrolls with time", () => {
    const source: Material = { ...plain, baseColorImage: 0, uvOffset: [0.5, 0], uvRotation: 1, uvScale: [2, 3], uvScroll: [0.25, -1] };
    const set = new MaterialSet([source], pictures, false);
    const map = mapOf(set);
    assert.deepEqual([map.rotation, map.repeat.x, map.repeat.y], [1, 2, 3]);
    assert.ok(set.moves);
    assert.ok(set.setTime(2.5));
    assert.ok(Math.abs(map.offset.x - (0.5 + 0.625)) < 1e-12 && Math.abs(map.offset.y - 0.5) < 1e-12);
    assert.ok(!set.setTime(2.5), "nothing changed since");
});

test("textures of one picture share its pixels", () => {
    const set = new MaterialSet([{ ...plain, baseColorImage: 0 }, { ...plain, baseColorImage: 0, uvScroll: [1, 0] }], pictures, false);
    const [still, moving] = set.materials.map((material) => (material as THREE.MeshStandardMaterial).map!);
    assert.notEqual(still, moving);
    assert.equal(still!.source, moving!.source);
});

test("an animated picture shows the frame of the time", () => {
    const set = new MaterialSet([{ ...plain, frames: [0, 1], frameRate: 2 }], pictures, false);
    const first = mapOf(set);
    assert.ok(set.setTime(0.6));
    assert.notEqual(mapOf(set), first);
    set.setTime(1.1);
    assert.equal(mapOf(set), first);
});

test("waves move vertices and water mirrors; a plain surface does neither", () => {
    assert.deepEqual(surfaceChanges(plain), []);
    assert.ok(!new MaterialSet([plain], [], false).moves);
    const sea: Material = { ...plain, waveMode: "ground", waveAmplitude: 0.4, waveGridSize: 2, substance: "water" };
    const changes = surfaceChanges(sea);
    assert.ok(changes.some(({ replace, shader }) => shader === undefined && replace.includes("surfaceTime")));
    assert.ok(changes.some(({ shader }) => shader === "fragment"));
    assert.ok(mirrorStrength({ ...plain, environment: 0.2 }) === 0.2 && mirrorStrength(sea) > 0.2);
    assert.ok(new MaterialSet([sea], [], false).moves);
});

test("a mesh is shown at its joint and at its further places", () => {
    const mesh = { skin: -1, joint: 2, instances: new Uint32Array([4, 7]) } as Mesh;
    assert.deepEqual(jointsOf(mesh), [2, 4, 7]);
    assert.deepEqual(jointsOf({ ...mesh, joint: -1, instances: new Uint32Array() }), []);
    assert.deepEqual(jointsOf({ ...mesh, skin: 0 }), []);
});
