// From the model: all meshes in one set of vertex arrays, all clips quantised in one set of poses.
#include <algorithm>
#include <cmath>

#include "formats/iqm/iqm_layout.h"
#include "ossuary/base/box.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"
#include "ossuary/formats/image/shader_material.h"
#include "ossuary/mesh/normals.h"
#include "ossuary/model/event.h"
#include "ossuary/model/surface.h"

namespace ossuary::iqm {

namespace {

constexpr std::size_t slots = 4; // influences of a vertex

// Turning axes makes -0 of 0: files have 0.
Vec3 without_negative_zero(const Vec3& v) { return {v.x + 0.0f, v.y + 0.0f, v.z + 0.0f}; }

std::array<float, 3> numbers(const Vec3& v) {
    const Vec3 plain = without_negative_zero(v);
    return {plain.x, plain.y, plain.z};
}
// Rotations are stored with w at most 0, as all known exporters do.
std::array<float, 4> numbers(const Quat& q) {
    const Quat sign = q.w > 0 ? -q : q;
    return {sign.x, sign.y, sign.z, sign.w};
}

// Joint and weight out of 255; the four largest, adding up to 255 by the largest remainder.
struct Blend {
    std::array<std::uint32_t, slots> joint{};
    std::array<std::uint8_t, slots> weight{};
};
Blend quantise(std::vector<Influence> influences) {
    std::erase_if(influences, [](const Influence& i) { return !(i.weight > 0); });
    std::sort(influences.begin(), influences.end(), [](const Influence& a, const Influence& b) {
        return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
    });
    influences.resize(std::min(influences.size(), slots));
    Blend blend;
    double sum = 0;
    for (const Influence& influence : influences) sum += double{influence.weight};
    if (influences.empty() || !(sum > 0)) return blend;
    int left = 255;
    std::array<double, slots> remainder{};
    std::array<int, slots> whole{};
    for (std::size_t i = 0; i < influences.size(); ++i) {
        const double exact = 255 * double{influences[i].weight} / sum;
        whole[i] = static_cast<int>(exact);
        remainder[i] = exact - whole[i];
        left -= whole[i];
    }
    for (; left > 0; --left) {
        const auto next = static_cast<std::size_t>(
            std::max_element(remainder.data(), remainder.data() + influences.size()) - remainder.data());
        ++whole[next];
        remainder[next] = -1;
    }
    for (std::size_t i = 0; i < influences.size(); ++i) {
        if (whole[i] == 0) continue; // an unused slot names joint 0
        blend.joint[i] = influences[i].joint;
        blend.weight[i] = static_cast<std::uint8_t>(whole[i]);
    }
    return blend;
}

class FileMaker {
public:
    FileMaker(const Model& model, const FromModelOptions& options, Diagnostics* diagnostics)
        : model_(model), diagnostics_(diagnostics),
          basis_(options.basis.value_or(model.source.basis_for("iqm", iqm_basis()))), back_(basis_.inverse()) {}

    Result<IqmFile> make() {
        add_joints();
        for (const Mesh& mesh : model_.meshes) {
            if (mesh.normals.empty() && !mesh.positions.empty()) {
                Mesh with_normals = mesh;
                mesh::set_normals(with_normals);
                add_mesh(with_normals);
            } else {
                add_mesh(mesh);
            }
        }
        add_arrays();
        if (const auto wrong = sample_clips()) return Failure(*wrong);
        add_bounds();
        report_losses();
        return std::move(file_);
    }

private:
    void warn(std::string message) { report(diagnostics_, Severity::warning, {}, std::move(message)); }

