// The few controls everything is made of, each with the name a screen reader says.

import { element, setAttributes } from "./dom";
import { icon, type IconName } from "./icons";
import type { Readable, Signal } from "./signal";

export function iconButton(name: IconName, label: string, shortcut: string, press: () => void): HTMLButtonElement {
    const title = shortcut === "" ? label : `${label} (${shortcut})`;
    const button = element("button", { type: "button", class: "icon-button", "aria-label": label, title }, icon(name));
    button.addEventListener("click", press);
    return button;
}

export function textButton(label: string, press: () => void): HTMLButtonElement {
    const button = element("button", { type: "button", class: "text-button" }, label);
    button.addEventListener("click", press);
    return button;
}

// A word that is on or off.
export function toggle(label: string, title: string, state: Signal<boolean>): HTMLButtonElement {
    const button = element("button", { type: "button", class: "toggle", title }, label);
    button.addEventListener("click", () => (state.value = !state.value));
    state.watch((on) => button.setAttribute("aria-pressed", String(on)));
    return button;
}

export interface Choice<T extends string> {
    readonly value: T;
    readonly label: string;
}

// One of several, side by side.
export function segmented<T extends string>(
    name: string,
    choices: readonly Choice<T>[],
    state: Signal<T>,
): HTMLElement {
    const group = element("div", { class: "segmented", role: "radiogroup", "aria-label": name });
    const buttons = choices.map(({ value, label }) => {
        const button = element("button", { type: "button", role: "radio", class: "segment" }, label);
        button.addEventListener("click", () => (state.value = value));
        return button;
    });
    group.append(...buttons);
    // As radio buttons do: one stop for Tab, arrows go on from there.
    group.addEventListener("keydown", (event) => {
        const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        if (step === 0) return;
        event.preventDefault();
        event.stopPropagation();
        const now = choices.findIndex((choice) => choice.value === state.value);
        const next = (now + step + choices.length) % choices.length;
        state.value = choices[next]!.value;
        buttons[next]!.focus();
    });
    state.watch((value) =>
        choices.forEach((choice, i) => {
            const on = choice.value === value;
            setAttributes(buttons[i]!, { "aria-checked": String(on), tabindex: on ? 0 : -1 });
        }),
    );
    return group;
}

export interface SliderRange {
    readonly min: number;
    readonly max: number;
    readonly step: number;
}

export function slider(label: string, range: SliderRange, state: Signal<number>): HTMLInputElement {
    const input = element("input", { type: "range", class: "slider", "aria-label": label, ...range });
    input.addEventListener("input", () => (state.value = input.valueAsNumber));
    state.watch((value) => {
        if (input.valueAsNumber !== value) input.valueAsNumber = value;
        const filled = (value - range.min) / (range.max - range.min);
        input.style.setProperty("--filled", `${(filled * 100).toFixed(1)}%`);
    });
    return input;
}

// A drop-down whose entries may change; the value stays where it is still among them.
export function choice(
    label: string,
    options: Readable<readonly Choice<string>[]>,
    state: Signal<string>,
): HTMLSelectElement {
    const select = element("select", { class: "choice", "aria-label": label });
    select.addEventListener("change", () => (state.value = select.value));
    const show = (): void => {
        select.value = state.value;
    };
    options.watch((entries) => {
        select.replaceChildren(...entries.map((entry) => element("option", { value: entry.value }, entry.label)));
        show();
    });
    state.watch(show);
    return select;
}
