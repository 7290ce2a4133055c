#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/gltf/gltf.h"
#include "ossuary/model/event.h"
#include "rich_model.h"

using namespace ossuary;
using ossuary::testing::rich_model;

namespace {

Model passed_through(const Model& model, const gltf::WriteOptions& options = {}) {
    const auto file = gltf::write_glb(model, options);
    EXPECT_TRUE(file) << file.error().text();
    Diagnostics diagnostics;
    const auto back = gltf::parse_gltf(*file, "x.glb", {}, &diagnostics);
    EXPECT_TRUE(back) << back.error().text();
    for (const Diagnostic& diagnostic : diagnostics) ADD_FAILURE() << diagnostic.text();
    return *back;
}

bool same_turn(const Quat& a, const Quat& b) { return a == b || a == -b; }

} // namespace

TEST(GltfRoundTrip, WritingAgainGivesTheSameBytes) {
    for (const bool reduce : {true, false}) {
        for (const bool in_scene : {true, false}) {
            const gltf::WriteOptions options{.reduce_channels = reduce, .extras_in_scene = in_scene};
            const auto once = gltf::write_glb(rich_model(), options);
            const auto twice = gltf::write_glb(passed_through(rich_model(), options), options);
            ASSERT_TRUE(once && twice);
            EXPECT_TRUE(*once == *twice) << reduce << in_scene;
        }
    }
}

TEST(GltfRoundTrip, WritingAgainGivesTheSameBytesWhereThingsHadToBePutRight) {
    Model model = rich_model();
    Mesh& body = model.meshes[0];
    for (Influence& influence : body.influences) influence.weight *= 1.0005f; // sums off, but within what a model may
    body.influences[1].joint = body.influences[0].joint == 0 ? 0 : body.influences[1].joint;
    body.tangents.clear();
    body.surfaces[1].first_vertex = 0; // overlaps the first surface
    body.surfaces[1].vertex_count += 45;
    model.meshes[2].uv0.clear(); // textured without coordinates
    model.skeleton.joints[3].name.clear();
    model.skeleton.joints[4].name = "hips";
    model.skeleton.joints[4].rest.rotation.w *= 1.00005f;
    model.clips[1].name = "walk";
    model.clips[2].name.clear();
    model.clips[0].duration = 0.5; // shorter than its keys
    model.name.clear();
    model.source = {};
    model.images[0].name.clear();
    const auto once = gltf::write_glb(model);
    ASSERT_TRUE(once) << once.error().text();
    const auto back = gltf::parse_gltf(*once, "x.glb");
    ASSERT_TRUE(back) << back.error().text();
    const auto twice = gltf::write_glb(*back);
    EXPECT_TRUE(*once == *twice);
}

TEST(GltfRoundTrip, KeepsTheSkeleton) {
    const Model model = rich_model(), back = passed_through(model);
    ASSERT_EQ(back.skeleton.joints.size(), model.skeleton.joints.size());
    for (std::size_t i = 0; i < model.skeleton.joints.size(); ++i) {
        const Joint &a = model.skeleton.joints[i], &b = back.skeleton.joints[i];
        EXPECT_EQ(a.name, b.name);
        EXPECT_EQ(a.parent, b.parent);
        EXPECT_EQ(a.rest, b.rest) << a.name;
        EXPECT_EQ(a.extras, b.extras);
    }
    EXPECT_EQ(back.skins[0].name, "armature");
    EXPECT_EQ(back.skins[0].joints, model.skins[0].joints);
    EXPECT_EQ(back.skins[0].inverse_bind, model.skins[0].inverse_bind);
}

