#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "euler.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"
#include "ossuary/base/text.h"

namespace ossuary::bvh {

namespace {

struct Unit {
    std::string_view name;
    double metres;
};
constexpr Unit units[] = {{"1 m", 1}, {"1 cm", 0.01}, {"1 inch", 0.0254}, {"1/0.45 inch", 0.0254 / 0.45}};
constexpr double usual_height = 1.7, least_height = 1.2, greatest_height = 2.2; // of a person, in metres

// How tall the figure is in its zero pose, in the file's unit.
double height_of(const File& file) {
    std::vector<double> y(file.nodes.size());
    double low = 0, high = 0;
    for (std::size_t n = 0; n < file.nodes.size(); ++n) {
        const Node& node = file.nodes[n];
        y[n] = node.parent < 0 ? 0 : y[static_cast<std::size_t>(node.parent)] + node.offset.y;
        low = std::min(low, y[n]);
        high = std::max(high, y[n]);
    }
    return high - low;
}

double unit_scale(const File& file, const ToModelOptions& options, Diagnostics* diagnostics) {
    if (options.unit_scale) return *options.unit_scale;
    const double height = height_of(file);
    const Unit* best = nullptr;
    for (const Unit& unit : units) {
        const double metres = height * unit.metres;
        if (metres < least_height || metres > greatest_height) continue;
        if (!best || std::abs(metres - usual_height) < std::abs(height * best->metres - usual_height)) best = &unit;
    }
    std::string tall;
    append_rounded(tall, height * (best ? best->metres : 0.01), 2);
    if (best)
        report(diagnostics, Severity::note, {},
               "the unit is taken to be " + std::string(best->name) + ": the figure is then " + tall + " m tall");
    else
        report(diagnostics, Severity::warning, {},
               "the unit is taken to be 1 cm, though the figure is then " + tall + " m tall");
    return best ? best->metres : 0.01;
}

// Which node is which joint of the skeleton; -1 for end sites and what is not found.
using JointOfNode = std::vector<std::int32_t>;

template <class T> bool all_equal(const std::vector<T>& values) {
    return std::all_of(values.begin(), values.end(), [&](const T& value) { return value == values.front(); });
}

class ClipMaker {
public:
    ClipMaker(const File& file, const Skeleton& skeleton, const JointOfNode& joints, double scale,
              const ToModelOptions& options)
        : file_(file), skeleton_(skeleton), joints_(joints), scale_(scale), width_(file.channel_count()),
          first_(std::min(options.skip_frames, file.frame_count)), count_(file.frame_count - first_) {}

    Result<Clip> make(std::string_view name) {
        clip_.name = name;
        clip_.frame_rate = file_.frame_rate();
        clip_.duration = count_ > 1 && clip_.frame_rate > 0 ? (count_ - 1) / clip_.frame_rate : 0;
        clip_.joints.resize(skeleton_.joints.size());
        clip_.hints.root_joint = joints_.empty() ? -1 : joints_.front();
        std::size_t channel = 0;
        for (std::size_t n = 0; n < file_.nodes.size(); ++n) {
            if (joints_[n] >= 0 && !add_track(file_.nodes[n], channel, static_cast<std::size_t>(joints_[n])))
                return fail("joint '" + to_utf8(file_.nodes[n].name) + "' has a position too large for a model");
            channel += file_.nodes[n].channels.size();
        }
        if (clip_.frame_rate != 1 / file_.frame_time && file_.frame_time > 0) {
            Json facts = Json::object();
            facts.set("frameTime", file_.frame_time);
            clip_.extras.set("bvh", std::move(facts));
        }
        return std::move(clip_);
    }

private:
    bool add_track(const Node& node, std::size_t channel, std::size_t joint) {
        JointTrack& track = clip_.joints[joint];
        bool turns = false, travels = false;
        for (const ChannelKind kind : node.channels) (kind >= ChannelKind::x_rotation ? turns : travels) = true;
        if (turns && count_ > 0) add_rotations(node, channel, track.rotation);
        if (travels && count_ > 0) {
            add_positions(node, channel, track.translation);
        } else {
            const Vec3 offset = to_float(node.offset * scale_);
            if (offset != skeleton_.joints[joint].rest.translation) track.translation.values = {offset};
        }
        return std::all_of(track.translation.values.begin(), track.translation.values.end(), [](const Vec3& v) {
            return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
        });
    }
    const double* frame(std::uint32_t index) const {
        return file_.values.data() + static_cast<std::size_t>(first_ + index) * width_;
    }
    void add_rotations(const Node& node, std::size_t channel, Channel<Quat>& to) const {
        to.values.reserve(count_);
        for (std::uint32_t f = 0; f < count_; ++f) {
            Quat rotation = to_float(rotation_of(node.channels, frame(f) + channel));
            if (f > 0 && dot(to.values.back(), rotation) < 0) rotation = -rotation; // blending goes the short way
            to.values.push_back(rotation);
        }
        finish(to);
    }
    void add_positions(const Node& node, std::size_t channel, Channel<Vec3>& to) const {
        to.values.reserve(count_);
        for (std::uint32_t f = 0; f < count_; ++f) {
            Vec3d position = node.offset;
            for (std::size_t c = 0; c < node.channels.size(); ++c)
                if (node.channels[c] <= ChannelKind::z_position)
                    position[static_cast<std::size_t>(node.channels[c])] = frame(f)[channel + c];
            to.values.push_back(to_float(position * scale_));
        }
        finish(to);
    }
    template <class T> void finish(Channel<T>& channel) const {
        if (all_equal(channel.values))
            channel.values.resize(1);
        else
            channel.rate = clip_.frame_rate;
    }

