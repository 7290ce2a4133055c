// Sorting a mesh's vertices into blocks.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "anim/finite.h"
#include "anim/kernels/table.h"
#include "ossuary/anim/skinning.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/sort.h"

namespace ossuary::anim {

namespace {

// The influences of one vertex: every bone once, in rising order, with weights that add up to one.
using Influences = std::vector<Influence>;

// Blocks add their bones in rising order too: a bone without weight adds zero, so a vertex comes out with the same
// bits in whatever block it lies.
using Bones = std::vector<std::uint32_t>;

std::size_t growth(const Bones& bones, const Bones& more) {
    std::size_t count = 0;
    for (const std::uint32_t bone : more) count += !std::binary_search(bones.begin(), bones.end(), bone);
    return count;
}
void merge(Bones& bones, const Bones& more) {
    Bones both;
    std::set_union(bones.begin(), bones.end(), more.begin(), more.end(), std::back_inserter(both));
    bones = std::move(both);
}

// Vertices that have the same bones.
struct Group {
    Bones bones;
    std::vector<std::uint32_t> vertices;
};

struct Block {
    Bones bones;
    std::vector<std::uint32_t> vertices;
};

} // namespace

class SkinMeshPreparation {
public:
    SkinMeshPreparation(const Mesh& mesh, std::size_t palette_size, std::size_t block_size, Diagnostics* diagnostics)
        : mesh_(mesh), diagnostics_(diagnostics) {
        made_.palette_size_ = palette_size;
        made_.block_size_ = block_size;
        made_.has_normals_ = !mesh.normals.empty();
        made_.has_tangents_ = !mesh.tangents.empty();
    }

    Result<SkinMesh> make() {
        if (auto ok = check(); !ok) return Failure(ok.error());
        if (auto ok = read_influences(); !ok) return Failure(ok.error());
        make_blocks(make_groups());
        for (const Block& block : blocks_) write_block(block);
        write_morphs();
        if (made_.data_.size() > no_morph) return fail("the mesh is too large");
        return std::move(made_);
    }

private:
    Result<void> check() const {
        const std::size_t count = mesh_.positions.size();
        const std::size_t size = made_.block_size_;
        if (size != 4 && size != 8 && size != 16) return fail("block_size: is not 4, 8 or 16");
        if (made_.palette_size_ == 0) return fail("palette_size: is zero");
        const auto sized = [count](std::size_t have) { return have == 0 || have == count; };
        if (!sized(mesh_.normals.size())) return fail(Place{.field = "normals"}, "does not have one for each vertex");
        if (!sized(mesh_.tangents.size())) return fail(Place{.field = "tangents"}, "does not have one for each vertex");
        for (std::size_t v = 0; v < count; ++v)
            if (!is_finite(mesh_.positions[v]))
                return fail(Place{.field = "positions[" + std::to_string(v) + "]"}, "is not finite");
        for (std::size_t m = 0; m < mesh_.morphs.size(); ++m)
            if (mesh_.morphs[m].positions.size() != count || !sized(mesh_.morphs[m].normals.size()))
                return fail(Place{.field = "morphs[" + std::to_string(m) + "]"}, "does not have one for each vertex");
        return {};
    }

    Result<void> read_influences() {
        const std::size_t count = mesh_.positions.size();
        influences_.assign(count, {{0, 1.0f}});
        if (mesh_.influence_start.empty()) return {};
        if (mesh_.influence_start.size() != count + 1)
            return fail(Place{.field = "influence_start"}, "does not have one for each vertex, and the end");
        for (std::size_t v = 0; v < count; ++v) {
            const std::uint32_t first = mesh_.influence_start[v], end = mesh_.influence_start[v + 1];
            if (first > end || end > mesh_.influences.size())
                return fail(Place{.field = "influence_start[" + std::to_string(v) + "]"},
                            "does not rise, or passes the end");
            for (std::uint32_t i = first; i < end; ++i)
                if (mesh_.influences[i].joint >= made_.palette_size_ || !std::isfinite(mesh_.influences[i].weight))
                    return fail(Place{.field = "influences[" + std::to_string(i) + "]"},
                                "is no bone of the palette, or its weight is not finite");
            read_influences_of(v, {mesh_.influences.data() + first, mesh_.influences.data() + end});
        }
        return {};
    }

