// The command's side of PROTOCOL.md, small enough to be looked through: files, word of changes, and where shots go.
import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
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
    readonly #files: Map<string, Buffer>;
    readonly #streams: ServerResponse[] = [];
    readonly #server;

    constructor(kind: "view" | "shot", files: Readonly<Record<string, Buffer>>, open: string) {
        this.#files = new Map(Object.entries(files));
        this.#server = createServer((request, response) => {
            const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
            const path = decodeURIComponent(pathname.slice(prefix.length));
            const send = (type: string, body: string | Buffer): void =>
                void response.writeHead(200, { "Content-Type": type }).end(body);
            if (path === "") {
                const page = readFileSync(resolve(process.cwd(), "dist/index.html"), "utf8");
                send(
                    "text/html",
                    page.replace('name="ossuary-session" content="none"', `name="ossuary-session" content="${kind}"`),
                );
            } else if (path === "session/files") {
                const list = [...this.#files].map(([name, { length }]) => ({ path: name, size: length, version: 1 }));
                send("application/json", JSON.stringify({ files: list, open }));
            } else if (path === "session/changes") {
                response.writeHead(200, { "Content-Type": "text/event-stream" });
                response.write(": here\n\n");
                this.#streams.push(response);
            } else if (path === "session/shot") {
                const parts: Buffer[] = [];
                request.on("data", (part: Buffer) => parts.push(part));
                request.on("end", () => {
                    this.posted.push({ type: request.headers["content-type"] ?? "", body: Buffer.concat(parts) });
                    send("text/plain", "");
                });
            } else if (path.startsWith("session/file/")) {
                const content = this.#files.get(path.slice("session/file/".length));
                if (content === undefined) response.writeHead(404).end();
                else send("application/octet-stream", content);
            } else {
                send(
                    types[extname(path)] ?? "application/octet-stream",
                    readFileSync(resolve(process.cwd(), "dist", path)),
                );
            }
        });
    }

    async start(): Promise<string> {
        await new Promise<void>((ready) => this.#server.listen(0, "127.0.0.1", ready));
        return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${prefix}`;
    }

    change(path: string, content: Buffer): void {
        this.#files.set(path, content);
        const data = JSON.stringify({ changed: [path], added: [], removed: [] });
        for (const stream of this.#streams) stream.write(`event: change\ndata: ${data}\n\n`);
    }

    stop(): void {
        this.#server.close();
        this.#server.closeAllConnections();
    }
}
