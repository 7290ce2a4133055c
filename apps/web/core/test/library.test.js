// The module against the native library, on the files of the sample character.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { deflateSync, gzipSync } from "node:zlib";
import { Ossuary, fixedInfluences } from "@ossuary/core";
import { Library } from "@ossuary/core/direct";
import * as native from "./native.js";

const skip = native.missing ?? false;
const closeEnough = 1e-4; // metres

/** What is dropped, what is opened, and what the native command opens for the same. */
const sets = [
    { name: "glTF", folder: "", path: "hero.glb", native: ["hero.glb"] },
    { name: "MD5", folder: "md5", path: "md5/hero.md5mesh", clips: ["md5/walk.md5anim"], native: ["md5/hero.md5mesh", "md5/walk.md5anim"] },
    { name: "Gothic script", folder: "gothic2", path: "gothic2/HERO.MDS", native: ["gothic2/HERO.MDS"] },
    { name: "Shining Force III", folder: "sf3", path: "sf3/x8pc00a.bin", native: ["sf3/x8pc00a.bin"] },
    { name: "MechWarrior 3", folder: "mw3", path: "mw3/motion.zbd", native: ["mw3/motion.zbd"] },
    { name: "BVH", folder: "bvh", path: "bvh/walk.bvh", native: ["bvh/walk.bvh"] },
    // Those of the larger module.
    { name: "MechWarrior 3, definitions", folder: "mw3", path: "mw3/anim.zbd", native: ["mw3/anim.zbd"] },
    { name: "Gothic sources", folder: "gothic2", path: "gothic2/HERO_RUN.ASC", native: ["gothic2/HERO_RUN.ASC"] },
];

