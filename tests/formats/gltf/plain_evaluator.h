// A second opinion on written files: evaluates a GLB straight from its JSON and bytes, by the words of the glTF
// specification and without the reader under test. Knows only what our writer uses.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/bytes.h"
#include "ossuary/base/json.h"
#include "ossuary/base/math.h"

namespace ossuary::testing {

class PlainEvaluator {
public:
    PlainEvaluator(const PlainEvaluator&) = delete; // it looks into its own bytes
    explicit PlainEvaluator(ByteBuffer file) : glb(std::move(file)) {
        std::uint32_t json_length = 0;
        std::memcpy(&json_length, glb.data() + 12, 4);
        json = parse_json(as_text(Bytes(glb).subspan(20, json_length))).value();
        if (20 + json_length + 8 <= glb.size()) binary_ = Bytes(glb).subspan(20 + json_length + 8);
    }

    // Numbers of an accessor, element by element.
    std::vector<double> numbers(std::size_t accessor) const {
        const Json& a = json["accessors"].items()[accessor];
        const std::map<std::string_view, std::size_t> widths = {
            {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
        const std::size_t width = widths.at(a["type"].string());
        const auto count = static_cast<std::size_t>(a["count"].integer());
        std::vector<double> values(count * width);
        if (const Json* view = a.find("bufferView"))
            for (std::size_t i = 0; i < count; ++i)
                for (std::size_t c = 0; c < width; ++c) values[i * width + c] = number(*view, a, i, c, width);
        if (const Json* sparse = a.find("sparse")) {
            const Json &indices = (*sparse)["indices"], &replacements = (*sparse)["values"];
            for (std::size_t i = 0; i < static_cast<std::size_t>((*sparse)["count"].integer()); ++i) {
                Json index_accessor = indices, value_accessor = replacements;
                value_accessor.set("componentType", a["componentType"]);
                const auto at = static_cast<std::size_t>(number(indices["bufferView"], index_accessor, i, 0, 1));
                for (std::size_t c = 0; c < width; ++c)
                    values[at * width + c] = number(replacements["bufferView"], value_accessor, i, c, width);
            }
        }
        return values;
    }

    // World positions of all vertices of the mesh on a node, primitive after primitive, at a time of an animation.
    std::vector<Vec3d> positions(std::size_t node, std::size_t animation, double time) const {
        std::vector<Transformd> local = rest();
        std::map<std::size_t, std::vector<double>> weights;
        apply(animation, time, local, weights);
        const std::vector<Affined> world = worlds(local);
        const Json& owner = json["nodes"].items()[node];
        const Json& mesh = json["meshes"].items()[index(owner, "mesh")];
        std::vector<Vec3d> all;
        for (const Json& primitive : mesh["primitives"].items()) {
            std::vector<Vec3d> part = points(numbers(index(primitive["attributes"], "POSITION")));
            const auto& targets = primitive["targets"].items();
            for (std::size_t t = 0; t < targets.size() && weights.count(node); ++t) {
                const std::vector<Vec3d> moved = points(numbers(index(targets[t], "POSITION")));
                for (std::size_t v = 0; v < part.size(); ++v) part[v] += moved[v] * weights[node][t];
            }
            if (owner.find("skin"))
                skin(part, primitive["attributes"], index(owner, "skin"), world);
            else
                for (Vec3d& p : part) p = world[node].point(p);
            all.insert(all.end(), part.begin(), part.end());
        }
        return all;
    }

    std::size_t node_named(std::string_view name) const {
        const auto& nodes = json["nodes"].items();
        for (std::size_t i = 0; i < nodes.size(); ++i)
            if (nodes[i]["name"].string() == name) return i;
        return SIZE_MAX;
    }

    ByteBuffer glb;
    Json json;

private:
    static std::size_t index(const Json& owner, std::string_view name) {
        return static_cast<std::size_t>(owner[name].integer(-1));
    }

    double number(const Json& view_index, const Json& accessor, std::size_t element, std::size_t component,
                  std::size_t width) const {
        const Json& view = json["bufferViews"].items()[static_cast<std::size_t>(view_index.integer())];
        const std::int64_t type = accessor["componentType"].integer();
        const std::size_t size = type == 5126 || type == 5125 ? 4 : type == 5123 ? 2 : 1;
        const auto stride =
            static_cast<std::size_t>(view["byteStride"].integer(static_cast<std::int64_t>(size * width)));
        const std::byte* from = binary_.data() + view["byteOffset"].integer() + accessor["byteOffset"].integer() +
                                element * stride + component * size;
        if (type == 5126) return static_cast<double>(load<float>(from, Endian::little));
        if (type == 5125) return load<std::uint32_t>(from, Endian::little);
        const double value =
            type == 5123 ? load<std::uint16_t>(from, Endian::little) : load<std::uint8_t>(from, Endian::little);
        return accessor["normalized"].boolean() ? value / (type == 5123 ? 65535 : 255) : value;
    }

    static std::vector<Vec3d> points(const std::vector<double>& numbers) {
        std::vector<Vec3d> list(numbers.size() / 3);
        for (std::size_t i = 0; i < list.size(); ++i)
            list[i] = {numbers[i * 3], numbers[i * 3 + 1], numbers[i * 3 + 2]};
        return list;
    }

    std::vector<Transformd> rest() const {
        std::vector<Transformd> local;
        for (const Json& node : json["nodes"].items()) {
            Transformd transform;
            const auto read = [&](const char* name, auto& value) {
                for (std::size_t i = 0; i < node[name].size(); ++i) value[i] = node[name].items()[i].number();
            };
            read("translation", transform.translation);
            read("rotation", transform.rotation);
            read("scale", transform.scale);
            local.push_back(transform);
        }
        return local;
    }

    void apply(std::size_t animation, double time, std::vector<Transformd>& local,
               std::map<std::size_t, std::vector<double>>& weights) const {
        const Json& json_animation = json["animations"].items()[animation];
        for (const Json& channel : json_animation["channels"].items()) {
            const Json& sampler = json_animation["samplers"].items()[index(channel, "sampler")];
            const std::vector<double> times = numbers(index(sampler, "input")),
                                      values = numbers(index(sampler, "output"));
            const std::size_t width = values.size() / times.size();
            std::size_t key = 0;
            while (key + 1 < times.size() && times[key + 1] <= time) ++key;
            const std::size_t next = std::min(key + 1, times.size() - 1);
            double fraction = next == key || time < times[key] ? 0 : (time - times[key]) / (times[next] - times[key]);
            if (sampler["interpolation"].string() == "STEP") fraction = 0;
            std::vector<double> value(width);
            for (std::size_t c = 0; c < width; ++c)
                value[c] = values[key * width + c] * (1 - fraction) + values[next * width + c] * fraction;
            const std::string_view path = channel["target"]["path"].string();
            Transformd& target = local[index(channel["target"], "node")];
            if (path == "translation") target.translation = {value[0], value[1], value[2]};
            if (path == "scale") target.scale = {value[0], value[1], value[2]};
            if (path == "weights") weights[index(channel["target"], "node")] = value;
            if (path == "rotation") {
                const double* a = values.data() + key * 4;
                const double* b = values.data() + next * 4;
                target.rotation = great_arc({a[0], a[1], a[2], a[3]}, {b[0], b[1], b[2], b[3]}, fraction);
            }
        }
    }

    static Quatd great_arc(const Quatd& a, Quatd b, double t) {
        double cosine = dot(a, b);
        if (cosine < 0) {
            b = -b;
            cosine = -cosine;
        }
        const double angle = std::acos(std::min(cosine, 1.0));
        const double wa = angle < 1e-9 ? 1 - t : std::sin((1 - t) * angle) / std::sin(angle);
        const double wb = angle < 1e-9 ? t : std::sin(t * angle) / std::sin(angle);
        return normalize(Quatd{a.x * wa + b.x * wb, a.y * wa + b.y * wb, a.z * wa + b.z * wb, a.w * wa + b.w * wb});
    }

    std::vector<Affined> worlds(const std::vector<Transformd>& local) const {
        std::vector<Affined> world(local.size());
        std::vector<std::size_t> open;
        for (const Json& root : json["scenes"].items()[0]["nodes"].items()) {
            open.push_back(static_cast<std::size_t>(root.integer()));
            world[open.back()] = to_affine(local[open.back()]);
        }
        while (!open.empty()) {
            const std::size_t node = open.back();
            open.pop_back();
            for (const Json& child : json["nodes"].items()[node]["children"].items()) {
                open.push_back(static_cast<std::size_t>(child.integer()));
                world[open.back()] = world[node] * to_affine(local[open.back()]);
            }
        }
        return world;
    }

    void skin(std::vector<Vec3d>& part, const Json& attributes, std::size_t skin_index,
              const std::vector<Affined>& world) const {
        const Json& skin_json = json["skins"].items()[skin_index];
        const std::vector<double> m = numbers(index(skin_json, "inverseBindMatrices"));
        std::vector<Affined> matrices;
        for (std::size_t j = 0; j < skin_json["joints"].size(); ++j) {
            const double* c = m.data() + j * 16;
            const Affined inverse_bind{
                {c[0], c[1], c[2]}, {c[4], c[5], c[6]}, {c[8], c[9], c[10]}, {c[12], c[13], c[14]}};
            matrices.push_back(world[static_cast<std::size_t>(skin_json["joints"].items()[j].integer())] *
                               inverse_bind);
        }
        std::vector<Vec3d> sums(part.size());
        for (int set = 0; attributes.find("JOINTS_" + std::to_string(set)); ++set) {
            const std::vector<double> joints = numbers(index(attributes, "JOINTS_" + std::to_string(set)));
            const std::vector<double> weights = numbers(index(attributes, "WEIGHTS_" + std::to_string(set)));
            for (std::size_t i = 0; i < joints.size(); ++i)
                sums[i / 4] += matrices[static_cast<std::size_t>(joints[i])].point(part[i / 4]) * weights[i];
        }
        part = std::move(sums);
    }

    Bytes binary_;
};

} // namespace ossuary::testing
