#include "ossuary/mesh/packed_mesh.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include <gtest/gtest.h>

#include "mesh/shapes.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hash.h"
#include "ossuary/mesh/tangents.h"

namespace ossuary::mesh {
namespace {

Model torus_model() {
    Model model = testing::skinned_torus(24, 6);
    Mesh& mesh = model.meshes[0];
    set_tangents(mesh);
    mesh.colors.resize(mesh.positions.size());
    for (std::size_t v = 0; v < mesh.colors.size(); ++v) mesh.colors[v].r = static_cast<std::uint8_t>(v);
    return model;
}

PackedMesh packed(const Model& model, PackOptions options = {}, const MeshletLimits& limits = {}) {
    options.sources = true;
    const Mesh& mesh = model.meshes[0];
    const Skin* skin = mesh.skin < 0 ? nullptr : &model.skins[0];
    auto made = pack_mesh(mesh, *Meshlets::make(mesh, limits), skin, options);
    EXPECT_TRUE(made) << made.error().text();
    return std::move(*made);
}

double degrees_between(const Vec3& a, const Vec3& b) {
    return std::asin(std::min(1.0, length(to_double(a) - to_double(b)) / 2)) * 2 * 180 / 3.14159265358979;
}

// Every vertex that comes out against the one it was.
void expect_within_errors(const PackedMesh& p, const Model& model) {
    const Mesh& mesh = model.meshes[0];
    const auto out = unpack_mesh(p, &model.skins[0]);
    ASSERT_TRUE(out) << out.error().text();
    ASSERT_EQ(out->positions.size(), p.sources.size());
    // Four positions and weights that are a little off move the sum of them by both.
    const bool four = p.skinning == Skinning::joint_positions;
    const double position_bound = static_cast<double>(p.errors.position) +
                                  (four ? 4 * static_cast<double>(p.errors.weight) * 1e-5 : 0) + 1e-6 * four;
    for (std::size_t v = 0; v < p.sources.size(); ++v) {
        const std::uint32_t s = p.sources[v];
        EXPECT_LE(length(to_double(out->positions[v]) - to_double(mesh.positions[s])), position_bound);
        EXPECT_LE(degrees_between(out->normals[v], mesh.normals[s]), static_cast<double>(p.errors.normal) + 1e-5);
        EXPECT_LE(std::abs(out->uv0[v].x - mesh.uv0[s].x), p.errors.uv);
        EXPECT_LE(std::abs(out->uv0[v].y - mesh.uv0[s].y), p.errors.uv);
        EXPECT_EQ(out->colors[v], mesh.colors[s]);
        EXPECT_EQ(out->tangents[v].w, mesh.tangents[s].w);
        double worst = 0;
        for (std::uint32_t i = mesh.influence_start[s]; i < mesh.influence_start[s + 1]; ++i) {
            double weight = 0;
            for (std::uint32_t o = out->influence_start[v]; o < out->influence_start[v + 1]; ++o)
                if (out->influences[o].joint == mesh.influences[i].joint)
                    weight += static_cast<double>(out->influences[o].weight);
            worst = std::max(worst, std::abs(weight - static_cast<double>(mesh.influences[i].weight)));
        }
        EXPECT_LE(worst, static_cast<double>(p.errors.weight) + 1e-6);
    }
}

TEST(PackedMesh, ComesOutWithinTheErrorsItStates) {
    const Model model = torus_model();
    for (const PositionFrame frame : {PositionFrame::mesh, PositionFrame::meshlet})
        for (const Skinning skinning : {Skinning::bind_position, Skinning::joint_positions})
            for (const std::uint8_t bits : {std::uint8_t{8}, std::uint8_t{12}, std::uint8_t{16}}) {
                const PackedMesh p = packed(model, {.frame = frame, .position_bits = bits, .skinning = skinning});
                EXPECT_TRUE(validate(p, &model.skins[0]).empty()) << validate(p, &model.skins[0])[0].text();
                expect_within_errors(p, model);
                const PackErrors bounds = error_bounds(p);
                EXPECT_GT(p.errors.position, bounds.position / 4);
                EXPECT_LE(p.errors.normal, 1.0f);
                EXPECT_LE(p.errors.uv, 1.0f / 4096);
            }
}

TEST(PackedMesh, MoreBitsErrLess) {
    const Model model = torus_model();
    const PackErrors coarse =
        packed(model, {.position_bits = 8, .normal_bits = 6, .uv_bits = 8, .weight_bits = 8}).errors;
    const PackErrors fine =
        packed(model, {.position_bits = 16, .normal_bits = 16, .uv_bits = 16, .weight_bits = 16}).errors;
    EXPECT_LT(fine.position * 100, coarse.position);
    EXPECT_LT(fine.normal * 100, coarse.normal);
    EXPECT_LT(fine.tangent * 100, coarse.tangent);
    EXPECT_LT(fine.uv * 100, coarse.uv);
    EXPECT_LT(fine.weight * 100, coarse.weight);
    // A meshlet is a small part of the mesh: the same bits go further.
    const Model large = testing::skinned_torus(64, 6);
    const PackErrors global = packed(large, {.position_bits = 8}).errors;
    const PackErrors local = packed(large, {.frame = PositionFrame::meshlet, .position_bits = 8}).errors;
    EXPECT_LT(local.position * 1.2f, global.position);
}

TEST(PackedMesh, LeavesNoCracks) {
    const Model model = torus_model();
    for (const PositionFrame frame : {PositionFrame::mesh, PositionFrame::meshlet}) {
        const PackedMesh p = packed(model, {.frame = frame, .position_bits = 8});
        const auto out = unpack_mesh(p);
        std::vector<std::optional<Vec3>> seen(model.meshes[0].positions.size());
        std::size_t shared = 0;
        for (std::size_t v = 0; v < p.sources.size(); ++v) {
            auto& known = seen[p.sources[v]];
            shared += known.has_value();
            EXPECT_EQ(known.value_or(out->positions[v]), out->positions[v]);
            known = out->positions[v];
        }
        EXPECT_GT(shared, 100u);
    }
}

TEST(PackedMesh, PackingWhatCameOutChangesNoPosition) {
    const Model model = torus_model();
    const PackedMesh once = packed(model, {.position_bits = 12});
    Model again = model;
    again.meshes[0] = *unpack_mesh(once);
    const PackedMesh twice = packed(again, {.position_bits = 12});
    EXPECT_LE(twice.errors.position, 1e-5f); // half a step is a millimetre
    EXPECT_LE(twice.errors.uv, 1e-6f);
    EXPECT_LE(twice.errors.weight, 1e-6f);
}

TEST(PackedMesh, TrianglesKeepTheirVerticesAndWinding) {
    const Model model = torus_model();
    const Mesh& mesh = model.meshes[0];
    const PackedMesh p = packed(model);
    const auto out = unpack_mesh(p);
    ASSERT_EQ(out->surfaces.size(), 2u);
    for (std::size_t s = 0; s < 2; ++s) {
        const auto triangles = [](const Surface& surface, auto&& vertex) {
            std::multiset<std::array<std::uint32_t, 3>> list;
            for (std::uint32_t i = surface.first_index; i < surface.first_index + surface.index_count; i += 3) {
                std::array<std::uint32_t, 3> t{vertex(i), vertex(i + 1), vertex(i + 2)};
                std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
                list.insert(t);
            }
            return list;
        };
        EXPECT_EQ(out->surfaces[s].material, mesh.surfaces[s].material);
        EXPECT_EQ(triangles(out->surfaces[s], [&](std::uint32_t i) { return p.sources[out->indices[i]]; }),
                  triangles(mesh.surfaces[s], [&](std::uint32_t i) { return mesh.indices[i]; }));
    }
}

TEST(PackedMesh, HasTheJointsOfEachMeshlet) {
    const Model model = torus_model();
    const Mesh& mesh = model.meshes[0];
    const PackedMesh p = packed(model);
    std::size_t fewer = 0;
    for (const PackedMeshlet& meshlet : p.meshlets) {
        std::set<std::uint32_t> wanted;
        for (std::uint32_t v = 0; v < meshlet.vertex_count; ++v) {
            const std::uint32_t s = p.sources[meshlet.first_vertex + v];
            for (std::uint32_t i = mesh.influence_start[s]; i < mesh.influence_start[s + 1]; ++i)
                if (mesh.influences[i].weight > 0) wanted.insert(mesh.influences[i].joint);
        }
        const std::set<std::uint32_t> found(p.joints.begin() + meshlet.first_joint,
                                            p.joints.begin() + meshlet.first_joint + meshlet.joint_count);
        EXPECT_EQ(found, wanted);
        fewer += found.size() < 6;
    }
    EXPECT_GT(fewer, 0u);
}

TEST(PackedMesh, JointPositionsNeedNoInverseBind) {
    const Model model = torus_model();
    const PackedMesh p = packed(model, {.skinning = Skinning::joint_positions});
    EXPECT_EQ(p.layout.position_count, 4);
    EXPECT_FALSE(unpack_mesh(p));
    EXPECT_TRUE(unpack_mesh(p, &model.skins[0]));
}

TEST(PackedMesh, KeepsTheFourLargestInfluencesAndSaysWhatWasDropped) {
    Model model = torus_model();
    Mesh& mesh = model.meshes[0];
    mesh.influence_start.assign(1, 0);
    mesh.influences.clear();
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        for (const Influence& i : {Influence{0, 0.1f}, {1, 0.3f}, {2, 0.05f}, {3, 0.25f}, {4, 0.2f}, {5, 0.1f}})
            mesh.influences.push_back(i);
        mesh.influence_start.push_back(static_cast<std::uint32_t>(mesh.influences.size()));
    }
    const PackedMesh p = packed(model);
    EXPECT_NEAR(p.errors.dropped, 0.15f, 1e-6f);
    const auto out = unpack_mesh(p);
    EXPECT_EQ(out->influence_start[1], 4u);
    EXPECT_EQ(out->influences[0].joint, 1u);
    EXPECT_NEAR(out->influences[0].weight, 0.3f / 0.85f, 1.0f / 255);
    EXPECT_EQ(out->influences[3].joint, 0u); // of the two with equal weights, the first
}

TEST(PackedMesh, SizesOfVertices) {
    Model model = torus_model();
    EXPECT_EQ(packed(model).layout.words(), 7u); // 48 + 16 + 17 + 32 + 32 + 32 + 32 bits
    Mesh plain = testing::torus(8);
    const Meshlets meshlets = *Meshlets::make(plain);
    EXPECT_EQ(pack_mesh(plain, meshlets)->layout.words(), 3u);
    EXPECT_EQ(pack_mesh(plain, meshlets, nullptr, {.position_bits = 8, .uv_bits = 12})->layout.words(), 2u);
    plain.normals.clear();
    plain.uv0.clear();
    EXPECT_EQ(pack_mesh(plain, meshlets, nullptr, {.position_bits = 8})->layout.words(), 1u);
}

TEST(PackedMesh, BearsFlatEmptyAndFarAwayMeshes) {
    Model model;
    for (const Mesh& mesh : {Mesh(), testing::sheet(1), testing::sheet(9)}) {
        model.meshes = {mesh};
        for (const PositionFrame frame : {PositionFrame::mesh, PositionFrame::meshlet})
            for (const float offset : {0.0f, 1e6f}) {
                for (Vec3& p : model.meshes[0].positions) p.x += offset;
                const PackedMesh p = packed(model, {.frame = frame});
                EXPECT_TRUE(validate(p).empty());
            }
    }
}

TEST(PackedMesh, RefusesWhatIsNotFiniteAndOptionsThatDoNotExist) {
    Mesh mesh = testing::torus(8);
    const Meshlets meshlets = *Meshlets::make(mesh);
    EXPECT_FALSE(pack_mesh(mesh, meshlets, nullptr, {.position_bits = 9}));
    EXPECT_FALSE(pack_mesh(mesh, meshlets, nullptr, {.normal_bits = 17}));
    EXPECT_FALSE(pack_mesh(mesh, meshlets, nullptr, {.uv_bits = 7}));
    EXPECT_FALSE(pack_mesh(mesh, meshlets, nullptr, {.weight_bits = 12}));
    EXPECT_FALSE(pack_mesh(testing::cube(), meshlets));
    Meshlets torn = meshlets;
    torn.list[0].vertex_count = 0;
    EXPECT_FALSE(pack_mesh(mesh, torn));
    const Model skinned = testing::skinned_torus(8, 3);
    Skin half = skinned.skins[0];
    half.inverse_bind.pop_back();
    EXPECT_FALSE(pack_mesh(skinned.meshes[0], *Meshlets::make(skinned.meshes[0]), &half));
    mesh.uv0[2].x = INFINITY;
    EXPECT_EQ(pack_mesh(mesh, meshlets).error().place().field, "uv0[2]");
}

// ---- the file

ByteBuffer file() { return write_packed_mesh(packed(testing::skinned_torus(6, 3))); }

void set_checksum(ByteBuffer& bytes) { store(bytes.data() + 8, crc32(Bytes(bytes).subspan(12)), Endian::little); }

TEST(PackedMeshFile, RoundTripKeepsEveryByte) {
    const Model model = torus_model();
    for (const Skinning skinning : {Skinning::bind_position, Skinning::joint_positions}) {
        const ByteBuffer bytes = write_packed_mesh(packed(model, {.position_bits = 12, .skinning = skinning}));
        EXPECT_TRUE(recognise_packed_mesh(bytes));
        const auto parsed = parse_packed_mesh(bytes);
        ASSERT_TRUE(parsed) << parsed.error().text();
        EXPECT_EQ(write_packed_mesh(*parsed), bytes);
        EXPECT_TRUE(validate(*parsed, &model.skins[0]).empty());
    }
}

TEST(PackedMeshFile, IsTheSameEveryTime) { EXPECT_EQ(file(), file()); }

TEST(PackedMeshFile, RefusesEveryTruncation) {
    const ByteBuffer bytes = file();
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        ByteBuffer cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
        EXPECT_FALSE(parse_packed_mesh(cut));
        if (size > 12) set_checksum(cut);
        EXPECT_FALSE(parse_packed_mesh(cut)) << size;
    }
    ByteBuffer longer = bytes;
    longer.resize(bytes.size() + 16);
    set_checksum(longer);
    EXPECT_FALSE(parse_packed_mesh(longer));
}

