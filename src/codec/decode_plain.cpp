// One joint, from its own bits alone: the plain way that the kernels are measured against, and the way to one joint.
#include <bit>

#include "codec/bases.h"
#include "codec/bits.h"
#include "codec/resident.h"
#include "codec/tables.h"

namespace ossuary::codec {

namespace {

// The sum of the widths that sixteen fields of four bits name.
std::uint32_t sum_of_widths(std::uint64_t fields) {
    constexpr std::uint64_t bytes = 0x0101010101010101, fours = 0x1111111111111111, low = 0x0f0f0f0f0f0f0f0f;
    const auto sum = static_cast<std::uint32_t>(((fields & low) + (fields >> 4 & low)) * bytes >> 56);
    std::uint64_t full = fields & fields >> 1; // fields of 15, all four bits set, stand for more
    full &= full >> 2 & fours;
    if (full == 0) return sum;
    return sum + static_cast<std::uint32_t>(std::popcount(full)) * (wide_residual - 15);
}
// A segment of which only a few DoFs are wanted, in one frame or two.
struct PlainSegment {
    const std::byte* bytes;
    float scale;
    std::uint32_t row_bits;

    PlainSegment(const ClipTables& tables, std::size_t segment) {
        const std::size_t begin = part_begin(tables.clip, segment);
        bytes = tables.clip.data.data() + begin;
        scale = tables.kernel.scales[static_cast<std::uint8_t>(bytes[0])];
        // Less than a byte lies behind sixteen rows: their length follows from the segment's.
        if ((segment + 1) * segment_frames <= tables.clip.frames)
            row_bits = static_cast<std::uint32_t>(
                (8 * std::uint64_t{tables.clip.parts[segment] - begin} - tables.kernel.row_begin) / segment_frames);
        else
            row_bits = bits_before(static_cast<std::uint32_t>(tables.rig->layout.dofs));
    }
    // How many bits of a row lie before a DoF.
    std::uint32_t bits_before(std::uint32_t dof) const {
        const std::byte* fields = bytes + 1;
        std::uint32_t sum = 0;
        for (; dof >= 16; dof -= 16, fields += 8) sum += sum_of_widths(word_at(fields));
        return sum + sum_of_widths(word_at(fields) & ((std::uint64_t{1} << 4 * dof) - 1));
    }
};

struct PlainDof {
    std::array<std::int32_t, 4> a;
    unsigned width;
    std::uint64_t first; // the bit of its residual in the first row
    float step;

    PlainDof(const ClipTables& tables, const PlainSegment& segment, std::uint32_t dof) {
        const DofBase& base = tables.clip.bases[dof];
        for (std::size_t k = 0; k < 4; ++k) {
            const unsigned bits = base.widths[k];
            const std::int32_t from = k == 0 ? base.least : -(std::int32_t{1} << bits >> 1);
            a[k] = static_cast<std::int32_t>(bits_at(segment.bytes, tables.field_bits[dof][k], bits)) + from;
        }
        width = residual_width(bits_at(segment.bytes, 8 + 4 * std::uint64_t{dof}, 4));
        first = tables.kernel.row_begin + segment.bits_before(dof);
        step = tables.rig->layout.steps[dof] * segment.scale;
    }
    float value(const PlainSegment& segment, std::size_t frame) const {
        const std::uint32_t residual = bits_at(segment.bytes, first + std::uint64_t{segment.row_bits} * frame, width);
        return static_cast<float>(base_at(a, frame) + static_cast<std::int32_t>(residual)) * step;
    }
};

// A joint has nine DoFs at the most; both keys of a pair mostly lie in one segment and share what is known of it.
struct PlainKeys {
    JointKey first, second;
};
PlainKeys plain_keys(const ClipTables& tables, const Position& at, std::size_t joint) {
    const RigTables& rig = *tables.rig;
    const std::size_t segments[2] = {at.first / segment_frames, at.second / segment_frames};
    const PlainSegment one(tables, segments[0]);
    const PlainSegment other = segments[1] == segments[0] ? one : PlainSegment(tables, segments[1]);
    struct Seen {
        std::uint32_t dof;
        float value;
    } seen[9];
    std::size_t count = 0;
    const auto key = [&](auto value) {
        return joint_key(rig.joints[joint], rig.layout.joints[joint], tables.offsets[joint],
                         rig.rig.joints[joint].scale, value);
    };
    PlainKeys keys;
    keys.first = key([&](std::uint32_t dof) {
        const PlainDof field(tables, one, dof);
        if (segments[1] == segments[0]) seen[count++] = {dof, field.value(one, at.second % segment_frames)};
        return field.value(one, at.first % segment_frames);
    });
    std::size_t next = 0;
    keys.second = key([&](std::uint32_t dof) {
        if (segments[1] == segments[0]) {
            while (seen[next].dof != dof) next = (next + 1) % count;
            return seen[next].value;
        }
        return PlainDof(tables, other, dof).value(other, at.second % segment_frames);
    });
    return keys;
}

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
    const PlainKeys keys = plain_keys(tables, at, joint);
    return between(rig.joints[joint], keys.first, keys.second, at.fraction);
}

} // namespace ossuary::codec