    // Where the joints were when the meshes were bound: as the first skin that has them says, else as they rest.
    std::vector<Affined> bind_pose() {
        std::vector<Affined> bind = rest_object_pose(model_.skeleton);
        std::vector<bool> bound(bind.size());
        std::size_t rebound = 0;
        for (const Skin& skin : model_.skins)
            for (std::size_t i = 0; i < skin.joints.size(); ++i) {
                const Affined own = inverse(to_double(skin.inverse_bind[i]));
                const std::uint32_t joint = skin.joints[i];
                if (!bound[joint])
                    bind[joint] = own;
                else if (length(own.t - bind[joint].t) > 1e-4)
                    ++rebound;
                bound[joint] = true;
            }
        for (std::size_t j = 0; j < bind.size(); ++j) { // what no skin has follows its parent
            const Joint& joint = model_.skeleton.joints[j];
            if (!bound[j] && joint.parent >= 0)
                bind[j] = bind[static_cast<std::size_t>(joint.parent)] * to_affine(to_double(joint.rest));
        }
        if (rebound > 0)
            warn(std::to_string(rebound) + " joints were bound differently by several skins; the first counts");
        return bind;
    }

    void add_joints() {
        const std::vector<Affined> bind = bind_pose();
        std::size_t sheared = 0;
        for (std::size_t j = 0; j < model_.skeleton.joints.size(); ++j) {
            const Joint& source = model_.skeleton.joints[j];
            const Affined local =
                source.parent < 0 ? bind[j] : inverse(bind[static_cast<std::size_t>(source.parent)]) * bind[j];
            auto parts = decompose(local);
            sheared += !parts;
            // A pose that rests as it is bound keeps its numbers.
            Transformd place = to_double(source.rest);
            if (parts && !is_near(*parts, place)) place = *parts;
            const Transform turned = to_float(back_.transform(place));
            IqmJoint& joint = file_.joints.emplace_back();
            joint.name = source.extras["sourceName"].is_string() ? source.extras["sourceName"].string() : source.name;
            joint.parent = source.parent;
            joint.translate = numbers(turned.translation);
            joint.rotate = numbers(turned.rotation);
            joint.scale = numbers(turned.scale);
        }
        if (sheared > 0) warn(std::to_string(sheared) + " joints are bound sheared, which IQM has no place for");
        for (const Joint& joint : model_.skeleton.joints) rest_.push_back(to_double(joint.rest));
        rest_object_ = object_pose(model_.skeleton, rest_);
    }
    static bool is_near(const Transformd& a, const Transformd& b) {
        return length(a.translation - b.translation) <= 1e-5 * (1 + length(b.translation)) &&
               std::abs(dot(a.rotation, b.rotation)) >= 1 - 1e-9 && length(a.scale - b.scale) <= 1e-5;
    }

    void add_mesh(const Mesh& mesh) {
        const auto first = static_cast<std::uint32_t>(positions_.size());
        const bool is_rigid = mesh.skin < 0 && mesh.joint >= 0;
        const Affined place = is_rigid ? rest_object_[static_cast<std::size_t>(mesh.joint)] : Affined{};
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            positions_.push_back(
                without_negative_zero(to_float(back_.point(place.point(to_double(mesh.positions[v]))))));
            normals_.push_back(turned(place, mesh.normals[v]));
            uvs_.push_back(mesh.uv0.empty() ? Vec2{} : mesh.uv0[v]);
            const Vec4 tangent = mesh.tangents.empty() ? Vec4{} : mesh.tangents[v];
            const Vec3 along = mesh.tangents.empty() ? Vec3{} : turned(place, {tangent.x, tangent.y, tangent.z});
            tangents_.push_back({along.x, along.y, along.z, mesh.tangents.empty() ? 1 : tangent.w});
            colors_.push_back(mesh.colors.empty() ? ColorRgba8{} : mesh.colors[v]);
            blends_.push_back(blend_of(mesh, v));
        }
        has_tangents_ |= !mesh.tangents.empty();
        has_colors_ |= !mesh.colors.empty();
        for (const Surface& surface : mesh.surfaces) add_surface(mesh, surface, first);
    }
    Vec3 turned(const Affined& place, const Vec3& direction) const {
        return without_negative_zero(to_float(normalize(back_.direction(place.direction(to_double(direction))))));
    }
    Blend blend_of(const Mesh& mesh, std::size_t v) {
        if (model_.skeleton.joints.empty()) return {};
        if (mesh.skin < 0) {
            loose_meshes_ += v == 0 && mesh.joint < 0;
            return quantise({{static_cast<std::uint32_t>(std::max(mesh.joint, 0)), 1}});
        }
        std::vector<Influence> influences(mesh.influences.data() + mesh.influence_start[v],
                                          mesh.influences.data() + mesh.influence_start[v + 1]);
        for (Influence& influence : influences)
            influence.joint = model_.skins[static_cast<std::size_t>(mesh.skin)].joints[influence.joint];
        return quantise(std::move(influences));
    }

