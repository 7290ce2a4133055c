// The real `ossuary view`, run as a person runs it.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { program } from "./native";

export class ViewCommand {
    readonly #process: ChildProcess;
    readonly #address: Promise<string>;

    constructor(...paths: string[]) {
        this.#process = spawn(program, ["view", ...paths, "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
        const lines = createInterface({ input: this.#process.stdout! });
        this.#address = once(lines, "line").then(([line]) => String(line));
    }

    /** What it prints first. */
    address(): Promise<string> {
        return this.#address;
    }

    async stop(): Promise<void> {
        if (this.#process.exitCode !== null) return;
        const ended = once(this.#process, "exit");
        this.#process.kill("SIGINT");
        await ended;
    }
}
