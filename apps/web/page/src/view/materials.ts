// Materials and pictures of a model as three.js has them.
import type { Material, Model } from "@ossuary/core";
import * as THREE from "three";
import { withSkin } from "./skin_shader";

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

export class MaterialSet {
    readonly materials: THREE.Material[];
    readonly #sources: readonly Material[];
    readonly #textures = new Map<string, THREE.Texture>();
    readonly #pictures: readonly (ImageBitmap | null)[];

    // `pictures`: one for each image of the model; null where it could not be decoded.
    constructor(sources: readonly Material[], pictures: readonly (ImageBitmap | null)[], eight: boolean) {
        this.#sources = sources;
        this.#pictures = pictures;
        this.materials = sources.map((source) => this.#make(source, eight));
    }

    // Animated textures show the picture of this time.
    setTime(seconds: number): boolean {
        let changed = false;
        this.#sources.forEach((source, i) => {
            if (source.frames.length === 0 || source.frameRate <= 0) return;
            const frame = source.frames[Math.floor(seconds * source.frameRate) % source.frames.length]!;
            const material = this.materials[i] as THREE.MeshStandardMaterial | THREE.MeshBasicMaterial;
            const map = this.#texture(frame, source, true);
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
        const map = this.#texture(source.frames[0] ?? source.baseColorImage, source, true);
        const isSaid = map !== null || r < 1 || g < 1 || b < 1;
        const look = {
            name: source.name,
            color: isSaid ? new THREE.Color().setRGB(r, g, b) : new THREE.Color(bone),
            opacity,
            map,
            side: source.doubleSided ? THREE.DoubleSide : THREE.FrontSide,
            alphaTest: source.alpha === "mask" ? source.alphaCutoff : 0,
            transparent: source.alpha === "blend" || source.alpha === "add",
            depthWrite: source.alpha === "opaque" || source.alpha === "mask",
            blending: source.alpha === "add" ? THREE.AdditiveBlending : THREE.NormalBlending,
        };
        const material = source.unlit
            ? new THREE.MeshBasicMaterial(look)
            : new THREE.MeshStandardMaterial({
                  ...look,
                  roughness: source.roughness,
                  metalness: Math.min(source.metallic, mostMetal),
                  emissive: new THREE.Color().setRGB(...source.emissive),
                  emissiveMap: this.#texture(source.emissiveImage, source, true),
                  normalMap: this.#texture(source.normalImage, source, false),
              });
        withSkin(material, eight);
        return material;
    }

    #texture(image: number, source: Material, colour: boolean): THREE.Texture | null {
        const picture = image < 0 ? null : (this.#pictures[image] ?? null);
        if (picture === null) return null;
        const key = [image, source.wrapU, source.wrapV, source.filter, colour].join(" ");
        const made = this.#textures.get(key);
        if (made !== undefined) return made;
        const texture = new THREE.Texture(picture);
        texture.flipY = false; // coordinates start at the top left
        texture.colorSpace = colour ? THREE.SRGBColorSpace : THREE.NoColorSpace;
        texture.wrapS = wraps[source.wrapU];
        texture.wrapT = wraps[source.wrapV];
        texture.magFilter = source.filter === "nearest" ? THREE.NearestFilter : THREE.LinearFilter;
        texture.anisotropy = 4;
        texture.needsUpdate = true;
        this.#textures.set(key, texture);
        return texture;
    }
}