TEST(PackedMeshFile, NoticesEveryFlippedBit) {
    const ByteBuffer bytes = file();
    for (std::size_t bit = 0; bit < bytes.size() * 8; bit += 5) {
        ByteBuffer flipped = bytes;
        flipped[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
        EXPECT_FALSE(parse_packed_mesh(flipped)) << bit;
    }
}

TEST(PackedMeshFile, WhatGetsPastTheChecksumIsSoundOrRefused) {
    const ByteBuffer bytes = file();
    std::size_t refused = 0;
    for (std::size_t bit = 96; bit < bytes.size() * 8; bit += 7) {
        ByteBuffer flipped = bytes;
        flipped[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
        set_checksum(flipped);
        const auto parsed = parse_packed_mesh(flipped);
        if (!parsed) {
            EXPECT_FALSE(parsed.error().message().empty());
            ++refused;
            continue;
        }
        EXPECT_EQ(write_packed_mesh(*parsed), flipped);
        EXPECT_TRUE(unpack_mesh(*parsed));
        validate(*parsed);
    }
    EXPECT_GT(refused, 100u);
}

TEST(PackedMeshFile, CountsThatCannotBeAllocateNothing) {
    ByteBuffer bytes = file();
    for (std::size_t at = 12; at < 32; at += 4) {
        ByteBuffer wrong = bytes;
        store(wrong.data() + at, std::uint32_t{0xfffffff0}, Endian::little);
        set_checksum(wrong);
        EXPECT_FALSE(parse_packed_mesh(wrong));
    }
}

TEST(PackedMesh, CheckFindsWhatIsWrong) {
    const Model model = torus_model();
    const PackedMesh sound = packed(model);
    const auto is_found = [&](auto&& harm) {
        PackedMesh harmed = sound;
        harm(harmed);
        return !validate(harmed).empty();
    };
    EXPECT_FALSE(is_found([](PackedMesh&) {}));
    EXPECT_TRUE(is_found([](PackedMesh& p) { p.meshlets[0].sphere.radius *= 0.9f; }));
    EXPECT_TRUE(is_found([](PackedMesh& p) { p.meshlets[0].cone = {{0, 0, 0}, {0, -1, 0}, 0.01f}; }));
    EXPECT_TRUE(is_found([](PackedMesh& p) { p.triangles[0] = 0xff; }));
    EXPECT_TRUE(is_found([](PackedMesh& p) { p.joints[0] = 99; }));
    EXPECT_TRUE(is_found([](PackedMesh& p) { p.vertices[6] ^= 1; })); // the last word of a vertex holds weights
    EXPECT_TRUE(is_found([](PackedMesh& p) { p.errors.position = 1; }));
    EXPECT_TRUE(is_found([](PackedMesh& p) { p.surfaces[1].first_meshlet = 0; }));
    EXPECT_TRUE(is_found([](PackedMesh& p) { p.position[1].step = -1; }));
    EXPECT_TRUE(is_found([](PackedMesh& p) { p.sources.pop_back(); }));
}

} // namespace
} // namespace ossuary::mesh
