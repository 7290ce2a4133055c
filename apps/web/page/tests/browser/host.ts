// The one host all tests load the page from.
import { after, before } from "node:test";
import { resolve } from "node:path";
import { closeBrowser } from "./chromium";
import { serve, type StaticServer } from "./static_server";

let server: StaticServer | undefined;

before(async () => {
    server = await serve(resolve(process.cwd(), "dist"));
});

after(async () => {
    await closeBrowser();
    await server?.stop();
});

export function address(): string {
    if (server === undefined) throw new Error("the host does not run yet");
    return server.address;
}
