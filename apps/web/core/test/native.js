// The native library, asked through its command and its pose tool, as what the module is held against.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";

const root = resolve(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "../../../..");
const build = process.env.OSSUARY_BUILD ?? join(root, "build/release");

/** A folder with the sample character in every format (`ossuary demo`). */
export const demo = process.env.OSSUARY_DEMO ?? join(root, "build/check/web-demo");

/** The smaller module. */
export const module = join(root, "apps/web/core/dist/ossuary.wasm");

/** Why the tests cannot run here, if they cannot. */
export const missing = [join(build, "apps/cli/ossuary"), join(build, "tools/ossuary-pose"), join(demo, "hero.glb")]
    .filter((path) => !existsSync(path))
    .map((path) => `${relative(root, path)} is not there; ./check web makes it`)[0];

export function info(...paths) {
    return JSON.parse(run("apps/cli/ossuary", ["info", "--json", "--quiet", ...paths.map((path) => join(demo, path))]));
}

export function play(path, ...options) {
    const lines = run("apps/cli/ossuary", ["play", join(demo, path), "--json", "--quiet", ...options]).trim().split("\n");
    return lines.map((line) => JSON.parse(line));
}

/** The bytes of the file that `convert` makes. */
export function convert(path, name) {
    return inFolder((folder) => {
        run("apps/cli/ossuary", ["convert", join(demo, path), "-o", join(folder, name), "--quiet"]);
        return readFileSync(join(folder, name));
    });
}

/** A sound coded anew. */
export function recoded(sound, coding) {
    return inFolder((folder) => {
        writeFileSync(join(folder, "in.wav"), sound);
        run("apps/cli/ossuary", ["convert", join(folder, "in.wav"), "--coding", coding, "-o", join(folder, "out.wav"), "--quiet"]);
        return new Uint8Array(readFileSync(join(folder, "out.wav")));
    });
}

/** The music of a segment, and every note of it. */
export function rendered(path, seconds) {
    return inFolder((folder) => {
        const wav = join(folder, "out.wav");
        const said = run("apps/cli/ossuary", ["render", join(demo, path), "-o", wav, "--seconds", String(seconds), "--json", "--notes", "--quiet"]);
        return { wav: readFileSync(wav), report: JSON.parse(said) };
    });
}

function inFolder(work) {
    const folder = mkdtempSync(join(tmpdir(), "ossuary-"));
    try {
        return work(folder);
    } finally {
        rmSync(folder, { recursive: true });
    }
}

/** Names of a model's clips; with one of them, where the joints are at these times. */
export function pose(paths, clip, times) {
    const choice = clip === undefined ? [] : ["--clip", clip, "--times", times.join(",")];
    return JSON.parse(run("tools/ossuary-pose", [...paths.map((path) => join(demo, path)), ...choice]));
}

/** The files of the demo below a folder, as a workspace takes them. */
export function demoFiles(folder = "") {
    const found = [];
    const walk = (at) => {
        for (const entry of readdirSync(join(demo, at), { withFileTypes: true })) {
            const path = join(at, entry.name);
            if (entry.isDirectory()) walk(path);
            else found.push({ path, content: new Uint8Array(readFileSync(join(demo, path))) });
        }
    };
    walk(folder);
    return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function run(program, words) {
    return execFileSync(join(build, program), words, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
}