describe("@ossuary/core", { skip }, () => {
    /** @type {Ossuary} */ let ossuary;
    before(async () => (ossuary = await Ossuary.start()));
    after(() => ossuary?.close());

    const workspaceOf = async (files) => {
        const workspace = await ossuary.workspace();
        await workspace.add(files);
        return workspace;
    };

    test("tells which formats it knows", () => {
        assert.match(ossuary.version, /^\d+\.\d+\.\d+$/);
        const md5 = ossuary.formats.find((format) => format.name === "md5mesh");
        assert.deepEqual([md5.extensions[0], md5.role, md5.canOpen], [".md5mesh", "model", true]);
    });

    for (const set of sets) {
        test(`${set.name}: joints are where the native library has them`, async () => {
            const workspace = await workspaceOf(native.demoFiles(set.folder));
            const model = await workspace.open({ path: set.path, clips: set.clips ?? [] });
            const listed = native.pose(set.native).clips;
            assert.deepEqual(model.clips.map((clip) => clip.name), listed.map((clip) => clip.name));
            const last = model.clips.length - 1;
            for (const clip of new Set([0, last >> 1, last])) {
                const { name, duration } = model.clips[clip];
                const times = [0, duration * 0.37, duration * 0.5, duration];
                const expected = native.pose(set.native, name, times).poses;
                for (const [i, time] of times.entries()) {
                    const { world } = await model.pose([{ clip, time, looping: "clamp" }]);
                    expected[i].joints.forEach((point, joint) => {
                        const found = world.subarray(joint * 16 + 12, joint * 16 + 15);
                        const distance = Math.hypot(...point.map((value, axis) => value - found[axis]));
                        assert.ok(distance <= closeEnough, `${name} at ${time}: joint ${joint} is off by ${distance}`);
                    });
                }
            }
            await workspace.close();
        });

        test(`${set.name}: says what info says`, async () => {
            const workspace = await workspaceOf(native.demoFiles(set.folder));
            const { source: _, ...told } = await workspace.info(set.path);
            const { source: __, ...expected } = native.info(set.path);
            for (const facts of [told, expected]) {
                delete facts.game; // null in one, empty in the other
                for (const diagnostic of facts.diagnostics) delete diagnostic.file;
            }
            assert.deepEqual(told, expected);
            await workspace.close();
        });
    }

    test("a model's data is what types.ts says, field by field", async () => {
        const types = await declaredTypes();
        for (const path of ["hero.glb", "gothic2/HERO.MDS", "game/_work/Data/Worlds/WORLD.ZEN"]) {
            const workspace = await workspaceOf(native.demoFiles(path.split("/").slice(0, -1)[0]));
            const model = await workspace.open({ path, clips: [] });
            assert.deepEqual(objections(types, "ModelData", model.data, path), []);
            await workspace.close();
        }
    });

    test("lists the tree with parents before children, folders first", async () => {
        const workspace = await workspaceOf(native.demoFiles());
        const entries = await workspace.entries();
        entries.forEach((entry, i) => assert.ok(entry.parent < i));
        const top = entries.filter((entry) => entry.parent === -1);
        const kinds = top.map((entry) => entry.kind);
        assert.deepEqual(kinds, [...kinds].sort((a, b) => (a === "file") - (b === "file")));
        const clip = entries.find((entry) => entry.path === "md5/walk.md5anim");
        assert.equal(entries[clip.parent].path, "md5");
        assert.deepEqual([clip.format, clip.role], ["md5anim", "clip"]);
        await workspace.close();
    });

    test("puts clips to the model they belong to", async () => {
        const workspace = await workspaceOf(native.demoFiles());
        const subjects = await workspace.subjects();
        const md5 = subjects.find((subject) => subject.path === "md5/hero.md5mesh");
        assert.ok(md5.clips.includes("md5/walk.md5anim"));
        assert.ok(!subjects.some((subject) => subject.path === "md5/walk.md5anim"), "a clip with a model is not shown alone");
        assert.ok(subjects[0].path.toUpperCase().endsWith(".MDS"), "scripts come first");
        const model = await workspace.open(md5);
        assert.equal(model.clips.length, md5.clips.length);
        await workspace.close();
    });

    for (const zipped of [false, true])
        test(`an archive is a folder, ${zipped ? "zipped" : "plain"}`, async () => {
            const files = native.demoFiles("gothic2").filter((file) => !file.path.endsWith(".ASC"));
            const archive = makeVdf(files.map((file) => ({ ...file, path: file.path.slice("gothic2/".length) })), zipped);
            const workspace = await workspaceOf([{ path: "Hero.vdf", content: archive }]);
            const entries = await workspace.entries();
            const top = entries.find((entry) => entry.path === "Hero.vdf");
            assert.deepEqual([top.kind, top.size], ["archive", archive.length]);
            const mesh = entries.find((entry) => entry.path.endsWith("HERO.MDM"));
            assert.deepEqual([mesh.path, mesh.format, mesh.role], ["Hero.vdf/HERO.MDM", "mdm", "model"]);
            for (const file of files) {
                const name = `hero.vdf/${file.path.split("/").pop()}`;
                assert.deepEqual(await workspace.read(name), file.content, name);
            }
            const subject = (await workspace.subjects())[0];
            const model = await workspace.open(subject);
            assert.deepEqual(model.clips.map((clip) => clip.name), native.pose([`gothic2/${subject.path.split("/")[1]}`]).clips.map((clip) => clip.name));
            assert.ok(model.data.images.length > 0, "textures are found in the archive");
            await workspace.remove("Hero.vdf");
            assert.deepEqual(await workspace.entries(), []);
            await workspace.close();
        });

    test("an archive in an archive is a folder, too", async () => {
        const note = { path: "NOTE.TXT", content: new TextEncoder().encode("deep down") };
        const inner = makeVdf([note, { path: "BROKEN.VDF", content: new Uint8Array([1, 2, 3]) }], false);
        const middle = makeVdf([{ path: "INNER.VDF", content: inner }], true);
        const outer = makeVdf([{ path: "MIDDLE.MOD", content: middle }], false);
        const workspace = await workspaceOf([{ path: "outer.vdf", content: outer }]);
        const kinds = (await workspace.entries()).map(({ path, kind }) => `${path} ${kind}`);
        assert.deepEqual(kinds, [
            "outer.vdf archive",
            "outer.vdf/MIDDLE.MOD archive",
            "outer.vdf/MIDDLE.MOD/INNER.VDF archive",
            "outer.vdf/MIDDLE.MOD/INNER.VDF/BROKEN.VDF file",
            "outer.vdf/MIDDLE.MOD/INNER.VDF/NOTE.TXT file",
        ]);
        assert.deepEqual(await workspace.read("outer.vdf/middle.mod/inner.vdf/note.txt"), note.content);
        await workspace.remove("outer.vdf");
        assert.deepEqual(await workspace.entries(), []);
        await workspace.close();
    });

    test("a broken archive says so and stays a file", async () => {
        const archive = makeVdf([{ path: "A.MAN", content: new Uint8Array(100) }], true);
        const cut = archive.slice(0, 300);
        archive[archive.length - 2] ^= 1; // in the checksum
        const workspace = await workspaceOf([{ path: "cut.vdf", content: cut }, { path: "bad.vdf", content: archive }]);
        const entries = await workspace.entries();
        const broken = entries.find((entry) => entry.path === "cut.vdf");
        assert.equal(broken.kind, "file");
        const [fault] = broken.faults;
        assert.equal(fault.severity, "error");
        assert.match(fault.message, /^vdf: /);
        assert.equal(fault.file, "cut.vdf");
        await assert.rejects(workspace.read("bad.vdf/A.MAN"), /corrupt compressed block 0/);
        await workspace.close();
    });

    test("an archive that ends too early is a folder of what is left, with a word of warning", async () => {
        const whole = makeVdf([1, 2, 3].map((i) => ({ path: `${i}.TXT`, content: new Uint8Array(100).fill(i) })), false);
        const workspace = await workspaceOf([{ path: "short.vdf", content: whole.slice(0, -50) }]);
        const entries = await workspace.entries();
        assert.deepEqual(entries.map(({ name }) => name), ["short.vdf", "1.TXT", "2.TXT"]);
        assert.deepEqual(entries[0].faults.map(({ severity, file }) => [severity, file]), [["warning", "short.vdf"]]);
        await workspace.close();
    });

    test("clips of bones go to no mesh without bones", async () => {
        const files = native.demoFiles("gothic2").filter(({ path }) => /HERO_HEAD\.MMB|\.MAN$/.test(path));
        const workspace = await workspaceOf(files);
        const head = (await workspace.subjects()).find(({ path }) => path.endsWith("HERO_HEAD.MMB"));
        assert.deepEqual(head.clips, []);
        await workspace.close();
    });

    test("a broken clip costs itself, a broken model says where", async () => {
        const files = native.demoFiles("md5");
        const walk = files.find((file) => file.path.endsWith("walk.md5anim"));
        const mesh = files.find((file) => file.path.endsWith("hero.md5mesh"));
        const cut = (file) => ({ path: file.path.replace(".md5", "-cut.md5"), content: file.content.slice(0, file.content.length / 2) });
        const workspace = await workspaceOf([...files, cut(walk), cut(mesh)]);
        const model = await workspace.open({ path: mesh.path, clips: [cut(walk).path, walk.path] });
        assert.deepEqual(model.clips.map((clip) => clip.name), ["walk"]);
        const error = model.data.diagnostics.find((diagnostic) => diagnostic.severity === "error");
        assert.equal(error.file, cut(walk).path);
        assert.ok(error.line > 1 && error.message.length > 0);
        await assert.rejects(workspace.open({ path: cut(mesh).path, clips: [] }), (reason) => {
            assert.equal(reason.name, "OssuaryError");
            assert.equal(reason.place.file, cut(mesh).path);
            assert.ok(reason.place.line > 1);
            assert.ok(reason.text.startsWith(`${cut(mesh).path}:${reason.place.line}`));
            return true;
        });
        await assert.rejects(workspace.open({ path: "nowhere.glb", clips: [] }), /no such file/);
        await workspace.close();
    });

    test("meshes, skins and pictures are whole", async () => {
        const workspace = await workspaceOf(native.demoFiles());
        const model = await workspace.open({ path: "hero.glb", clips: [] });
        const facts = native.info("hero.glb");
        const { meshes, skins, skeleton, images, bounds } = model.data;
        assert.deepEqual(skeleton.names, facts.joints.map((joint) => joint.name));
        assert.deepEqual([...skeleton.parents], facts.joints.map((joint) => joint.parent));
        meshes.forEach((mesh, i) => {
            assert.equal(mesh.positions.length / 3, facts.meshes[i].numVerts);
            assert.equal(mesh.indices.length / 3, facts.meshes[i].numTris);
            assert.ok(mesh.indices.every((index) => index < mesh.positions.length / 3));
            if (mesh.skin < 0) return;
            const { joints, weights } = fixedInfluences(mesh, 4);
            assert.equal(skins[mesh.skin].inverseBind.length, skins[mesh.skin].joints.length * 16);
            assert.ok(joints.every((joint) => joint < skins[mesh.skin].joints.length));
            for (let v = 0; v < weights.length; v += 4)
                assert.ok(Math.abs(weights[v] + weights[v + 1] + weights[v + 2] + weights[v + 3] - 1) < 1e-5);
        });
        assert.deepEqual(bounds.min.map(Math.fround), facts.bboxMin.map(Math.fround));
        for (const index of images.keys()) {
            const image = await model.image(index);
            assert.equal(image.type, "rgba8");
            assert.equal(image.bytes.length, image.width * image.height * 4);
            assert.ok(image.bytes.some((value) => value !== image.bytes[0]), "a picture has more than one colour");
        }
        await workspace.close();
    });

    test("a player tells the events the native command tells, however time is cut", async () => {
        const workspace = await workspaceOf(native.demoFiles());
        const model = await workspace.open({ path: "hero.glb", clips: [] });
        const clip = model.clips.findIndex((each) => each.events.length > 1 && each.loop === "wrap");
        const { name, duration } = model.clips[clip];
        const time = Math.round(duration * 2500) / 1000;
        const expected = native
            .play("hero.glb", "--clip", name, "--for", `${time}s`)
            .filter((line) => line.type === "event")
            .map((line) => [line.t, line.event]);
        for (const steps of [1, 7, 240]) {
            const player = await model.player();
            assert.ok(await player.start(clip));
            const told = [];
            let frame;
            for (let i = 0; i < steps; ++i) {
                frame = await player.advance(time / steps);
                for (const notice of frame.notices)
                    if (notice.kind === "event") {
                        const event = model.clips[clip].events[notice.event];
                        told.push([Math.round(notice.time * 1e6) / 1e6, event.kind]);
                    }
            }
            assert.deepEqual(told, expected);
            const way = native.play("hero.glb", "--clip", name, "--for", `${time}s`).at(-1).position;
            way.forEach((value, axis) => assert.ok(Math.abs(value - frame.travelled.position[axis]) < closeEnough));
            await player.close();
        }
        assert.ok(expected.length > 2);
        await workspace.close();
    });

    test("plays a clip over and over, or once, whatever its source says", async () => {
        const workspace = await workspaceOf(native.demoFiles());
        const model = await workspace.open({ path: "hero.glb", clips: [] });
        const once = model.clips.findIndex((each) => each.loop === "once");
        const kinds = async (loop) => {
            const player = await model.player({ clips: [once], loop });
            await player.start(once);
            const { notices, layers } = await player.advance(model.clips[once].duration * 3.5);
            return { loops: notices.filter((notice) => notice.kind === "loop").length, running: layers.length };
        };
        assert.deepEqual(await kinds("never"), { loops: 0, running: 0 });
        const always = await kinds("always");
        assert.ok(always.loops >= 2 && always.running === 1, JSON.stringify(always));
        await workspace.close();
    });

    test("blends by weight, and many poses are as one", async () => {
        const workspace = await workspaceOf(native.demoFiles());
        const model = await workspace.open({ path: "hero.glb", clips: [] });
        const [a, b] = [0, 1].map((clip) => ({ clip, time: 0.2 }));
        const whole = await model.pose([a]);
        assert.deepEqual((await model.pose([{ ...a, weight: 3 }, { ...b, weight: 0 }])).world.length, whole.world.length);
        const requests = [[a], [{ ...a, weight: 0.5 }, { ...b, weight: 0.5 }], []];
        const many = await model.poses(requests);
        for (const [i, request] of requests.entries()) {
            const { world } = await model.pose(request);
            assert.deepEqual(many.world.subarray(i * world.length, (i + 1) * world.length), world);
        }
        const again = await model.poses(requests, { world: many.world.slice() });
        assert.deepEqual(again.world, many.world);
        await workspace.close();
    });

    test("packs a clip under the bound, and the twin can be sampled", async () => {
        const workspace = await workspaceOf(native.demoFiles());
        const model = await workspace.open({ path: "hero.glb", clips: [] });
        const clip = model.clips.findIndex((each) => each.name === "run");
        const report = await model.pack(clip, { precision: 1e-3 });
        assert.equal(report.shortfall, "");
        assert.ok(report.worstAtKeys <= 1e-3 && report.worstAtKeys > 0);
        assert.ok(report.ratio > 4, `ratio ${report.ratio}`);
        assert.equal(report.joints.length, model.data.skeleton.names.length);
        const at = { clip, time: model.clips[clip].duration / 3 };
        const [raw, packed] = [await model.pose([at]), await model.pose([{ ...at, packed: report.id }])];
        let worst = 0;
        for (let i = 12; i < raw.world.length; i += 16)
            worst = Math.max(worst, Math.hypot(...[0, 1, 2].map((axis) => raw.world[i + axis] - packed.world[i + axis])));
        assert.ok(worst > 0 && worst < 1.4e-3, `${worst} m`);
        await workspace.close();
    });

    test("what it exports it opens again, with the clips that were asked for", async () => {
        const workspace = await workspaceOf(native.demoFiles("gothic2"));
        const model = await workspace.open({ path: "gothic2/HERO.MDS", clips: [] });
        const [file] = await model.export({ clips: [2, 0], stem: "again" });
        assert.equal(file.name, "again.glb");
        await workspace.add([{ path: file.name, content: file.bytes }]);
        const again = await workspace.open({ path: "again.glb", clips: [] });
        assert.deepEqual(again.clips.map((clip) => clip.name), [model.clips[2].name, model.clips[0].name]);
        assert.deepEqual(again.data.skeleton.names, model.data.skeleton.names);
        await workspace.close();
    });

    test("writes glTF as the native command does, digit by digit", async () => {
        const workspace = await workspaceOf(native.demoFiles("bvh"));
        const model = await workspace.open({ path: "bvh/walk.bvh", clips: [] });
        const [file] = await model.export({ stem: "walk" });
        assert.deepEqual(Buffer.from(file.bytes), native.convert("bvh/walk.bvh", "walk.glb"));
        await workspace.close();
    });

    test("loads the larger module when a file asks for it, and keeps to its models", async () => {
        const files = native.demoFiles("game");
        const lone = await Ossuary.start({ all: new URL("nowhere.wasm", import.meta.url) });
        try {
            const workspace = await lone.workspace();
            await workspace.add(files);
            const world = (await workspace.entries()).find((entry) => entry.name === "WORLD.ZEN");
            assert.equal(world.role, "model");
            assert.ok((await workspace.subjects()).some((subject) => subject.path === world.path));
            await assert.rejects(workspace.open({ path: world.path, clips: [] }), /nowhere\.wasm/);
        } finally {
            lone.close();
        }
        const workspace = await workspaceOf(files);
        const world = (await workspace.entries()).find((entry) => entry.name === "WORLD.ZEN");
        const before = await ossuary.memory();
        const model = await workspace.open({ path: world.path, clips: [] });
        assert.ok(model.data.meshes.length > 1);
        assert.ok((await ossuary.memory()).used > before.used);
        await workspace.add([{ path: "note.txt", content: new Uint8Array(3) }]);
        assert.equal((await workspace.open({ path: world.path, clips: [] })).data.meshes.length, model.data.meshes.length);
        assert.ok((await model.pose([])).world.length > 0, "a model stays when files are added");
        await workspace.remove(world.path);
        await assert.rejects(workspace.open({ path: world.path, clips: [] }), /no such file/);
        await workspace.close();
        await assert.rejects(model.pose([]), /closed/);
        assert.ok((await ossuary.memory()).used < before.used, "closing the workspace closes both");
    });

    for (const coding of ["pcm16", "pcm8", "ima", "ms"])
        test(`a sound has the samples the native library decodes, ${coding}`, async () => {
            const frames = 4000;
            const samples = Int16Array.from({ length: frames }, (_, i) => Math.round(12000 * Math.sin(i / 9) * (1 - i / frames)));
            const coded = native.recoded(wav(samples), coding);
            const plain = native.recoded(coded, "pcm16");
            const workspace = await workspaceOf([{ path: "s/tone.wav", content: coded }]);
            const entry = (await workspace.entries()).find(({ name }) => name === "tone.wav");
            assert.deepEqual([entry.format, entry.role], ["wav", "sound"]);
            const sound = await workspace.sound("s/tone.wav");
            assert.deepEqual([sound.rate, sound.channels.length, sound.loop, sound.cues], [22050, 1, null, []]);
            assert.deepEqual([...sound.channels[0]], [...samplesOf(plain)].map((value) => value / 32768));
            await assert.rejects(workspace.sound("s/none.wav"), /no such file/);
            await workspace.close();
        });

    test("a segment sounds as the native library renders it, note by note", async (t) => {
        const files = native.demoFiles();
        const segment = files.find(({ path }) => /\.sgt$/i.test(path));
        if (!segment) return t.skip("the demo has no music");
        const workspace = await workspaceOf(files);
        const music = await workspace.music(segment.path, { seconds: 4 });
        assert.deepEqual(music.diagnostics, []);
        const { wav: rendered, report } = native.rendered(segment.path, 4);
        const expected = samplesOf(rendered);
        assert.equal(music.channels.length, 2);
        assert.equal(music.channels[0].length, expected.length / 2);
        music.channels.forEach((samples, channel) => {
            const first = samples.findIndex((value, i) => value * 32768 !== expected[2 * i + channel]);
            assert.equal(first, -1, `sample ${first} of channel ${channel}`);
        });
        const begins = report.events.filter(({ type }) => type === "on");
        assert.equal(music.notes.length / 5, begins.length);
        begins.forEach(({ t: time, note, velocity, channel }, i) => {
            const own = music.notes.subarray(i * 5, i * 5 + 5);
            assert.ok(Math.abs(own[0] - time) < 1e-5 && own[1] > own[0]);
            assert.deepEqual([...own.subarray(2)], [note, velocity, channel]);
        });
        await workspace.close();
    });

    test("what has no joints has a pose, too, and an empty file is no want of memory", async () => {
        const workspace = await workspaceOf(native.demoFiles("gothic2"));
        const model = await workspace.open({ path: "gothic2/ITMW_OSSIAN.MRM", clips: [] });
        assert.equal(model.data.skeleton.names.length, 0);
        assert.equal((await model.pose([])).world.length, 0);
        await workspace.add([{ path: "empty.glb", content: new Uint8Array() }]);
        await assert.rejects(workspace.open({ path: "empty.glb", clips: [] }), (error) => !error.message.includes("memory"));
        await workspace.close();
    });

    test("a listed file is read when it is opened", async () => {
        const files = new Map(native.demoFiles("md5").map(({ path, content }) => [path, content]));
        const read = [];
        const library = await Library.load(await WebAssembly.compile(await readFile(native.module)), 0, (address) => {
            const path = decodeURIComponent(address.slice("at/".length));
            read.push(path);
            return files.get(path) ?? null;
        });
        const workspace = library.workspace();
        const paths = [...files.keys(), "md5/gone.png"];
        library.list(workspace, [{ address: "at/", paths, sizes: paths.map((path) => files.get(path)?.length ?? 1) }]);
        assert.ok(library.entries(workspace).parents.length > paths.length);
        const [subject] = library.subjects(workspace);
        assert.equal(subject.path, "md5/hero.md5mesh");
        assert.deepEqual(read, []);
        const { data } = library.open(workspace, { path: subject.path, clips: ["md5/walk.md5anim"] }, {});
        assert.equal(data.clips.length, 1);
        assert.ok(read.includes("md5/walk.md5anim") && !read.includes("md5/run.md5anim"), read.join(", "));
        assert.throws(() => library.read(workspace, "md5/gone.png"), /could not be read from where it is/);
    });

    test("takes blobs, replaces and removes files", async () => {
        const glb = native.demoFiles().find((file) => file.path === "hero.glb");
        const workspace = await workspaceOf([{ path: "a/Hero.GLB", content: new Blob([glb.content]) }]);
        assert.deepEqual(await workspace.read("A/hero.glb"), new Uint8Array(glb.content));
        await workspace.add([{ path: "a/hero.glb", content: new Uint8Array([1, 2, 3]) }]);
        assert.deepEqual((await workspace.entries()).map((entry) => entry.path), ["a", "a/hero.glb"]);
        assert.deepEqual([...(await workspace.read("a/hero.glb"))], [1, 2, 3]);
        assert.equal(await workspace.remove("a"), true);
        assert.equal(await workspace.remove("a"), false);
        assert.deepEqual(await workspace.entries(), []);
        await workspace.close();
    });

    test("what was closed answers no more, and its memory is free again", async () => {
        const files = native.demoFiles();
        const round = async () => {
            const workspace = await workspaceOf(files);
            const model = await workspace.open({ path: "hero.glb", clips: [] });
            const player = await model.player();
            await player.start(0);
            await player.advance(0.1);
            await model.pack(0, { effort: "fast" });
            await workspace.close();
            await assert.rejects(player.advance(0.1), /closed/);
            return ossuary.memory();
        };
        const first = await round();
        let last = first;
        for (let i = 0; i < 9; ++i) last = await round();
        assert.ok(last.used <= first.used * 1.01 + 4096, `${first.used} bytes in use, then ${last.used}`);
        assert.ok(last.total <= first.total * 1.1, `${first.total} bytes in all, then ${last.total}`);
    });
});

