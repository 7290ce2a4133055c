#include "codec/lattice.h"

#include <algorithm>
#include <cmath>

#include "codec/beam.h"
#include "codec/decoded_frame.h"
#include "codec/truth.h"

namespace ossuary::codec {

namespace {

constexpr int farthest_down = 64;       // levels below its neighbour's where a segment looks for its own
constexpr double search_margin = 0.998; // of the bound, while searching in double

std::size_t beam_width(Effort effort) {
    switch (effort) {
    case Effort::fast: return 1;
    case Effort::normal: return 16;
    case Effort::best: return 128;
    }
    return 1;
}

class LatticeSearch {
public:
    LatticeSearch(const Frames& frames, const PackedRig& rig, const Layout& layout, std::span<const Vec3> offsets,
                  const JointBounds& bounds, Effort effort, bool exact_root)
        : frames_(frames), rig_(rig), layout_(layout), offsets_(offsets), bounds_(bounds), chain_(rig, bounds),
          tight_(rig, tightened(bounds)), beam_(rig, layout, tight_, offsets, beam_width(effort)),
          exact_root_(exact_root && rig.size() > 0) {
        for (const RigJoint& joint : rig.joints) joints_.push_back(float_joint(joint, rig.fine));
    }

    LatticeOutcome run() {
        LatticeOutcome outcome;
        Lattice& lattice = outcome.lattice;
        lattice.frames = frames_.count;
        lattice.dofs = layout_.dofs;
        lattice.x.resize(frames_.count * layout_.dofs);
        int level = first_level();
        for (std::size_t first = 0; first < frames_.count; first += segment_frames) {
            const std::size_t count = std::min(segment_frames, frames_.count - first);
            truth_ = segment_truth(tight_, layout_, frames_, first, count);
            const bool last = first + count == frames_.count;
            if (frames_.wraps && last) closing_ = poses_between(chain_, frames_, frames_.count - 1, 0);
            level = best_level(level, last, outcome.shortfalls);
            lattice.scales.push_back(static_cast<std::uint8_t>(level));
            std::copy(kept_.rows.begin(), kept_.rows.end(), lattice.row(first));
            before_ = kept_.keys.back();
            if (first == 0) first_keys_ = kept_.keys.front();
        }
        return outcome;
    }

private:
    using Keys = std::vector<JointKey>;
    // A segment at one scale.
    struct Attempt {
        std::vector<std::int32_t> rows;
        std::vector<Keys> keys;
        Shortfall worst; // by its bound
    };

    static JointBounds tightened(JointBounds bounds) {
        for (double& precision : bounds.precision) precision *= search_margin;
        return bounds;
    }

    int first_level() const {
        double tightest = bounds_.precision.empty() ? 1 : bounds_.precision[0];
        for (const double precision : bounds_.precision) tightest = std::min(tightest, precision);
        int level = 0;
        while (level + 1 < scale_levels && scale_value(static_cast<std::uint8_t>(level + 1)) <= tightest) ++level;
        return level;
    }

    // The coarsest level that holds the bound, near the one before; its result is in kept_.
    int best_level(int level, bool last, std::vector<Shortfall>& shortfalls) {
        if (attempt(level, last, kept_)) {
            while (level + 1 < scale_levels && attempt(level + 1, last, spare_)) {
                ++level;
                std::swap(kept_, spare_);
            }
            return level;
        }
        for (int down = 1; down <= farthest_down && level - down >= 0; ++down)
            if (attempt(level - down, last, kept_)) return level - down;
        // No scale helps: two keys nearly half a turn apart, say. Such a joint must not cost all the others their bits.
        attempt(level, last, kept_, Stop::never);
        for (const int down : {8, 24, farthest_down}) {
            if (level - down < 0) break;
            attempt(level - down, last, spare_, Stop::never);
            if (spare_.worst.error > 0.9 * kept_.worst.error) break;
            level -= down;
            std::swap(kept_, spare_);
        }
        shortfalls.push_back(kept_.worst);
        return level;
    }

    enum class Stop { at_the_first_miss, never };
    bool attempt(int level, bool last, Attempt& result, Stop stop = Stop::at_the_first_miss) {
        const double scale = scale_value(static_cast<std::uint8_t>(level));
        result.rows.assign(truth_.count * layout_.dofs, 0);
        result.keys.resize(truth_.count);
        result.worst = {};
        bool all = true;
        for (std::size_t f = 0; f < truth_.count; ++f) {
            const auto local = frames_.at(truth_.first + f);
            Transformd exact;
            if (exact_root_) exact = to_double(to_float(local[0]));
            std::int32_t* row = result.rows.data() + f * layout_.dofs;
            beam_.search(truth_.frames[f], local, scale, exact_root_ ? &exact : nullptr, row);
            set_keys(result.keys[f], row, static_cast<float>(scale), local);
            if (!holds(result, f, last)) {
                all = false;
                if (stop == Stop::at_the_first_miss) return false;
            }
        }
        return all;
    }

