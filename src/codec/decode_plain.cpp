// One joint, from its own bits alone: the plain way that the kernels are measured against, and the way to one joint.
#include "codec/bases.h"
#include "codec/bits.h"
#include "codec/resident.h"
#include "codec/tables.h"

namespace ossuary::codec {

namespace {

// A segment of which only a few DoFs are wanted, in one frame or two.
struct PlainSegment {
    const std::byte* bytes;
    const std::uint32_t* widths_before; // of every sixteenth DoF
    std::uint32_t row_begin, row_bits;
    float scale;

    PlainSegment(const ClipTables& tables, std::size_t segment)
        : bytes(tables.clip.data.data() + part_begin(tables.clip, segment)),
          widths_before(tables.widths_before.data() + segment * tables.width_words()),
          row_begin(tables.kernel.row_begin), row_bits(widths_before[tables.width_words() - 1]),
          scale(tables.kernel.scales[static_cast<std::uint8_t>(bytes[0])]) {}
};

struct TwoValues {
    float first, second;
};

// A DoF in two frames of a segment.
inline TwoValues values_of(const DofFields fields, std::uint32_t dof, const PlainSegment segment, std::size_t first,
                           std::size_t second) {
    const auto coefficient = [&](std::size_t k) {
        return static_cast<std::int32_t>(bits_at(segment.bytes, fields.bit[k], fields.width[k])) + fields.from(k);
    };
    const std::array<std::int32_t, 4> a{coefficient(0), coefficient(1), coefficient(2), coefficient(3)};
    const std::uint64_t widths = word_at(segment.bytes + 1 + dof / 16 * 8);
    const unsigned width = residual_width(widths >> dof % 16 * 4 & 15);
    const std::uint64_t row = segment.row_begin + segment.widths_before[dof / 16] +
                              sum_of_widths(widths & ((std::uint64_t{1} << dof % 16 * 4) - 1));
    const auto value = [&](std::size_t frame) {
        const std::uint32_t above = bits_at(segment.bytes, row + std::uint64_t{segment.row_bits} * frame, width);
        return static_cast<float>(base_at(a, frame) + static_cast<std::int32_t>(above)) * (fields.step * segment.scale);
    };
    return {value(first), value(second)};
}

// The DoFs of a joint, nine at the most, in two frames. These mostly lie in one segment and share what is known of it.
struct PlainValues {
    static constexpr Layout::JointDofs slots{{0, 1, 2}, 3, 6};
    float first[9], second[9];

    PlainValues(const ClipTables& tables, const Position& at, std::size_t joint) {
        const FloatJoint& kind = tables.rig->joints[joint];
        const Layout::JointDofs& dofs = tables.rig->layout.joints[joint];
        const std::size_t here = at.first / segment_frames, there = at.second / segment_frames;
        const std::size_t frame = at.first % segment_frames, next = at.second % segment_frames;
        const PlainSegment segment(tables, here);
        const auto read = [&](std::size_t slot, std::uint32_t dof) {
            const TwoValues values = values_of(tables.dofs[dof], dof, segment, frame, here == there ? next : frame);
            first[slot] = values.first;
            second[slot] = here == there
                               ? values.second
                               : values_of(tables.dofs[dof], dof, PlainSegment(tables, there), next, next).second;
        };
        for (std::size_t p = 0; p < parameters_of(kind.kind); ++p) read(p, dofs.rotation[p]);
        for (std::uint32_t k = 0; kind.moves && k < 3; ++k) read(slots.translation + k, dofs.translation + k);
        for (std::uint32_t k = 0; kind.scales && k < 3; ++k) read(slots.scale + k, dofs.scale + k);
    }
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
    const PlainValues values(tables, at, joint);
    const auto key = [&](const float* of) {
        return joint_key(rig.joints[joint], PlainValues::slots, tables.offsets[joint], rig.rig.joints[joint].scale,
                         [&](std::uint32_t slot) { return of[slot]; });
    };
    return between(rig.joints[joint], key(values.first), key(values.second), at.fraction);
}

} // namespace ossuary::codec
