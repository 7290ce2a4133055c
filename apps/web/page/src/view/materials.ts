// Materials and pictures of a model as three.js has them.
import type { AlphaMode, Material, Model } from "@ossuary/core";
import * as THREE from "three";
import { withSkin } from "./skin_shader";
import { isDisplaced, surfaceChanges } from "./surface_shader";

// Nothing is around the figure that metal could mirror; more of it would only be black.
const mostMetal = 0.35;

// What nobody has painted: white would drown its shape in light.
export const bone = 0xb9b2a2;

const wraps = { repeat: THREE.RepeatWrapping, clamp: THREE.ClampToEdgeWrapping, mirror: THREE.MirroredRepeatWrapping };

// Pictures are decoded by the library, in the worker, except for those it carries undecoded.
async function loadPicture(model: Model, index: number): Promise<ImageBitmap> {
    const { width, height, type, bytes } = await model.image(index);
    if (type === "rgba8") return createImageBitmap(new ImageData(bytes, width, height), { premultiplyAlpha: "none" });
    return createImageBitmap(new Blob([bytes], { type }), { premultiplyAlpha: "none" });
}

// All pictures of a model; null where one could not be decoded, which costs that picture and nothing else.
export async function loadPictures(
    model: Model,
    fail: (error: unknown) => void = () => {},
): Promise<(ImageBitmap | null)[]> {
    return Promise.all(
        model.data.images.map((_, i) =>
            loadPicture(model, i).catch((error: unknown) => {
                fail(error);
                return null;
            }),
        ),
    );
}

// How a surface is laid over what is behind it. Products keep what is seen through them as bright as it is, so their
// colours pass unchanged.
const product = {
    transparent: true,
    depthWrite: false,
    toneMapped: false,
    blending: THREE.CustomBlending,
    blendDst: THREE.SrcColorFactor,
    blendSrcAlpha: THREE.ZeroFactor,
    blendDstAlpha: THREE.OneFactor,
} as const;
export const blendings: Readonly<Record<AlphaMode, THREE.MaterialParameters>> = {
    opaque: {},
    mask: {},
    blend: { transparent: true, depthWrite: false },
    add: { transparent: true, depthWrite: false, blending: THREE.AdditiveBlending },
    multiply: { ...product, blendSrc: THREE.ZeroFactor },
    multiply_twice: { ...product, blendSrc: THREE.DstColorFactor },
};

export class MaterialSet {
    readonly materials: THREE.Material[];
    readonly #sources: readonly Material[];
    readonly #textures = new Map<string, THREE.Texture>();
    readonly #scrolled = new Map<THREE.Texture, Material>();
    readonly #pictures: readonly (ImageBitmap | null)[];
    readonly #time: THREE.IUniform<number> = { value: 0 };

    // `pictures`: one for each image of the model; null where it could not be decoded.
    constructor(sources: readonly Material[], pictures: readonly (ImageBitmap | null)[], eight: boolean) {
        this.#sources = sources;
        this.#pictures = pictures;
        this.materials = sources.map((source) => this.#make(source, eight));
    }

    // True if some surface looks different at another time.
    get moves(): boolean {
        return this.#scrolled.size > 0 || this.#sources.some((source) => isAnimated(source) || isDisplaced(source));
    }

    // Animated textures show the picture of this time, scrolled ones are moved, waves go on; true if anything changed.
    setTime(seconds: number): boolean {
        let changed = this.moves && this.#time.value !== seconds;
        this.#time.value = seconds;
        for (const [texture, { uvOffset, uvScroll }] of this.#scrolled)
            texture.offset.set(uvOffset[0] + part(uvScroll[0] * seconds), uvOffset[1] + part(uvScroll[1] * seconds));
        this.#sources.forEach((source, i) => {
            if (!isAnimated(source)) return;
            const frame = source.frames[Math.floor(seconds * source.frameRate) % source.frames.length]!;
            const material = this.materials[i] as THREE.MeshStandardMaterial | THREE.MeshBasicMaterial;
            const map = this.#texture(frame, source, true, source.baseColorUv);
            if (material.map === map) return;
            material.map = map;
            changed = true;
        });
        return changed;
    }

