#include <algorithm>
#include <cmath>

#include "euler.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::bvh {

namespace {

constexpr double most_values = 1 << 24; // joints × frames; a longer clip is a mistake
constexpr double default_scale = 0.01;  // metres per unit
constexpr double least_scale_change = 1e-4;
using enum ChannelKind;

class FileMaker {
public:
    FileMaker(const Model& model, const Clip& clip, const FromModelOptions& options, Diagnostics* diagnostics)
        : joints_(model.skeleton.joints), model_(model), clip_(clip), options_(options), diagnostics_(diagnostics),
          rest_(rest_object_pose(model.skeleton)), before_(joints_.size()) {}

    Result<File> make() {
        if (joints_.empty()) return fail("the model has no joints");
        rate_ = options_.frame_rate > 0 ? options_.frame_rate : clip_.frame_rate > 0 ? clip_.frame_rate : 30;
        const double frames = std::floor(std::max(clip_.duration, 0.0) * rate_ + 1e-3) + 1;
        if (!(frames * static_cast<double>(joints_.size()) <= most_values))
            return fail("clip '" + clip_.name + "' is too long to be sampled");
        choose_scale();
        order_joints();
        for (const std::size_t joint : order_) add_node(joint);
        file_.frame_count = static_cast<std::uint32_t>(frames);
        const double given = clip_.extras["bvh"]["frameTime"].number();
        file_.frame_time = 1 / rate_;
        if (given > 0 && File{.frame_time = given}.frame_rate() == rate_) file_.frame_time = given;
        file_.values.reserve(file_.frame_count * file_.channel_count());
        for (std::uint32_t f = 0; f < file_.frame_count; ++f) add_frame(f / rate_);
        if (scaled_)
            report(diagnostics_, Severity::warning, {},
                   "BVH has no scale: that of clip '" + clip_.name + "' is left out");
        return std::move(file_);
    }

private:
    void choose_scale() {
        const double own = model_.source.basis_for("bvh", {.scale = default_scale}).scale;
        scale_ = options_.unit_scale.value_or(own > 0 ? own : default_scale);
    }
    // Children directly behind their parents, as braces want it.
    void order_joints() {
        std::vector<std::vector<std::size_t>> children(joints_.size());
        std::vector<std::size_t> open;
        for (std::size_t j = joints_.size(); j-- > 0;) {
            if (joints_[j].parent < 0)
                open.push_back(j);
            else
                children[static_cast<std::size_t>(joints_[j].parent)].push_back(j); // last first
        }
        if (open.size() > 1)
            report(diagnostics_, Severity::warning, {},
                   "the skeleton has " + std::to_string(open.size()) + " roots; some programs read only the first");
        while (!open.empty()) {
            const std::size_t joint = open.back();
            open.pop_back();
            order_.push_back(joint);
            open.insert(open.end(), children[joint].begin(), children[joint].end());
        }
    }

