// To the model: file axes to ours, one mesh with a surface for each of the file's, a clip for each animation.
#include <algorithm>
#include <cmath>

#include "formats/iqm/iqm_layout.h"
#include "ossuary/base/box.h"
#include "ossuary/base/number.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/image/shader_material.h"

namespace ossuary::iqm {

namespace {

Vec3d vector_of(const std::array<float, 3>& v) { return {v[0], v[1], v[2]}; }

// At unit length; without rotation where there is no length to speak of.
Quatd unit(const Quatd& q) { return dot(q, q) < 1e-12 ? Quatd{} : normalize(q); }

Transformd base_transform(const IqmJoint& joint) {
    const auto& q = joint.rotate;
    return {vector_of(joint.translate), unit({q[0], q[1], q[2], q[3]}), vector_of(joint.scale)};
}

bool is_finite(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }
Vec3d or_zero(const Vec3d& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z) ? v : Vec3d{}; }

// A unit vector at right angles to another.
Vec3d perpendicular(const Vec3d& n) {
    return normalize(cross(n, std::abs(n.x) < 0.9 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0}));
}

template <class T> void collapse_if_constant(Channel<T>& channel) {
    const auto& values = channel.values;
    if (!std::all_of(values.begin(), values.end(), [&](const T& value) { return value == values[0]; })) return;
    channel.values.resize(std::min<std::size_t>(1, values.size()));
    channel.rate = 0;
}

// The channels of a pose, as bits of its mask.
constexpr std::uint32_t translation_bits = 0x007, rotation_bits = 0x078, scale_bits = 0x380;

// Clips of the file's animations for a skeleton that has a joint for each pose.
class ClipMaker {
public:
    ClipMaker(const IqmFile& file, const Skeleton& skeleton, const ToModelOptions& options)
        : file_(file), skeleton_(skeleton), options_(options) {
        for (std::size_t j = 0; j < std::min(file.poses.size(), skeleton.joints.size()); ++j)
            moved_ |= parent_of_pose(j) != skeleton.joints[j].parent;
    }

    Result<std::vector<Clip>> make() {
        std::uint64_t transforms = 0;
        for (const IqmAnim& anim : file_.anims) transforms += (std::uint64_t{anim.num_frames} + 1) * joint_count();
        if (transforms > most_pose_transforms)
            return fail("the animations have " + std::to_string(transforms) + " pose transforms, at most " +
                        std::to_string(most_pose_transforms) + " are made");
        std::vector<std::string> names;
        for (const IqmAnim& anim : file_.anims) names.push_back(to_utf8(anim.name));
        make_unique(names);
        std::vector<Clip> clips;
        for (std::size_t i = 0; i < file_.anims.size(); ++i) clips.push_back(clip_of(file_.anims[i], names[i]));
        return clips;
    }

private:
    std::size_t joint_count() const { return std::max(file_.poses.size(), skeleton_.joints.size()); }
    std::int32_t parent_of_pose(std::size_t pose) const { return std::max(file_.poses[pose].parent, -1); }

    Clip clip_of(const IqmAnim& anim, const std::string& name) const {
        const bool loops = (anim.flags & loop_flag) != 0;
        const double rate = anim.framerate > 0 ? double{anim.framerate} : options_.frame_rate;
        const std::uint32_t keys = anim.num_frames == 0 ? 0 : anim.num_frames + (loops ? 1 : 0);
        Clip clip;
        clip.name = name;
        clip.frame_rate = rate;
        clip.loop = loops ? LoopMode::wrap : LoopMode::unknown;
        clip.duration = keys == 0 ? 0 : (keys - 1) / rate;
        clip.joints.resize(skeleton_.joints.size());
        for (std::uint32_t key = 0; key < keys; ++key)
            add_key(clip, anim.first_frame + (key == anim.num_frames ? 0 : key));
        for (JointTrack& track : clip.joints) {
            for (double* channel_rate : {&track.translation.rate, &track.rotation.rate, &track.scale.rate})
                *channel_rate = keys > 1 ? rate : 0;
            collapse_if_constant(track.translation);
            collapse_if_constant(track.rotation);
            collapse_if_constant(track.scale);
        }
        if (to_utf8(anim.name) != name) clip.extras.set("sourceName", to_utf8(anim.name));
        return clip;
    }

