// How files come to the page: held over it and let go, or picked in the browser's own window.
import { filesOfDrop, filesOfInput, type Given } from "@ossuary/core";

// The browser's window for choosing files, or a folder; empty when the person thinks better of it.
export function pickFiles(what: "files" | "folder"): Promise<Given[]> {
    const input = document.createElement("input");
    input.type = "file";
    input.multiple = true;
    input.webkitdirectory = what === "folder";
    return new Promise((resolve) => {
        input.addEventListener("change", () => resolve(filesOfInput(input.files ?? [])));
        input.addEventListener("cancel", () => resolve([]));
        input.click();
    });
}

// Lets an element take drops, and marks it as `dropping` while something is held over it.
export function acceptDrops(target: HTMLElement, take: (files: Promise<Given[]>) => void): void {
    let depth = 0; // enter and leave come for every element within
    const over = (now: number): void => {
        depth = now;
        target.classList.toggle("dropping", depth > 0);
    };
    target.addEventListener("dragenter", (event) => {
        if (event.dataTransfer?.types.includes("Files") === true) over(depth + 1);
    });
    target.addEventListener("dragleave", () => over(Math.max(0, depth - 1)));
    target.addEventListener("dragover", (event) => {
        event.preventDefault();
        if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "copy";
    });
    target.addEventListener("drop", (event) => {
        event.preventDefault();
        over(0);
        if (event.dataTransfer !== null) take(filesOfDrop(event.dataTransfer));
    });
}
