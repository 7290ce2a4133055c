// The tests as plain modules for Node.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
    root: here("."),
    build: {
        ssr: true,
        target: "node20",
        outDir: here("dist"),
        emptyOutDir: true,
        rolldownOptions: { input: { unit: here("unit/all.ts"), browser: here("browser/all.ts") } },
    },
});
