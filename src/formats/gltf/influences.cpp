#include "influences.h"
#include "ossuary/base/sort.h"

#include <algorithm>
#include <cmath>

namespace ossuary::gltf {

namespace {

constexpr float least_weight = 1e-6f;
// Sums this close to one are left alone, so that a second pass changes no bit. What settle() makes is closer.
constexpr double sum_tolerance = 1e-7;

struct Share {
    std::uint32_t joint;
    double weight;
};

double sum_of(const std::vector<Share>& shares) {
    double sum = 0;
    for (const Share& share : shares) sum += share.weight;
    return sum;
}

void normalise(std::vector<Share>& shares) {
    const double sum = sum_of(shares);
    if (std::abs(sum - 1) <= sum_tolerance) return;
    for (Share& share : shares) share.weight /= sum;
}

void sort_by_weight(std::vector<Share>& shares) {
    ossuary::sort(shares, [](const Share& a, const Share& b) {
        return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
    });
}

void merge_same_joints(std::vector<Share>& shares) {
    ossuary::sort(shares, [](const Share& a, const Share& b) {
        return a.joint != b.joint ? a.joint < b.joint : a.weight < b.weight;
    });
    std::size_t kept = 0;
    for (std::size_t i = 1; i < shares.size(); ++i) {
        if (shares[i].joint == shares[kept].joint)
            shares[kept].weight += shares[i].weight;
        else
            shares[++kept] = shares[i];
    }
    if (!shares.empty()) shares.resize(kept + 1);
}

// Rounds to float and puts what rounding left over into the largest weight.
void settle(std::vector<Share>& shares) {
    for (Share& share : shares) share.weight = static_cast<double>(static_cast<float>(share.weight));
    for (int pass = 0; pass < 2; ++pass) {
        const double rest = 1 - sum_of(shares);
        if (std::abs(rest) <= sum_tolerance / 2) break;
        shares[0].weight = static_cast<double>(static_cast<float>(shares[0].weight + rest));
    }
    sort_by_weight(shares);
}

} // namespace

PackedInfluences pack_influences(const Mesh& mesh, std::uint32_t most) {
    const std::size_t vertices = mesh.positions.size();
    PackedInfluences packed;
    std::vector<Influence> all;
    std::vector<std::uint32_t> counts(vertices);
    all.reserve(mesh.influences.size());
    std::vector<Share> shares;
    for (std::size_t v = 0; v < vertices; ++v) {
        shares.clear();
        for (std::uint32_t i = mesh.influence_start[v]; i < mesh.influence_start[v + 1]; ++i)
            if (mesh.influences[i].weight > 0)
                shares.push_back({mesh.influences[i].joint, static_cast<double>(mesh.influences[i].weight)});
        merge_same_joints(shares);
        normalise(shares);
        std::erase_if(shares, [](const Share& share) { return static_cast<float>(share.weight) < least_weight; });
        if (shares.empty()) shares.push_back({0, 1});
        sort_by_weight(shares);
        if (shares.size() > most) {
            const double before = sum_of(shares);
            shares.resize(most);
            ++packed.cut_vertices;
            packed.largest_cut = std::max(packed.largest_cut, before - sum_of(shares));
        }
        normalise(shares);
        settle(shares);
        if (shares.size() > 4) ++packed.wide_vertices;
        counts[v] = static_cast<std::uint32_t>(shares.size());
        for (const Share& share : shares) all.push_back({share.joint, static_cast<float>(share.weight)});
    }
    const std::uint32_t worst = counts.empty() ? 4 : *std::max_element(counts.begin(), counts.end());
    packed.per_vertex = (std::max(worst, 1u) + 3) / 4 * 4;
    packed.slots.resize(vertices * packed.per_vertex);
    std::size_t from = 0;
    for (std::size_t v = 0; v < vertices; ++v) {
        std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(from), counts[v],
                    packed.slots.begin() + static_cast<std::ptrdiff_t>(v * packed.per_vertex));
        from += counts[v];
    }
    return packed;
}

void settle_influences(Mesh& mesh) {
    const PackedInfluences packed = pack_influences(mesh, UINT32_MAX);
    std::vector<Influence> influences;
    influences.reserve(mesh.influences.size());
    for (std::size_t v = 0; v + 1 < mesh.influence_start.size(); ++v) {
        mesh.influence_start[v] = static_cast<std::uint32_t>(influences.size());
        for (std::size_t i = v * packed.per_vertex; i < (v + 1) * packed.per_vertex; ++i)
            if (packed.slots[i].weight > 0) influences.push_back(packed.slots[i]);
    }
    mesh.influence_start.back() = static_cast<std::uint32_t>(influences.size());
    mesh.influences = std::move(influences);
}

} // namespace ossuary::gltf
