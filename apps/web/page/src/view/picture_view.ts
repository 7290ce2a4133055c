// A picture by itself, large: a texture from the tree or one of a material.
import { iconButton } from "../shell/controls";
import { element, setText } from "../shell/dom";

export class PictureView {
    readonly element: HTMLElement;
    readonly #name = element("span", { class: "picture-name" });
    readonly #size = element("span", { class: "quiet figures" });
    readonly #holder = element("div", { class: "picture-holder" });
    #shown: { readonly name: string; readonly canvas: HTMLCanvasElement } | null = null;
    // Called when somebody puts it away.
    onClose: () => void = () => {};

    // `save` hands the picture on.
    constructor(save: () => void) {
        this.element = element(
            "figure",
            { class: "picture", hidden: true },
            element(
                "figcaption",
                {},
                this.#name,
                this.#size,
                iconButton("download", "Save as .png", "", save),
                iconButton("close", "Close the picture", "Escape", () => this.onClose()),
            ),
            this.#holder,
        );
    }

    get isShown(): boolean {
        return this.#shown !== null;
    }

    get name(): string {
        return this.#shown?.name ?? "";
    }

    show(name: string, picture: ImageBitmap | HTMLCanvasElement): void {
        const canvas = element("canvas", { role: "img", "aria-label": name, width: picture.width, height: picture.height });
        canvas.getContext("2d")?.drawImage(picture, 0, 0);
        this.#shown = { name, canvas };
        setText(this.#name, name);
        setText(this.#size, `${picture.width} × ${picture.height}`);
        this.#holder.replaceChildren(canvas);
        this.element.hidden = false;
    }

    hide(): void {
        this.#shown = null;
        this.#holder.replaceChildren();
        this.element.hidden = true;
    }

    // As .png, every pixel as it is.
    async file(): Promise<Blob | null> {
        const canvas = this.#shown?.canvas;
        return canvas === undefined ? null : new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    }
}
