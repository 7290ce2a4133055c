// The kernels of room anim, for each instruction set this machine has, against plain scalar loops over transforms.
// Bob of the shared samples (or our own character), and a generated clip of 70 joints and 3,000 frames.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "ossuary/anim/blend.h"
#include "ossuary/anim/object_space.h"
#include "ossuary/anim/sample.h"
#include "ossuary/anim/skinning.h"
#include "ossuary/formats/md5/md5anim.h"
#include "ossuary/formats/md5/md5mesh.h"
#include "samples/samples.h"

namespace {

using namespace ossuary;
using namespace ossuary::anim;

// ---- data

std::optional<std::string> read_shared(const std::string& name) {
    const char* folder = std::getenv("OSSUARY_SHARED");
    const std::string shared = folder ? folder : std::string(OSSUARY_SOURCE_DIR) + "/../shared";
    std::ifstream stream(shared + "/samples/md5/" + name, std::ios::binary);
    if (!stream) return {};
    return std::string{std::istreambuf_iterator<char>(stream), {}};
}

Model load_character() {
    const auto mesh_text = read_shared("Bob.md5mesh"), anim_text = read_shared("Bob.md5anim");
    if (!mesh_text || !anim_text) return samples::make_hero();
    const auto mesh = md5::parse_md5mesh(as_bytes(*mesh_text));
    const auto anim = md5::parse_md5anim(as_bytes(*anim_text));
    auto model = md5::to_model(*mesh, "Bob");
    model->clips.push_back(*md5::to_clip(*anim, model->skeleton, "Bob"));
    return std::move(*model);
}

// All meshes that the first skin moves, as one.
Mesh merged_mesh(const Model& model) {
    Mesh all;
    all.skin = 0;
    all.influence_start.push_back(0);
    for (const Mesh& mesh : model.meshes) {
        if (mesh.skin != 0) continue;
        all.positions.insert(all.positions.end(), mesh.positions.begin(), mesh.positions.end());
        all.normals.insert(all.normals.end(), mesh.normals.begin(), mesh.normals.end());
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            all.influences.insert(all.influences.end(), mesh.influences.begin() + mesh.influence_start[v],
                                  mesh.influences.begin() + mesh.influence_start[v + 1]);
            all.influence_start.push_back(static_cast<std::uint32_t>(all.influences.size()));
        }
    }
    return all;
}

// Every vertex with four real influences: its own, then the joints around them.
Mesh with_four_influences(const Mesh& mesh, const Skeleton& skeleton) {
    Mesh four = mesh;
    four.influences.clear();
    four.influence_start = {0};
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        std::vector<std::uint32_t> joints;
        const auto add = [&](std::int64_t joint) {
            if (joint >= 0 && joints.size() < 4 &&
                std::find(joints.begin(), joints.end(), static_cast<std::uint32_t>(joint)) == joints.end())
                joints.push_back(static_cast<std::uint32_t>(joint));
        };
        for (std::uint32_t i = mesh.influence_start[v]; i < mesh.influence_start[v + 1]; ++i)
            add(mesh.influences[i].joint);
        for (std::size_t i = 0; i < joints.size() && joints.size() < 4; ++i) {
            add(skeleton.joints[joints[i]].parent);
            for (std::size_t j = 0; j < skeleton.joints.size(); ++j)
                if (skeleton.joints[j].parent == static_cast<std::int32_t>(joints[i]))
                    add(static_cast<std::int64_t>(j));
        }
        for (const std::uint32_t joint : joints)
            four.influences.push_back({joint, 1.0f / static_cast<float>(joints.size())});
        four.influence_start.push_back(static_cast<std::uint32_t>(four.influences.size()));
    }
    return four;
}

