// Normals as short lines that move with the mesh: two copies of every vertex, of which the shader pushes one outwards.
import * as THREE from "three";
import { withSkin } from "./skin_shader";

const relativeLength = 0.012; // of the model's size

export function normalLines(
    source: THREE.BufferGeometry,
    eight: boolean,
    modelSize: number,
): { geometry: THREE.BufferGeometry; material: THREE.Material } {
    const geometry = new THREE.BufferGeometry();
    for (const name of ["position", "normal", "skinIndex", "skinWeight", "moreIndex", "moreWeight"]) {
        const attribute = source.getAttribute(name);
        if (attribute instanceof THREE.BufferAttribute) geometry.setAttribute(name, doubled(attribute));
    }
    for (const name of ["position", "normal"] as const) {
        const targets = source.morphAttributes[name];
        if (targets !== undefined)
            geometry.morphAttributes[name] = targets
                .filter((target) => target instanceof THREE.BufferAttribute)
                .map(doubled);
    }
    geometry.morphTargetsRelative = source.morphTargetsRelative;
    const count = source.getAttribute("position").count;
    const tips = new Float32Array(count * 2);
    const indices = new Uint32Array(count * 3);
    for (let v = 0; v < count; ++v) {
        tips[v * 2 + 1] = 1;
        // A triangle of two corners, drawn as wires, is a line: three.js skins meshes, and lines it does not.
        indices.set([v * 2, v * 2 + 1, v * 2 + 1], v * 3);
    }
    geometry.setAttribute("tip", new THREE.BufferAttribute(tips, 1));
    geometry.setIndex(new THREE.BufferAttribute(indices, 1));

    const material = new THREE.MeshLambertMaterial({ color: 0x000000, emissive: 0x6fb3c8, wireframe: true });
    const length = (modelSize * relativeLength).toFixed(6);
    withSkin(material, eight, `normals ${length}`, [
        { find: "#include <common>", replace: "#include <common>\nattribute float tip;" },
        {
            find: "#include <project_vertex>",
            replace: `transformed += normalize( objectNormal ) * tip * ${length};\n#include <project_vertex>`,
        },
    ]);
    return { geometry, material };
}

function doubled(attribute: THREE.BufferAttribute): THREE.BufferAttribute {
    const { array, itemSize, count, normalized } = attribute;
    const twice = new (array.constructor as new (length: number) => THREE.TypedArray)(array.length * 2);
    for (let i = 0; i < count; ++i) {
        for (let k = 0; k < itemSize; ++k) {
            const value = array[i * itemSize + k]!;
            twice[2 * i * itemSize + k] = value;
            twice[(2 * i + 1) * itemSize + k] = value;
        }
    }
    return new THREE.BufferAttribute(twice, itemSize, normalized);
}