    void add_key(Clip& clip, std::uint32_t frame) const {
        std::vector<Transformd> locals = decode_frame(file_, frame);
        locals.resize(std::min(locals.size(), skeleton_.joints.size()));
        if (moved_) locals = by_joint_parents(locals);
        for (std::size_t j = 0; j < locals.size(); ++j) {
            const Transform local = to_float(options_.basis.transform(locals[j]));
            JointTrack& track = clip.joints[j];
            const auto moves = [&](const auto& channel, std::uint32_t bits) {
                return channel.values.empty() || moved_ || (file_.poses[j].mask & bits) != 0;
            };
            const bool flip = !track.rotation.values.empty() && dot(track.rotation.values.back(), local.rotation) < 0;
            if (moves(track.translation, translation_bits)) track.translation.values.push_back(local.translation);
            if (moves(track.rotation, rotation_bits))
                track.rotation.values.push_back(flip ? -local.rotation : local.rotation);
            if (moves(track.scale, scale_bits)) track.scale.values.push_back(local.scale);
        }
    }

    // The same places, relative to the parents of the joints instead of those of the poses.
    std::vector<Transformd> by_joint_parents(const std::vector<Transformd>& locals) const {
        std::vector<Affined> absolute;
        for (std::size_t j = 0; j < locals.size(); ++j) {
            const std::int32_t parent = parent_of_pose(j);
            absolute.push_back(parent < 0 ? to_affine(locals[j])
                                          : absolute[static_cast<std::size_t>(parent)] * to_affine(locals[j]));
        }
        std::vector<Transformd> moved;
        for (std::size_t j = 0; j < locals.size(); ++j) {
            const std::int32_t parent = skeleton_.joints[j].parent;
            const Affined local =
                parent < 0 ? absolute[j] : inverse(absolute[static_cast<std::size_t>(parent)]) * absolute[j];
            moved.push_back(decompose(local).value_or(locals[j]));
        }
        return moved;
    }

    const IqmFile& file_;
    const Skeleton& skeleton_;
    const ToModelOptions& options_;
    bool moved_ = false; // a pose has another parent than its joint
};

class ModelMaker {
public:
    ModelMaker(const IqmFile& file, std::string_view name, const ToModelOptions& options, Diagnostics* diagnostics)
        : file_(file), options_(options), diagnostics_(diagnostics) {
        model_.name = name;
        model_.source = {"iqm", options.basis};
    }

    Result<Model> make() {
        if (file_.joints.empty())
            add_skeleton_of_poses();
        else
            add_skeleton();
        for (const Joint& joint : model_.skeleton.joints)
            if (!is_finite(joint.rest.translation))
                return fail({.field = "joints"}, "a joint is too far away for a model");
        if (!file_.meshes.empty())
            if (const auto wrong = add_mesh()) return Failure(*wrong);
        auto clips = ClipMaker(file_, model_.skeleton, options_).make();
        if (!clips) return Failure(clips.error());
        model_.clips = std::move(*clips);
        warn_about_size();
        if (!file_.comment.empty()) {
            Json iqm = Json::object();
            iqm.set("comment", to_utf8(file_.comment));
            model_.extras.set("iqm", std::move(iqm));
        }
        return std::move(model_);
    }

private:
    void warn(std::string message) { report(diagnostics_, Severity::warning, {}, std::move(message)); }

    void add_skeleton() {
        std::vector<std::string> names;
        for (const IqmJoint& joint : file_.joints) names.push_back(to_utf8(joint.name));
        const std::vector<std::string> original = names;
        if (const std::size_t changed = make_unique(names))
            warn(std::to_string(changed) + " joints have the name of another and were numbered");
        for (std::size_t j = 0; j < file_.joints.size(); ++j) {
            Joint& joint = model_.skeleton.joints.emplace_back();
            joint.name = names[j];
            joint.parent = std::max(file_.joints[j].parent, -1);
            joint.rest = to_float(options_.basis.transform(base_transform(file_.joints[j])));
            if (names[j] != original[j]) joint.extras.set("sourceName", original[j]);
        }
    }
    // An animation-only file knows no names; it stands as in its first frame.
    void add_skeleton_of_poses() {
        std::vector<Transformd> rest(file_.poses.size());
        if (file_.num_frames > 0) rest = decode_frame(file_, 0);
        for (std::size_t j = 0; j < file_.poses.size(); ++j) {
            Joint& joint = model_.skeleton.joints.emplace_back();
            joint.name = "joint" + std::to_string(j);
            joint.parent = std::max(file_.poses[j].parent, -1);
            joint.rest = to_float(options_.basis.transform(rest[j]));
        }
    }

