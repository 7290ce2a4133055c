#include "codec/bases.h"

#include <algorithm>
#include <cmath>

#include "codec/bits.h"

namespace ossuary::codec {

namespace {

constexpr std::int32_t largest_coefficient = (1 << (largest_coefficient_width - 1)) - 1;

// One DoF in one segment.
struct Values {
    std::array<std::int32_t, segment_frames> x{};
    std::size_t count = 0;
};

struct Range {
    std::int64_t least = 0, most = 0;
    std::int64_t span() const { return most - least; }
};

Range residuals(const Values& values, const std::array<std::int32_t, 4>& a) {
    Range range{INT64_MAX, INT64_MIN};
    for (std::size_t f = 0; f < values.count; ++f) {
        const std::int64_t r = static_cast<std::int64_t>(values.x[f]) - base_at(a, f);
        range.least = std::min(range.least, r);
        range.most = std::max(range.most, r);
    }
    return range;
}

// Least squares for a1 … a[order] and a constant, by Gram–Schmidt over the frames there are.
std::array<std::int32_t, 4> least_squares(const Values& values, int order) {
    const std::size_t n = values.count;
    double q[4][segment_frames], r[4][4] = {}, along[4] = {};
    for (int k = 0; k <= order; ++k) {
        for (std::size_t f = 0; f < n; ++f) q[k][f] = k == 0 ? 1 : static_cast<double>(basis[k][f]) / 4096;
        for (int i = 0; i < k; ++i) {
            for (std::size_t f = 0; f < n; ++f) r[i][k] += q[i][f] * q[k][f];
            for (std::size_t f = 0; f < n; ++f) q[k][f] -= r[i][k] * q[i][f];
        }
        double square = 0;
        for (std::size_t f = 0; f < n; ++f) square += q[k][f] * q[k][f];
        r[k][k] = std::sqrt(square);
        const double by = square > 1e-12 ? 1 / r[k][k] : 0;
        for (std::size_t f = 0; f < n; ++f) {
            q[k][f] *= by;
            along[k] += q[k][f] * static_cast<double>(values.x[f]);
        }
    }
    std::array<std::int32_t, 4> a{};
    double exact[4] = {};
    for (int k = order; k >= 0; --k) {
        exact[k] = along[k];
        for (int i = k + 1; i <= order; ++i) exact[k] -= r[k][i] * exact[i];
        exact[k] = r[k][k] > 1e-6 ? exact[k] / r[k][k] : 0;
        if (k > 0)
            a[static_cast<std::size_t>(k)] =
                static_cast<std::int32_t>(std::floor(std::clamp(exact[k], -static_cast<double>(largest_coefficient),
                                                                static_cast<double>(largest_coefficient)) +
                                                     0.5));
    }
    return a;
}

// Nudges the coefficients while the residuals' range shrinks.
void shrink(const Values& values, int order, std::array<std::int32_t, 4>& a, Range& range) {
    for (bool better = true; better;) {
        better = false;
        for (int k = 1; k <= order; ++k) {
            for (const std::int32_t by : {1, -1, 3, -3}) {
                auto nudged = a;
                std::int32_t& c = nudged[static_cast<std::size_t>(k)];
                c = std::clamp(c + by, -largest_coefficient, largest_coefficient);
                const Range there = residuals(values, nudged);
                if (there.span() < range.span()) {
                    a = nudged;
                    range = there;
                    better = true;
                }
            }
        }
    }
}

SegmentBase fit(const Values& values, int order, Packing packing) {
    SegmentBase base;
    if (order > 0) base.a = least_squares(values, order);
    Range range = residuals(values, base.a);
    if (order > 0 && packing == Packing::best) shrink(values, order, base.a, range);
    base.a[0] = static_cast<std::int32_t>(range.least);
    base.width = width_of(static_cast<std::uint64_t>(range.span()));
    return base;
}

unsigned biased_width(std::int32_t largest) {
    return largest == 0 ? 0 : width_of(static_cast<std::uint64_t>(largest)) + 1;
}

// How a0 is stored, which lies between two values in so many segments.
DofBase constant_part(std::int64_t least, std::int64_t most, std::size_t segments) {
    DofBase dof;
    // A range that lies about zero needs no least value in the header.
    const auto symmetric =
        biased_width(static_cast<std::int32_t>(std::min<std::int64_t>(std::max(-least, most), INT32_MAX)));
    const unsigned plain = width_of(static_cast<std::uint64_t>(most - least));
    const unsigned in_header = width_of(static_cast<std::uint64_t>(std::abs(least))) + 6;
    if (symmetric * segments <= plain * segments + in_header && symmetric > 0) {
        dof.widths[0] = static_cast<std::uint8_t>(symmetric);
        dof.least = -(std::int32_t{1} << (symmetric - 1));
    } else {
        dof.widths[0] = static_cast<std::uint8_t>(plain);
        dof.least = static_cast<std::int32_t>(least);
    }
    return dof;
}

struct Choice {
    std::vector<SegmentBase> segments;
    DofBase dof;
    std::uint64_t bits = UINT64_MAX;
    bool fits = true;
};

Choice choose(const std::vector<Values>& values, int order, Packing packing) {
    Choice choice;
    std::int64_t least = INT64_MAX, most = INT64_MIN;
    std::array<std::int32_t, 4> largest{};
    std::uint64_t bits = 0;
    for (const Values& each : values) {
        const SegmentBase base = fit(each, order, packing);
        least = std::min<std::int64_t>(least, base.a[0]);
        most = std::max<std::int64_t>(most, base.a[0]);
        for (std::size_t k = 1; k < 4; ++k) largest[k] = std::max(largest[k], std::abs(base.a[k]));
        if (base.width > wide_residual) choice.fits = false;
        bits += residual_width(residual_field(base.width)) * each.count;
        choice.segments.push_back(base);
    }
    choice.dof = constant_part(least, most, values.size());
    if (choice.dof.widths[0] > largest_base_width) choice.fits = false;
    for (std::size_t k = 1; k < 4; ++k) choice.dof.widths[k] = static_cast<std::uint8_t>(biased_width(largest[k]));
    for (const std::uint8_t width : choice.dof.widths) bits += width * values.size();
    choice.bits = bits;
    return choice;
}

// The least value of every DoF in every segment, in one pass over the rows.
ClipBases constant_bases(const Lattice& lattice) {
    ClipBases bases;
    const std::size_t dofs = lattice.dofs, segments = lattice.segments();
    bases.segments.resize(segments * dofs);
    std::vector<std::int32_t> least(dofs), most(dofs);
    std::vector<Range> all(dofs, {INT64_MAX, INT64_MIN});
    for (std::size_t s = 0; s < segments; ++s) {
        const std::size_t begin = s * segment_frames, end = std::min(begin + segment_frames, lattice.frames);
        std::copy_n(lattice.row(begin), dofs, least.begin());
        std::copy_n(lattice.row(begin), dofs, most.begin());
        for (std::size_t f = begin + 1; f < end; ++f) {
            const std::int32_t* row = lattice.row(f);
            for (std::size_t d = 0; d < dofs; ++d) {
                least[d] = std::min(least[d], row[d]);
                most[d] = std::max(most[d], row[d]);
            }
        }
        for (std::size_t d = 0; d < dofs; ++d) {
            SegmentBase& base = bases.segments[s * dofs + d];
            base.a[0] = least[d];
            base.width = width_of(static_cast<std::uint64_t>(std::int64_t{most[d]} - least[d]));
            if (base.width > wide_residual) bases.fits = false;
            all[d].least = std::min<std::int64_t>(all[d].least, least[d]);
            all[d].most = std::max<std::int64_t>(all[d].most, least[d]);
        }
    }
    for (const Range& range : all) {
        bases.dofs.push_back(constant_part(range.least, range.most, segments));
        if (bases.dofs.back().widths[0] > largest_base_width) bases.fits = false;
    }
    return bases;
}

} // namespace

ClipBases find_bases(const Lattice& lattice, Packing packing) {
    if (packing == Packing::plain) return constant_bases(lattice);
    ClipBases bases;
    const std::size_t segments = lattice.segments();
    bases.segments.resize(segments * lattice.dofs);
    std::vector<Values> values(segments);
    for (std::size_t d = 0; d < lattice.dofs; ++d) {
        for (std::size_t s = 0; s < segments; ++s) {
            values[s].count = std::min(segment_frames, lattice.frames - s * segment_frames);
            for (std::size_t f = 0; f < values[s].count; ++f) values[s].x[f] = lattice.row(s * segment_frames + f)[d];
        }
        Choice best;
        best.fits = false;
        for (int order = 0; order < 4; ++order) {
            Choice choice = choose(values, order, packing);
            if (choice.fits > best.fits || (choice.fits == best.fits && choice.bits < best.bits))
                best = std::move(choice);
        }
        bases.fits = bases.fits && best.fits;
        for (std::size_t s = 0; s < segments; ++s) bases.segments[s * lattice.dofs + d] = best.segments[s];
        bases.dofs.push_back(best.dof);
    }
    return bases;
}

} // namespace ossuary::codec