// A skeleton of depth 11 and a clip that turns every joint and moves the root.
Model generated_character(std::size_t joints, std::size_t frames) {
    std::mt19937 random(1);
    const auto number = [&](double size) { return (static_cast<double>(random()) / 0x1p31 - 1) * size; };
    Model model;
    for (std::size_t j = 0; j < joints; ++j) {
        Joint& joint = model.skeleton.joints.emplace_back();
        joint.parent = j == 0 ? -1 : j % 11 == 0 ? static_cast<std::int32_t>(j / 11) : static_cast<std::int32_t>(j) - 1;
        joint.rest.translation = to_float(Vec3d{number(0.1), 0.2, number(0.1)});
    }
    Clip& clip = model.clips.emplace_back();
    clip.frame_rate = 30;
    clip.duration = static_cast<double>(frames - 1) / 30;
    for (std::size_t j = 0; j < joints; ++j) {
        JointTrack& track = clip.joints.emplace_back();
        track.rotation.rate = track.translation.rate = 30;
        const Vec3d axis = normalize(Vec3d{number(1), number(1), number(1)});
        const double speed = 1 + number(0.5);
        for (std::size_t f = 0; f < frames; ++f) {
            const double t = static_cast<double>(f) / 30;
            track.rotation.values.push_back(to_float(axis_angle(axis, 0.7 * std::sin(speed * t))));
            if (j == 0) track.translation.values.push_back(to_float(Vec3d{0, 1, t}));
        }
    }
    return model;
}

// What one character needs to be animated.
struct Prepared {
    explicit Prepared(Model source) : model(std::move(source)), rig(*Rig::make(model.skeleton)) {
        clip = *PreparedClip::make(model.clips.at(0), rig);
        joints = rig.joint_count();
        for (std::size_t k = 0; k < 4; ++k) {
            std::vector<JointBlock>& pose = poses.emplace_back(make_pose(joints));
            const double time = clip.duration() * (0.1 + 0.2 * static_cast<double>(k));
            (void)SampleJob{&clip, time, LoopPolicy::clamp, pose}.run();
            unpack_pose(pose, transforms.emplace_back(joints));
        }
    }
    Model model;
    Rig rig;
    PreparedClip clip;
    std::size_t joints = 0;
    std::vector<std::vector<JointBlock>> poses;
    std::vector<std::vector<Transform>> transforms; // the same
};

