import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "@ossuary/core";
import { placeText } from "../../src/document/place";
import { sizeText, treeOf } from "../../src/document/tree_of";
import { TreeModel } from "../../src/tree/tree_model";

function entry(path: string, parent: number, part: Partial<Entry>): Entry {
    return { path, name: path.split("/").at(-1)!, parent, kind: "file", size: 10, format: "", role: "", ...part };
}

const entries = [
    entry("set", -1, { kind: "folder" }),
    entry("set/hero.mds", 0, { role: "model" }),
    entry("broken.vdf", -1, { kind: "archive", faults: [{ severity: "error", message: "no such thing" }] }),
];

const nothing = { clips: new Map<string, string[]>(), faults: new Map<string, string>() };

test("clips lie below the model they were opened with", () => {
    const tree = treeOf(entries, { ...nothing, clips: new Map([["set/hero.mds", ["walk", "run"]]]) }, new TreeModel());
    assert.deepEqual(
        tree.nodes.map(({ name, kind, depth }) => [name, kind, depth]),
        [
            ["set", "folder", 0],
            ["hero.mds", "model", 1],
            ["walk", "clip", 2],
            ["run", "clip", 2],
            ["broken.vdf", "broken", 0],
        ],
    );
});

test("a clip and its file are one row, under the clip's name, found by both", () => {
    const files = [
        entry("set", -1, { kind: "folder" }),
        entry("set/hero.mds", 0, { role: "model" }),
        entry("set/HERO-RUN.MAN", 0, { role: "clip" }),
        entry("set/OTHER-RUN.MAN", 0, { role: "clip" }),
    ];
    const tree = treeOf(files, { ...nothing, clips: new Map([["set/hero.mds", ["walk", "run"]]]) }, new TreeModel());
    assert.deepEqual(
        tree.nodes.map(({ name, kind, file, detail }) => [name, kind, file, detail]),
        [
            ["set", "folder", "set", ""],
            ["hero.mds", "model", "set/hero.mds", "10 B"],
            ["walk", "clip", "set/hero.mds", ""],
            ["run", "clip", "set/HERO-RUN.MAN", ".MAN"],
            ["OTHER-RUN.MAN", "animation", "set/OTHER-RUN.MAN", "10 B"],
        ],
    );
    assert.equal(tree.search("hero-run.man"), 1);
    assert.ok(tree.isHit(3));
});

test("a file that only shares its name with a clip stays where it is", () => {
    const files = [
        entry("hero.glb", -1, { role: "model" }),
        entry("bvh", -1, { kind: "folder" }),
        entry("bvh/walk.bvh", 1, { role: "clip" }),
    ];
    const known = { ...nothing, clips: new Map([["hero.glb", ["walk"]]]) };
    const names = (given: string[]): string[] =>
        treeOf(files, { ...known, files: new Map([["hero.glb", given]]) }, new TreeModel()).nodes.map(({ name }) => name);
    assert.deepEqual(names([]), ["hero.glb", "walk", "bvh", "walk.bvh"]);
    assert.deepEqual(names(["bvh/walk.bvh"]), ["hero.glb", "walk", "bvh"]);
});

test("what did not open is broken, and says why", () => {
    const faults = new Map([["set/hero.mds", "a bone is missing"]]);
    const { nodes } = treeOf(entries, { ...nothing, faults }, new TreeModel());
    assert.deepEqual([nodes[1]!.kind, nodes[1]!.detail], ["broken", "a bone is missing"]);
});

test("what was folded stays folded when files are added", () => {
    const before = treeOf(entries, nothing, new TreeModel());
    assert.equal(before.isExpanded(0), true);
    before.setExpanded(0, false);
    const after = treeOf([...entries, entry("new", -1, { kind: "folder" })], nothing, before);
    assert.equal(after.isExpanded(0), false);
    assert.equal(after.isExpanded(3), true);
});

test("places are said as the command says them", () => {
    assert.equal(placeText({ offset: 420, field: "header.numFrames" }), "byte 0x1a4 · header.numFrames");
    assert.equal(placeText({ line: 12, column: 3 }), "line 12, column 3");
    assert.equal(placeText({}), "");
});

test("sizes are short", () => {
    assert.deepEqual([999, 1538, 48_120, 1_538_712, 52_000_000].map(sizeText), [
        "999 B",
        "1.5 kB",
        "48 kB",
        "1.5 MB",
        "52 MB",
    ]);
});