    void add_node(std::size_t joint) {
        const Joint& from = joints_[joint];
        if (node_of_.empty()) node_of_.resize(joints_.size());
        node_of_[joint] = static_cast<std::int32_t>(file_.nodes.size());
        Node node{.name = one_line(from.name)};
        Vec3d parent_position;
        if (from.parent >= 0) {
            node.parent = node_of_[static_cast<std::size_t>(from.parent)];
            parent_position = rest_[static_cast<std::size_t>(from.parent)].t;
        }
        node.offset = (rest_[joint].t - parent_position) / scale_;
        node.channels = channels_of(joint);
        file_.nodes.push_back(std::move(node));
        for (const Json& end : from.extras["bvh"]["endSites"].items()) {
            const auto& v = end.items();
            if (v.size() != 3) continue;
            const Vec3d offset{v[0].number(), v[1].number(), v[2].number()};
            file_.nodes.push_back({.parent = node_of_[joint], .end_site = true, .offset = offset / scale_});
        }
    }
    static std::string one_line(std::string name) {
        for (char& c : name)
            if (c == '\n' || c == '\r' || c == '{' || c == '}') c = '_';
        return name.empty() ? "joint" : name;
    }
    // The source's own if they can say everything; else positions where the joint travels, and Z, Y, X.
    std::vector<ChannelKind> channels_of(std::size_t joint) const {
        std::vector<ChannelKind> channels;
        for (const Json& name : joints_[joint].extras["bvh"]["channels"].items()) {
            ChannelKind kind{};
            if (parse_name(name.string(), kind)) channels.push_back(kind);
        }
        const bool travels = joints_[joint].parent < 0 || travels_in_clip(joint);
        const auto positions =
            std::count_if(channels.begin(), channels.end(), [](ChannelKind kind) { return kind <= z_position; });
        if (channels.size() <= 6 && rotation_order(channels) && positions == (travels ? 3 : 0)) return channels;
        if (travels) return {x_position, y_position, z_position, z_rotation, y_rotation, x_rotation};
        return {z_rotation, y_rotation, x_rotation};
    }
    bool travels_in_clip(std::size_t joint) const {
        const Channel<Vec3>& translation = clip_.joints[joint].translation;
        return std::any_of(translation.values.begin(), translation.values.end(),
                           [&](const Vec3& v) { return v != joints_[joint].rest.translation; });
    }

    // A joint that is turned to the model's axes at rest has the orientation pose × rest⁻¹.
    void add_frame(double time) {
        const std::vector<Transformd> local = sample_pose(clip_, model_.skeleton, time);
        std::vector<Quatd> turned(joints_.size()), object(joints_.size());
        std::vector<Vec3d> position(joints_.size());
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            const std::int32_t p = joints_[j].parent;
            const auto parent = static_cast<std::size_t>(std::max(p, 0));
            object[j] = p < 0 ? local[j].rotation : object[parent] * local[j].rotation;
            turned[j] = normalize(object[j] * conjugate(to_quat(unscaled(rest_[j]))));
            const Vec3d& t = local[j].translation;
            position[j] = p < 0 ? t : rotate(conjugate(turned[parent]), rotate(object[parent], t));
            const Vec3d& s = local[j].scale;
            for (std::size_t i = 0; i < 3; ++i) scaled_ = scaled_ || std::abs(s[i] - 1) > least_scale_change;
        }
        for (const std::size_t j : order_) {
            const std::int32_t p = joints_[j].parent;
            const Quatd rotation = p < 0 ? turned[j] : conjugate(turned[static_cast<std::size_t>(p)]) * turned[j];
            add_values(j, rotation, position[j] / scale_);
        }
    }
    // Six decimals: a millionth of a degree is far below what the model's floats resolve.
    static double rounded(double value) { return std::round(value * 1e6) / 1e6; }
    static Affined unscaled(const Affined& m) { return {normalize(m.x), normalize(m.y), normalize(m.z), m.t}; }
    void add_values(std::size_t joint, const Quatd& rotation, const Vec3d& position) {
        const auto& channels = file_.nodes[static_cast<std::size_t>(node_of_[joint])].channels;
        const auto order = *rotation_order(channels);
        before_[joint] = angles_of(rotation, order, before_[joint]);
        std::size_t angle = 0;
        for (const ChannelKind kind : channels)
            file_.values.push_back(
                rounded(kind >= x_rotation ? before_[joint][angle++] : position[static_cast<std::size_t>(kind)]));
    }

    const std::vector<Joint>& joints_;
    const Model& model_;
    const Clip& clip_;
    const FromModelOptions& options_;
    Diagnostics* diagnostics_;
    std::vector<Affined> rest_;
    std::vector<std::array<double, 3>> before_; // the angles of the frame before
    std::vector<std::size_t> order_;
    std::vector<std::int32_t> node_of_;
    double rate_ = 30, scale_ = default_scale;
    bool scaled_ = false;
    File file_;
};

} // namespace

Result<File> bvh_from_model(const Model& model, const Clip& clip, const FromModelOptions& options,
                            Diagnostics* diagnostics) {
    return FileMaker(model, clip, options, diagnostics).make();
}

} // namespace ossuary::bvh
