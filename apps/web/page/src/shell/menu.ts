// A menu under a button: opens by click, goes by arrows, closes by Escape or a click elsewhere.
import { iconButton } from "./controls";
import { element } from "./dom";
import type { IconName } from "./icons";

export interface MenuEntry {
    readonly label: string;
    readonly run: () => void;
}

let made = 0;

// `entries` is asked each time the menu opens.
export function menuButton(
    icon: IconName,
    label: string,
    shortcut: string,
    entries: () => readonly MenuEntry[],
): HTMLElement {
    const id = `menu-${++made}`;
    const list = element("div", { class: "menu", role: "menu", id, popover: "auto", "aria-label": label });
    const button = iconButton(icon, label, shortcut, () => list.togglePopover());
    button.setAttribute("aria-haspopup", "menu");
    button.setAttribute("aria-expanded", "false");
    list.addEventListener("beforetoggle", (event) => {
        const opening = event.newState === "open";
        button.setAttribute("aria-expanded", String(opening));
        if (opening) fill(list, entries());
    });
    list.addEventListener("toggle", (event) => {
        if (event.newState !== "open") return;
        const box = button.getBoundingClientRect();
        list.style.top = `${box.bottom + 4}px`;
        list.style.left = `${Math.max(8, Math.min(box.left, innerWidth - list.offsetWidth - 8))}px`;
        list.querySelector("button")?.focus();
    });
    list.addEventListener("keydown", (event) => {
        const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
        if (step === 0) return;
        event.preventDefault();
        event.stopPropagation();
        const items = [...list.querySelectorAll("button")];
        const now = items.findIndex((item) => item === document.activeElement);
        items[(now + step + items.length) % items.length]?.focus();
    });
    return element("div", { class: "menu-holder" }, button, list);
}

function fill(list: HTMLElement, entries: readonly MenuEntry[]): void {
    list.replaceChildren(
        ...entries.map(({ label, run }) => {
            const item = element("button", { type: "button", role: "menuitem" }, label);
            item.addEventListener("click", () => {
                list.hidePopover();
                run();
            });
            return item;
        }),
    );
}
