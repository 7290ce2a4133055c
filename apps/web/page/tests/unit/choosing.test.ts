// What is shown first, and what is opened together.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FormatInfo, Subject } from "@ossuary/core";
import { firstClip, joinClips, mainFirst } from "../../src/document/choosing";

const alone = (...paths: string[]): Subject[] => paths.map((path) => ({ path, clips: [] }));

function formatOf(path: string): FormatInfo | undefined {
    const known: Record<string, Partial<FormatInfo>> = {
        glb: { name: "glb", role: "model", game: "" },
        bvh: { name: "bvh", role: "clip", game: "" },
        zbd: { name: "motion", role: "clip", game: "MechWarrior 3" },
        mdm: { name: "mdm", role: "model", game: "Gothic" },
    };
    return known[path.split(".").pop()!] as FormatInfo | undefined;
}

test("a clip of standing comes before one of walking, and dying last", () => {
    const first = (...names: string[]): string => names[firstClip(names.map((name) => ({ name })))]!;
    assert.equal(first("die", "run", "walk", "idle"), "idle");
    assert.equal(first("T_STAND_2_JUMP", "S_DEAD", "S_RUN", "S_WALKL"), "S_RUN");
    assert.equal(first("die", "jump", "walk_cycle"), "walk_cycle");
    assert.equal(first("die", "strike"), "strike");
    assert.equal(first("die"), "die");
    assert.equal(firstClip([]), 0);
});

test("the hero nearest to the top comes first, and what was mounted last", () => {
    const order = mainFirst(alone("mounted/HUMANS.MDS", "d/game/HERO.MDS", "d/chest.glb", "d/hero.glb"));
    assert.deepEqual(
        order.map(({ path }) => path),
        ["d/hero.glb", "d/game/HERO.MDS", "d/chest.glb", "mounted/HUMANS.MDS"],
    );
});

test("motions join the one model beside them, and takes one another", () => {
    const all = (): boolean => true;
    assert.deepEqual(joinClips(alone("m/mech.glb", "m/motion.zbd", "x.mdm"), formatOf, all), [
        { path: "m/mech.glb", clips: ["m/motion.zbd"] },
        { path: "x.mdm", clips: [] },
    ]);
    assert.deepEqual(joinClips(alone("b/die.bvh", "b/walk.bvh", "c/idle.bvh"), formatOf, all), [
        { path: "b/walk.bvh", clips: ["b/die.bvh"] },
        { path: "c/idle.bvh", clips: [] },
    ]);
    // Two models: nobody knows whose it is.
    const several = alone("a.glb", "b.glb", "c.bvh");
    assert.deepEqual(joinClips(several, formatOf, all), several);
    // What was tried and did not fit.
    const tried = joinClips(alone("b/die.bvh", "b/walk.bvh"), formatOf, (path) => path !== "b/die.bvh");
    assert.deepEqual(tried, alone("b/die.bvh", "b/walk.bvh"));
});
