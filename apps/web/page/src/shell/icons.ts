// Line icons, 16 × 16, drawn with the colour of the text around them.

import { svg } from "./dom";

const paths = {
    open: "M2 12.5V4a1 1 0 0 1 1-1h3l1.5 2H13a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1z",
    download: "M8 2.5v7m-3-3 3 3 3-3M3 13h10",
    picture: "M2.5 3.5h11v9h-11zM3 11l3-3.2 2.4 2.4 2-1.9 3 2.9M10.2 6.2h.01",
    compare: "M8 2v12M2.5 4.5H6v7H2.5zM10 4.5h3.5v7H10z",
    light: "M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6zM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9",
    dark: "M13 9.6A5.5 5.5 0 0 1 6.4 3 5.5 5.5 0 1 0 13 9.6z",
    help: "M6 6.2a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.4M8 11.8h.01M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8z",
    frame: "M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3M6 6h4v4H6z",
    first: "M4 3.5v9M12.5 3.8v8.4L6 8z",
    last: "M12 3.5v9M3.5 3.8v8.4L10 8z",
    back: "M10 4 6 8l4 4M12.5 4v8",
    on: "M6 4l4 4-4 4M3.5 4v8",
    sound: "M2.5 6.2h2.6L8.5 3.2v9.6L5.1 9.8H2.5zM10.6 6a2.8 2.8 0 0 1 0 4M12.4 4.2a5.4 5.4 0 0 1 0 7.6",
    mute: "M2.5 6.2h2.6L8.5 3.2v9.6L5.1 9.8H2.5zM10.8 6.2l3.2 3.6M14 6.2l-3.2 3.6",
    stop: "M4 4h8v8H4z",
    down: "M3.5 6 8 10.5 12.5 6",
    cube: "M8 1.8 13.4 5v6L8 14.2 2.6 11V5zM2.6 5 8 8.2 13.4 5M8 8.2v6",
    play: "M4.5 3v10l8-5z",
    pause: "M5 3.5v9M11 3.5v9",
    loop: "M11 2.5 13.5 5 11 7.5M13.5 5H5a2.5 2.5 0 0 0-2.5 2.5M5 13.5 2.5 11 5 8.5M2.5 11H11a2.5 2.5 0 0 0 2.5-2.5",
    menu: "M2.5 4h11M2.5 8h11M2.5 12h11",
    panel: "M2.5 3h11v10h-11zM10 3v10",
    close: "M4 4l8 8M12 4l-8 8",
    add: "M8 3v10M3 8h10",
} as const;

export type IconName = keyof typeof paths;

export function icon(name: IconName): SVGSVGElement {
    return svg(
        "svg",
        { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true", focusable: "false" },
        svg("path", { d: paths[name] }),
    );
}