    std::optional<Error> add_mesh() {
        std::uint64_t triangles = 0;
        for (const IqmMesh& source : file_.meshes) triangles += source.num_triangles;
        if (triangles > 64 * std::uint64_t{file_.triangles.size()})
            return Error({.field = "meshes"}, "the meshes share triangles more than 64 times on average");
        Mesh& mesh = model_.meshes.emplace_back();
        mesh.name = model_.name;
        if (const auto wrong = add_vertices(mesh)) return wrong;
        add_skin(mesh);
        image::ShaderMaterials materials(model_, {.textures = options_.textures, .force_opaque = options_.force_opaque},
                                         diagnostics_);
        for (const IqmMesh& source : file_.meshes) add_surface(mesh, source, materials);
        return {};
    }

    std::optional<Error> add_vertices(Mesh& mesh) {
        const Basis& basis = options_.basis;
        const auto vector = [](const VertexArray& array, std::size_t v) {
            return Vec3d{array.value(v, 0), array.value(v, 1), array.value(v, 2)};
        };
        mesh.positions.resize(file_.num_vertexes);
        if (const VertexArray* positions = file_.find(ArrayType::position))
            for (std::size_t v = 0; v < file_.num_vertexes; ++v) {
                mesh.positions[v] = to_float(basis.point(or_zero(vector(*positions, v))));
                if (!is_finite(mesh.positions[v]))
                    return Error({.field = "position[" + std::to_string(v) + ']'}, "is too far away for a model");
            }
        if (const VertexArray* uv = file_.find(ArrayType::texcoord))
            for (std::size_t v = 0; v < file_.num_vertexes; ++v) {
                const Vec3d at = or_zero({uv->value(v, 0), uv->value(v, 1), 0});
                mesh.uv0.push_back({static_cast<float>(at.x), static_cast<float>(at.y)});
            }
        const VertexArray* normals = file_.find(ArrayType::normal);
        const VertexArray* tangents = normals ? file_.find(ArrayType::tangent) : nullptr;
        for (std::size_t v = 0; v < file_.num_vertexes && normals; ++v) {
            Vec3d normal = normalize(or_zero(vector(*normals, v)));
            if (dot(normal, normal) == 0) normal = {0, 0, 1};
            mesh.normals.push_back(to_float(basis.direction(normal)));
            if (!tangents) continue;
            Vec3d tangent = normalize(or_zero(vector(*tangents, v)));
            const bool usable = dot(tangent, tangent) > 0;
            if (!usable) tangent = perpendicular(normal);
            const Vec3 turned = to_float(basis.direction(tangent));
            mesh.tangents.push_back({turned.x, turned.y, turned.z, usable && tangents->value(v, 3) < 0 ? -1.0f : 1.0f});
        }
        if (const VertexArray* colors = file_.find(ArrayType::color))
            for (std::size_t v = 0; v < file_.num_vertexes; ++v) {
                const auto channel = [&](std::size_t k) {
                    const double value = colors->value(v, k);
                    return static_cast<std::uint8_t>(std::lround(255 * (value > 0 ? std::min(value, 1.0) : 0)));
                };
                mesh.colors.push_back({channel(0), channel(1), channel(2), channel(3)});
            }
        return {};
    }

    // Influences of a vertex: joints once each, the largest first, adding up to one; none if it has no weights.
    std::vector<Influence> influences_of(const VertexArray& indices, const VertexArray& weights, std::size_t v) const {
        std::vector<std::pair<std::uint32_t, double>> sums;
        double total = 0;
        for (std::size_t k = 0; k < weights.size; ++k) {
            const double weight = weights.value(v, k), index = indices.value(v, k);
            if (!(weight > 0) || !std::isfinite(weight)) continue;
            if (!(index >= 0 && index < static_cast<double>(file_.joints.size()))) continue;
            const auto joint = static_cast<std::uint32_t>(index);
            const auto same = std::find_if(sums.begin(), sums.end(), [&](const auto& s) { return s.first == joint; });
            if (same == sums.end())
                sums.push_back({joint, weight});
            else
                same->second += weight;
            total += weight;
        }
        std::sort(sums.begin(), sums.end(), [](const auto& a, const auto& b) {
            return a.second != b.second ? a.second > b.second : a.first < b.first;
        });
        std::vector<Influence> influences;
        for (const auto& [joint, weight] : sums) influences.push_back({joint, static_cast<float>(weight / total)});
        return influences;
    }