/** A VDF of these files, all in its root, as docs/formats has it. */
function makeVdf(files, zipped) {
    const stored = files.map(({ content }) => {
        if (!zipped) return Buffer.from(content);
        const block = 8192;
        const parts = [words(content.length, block, Math.ceil(content.length / block))];
        for (let at = 0; at < content.length; at += block) {
            const plain = content.subarray(at, at + block);
            const packed = deflateSync(plain);
            parts.push(words(plain.length, packed.length, block), packed);
        }
        return Buffer.concat(parts);
    });
    let offset = 296 + files.length * 80;
    const records = files.map(({ path, content }, i) => {
        const name = path.split("/").pop().toUpperCase().padEnd(64);
        const record = Buffer.concat([Buffer.from(name), words(offset, content.length, i + 1 === files.length ? 0x40000000 : 0, 0x20)]);
        offset += stored[i].length;
        return record;
    });
    const header = Buffer.concat([Buffer.alloc(256, 0x1a), Buffer.from("PSVDSC_V2.00\n\r\n\r"),
        words(files.length, files.length, 0, 0, 296, zipped ? 0xa0 : 0x50)]);
    return new Uint8Array(Buffer.concat([header, ...records, ...stored]));
}

/** 16 bits, one channel, 22050 frames a second. */
function wav(samples) {
    const file = Buffer.alloc(44 + samples.length * 2);
    file.write("RIFF");
    file.writeUInt32LE(36 + samples.length * 2, 4);
    file.write("WAVEfmt ", 8);
    Buffer.concat([words(16), Buffer.from(Uint16Array.of(1, 1).buffer), words(22050, 44100), Buffer.from(Uint16Array.of(2, 16).buffer)]).copy(file, 16);
    file.write("data", 36);
    file.writeUInt32LE(samples.length * 2, 40);
    Buffer.from(samples.buffer).copy(file, 44);
    return new Uint8Array(file);
}

