// Dark by default, light for those who ask; the choice is kept where the browser lets us keep one.

import { Signal } from "./signal";

export type Theme = "dark" | "light";

const key = "ossuary.theme";

function remembered(): Theme | null {
    try {
        const kept = localStorage.getItem(key);
        return kept === "dark" || kept === "light" ? kept : null;
    } catch {
        return null; // storage may be forbidden; then the choice lasts as long as the page
    }
}

export function makeTheme(asked: Theme | null): Signal<Theme> {
    const theme = new Signal<Theme>(asked ?? remembered() ?? "dark");
    theme.watch((value) => {
        document.documentElement.dataset["theme"] = value;
        if (asked !== null) return;
        try {
            localStorage.setItem(key, value);
        } catch {
            // as above
        }
    });
    return theme;
}

// A colour of the style sheet, for what is drawn on a canvas.
export function token(name: string): string {
    return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

export function prefersReducedMotion(): boolean {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