    void add_skin(Mesh& mesh) {
        const VertexArray* indices = file_.find(ArrayType::blendindexes);
        const VertexArray* weights = file_.find(ArrayType::blendweights);
        if (!indices || !weights || file_.joints.empty()) return;
        std::vector<std::vector<Influence>> all;
        bool any = false;
        for (std::size_t v = 0; v < file_.num_vertexes; ++v) {
            all.push_back(influences_of(*indices, *weights, v));
            any |= !all.back().empty();
        }
        if (!any) return;
        mesh.skin = 0;
        mesh.influence_start.push_back(0);
        for (std::vector<Influence>& influences : all) {
            if (influences.empty()) influences.push_back({0, 1});
            mesh.influences.insert(mesh.influences.end(), influences.begin(), influences.end());
            mesh.influence_start.push_back(static_cast<std::uint32_t>(mesh.influences.size()));
        }
        Skin& skin = model_.skins.emplace_back();
        skin.name = model_.name;
        const std::vector<Affined> rest = rest_object_pose(model_.skeleton);
        for (std::size_t j = 0; j < rest.size(); ++j) {
            skin.joints.push_back(static_cast<std::uint32_t>(j));
            skin.inverse_bind.push_back(determinant(rest[j]) == 0 ? Affine{} : to_float(inverse(rest[j])));
        }
    }

    void add_surface(Mesh& mesh, const IqmMesh& source, image::ShaderMaterials& materials) {
        Surface surface;
        surface.name = to_utf8(source.name);
        surface.material = source.material.empty() ? -1 : materials.add(to_utf8(source.material));
        surface.first_index = static_cast<std::uint32_t>(mesh.indices.size());
        surface.index_count = 3 * source.num_triangles;
        const bool turned = options_.basis.determinant() < 0;
        std::uint32_t low = source.first_vertex, end = source.first_vertex + source.num_vertexes;
        for (std::uint32_t t = 0; t < source.num_triangles; ++t) {
            const IndexTriple& corners = file_.triangles[source.first_triangle + t];
            for (const std::uint32_t vertex : corners) {
                low = std::min(low, vertex);
                end = std::max(end, vertex + 1);
            }
            mesh.indices.insert(mesh.indices.end(), {corners[0], corners[turned ? 1 : 2], corners[turned ? 2 : 1]});
        }
        surface.first_vertex = low;
        surface.vertex_count = end - low;
        mesh.surfaces.push_back(std::move(surface));
    }

    void warn_about_size() {
        if (model_.meshes.empty()) return;
        const auto box = box_of(model_.meshes[0].positions);
        if (!box) return;
        const float size = std::max({box->size().x, box->size().y, box->size().z});
        if (size < 0.1f || size > 100)
            warn("the model is " + number_text(size) + " m large; another unit scale may be meant");
    }

    const IqmFile& file_;
    const ToModelOptions& options_;
    Diagnostics* diagnostics_;
    Model model_;
};

} // namespace

Basis iqm_basis(Front front, double unit_scale) {
    return *Basis::parse(front == Front::plus_x ? "y,z,x" : "x,z,-y", unit_scale);
}

Transformd decode_pose(const IqmPose& pose, const std::uint16_t* values) {
    std::array<double, pose_channels> channel;
    for (std::size_t c = 0; c < pose_channels; ++c) {
        channel[c] = double{pose.offset[c]};
        if (pose.mask >> c & 1) channel[c] += *values++ * double{pose.scale[c]};
    }
    return {{channel[0], channel[1], channel[2]},
            unit({channel[3], channel[4], channel[5], channel[6]}),
            {channel[7], channel[8], channel[9]}};
}

std::vector<Transformd> decode_frame(const IqmFile& file, std::uint32_t frame) {
    const std::uint16_t* values = file.frames.data() + std::size_t{frame} * file.num_framechannels;
    std::vector<Transformd> locals;
    for (const IqmPose& pose : file.poses) {
        locals.push_back(decode_pose(pose, values));
        values += channel_count(pose);
    }
    return locals;
}

Result<Model> to_model(const IqmFile& file, std::string_view name, const ToModelOptions& options,
                       Diagnostics* diagnostics) {
    return ModelMaker(file, name, options, diagnostics).make();
}

Result<std::vector<Clip>> to_clips(const IqmFile& file, const Skeleton& skeleton, const ToModelOptions& options,
                                   Diagnostics*) {
    bool fits = file.poses.size() == skeleton.joints.size();
    for (std::size_t j = 0; fits && j < file.poses.size(); ++j)
        fits = std::max(file.poses[j].parent, -1) == skeleton.joints[j].parent;
    if (!fits) return fail("animation does not fit this model");
    return ClipMaker(file, skeleton, options).make();
}

} // namespace ossuary::iqm
