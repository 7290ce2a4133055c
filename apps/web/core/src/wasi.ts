// What libc asks of its host, and what a library without files answers: nothing is there, and nothing is written.

const success = 0;
const badDescriptor = 8;
const notSupported = 58;

/** The imports of a module made for WASI. `memory` is asked for when a call comes, since it may have grown. */
export function wasiImports(memory: () => WebAssembly.Memory): WebAssembly.ModuleImports {
    const storeSize = (at: number, value: number) => new DataView(memory().buffer).setUint32(at, value, true);
    const known: WebAssembly.ModuleImports = {
        environ_sizes_get(count: number, size: number) {
            storeSize(count, 0);
            storeSize(size, 0);
            return success;
        },
        environ_get: () => success,
        fd_prestat_get: () => badDescriptor,
        proc_exit(status: number) {
            throw new WebAssembly.RuntimeError(`the library ended with status ${status}`);
        },
    };
    // The rest belongs to streams and files, which libc contains and the library does not use.
    return new Proxy(known, { get: (target, name) => target[name as string] ?? (() => notSupported) });
}