    void read_influences_of(std::size_t vertex, Influences given) {
        Influences merged;
        ossuary::sort(given, [](const Influence& a, const Influence& b) {
            return a.joint != b.joint ? a.joint < b.joint : a.weight < b.weight;
        });
        double sum = 0;
        for (const Influence& influence : given) {
            if (influence.weight == 0) continue;
            sum += static_cast<double>(influence.weight);
            if (!merged.empty() && merged.back().joint == influence.joint)
                merged.back().weight += influence.weight;
            else
                merged.push_back(influence);
        }
        if (!(sum > 0)) {
            report(diagnostics_, Severity::warning, Place{.field = "influences of vertex " + std::to_string(vertex)},
                   "have no weight: the vertex follows its first bone");
            const std::uint32_t first = mesh_.influence_start[vertex];
            merged = {{given.empty() ? 0 : mesh_.influences[first].joint, 1.0f}};
            sum = 1;
        }
        for (Influence& influence : merged)
            influence.weight = static_cast<float>(static_cast<double>(influence.weight) / sum);
        if (merged.size() == 1) merged[0].weight = 1;
        influences_[vertex] = std::move(merged);
    }

    std::vector<Group> make_groups() const {
        std::vector<std::uint32_t> vertices(influences_.size());
        for (std::size_t v = 0; v < vertices.size(); ++v) vertices[v] = static_cast<std::uint32_t>(v);
        const auto bones_of = [this](std::uint32_t v) {
            Bones bones;
            for (const Influence& influence : influences_[v]) bones.push_back(influence.joint);
            return bones;
        };
        ossuary::sort(vertices, [&](std::uint32_t a, std::uint32_t b) {
            const auto by_bone = [](const Influence& x, const Influence& y) { return x.joint < y.joint; };
            const Influences &x = influences_[a], &y = influences_[b];
            if (std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end(), by_bone)) return true;
            if (std::lexicographical_compare(y.begin(), y.end(), x.begin(), x.end(), by_bone)) return false;
            return a < b;
        });
        std::vector<Group> groups;
        for (const std::uint32_t v : vertices) {
            Bones bones = bones_of(v);
            if (groups.empty() || groups.back().bones != bones) groups.push_back({std::move(bones), {}});
            groups.back().vertices.push_back(v);
        }
        return groups;
    }

    // Whole blocks of vertices with the same bones first; then what is left over, each block begun with the largest
    // set of bones and filled with what makes it grow least. Similar groups are neighbours, so a few are looked at.
    void make_blocks(std::vector<Group> groups) {
        const std::size_t size = made_.block_size_;
        for (Group& group : groups)
            while (group.vertices.size() >= size) {
                blocks_.push_back(
                    {group.bones, {group.vertices.end() - static_cast<std::ptrdiff_t>(size), group.vertices.end()}});
                group.vertices.resize(group.vertices.size() - size);
            }
        constexpr std::size_t looked_at = 256;
        std::vector<Group> near;
        std::size_t next = 0;
        const auto look = [&] {
            for (; near.size() < looked_at && next < groups.size(); ++next)
                if (!groups[next].vertices.empty()) near.push_back(std::move(groups[next]));
            return !near.empty();
        };
        while (look()) {
            Block block;
            block.bones = std::max_element(near.begin(), near.end(), [](const Group& a, const Group& b) {
                              return a.bones.size() < b.bones.size();
                          })->bones;
            while (block.vertices.size() < size && look()) {
                const auto best = std::min_element(near.begin(), near.end(), [&](const Group& a, const Group& b) {
                    return growth(block.bones, a.bones) < growth(block.bones, b.bones);
                });
                merge(block.bones, best->bones);
                while (block.vertices.size() < size && !best->vertices.empty()) {
                    block.vertices.push_back(best->vertices.back());
                    best->vertices.pop_back();
                }
                if (best->vertices.empty()) near.erase(best);
            }
            blocks_.push_back(std::move(block));
        }
    }

