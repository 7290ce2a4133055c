import assert from "node:assert/strict";
import { test } from "node:test";
import { parseShot } from "../../src/session/shot_query";

test("a query without anything asks for a picture of the rest pose", () => {
    const { clip, time, sheet, width, height, theme, show, angle } = parseShot(new URLSearchParams());
    assert.deepEqual(
        { clip, time, sheet, width, height, theme, angle },
        { clip: null, time: 0, sheet: null, width: 1024, height: 768, theme: "dark", angle: 30 },
    );
    assert.deepEqual([...show], ["mesh", "grid"]);
});

test("a query says what to draw", () => {
    const query = parseShot(
        new URLSearchParams("clip=run&time=0.5&sheet=4x3&size=800x600&theme=light&show=skeleton,names&angle=-45"),
    );
    assert.deepEqual(query.sheet, { columns: 4, rows: 3 });
    assert.deepEqual(
        [query.clip, query.time, query.width, query.height, query.theme, query.angle],
        ["run", 0.5, 800, 600, "light", -45],
    );
    assert.deepEqual([...query.show], ["skeleton", "names"]);
});

test("nonsense is taken for nothing", () => {
    const query = parseShot(new URLSearchParams("time=soon&sheet=0x3&size=big"));
    assert.deepEqual([query.time, query.sheet, query.width], [0, null, 1024]);
});
