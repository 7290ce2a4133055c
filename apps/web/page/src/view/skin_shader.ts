// Skinning on the graphics card by the palette the library computed: the mean of up to eight matrices per vertex.
// Vertices with more influences keep their eight strongest, which add up to one again (`fixedInfluences`).
import * as THREE from "three";

const base = /* glsl */ `
#ifdef USE_SKINNING
    mat4 skin = skinWeight.x * getBoneMatrix( skinIndex.x ) + skinWeight.y * getBoneMatrix( skinIndex.y )
              + skinWeight.z * getBoneMatrix( skinIndex.z ) + skinWeight.w * getBoneMatrix( skinIndex.w );
    #ifdef EIGHT_INFLUENCES
        skin += moreWeight.x * getBoneMatrix( moreIndex.x ) + moreWeight.y * getBoneMatrix( moreIndex.y )
              + moreWeight.z * getBoneMatrix( moreIndex.z ) + moreWeight.w * getBoneMatrix( moreIndex.w );
    #endif
#endif`;

const declarations = /* glsl */ `
#include <skinning_pars_vertex>
#if defined( USE_SKINNING ) && defined( EIGHT_INFLUENCES )
    attribute vec4 moreIndex;
    attribute vec4 moreWeight;
#endif`;

const normal = /* glsl */ `
#ifdef USE_SKINNING
    objectNormal = mat3( skin ) * objectNormal;
    #ifdef USE_TANGENT
        objectTangent = mat3( skin ) * objectTangent;
    #endif
#endif`;

const position = /* glsl */ `
#ifdef USE_SKINNING
    transformed = ( skin * vec4( transformed, 1.0 ) ).xyz;
#endif`;

export interface ShaderChange {
    readonly find: string;
    readonly replace: string;
    readonly shader?: "vertex" | "fragment"; // the vertex shader if not given
}

// Gives a material our skinning, and whatever else its shaders are to do. `key` tells programs apart that differ.
export function withSkin(
    material: THREE.Material,
    eight: boolean,
    key = "",
    changes: readonly ShaderChange[] = [],
    uniforms: Readonly<Record<string, THREE.IUniform>> = {},
): void {
    if (eight) material.defines = { ...material.defines, EIGHT_INFLUENCES: "" };
    material.onBeforeCompile = (shader) => {
        Object.assign(shader.uniforms, uniforms);
        shader.vertexShader = shader.vertexShader
            .replace("#include <skinning_pars_vertex>", declarations)
            .replace("#include <skinbase_vertex>", base)
            .replace("#include <skinnormal_vertex>", normal)
            .replace("#include <skinning_vertex>", position);
        for (const { find, replace, shader: kind } of changes) {
            if (kind === "fragment") shader.fragmentShader = shader.fragmentShader.replace(find, replace);
            else shader.vertexShader = shader.vertexShader.replace(find, replace);
        }
    };
    material.customProgramCacheKey = () => `ossuary ${eight ? 8 : 4} ${key}`;
}

// A skeleton without bones: whoever poses the figure writes the matrices.
export class Palette extends THREE.Skeleton {
    constructor(count: number) {
        super(Array.from({ length: count }, () => new THREE.Bone()));
        this.computeBoneTexture();
    }

    // Matrix `index` becomes world × inverseBind; both are in column order.
    set(index: number, world: Float32Array, worldAt: number, inverseBind: Float32Array, bindAt: number): void {
        const out = this.boneMatrices as Float32Array;
        for (let column = 0; column < 4; ++column) {
            for (let row = 0; row < 4; ++row) {
                let sum = 0;
                for (let k = 0; k < 4; ++k)
                    sum += world[worldAt + k * 4 + row]! * inverseBind[bindAt + column * 4 + k]!;
                out[index * 16 + column * 4 + row] = sum;
            }
        }
    }

    changed(): void {
        if (this.boneTexture !== null) this.boneTexture.needsUpdate = true;
    }

    // The renderer asks before each picture; what is there is right.
    override update(): void {}
}
