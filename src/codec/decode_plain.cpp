// One joint, from its own bits alone: the plain way that the kernels are measured against, and the way to one joint.
#include "codec/bases.h"
#include "codec/bits.h"
#include "codec/resident.h"
#include "codec/tables.h"

namespace ossuary::codec {

namespace {

// How many bits of a row lie before a DoF: the widths before it, sixteen fields of four bits at a time.
std::uint32_t widths_before(const std::byte* segment, std::uint32_t dof) {
    std::uint32_t sum = 0;
    for (std::uint32_t first = 0; first < dof; first += 8) {
        const std::uint32_t count = std::min<std::uint32_t>(8, dof - first);
        const std::uint32_t fields = bits_at(segment, 8 + 4 * std::uint64_t{first}, 4 * count);
        const std::uint32_t pairs = (fields & 0x0f0f0f0f) + (fields >> 4 & 0x0f0f0f0f);
        sum += (pairs * 0x01010101u) >> 24;
        // Fields of 15 stand for more: find them as all four bits set.
        std::uint32_t full = fields & (fields >> 1);
        full = full & (full >> 2) & 0x11111111;
        if (full != 0) sum += static_cast<std::uint32_t>(std::popcount(full)) * (wide_residual - 15);
    }
    return sum;
}

// The values of one DoF in some frames of a segment.
class PlainSegment {
public:
    PlainSegment(const ClipTables& tables, std::size_t segment)
        : tables_(tables), bytes_(tables.clip.data.data() + part_begin(tables.clip, segment)),
          scale_(tables.kernel.scales[static_cast<std::uint8_t>(bytes_[0])]),
          row_bits_(widths_before(bytes_, static_cast<std::uint32_t>(tables.rig->layout.dofs))) {}

    float value(std::uint32_t dof, std::size_t frame) const {
        const DofBase& base = tables_.clip.bases[dof];
        std::array<std::int32_t, 4> a{};
        for (std::size_t k = 0; k < 4; ++k) {
            const unsigned width = base.widths[k];
            const std::int32_t bias = width == 0 ? 0 : std::int32_t{1} << (width - 1);
            a[k] = static_cast<std::int32_t>(bits_at(bytes_, tables_.field_bits[dof][k], width)) +
                   (k == 0 ? base.least : -bias);
        }
        const unsigned width = residual_width(bits_at(bytes_, 8 + 4 * std::uint64_t{dof}, 4));
        const std::uint64_t at =
            tables_.kernel.row_begin + static_cast<std::uint64_t>(row_bits_) * frame + widths_before(bytes_, dof);
        const std::int32_t x = base_at(a, frame) + static_cast<std::int32_t>(bits_at(bytes_, at, width));
        return static_cast<float>(x) * (tables_.rig->layout.steps[dof] * scale_);
    }

private:
    const ClipTables& tables_;
    const std::byte* bytes_;
    float scale_;
    std::uint32_t row_bits_;
};

Transform exact_root(const PackedClip& clip, const Position& at, const Vec3& scale) {
    const float *a = clip.root.data() + 7 * at.first, *b = clip.root.data() + 7 * at.second;
    const auto q = slerp_one<float>({a[3], a[4], a[5], a[6]}, {b[3], b[4], b[5], b[6]}, at.fraction);
    const auto mix = [&](int k) { return lerp_one(a[k], b[k], at.fraction); };
    return {{mix(0), mix(1), mix(2)}, {q.x, q.y, q.z, q.w}, scale};
}

} // namespace

Transform plain_joint(const ClipTables& tables, const Position& at, std::size_t joint) {
    const RigTables& rig = *tables.rig;
    if (joint == 0 && tables.clip.exact_root) return exact_root(tables.clip, at, rig.rig.joints[0].scale);
    const auto key = [&](std::size_t frame) {
        const PlainSegment segment(tables, frame / segment_frames);
        return joint_key(rig.joints[joint], rig.layout.joints[joint], tables.offsets[joint],
                         rig.rig.joints[joint].scale,
                         [&](std::uint32_t dof) { return segment.value(dof, frame % segment_frames); });
    };
    const JointKey first = key(at.first);
    return between(rig.joints[joint], first, at.second == at.first ? first : key(at.second), at.fraction);
}

} // namespace ossuary::codec
