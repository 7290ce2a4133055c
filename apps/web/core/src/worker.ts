// The worker: answers questions one after another, with copies that are moved, not copied again, to the page.
import type { Answer, Beginning, Question } from "./connection.js";
import { Libraries } from "./libraries.js";
import { OssuaryError } from "./types.js";

/** This thread's end of the line, in a browser or in Node. */
interface Line {
    post(answer: Answer, moved: ArrayBuffer[]): void;
    listen(listener: (message: Beginning | Question) => void): void;
}

function serve(line: Line): void {
    let library: Promise<Libraries> = Promise.reject(new OssuaryError("the library was not loaded"));
    let last: Promise<void> = library.then(ignore, ignore);
    line.listen((message) => {
        if ("wasm" in message) {
            library = compile(message.wasm).then((module) => Libraries.load(module, () => compile(message.all)));
            library.catch(ignore); // every question tells of it
        } else {
            last = last.then(async () => {
                const trouble = await answer(line, library, message);
                // A module that was stopped half way cannot be asked again.
                if (trouble) (library = Promise.reject(trouble)).catch(ignore);
            });
        }
    });
}

function ignore(): void {}

/** Long lists of words, in which nothing is a view. */
const plain: ReadonlySet<string> = new Set(["subjects"]);

/** Answers, and returns what stopped the module, if anything did. */
async function answer(line: Line, library: Promise<Libraries>, question: Question): Promise<unknown> {
    const { number, verb, arguments: given } = question;
    try {
        const moved: ArrayBuffer[] = [];
        const answered = await (await library).ask(verb, given);
        const value = plain.has(verb) ? answered : copied(answered, moved);
        line.post({ number, value }, moved);
    } catch (error) {
        line.post({ number, error: told(error) }, []);
        if (error instanceof WebAssembly.RuntimeError) return error;
    }
    return undefined;
}

/** The value with every array copied out of the module's memory. */
function copied(value: unknown, moved: ArrayBuffer[]): unknown {
    if (ArrayBuffer.isView(value)) {
        const copy = (value as Uint8Array<ArrayBuffer>).slice();
        moved.push(copy.buffer);
        return copy;
    }
    if (Array.isArray(value)) return value.map((item) => copied(item, moved));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copied(member, moved)]));
}

function told(error: unknown): { message: string; place: object; text: string } {
    if (error instanceof OssuaryError) return { message: error.message, place: error.place, text: error.text };
    const reason = error instanceof Error ? error.message : String(error);
    const message =
        error instanceof WebAssembly.RuntimeError ? `the library stopped, probably for want of memory (${reason})` : reason;
    return { message, place: {}, text: message };
}

async function compile(wasm: Beginning["wasm"]): Promise<WebAssembly.Module> {
    if (wasm instanceof WebAssembly.Module) return wasm;
    if (typeof wasm !== "string") return WebAssembly.compile(wasm);
    if (wasm.startsWith("file:")) {
        const files = "node:fs/promises"; // by a name that bundlers do not follow
        const { readFile } = (await import(/* @vite-ignore */ files)) as typeof import("node:fs/promises");
        return WebAssembly.compile(await readFile(new URL(wasm)));
    }
    const response = await fetch(wasm);
    if (!response.ok) throw new OssuaryError(`the library could not be loaded: ${wasm} answers ${response.status}`);
    // While it comes in, where the host says what it is.
    if (response.headers.get("Content-Type") === "application/wasm") return WebAssembly.compileStreaming(response);
    return WebAssembly.compile(await response.arrayBuffer());
}

const browserLine: Line = {
    post: (answer, moved) => postMessage(answer, { transfer: moved }),
    listen: (listener) => addEventListener("message", (event) => listener(event.data as Beginning | Question)),
};

async function nodeLine(): Promise<Line> {
    const threads = "node:worker_threads";
    const { parentPort } = (await import(/* @vite-ignore */ threads)) as typeof import("node:worker_threads");
    return {
        post: (answer, moved) => parentPort!.postMessage(answer, moved),
        listen: (listener) => parentPort!.on("message", listener),
    };
}

// A browser's worker must listen before it first waits; Node's line has to be waited for, and keeps what comes.
if (typeof postMessage === "function") serve(browserLine);
else void nodeLine().then(serve);
