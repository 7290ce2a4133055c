// The built page as any web host would serve it, from a folder that is not the top.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const types: Readonly<Record<string, string>> = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
};
const prefix = "/somewhere/below/";

export interface StaticServer {
    readonly address: string;
    stop(): Promise<void>;
}

export async function serve(folder: string): Promise<StaticServer> {
    const server: Server = createServer((request, response) => {
        const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
        const name = pathname === prefix ? "index.html" : normalize(decodeURIComponent(pathname.slice(prefix.length)));
        const file = join(folder, name);
        const isThere =
            pathname.startsWith(prefix) && !name.startsWith("..") && existsSync(file) && statSync(file).isFile();
        if (!isThere) return void response.writeHead(404).end();
        response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" });
        createReadStream(file).pipe(response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return {
        address: `http://127.0.0.1:${port}${prefix}`,
        stop: () =>
            new Promise((resolve) => {
                server.close(() => resolve());
                server.closeAllConnections();
            }),
    };
}
