// ossuary-pose FILE… [--clip NAME --times T,T,…]: where joints and vertices are at these times, as JSON.
// Without a clip it lists the clips. The reference side of tools/blender-check.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/assets/open_model.h"
#include "ossuary/base/json.h"
#include "ossuary/base/number.h"
#include "ossuary/model/model.h"

namespace {

using namespace ossuary;

std::optional<ByteBuffer> read_file(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    if (!stream) return {};
    return to_buffer(std::string{std::istreambuf_iterator<char>(stream), {}});
}

Json point(const Vec3d& p) { return Json::Array{p.x, p.y, p.z}; }

// The vertices that are drawn, surface by surface in ascending order: what an importer makes of the primitives.
std::vector<std::uint32_t> drawn_vertices(const Mesh& mesh) {
    std::vector<std::uint32_t> drawn;
    for (const Surface& surface : mesh.surfaces) {
        const auto first = mesh.indices.begin() + surface.first_index;
        std::vector<std::uint32_t> used(first, first + surface.index_count);
        std::sort(used.begin(), used.end());
        used.erase(std::unique(used.begin(), used.end()), used.end());
        drawn.insert(drawn.end(), used.begin(), used.end());
    }
    return drawn;
}

std::vector<double> morph_weights(const Clip* clip, std::size_t mesh, std::size_t targets, double time) {
    std::vector<double> weights(targets);
    if (!clip) return weights;
    for (const MorphTrack& track : clip->morphs)
        if (track.mesh == mesh)
            for (std::size_t i = 0; i < std::min(targets, track.weights.size()); ++i)
                weights[i] = sample(track.weights[i], time, 0.0);
    return weights;
}

Json pose_at(const Model& model, const Clip* clip, double time) {
    const std::vector<Affined> pose =
        clip ? object_pose(model.skeleton, sample_pose(*clip, model.skeleton, time)) : rest_object_pose(model.skeleton);
    Json joints = Json::array();
    for (const Affined& joint : pose) joints.push(point(joint.t));
    Json meshes = Json::array();
    for (std::size_t i = 0; i < model.meshes.size(); ++i) {
        const Mesh& mesh = model.meshes[i];
        const std::vector<Vec3d> positions =
            posed_positions(model, mesh, pose, morph_weights(clip, i, mesh.morphs.size(), time));
        Json points = Json::array();
        for (const std::uint32_t vertex : drawn_vertices(mesh)) points.push(point(positions[vertex]));
        meshes.push(std::move(points));
    }
    Json result;
    result.set("time", time);
    result.set("joints", std::move(joints));
    result.set("meshes", std::move(meshes));
    return result;
}

template <class T> void add_times(std::vector<double>& times, const Channel<T>& channel) {
    for (std::size_t key = 0; key < channel.values.size(); ++key) times.push_back(channel.time_of(key));
}

// Every time at which the clip has a key, ascending.
std::vector<double> key_times(const Clip& clip) {
    std::vector<double> times;
    for (const JointTrack& track : clip.joints) {
        add_times(times, track.translation);
        add_times(times, track.rotation);
        add_times(times, track.scale);
    }
    for (const MorphTrack& track : clip.morphs)
        for (const Channel<float>& weight : track.weights) add_times(times, weight);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

int complain(const std::string& text) {
    std::fprintf(stderr, "ossuary-pose: %s\n", text.c_str());
    return 1;
}

} // namespace

int main(int argc, char** argv) {
    std::vector<NamedFile> files;
    std::filesystem::path folder = ".";
    std::string clip_name;
    std::vector<double> times;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "--clip" && i + 1 < argc) {
            clip_name = argv[++i];
        } else if (argument == "--times" && i + 1 < argc) {
            std::string_view list = argv[++i];
            while (!list.empty()) {
                const std::size_t comma = std::min(list.find(','), list.size());
                const auto time = parse_number(list.substr(0, comma));
                if (!time) return complain("--times: not a number: " + std::string(list.substr(0, comma)));
                times.push_back(*time);
                list.remove_prefix(std::min(comma + 1, list.size()));
            }
        } else {
            auto bytes = read_file(argument);
            if (!bytes) return complain(argument + ": cannot be read");
            if (files.empty()) folder = std::filesystem::path(argument).parent_path();
            files.push_back({argument, std::move(*bytes)});
        }
    }
    if (files.empty()) return complain("usage: ossuary-pose FILE… [--clip NAME --times T,T,…]");

    const auto lookup = [&](std::string_view name) { return read_file(folder / name); };
    const Result<Model> model = open_model(files, lookup);
    if (!model) return complain(model.error().text());
    const Clip* clip = clip_name.empty() ? nullptr : model->find_clip(clip_name);
    if (!clip_name.empty() && !clip) return complain("there is no clip '" + clip_name + "'");

    Json result;
    Json clips = Json::array();
    for (const Clip& each : model->clips) {
        Json entry;
        entry.set("name", each.name);
        entry.set("duration", each.duration);
        Json keys = Json::array();
        for (const double time : key_times(each)) keys.push(time);
        entry.set("keys", std::move(keys));
        clips.push(std::move(entry));
    }
    result.set("clips", std::move(clips));
    Json joints = Json::array();
    for (const Joint& joint : model->skeleton.joints) joints.push(joint.name);
    result.set("joints", std::move(joints));
    Json meshes = Json::array();
    for (const Mesh& mesh : model->meshes) meshes.push(mesh.name);
    result.set("meshes", std::move(meshes));
    Json poses = Json::array();
    for (const double time : times) poses.push(pose_at(*model, clip, time));
    result.set("poses", std::move(poses));
    std::puts(print_json(result).c_str());
    return 0;
}
