// Reading the fields of a segment one by one, on any machine.
#pragma once

#include "codec/bases.h"
#include "codec/bits.h"
#include "codec/kernels/decode_lanes.h"

namespace ossuary::codec {

namespace {

std::int32_t fixed_field(const FieldGroup& group, std::size_t i, const std::byte* bytes) {
    const auto address = static_cast<std::uint64_t>(group.address.lane[i]);
    const auto mask = static_cast<std::uint32_t>(group.mask.lane[i]);
    return static_cast<std::int32_t>(bits_at(bytes, address, 32) & mask) + group.from.lane[i];
}

void open(const KernelClip& clip, OpenSegment& segment) {
    const std::byte* bytes = segment.bytes;
    const float scale = clip.scales[static_cast<std::uint8_t>(bytes[0])];
    std::uint32_t total = 0;
    for (std::size_t g = 0; g < clip.groups; ++g) {
        OpenGroup& open = segment.groups[g];
        const DofGroup& dofs = clip.dofs[g];
        for (std::uint32_t i = 0; i < group_lanes; ++i) {
            const unsigned width = i < dofs.count ? residual_width(bits_at(bytes, 8 + 4 * (dofs.first + i), 4)) : 0;
            open.offset.lane[i] = static_cast<std::int32_t>(total);
            open.mask.lane[i] = static_cast<std::int32_t>((1u << width) - 1);
            total += width;
            const std::int32_t a1 = fixed_field(clip.fields[1][g], i, bytes);
            const std::int32_t a2 = fixed_field(clip.fields[2][g], i, bytes);
            const std::int32_t a3 = fixed_field(clip.fields[3][g], i, bytes);
            open.base.lane[i] = fixed_field(clip.fields[0][g], i, bytes);
            open.first_two.lane[i] = (a1 & 0xffff) | static_cast<std::int32_t>(static_cast<std::uint32_t>(a2) << 16);
            open.third.lane[i] = (a3 & 0xffff) | (1 << 16);
            open.step.lane[i] = clip.steps[g].lane[i] * scale;
        }
    }
    segment.row_bits = total;
}

void values(const KernelClip& clip, const OpenSegment& segment, std::size_t frame, Group<float>* values) {
    const std::uint64_t row = clip.row_begin + static_cast<std::uint64_t>(segment.row_bits) * frame;
    for (std::size_t g = 0; g < clip.groups; ++g) {
        const OpenGroup& open = segment.groups[g];
        for (std::size_t i = 0; i < group_lanes; ++i) {
            const std::int32_t a1 = static_cast<std::int16_t>(open.first_two.lane[i] & 0xffff);
            const std::int32_t a2 = open.first_two.lane[i] >> 16;
            const std::int32_t a3 = static_cast<std::int16_t>(open.third.lane[i] & 0xffff);
            const auto residual = bits_at(segment.bytes, row + static_cast<std::uint64_t>(open.offset.lane[i]), 32) &
                                  static_cast<std::uint32_t>(open.mask.lane[i]);
            const std::int32_t x =
                base_at({open.base.lane[i], a1, a2, a3}, frame) + static_cast<std::int32_t>(residual);
            values[g].lane[i] = static_cast<float>(x) * open.step.lane[i];
        }
    }
}

void route(const KernelClip& clip, const Group<float>* turned, JointBlock* pose) {
    for (std::size_t b = 0; b * block_joints < clip.joints; ++b) pose[b] = clip.constants[b];
    for (std::size_t eight = 0; eight * group_lanes < clip.joints; ++eight) {
        JointBlock& block = pose[eight / 2];
        const std::size_t first = eight % 2 * group_lanes;
        for (std::uint32_t r = clip.first_route[eight]; r < clip.first_route[eight + 1]; ++r) {
            const Route& from = clip.routes[r];
            for (std::size_t c = 0; c < 4; ++c) {
                const float* in = turned[4 * from.rotations + c].lane;
                for (std::size_t i = 0; i < group_lanes; ++i)
                    if (from.take.lane[i] != 0) block.lane[3 + c][first + i] = in[from.from.lane[i]];
            }
        }
    }
}

} // namespace
} // namespace ossuary::codec
