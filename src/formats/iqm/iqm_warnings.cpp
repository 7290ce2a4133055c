#include "formats/iqm/iqm_warnings.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "formats/iqm/iqm_layout.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::iqm {

namespace {

struct Meaning {
    std::string_view code, text;
};
constexpr Meaning meanings[] = {
    {"adjacency-range", "a neighbour is no triangle of the file"},
    {"anim-flags", "an animation has flags that are not known"},
    {"array-flags", "a vertex array has flags"},
    {"array-order", "vertex arrays are not sorted by type, or one comes twice: the last one counts"},
    {"blend-index", "a vertex is bound to a joint that the file does not have: the influence is dropped"},
    {"bounds-not-finite", "bounds are not finite"},
    {"empty-with-offset", "a block of no size has an offset"},
    {"extension-count", "the list of extensions is shorter than its count"},
    {"frame-channels", "the count of frame channels is not that of the poses"},
    {"header-flags", "the header has flags that are not known"},
    {"misaligned", "a block does not begin at a multiple of four"},
    {"normal-not-finite", "normals are not finite: they are replaced"},
    {"parent-negative", "a parent is below -1: it counts as a root"},
    {"pose-count", "there are not as many poses as joints"},
    {"pose-parent", "a pose has another parent than its joint"},
    {"position-not-finite", "positions are not finite: they become 0"},
    {"quaternion-length", "a joint's rotation is not of unit length"},
    {"reserved-type", "a vertex array has a reserved type"},
    {"tangent-not-finite", "tangents are not finite: they are replaced"},
    {"texcoord-not-finite", "texture coordinates are not finite: they become 0"},
    {"text-first", "the text does not begin with an empty string"},
    {"text-unterminated", "the last string has no end"},
    {"trailing-bytes", "bytes follow the end of the file as its header states it"},
    {"triangle-outside-mesh", "a triangle has vertices outside the range of its mesh"},
    {"triangles-not-covered", "triangles belong to no mesh"},
    {"vertices-without-arrays", "there are vertices but no vertex arrays"},
    {"weight-sum", "weights of a vertex do not add up to one: they are scaled"},
    {"zero-framerate", "an animation has no frame rate"},
    {"zero-quaternion", "a joint has no rotation: it is taken as unrotated"},
    {"zero-scale", "a joint has a scale of zero"},
    {"zero-weights", "vertices have no weights"},
};

class Inspector {
public:
    explicit Inspector(const IqmFile& file) : file_(file) {}

    std::vector<std::string_view> codes() {
        look_at_layout();
        look_at_arrays();
        look_at_weights();
        look_at_triangles();
        look_at_joints();
        look_at_poses();
        for (const IqmAnim& anim : file_.anims) {
            note("anim-flags", (anim.flags & ~loop_flag) != 0);
            note("zero-framerate", anim.framerate == 0);
        }
        for (const FrameBounds& bounds : file_.bounds)
            note("bounds-not-finite", !are_finite(bounds.min) || !are_finite(bounds.max) ||
                                          !std::isfinite(bounds.xy_radius) || !std::isfinite(bounds.radius));
        return {found_.begin(), found_.end()};
    }

private:
    void note(std::string_view code, bool is_so) {
        if (is_so) found_.insert(code);
    }
    template <class Values> static bool are_finite(const Values& values) {
        return std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
    }

    void look_at_layout() {
        note("header-flags", file_.flags != 0);
        note("vertices-without-arrays", file_.num_vertexes > 0 && file_.arrays.empty());
        if (!file_.layout) return;
        const Layout& layout = *file_.layout;
        note("empty-with-offset", !layout.empty.empty());
        note("extension-count", layout.num_extensions > file_.extensions.size());
        note("text-first", !layout.text.empty() && layout.text.front() != '\0');
        note("text-unterminated", !layout.text.empty() && layout.text.back() != '\0');
        for (const Layout::Block& block : layout.blocks)
            note("misaligned",
                 block.offset % 4 != 0 && block.name != "gap" && !block.name.starts_with("extension data"));
        const Layout::Block& last = layout.blocks.back();
        note("trailing-bytes", std::uint64_t{last.offset} + last.size > layout.file_size);
    }