TEST(GltfRoundTrip, KeepsMeshes) {
    const Model model = rich_model(), back = passed_through(model);
    ASSERT_EQ(back.meshes.size(), model.meshes.size());
    for (std::size_t m = 0; m < model.meshes.size(); ++m) {
        const Mesh &a = model.meshes[m], &b = back.meshes[m];
        EXPECT_EQ(a.name, b.name);
        EXPECT_EQ(a.positions, b.positions);
        EXPECT_EQ(a.normals, b.normals);
        EXPECT_EQ(a.tangents, b.tangents);
        EXPECT_EQ(a.uv0, b.uv0);
        EXPECT_EQ(a.uv1, b.uv1);
        EXPECT_EQ(a.colors, b.colors);
        EXPECT_EQ(a.indices, b.indices);
        EXPECT_EQ(a.skin, b.skin);
        EXPECT_EQ(a.joint, b.joint) << a.name;
        EXPECT_EQ(a.extras, b.extras) << a.name;
        ASSERT_EQ(a.surfaces.size(), b.surfaces.size());
        for (std::size_t s = 0; s < a.surfaces.size(); ++s) {
            EXPECT_EQ(a.surfaces[s].name, b.surfaces[s].name);
            EXPECT_EQ(a.surfaces[s].material, b.surfaces[s].material);
            EXPECT_EQ(a.surfaces[s].first_vertex, b.surfaces[s].first_vertex);
            EXPECT_EQ(a.surfaces[s].vertex_count, b.surfaces[s].vertex_count);
            EXPECT_EQ(a.surfaces[s].index_count, b.surfaces[s].index_count);
        }
        ASSERT_EQ(a.levels.size(), b.levels.size());
        for (std::size_t l = 0; l < a.levels.size(); ++l) {
            EXPECT_EQ(a.levels[l].indices, b.levels[l].indices);
            EXPECT_EQ(a.levels[l].index_counts, b.levels[l].index_counts);
        }
        ASSERT_EQ(a.morphs.size(), b.morphs.size());
        for (std::size_t t = 0; t < a.morphs.size(); ++t) {
            EXPECT_EQ(a.morphs[t].name, b.morphs[t].name);
            EXPECT_EQ(a.morphs[t].positions, b.morphs[t].positions);
            EXPECT_EQ(a.morphs[t].normals, b.morphs[t].normals);
        }
        EXPECT_EQ(a.influence_start, b.influence_start);
        ASSERT_EQ(a.influences.size(), b.influences.size());
        for (std::size_t i = 0; i < a.influences.size(); ++i) {
            EXPECT_EQ(a.influences[i].joint, b.influences[i].joint);
            EXPECT_NEAR(a.influences[i].weight, b.influences[i].weight, 2e-7);
        }
    }
}

TEST(GltfRoundTrip, KeepsMaterialsAndPictures) {
    const Model model = rich_model(), back = passed_through(model);
    ASSERT_EQ(back.materials.size(), model.materials.size());
    for (std::size_t i = 0; i < model.materials.size(); ++i) {
        const Material &a = model.materials[i], &b = back.materials[i];
        EXPECT_EQ(a.name, b.name);
        EXPECT_EQ(a.base_color, b.base_color);
        EXPECT_EQ(a.emissive, b.emissive);
        EXPECT_EQ(a.metallic, b.metallic);
        EXPECT_EQ(a.roughness, b.roughness);
        EXPECT_EQ(a.base_color_image, b.base_color_image);
        EXPECT_EQ(a.normal_image, b.normal_image);
        EXPECT_EQ(a.emissive_image, b.emissive_image);
        EXPECT_EQ(a.metallic_roughness_image, b.metallic_roughness_image);
        EXPECT_EQ(a.occlusion_image, b.occlusion_image);
        EXPECT_EQ(a.normal_scale, b.normal_scale);
        EXPECT_EQ(a.occlusion_strength, b.occlusion_strength);
        EXPECT_EQ(a.uv_sets, b.uv_sets);
        EXPECT_EQ(a.alpha, b.alpha);
        EXPECT_EQ(a.alpha_cutoff, b.alpha_cutoff);
        EXPECT_EQ(a.double_sided, b.double_sided);
        EXPECT_EQ(a.unlit, b.unlit);
        EXPECT_EQ(a.wrap_u, b.wrap_u);
        EXPECT_EQ(a.wrap_v, b.wrap_v);
        EXPECT_EQ(a.filter, b.filter);
        EXPECT_EQ(a.frames, b.frames);
        EXPECT_EQ(a.frame_rate, b.frame_rate);
        EXPECT_EQ(a.uv, b.uv);
        EXPECT_EQ(a.uv_scroll, b.uv_scroll);
        EXPECT_EQ(a.environment, b.environment);
        EXPECT_EQ(a.wave, b.wave);
        EXPECT_EQ(a.substance, b.substance);
        EXPECT_EQ(a.texture, b.texture);
        EXPECT_EQ(a.extras, b.extras) << a.name;
    }
    ASSERT_EQ(back.images.size(), model.images.size());
    for (std::size_t i = 0; i < model.images.size(); ++i) {
        EXPECT_EQ(back.images[i].name, i == 3 ? "flame#2" : model.images[i].name);
        EXPECT_EQ(back.images[i].source, model.images[i].source);
        EXPECT_EQ(back.images[i].bytes, model.images[i].bytes);
        EXPECT_EQ(back.images[i].width, 4u);
        EXPECT_EQ(back.images[i].extras, model.images[i].extras);
    }
}