    void add_surface(const Mesh& mesh, const Surface& surface, std::uint32_t first) {
        IqmMesh& out = file_.meshes.emplace_back();
        out.name = surface.name.empty() ? mesh.name : surface.name;
        out.material = image::shader_of(model_, surface.material);
        out.first_vertex = first + surface.first_vertex;
        out.num_vertexes = surface.vertex_count;
        out.first_triangle = static_cast<std::uint32_t>(file_.triangles.size());
        out.num_triangles = surface.index_count / 3;
        const bool mirrored = basis_.determinant() < 0;
        for (std::uint32_t i = 0; i + 2 < surface.index_count; i += 3) {
            const std::uint32_t* corner = mesh.indices.data() + surface.first_index + i;
            const std::uint32_t b = first + corner[1], c = first + corner[2];
            file_.triangles.push_back({first + corner[0], mirrored ? b : c, mirrored ? c : b});
        }
    }

    template <class Put> void add_array(ArrayType type, ArrayFormat format, std::uint32_t size, Put put) {
        ByteWriter io;
        for (std::size_t v = 0; v < positions_.size(); ++v) put(io, v);
        file_.arrays.push_back({type, {}, 0, format, size, std::move(io).take()});
    }
    void add_arrays() {
        file_.num_vertexes = static_cast<std::uint32_t>(positions_.size());
        if (positions_.empty()) return;
        add_array(ArrayType::position, ArrayFormat::f32, 3,
                  [&](ByteWriter& io, std::size_t v) { io("", positions_[v]); });
        // Loaders expect texture coordinates.
        add_array(ArrayType::texcoord, ArrayFormat::f32, 2, [&](ByteWriter& io, std::size_t v) { io("", uvs_[v]); });
        add_array(ArrayType::normal, ArrayFormat::f32, 3, [&](ByteWriter& io, std::size_t v) { io("", normals_[v]); });
        if (has_tangents_)
            add_array(ArrayType::tangent, ArrayFormat::f32, 4,
                      [&](ByteWriter& io, std::size_t v) { io("", tangents_[v]); });
        if (!file_.joints.empty()) add_blends();
        if (has_colors_)
            add_array(ArrayType::color, ArrayFormat::u8, 4, [&](ByteWriter& io, std::size_t v) {
                for (const std::uint8_t c : {colors_[v].r, colors_[v].g, colors_[v].b, colors_[v].a}) io.write(c);
            });
    }
    void add_blends() {
        const bool wide = file_.joints.size() > 256;
        if (wide) warn("more than 256 joints need 16-bit joint indices, which few loaders read");
        add_array(ArrayType::blendindexes, wide ? ArrayFormat::u16 : ArrayFormat::u8, slots,
                  [&](ByteWriter& io, std::size_t v) {
                      for (const std::uint32_t joint : blends_[v].joint)
                          wide ? io.write(static_cast<std::uint16_t>(joint))
                               : io.write(static_cast<std::uint8_t>(joint));
                  });
        add_array(ArrayType::blendweights, ArrayFormat::u8, slots,
                  [&](ByteWriter& io, std::size_t v) { io("", blends_[v].weight); });
    }