    void look_at_arrays() {
        for (std::size_t i = 0; i < file_.arrays.size(); ++i) {
            const VertexArray& array = file_.arrays[i];
            const auto type = static_cast<std::uint32_t>(array.type);
            note("array-flags", array.flags != 0);
            note("reserved-type", array.type > ArrayType::color && array.type < ArrayType::custom);
            if (i > 0) {
                const auto before = static_cast<std::uint32_t>(file_.arrays[i - 1].type);
                note("array-order", before > type || (before == type && array.type != ArrayType::custom));
            }
        }
        look_at_numbers(ArrayType::position, "position-not-finite");
        look_at_numbers(ArrayType::texcoord, "texcoord-not-finite");
        look_at_numbers(ArrayType::normal, "normal-not-finite");
        look_at_numbers(ArrayType::tangent, "tangent-not-finite");
    }
    void look_at_numbers(ArrayType type, std::string_view code) {
        const VertexArray* array = file_.find(type);
        if (!array || array->format < ArrayFormat::f16) return;
        for (std::size_t v = 0; v < file_.num_vertexes; ++v)
            for (std::size_t k = 0; k < array->size; ++k)
                if (!std::isfinite(array->stored(v, k))) return note(code, true);
    }

    void look_at_weights() {
        const VertexArray* weights = file_.find(ArrayType::blendweights);
        const VertexArray* indices = file_.find(ArrayType::blendindexes);
        if (!weights) return;
        for (std::size_t v = 0; v < file_.num_vertexes; ++v) {
            double sum = 0;
            for (std::size_t k = 0; k < weights->size; ++k) {
                const double weight = weights->value(v, k);
                sum += weight;
                if (weight > 0 && indices) {
                    const double joint = indices->value(v, k);
                    note("blend-index", !(joint >= 0 && joint < static_cast<double>(file_.joints.size())));
                }
            }
            note("zero-weights", sum == 0);
            note("weight-sum", sum != 0 && !(std::abs(sum - 1) <= 0.01));
        }
    }

    void look_at_triangles() {
        for (const IndexTriple& triple : file_.adjacency)
            for (const std::uint32_t other : triple)
                note("adjacency-range", other >= file_.triangles.size() && other != no_neighbour);
        std::vector<std::uint8_t> covered(file_.triangles.size());
        std::uint64_t looked_at = 0;
        for (const IqmMesh& mesh : file_.meshes) {
            // Meshes may share triangles: a file that shares them without end is looked at no longer than it is.
            looked_at += mesh.num_triangles;
            if (looked_at > 16 * covered.size()) return;
            for (std::uint32_t t = mesh.first_triangle; t < mesh.first_triangle + mesh.num_triangles; ++t) {
                covered[t] = 1;
                for (const std::uint32_t vertex : file_.triangles[t])
                    note("triangle-outside-mesh",
                         vertex < mesh.first_vertex || vertex - mesh.first_vertex >= mesh.num_vertexes);
            }
        }
        note("triangles-not-covered", std::find(covered.begin(), covered.end(), 0) != covered.end());
    }

    void look_at_joints() {
        for (const IqmJoint& joint : file_.joints) {
            const auto& q = joint.rotate;
            const double length =
                std::sqrt(double{q[0]} * q[0] + double{q[1]} * q[1] + double{q[2]} * q[2] + double{q[3]} * q[3]);
            note("zero-quaternion", length < 1e-6);
            note("quaternion-length", std::abs(length - 1) > 0.01);
            note("zero-scale", std::find(joint.scale.begin(), joint.scale.end(), 0.0f) != joint.scale.end());
            note("parent-negative", joint.parent < -1);
        }
    }

    void look_at_poses() {
        std::uint64_t channels = 0;
        for (std::size_t i = 0; i < file_.poses.size(); ++i) {
            const IqmPose& pose = file_.poses[i];
            channels += channel_count(pose);
            note("parent-negative", pose.parent < -1);
            if (i < file_.joints.size())
                note("pose-parent", std::max(pose.parent, -1) != std::max(file_.joints[i].parent, -1));
        }
        note("frame-channels", channels != file_.num_framechannels);
        note("pose-count", !file_.joints.empty() && !file_.poses.empty() && file_.poses.size() != file_.joints.size());
    }

    const IqmFile& file_;
    std::set<std::string_view> found_;
};

} // namespace

std::vector<std::string_view> warning_codes(const IqmFile& file) { return Inspector(file).codes(); }

void report_warnings(const IqmFile& file, Diagnostics& diagnostics) {
    for (const std::string_view code : warning_codes(file)) {
        const auto* meaning =
            std::find_if(std::begin(meanings), std::end(meanings), [&](const Meaning& m) { return m.code == code; });
        report(&diagnostics, Severity::warning, {}, std::string(code) + ": " + std::string(meaning->text));
    }
}

} // namespace ossuary::iqm
