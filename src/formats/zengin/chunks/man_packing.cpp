#include "man_packing.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hierarchy_pose.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary::zengin {

namespace {

constexpr double most_offset = 0.01; // cm a node may be off before `automatic` packs closer than the game
// What a node may be off, in cm and radians, before it is moved for the sake of those above it: a joint that keeps its
// distance to its parent should not tremble.
constexpr double shift_slack = 0.003, turn_slack = 5e-5;

Quat stored_rotation(const Quatd& rotation) { return to_float(conjugate(rotation)); }

Transformd decoded(const PackedSample& sample, const ModelAnimation& animation) {
    return {.translation = to_double(
                decode_position(sample.position, animation.sample_position_min, animation.sample_position_scale)),
            .rotation = conjugate(to_double(decode_rotation(sample.rotation)))};
}

// The transform itself where that is nearly as good as the corrected one.
Transformd corrected_if_need_be(const Transformd& wanted, const Transformd& corrected) {
    Transformd local = wanted;
    if (length(corrected.translation - wanted.translation) > shift_slack) local.translation = corrected.translation;
    const Quatd turn = conjugate(wanted.rotation) * corrected.rotation;
    if (2 * length(turn.xyz()) > turn_slack) local.rotation = corrected.rotation;
    return local;
}

// The nearest codes, or others near them that decode closer: w is what the three leave of unit length, and where they
// leave little a single code turns it by a degree.
std::array<std::uint16_t, 3> closest_rotation(const Quatd& rotation) {
    const Quat wanted = stored_rotation(rotation);
    const std::array<std::uint16_t, 3> nearest = encode_rotation(wanted);
    const float w = std::abs(wanted.w);
    const int reach = w > 0.5f ? 0 : w > 0.1f ? 1 : 3;
    std::array<std::uint16_t, 3> best = nearest, codes{};
    double least = std::numeric_limits<double>::infinity();
    const auto step = [&](std::size_t i, int by) {
        codes[i] = static_cast<std::uint16_t>(std::clamp(nearest[i] + by, 0, 65535));
    };
    for (int x = -reach; x <= reach; ++x) {
        step(0, x);
        for (int y = -reach; y <= reach; ++y) {
            step(1, y);
            for (int z = -reach; z <= reach; ++z) {
                step(2, z);
                const Quatd error = conjugate(to_double(wanted)) * to_double(decode_rotation(codes));
                const double turn = dot(error.xyz(), error.xyz()); // sine of half the angle, squared
                if (turn < least) {
                    least = turn;
                    best = codes;
                }
            }
        }
    }
    return best;
}

class Packer {
public:
    Packer(ModelAnimation& animation, std::span<const Transformd> locals, const ModelHierarchy& hierarchy)
        : animation_(animation), locals_(locals), pose_(hierarchy, animation.node_indices),
          nodes_(animation.node_indices.size()) {}

    void pack_as_the_game() {
        std::vector<Vec3> positions;
        for (const Transformd& local : locals_) positions.push_back(to_float(local.translation));
        set_range(position_range(positions));
        animation_.samples.clear();
        for (const Transformd& local : locals_)
            animation_.samples.push_back({encode_rotation(stored_rotation(local.rotation), Rounding::truncate),
                                          encode_position(to_float(local.translation), animation_.sample_position_min,
                                                          animation_.sample_position_scale, Rounding::truncate)});
    }

    void pack_closest() {
        // The positions themselves decide the range, unless correcting what the rotations get wrong leads out of it.
        std::vector<Vec3> positions, corrections(locals_.size());
        for (const Transformd& local : locals_) positions.push_back(to_float(local.translation));
        walk([&](std::size_t at, const Transformd& corrected) {
            corrections[at] = to_float(corrected.translation);
            const Quat turned = decode_rotation(closest_rotation(corrected.rotation));
            return Transformd{.translation = corrected.translation, .rotation = conjugate(to_double(turned))};
        });
        PositionRange range = position_range(positions);
        const PositionRange corrected_range = position_range(corrections);
        const float max = range.min + 65535 * range.scale,
                    corrected_max = corrected_range.min + 65535 * corrected_range.scale;
        if (corrected_range.min < range.min - range.scale / 2 || corrected_max > max + range.scale / 2)
            range = corrected_range;
        set_range(range);
        animation_.samples.resize(locals_.size());
        walk([&](std::size_t at, const Transformd& corrected) {
            PackedSample& sample = animation_.samples[at];
            sample = {closest_rotation(corrected.rotation),
                      encode_position(to_float(corrected.translation), range.min, range.scale)};
            return decoded(sample, animation_);
        });
    }

