// What `info` says of a file, in words a person reads: keys in plain English, numbers with their units, short lists whole.
import { sizeText } from "../document/tree_of";
import type { Fact } from "./section";

const said = new Set(["bytes", "source", "format", "diagnostics", "padding", "checksum"]); // elsewhere, or nowhere of use

// Words that formats shorten.
const words: Readonly<Record<string, string>> = {
    anim: "animation",
    anims: "animations",
    attrs: "attributes",
    bbox: "box",
    fps: "frame rate",
    hex: "",
    max: "highest",
    min: "lowest",
    num: "",
    obj: "object",
    pos: "position",
    tex: "texture",
    tris: "triangles",
    verts: "vertices",
};

const whole: Readonly<Record<string, string>> = {
    bboxMin: "lowest corner",
    bboxMax: "highest corner",
    bbox_min: "lowest corner",
    bbox_max: "highest corner",
    durationSeconds: "length",
    fps: "frame rate",
    fps_source: "frame rate of the source",
    checksum_hex: "checksum",
    commandline: "command line",
    numJoints: "joints",
};

export function readableKey(key: string): string {
    const known = whole[key];
    if (known !== undefined) return known;
    const parts = key
        .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
        .split(/[_\s]+/)
        .map((part) => part.toLowerCase());
    const counted = parts[0] === "num" || parts.at(-1) === "count";
    const named = parts.filter((part) => part !== "num" && (part !== "count" || parts.length === 1)).map((part) => words[part] ?? part);
    const text = named.filter((part) => part !== "").join(" ");
    return counted && parts.at(-1) === "count" && !text.endsWith("s") ? plural(text) : text;
}

function plural(word: string): string {
    return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

// Seven digits are what a float has; more are noise.
export function readableNumber(value: number): string {
    if (Number.isInteger(value)) return Math.abs(value) >= 10_000 ? value.toLocaleString("en") : String(value).replace("-", "−");
    const digits = Math.abs(value) >= 1000 ? 1 : Math.abs(value) >= 1 ? 3 : 5;
    const fixed = Math.abs(value) < 1e-4 ? value.toExponential(1) : value.toFixed(digits).replace(/\.?0+$/, "");
    return fixed.replace("-", "−");
}

function unitOf(key: string): string {
    const lower = key.toLowerCase();
    if (/bytes/.test(lower)) return "bytes";
    if (/(seconds|duration|frametime|frame_time|loop_time|length_seconds)$/.test(lower)) return " s";
    if (/(framerate|frame_rate|fps|fps_source)$/.test(lower)) return " per second";
    if (/(^|_)rate$/.test(lower)) return " Hz";
    if (/(width|height)$/.test(lower)) return " px";
    if (/angle$/.test(lower)) return "°";
    return "";
}

function numberText(key: string, value: number): string {
    const unit = unitOf(key);
    // Versions and ids are no amounts.
    if (/version|index$|flags$|magic/i.test(key)) return value > 0xffff ? `0x${value.toString(16)}` : String(value);
    return unit === "bytes" ? sizeText(value) : readableNumber(value) + unit;
}

const longestText = 80;
const longestList = 8;

function valueText(key: string, value: unknown): string | null {
    if (typeof value === "number") return numberText(key, value);
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (typeof value === "string") {
        const text = value.replace(/\s+/g, " ").trim();
        return text === "" ? null : text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text;
    }
    if (!Array.isArray(value) || value.length === 0) return null;
    if (value.length <= longestList) {
        if (value.every((item) => typeof item === "number")) return value.map(readableNumber).join(", ");
        const texts = value.filter((item): item is string => typeof item === "string");
        if (texts.length === value.length && texts.join(", ").length <= longestText) return texts.join(", ");
    }
    return value.length.toLocaleString("en");
}

export function fileFacts(format: string, size: number, info: Readonly<Record<string, unknown>>): Fact[] {
    const facts: Fact[] = [["bytes", sizeText(size)]];
    if (format !== "") facts.unshift(["format", format]);
    const known = new Set(["format", "bytes"]);
    for (const [key, value] of Object.entries(info)) {
        if (said.has(key)) continue;
        const name = readableKey(key);
        const text = valueText(key, value);
        if (text === null || name === "" || known.has(name)) continue;
        known.add(name);
        facts.push([name, text]);
    }
    return facts;
}
