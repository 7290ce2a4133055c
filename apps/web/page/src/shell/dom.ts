// Elements in one expression: what to make, its attributes and listeners, what is inside.

export type Child = Node | string;

// `class`, `role`, `aria-…` and the like are set as attributes; true is an empty attribute, false and undefined are none.
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export function element<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Attributes = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    const made = document.createElement(tag);
    setAttributes(made, attributes);
    made.append(...children);
    return made;
}

const svgNamespace = "http://www.w3.org/2000/svg";

export function svg<K extends keyof SVGElementTagNameMap>(
    tag: K,
    attributes: Attributes = {},
    ...children: Child[]
): SVGElementTagNameMap[K] {
    const made = document.createElementNS(svgNamespace, tag);
    setAttributes(made, attributes);
    made.append(...children);
    return made;
}

export function setAttributes(target: Element, attributes: Attributes): void {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === undefined || value === false) target.removeAttribute(name);
        else target.setAttribute(name, value === true ? "" : String(value));
    }
}

// Text that changes often: the node is left alone where nothing changed, so that nothing is laid out again.
export function setText(target: Element, text: string): void {
    if (target.textContent !== text) target.textContent = text;
}
