// The module's memory from outside: text and spans, read and written. Views are valid until the next call.

/** How JSON speaks of numbers in memory. */
interface Span {
    span: "u8" | "i32" | "u32" | "f32";
    at: number;
    length: number;
}

const arrays = { u8: Uint8Array, i32: Int32Array, u32: Uint32Array, f32: Float32Array };

export class Memory {
    readonly #memory: WebAssembly.Memory;
    readonly #decoder = new TextDecoder();
    readonly #encoder = new TextEncoder();

    constructor(memory: WebAssembly.Memory) {
        this.#memory = memory;
    }

    get size(): number {
        return this.#memory.buffer.byteLength;
    }

    bytes(at: number, length: number): Uint8Array<ArrayBuffer> {
        return new Uint8Array(this.#memory.buffer, at, length);
    }

    floats(at: number, length: number): Float32Array<ArrayBuffer> {
        return new Float32Array(this.#memory.buffer, at, length);
    }

    view(at: number, length: number): DataView<ArrayBuffer> {
        return new DataView(this.#memory.buffer, at, length);
    }

    text(at: number, length: number): string {
        return this.#decoder.decode(this.bytes(at, length));
    }

    encode(text: string): Uint8Array {
        return this.#encoder.encode(text);
    }

    /** JSON with its spans turned into views. */
    json(at: number, length: number): unknown {
        const text = this.text(at, length);
        if (!text.includes('"span"')) return JSON.parse(text); // much faster, for long lists
        return JSON.parse(text, (_, value: unknown) => (isSpan(value) ? this.#array(value) : value));
    }

    #array({ span, at, length }: Span): Uint8Array | Int32Array | Uint32Array | Float32Array {
        // The address of an empty array means nothing.
        return new arrays[span](this.#memory.buffer, length > 0 ? at : 0, length);
    }
}

function isSpan(value: unknown): value is Span {
    return typeof value === "object" && value !== null && "span" in value && "at" in value && "length" in value;
}
