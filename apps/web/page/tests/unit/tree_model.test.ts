import assert from "node:assert/strict";
import { test } from "node:test";
import { TreeModel } from "../../src/tree/tree_model";

function tree(): TreeModel {
    const made = new TreeModel();
    const anims = made.add({ parent: -1, name: "Anims.vdf", kind: "archive", path: "Anims.vdf" });
    made.add({ parent: anims, name: "HUMANS.MDS", kind: "model", path: "Anims.vdf/HUMANS.MDS" });
    made.add({ parent: anims, name: "HUMANS-S_RUNL.MAN", kind: "animation", path: "Anims.vdf/HUMANS-S_RUNL.MAN" });
    const textures = made.add({ parent: -1, name: "Textures", kind: "folder", path: "Textures" });
    made.add({ parent: textures, name: "RUNE.TGA", kind: "picture", path: "Textures/RUNE.TGA" });
    return made;
}

function names(made: TreeModel): string[] {
    return made.rows().map(({ node }) => node.name);
}

test("a closed folder hides what is in it", () => {
    const made = tree();
    assert.deepEqual(names(made), ["Anims.vdf", "Textures"]);
    made.setExpanded(0, true);
    assert.deepEqual(names(made), ["Anims.vdf", "HUMANS.MDS", "HUMANS-S_RUNL.MAN", "Textures"]);
});

test("a search shows matches and what they are within, whatever is open", () => {
    const made = tree();
    assert.equal(made.search("run"), 2);
    assert.deepEqual(names(made), ["Anims.vdf", "HUMANS-S_RUNL.MAN", "Textures", "RUNE.TGA"]);
    assert.equal(made.search(""), 5);
    assert.deepEqual(names(made), ["Anims.vdf", "Textures"]);
});

test("all words must match, and a folder's name counts for what is in it", () => {
    const made = tree();
    assert.equal(made.search("anims run"), 1);
    assert.deepEqual(names(made), ["Anims.vdf", "HUMANS-S_RUNL.MAN"]);
    assert.equal(made.search("textures humans"), 0);
    assert.deepEqual(names(made), []);
});

test("rows know their place among their siblings", () => {
    const made = tree();
    made.setExpanded(0, true);
    const rows = made.rows().map(({ position, siblings, expanded }) => [position, siblings, expanded]);
    assert.deepEqual(rows, [
        [1, 2, true],
        [1, 2, null],
        [2, 2, null],
        [2, 2, false],
    ]);
});

test("revealing a node opens everything above it", () => {
    const made = tree();
    made.reveal(4);
    assert.deepEqual(names(made), ["Anims.vdf", "Textures", "RUNE.TGA"]);
});

test("a search marks what it found, not the folders above", () => {
    const tree = new TreeModel();
    const folder = tree.add({ parent: -1, name: "ANIMS", kind: "folder", path: "ANIMS" });
    const file = tree.add({ parent: folder, name: "HERO-S_RUN.MAN", kind: "animation", path: "ANIMS/HERO-S_RUN.MAN" });
    assert.equal(tree.search("s run"), 1);
    assert.deepEqual([tree.isHit(folder), tree.isHit(file)], [false, true]);
    assert.equal(tree.rows().length, 2);
    tree.search("");
    assert.ok(!tree.isHit(file));
});