    void set_keys(Keys& keys, const std::int32_t* row, float scale, std::span<const Transformd> local) const {
        keys.resize(rig_.size());
        for (std::size_t j = 0; j < rig_.size(); ++j) {
            keys[j] =
                joint_key(joints_[j], layout_.joints[j], offsets_[j], rig_.joints[j].scale, [&](std::uint32_t dof) {
                    return static_cast<float>(row[dof]) * (layout_.steps[dof] * scale);
                });
        }
        if (exact_root_) {
            const Transform root = to_float(local[0]);
            keys[0] = {
                {root.rotation.x, root.rotation.y, root.rotation.z, root.rotation.w}, root.translation, root.scale};
        }
    }

    bool holds(Attempt& result, std::size_t f, bool last) {
        const Keys& keys = result.keys[f];
        if (!within(keys, keys, 0, truth_.frames[f].object, 1, result.worst, truth_.first + f)) return false;
        const Keys* earlier = f > 0 ? &result.keys[f - 1] : truth_.first > 0 ? &before_ : nullptr;
        if (earlier && !between_holds(*earlier, keys, truth_.between[f], result.worst, truth_.first + f)) return false;
        if (!frames_.wraps || !last || f + 1 < truth_.count) return true;
        const Keys& start = truth_.first > 0 ? first_keys_ : result.keys[0];
        return between_holds(keys, start, closing_, result.worst, truth_.first + f);
    }

    bool between_holds(const Keys& a, const Keys& b, const std::array<std::vector<Affined>, points_between>& truth,
                       Shortfall& worst, std::size_t frame) {
        for (std::size_t i = 0; i < points_between; ++i) {
            const float t = static_cast<float>(i + 1) / (points_between + 1);
            if (!within(a, b, t, truth[i], slack_between_keys, worst, frame)) return false;
        }
        return true;
    }

    bool within(const Keys& a, const Keys& b, float t, const std::vector<Affined>& truth, double slack,
                Shortfall& worst, std::size_t frame) {
        local_.resize(rig_.size());
        for (std::size_t j = 0; j < rig_.size(); ++j) local_[j] = to_double(joint_at(j, a[j], b[j], t));
        pose_objects(chain_, local_, object_);
        bool all = true;
        for (std::size_t j = 0; j < rig_.size(); ++j) {
            const Affined &is = object_[j], &aim = truth[j];
            const double reach = bounds_.shell[j];
            const Vec3d moved = is.t - aim.t;
            double error = 0;
            for (const Vec3d& e :
                 {moved + (is.x - aim.x) * reach, moved + (is.y - aim.y) * reach, moved + (is.z - aim.z) * reach})
                error = std::max(error, dot(e, e));
            error = std::sqrt(error) / slack;
            if (error / bounds_.precision[j] > worst.error / bounds_.precision[worst.joint]) worst = {j, frame, error};
            if (error > bounds_.precision[j] * (1 - 1e-6)) all = false;
        }
        return all;
    }

    Transform joint_at(std::size_t j, const JointKey& a, const JointKey& b, float t) const {
        if (!exact_root_ || j > 0) return between(joints_[j], a, b, t);
        const Quaternions<float> q = slerp_one(a.movement, b.movement, t);
        const auto mix = [t](const Vec3& u, const Vec3& v) {
            return Vec3{lerp_one(u.x, v.x, t), lerp_one(u.y, v.y, t), lerp_one(u.z, v.z, t)};
        };
        return {mix(a.translation, b.translation), {q.x, q.y, q.z, q.w}, mix(a.scale, b.scale)};
    }

    const Frames& frames_;
    const PackedRig& rig_;
    const Layout& layout_;
    std::span<const Vec3> offsets_;
    const JointBounds& bounds_;
    Chain chain_, tight_;
    Beam beam_;
    bool exact_root_;
    std::vector<FloatJoint> joints_;
    SegmentTruth truth_;
    std::array<std::vector<Affined>, points_between> closing_;
    Attempt kept_, spare_;
    Keys before_, first_keys_;
    std::vector<Transformd> local_;
    std::vector<Affined> object_;
};

} // namespace

LatticeOutcome find_lattice(const Frames& frames, const PackedRig& rig, const Layout& layout,
                            std::span<const Vec3> offsets, const JointBounds& bounds, Effort effort, bool exact_root) {
    return LatticeSearch(frames, rig, layout, offsets, bounds, effort, exact_root).run();
}

} // namespace ossuary::codec