const Prepared& bob() {
    static const Prepared prepared(load_character());
    return prepared;
}
const Prepared& seventy() {
    static const Prepared prepared(generated_character(70, 3'000));
    return prepared;
}

// ---- counting

void per_item(benchmark::State& state, const char* name, std::size_t items) {
    // A rate turned over is seconds per item; by 1e9 items it is nanoseconds.
    state.counters[name] = benchmark::Counter(
        static_cast<double>(items) * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// ---- ours

void blend_ours(benchmark::State& state, Kernels kernels, std::size_t count) {
    const Prepared& b = bob();
    std::vector<BlendLayer> layers;
    for (std::size_t k = 0; k < count; ++k) layers.push_back({b.poses[k], 0.2f + 0.1f * static_cast<float>(k)});
    std::vector<JointBlock> output = make_pose(b.joints);
    const BlendJob job{layers, b.rig.rest, 0.1f, output, kernels, b.joints};
    for (auto _ : state) {
        benchmark::DoNotOptimize(job.run());
        benchmark::ClobberMemory();
    }
    per_item(state, "ns_per_joint", b.joints);
}

void sample_ours(benchmark::State& state, Kernels kernels, const Prepared& (*character)(), bool anywhere) {
    const Prepared& c = character();
    std::vector<JointBlock> output = make_pose(c.joints);
    SampleJob job{&c.clip, 0, LoopPolicy::wrap, output, kernels};
    std::mt19937 random(3);
    std::vector<double> times(4'096);
    for (double& time : times) time = c.clip.duration() * static_cast<double>(random()) / 0x1p32;
    std::size_t i = 0;
    for (auto _ : state) {
        job.time = anywhere ? times[i++ % times.size()] : job.time + 1.0 / 60;
        benchmark::DoNotOptimize(job.run());
        benchmark::ClobberMemory();
    }
    per_item(state, "ns_per_joint", c.joints);
}

void model_ours(benchmark::State& state, Kernels kernels, const Prepared& (*character)(), std::size_t count) {
    const Prepared& c = character();
    std::vector<JointBlock> poses;
    for (std::size_t k = 0; k < count; ++k) poses.insert(poses.end(), c.poses[k].begin(), c.poses[k].end());
    std::vector<ObjectMatrix> output(c.joints * count);
    const LocalToObjectJob job{&c.rig, poses, output, -1, nullptr, kernels};
    for (auto _ : state) {
        benchmark::DoNotOptimize(job.run());
        benchmark::ClobberMemory();
    }
    per_item(state, "ns_per_joint", c.joints * count);
}

enum class Out { planar, interleaved };

void skin_ours(benchmark::State& state, Kernels kernels, bool four, Out out, bool even_scale) {
    const Prepared& b = bob();
    Mesh mesh = merged_mesh(b.model);
    const Skin& skin = b.model.skins.at(0);
    if (four) mesh = with_four_influences(mesh, b.model.skeleton);
    const SkinMesh skinned = *SkinMesh::make(mesh, skin.joints.size(), lane_count(kernels));
    std::vector<ObjectMatrix> models(b.joints);
    std::vector<PaletteMatrix> palette(skin.joints.size());
    const SkinBinding binding = *SkinBinding::make(skin, b.rig);
    (void)LocalToObjectJob{&b.rig, b.poses[1], models}.run();
    (void)SkinPaletteJob{&binding, models, palette}.run();
    const std::size_t size = skinned.packed_size();
    std::vector<float> planes(6 * size);
    SkinJob job{&skinned, palette, {}, {}, {}, kernels, even_scale};
    if (out == Out::planar) {
        for (std::size_t c = 0; c < 3; ++c) {
            job.planar.position[c] = std::span(planes).subspan(c * size, size);
            job.planar.normal[c] = std::span(planes).subspan((3 + c) * size, size);
        }
    } else {
        job.interleaved = {std::as_writable_bytes(std::span(planes)), 24, 0, 12};
    }
    for (auto _ : state) {
        benchmark::DoNotOptimize(job.run());
        benchmark::ClobberMemory();
    }
    per_item(state, "ns_per_vertex", skinned.vertex_count());
    state.counters["bones_per_block"] = skinned.bones_per_block();
}

// A thousand characters: blend two poses (as sampling has left them, in the cache), object space, palette.
void crowd_ours(benchmark::State& state, Kernels kernels) {
    const Prepared& b = bob();
    constexpr std::size_t characters = 1'000, group = 4;
    const std::size_t blocks = b.rig.block_count();
    const SkinBinding binding = *SkinBinding::make(b.model.skins.at(0), b.rig);
    const std::size_t bones = binding.joints.size();
    std::vector<JointBlock> mixed(blocks * group);
    std::vector<ObjectMatrix> models(b.joints * group);
    std::vector<PaletteMatrix> palettes(bones * characters);
    for (auto _ : state) {
        for (std::size_t c = 0; c < characters; c += group) {
            for (std::size_t i = 0; i < group; ++i) {
                const BlendLayer layers[] = {{b.poses[i], 0.3f}, {b.poses[(i + 1) % group], 0.7f}};
                (void)BlendJob{layers, b.rig.rest, 0.1f, PoseSpan(mixed).subspan(i * blocks, blocks), kernels, b.joints}
                    .run();
            }
            (void)LocalToObjectJob{&b.rig, mixed, models, -1, nullptr, kernels}.run();
            (void)SkinPaletteJob{&binding, models, std::span(palettes).subspan(c * bones, group * bones), kernels}
                .run();
        }
        benchmark::ClobberMemory();
    }
    per_item(state, "ns_per_joint", b.joints * characters);
}

// ---- the plain scalar way

void blend_scalar(benchmark::State& state, std::size_t count) {
    const Prepared& b = bob();
    std::vector<Transform> output(b.joints);
    for (auto _ : state) {
        for (std::size_t j = 0; j < b.joints; ++j) {
            Transform sum{{}, {0, 0, 0, 0}, {0, 0, 0}};
            for (std::size_t k = 0; k < count; ++k) {
                const Transform& t = b.transforms[k][j];
                const float weight = 0.2f + 0.1f * static_cast<float>(k);
                const float sign = dot(t.rotation, sum.rotation) < 0 ? -weight : weight;
                sum.translation += t.translation * weight;
                sum.scale += t.scale * weight;
                for (std::size_t c = 0; c < 4; ++c) sum.rotation[c] += t.rotation[c] * sign;
            }
            sum.rotation = normalize(sum.rotation);
            output[j] = sum;
        }
        benchmark::DoNotOptimize(output.data());
        benchmark::ClobberMemory();
    }
    per_item(state, "ns_per_joint", b.joints);
}

void sample_scalar(benchmark::State& state, const Prepared& (*character)(), bool anywhere) {
    const Prepared& c = character();
    const Clip& clip = c.model.clips[0];
    std::vector<Transform> output(c.joints);
    std::mt19937 random(3);
    double time = 0;
    const auto at = [&](const auto& channel, const auto& rest, auto mix) {
        if (channel.is_rest()) return rest;
        if (channel.is_constant()) return channel.values[0];
        const double position = std::min(time * channel.rate, static_cast<double>(channel.values.size() - 1));
        const auto first = static_cast<std::size_t>(position);
        const std::size_t second = std::min(first + 1, channel.values.size() - 1);
        return mix(channel.values[first], channel.values[second],
                   static_cast<float>(position - static_cast<double>(first)));
    };
    for (auto _ : state) {
        time = anywhere ? clip.duration * static_cast<double>(random()) / 0x1p32
                        : std::fmod(time + 1.0 / 60, clip.duration);
        for (std::size_t j = 0; j < c.joints; ++j) {
            const Transform& rest = c.model.skeleton.joints[j].rest;
            const auto linear = [](const Vec3& a, const Vec3& b, float f) { return lerp(a, b, f); };
            output[j] = {at(clip.joints[j].translation, rest.translation, linear),
                         at(clip.joints[j].rotation, rest.rotation,
                            [](const Quat& a, const Quat& b, float f) { return slerp(a, b, f); }),
                         at(clip.joints[j].scale, rest.scale, linear)};
        }
        benchmark::DoNotOptimize(output.data());
        benchmark::ClobberMemory();
    }
    per_item(state, "ns_per_joint", c.joints);
}

void to_object_space(const Rig& rig, const std::vector<Transform>& pose, std::vector<Affine>& output) {
    for (std::size_t j = 0; j < pose.size(); ++j) {
        const Affine local = to_affine(pose[j]);
        output[j] = rig.parents[j] < 0 ? local : output[static_cast<std::size_t>(rig.parents[j])] * local;
    }
}

void model_scalar(benchmark::State& state, const Prepared& (*character)(), std::size_t count) {
    const Prepared& c = character();
    std::vector<Affine> output(c.joints);
    for (auto _ : state)
        for (std::size_t k = 0; k < count; ++k) {
            to_object_space(c.rig, c.transforms[k], output);
            benchmark::DoNotOptimize(output.data());
            benchmark::ClobberMemory();
        }
    per_item(state, "ns_per_joint", c.joints * count);
}

void skin_scalar(benchmark::State& state, bool four) {
    const Prepared& b = bob();
    Mesh mesh = merged_mesh(b.model);
    if (four) mesh = with_four_influences(mesh, b.model.skeleton);
    const Skin& skin = b.model.skins.at(0);
    std::vector<Affine> models(b.joints), palette;
    to_object_space(b.rig, b.transforms[1], models);
    for (std::size_t i = 0; i < skin.joints.size(); ++i)
        palette.push_back(models[skin.joints[i]] * skin.inverse_bind[i]);
    std::vector<Vec3> positions(mesh.positions.size()), normals(mesh.positions.size());
    for (auto _ : state) {
        for (std::size_t v = 0; v < positions.size(); ++v) {
            Vec3 position, normal;
            for (std::uint32_t i = mesh.influence_start[v]; i < mesh.influence_start[v + 1]; ++i) {
                const Affine& bone = palette[mesh.influences[i].joint];
                position += bone.point(mesh.positions[v]) * mesh.influences[i].weight;
                normal += bone.direction(mesh.normals[v]) * mesh.influences[i].weight;
            }
            positions[v] = position;
            normals[v] = normalize(normal);
        }
        benchmark::ClobberMemory();
    }
    per_item(state, "ns_per_vertex", positions.size());
}

void crowd_scalar(benchmark::State& state) {
    const Prepared& b = bob();
    const Skin& skin = b.model.skins.at(0);
    std::vector<Transform> mixed(b.joints);
    std::vector<Affine> models(b.joints), palettes(skin.joints.size() * 1'000);
    for (auto _ : state) {
        for (std::size_t c = 0; c < 1'000; ++c) {
            for (std::size_t j = 0; j < b.joints; ++j) {
                const Transform &x = b.transforms[c % 4][j], &y = b.transforms[(c + 1) % 4][j];
                const float sign = dot(x.rotation, y.rotation) < 0 ? -0.7f : 0.7f;
                mixed[j] = {lerp(x.translation, y.translation, 0.7f), {}, lerp(x.scale, y.scale, 0.7f)};
                for (std::size_t i = 0; i < 4; ++i) mixed[j].rotation[i] = x.rotation[i] * 0.3f + y.rotation[i] * sign;
                mixed[j].rotation = normalize(mixed[j].rotation);
            }
            to_object_space(b.rig, mixed, models);
            for (std::size_t i = 0; i < skin.joints.size(); ++i)
                palettes[c * skin.joints.size() + i] = models[skin.joints[i]] * skin.inverse_bind[i];
        }
        benchmark::ClobberMemory();
    }
    per_item(state, "ns_per_joint", b.joints * 1'000);
}

// ---- names

template <class Ours, class Scalar> void add(const std::string& name, Ours ours, Scalar scalar) {
    struct Table {
        std::string name;
        Kernels kernels;
    };
    std::vector<Table> tables;
    for (const Isa isa : {Isa::baseline, Isa::avx2, Isa::avx512})
        if (runnable(isa) == isa) tables.push_back({std::string(name_of(isa)), {isa, false}});
    tables.push_back({"strict", {Isa::best, true}});
    for (const Table& table : tables) {
        const Kernels kernels = table.kernels;
        benchmark::RegisterBenchmark(("anim/" + name + "/ours/" + table.name).c_str(), [ours,
                                                                                        kernels](benchmark::State& s) {
            ours(s, kernels);
        })->MinTime(0.05);
        benchmark::RegisterBenchmark(("anim/" + name + "/scalar/" + table.name).c_str(), scalar)->MinTime(0.05);
    }
}

void add_all() {
    using State = benchmark::State;
    for (const std::size_t count : {2u, 4u})
        add(
            "blend_" + std::to_string(count), [=](State& s, Kernels k) { blend_ours(s, k, count); },
            [=](State& s) { blend_scalar(s, count); });
    add(
        "sample_bob", [](State& s, Kernels k) { sample_ours(s, k, bob, false); },
        [](State& s) { sample_scalar(s, bob, false); });
    add(
        "sample_70", [](State& s, Kernels k) { sample_ours(s, k, seventy, false); },
        [](State& s) { sample_scalar(s, seventy, false); });
    add(
        "sample_70_anywhere", [](State& s, Kernels k) { sample_ours(s, k, seventy, true); },
        [](State& s) { sample_scalar(s, seventy, true); });
    for (const std::size_t count : {1u, 4u})
        add(
            "model_bob_" + std::to_string(count), [=](State& s, Kernels k) { model_ours(s, k, bob, count); },
            [=](State& s) { model_scalar(s, bob, count); });
    add(
        "model_70", [](State& s, Kernels k) { model_ours(s, k, seventy, 1); },
        [](State& s) { model_scalar(s, seventy, 1); });
    for (const bool four : {false, true})
        for (const Out out : {Out::planar, Out::interleaved}) {
            const std::string name =
                std::string("skin_bob") + (four ? "_four" : "") + (out == Out::planar ? "_planar" : "_interleaved");
            add(
                name, [=](State& s, Kernels k) { skin_ours(s, k, four, out, true); },
                [=](State& s) { skin_scalar(s, four); });
            if (out == Out::planar)
                add(
                    name + "_cofactors", [=](State& s, Kernels k) { skin_ours(s, k, four, out, false); },
                    [=](State& s) { skin_scalar(s, four); });
        }
    add("crowd_1000", crowd_ours, crowd_scalar);
}

} // namespace

int main(int argc, char** argv) {
    add_all();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
