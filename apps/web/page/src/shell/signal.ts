// A value that tells when it changes. The page's parts share a few of these and know nothing else of each other.

export interface Readable<T> {
    readonly value: T;
    // Called now and after every change; the returned function ends it.
    watch(listener: (value: T) => void): () => void;
}

export class Signal<T> implements Readable<T> {
    #value: T;
    readonly #listeners = new Set<(value: T) => void>();

    constructor(value: T) {
        this.#value = value;
    }

    get value(): T {
        return this.#value;
    }

    set value(value: T) {
        if (Object.is(value, this.#value)) return;
        this.#value = value;
        for (const listener of [...this.#listeners]) listener(value);
    }

    watch(listener: (value: T) => void): () => void {
        this.#listeners.add(listener);
        listener(this.#value);
        return () => this.#listeners.delete(listener);
    }
}
