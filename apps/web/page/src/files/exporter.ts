// What the page hands on: the model with clips of it as .glb, and the picture as it is as .png.
import type { Model } from "@ossuary/core";
import type { Playback } from "../play/playback";
import type { Announcer } from "../shell/announce";
import type { MenuEntry } from "../shell/menu";
import type { PictureView } from "../view/picture_view";
import type { PictureLook } from "../view/stage";
import type { View } from "../view/view";
import { download } from "./download";
import { PictureDialog } from "./picture_dialog";

export class Exporter {
    readonly #view: View;
    readonly #playback: Playback;
    readonly #announcer: Announcer;
    readonly #fail: (error: unknown) => void;
    readonly #dialog = new PictureDialog();
    model: Model | null = null;
    texture: PictureView | null = null;

    constructor(view: View, playback: Playback, announcer: Announcer, fail: (error: unknown) => void) {
        this.#view = view;
        this.#playback = playback;
        this.#announcer = announcer;
        this.#fail = fail;
    }

    // What can be had of what is shown now.
    entries(): MenuEntry[] {
        const texture = this.texture?.isShown === true ? [{ label: `${this.texture.name} as .png`, run: () => void this.exportTexture() }] : [];
        if (this.model === null)
            return texture.length > 0 ? texture : [{ label: "Nothing is open", run: () => {} }];
        const { current } = this.#playback;
        const all = this.model.clips.map((_, i) => i);
        const one = current === undefined ? [] : [{ label: `${current.name} as .glb`, run: () => this.exportClip() }];
        const label = all.length === 0 ? "The model as .glb" : `All ${all.length} clips as .glb`;
        const whole = { label, run: () => void this.#export(all) };
        return [
            ...texture,
            ...one,
            whole,
            { label: "This picture as .png", run: () => void this.exportPicture() },
            { label: "A picture of another size…", run: () => void this.askForPicture() },
        ];
    }

    // The texture that is shown large.
    async exportTexture(): Promise<void> {
        const file = (await this.texture?.file()) ?? null;
        if (this.texture === null || file === null) return;
        const name = `${fileName(this.texture.name.replace(/\.[^.]*$/, ""))}.png`;
        download(name, file);
        this.#announcer.say(`${name} was exported`);
    }

    async askForPicture(): Promise<void> {
        const { canvas } = this.#view.stage;
        const look = await this.#dialog.ask(canvas.width, canvas.height);
        if (look !== null) await this.exportPicture(look);
    }

    // The clip that plays; the model alone in its rest pose.
    exportClip(): void {
        const clip = this.#playback.clip.value;
        void this.#export(clip < 0 ? [] : [clip]);
    }

    async exportPicture(look: PictureLook = {}): Promise<void> {
        if (this.model === null) return;
        const clip = this.#playback.current;
        const when = clip === undefined ? "" : `-${clip.name}-${this.#playback.time.value.toFixed(3)}`;
        const name = `${fileName(`${this.model.data.name}${when}`)}.png`;
        download(name, await this.#view.picture(look));
        this.#announcer.say(`${name} was exported`);
    }

    async #export(clips: number[]): Promise<void> {
        const model = this.model;
        if (model === null) return;
        const only = clips.length === 1 ? `-${model.clips[clips[0]!]!.name}` : "";
        try {
            const stem = fileName(`${model.data.name}${only}`);
            const files = await model.export({ format: "glb", clips, stem });
            for (const { name, bytes } of files) download(name, new Blob([bytes], { type: "model/gltf-binary" }));
            this.#announcer.say(`${files[0]?.name ?? "Nothing"} was exported`);
        } catch (error) {
            this.#fail(error);
        }
    }
}

// A name that every file system takes.
function fileName(name: string): string {
    return name.replace(/[^\p{L}\p{N}._-]+/gu, "_");
}
