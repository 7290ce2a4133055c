// The library as the command has it: what the page is held against.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

/** The root of the repository; tests are started from apps/web. */
export const root = resolve(process.cwd(), "../..");
export const made = join(root, "build/check/web");

const release = join(root, "build/release");
export const program = join(release, "apps/cli/ossuary");

export function runOssuary(...given: string[]): string {
    return execFileSync(program, given, { encoding: "utf8", maxBuffer: 1 << 28 });
}

/** The demo's files, which `./check web` has made; made now if it has not. */
export function demo(): string {
    const folder = join(root, "build/check/web-demo");
    if (!existsSync(join(folder, "hero.glb"))) runOssuary("demo", "-o", folder, "--no-view", "--force", "--quiet");
    mkdirSync(made, { recursive: true });
    return folder;
}

/** Object-space positions of the joints, three numbers each, at each of these times. */
export function nativeJoints(files: readonly string[], clip: string, times: readonly number[]): number[][] {
    const text = execFileSync(
        join(release, "tools/ossuary-pose"),
        [...files, "--clip", clip, "--times", times.join(",")],
        {
            encoding: "utf8",
            maxBuffer: 1 << 28,
        },
    );
    const { poses } = JSON.parse(text) as { poses: { joints: [number, number, number][] }[] };
    return poses.map(({ joints }) => joints.flat());
}

/** What the Khronos validator says of a file: empty if nothing. */
export function objectionsTo(file: string): string {
    try {
        execFileSync(join(root, "tools/validate-gltf"), [file], { encoding: "utf8", stdio: "pipe" });
        return "";
    } catch (error) {
        const { stdout, stderr } = error as { stdout: string; stderr: string };
        return `${stdout}${stderr}`;
    }
}