    const File& file_;
    const Skeleton& skeleton_;
    const JointOfNode& joints_;
    double scale_;
    std::size_t width_;
    std::uint32_t first_, count_;
    Clip clip_;
};

// What a joint needs beyond the model to be written back as it was.
Json joint_extras(const Node& node) {
    Json channels = Json::array(), facts = Json::object(), extras = Json::object();
    for (const ChannelKind kind : node.channels) channels.push(name_of(kind));
    facts.set("channels", std::move(channels));
    extras.set("bvh", std::move(facts));
    return extras;
}
void add_end_site(Joint& joint, const Vec3d& offset) {
    Json facts = joint.extras["bvh"], ends = facts["endSites"];
    ends.push(Json(Json::Array{offset.x, offset.y, offset.z}));
    facts.set("endSites", std::move(ends));
    joint.extras.set("bvh", std::move(facts));
}

// The joints' names as the model has them: UTF-8, unique. End sites have none.
std::vector<std::string> joint_names(const File& file) {
    std::vector<std::string> names;
    for (const Node& node : file.nodes)
        if (!node.end_site) names.push_back(to_utf8(node.name));
    make_unique(names);
    return names;
}

// The joint of a node's parent; -1 for a root.
std::int32_t parent_joint(const Node& node, const JointOfNode& joints) {
    return node.parent < 0 ? -1 : joints[static_cast<std::size_t>(node.parent)];
}

// `Hips, Spine, Head …`
std::string first_names(const std::vector<std::string>& names) {
    constexpr std::size_t most = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i) text += (i > 0 ? ", " : "") + names[i];
    return names.size() > most ? text + " …" : text;
}

} // namespace

Result<Model> to_model(const File& file, std::string_view name, const ToModelOptions& options,
                       Diagnostics* diagnostics) {
    const double scale = unit_scale(file, options, diagnostics);
    Model model;
    model.name = name;
    model.source = {.format = "bvh", .basis = {.scale = scale}};
    const std::vector<std::string> names = joint_names(file);
    JointOfNode joints(file.nodes.size(), -1);
    for (std::size_t n = 0; n < file.nodes.size(); ++n) {
        const Node& node = file.nodes[n];
        const std::int32_t parent = parent_joint(node, joints);
        if (node.end_site) {
            add_end_site(model.skeleton.joints[static_cast<std::size_t>(parent)], node.offset * scale);
            continue;
        }
        const std::size_t index = model.skeleton.joints.size();
        joints[n] = static_cast<std::int32_t>(index);
        model.skeleton.joints.push_back(
            {names[index], parent, {.translation = to_float(node.offset * scale)}, joint_extras(node)});
    }
    auto clip = ClipMaker(file, model.skeleton, joints, scale, options).make(name);
    if (!clip) return Failure(clip.error());
    model.clips.push_back(*std::move(clip));
    return model;
}

Result<Clip> to_clip(const File& file, const Skeleton& skeleton, std::string_view name, const ToModelOptions& options,
                     Diagnostics* diagnostics) {
    std::map<std::string, std::int32_t, std::less<>> exact, folded;
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
        exact.emplace(skeleton.joints[j].name, static_cast<std::int32_t>(j));
        folded.emplace(lower_case(skeleton.joints[j].name), static_cast<std::int32_t>(j));
    }
    const std::vector<std::string> names = joint_names(file);
    JointOfNode joints(file.nodes.size(), -1);
    Diagnostics left_out;
    std::size_t found = 0, wanted = 0;
    for (std::size_t n = 0; n < file.nodes.size(); ++n) {
        if (file.nodes[n].end_site) continue;
        const std::string& name_here = names[wanted++];
        auto match = exact.find(name_here);
        if (match == exact.end() && (match = folded.find(lower_case(name_here))) == folded.end()) {
            report(&left_out, Severity::warning, {},
                   "the skeleton has no joint '" + name_here + "'; its motion is left out");
            continue;
        }
        joints[n] = match->second;
        if (skeleton.joints[static_cast<std::size_t>(joints[n])].parent != parent_joint(file.nodes[n], joints))
            return fail("joint '" + name_here + "' hangs elsewhere in the skeleton");
        ++found;
    }
    if (found * 2 < wanted) {
        std::vector<std::string> others;
        for (const Joint& joint : skeleton.joints) others.push_back(joint.name);
        return fail("the motion does not fit this skeleton: " + std::to_string(found) + " of " +
                    std::to_string(wanted) + " joints found; its joints are called " + first_names(names) +
                    ", the model's " + first_names(others));
    }
    if (diagnostics) diagnostics->insert(diagnostics->end(), left_out.begin(), left_out.end());
    return ClipMaker(file, skeleton, joints, unit_scale(file, options, diagnostics), options).make(name);
}

} // namespace ossuary::bvh