TEST(GltfRoundTrip, KeepsCameras) {
    const Model model = rich_model(), back = passed_through(model);
    ASSERT_EQ(back.cameras.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        const Camera &a = model.cameras[i], &b = back.cameras[i];
        EXPECT_EQ(a.name, b.name);
        EXPECT_EQ(a.joint, b.joint);
        EXPECT_EQ(a.vertical_fov, b.vertical_fov);
        EXPECT_EQ(a.aspect, b.aspect);
        EXPECT_EQ(a.near_plane, b.near_plane);
        EXPECT_EQ(a.far_plane, b.far_plane);
        EXPECT_EQ(a.extras, b.extras);
    }
}

TEST(GltfRoundTrip, KeepsLights) {
    const Model model = rich_model(), back = passed_through(model);
    ASSERT_EQ(back.lights.size(), model.lights.size());
    for (std::size_t i = 0; i < model.lights.size(); ++i) {
        const Light &a = model.lights[i], &b = back.lights[i];
        EXPECT_EQ(a.name, b.name);
        EXPECT_EQ(a.type, b.type) << a.name;
        EXPECT_EQ(a.joint, b.joint) << a.name;
        EXPECT_EQ(a.position, b.position) << a.name;
        EXPECT_TRUE(same_turn(a.rotation, b.rotation)) << a.name;
        EXPECT_EQ(a.color, b.color) << a.name;
        EXPECT_EQ(a.intensity, b.intensity) << a.name;
        EXPECT_EQ(a.range, b.range) << a.name;
        EXPECT_EQ(a.inner_cone, b.inner_cone) << a.name;
        EXPECT_EQ(a.outer_cone, b.outer_cone) << a.name;
        EXPECT_EQ(a.extras, b.extras) << a.name;
    }
}

TEST(GltfRoundTrip, KeepsClips) {
    const Model model = rich_model(), back = passed_through(model);
    ASSERT_EQ(back.clips.size(), model.clips.size());
    for (std::size_t c = 0; c < model.clips.size(); ++c) {
        const Clip &a = model.clips[c], &b = back.clips[c];
        EXPECT_EQ(a.name, b.name);
        EXPECT_EQ(a.duration, b.duration);
        EXPECT_EQ(a.frame_rate, b.frame_rate);
        EXPECT_EQ(a.loop, b.loop);
        EXPECT_EQ(a.extras, b.extras);
        for (std::size_t j = 0; j < a.joints.size(); ++j) {
            EXPECT_EQ(a.joints[j].translation, b.joints[j].translation) << a.name << j;
            EXPECT_EQ(a.joints[j].scale, b.joints[j].scale) << a.name << j;
            const Channel<Quat>&ra = a.joints[j].rotation, &rb = b.joints[j].rotation;
            EXPECT_EQ(ra.times, rb.times) << a.name << j;
            EXPECT_EQ(ra.rate, rb.rate) << a.name << j;
            ASSERT_EQ(ra.values.size(), rb.values.size()) << a.name << j;
            for (std::size_t i = 0; i < ra.values.size(); ++i) EXPECT_TRUE(same_turn(ra.values[i], rb.values[i]));
        }
        ASSERT_EQ(a.morphs.size(), b.morphs.size());
        for (std::size_t m = 0; m < a.morphs.size(); ++m) {
            EXPECT_EQ(a.morphs[m].mesh, b.morphs[m].mesh);
            EXPECT_EQ(a.morphs[m].weights, b.morphs[m].weights);
        }
        ASSERT_EQ(a.cameras.size(), b.cameras.size());
        for (std::size_t m = 0; m < a.cameras.size(); ++m) {
            EXPECT_EQ(a.cameras[m].camera, b.cameras[m].camera);
            EXPECT_EQ(a.cameras[m].vertical_fov, b.cameras[m].vertical_fov);
        }
        ASSERT_EQ(a.lights.size(), b.lights.size());
        for (std::size_t m = 0; m < a.lights.size(); ++m) {
            EXPECT_EQ(a.lights[m].light, b.lights[m].light);
            EXPECT_EQ(a.lights[m].color, b.lights[m].color);
            EXPECT_EQ(a.lights[m].intensity, b.lights[m].intensity);
            EXPECT_EQ(a.lights[m].range, b.lights[m].range);
        }
        EXPECT_EQ(a.hints.layer, b.hints.layer);
        EXPECT_EQ(a.hints.blend_in, b.hints.blend_in);
        EXPECT_EQ(a.hints.blend_out, b.hints.blend_out);
        EXPECT_EQ(a.hints.next, b.hints.next);
        EXPECT_EQ(a.hints.direction, b.hints.direction);
        EXPECT_EQ(a.hints.root_joint, b.hints.root_joint);
        EXPECT_EQ(a.hints, b.hints);
    }
}