    // A plane of one number per vertex; lanes past the last vertex repeat it.
    template <class Value> void write_plane(const Block& block, Value value) {
        for (std::size_t i = 0; i < made_.block_size_; ++i)
            made_.data_.push_back(value(block.vertices[std::min(i, block.vertices.size() - 1)]));
    }

    void write_block(const Block& block) {
        made_.blocks_.push_back({static_cast<std::uint32_t>(made_.data_.size()),
                                 static_cast<std::uint32_t>(made_.bones_.size()),
                                 static_cast<std::uint32_t>(block.bones.size())});
        made_.bones_.insert(made_.bones_.end(), block.bones.begin(), block.bones.end());
        made_.order_.insert(made_.order_.end(), block.vertices.begin(), block.vertices.end());
        for (std::size_t c = 0; c < 3; ++c) write_plane(block, [&](std::uint32_t v) { return mesh_.positions[v][c]; });
        for (std::size_t c = 0; c < 3 && made_.has_normals_; ++c)
            write_plane(block, [&](std::uint32_t v) { return mesh_.normals[v][c]; });
        for (std::size_t c = 0; c < 4 && made_.has_tangents_; ++c)
            write_plane(block, [&](std::uint32_t v) { return mesh_.tangents[v][c]; });
        for (const std::uint32_t bone : block.bones)
            write_plane(block, [&](std::uint32_t v) {
                for (const Influence& influence : influences_[v])
                    if (influence.joint == bone) return influence.weight;
                return 0.0f;
            });
    }

    void write_morphs() {
        made_.morph_count_ = mesh_.morphs.size();
        for (const MorphTarget& morph : mesh_.morphs)
            for (const Block& block : blocks_) {
                const bool touches = std::any_of(block.vertices.begin(), block.vertices.end(), [&](std::uint32_t v) {
                    return morph.positions[v] != Vec3{} || (!morph.normals.empty() && morph.normals[v] != Vec3{});
                });
                made_.morph_offsets_.push_back(touches ? static_cast<std::uint32_t>(made_.data_.size()) : no_morph);
                if (!touches) continue;
                for (std::size_t c = 0; c < 3; ++c)
                    write_plane(block, [&](std::uint32_t v) { return morph.positions[v][c]; });
                for (std::size_t c = 0; c < 3 && made_.has_normals_; ++c)
                    write_plane(block,
                                [&](std::uint32_t v) { return morph.normals.empty() ? 0 : morph.normals[v][c]; });
            }
    }

    const Mesh& mesh_;
    Diagnostics* diagnostics_;
    std::vector<Influences> influences_;
    std::vector<Block> blocks_;
    SkinMesh made_;
};

Result<SkinMesh> SkinMesh::make(const Mesh& mesh, std::size_t palette_size, std::size_t block_size,
                                Diagnostics* diagnostics) {
    return SkinMeshPreparation(mesh, palette_size, block_size, diagnostics).make();
}

std::vector<std::uint32_t> SkinMesh::packed_indices(std::span<const std::uint32_t> indices) const {
    std::vector<std::uint32_t> place(order_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) place[order_[i]] = static_cast<std::uint32_t>(i);
    std::vector<std::uint32_t> packed;
    packed.reserve(indices.size());
    for (const std::uint32_t index : indices) packed.push_back(place[index]);
    return packed;
}

double SkinMesh::bones_per_block() const {
    return blocks_.empty() ? 0 : static_cast<double>(bones_.size()) / static_cast<double>(blocks_.size());
}

} // namespace ossuary::anim
