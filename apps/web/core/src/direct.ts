// @ossuary/core/direct: the library on the calling thread, for workers of your own and for tools that may wait.
export { Library, type ReadNow } from "./library.js";
export * from "./types.js";
export type { Given, Listing } from "./files.js";