TEST(GltfRoundTrip, KeepsEveryKindOfEventExactly) {
    const Model model = rich_model(), back = passed_through(model);
    const std::vector<Event>&a = model.clips[0].events.events, &b = back.clips[0].events.events;
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].time, b[i].time);
        EXPECT_EQ(a[i].frame, b[i].frame);
        EXPECT_EQ(kind_of(a[i].data), kind_of(b[i].data));
        EXPECT_EQ(fields_of(a[i].data), fields_of(b[i].data));
    }
}

TEST(GltfRoundTrip, KeepsNameSourceAndExtrasOfTheModel) {
    const Model back = passed_through(rich_model());
    EXPECT_EQ(back.name, "rich");
    EXPECT_EQ(back.source.format, "md5");
    EXPECT_EQ(back.source.basis, rich_model().source.basis);
    EXPECT_EQ(back.extras, rich_model().extras);
}

TEST(GltfRoundTrip, KeepsWhatTheScriptSaysOfTheModel) {
    const Model model = rich_model(), back = passed_through(model);
    ASSERT_EQ(back.transitions.size(), model.transitions.size());
    for (std::size_t i = 0; i < model.transitions.size(); ++i) {
        const Transition &a = model.transitions[i], &b = back.transitions[i];
        EXPECT_EQ(a.name, b.name);
        EXPECT_EQ(a.layer, b.layer);
        EXPECT_EQ(a.next, b.next);
        EXPECT_EQ(a.blend_in, b.blend_in);
        EXPECT_EQ(a.blend_out, b.blend_out);
        EXPECT_EQ(a.in_step, b.in_step);
        EXPECT_EQ(a.extras, b.extras);
    }
    EXPECT_EQ(back.disabled_moves, model.disabled_moves);
    EXPECT_EQ(back.tags, model.tags);
}

TEST(GltfRoundTrip, ForeignEventsAndExtrasSurvive) {
    Model model = rich_model();
    model.clips.resize(1);
    Clip& clip = model.clips[0];
    clip.events = {};
    clip.extras =
        *parse_json(R"({"events": [{"time": 1.5, "type": "call", "name": "boom", "args": {"power": 9}, "by": "me"},
                                             {"time": 0.5}],
                                  "loop": "maybe", "hints": {"mood": "calm"}, "sourceName": "s_Walk"})");
    const Model back = passed_through(model);
    const Clip& kept = back.clips[0];
    ASSERT_EQ(kept.events.events.size(), 2u);
    EXPECT_EQ(kept.events.events[0].time, 0.5);
    const TagEvent& tag = std::get<TagEvent>(kept.events.events[1].data);
    EXPECT_EQ(tag.name, "boom");
    EXPECT_EQ(tag.fields, *parse_json(R"({"type": "call", "args": {"power": 9}, "by": "me"})"));
    EXPECT_EQ(kept.extras["hints"]["mood"].string(), "calm");
    EXPECT_EQ(kept.extras["sourceName"].string(), "s_Walk");
    const Model again = passed_through(back);
    EXPECT_EQ(std::get<TagEvent>(again.clips[0].events.events[1].data).fields, tag.fields);
    EXPECT_EQ(again.clips[0].extras, kept.extras);
}

TEST(GltfRoundTrip, SceneKeepsClipFactsForToolsThatDropThem) {
    const auto file = gltf::write_gltf(rich_model(), "rich");
    ASSERT_TRUE(file);
    Json json = parse_json(as_text(file->front().bytes)).value();
    Json animations = json["animations"];
    Json stripped = Json::array();
    for (Json animation : animations.items()) {
        animation.erase("extras");
        stripped.push(animation);
    }
    json.set("animations", stripped);
    const auto lookup = [&](std::string_view name) -> std::optional<SharedBytes> {
        for (const NamedFile& other : *file)
            if (other.name == name) return other.bytes;
        return {};
    };
    const auto back = gltf::parse_gltf(to_buffer(print_json(json)), "rich.gltf", lookup);
    ASSERT_TRUE(back) << back.error().text();
    EXPECT_EQ(back->clips[0].events.events.size(), rich_model().clips[0].events.events.size());
    EXPECT_EQ(back->clips[0].loop, LoopMode::wrap);
    EXPECT_EQ(back->images[4].bytes, rich_model().images[4].bytes);
    EXPECT_EQ(back->images[4].source, rich_model().images[4].source);
}
