// The line to the worker: questions go out numbered, answers come back in any order and settle their promises.
import { OssuaryError, type Place } from "./types.js";
import type { Verbs } from "./verbs.js";

export interface StartSettings {
    /** The worker, where the one beside this file does not do: a bundler's, or one of node:worker_threads. */
    worker?: WorkerLike;
    /** The module, where `ossuary.wasm` beside this file does not do: its address, its bytes, or compiled. */
    wasm?: ModuleSource | URL;
    /** The larger module, likewise (`ossuary-all.wasm`). It is loaded when a file asks for it. */
    all?: ModuleSource | URL;
}

type ModuleSource = string | BufferSource | WebAssembly.Module;

/** What browsers' workers and, but for the name of one method, Node's have in common. */
export type WorkerLike = Pick<Worker, "postMessage" | "terminate"> & (Listening | { on: NodeListening });
type Listening = Pick<Worker, "addEventListener">;
type NodeListening = (event: "message" | "error", listener: (data: never) => void) => unknown;

export interface Question {
    number: number;
    verb: keyof Verbs;
    arguments: unknown[];
}
/** The first message to the worker. */
export interface Beginning {
    wasm: ModuleSource;
    all: ModuleSource;
}
export type Answer =
    | { number: number; value: unknown }
    | { number: number; error: { message: string; place: Place; text: string } };

export interface Connection {
    call<V extends keyof Verbs>(verb: V, ...given: Parameters<Verbs[V]>): Promise<Awaited<ReturnType<Verbs[V]>>>;
    close(): void;
}

interface Waiting {
    resolve(value: never): void;
    reject(reason: unknown): void;
}

export async function connect(settings: StartSettings): Promise<Connection> {
    const worker = settings.worker ?? (await ownWorker());
    const waiting = new Map<number, Waiting>();
    let asked = 0;
    let ended: OssuaryError | undefined;

    const end = (reason: string) => {
        ended = new OssuaryError(reason);
        for (const each of waiting.values()) each.reject(ended);
        waiting.clear();
    };
    listen(worker, "message", (answer: Answer) => {
        const each = waiting.get(answer.number);
        waiting.delete(answer.number);
        if ("error" in answer) each?.reject(new OssuaryError(answer.error.message, answer.error.place, answer.error.text));
        else each?.resolve(answer.value as never);
    });
    listen(worker, "error", (error: { message?: string }) => end(`the worker failed: ${error.message ?? "no reason given"}`));

    const wasm = addressed(settings.wasm ?? new URL("./ossuary.wasm", import.meta.url));
    const all = addressed(settings.all ?? new URL("./ossuary-all.wasm", import.meta.url));
    worker.postMessage({ wasm, all } satisfies Beginning);
    return {
        call(verb, ...given) {
            return new Promise((resolve, reject) => {
                if (ended) return reject(ended);
                waiting.set(++asked, { resolve, reject });
                worker.postMessage({ number: asked, verb, arguments: given } satisfies Question, buffersOf(verb, given));
            });
        },
        close() {
            void worker.terminate();
            end("the library was closed");
        },
    };
}

function addressed(source: ModuleSource | URL): ModuleSource {
    return source instanceof URL ? source.href : source;
}

// What the caller gave up for reuse is moved, all else copied.
function buffersOf(verb: keyof Verbs, given: unknown[]): ArrayBuffer[] {
    const reuse = verb === "poses" ? (given[2] as { world: Float32Array<ArrayBuffer> } | undefined) : undefined;
    return reuse ? [reuse.world.buffer] : [];
}

async function ownWorker(): Promise<WorkerLike> {
    // The address is written out in the call, which is how bundlers find the worker.
    if (typeof Worker !== "undefined") return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    // By names that bundlers do not follow: they would keep what only Node asks for.
    const [threads, beside] = ["node:worker_threads", "./worker.js"];
    const { Worker: Thread } = (await import(/* @vite-ignore */ threads)) as typeof import("node:worker_threads");
    return new Thread(new URL(beside, import.meta.url)) as unknown as WorkerLike;
}

function listen<T>(worker: WorkerLike, event: "message" | "error", listener: (data: T) => void): void {
    if ("on" in worker) worker.on(event, listener as (data: never) => void);
    else if (event === "message") worker.addEventListener(event, (message) => listener(message.data as T));
    else worker.addEventListener(event, (error) => listener(error as T));
}
