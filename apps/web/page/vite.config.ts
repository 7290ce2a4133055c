// The page as static files that work from any host and any path.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// The service worker is plain JavaScript beside the page; the build tells it what to keep, and under which name.
function offline(): Plugin {
    return {
        name: "ossuary-offline",
        apply: "build",
        enforce: "post",
        generateBundle(_, bundle) {
            const files = Object.values(bundle).map(({ fileName }) => fileName);
            const hash = createHash("sha256");
            for (const output of Object.values(bundle))
                hash.update(output.type === "chunk" ? output.code : output.source);
            const keep = [
                "./",
                "./icon.svg",
                ...files.filter((name) => name !== "index.html").map((name) => `./${name}`),
            ];
            const source = readFileSync(here("offline.js"), "utf8")
                .replace('"KEEP"', JSON.stringify(keep.sort()))
                .replace("VERSION", hash.digest("hex").slice(0, 16));
            this.emitFile({ type: "asset", fileName: "offline.js", source });
        },
    };
}

export default defineConfig({
    root: here("."),
    base: "./",
    plugins: [offline()],
    // tools/web puts one there, where the command is built.
    define: { __SAMPLE__: JSON.stringify(existsSync(here("public/sample.glb"))) },
    worker: { format: "es" },
    build: {
        outDir: here("../dist"),
        emptyOutDir: true,
        target: "es2022",
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 1500,
        modulePreload: { polyfill: false },
    },
});