    dispose(): void {
        for (const material of this.materials) material.dispose();
        for (const texture of this.#textures.values()) texture.dispose();
    }

    #make(source: Material, eight: boolean): THREE.Material {
        const [r, g, b, opacity] = source.baseColor;
        const map = this.#texture(source.frames[0] ?? source.baseColorImage, source, true, source.baseColorUv);
        const isSaid = map !== null || r < 1 || g < 1 || b < 1;
        const look = {
            name: source.name,
            color: isSaid ? new THREE.Color().setRGB(r, g, b) : new THREE.Color(bone),
            opacity,
            map,
            side: source.doubleSided ? THREE.DoubleSide : THREE.FrontSide,
            alphaTest: source.alpha === "mask" ? source.alphaCutoff : 0,
            ...blendings[source.alpha],
        };
        const material = source.unlit
            ? new THREE.MeshBasicMaterial(look)
            : new THREE.MeshStandardMaterial({
                  ...look,
                  roughness: source.roughness,
                  // The picture says where there is metal; without one, bare metal would be nearly black here.
                  metalness: source.metallicRoughnessImage < 0 ? Math.min(source.metallic, mostMetal) : source.metallic,
                  metalnessMap: this.#texture(source.metallicRoughnessImage, source, false, source.metallicRoughnessUv),
                  roughnessMap: this.#texture(source.metallicRoughnessImage, source, false, source.metallicRoughnessUv),
                  aoMap: this.#texture(source.occlusionImage, source, false, source.occlusionUv),
                  aoMapIntensity: source.occlusionStrength,
                  emissive: new THREE.Color().setRGB(...source.emissive),
                  emissiveMap: this.#texture(source.emissiveImage, source, true, source.emissiveUv),
                  normalMap: this.#texture(source.normalImage, source, false, source.normalUv),
                  normalScale: new THREE.Vector2(source.normalScale, source.normalScale),
              });
        // An unlit surface mirrors nothing: it has no light that could come from elsewhere.
        const changes = surfaceChanges(source).filter(({ shader }) => shader !== "fragment" || !source.unlit);
        withSkin(material, eight, JSON.stringify(changes), changes, { surfaceTime: this.#time });
        return material;
    }

    // One for each picture and way of showing it; those of one picture share its pixels.
    #texture(image: number, source: Material, colour: boolean, uvSet: number): THREE.Texture | null {
        const picture = image < 0 ? null : (this.#pictures[image] ?? null);
        if (picture === null) return null;
        const { wrapU, wrapV, filter, uvOffset, uvRotation, uvScale, uvScroll } = source;
        const key = [image, wrapU, wrapV, filter, colour, uvSet, uvOffset, uvRotation, uvScale, uvScroll].join(" ");
        const made = this.#textures.get(key);
        if (made !== undefined) return made;
        const texture = this.#pixels(image, picture).clone();
        texture.flipY = false; // coordinates start at the top left
        texture.colorSpace = colour ? THREE.SRGBColorSpace : THREE.NoColorSpace;
        texture.wrapS = wraps[wrapU];
        texture.wrapT = wraps[wrapV];
        texture.magFilter = filter === "nearest" ? THREE.NearestFilter : THREE.LinearFilter;
        texture.anisotropy = 4;
        texture.channel = uvSet;
        texture.offset.set(...uvOffset);
        texture.rotation = uvRotation;
        texture.repeat.set(...uvScale);
        texture.needsUpdate = true;
        if (uvScroll[0] !== 0 || uvScroll[1] !== 0) this.#scrolled.set(texture, source);
        this.#textures.set(key, texture);
        return texture;
    }

    #pixels(image: number, picture: ImageBitmap): THREE.Texture {
        const key = `pixels ${image}`;
        const texture = this.#textures.get(key) ?? new THREE.Texture(picture);
        this.#textures.set(key, texture);
        return texture;
    }
}

function isAnimated({ frames, frameRate }: Material): boolean {
    return frames.length > 0 && frameRate > 0;
}

// From 0 up to 1.
function part(value: number): number {
    return value - Math.floor(value);
}