    // ---- clips

    using Channels = std::array<float, pose_channels>;

    std::optional<Error> sample_clips() {
        if (model_.clips.empty() || file_.joints.empty()) return {};
        std::uint64_t frames = 0;
        for (const Clip& clip : model_.clips) {
            const double rate = clip.frame_rate > 0 && std::isfinite(clip.frame_rate) ? clip.frame_rate : 30;
            const double last = std::max(clip.duration, 0.0) * rate;
            // A clip that loops ends where it begins: the file repeats that frame by itself.
            const bool loops = clip.loop == LoopMode::wrap;
            const double count = std::max(1.0, std::round(last) + (loops ? 0 : 1));
            if (!((static_cast<double>(frames) + count) * static_cast<double>(file_.joints.size()) <=
                  static_cast<double>(most_pose_transforms)))
                return Error({.field = clip.name}, "is too long to be sampled");
            IqmAnim& anim = file_.anims.emplace_back();
            anim.name = clip.extras["sourceName"].is_string() ? clip.extras["sourceName"].string() : clip.name;
            anim.first_frame = static_cast<std::uint32_t>(frames);
            anim.num_frames = static_cast<std::uint32_t>(count);
            anim.framerate = static_cast<float>(rate);
            anim.flags = loops ? loop_flag : 0;
            for (std::uint32_t f = 0; f < anim.num_frames; ++f) add_frame(clip, f / rate);
            frames += anim.num_frames;
        }
        file_.num_frames = static_cast<std::uint32_t>(frames);
        quantise_frames();
        return {};
    }

    void add_frame(const Clip& clip, double time) {
        const std::vector<Transformd> pose = sample_pose(clip, model_.skeleton, time);
        for (std::size_t j = 0; j < pose.size(); ++j) {
            const Transform local = to_float(back_.transform(pose[j]));
            const auto q = numbers(local.rotation);
            samples_.push_back({local.translation.x, local.translation.y, local.translation.z, q[0], q[1], q[2], q[3],
                                local.scale.x, local.scale.y, local.scale.z});
        }
    }

    void quantise_frames() {
        const std::size_t joints = file_.joints.size();
        for (std::size_t j = 0; j < joints; ++j) {
            IqmPose& pose = file_.poses.emplace_back();
            pose.parent = file_.joints[j].parent;
            for (std::size_t c = 0; c < pose_channels; ++c) {
                float low = samples_[j][c], high = low;
                for (std::size_t i = j; i < samples_.size(); i += joints) {
                    low = std::min(low, samples_[i][c]);
                    high = std::max(high, samples_[i][c]);
                }
                pose.offset[c] = low;
                const double range = double{high} - double{low};
                if (range < 1e-10) continue;
                pose.mask |= 1u << c;
                pose.scale[c] = static_cast<float>(range / 65535);
            }
            file_.num_framechannels += static_cast<std::uint32_t>(channel_count(pose));
        }
        for (std::size_t i = 0; i < samples_.size(); ++i) {
            const IqmPose& pose = file_.poses[i % joints];
            for (std::size_t c = 0; c < pose_channels; ++c) {
                if (!(pose.mask >> c & 1)) continue;
                const double steps = (double{samples_[i][c]} - double{pose.offset[c]}) / double{pose.scale[c]};
                file_.frames.push_back(static_cast<std::uint16_t>(std::clamp(std::floor(steps + 0.5), 0.0, 65535.0)));
            }
        }
    }

