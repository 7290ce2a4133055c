// A model with one of everything, small enough to reason about.
#pragma once

#include "ossuary/model/event.h"
#include "ossuary/model/model.h"

namespace ossuary::testing {

inline Model small_model() {
    Model model;
    model.name = "small";
    model.source = {"samples", {}};
    model.skeleton.joints = {
        {"root", -1, {}, {}}, {"arm", 0, {{0, 1, 0}, {}, {1, 1, 1}}, {}}, {"hand", 1, {{0, 1, 0}, {}, {1, 1, 1}}, {}}};

    model.skins = {{"skin", {0, 1, 2}, {Affine{}, Affine{}, Affine{}}}};
    model.skins[0].inverse_bind[1].t = {0, -1, 0};
    model.skins[0].inverse_bind[2].t = {0, -2, 0};

    Mesh mesh;
    mesh.name = "triangle";
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}};
    mesh.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
    mesh.uv0 = {{0, 0}, {1, 0}, {0, 1}};
    mesh.indices = {0, 1, 2};
    mesh.surfaces = {{"front", 0, 0, 3, 0, 3}};
    mesh.skin = 0;
    mesh.influence_start = {0, 1, 3, 4};
    mesh.influences = {{0, 1}, {0, 0.5f}, {1, 0.5f}, {2, 1}};
    mesh.morphs = {{"grow", {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}}, {}}};
    model.meshes = {mesh};

    model.images = {{"red", "red.png", ImageEncoding::rgba8, 1, 1, ByteBuffer(4, std::byte{255}), {}}};
    model.materials.resize(1);
    model.materials[0].base_color_image = 0;
    model.cameras = {{"eye", 2, 0.8f, 1.5f, 0.1f, 100, {}}};

    Light lamp;
    lamp.name = "lamp";
    lamp.type = LightType::spot;
    lamp.joint = 2;
    lamp.position = {0, 0.5f, 0};
    lamp.color = {1, 0.5f, 0.25f};
    lamp.intensity = 20;
    lamp.range = 10;
    model.lights = {lamp};

    Clip clip;
    clip.name = "turn";
    clip.duration = 1;
    clip.joints.resize(3);
    clip.joints[1].rotation.values = {{0, 0, 0, 1}, {0, 0, 1, 0}};
    clip.joints[1].rotation.rate = 1;
    clip.joints[0].translation.values = {{0, 0, 0}, {1, 0, 0}, {4, 0, 0}};
    clip.joints[0].translation.times = {0, 0.25f, 1};
    clip.morphs = {{0, {Channel<float>{{0, 1}, {}, 1, Interpolation::linear}}}};
    clip.cameras = {{0, Channel<float>{{0.8f}, {}, 0, Interpolation::linear}}};
    clip.lights = {{0, {}, Channel<float>{{20, 0}, {}, 1, Interpolation::linear}, {}}};
    clip.events.add(0.5, SoundEvent{"step", 500, true}, 12);
    model.clips = {clip};
    return model;
}

} // namespace ossuary::testing
