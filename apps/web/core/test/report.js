// Node's reports as the lines ./check counts: `ok NAME`, `FAIL NAME: why`, `skip NAME: why`.
export default async function* report(events) {
    for await (const { type, data } of events) {
        if (type !== "test:pass" && type !== "test:fail") continue;
        if (data.details?.type === "suite" && data.skip === undefined) continue;
        if (data.skip !== undefined) yield `skip ${data.name}: ${data.skip || "no reason given"}\n`;
        else if (type === "test:pass") yield `ok ${data.name}\n`;
        else yield `FAIL ${data.name}: ${data.details.error.cause?.stack ?? data.details.error.message}\n`;
    }
}
