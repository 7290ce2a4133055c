#include "ossuary/anim/skinning.h"

#include <cmath>
#include <cstring>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "ossuary/model/model.h"
#include "random_motion.h"

namespace ossuary::anim {
namespace {

// A cloud of vertices around the joints of a skeleton that fills ten metres, with up to `influences` bones each.
Model random_model(std::size_t joints, std::size_t vertices, std::uint32_t influences, std::uint32_t seed = 1) {
    Random random(seed);
    Model model;
    model.skeleton = random_skeleton(joints);
    for (Joint& joint : model.skeleton.joints) joint.rest.translation = random.vector(1.2);
    const std::vector<Affined> rest = rest_object_pose(model.skeleton);
    Skin& skin = model.skins.emplace_back();
    for (std::size_t j = 0; j < joints; ++j) {
        skin.joints.push_back(static_cast<std::uint32_t>(j));
        skin.inverse_bind.push_back(to_float(inverse(rest[j])));
    }
    Mesh& mesh = model.meshes.emplace_back();
    mesh.skin = 0;
    mesh.influence_start.push_back(0);
    mesh.morphs.resize(3);
    for (std::size_t v = 0; v < vertices; ++v) {
        const auto first = random.below(static_cast<std::uint32_t>(joints));
        mesh.positions.push_back(to_float(rest[first].t) + random.vector(0.3));
        mesh.normals.push_back(to_float(normalize(to_double(random.vector(1)))));
        const Vec3 tangent = to_float(normalize(to_double(random.vector(1))));
        mesh.tangents.push_back({tangent.x, tangent.y, tangent.z, v % 2 ? 1.0f : -1.0f});
        const std::uint32_t count = 1 + random.below(influences);
        double total = 0;
        std::vector<double> weights;
        for (std::uint32_t i = 0; i < count; ++i) total += weights.emplace_back(random.number(0.1, 1));
        for (std::uint32_t i = 0; i < count; ++i)
            mesh.influences.push_back(
                {(first + i) % static_cast<std::uint32_t>(joints), static_cast<float>(weights[i] / total)});
        mesh.influence_start.push_back(static_cast<std::uint32_t>(mesh.influences.size()));
        for (MorphTarget& morph : mesh.morphs) {
            const bool touched = random.below(10) == 0;
            morph.positions.push_back(touched ? random.vector(0.2) : Vec3{});
            morph.normals.push_back(touched ? random.vector(0.5) : Vec3{});
        }
    }
    return model;
}

struct Posed {
    std::vector<Affined> object_pose;
    std::vector<PaletteMatrix> palette;
};
// The palette in float from exact matrices, so that the test sees what skinning itself does.
Posed random_palette(const Model& model, std::uint32_t seed) {
    Random random(seed);
    std::vector<Transformd> local = rest_pose(model.skeleton);
    for (Transformd& t : local) {
        t.rotation = to_double(random.rotation_near(to_float(t.rotation), 0.4));
        t.scale = {random.number(0.9, 1.1), random.number(0.9, 1.1), random.number(0.9, 1.1)};
    }
    Posed posed{object_pose(model.skeleton, local), {}};
    for (std::size_t i = 0; i < model.skins[0].joints.size(); ++i)
        posed.palette.push_back(to_palette_matrix(
            to_float(posed.object_pose[model.skins[0].joints[i]] * to_double(model.skins[0].inverse_bind[i]))));
    return posed;
}

// The same in double from the same palette: normals by the inverse transpose, which the kernel has no part of.
struct Reference {
    std::vector<Vec3d> positions, normals, tangents;
};
Reference reference(const Mesh& mesh, const std::vector<PaletteMatrix>& palette, const std::vector<float>& morphs) {
    Reference result;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        Vec3d p = to_double(mesh.positions[v]), n = to_double(mesh.normals[v]);
        for (std::size_t m = 0; m < morphs.size(); ++m) {
            p += to_double(mesh.morphs[m].positions[v]) * static_cast<double>(morphs[m]);
            n += to_double(mesh.morphs[m].normals[v]) * static_cast<double>(morphs[m]);
        }
        Affined sum{{}, {}, {}, {}};
        for (std::uint32_t i = mesh.influence_start[v]; i < mesh.influence_start[v + 1]; ++i) {
            const Affined bone = to_double(to_affine(palette[mesh.influences[i].joint]));
            const double weight = mesh.influences[i].weight;
            sum.x += bone.x * weight;
            sum.y += bone.y * weight;
            sum.z += bone.z * weight;
            sum.t += bone.t * weight;
        }
        const Affined back = inverse(sum);
        result.positions.push_back(sum.point(p));
        result.normals.push_back(normalize(Vec3d{dot(back.x, n), dot(back.y, n), dot(back.z, n)}));
        const Vec4& t = mesh.tangents[v];
        result.tangents.push_back(normalize(sum.direction(to_double(Vec3{t.x, t.y, t.z}))));
    }
    return result;
}

struct Planes {
    std::vector<float> values;
    PlanarVertices spans;
    explicit Planes(std::size_t size) : values(size * 9) {
        const std::span<float> all(values);
        for (std::size_t c = 0; c < 3; ++c) {
            spans.position[c] = all.subspan(c * size, size);
            spans.normal[c] = all.subspan((3 + c) * size, size);
            spans.tangent[c] = all.subspan((6 + c) * size, size);
        }
    }
    static Vec3d at(const std::span<float> (&planes)[3], std::size_t i) {
        return {planes[0][i], planes[1][i], planes[2][i]};
    }
};

struct Record {
    float uv[2];
    Vec3 position, normal;
    Vec4 tangent;
    bool operator==(const Record&) const = default;
};

class Skinning : public EachTable {
protected:
    SkinMesh prepare(const Mesh& mesh, std::size_t palette_size) const {
        auto made = SkinMesh::make(mesh, palette_size, lane_count(kernels()));
        EXPECT_TRUE(made);
        return *std::move(made);
    }
    static void expect_close(const Vec3d& got, const Vec3d& expected, double tolerance) {
        EXPECT_LE(length(got - expected), tolerance);
    }
};
INSTANTIATE_TEST_SUITE_P(Tables, Skinning, ::testing::ValuesIn(every_table()), table_name);

constexpr double micrometre = 1e-6; // on a model of some ten metres

TEST_P(Skinning, PlanesFollowTheReference) {
    for (const std::uint32_t influences : {1u, 2u, 4u, 9u}) {
        const Model model = random_model(33, 500, influences);
        const Mesh& mesh = model.meshes[0];
        const SkinMesh skinned = prepare(mesh, 33);
        const Posed posed = random_palette(model, 4);
        for (const std::vector<float>& morphs : {std::vector<float>{}, std::vector<float>{0.5f, 0, -1}}) {
            Planes planes(skinned.packed_size());
            const SkinJob job{&skinned, posed.palette, morphs, planes.spans, {}, kernels()};
            ASSERT_TRUE(job.run()) << job.check().error().message();
            const Reference expected = reference(mesh, posed.palette, morphs);
            for (std::size_t i = 0; i < skinned.vertex_count(); ++i) {
                const std::uint32_t v = skinned.order()[i];
                expect_close(Planes::at(planes.spans.position, i), expected.positions[v], micrometre);
                expect_close(Planes::at(planes.spans.normal, i), expected.normals[v], 2e-6);
                expect_close(Planes::at(planes.spans.tangent, i), expected.tangents[v], 2e-6);
            }
        }
    }
}

TEST_P(Skinning, EvenScaleNeedsNoCofactors) {
    Model model = random_model(20, 200, 1);
    for (Joint& joint : model.skeleton.joints) joint.rest.scale = {1, 1, 1};
    const SkinMesh skinned = prepare(model.meshes[0], 20);
    Random random(3);
    std::vector<PaletteMatrix> palette;
    for (int i = 0; i < 20; ++i) {
        const float scale = random.real(0.5, 2);
        palette.push_back(
            to_palette_matrix(to_affine(Transform{random.vector(1), random.rotation(), {scale, scale, scale}})));
    }
    Planes exact(skinned.packed_size()), fast(skinned.packed_size());
    ASSERT_TRUE((SkinJob{&skinned, palette, {}, exact.spans, {}, kernels(), false}.run()));
    ASSERT_TRUE((SkinJob{&skinned, palette, {}, fast.spans, {}, kernels(), true}.run()));
    for (std::size_t i = 0; i < 200; ++i)
        expect_close(Planes::at(fast.spans.normal, i), Planes::at(exact.spans.normal, i), 1e-6);
}

TEST_P(Skinning, AgreesWithTheModelsOwnPositions) {
    const Model model = random_model(33, 300, 4);
    const SkinMesh skinned = prepare(model.meshes[0], 33);
    const Posed posed = random_palette(model, 5);
    std::vector<Vec3> positions(300);
    InterleavedVertices records{std::as_writable_bytes(std::span(positions)), sizeof(Vec3), 0};
    ASSERT_TRUE((SkinJob{&skinned, posed.palette, {}, {}, records, kernels()}.run()));
    const std::vector<Vec3d> expected = posed_positions(model, model.meshes[0], posed.object_pose);
    // The palette is rounded to float here, which posed_positions does not do.
    for (std::size_t v = 0; v < 300; ++v) expect_close(to_double(positions[v]), expected[v], 5e-6);
}

TEST_P(Skinning, RecordsHoldWhatPlanesHold) {
    const Model model = random_model(33, 333, 4);
    const SkinMesh skinned = prepare(model.meshes[0], 33);
    const Posed posed = random_palette(model, 6);
    Planes planes(skinned.packed_size());
    ASSERT_TRUE((SkinJob{&skinned, posed.palette, {}, planes.spans, {}, kernels()}.run()));
    const auto vector = [](const std::span<float>(&p)[3], std::size_t i) { return Vec3{p[0][i], p[1][i], p[2][i]}; };
    for (const VertexOrder order : {VertexOrder::mesh, VertexOrder::packed}) {
        std::vector<Record> expected(333, Record{{7, 8}, {}, {}, {}}), got = expected;
        for (std::size_t i = 0; i < 333; ++i) {
            const std::uint32_t v = skinned.order()[i];
            const Vec3 tangent = vector(planes.spans.tangent, i);
            expected[order == VertexOrder::mesh ? v : i] = {
                {7, 8},
                vector(planes.spans.position, i),
                vector(planes.spans.normal, i),
                {tangent.x, tangent.y, tangent.z, model.meshes[0].tangents[v].w}};
        }
        const InterleavedVertices records{std::as_writable_bytes(std::span(got)),
                                          sizeof(Record),
                                          offsetof(Record, position),
                                          offsetof(Record, normal),
                                          offsetof(Record, tangent),
                                          order};
        ASSERT_TRUE((SkinJob{&skinned, posed.palette, {}, {}, records, kernels()}.run()));
        EXPECT_EQ(got, expected);
        // One attribute alone leaves the others as they are.
        std::vector<Record> normals(333, Record{{7, 8}, {1, 2, 3}, {}, {4, 5, 6, 7}}), only = normals;
        for (std::size_t i = 0; i < 333; ++i) normals[i].normal = expected[i].normal;
        InterleavedVertices some = records;
        some.bytes = std::as_writable_bytes(std::span(only));
        some.position = some.tangent = InterleavedVertices::none;
        ASSERT_TRUE((SkinJob{&skinned, posed.palette, {}, {}, some, kernels()}.run()));
        EXPECT_EQ(only, normals);
    }
}

TEST_P(Skinning, NormalsStayRightUnderStretchAndMirror) {
    // A slope of 45° stretched by four along x becomes steeper, and its normal turns towards y.
    Mesh mesh;
    mesh.positions = {{1, 1, 0}};
    mesh.normals = {to_float(normalize(Vec3d{1, 1, 0}))};
    const SkinMesh skinned = prepare(mesh, 1);
    for (const float sign : {1.0f, -1.0f}) {
        const std::vector<PaletteMatrix> palette = {to_palette_matrix({{4 * sign, 0, 0}, {0, 1, 0}, {0, 0, 1}, {}})};
        Planes planes(skinned.packed_size());
        PlanarVertices wanted = planes.spans;
        for (auto& plane : wanted.tangent) plane = {};
        ASSERT_TRUE((SkinJob{&skinned, palette, {}, wanted, {}, kernels()}.run()));
        expect_close(Planes::at(planes.spans.position, 0), {4.0 * static_cast<double>(sign), 1, 0}, 1e-6);
        expect_close(Planes::at(planes.spans.normal, 0), normalize(Vec3d{0.25 * static_cast<double>(sign), 1, 0}),
                     1e-6);
    }
}

TEST(SkinMesh, PutsEveryVertexInOneBlock) {
    for (const std::size_t vertices : {0u, 1u, 5u, 16u, 1000u}) {
        const Model model = random_model(20, vertices, 3);
        for (const std::size_t size : {4u, 8u, 16u}) {
            const SkinMesh skinned = *SkinMesh::make(model.meshes[0], 20, size);
            std::vector<int> seen(vertices, 0);
            for (const std::uint32_t v : skinned.order()) ++seen[v];
            EXPECT_EQ(seen, std::vector<int>(vertices, 1));
            EXPECT_EQ(skinned.packed_size(), (vertices + size - 1) / size * size);
        }
    }
}

TEST(SkinMesh, RemapsTriangles) {
    const Model model = random_model(5, 9, 1);
    const SkinMesh skinned = *SkinMesh::make(model.meshes[0], 5, 4);
    const std::vector<std::uint32_t> indices = {0, 3, 8, 8, 1, 2};
    const std::vector<std::uint32_t> packed = skinned.packed_indices(indices);
    for (std::size_t i = 0; i < indices.size(); ++i) EXPECT_EQ(skinned.order()[packed[i]], indices[i]);
}

TEST(SkinMesh, MakesWeightsAddUpToOne) {
    Mesh mesh;
    mesh.positions = {{1, 0, 0}, {1, 0, 0}, {1, 0, 0}};
    mesh.influence_start = {0, 2, 4, 4};
    mesh.influences = {{0, 1}, {1, 3}, {1, 0}, {0, 0}};
    Diagnostics diagnostics;
    const SkinMesh skinned = *SkinMesh::make(mesh, 2, 16, &diagnostics);
    ASSERT_EQ(diagnostics.size(), 2u);
    EXPECT_EQ(diagnostics[0].text(),
              "influences of vertex 1: warning: have no weight: the vertex follows its first bone");
    const std::vector<PaletteMatrix> palette = {to_palette_matrix({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 4, 0}}),
                                                to_palette_matrix({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 4}})};
    std::vector<Vec3> positions(3);
    const InterleavedVertices records{std::as_writable_bytes(std::span(positions)), sizeof(Vec3), 0};
    ASSERT_TRUE((SkinJob{&skinned, palette, {}, {}, records}.run()));
    EXPECT_EQ(positions, (std::vector<Vec3>{{1, 1, 3}, {1, 0, 4}, {1, 4, 0}}));
}