/** The samples of a file of 16 bits. */
function samplesOf(file) {
    const bytes = Buffer.from(file);
    const at = bytes.indexOf("data") + 8;
    return Int16Array.from({ length: bytes.readUInt32LE(at - 4) / 2 }, (_, i) => bytes.readInt16LE(at + 2 * i));
}

function words(...values) {
    return Buffer.from(Uint32Array.from(values).buffer);
}

test("the module keeps to its size", { skip }, async () => {
    const module = await readFile(new URL(import.meta.resolve("@ossuary/core/ossuary.wasm")));
    const packed = gzipSync(module, { level: 9 }).length;
    assert.ok(module.length <= 1.5e6, `${module.length} bytes`);
    assert.ok(packed <= 500e3, `${packed} bytes gzipped`);
});

/** The interfaces and names of types.ts: name → { fields: { name → type } } or { type }. */
async function declaredTypes() {
    const source = (await readFile(new URL("../src/types.ts", import.meta.url), "utf8")).replace(/\/\*[^]*?\*\/|\/\/.*/g, "");
    const types = new Map();
    for (const [, name, base, body] of source.matchAll(/^export interface (\w+)(?: extends (\w+))? \{\n([^]*?)^\}/gm)) {
        const own = [...body.matchAll(/^ {4}(\w+\??): ([^;]+);/gm)].map(([, field, type]) => [field, type]);
        types.set(name, { fields: { ...types.get(base)?.fields, ...Object.fromEntries(own) } });
    }
    for (const [, name, type] of source.matchAll(/^export type (\w+) =([^;]+);/gm)) types.set(name, { type: type.replace(/\s+/g, " ").replace(/^ ?\| /, "").trim() });
    return types;
}