    // How far a node is from its place at worst, in centimetres.
    double worst_offset() {
        double worst = 0;
        std::vector<Affined> wanted(nodes_), got(nodes_);
        for (std::size_t start = 0; start + nodes_ <= locals_.size() && nodes_ > 0; start += nodes_) {
            for (std::size_t k = 0; k < nodes_; ++k) {
                wanted[k] = to_affine(locals_[start + k]);
                got[k] = to_affine(decoded(animation_.samples[start + k], animation_));
            }
            const std::vector<Affined> places = pose_.place(wanted);
            const std::vector<Affined>& come_out = pose_.place(got);
            for (const std::uint32_t node : animation_.node_indices)
                worst = std::max(worst, length(places[node].t - come_out[node].t));
        }
        return worst;
    }

private:
    void set_range(const PositionRange& range) {
        animation_.sample_position_min = range.min;
        animation_.sample_position_scale = range.scale;
    }

    // For every sample, parents before children: `pack(at, local)` with the transform that leads from where the parent
    // came out to where the node belongs, and gives what becomes of it.
    template <class Pack> void walk(Pack pack) {
        std::vector<Affined> wanted(nodes_), come_out(pose_.order().size());
        for (std::size_t start = 0; start + nodes_ <= locals_.size() && nodes_ > 0; start += nodes_) {
            for (std::size_t k = 0; k < nodes_; ++k) wanted[k] = to_affine(locals_[start + k]);
            const std::vector<Affined>& places = pose_.place(wanted);
            for (const std::uint32_t node : pose_.order()) {
                const std::int32_t k = pose_.animated_place(node);
                const Affined above =
                    pose_.parent(node) < 0 ? Affined{} : come_out[static_cast<std::size_t>(pose_.parent(node))];
                Affined local = pose_.rest(node);
                if (k >= 0) {
                    const Affined corrected = inverse(above) * places[node];
                    const Affined turn{normalize(corrected.x), normalize(corrected.y), normalize(corrected.z), {}};
                    const std::size_t at = start + static_cast<std::size_t>(k);
                    local = to_affine(pack(at, corrected_if_need_be(locals_[at], {corrected.t, to_quat(turn)})));
                }
                come_out[node] = above * local;
            }
        }
    }

    ModelAnimation& animation_;
    std::span<const Transformd> locals_;
    HierarchyPose pose_;
    std::size_t nodes_;
};

} // namespace

Result<void> pack_samples(ModelAnimation& animation, std::span<const Transformd> locals,
                          const ModelHierarchy& hierarchy, Packing packing, Diagnostics* diagnostics) {
    Packer packer(animation, locals, hierarchy);
    if (packing != Packing::closest) packer.pack_as_the_game();
    if (packing != Packing::closest) {
        if (const double offset = packer.worst_offset(); offset > most_offset) {
            const std::string far = std::to_string(offset * 10).substr(0, 5) + " mm from its place";
            const bool closer = packing == Packing::automatic;
            report(diagnostics, Severity::note, {.field = to_utf8(animation.name)},
                   closer ? "packed closer than the game does it, which would put a node " + far
                          : std::string(packing_note) + ", which puts a node " + far);
            if (closer) packing = Packing::closest;
        }
    }
    if (packing == Packing::closest) packer.pack_closest();
    if (!std::isfinite(animation.sample_position_min) || !std::isfinite(animation.sample_position_scale))
        return fail({.field = to_utf8(animation.name)}, "BadFloat: positions too large to be packed");
    return {};
}

} // namespace ossuary::zengin
