import assert from "node:assert/strict";
import { test } from "node:test";
import { foreseenEntries } from "../../src/document/foreseen";

test("files known by name make the tree that the library makes of them: folders and archives first, then by name", () => {
    const files = ["b.txt", "A/z.mds", "a/Sub/deep.man", "A/b.mdm", "x.vdf", "x.vdf/IN/one.tex", "C.txt", "A/z.mds2"];
    const entries = foreseenEntries(files.map((path, i) => ({ path, size: i + 1 })));
    assert.deepEqual(
        entries.map(({ path, kind, parent, size }) => `${parent} ${path} ${kind} ${size}`),
        [
            "-1 A folder 0",
            "0 A/Sub folder 0",
            "1 A/Sub/deep.man file 3",
            "0 A/b.mdm file 4",
            "0 A/z.mds file 2",
            "0 A/z.mds2 file 8",
            "-1 x.vdf archive 5",
            "6 x.vdf/IN folder 0",
            "7 x.vdf/IN/one.tex file 6",
            "-1 b.txt file 1",
            "-1 C.txt file 7",
        ],
    );
});
