#include <algorithm>
#include <limits>

#include "mesh/angle.h"
#include "mesh/vertex_bits.h"
#include "ossuary/base/box.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/mesh/packed_mesh.h"

namespace ossuary::mesh {
namespace {

// Whole numbers up to this are exact in float: a lattice has no more steps along an axis.
constexpr double most_steps = 1 << 24;

// The four largest influences of a vertex; unused ones have no weight.
struct Influences {
    std::array<std::uint32_t, 4> joints{};
    std::array<float, 4> weights{};
    float dropped = 0;
};

Influences largest_four(const Mesh& mesh, std::uint32_t vertex) {
    Influences four;
    std::uint32_t count = 0;
    double sum = 0, kept = 0;
    for (std::uint32_t i = mesh.influence_start[vertex]; i < mesh.influence_start[vertex + 1]; ++i) {
        const auto [joint, weight] = mesh.influences[i];
        sum += static_cast<double>(weight);
        std::uint32_t place = std::min(count, 3u);
        if (count == 4 && !(weight > four.weights[3])) continue;
        for (; place > 0 && four.weights[place - 1] < weight; --place) {
            four.weights[place] = four.weights[place - 1];
            four.joints[place] = four.joints[place - 1];
        }
        four.weights[place] = weight;
        four.joints[place] = joint;
        count = std::min(count + 1, 4u);
    }
    for (const float weight : four.weights) kept += static_cast<double>(weight);
    if (!(kept > 0)) four.weights[0] = 1; // moved by nothing: rigid on its first joint
    if (sum > 0 && kept < sum) four.dropped = static_cast<float>((sum - kept) / sum);
    for (std::size_t i = 0; i < 4; ++i)
        if (four.weights[i] == 0) four.joints[i] = four.joints[0];
    return four;
}

Result<void> check_options(const PackOptions& options) {
    if (options.position_bits != 8 && options.position_bits != 12 && options.position_bits != 16)
        return fail("positions have 8, 12 or 16 bits");
    if (options.normal_bits < 4 || options.normal_bits > 16) return fail("normals have 4 to 16 bits");
    if (options.uv_bits < 8 || options.uv_bits > 16) return fail("texture coordinates have 8 to 16 bits");
    if (options.weight_bits != 8 && options.weight_bits != 16) return fail("weights have 8 or 16 bits");
    return {};
}

template <class Vector> bool is_finite(const Vector& v) {
    for (std::size_t i = 0; i < Vector::size; ++i)
        if (!std::isfinite(v[i])) return false;
    return true;
}

template <class Vector> Result<void> expect_finite(const std::vector<Vector>& values, const char* name) {
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!is_finite(values[i])) return fail({.field = name + ('[' + std::to_string(i) + ']')}, "is not finite");
    return {};
}

class Packer {
public:
    Packer(const Mesh& mesh, const Meshlets& meshlets, const Skin* skin, const PackOptions& options)
        : mesh_(mesh), meshlets_(meshlets), skin_(skin), options_(options) {}

    Result<PackedMesh> pack() {
        if (auto sound = check_input(); !sound) return Failure(sound.error());
        choose_layout();
        find_joints();
        choose_lattices();
        for (std::size_t axis = 0; axis < 3; ++axis) per_unit_[axis] = packed_.position[axis].steps_per_unit();
        for (std::size_t axis = 0; axis < 2; ++axis) uv_per_unit_[axis] = packed_.uv[axis].steps_per_unit();
        packed_.vertices.resize(meshlets_.vertices.size() * packed_.layout.words());
        packed_.triangles.reserve(meshlets_.triangles.size() / 3);
        packed_.meshlets.reserve(meshlets_.list.size());
        for (std::size_t m = 0; m < meshlets_.list.size(); ++m) add_meshlet(m);
        add_surfaces();
        if (options_.sources) packed_.sources = meshlets_.vertices;
        const auto angle = [](double chord_squared) {
            constexpr double degrees = 57.29577951308232;
            const double half = std::min(1.0, std::sqrt(chord_squared) / 2);
            return static_cast<float>(2 * degrees * arc_tangent(half / std::sqrt(std::max(1 - half * half, 1e-30))));
        };
        packed_.errors.position = round_up(std::sqrt(position_error_));
        packed_.errors.normal = angle(normal_error_);
        packed_.errors.tangent = angle(tangent_error_);
        return std::move(packed_);
    }

private:
    static float round_up(double value) {
        const auto rounded = static_cast<float>(value);
        return static_cast<double>(rounded) < value ? std::nextafter(rounded, INFINITY) : rounded;
    }

