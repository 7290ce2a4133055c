// Splitting a run of boxes in two: compiled for each instruction set. Everything has internal linkage, and
// nothing comes from the standard library but types (bvh_tree.h says why). All of it is maxima, sums and
// products lane by lane: every instruction set splits alike.
#pragma once

#include <limits>

#include "mesh/bvh_build.h"
#include "ossuary/base/bytes.h"
#include "ossuary/base/simd.h"

namespace ossuary::mesh {
namespace {

using simd::f32x4;
using simd::f32x8;
using simd::i32x4;

constexpr std::size_t max_bins = 16;
constexpr float infinity = std::numeric_limits<float>::infinity();

inline void load_box(f32x8& to, const BuildBox& box) { simd::load(to, box.negative_low); }
inline void set_to_nothing(f32x8& box) { box = f32x8{} - infinity; }

inline void corners(const f32x8& box, f32x4& low, f32x4& high) {
    low = -__builtin_shufflevector(box, box, 0, 1, 2, 3);
    high = __builtin_shufflevector(box, box, 4, 5, 6, 7);
}

// The doubled centre as a box without size.
inline void center_as_box(f32x8& point, const f32x8& box) {
    point = box - __builtin_shufflevector(box, box, 4, 5, 6, 7, 0, 1, 2, 3);
}

// Half the surface of a box; 0 of nothing.
inline float half_area(const f32x8& box) {
    f32x4 low, high;
    corners(box, low, high);
    const f32x4 size = high - low;
    return size[0] >= 0 ? size[0] * size[1] + size[1] * size[2] + size[2] * size[0] : 0;
}

inline float leaves_of(std::size_t triangles) {
    return static_cast<float>((triangles + block_triangles - 1) / block_triangles);
}

// Which bin a doubled centre falls into along each axis.
struct Binning {
    f32x4 low, scale{};
    std::size_t count;
};

inline void choose_bins(Binning& bins, const BuildRange& range) {
    const std::size_t wanted = 4 + (range.end - range.begin) / 16;
    bins.count = wanted < max_bins ? wanted : max_bins;
    f32x8 centers;
    f32x4 high;
    simd::load(centers, range.centers);
    corners(centers, bins.low, high);
    for (int axis = 0; axis < 3; ++axis) {
        // A little less than the number of bins, so that the largest centre falls into the last one.
        const float scale = static_cast<float>(bins.count) * 0.9999f / (high[axis] - bins.low[axis]);
        bins.scale[axis] = scale < infinity ? scale : 0;
    }
}

inline void bins_of(i32x4& to, const Binning& bins, const f32x8& box) {
    f32x4 low, high;
    corners(box, low, high);
    to = __builtin_convertvector((low + high - bins.low) * bins.scale, i32x4);
}

struct Split {
    int axis = -1;
    std::int32_t bin = 0; // the first of the right side
    float cost = infinity;
    f32x8 left, right; // the boxes of both sides
};

// Where the sum of surface times leaves is least; no axis if the centres do not differ.
inline void find_split(const BuildBox* boxes, const BuildRange& range, const Binning& bins, Split& best) {
    f32x8 box[3][max_bins];
    std::uint32_t count[3][max_bins] = {};
    for (std::size_t bin = 0; bin < bins.count; ++bin)
        for (auto& axis : box) set_to_nothing(axis[bin]);
    for (std::size_t i = range.begin; i < range.end; ++i) {
        f32x8 lanes;
        load_box(lanes, boxes[i]);
        i32x4 bin;
        bins_of(bin, bins, lanes);
        for (int axis = 0; axis < 3; ++axis) {
            f32x8& target = box[axis][bin[axis]];
            simd::max(target, target, lanes);
            ++count[axis][bin[axis]];
        }
    }
    for (int axis = 0; axis < 3; ++axis) {
        if (bins.scale[axis] == 0) continue;
        float right_cost[max_bins];
        f32x8 sum;
        set_to_nothing(sum);
        std::size_t triangles = 0;
        for (std::size_t bin = bins.count - 1; bin > 0; --bin) {
            simd::max(sum, sum, box[axis][bin]);
            triangles += count[axis][bin];
            right_cost[bin] = half_area(sum) * leaves_of(triangles);
        }
        set_to_nothing(sum);
        triangles = 0;
        for (std::size_t bin = 1; bin < bins.count; ++bin) {
            simd::max(sum, sum, box[axis][bin - 1]);
            triangles += count[axis][bin - 1];
            if (triangles == 0 || triangles == range.end - range.begin) continue;
            const float cost = half_area(sum) * leaves_of(triangles) + right_cost[bin];
            if (cost < best.cost) best.axis = axis, best.bin = static_cast<std::int32_t>(bin), best.cost = cost;
        }
    }
    set_to_nothing(best.left);
    set_to_nothing(best.right);
    if (best.axis < 0) return;
    for (std::size_t bin = 0; bin < bins.count; ++bin) {
        f32x8& side = static_cast<std::int32_t>(bin) < best.bin ? best.left : best.right;
        simd::max(side, side, box[best.axis][bin]);
    }
}

void measure(const BuildBox* boxes, BuildRange& range) {
    f32x8 sum, centers;
    set_to_nothing(sum);
    set_to_nothing(centers);
    for (std::size_t i = range.begin; i < range.end; ++i) {
        f32x8 box, center;
        load_box(box, boxes[i]);
        center_as_box(center, box);
        simd::max(sum, sum, box);
        simd::max(centers, centers, center);
    }
    simd::store(range.box, sum);
    simd::store(range.centers, centers);
}

// Sorts by the bins of one axis, without a branch that could be guessed wrong: every box is written to both sides, and
// the side it belongs to steps on. Each side keeps its order.
inline std::size_t partition(BuildBox* boxes, BuildBox* scratch, const BuildRange& range, const Binning& bins,
                             const Split& best, BuildRange& left, BuildRange& right) {
    const float low = bins.low[best.axis], scale = bins.scale[best.axis];
    f32x8 nothing, left_centers, right_centers;
    set_to_nothing(nothing);
    left_centers = right_centers = nothing;
    std::size_t middle = range.begin, others = 0;
    for (std::size_t i = range.begin; i < range.end; ++i) {
        const float center = boxes[i].high[best.axis] - boxes[i].negative_low[best.axis];
        const bool goes_right = static_cast<std::int32_t>((center - low) * scale) >= best.bin;
        f32x8 box, point, chosen;
        load_box(box, boxes[i]);
        center_as_box(point, box);
        const simd::IntOf<f32x8> mask = simd::IntOf<f32x8>{} - static_cast<std::int32_t>(goes_right);
        simd::select(chosen, mask, nothing, point);
        simd::max(left_centers, left_centers, chosen);
        simd::select(chosen, mask, point, nothing);
        simd::max(right_centers, right_centers, chosen);
        simd::store(boxes[middle].negative_low, box);
        simd::store(scratch[others].negative_low, box);
        middle += !goes_right;
        others += goes_right;
    }
    for (std::size_t i = 0; i < others; ++i) boxes[middle + i] = scratch[i];
    simd::store(left.centers, left_centers);
    simd::store(right.centers, right_centers);
    return middle;
}

void split(BuildBox* boxes, BuildBox* scratch, const BuildRange& range, bool by_half, BuildRange& left,
           BuildRange& right) {
    Binning bins;
    choose_bins(bins, range);
    Split best;
    if (!by_half) find_split(boxes, range, bins, best);
    left.begin = range.begin;
    right.end = range.end;
    if (best.axis < 0) {
        left.end = right.begin = range.begin + (range.end - range.begin) / 2;
        measure(boxes, left);
        measure(boxes, right);
    } else {
        left.end = right.begin = partition(boxes, scratch, range, bins, best, left, right);
        simd::store(left.box, best.left);
        simd::store(right.box, best.right);
    }
}

constexpr BuildKernels build_kernels = {measure, split};

} // namespace
} // namespace ossuary::mesh
