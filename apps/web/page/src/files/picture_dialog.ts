// Asks how large a picture is to be, and what is behind the figure.
import { textButton } from "../shell/controls";
import { element } from "../shell/dom";
import type { PictureLook } from "../view/stage";

const largest = 8192; // pixels; graphics cards take no more everywhere

export class PictureDialog {
    readonly element: HTMLDialogElement;
    readonly #width = numberInput("Width");
    readonly #height = numberInput("Height");
    readonly #transparent = element("input", { type: "checkbox", id: "picture-transparent" });
    readonly #grid = element("input", { type: "checkbox", id: "picture-grid", checked: true });
    #answer: (look: PictureLook | null) => void = () => {};

    constructor() {
        const save = textButton("Save as .png", () => {
            this.#answer(this.look());
            this.element.close();
        });
        save.classList.add("primary");
        this.element = element(
            "dialog",
            { class: "sheet", "aria-labelledby": "picture-title" },
            element("header", {}, element("h2", { id: "picture-title" }, "Picture")),
            element("p", { class: "picture-size" }, this.#width, " × ", this.#height, " pixels"),
            element("p", {}, this.#transparent, element("label", { for: "picture-transparent" }, " Without a background")),
            element("p", {}, this.#grid, element("label", { for: "picture-grid" }, " With the ground")),
            element("p", { class: "sheet-buttons" }, textButton("Cancel", () => this.element.close()), save),
        );
        this.element.addEventListener("close", () => this.#answer(null));
        this.#transparent.addEventListener("change", () => (this.#grid.checked = !this.#transparent.checked));
        document.body.append(this.element);
    }

    // Null if the person thinks better of it. The size is that of the view to begin with.
    ask(width: number, height: number): Promise<PictureLook | null> {
        this.#width.value = String(width);
        this.#height.value = String(height);
        this.element.showModal();
        return new Promise((resolve) => (this.#answer = resolve));
    }

    look(): PictureLook {
        const size = ({ valueAsNumber }: HTMLInputElement): number =>
            Math.min(Math.max(Number.isFinite(valueAsNumber) ? Math.round(valueAsNumber) : 1, 1), largest);
        return {
            width: size(this.#width),
            height: size(this.#height),
            transparent: this.#transparent.checked,
            grid: this.#grid.checked,
        };
    }
}

function numberInput(label: string): HTMLInputElement {
    return element("input", { type: "number", min: 1, max: largest, step: 1, "aria-label": label });
}