    Result<void> check_input() const {
        if (auto sound = check_options(options_); !sound) return sound;
        if (auto sound = expect_finite(mesh_.positions, "positions"); !sound) return sound;
        if (auto sound = expect_finite(mesh_.normals, "normals"); !sound) return sound;
        if (auto sound = expect_finite(mesh_.tangents, "tangents"); !sound) return sound;
        if (auto sound = expect_finite(mesh_.uv0, "uv0"); !sound) return sound;
        if (skin_ && mesh_.influence_start.size() != mesh_.positions.size() + 1)
            return fail({.field = "influence_start"}, "does not divide the influences among the vertices");
        if (skin_ && skin_->joints.size() > 0xffff) return fail("a packed mesh has no more than 65535 joints");
        if (skin_ && skin_->inverse_bind.size() != skin_->joints.size())
            return fail({.field = "skin.inverse_bind"}, "is not one for each joint");
        for (const std::uint32_t vertex : meshlets_.vertices)
            if (vertex >= mesh_.positions.size()) return fail("the meshlets are not of this mesh");
        std::uint64_t next_vertex = 0, next_triangle = 0;
        for (const Meshlet& meshlet : meshlets_.list) {
            if (meshlet.surface >= mesh_.surfaces.size() || meshlet.vertex_count == 0 ||
                meshlet.first_vertex != next_vertex || meshlet.first_triangle != next_triangle)
                return fail("the meshlets are not of this mesh");
            next_vertex += meshlet.vertex_count;
            next_triangle += meshlet.triangle_count;
        }
        if (next_vertex != meshlets_.vertices.size() || next_triangle * 3 != meshlets_.triangles.size())
            return fail("the meshlets are not of this mesh");
        if (skin_)
            for (const Influence& influence : mesh_.influences)
                if (influence.joint >= skin_->joints.size() || !(influence.weight >= 0))
                    return fail({.field = "influences"}, "are not of this skin, or negative");
        return {};
    }

    void choose_layout() {
        VertexLayout& layout = packed_.layout;
        packed_.frame = options_.frame;
        packed_.most_vertices = static_cast<std::uint16_t>(meshlets_.limits.vertices);
        packed_.most_triangles = static_cast<std::uint16_t>(meshlets_.limits.triangles);
        if (skin_) {
            packed_.skinning = options_.skinning;
            packed_.skin_joints = static_cast<std::uint32_t>(skin_->joints.size());
        }
        layout.position_bits = options_.position_bits;
        layout.position_count = packed_.skinning == Skinning::joint_positions ? 4 : 1;
        if (!mesh_.normals.empty()) layout.normal_bits = options_.normal_bits;
        if (!mesh_.tangents.empty()) layout.tangent_bits = options_.normal_bits;
        if (!mesh_.uv0.empty()) layout.uv_bits = options_.uv_bits;
        if (!mesh_.colors.empty()) layout.color_bits = 8;
        if (packed_.skinning != Skinning::none) layout.weight_bits = options_.weight_bits;
        // Positions of joints lie all over their spaces: a meshlet's share of them is not small.
        if (packed_.skinning == Skinning::joint_positions) packed_.frame = PositionFrame::mesh;
    }

