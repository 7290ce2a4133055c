// node test/speed.js: how long a frame of a crowd takes. 60 characters, each the blend of two clips, through the worker.
import { Ossuary } from "@ossuary/core";
import { demoFiles } from "./native.js";

const characters = 60;
const frames = 400;

const ossuary = await Ossuary.start();
const workspace = await ossuary.workspace();
await workspace.add(demoFiles("md5"));
const subject = (await workspace.subjects()).find(({ path }) => path.endsWith(".md5mesh"));
const model = await workspace.open(subject);
const joints = model.data.skeleton.names.length;

let batch;
const times = [];
for (let frame = 0; frame < frames; ++frame) {
    const requests = Array.from({ length: characters }, (_, i) => [
        { clip: i % model.clips.length, time: frame / 60 + i * 0.13, weight: 0.3 },
        { clip: (i + 1) % model.clips.length, time: frame / 60 + i * 0.07, weight: 0.7 },
    ]);
    const start = performance.now();
    batch = await model.poses(requests, batch);
    times.push(performance.now() - start);
}
ossuary.close();
times.splice(0, frames / 4); // until the engine has compiled the module fully
times.sort((a, b) => a - b);
const at = (share) => times[Math.floor(share * (times.length - 1))].toFixed(2);
console.log(`${characters} characters of ${joints} joints, two clips each: ${at(0.5)} ms a frame, 95 % within ${at(0.95)} ms`);
