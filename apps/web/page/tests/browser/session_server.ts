// `ossuary shot`'s side of PROTOCOL.md that keeps everything it is posted.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, resolve } from "node:path";

const prefix = "/0123456789abcdef0123456789abcdef/";
const types: Readonly<Record<string, string>> = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
};

export interface Posted {
    readonly type: string;
    readonly body: Buffer;
}

export class SessionServer {
    readonly posted: Posted[] = [];
    readonly #server;

    constructor(name: string, content: Buffer) {
        this.#server = createServer((request, response) => {
            const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
            const path = decodeURIComponent(pathname.slice(prefix.length));
            const dist = (file: string): Buffer => readFileSync(resolve(process.cwd(), "dist", file));
            const send = (type: string, body: string | Buffer): void =>
                void response.writeHead(200, { "Content-Type": type }).end(body);
            if (path === "") {
                const none = 'name="ossuary-session" content="none"';
                send("text/html", dist("index.html").toString().replace(none, none.replace("none", "shot")));
            } else if (path === "session/files") {
                const file = { path: name, size: content.length, version: 1 };
                send("application/json", JSON.stringify({ files: [file], open: name }));
            } else if (path === `session/file/${name}`) {
                send("application/octet-stream", content);
            } else if (path === "session/shot") {
                const parts: Buffer[] = [];
                request.on("data", (part: Buffer) => parts.push(part));
                request.on("end", () => {
                    this.posted.push({ type: request.headers["content-type"] ?? "", body: Buffer.concat(parts) });
                    send("text/plain", "");
                });
            } else {
                send(types[extname(path)] ?? "application/octet-stream", dist(path));
            }
        });
    }

    async start(): Promise<string> {
        await new Promise<void>((ready) => this.#server.listen(0, "127.0.0.1", ready));
        return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${prefix}`;
    }

    stop(): void {
        this.#server.close();
        this.#server.closeAllConnections();
    }
}