    // The influences of every vertex, and the joints of every meshlet.
    void find_joints() {
        if (packed_.skinning == Skinning::none) return;
        influences_.reserve(mesh_.positions.size());
        for (std::uint32_t v = 0; v < mesh_.positions.size(); ++v) {
            influences_.push_back(largest_four(mesh_, v));
            packed_.errors.dropped = std::max(packed_.errors.dropped, influences_.back().dropped);
        }
        std::vector<std::uint32_t> last_meshlet(skin_->joints.size(), UINT32_MAX);
        std::size_t most = 0;
        for (std::uint32_t m = 0; m < meshlets_.list.size(); ++m) {
            const std::size_t first = packed_.joints.size();
            joint_start_.push_back(static_cast<std::uint32_t>(first));
            for (const std::uint32_t v : meshlets_.vertices_of(meshlets_.list[m]))
                for (const std::uint32_t joint : influences_[v].joints) {
                    if (last_meshlet[joint] == m) continue;
                    last_meshlet[joint] = m;
                    packed_.joints.push_back(static_cast<std::uint16_t>(joint));
                }
            std::sort(packed_.joints.begin() + static_cast<std::ptrdiff_t>(first), packed_.joints.end());
            most = std::max(most, packed_.joints.size() - first);
        }
        joint_start_.push_back(static_cast<std::uint32_t>(packed_.joints.size()));
        packed_.layout.joint_bits = most <= 256 ? 8 : 16;
        local_joint_.resize(skin_->joints.size());
    }

    Vec3 joint_position(std::uint32_t vertex, std::size_t influence) const {
        return skin_->inverse_bind[influences_[vertex].joints[influence]].point(mesh_.positions[vertex]);
    }

    void choose_lattices() {
        const unsigned bits = packed_.layout.position_bits;
        Box box = box_of(mesh_.positions).value_or(Box{});
        if (packed_.skinning == Skinning::joint_positions && !influences_.empty()) {
            std::vector<Vec3> all;
            all.reserve(influences_.size() * 4);
            for (std::uint32_t v = 0; v < influences_.size(); ++v)
                for (std::size_t i = 0; i < 4; ++i) all.push_back(joint_position(v, i));
            box = *box_of(all);
        }
        Vec3d largest; // box of a meshlet
        if (packed_.frame == PositionFrame::meshlet)
            for (const Meshlet& meshlet : meshlets_.list) {
                const Box own = box_of_meshlet(meshlet);
                for (std::size_t axis = 0; axis < 3; ++axis)
                    largest[axis] = std::max(largest[axis],
                                             static_cast<double>(own.max[axis]) - static_cast<double>(own.min[axis]));
            }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            Lattice& lattice = packed_.position[axis];
            lattice = Lattice::over(box.min[axis], box.max[axis], bits);
            if (packed_.frame == PositionFrame::mesh || lattice.step == 0) continue;
            // A meshlet's corner is on the lattice, up to a step before its first vertex.
            const double extent = static_cast<double>(box.max[axis]) - static_cast<double>(box.min[axis]);
            const double step = std::max(largest[axis] / (largest_of_bits(bits) - 2), extent / most_steps);
            lattice.step = std::min(lattice.step, std::nextafter(static_cast<float>(step), INFINITY));
        }
        if (mesh_.uv0.empty()) return;
        for (std::size_t axis = 0; axis < 2; ++axis) {
            float low = mesh_.uv0[0][axis], high = low;
            for (const Vec2& uv : mesh_.uv0) {
                low = std::min(low, uv[axis]);
                high = std::max(high, uv[axis]);
            }
            packed_.uv[axis] = Lattice::over(low, high, options_.uv_bits);
        }
    }

    Box box_of_meshlet(const Meshlet& meshlet) const {
        const auto vertices = meshlets_.vertices_of(meshlet);
        Box box{mesh_.positions[vertices[0]], mesh_.positions[vertices[0]]};
        for (const std::uint32_t v : vertices) box.add(mesh_.positions[v]);
        return box;
    }