    // Boxes around the vertices as a reader skins them.
    void add_bounds() {
        if (file_.num_frames == 0 || positions_.empty()) return;
        std::vector<Affined> inverse_base;
        std::vector<Affined> base;
        for (const IqmJoint& joint : file_.joints) {
            const auto& t = joint.translate;
            const auto& q = joint.rotate;
            const auto& s = joint.scale;
            const Affined local =
                to_affine(Transformd{{t[0], t[1], t[2]}, normalize(Quatd{q[0], q[1], q[2], q[3]}), {s[0], s[1], s[2]}});
            base.push_back(joint.parent < 0 ? local : base[static_cast<std::size_t>(joint.parent)] * local);
            inverse_base.push_back(inverse(base.back()));
        }
        for (std::uint32_t f = 0; f < file_.num_frames; ++f) {
            const std::vector<Transformd> locals = decode_frame(file_, f);
            std::vector<Affined> absolute, palette;
            for (std::size_t j = 0; j < locals.size(); ++j) {
                const std::int32_t parent = file_.joints[j].parent;
                absolute.push_back(parent < 0 ? to_affine(locals[j])
                                              : absolute[static_cast<std::size_t>(parent)] * to_affine(locals[j]));
                palette.push_back(absolute.back() * inverse_base[j]);
            }
            file_.bounds.push_back(bounds_of(palette));
        }
    }
    FrameBounds bounds_of(const std::vector<Affined>& palette) const {
        std::optional<Boxd> box;
        double flat = 0, all = 0;
        for (std::size_t v = 0; v < positions_.size(); ++v) {
            Vec3d sum;
            for (std::size_t k = 0; k < slots; ++k)
                if (blends_[v].weight[k] > 0)
                    sum +=
                        palette[blends_[v].joint[k]].point(to_double(positions_[v])) * (blends_[v].weight[k] / 255.0);
            add_point(box, sum);
            flat = std::max(flat, sum.x * sum.x + sum.y * sum.y);
            all = std::max(all, dot(sum, sum));
        }
        return {numbers(to_float(box->min)), numbers(to_float(box->max)), static_cast<float>(std::sqrt(flat)),
                static_cast<float>(std::sqrt(all))};
    }

    void report_losses() {
        std::size_t events = 0;
        bool moving_morphs = false;
        for (const Clip& clip : model_.clips) {
            events += clip.events.events.size();
            moving_morphs |= !clip.morphs.empty();
        }
        const auto any = [&](auto has) { return std::any_of(model_.meshes.begin(), model_.meshes.end(), has); };
        if (events > 0) warn("IQM has no place for events: " + std::to_string(events) + " are not written");
        if (moving_morphs || any([](const Mesh& mesh) { return !mesh.morphs.empty(); }))
            warn("IQM has no place for morph targets");
        if (any([](const Mesh& mesh) { return !mesh.uv1.empty(); }))
            warn("IQM has no place for a second set of texture coordinates");
        if (!model_.cameras.empty()) warn("IQM has no place for cameras");
        if (!model_.lights.empty()) warn("IQM has no place for lights");
        if (!model_.lines.empty()) warn("IQM has no place for lines");
        if (model_.skeleton.joints.empty() && !model_.clips.empty()) warn("clips without joints are not written");
        if (loose_meshes_ > 0)
            warn(std::to_string(loose_meshes_) + " meshes that follow no joint were bound to the first one");
    }

    const Model& model_;
    Diagnostics* diagnostics_;
    Basis basis_, back_; // to the model's axes, and from them
    IqmFile file_;
    std::vector<Transformd> rest_;
    std::vector<Affined> rest_object_;
    std::vector<Vec3> positions_, normals_;
    std::vector<Vec2> uvs_;
    std::vector<Vec4> tangents_;
    std::vector<ColorRgba8> colors_;
    std::vector<Blend> blends_;
    std::vector<Channels> samples_; // frame × joint
    std::size_t loose_meshes_ = 0;
    bool has_tangents_ = false, has_colors_ = false;
};

} // namespace

Result<IqmFile> iqm_from_model(const Model& model, const FromModelOptions& options, Diagnostics* diagnostics) {
    const Model plain = without_instances(model);
    return FileMaker(plain, options, diagnostics).make();
}

} // namespace ossuary::iqm