/** Why a value is not of a declared type: missing and undeclared fields, and wrong kinds. */
function objections(types, type, value, path) {
    const wrong = () => [`${path}: ${JSON.stringify(value)?.slice(0, 40)} is no ${type}`];
    if (type.includes(" | ")) return type.split(" | ").some((one) => objections(types, one, value, path).length === 0) ? [] : wrong();
    if (type.endsWith("[]")) return Array.isArray(value) ? value.slice(0, 50).flatMap((entry, i) => objections(types, type.slice(0, -2), entry, `${path}[${i}]`)) : wrong();
    if (type.startsWith("[")) return Array.isArray(value) && value.length === type.split(",").length && value.every((number) => typeof number === "number") ? [] : wrong();
    if (type.startsWith('"')) return JSON.stringify(value) === type ? [] : wrong();
    if (type.startsWith("Record<")) return typeof value === "object" ? [] : wrong();
    if (type === "null") return value === null ? [] : wrong();
    if (["string", "number", "boolean"].includes(type)) return typeof value === type ? [] : wrong();
    const declared = types.get(type);
    if (declared === undefined) return value?.constructor?.name === type.replace(/<.*/, "") ? [] : wrong();
    if (declared.type !== undefined) return objections(types, declared.type, value, path);
    if (typeof value !== "object" || value === null) return wrong();
    const { fields } = declared;
    const undeclared = Object.keys(value).filter((field) => !(field in fields) && !(`${field}?` in fields));
    const missing = Object.keys(fields).filter((field) => !field.endsWith("?") && !(field in value));
    return [
        ...undeclared.map((field) => `${path}.${field} is not declared`),
        ...missing.map((field) => `${path}.${field} is missing`),
        ...Object.entries(fields).flatMap(([field, fieldType]) => {
            const name = field.replace("?", "");
            return name in value ? objections(types, fieldType, value[name], `${path}.${name}`) : [];
        }),
    ];
}