TEST(SkinMesh, RefusesWhatDoesNotFit) {
    const auto message = [](auto change) {
        Model model = random_model(4, 6, 2);
        change(model.meshes[0]);
        const auto made = SkinMesh::make(model.meshes[0], 4, 8);
        return made ? std::string() : made.error().text();
    };
    EXPECT_EQ(message([](Mesh& m) { m.normals.pop_back(); }), "normals: does not have one for each vertex");
    EXPECT_EQ(message([](Mesh& m) { m.positions[2].x = NAN; }), "positions[2]: is not finite");
    EXPECT_EQ(message([](Mesh& m) { m.morphs[1].positions.clear(); }), "morphs[1]: does not have one for each vertex");
    EXPECT_EQ(message([](Mesh& m) { m.influence_start[3] = 99; }),
              "influence_start[2]: does not rise, or passes the end");
    EXPECT_EQ(message([](Mesh& m) { m.influences[0].joint = 4; }),
              "influences[0]: is no bone of the palette, or its weight is not finite");
    EXPECT_EQ(SkinMesh::make(Mesh{}, 1, 5).error().text(), "block_size: is not 4, 8 or 16");
}

TEST(SkinJob, SaysWhichInputIsWrong) {
    const Model model = random_model(4, 6, 2);
    Mesh bare = model.meshes[0];
    bare.normals.clear();
    const SkinMesh skinned = *SkinMesh::make(bare, 4, 16);
    std::vector<PaletteMatrix> palette(4);
    std::vector<float> plane(16);
    std::vector<Record> records(6);
    const auto message = [&](auto change) {
        SkinJob job{&skinned, palette, {}, {}, {}};
        job.interleaved = {std::as_writable_bytes(std::span(records)), sizeof(Record), 8};
        EXPECT_TRUE(job.check());
        change(job);
        EXPECT_FALSE(job.run());
        return job.check().error().message();
    };
    EXPECT_EQ(message([](SkinJob& j) { j.mesh = nullptr; }), "mesh: is missing");
    EXPECT_EQ(message([](SkinJob& j) { j.palette = j.palette.first(3); }), "palette: has 3 matrices instead of 4");
    EXPECT_EQ(message([&](SkinJob& j) { j.morph_weights = plane; }), "morph_weights: has 16 weights instead of 3");
    EXPECT_EQ(message([&](SkinJob& j) { j.planar.position[1] = plane; }),
              "planar.position: is not three planes of packed_size() floats");
    EXPECT_EQ(message([&](SkinJob& j) {
                  for (auto& p : j.planar.normal) p = plane;
              }),
              "planar.normal: the mesh has none");
    EXPECT_EQ(message([](SkinJob& j) { j.interleaved.normal = 20; }), "interleaved.normal: the mesh has none");
    EXPECT_EQ(message([](SkinJob& j) { j.interleaved.tangent = 40; }), "interleaved.tangent: lies beyond the stride");
    EXPECT_EQ(message([](SkinJob& j) { j.interleaved.bytes = j.interleaved.bytes.first(100); }),
              "interleaved.bytes: is too small");
    if (runnable(Isa::avx2) == Isa::avx2) {
        const SkinMesh narrow = *SkinMesh::make(bare, 4, 4);
        EXPECT_EQ(message([&](SkinJob& j) {
                      j.mesh = &narrow;
                      j.kernels = {Isa::avx2};
                  }),
                  "kernels: are wider than the mesh's blocks");
    }
}

} // namespace
} // namespace ossuary::anim