    void add_meshlet(std::size_t number) {
        const Meshlet& source = meshlets_.list[number];
        PackedMeshlet& meshlet = packed_.meshlets.emplace_back();
        meshlet.first_vertex = source.first_vertex;
        meshlet.first_triangle = source.first_triangle;
        meshlet.vertex_count = source.vertex_count;
        meshlet.triangle_count = source.triangle_count;
        meshlet.surface = source.surface;
        if (packed_.skinning != Skinning::none) {
            meshlet.first_joint = joint_start_[number];
            meshlet.joint_count = static_cast<std::uint16_t>(joint_start_[number + 1] - joint_start_[number]);
            for (std::uint32_t j = 0; j < meshlet.joint_count; ++j)
                local_joint_[packed_.joints[meshlet.first_joint + j]] = j;
        }
        if (packed_.frame == PositionFrame::meshlet) {
            const Box box = box_of_meshlet(source);
            for (std::size_t axis = 0; axis < 3; ++axis)
                meshlet.corner[axis] =
                    static_cast<std::int32_t>(packed_.position[axis].nearest(box.min[axis], per_unit_[axis]));
        }

        const auto vertices = meshlets_.vertices_of(source);
        const auto triangles = meshlets_.triangles_of(source);
        points_.clear();
        for (std::size_t v = 0; v < vertices.size(); ++v)
            points_.push_back(add_vertex(meshlet, vertices[v], source.first_vertex + v));
        for (std::size_t i = 0; i < triangles.size(); i += 3)
            packed_.triangles.push_back(triangles[i] | std::uint32_t{triangles[i + 1]} << 8 |
                                        std::uint32_t{triangles[i + 2]} << 16);
        meshlet.sphere = sphere_of(points_);
        meshlet.cone = cone_of(points_, triangles, meshlet.sphere);
    }

    // Packs one vertex and measures it; returns where it comes out in the bind pose.
    Vec3 add_vertex(const PackedMeshlet& meshlet, std::uint32_t vertex, std::size_t slot) {
        const VertexLayout& layout = packed_.layout;
        VertexNumbers numbers;
        Vec3 shown;
        const auto pack_position = [&](const Vec3& position, std::array<std::uint32_t, 3>& to) {
            for (std::size_t axis = 0; axis < 3; ++axis)
                to[axis] = static_cast<std::uint32_t>(packed_.position[axis].nearest(position[axis], per_unit_[axis]) -
                                                      meshlet.corner[axis]);
            const Vec3 back = position_at(packed_, meshlet, to);
            const Vec3d off = to_double(back) - to_double(position);
            position_error_ = std::max(position_error_, dot(off, off));
            return back;
        };
        const auto pack_direction = [&](const Vec3& direction, unsigned bits, Octahedral& to, double& worst) {
            to = to_octahedral(direction, bits);
            const Vec3d off = to_double(from_octahedral(to, bits)) - to_double(direction);
            worst = std::max(worst, dot(off, off));
        };
        if (layout.position_count == 1) shown = pack_position(mesh_.positions[vertex], numbers.positions[0]);
        if (layout.normal_bits > 0)
            pack_direction(mesh_.normals[vertex], layout.normal_bits, numbers.normal, normal_error_);
        if (layout.tangent_bits > 0) {
            const Vec4& t = mesh_.tangents[vertex];
            pack_direction({t.x, t.y, t.z}, layout.tangent_bits, numbers.tangent, tangent_error_);
            numbers.tangent_sign = t.w < 0;
        }
        if (layout.uv_bits > 0)
            for (std::size_t axis = 0; axis < 2; ++axis) {
                const Lattice& lattice = packed_.uv[axis];
                const float value = mesh_.uv0[vertex][axis];
                numbers.uv[axis] = static_cast<std::uint32_t>(lattice.nearest(value, uv_per_unit_[axis]));
                packed_.errors.uv = std::max(packed_.errors.uv, std::abs(lattice.at(numbers.uv[axis]) - value));
            }
        if (layout.color_bits > 0) {
            const ColorRgba8& color = mesh_.colors[vertex];
            numbers.color = {color.r, color.g, color.b, color.a};
        }
        if (layout.joint_bits > 0) {
            const Influences& four = influences_[vertex];
            quantise_weights(four.weights, layout.weight_bits, numbers.weights);
            const float sum = four.weights[0] + four.weights[1] + four.weights[2] + four.weights[3];
            const auto whole = static_cast<float>(largest_of_bits(layout.weight_bits));
            for (std::size_t i = 0; i < 4; ++i) {
                numbers.joints[i] = local_joint_[four.joints[i]];
                const float off = static_cast<float>(numbers.weights[i]) / whole - four.weights[i] / sum;
                packed_.errors.weight = std::max(packed_.errors.weight, std::abs(off));
                if (layout.position_count == 4) pack_position(joint_position(vertex, i), numbers.positions[i]);
            }
        }
        WordWriter writer(packed_.vertices.data() + slot * layout.words());
        describe_vertex(writer, layout, std::as_const(numbers));
        writer.finish();
        if (layout.position_count == 1) return shown;
        if (bind_.empty()) bind_ = bind_matrices(*skin_);
        return bind_position(packed_, meshlet, numbers, bind_);
    }

