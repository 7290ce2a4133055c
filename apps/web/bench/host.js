// Folders of this machine, served to it.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
};

/** `folders`: by the path they are served below. At the top is an empty page. */
export async function serve(folders) {
    const server = createServer((request, response) => {
        const { pathname } = new URL(request.url, "http://127.0.0.1");
        if (pathname === "/") return response.writeHead(200, { "Content-Type": types[".html"] }).end("<!doctype html>");
        const prefix = Object.keys(folders).find((each) => pathname.startsWith(each));
        const name = prefix === undefined ? ".." : normalize(decodeURIComponent(pathname.slice(prefix.length)));
        const file = name.startsWith("..") ? "" : join(folders[prefix], name === "." ? "index.html" : name);
        if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
        response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" });
        createReadStream(file).pipe(response);
    });
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    return {
        address: `http://127.0.0.1:${server.address().port}/`,
        stop() {
            server.close();
            server.closeAllConnections();
        },
    };
}
