// Surfaces that move and mirror by themselves: waves in the vertex shader, a reflected sky in the fragment shader.
import type { Material } from "@ossuary/core";
import type { ShaderChange } from "./skin_shader";

const turnsPerSecond = { none: 0, slow: 0.2, normal: 0.4, fast: 0.8 };
const waterMirrors = 0.35; // at least, of what is above it

export function isDisplaced({ waveMode, waveAmplitude }: Material): boolean {
    return waveMode !== "none" && waveAmplitude > 0;
}

export function mirrorStrength({ environment, substance }: Material): number {
    return substance === "water" ? Math.max(environment, waterMirrors) : environment;
}

// What the shaders of a material do beyond drawing it still; they read the uniform `surfaceTime`, in seconds.
export function surfaceChanges(material: Material): ShaderChange[] {
    return [...(isDisplaced(material) ? waves(material) : []), ...mirror(mirrorStrength(material))];
}

// Two crossing waves, a crest every grid size, together half the amplitude up and down. Walls move along their normals,
// what stands in the wind sideways.
function waves({ waveMode, waveSpeed, waveAmplitude, waveGridSize }: Material): ShaderChange[] {
    const gentle = waveMode.startsWith("ambient_") ? 0.5 : 1;
    const turn = number(2 * Math.PI * turnsPerSecond[waveSpeed] * gentle);
    const wave = number((2 * Math.PI) / (waveGridSize > 0 ? waveGridSize : 1));
    const along = waveMode.endsWith("wall") ? "normal" : waveMode.endsWith("wind") ? "vec3( 0.9, 0.0, 0.4 )" : "vec3( 0.0, 1.0, 0.0 )";
    return [
        { find: "#include <common>", replace: "#include <common>\nuniform float surfaceTime;" },
        {
            find: "#include <begin_vertex>",
            replace: `#include <begin_vertex>
float crest = sin( position.x * ${wave} + surfaceTime * ${turn} ) + sin( ( position.y + position.z ) * ${wave} * 0.8 + surfaceTime * ${turn} * 1.3 );
transformed += ${along} * crest * ${number(waveAmplitude / 4)};`,
        },
    ];
}

// There is nothing around a figure, so it mirrors a plain sky over a plain ground.
function mirror(strength: number): ShaderChange[] {
    if (strength <= 0) return [];
    return [
        {
            shader: "fragment",
            find: "#include <opaque_fragment>",
            replace: `vec3 mirrored = inverseTransformDirection( reflect( - normalize( vViewPosition ), normal ), viewMatrix );
vec3 around = mix( vec3( 0.07, 0.065, 0.06 ), vec3( 0.5, 0.58, 0.68 ), smoothstep( - 0.2, 0.6, mirrored.y ) );
outgoingLight = mix( outgoingLight, around, ${number(strength)} );
#include <opaque_fragment>`,
        },
    ];
}

function number(value: number): string {
    return value.toFixed(6);
}
