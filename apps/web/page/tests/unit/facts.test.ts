import assert from "node:assert/strict";
import { test } from "node:test";
import { fileFacts, readableKey, readableNumber } from "../../src/inspector/file_facts";

test("keys of files are words", () => {
    const keys = ["numVerts", "num_nodes", "frameTime", "source_path", "bbox_min", "fps", "file_count", "entry_count", "checksum_hex", "tex_scale"];
    assert.deepEqual(keys.map(readableKey), [
        "vertices", "nodes", "frame time", "source path", "lowest corner", "frame rate", "files", "entrys", "checksum", "texture scale",
    ].map((word) => (word === "entrys" ? "entries" : word))); // prettier-ignore
});

test("numbers have as many digits as mean something", () => {
    assert.deepEqual([0.0333333333333333, 1538712, -43.662693, 1, 0.00000123, 1234.5678].map(readableNumber), [
        "0.03333", "1,538,712", "−43.663", "1", "1.2e−6", "1234.6",
    ]); // prettier-ignore
});

test("lists are shown as values, numbers with their units", () => {
    const facts = Object.fromEntries(
        fileFacts("bvh", 52_624, {
            format: "bvh",
            bytes: 52_624,
            frameTime: 0.03333333333333333,
            frameRate: 30,
            bboxMin: [-0.36731768, -0.0014953759, 1],
            extensionsUsed: ["KHR_materials_unlit"],
            node_indices: Array.from({ length: 45 }, (_, i) => i),
            version: 67306758,
            zipped: false,
            comment: "",
            source_date: { year: 0 },
            width: 256,
            bytes_unpacked: 1_675_073,
        }),
    );
    assert.deepEqual(facts, {
        format: "bvh",
        bytes: "53 kB",
        "frame time": "0.03333 s",
        "frame rate": "30 per second",
        "lowest corner": "−0.36732, −0.0015, 1",
        "extensions used": "KHR_materials_unlit",
        "node indices": "45",
        version: "0x4030506",
        zipped: "no",
        width: "256 px",
        "bytes unpacked": "1.7 MB",
    });
});
