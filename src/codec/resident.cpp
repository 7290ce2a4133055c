#include "codec/resident.h"

#include <cmath>

#include "codec/bits.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::codec {

namespace {

constexpr std::int32_t bias(unsigned width) { return width == 0 ? 0 : std::int32_t{1} << (width - 1); }

std::uint64_t coefficient_bits(const PackedClip& clip) {
    std::uint64_t bits = 0;
    for (const DofBase& base : clip.bases)
        for (const std::uint8_t width : base.widths) bits += width;
    return bits;
}

std::size_t frames_in(const PackedClip& clip, std::size_t segment) {
    return std::min<std::size_t>(segment_frames, clip.frames - segment * segment_frames);
}

} // namespace

bool pack_resident(const Lattice& lattice, Packing packing, PackedClip& clip) {
    const ClipBases bases = find_bases(lattice, packing);
    if (!bases.fits) return false;
    clip.tier = Tier::resident;
    clip.bases = bases.dofs;
    clip.parts.clear();
    BitWriter writer;
    std::vector<unsigned> widths(lattice.dofs);
    for (std::size_t s = 0; s < lattice.segments(); ++s) {
        const SegmentBase* segment = bases.segments.data() + s * lattice.dofs;
        writer.write(lattice.scales[s], 8);
        for (std::size_t d = 0; d < lattice.dofs; ++d) writer.write(residual_field(segment[d].width), 4);
        for (std::size_t k = 0; k < 4; ++k) {
            for (std::size_t d = 0; d < lattice.dofs; ++d) {
                const unsigned width = clip.bases[d].widths[k];
                const std::int32_t from = k == 0 ? clip.bases[d].least : -bias(width);
                writer.write(static_cast<std::uint32_t>(segment[d].a[k] - from), width);
            }
        }
        for (std::size_t d = 0; d < lattice.dofs; ++d) widths[d] = residual_width(residual_field(segment[d].width));
        for (std::size_t f = s * segment_frames; f < std::min((s + 1) * segment_frames, lattice.frames); ++f) {
            const std::int32_t* row = lattice.row(f);
            const auto width = [&](std::size_t d) { return widths[d]; };
            if (packing == Packing::plain)
                writer.write_each(
                    lattice.dofs, [&](std::size_t d) { return static_cast<std::uint32_t>(row[d] - segment[d].a[0]); },
                    width);
            else
                writer.write_each(
                    lattice.dofs,
                    [&](std::size_t d) {
                        return static_cast<std::uint32_t>(row[d] - base_at(segment[d].a, f % segment_frames));
                    },
                    width);
        }
        writer.align();
        clip.parts.push_back(static_cast<std::uint32_t>(writer.size()));
    }
    clip.own(std::move(writer).take());
    return true;
}

Lattice unpack_resident(const PackedClip& clip, std::size_t dofs) {
    Lattice lattice;
    lattice.frames = clip.frames;
    lattice.dofs = dofs;
    lattice.x.resize(lattice.frames * dofs);
    std::vector<unsigned> widths(dofs);
    std::vector<std::array<std::int32_t, 4>> a(dofs);
    for (std::size_t s = 0; s < clip.parts.size(); ++s) {
        const std::byte* bytes = clip.data.data() + part_begin(clip, s);
        std::uint64_t at = 0;
        const auto next = [&](unsigned width) {
            const std::uint32_t value = bits_at(bytes, at, width);
            at += width;
            return value;
        };
        lattice.scales.push_back(static_cast<std::uint8_t>(next(8)));
        for (unsigned& width : widths) width = residual_width(next(4));
        for (std::size_t k = 0; k < 4; ++k) {
            for (std::size_t d = 0; d < dofs; ++d) {
                const unsigned width = clip.bases[d].widths[k];
                const std::int32_t from = k == 0 ? clip.bases[d].least : -bias(width);
                a[d][k] = from + static_cast<std::int32_t>(next(width));
            }
        }
        for (std::size_t f = 0; f < frames_in(clip, s); ++f)
            for (std::size_t d = 0; d < dofs; ++d)
                lattice.row(s * segment_frames + f)[d] = base_at(a[d], f) + static_cast<std::int32_t>(next(widths[d]));
    }
    return lattice;
}

Result<void> check_resident(const PackedClip& clip, std::size_t dofs) {
    if (clip.bases.size() != dofs)
        return fail(Place{.field = clip.name + ".bases"}, "not one for each degree of freedom");
    if (clip.parts.size() != segment_count(clip.frames))
        return fail(Place{.field = clip.name + ".parts"}, "not one for every 16 frames");
    for (const DofBase& base : clip.bases) {
        bool fits = base.widths[0] <= largest_base_width && std::abs(base.least) <= (1 << 28);
        for (std::size_t k = 1; k < 4; ++k) fits = fits && base.widths[k] <= largest_coefficient_width;
        if (!fits) return fail(Place{.field = clip.name + ".bases"}, "a width that no value has");
    }
    const std::uint64_t head = 8 + 4 * static_cast<std::uint64_t>(dofs) + coefficient_bits(clip);
    for (std::size_t s = 0; s < clip.parts.size(); ++s) {
        const std::string field = clip.name + ".segments[" + std::to_string(s) + "]";
        const std::size_t begin = part_begin(clip, s), end = clip.parts[s];
        if (end < begin || end > clip.data.size()) return fail(Place{.field = field}, "ends outside the clip");
        const std::uint64_t have = static_cast<std::uint64_t>(end - begin) * 8;
        if (have < head) return fail(Place{.field = field}, "too short for its bases");
        std::uint64_t row = 0;
        for (std::size_t d = 0; d < dofs; ++d) row += residual_width(bits_at(clip.data.data() + begin, 8 + 4 * d, 4));
        const std::uint64_t need = head + row * frames_in(clip, s);
        if (have / 8 != (need + 7) / 8)
            return fail(Place{.field = field},
                        "needs " + std::to_string((need + 7) / 8) + " bytes, has " + std::to_string(end - begin));
    }
    return {};
}

} // namespace ossuary::codec