    void add_surfaces() {
        for (const Surface& surface : mesh_.surfaces) packed_.surfaces.push_back({surface.material, 0, 0});
        for (std::uint32_t m = 0; m < packed_.meshlets.size(); ++m)
            ++packed_.surfaces[packed_.meshlets[m].surface].meshlet_count;
        std::uint32_t next = 0;
        for (PackedSurface& surface : packed_.surfaces) {
            surface.first_meshlet = next;
            next += surface.meshlet_count;
        }
    }

    const Mesh& mesh_;
    const Meshlets& meshlets_;
    const Skin* skin_;
    const PackOptions& options_;
    PackedMesh packed_;
    std::vector<Influences> influences_; // of the mesh's vertices
    std::vector<std::uint32_t> joint_start_, local_joint_;
    std::vector<Affined> bind_;
    std::array<double, 3> per_unit_{};
    std::array<double, 2> uv_per_unit_{};
    std::vector<Vec3> points_;                                         // of the meshlet at hand, as they come out
    double position_error_ = 0, normal_error_ = 0, tangent_error_ = 0; // squared
};

} // namespace

std::vector<Affined> bind_matrices(const Skin& skin) {
    std::vector<Affined> matrices;
    matrices.reserve(skin.inverse_bind.size());
    for (const Affine& matrix : skin.inverse_bind) matrices.push_back(inverse(to_double(matrix)));
    return matrices;
}

Result<PackedMesh> pack_mesh(const Mesh& mesh, const Meshlets& meshlets, const Skin* skin, const PackOptions& options) {
    return Packer(mesh, meshlets, skin, options).pack();
}

PackErrors error_bounds(const PackedMesh& packed) {
    constexpr float unit = 6e-8f; // of rounding to float
    PackErrors bounds;
    const auto axis_bound = [&](const Lattice& lattice, double steps) {
        const auto extent = static_cast<float>(steps) * lattice.step;
        return lattice.step / 2 + unit * (2 * extent + std::abs(lattice.origin));
    };
    double squares = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        double steps = largest_of_bits(packed.layout.position_bits);
        for (const PackedMeshlet& meshlet : packed.meshlets)
            steps = std::max(steps,
                             static_cast<double>(meshlet.corner[axis]) + largest_of_bits(packed.layout.position_bits));
        const double bound = static_cast<double>(axis_bound(packed.position[axis], steps));
        squares += bound * bound;
    }
    bounds.position = static_cast<float>(std::sqrt(squares));
    if (packed.layout.normal_bits > 0) bounds.normal = static_cast<float>(octahedral_bound(packed.layout.normal_bits));
    if (packed.layout.tangent_bits > 0)
        bounds.tangent = static_cast<float>(octahedral_bound(packed.layout.tangent_bits));
    if (packed.layout.uv_bits > 0)
        for (const Lattice& lattice : packed.uv)
            bounds.uv = std::max(bounds.uv, axis_bound(lattice, largest_of_bits(packed.layout.uv_bits)));
    if (packed.layout.weight_bits > 0)
        bounds.weight = 1.0f / static_cast<float>(largest_of_bits(packed.layout.weight_bits)) + unit;
    return bounds;
}

} // namespace ossuary::mesh
