// Values computed independently of this code, for the shared samples.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "ossuary/base/hash.h"
#include "shared_files.h"
#include "small_files.h"

namespace ossuary::md5 {
namespace {

using ossuary::testing::golden;
using ossuary::testing::shared_file;

void expect_near(const Vec3d& value, const Json& expected, double tolerance, const std::string& what) {
    ASSERT_EQ(expected.size(), 3u) << what;
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(value[i], expected.items()[i].number(), tolerance) << what;
}

// A quaternion and its negative are the same rotation.
void expect_near(const Quatd& value, const Json& expected, double tolerance, const std::string& what) {
    ASSERT_EQ(expected.size(), 4u) << what;
    Quatd wanted;
    for (std::size_t i = 0; i < 4; ++i) wanted[i] = expected.items()[i].number();
    if (dot(value, wanted) < 0) wanted = -wanted;
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(value[i], wanted[i], tolerance) << what;
}

void expect_box(const std::vector<Vec3d>& points, const Json& low, const Json& high, const std::string& what) {
    Vec3d min = points.at(0), max = points.at(0);
    for (const Vec3d& p : points) {
        for (std::size_t i = 0; i < 3; ++i) {
            min[i] = std::min(min[i], p[i]);
            max[i] = std::max(max[i], p[i]);
        }
    }
    expect_near(min, low, 1e-9, what);
    expect_near(max, high, 1e-9, what);
}

// Over little-endian float32 x, y, z of every vertex, each rounded once.
std::string float_crc(const std::vector<Vec3d>& points) {
    ByteWriter writer;
    for (const Vec3d& p : points)
        for (std::size_t i = 0; i < 3; ++i) writer.write(static_cast<float>(p[i]));
    char text[9];
    std::snprintf(text, sizeof text, "%08x", crc32(writer.buffer()));
    return text;
}

// The first and last three of a list.
template <class Check> void check_ends(const Json& expected, std::size_t count, Check check) {
    const auto& first = expected["first3"].items();
    const auto& last = expected["last3"].items();
    for (std::size_t i = 0; i < first.size(); ++i) check(i, first[i]);
    for (std::size_t i = 0; i < last.size(); ++i) check(count - last.size() + i, last[i]);
}

void check_surface(const MeshFile& file, const Mesh& mesh, const Json& expected) {
    const std::string name = mesh.shader;
    EXPECT_EQ(mesh.shader, expected["shader"].string());
    if (expected["name"].is_string()) {
        EXPECT_EQ(mesh.name, expected["name"].string());
    }
    EXPECT_EQ(std::ssize(mesh.verts), expected["numVerts"].integer());
    EXPECT_EQ(std::ssize(mesh.tris), expected["numTris"].integer());
    EXPECT_EQ(std::ssize(mesh.weights), expected["numWeights"].integer());
    if (mesh.verts.empty()) return;

    std::int64_t most = 0;
    double low = 2, high = 0;
    for (const Vertex& vertex : mesh.verts) {
        double sum = 0;
        for (std::int32_t i = 0; i < vertex.weight_count; ++i)
            sum += mesh.weights[static_cast<std::size_t>(vertex.first_weight + i)].bias;
        most = std::max<std::int64_t>(most, vertex.weight_count);
        low = std::min(low, sum);
        high = std::max(high, sum);
    }
    EXPECT_EQ(most, expected["maxWeightsPerVertex"].integer());
    EXPECT_NEAR(low, expected["biasSumMin"].number(), 1e-15);
    EXPECT_NEAR(high, expected["biasSumMax"].number(), 1e-15);

    const std::vector<Vec3d> positions = bind_positions(file, mesh);
    EXPECT_EQ(float_crc(positions), expected["bindPositionsCrc32"].string()) << name;
    check_ends(expected["bindPositions"], positions.size(),
               [&](std::size_t v, const Json& point) { expect_near(positions[v], point, 1e-9, name); });
    expect_box(positions, expected["bboxMin"], expected["bboxMax"], name);
    check_ends(expected["texCoords"], mesh.verts.size(), [&](std::size_t v, const Json& uv) {
        EXPECT_EQ(mesh.verts[v].tex_coord.x, uv.items()[0].number());
        EXPECT_EQ(mesh.verts[v].tex_coord.y, uv.items()[1].number());
    });
    check_ends(expected["tris"], mesh.tris.size(), [&](std::size_t t, const Json& tri) {
        for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(mesh.tris[t][i], tri.items()[i].integer());
    });

    const auto summed = vertex_normals(mesh, positions, {.mode = NormalMode::sum, .weld = false});
    check_ends(expected["normalsSumThenNormalize"], summed.size(),
               [&](std::size_t v, const Json& normal) { expect_near(summed[v], normal, 1e-9, name); });
    const auto progressive = vertex_normals(mesh, positions, {.mode = NormalMode::progressive, .weld = false});
    check_ends(expected["normalsProgressive"], progressive.size(), [&](std::size_t v, const Json& normal) {
        // The reference leaves a vertex whose triangles cancel out at zero; a normal must have a direction.
        const bool cancelled = normal == Json(Json::Array{Json(0.0), Json(0.0), Json(0.0)});
        if (cancelled) {
            EXPECT_EQ(progressive[v], (Vec3d{0, 0, 1})) << name;
        } else {
            expect_near(progressive[v], normal, 1e-9, name);
        }
    });
}

void check_mesh(const std::string& sample, const std::string& values) {
    const auto bytes = shared_file("samples/md5/" + sample);
    const auto expected = golden(values);
    OSSUARY_NEED(bytes && expected);
    const auto file = parse_md5mesh(*bytes);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(std::ssize(*bytes), (*expected)["bytes"].integer());
    EXPECT_EQ(file->commandline, (*expected)["commandline"].string());
    ASSERT_EQ(std::ssize(file->joints), (*expected)["numJoints"].integer());
    ASSERT_EQ(std::ssize(file->meshes), (*expected)["numMeshes"].integer());

    const std::vector<Transformd> bind = bind_skeleton(*file);
    for (std::size_t j = 0; j < file->joints.size(); ++j) {
        const Json& joint = (*expected)["joints"].items()[j];
        EXPECT_EQ(file->joints[j].name, joint["name"].string());
        EXPECT_EQ(file->joints[j].parent, joint["parent"].integer());
        expect_near(file->joints[j].position, joint["position"], 0, file->joints[j].name);
        for (std::size_t i = 0; i < 3; ++i)
            EXPECT_EQ(file->joints[j].orientation[i], joint["orientation"].items()[i].number());
        expect_near(bind[j].rotation, joint["orientationNormalized"], 1e-12, file->joints[j].name);
    }
    for (std::size_t i = 0; i < file->meshes.size(); ++i)
        check_surface(*file, file->meshes[i], (*expected)["meshes"].items()[i]);
}

TEST(Md5Golden, BobsMesh) { check_mesh("Bob.md5mesh", "bob.md5mesh.json"); }
TEST(Md5Golden, SimpleCube) { check_mesh("SimpleCube.md5mesh", "simplecube.md5mesh.json"); }
TEST(Md5Golden, MeshOfPartialFlags) { check_mesh("synthetic/flags.md5mesh", "synthetic-flags.md5mesh.json"); }
TEST(Md5Golden, MessyMesh) { check_mesh("synthetic/messy.md5mesh", "synthetic-messy.md5mesh.json"); }

void check_anim(const std::string& sample, const std::string& mesh_sample, const std::string& values) {
    const auto bytes = shared_file("samples/md5/" + sample), mesh_bytes = shared_file("samples/md5/" + mesh_sample);
    const auto expected = golden(values);
    OSSUARY_NEED(bytes && mesh_bytes && expected);
    const auto file = parse_md5anim(*bytes);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(file->commandline, (*expected)["commandline"].string());
    ASSERT_EQ(file->num_frames, (*expected)["numFrames"].integer());
    ASSERT_EQ(std::ssize(file->hierarchy), (*expected)["numJoints"].integer());
    EXPECT_EQ(file->frame_rate, (*expected)["frameRate"].number());
    EXPECT_EQ(file->num_animated_components, (*expected)["numAnimatedComponents"].integer());
    EXPECT_EQ(std::ssize(file->bounds), (*expected)["numBounds"].integer());
    EXPECT_NEAR(file->duration(), (*expected)["durationSeconds"].number(), 1e-12);
    for (std::size_t j = 0; j < file->hierarchy.size(); ++j) {
        const Json& entry = (*expected)["hierarchy"].items()[j];
        EXPECT_EQ(file->hierarchy[j].name, entry["name"].string());
        EXPECT_EQ(file->hierarchy[j].parent, entry["parent"].integer());
        EXPECT_EQ(file->hierarchy[j].flags, entry["flags"].integer());
        EXPECT_EQ(file->hierarchy[j].first_component, entry["firstComponent"].integer());
    }
    for (const Json& frame : (*expected)["frames"].items()) {
        const auto index = static_cast<std::int32_t>(frame["frame"].integer());
        const std::string what = "frame " + std::to_string(index);
        const Bounds& box = file->bounds[static_cast<std::size_t>(index)];
        expect_near(box.min, frame["bounds"].items()[0], 0, what);
        expect_near(box.max, frame["bounds"].items()[1], 0, what);
        const auto local = local_skeleton(*file, index), object = object_skeleton(*file, index);
        for (std::size_t j = 0; j < local.size(); ++j) {
            const Json &expected_local = frame["local"].items()[j], &expected_object = frame["object"].items()[j];
            expect_near(local[j].translation, expected_local["position"], 1e-12, what);
            // The reference lists the local quaternion before it is brought to unit length.
            expect_near(local[j].rotation, expected_local["orientation"], 1e-6, what);
            expect_near(object[j].translation, expected_object["position"], 1e-9, what);
            expect_near(object[j].rotation, expected_object["orientation"], 1e-9, what);
        }
    }
    if ((*expected)["movementDelta"].is_array())
        expect_near(movement_delta(*file), (*expected)["movementDelta"], 1e-12, "movement");

    const auto mesh = parse_md5mesh(*mesh_bytes);
    ASSERT_TRUE(mesh);
    const Json& skinned = (*expected)["skinned"];
    const auto pose = object_skeleton(*file, static_cast<std::int32_t>(skinned["frame"].integer()));
    for (std::size_t i = 0; i < mesh->meshes.size(); ++i) {
        const Json& surface = skinned["meshes"].items()[i];
        const auto positions = skin_positions(mesh->meshes[i], pose);
        EXPECT_EQ(float_crc(positions), surface["crc32"].string());
        expect_near(positions.front(), surface["first"], 1e-9, "first");
        expect_near(positions.back(), surface["last"], 1e-9, "last");
        expect_box(positions, surface["bboxMin"], surface["bboxMax"], "box");
    }
}

TEST(Md5Golden, BobsAnimation) { check_anim("Bob.md5anim", "Bob.md5mesh", "bob.md5anim.json"); }
TEST(Md5Golden, PartialFlags) {
    check_anim("synthetic/flags.md5anim", "synthetic/flags.md5mesh", "synthetic-flags.md5anim.json");
}

TEST(Md5Golden, CameraWithCuts) {
    const auto bytes = shared_file("samples/md5/synthetic/cuts.md5camera");
    const auto expected = golden("synthetic-cuts.md5camera.json");
    OSSUARY_NEED(bytes && expected);
    const auto file = parse_md5camera(*bytes);
    ASSERT_TRUE(file) << file.error().text();
    ASSERT_EQ(std::ssize(file->frames), (*expected)["numFrames"].integer());
    EXPECT_EQ(file->frame_rate, (*expected)["frameRate"].number());
    ASSERT_EQ(file->cuts.size(), (*expected)["cuts"].size());
    for (std::size_t i = 0; i < file->cuts.size(); ++i)
        EXPECT_EQ(file->cuts[i], (*expected)["cuts"].items()[i].integer());
    EXPECT_NEAR(file->duration(), (*expected)["durationSeconds"].number(), 1e-12);
    const auto shots = file->shots();
    ASSERT_EQ(shots.size(), (*expected)["shots"].size());
    for (std::size_t i = 0; i < shots.size(); ++i) {
        EXPECT_EQ(shots[i][0], (*expected)["shots"].items()[i].items()[0].integer());
        EXPECT_EQ(shots[i][1], (*expected)["shots"].items()[i].items()[1].integer());
    }
    const auto model = to_model(*file, "cuts");
    ASSERT_TRUE(model);
    ASSERT_EQ(model->clips.size(), 1u);
    const JointTrack& track = model->clips[0].joints[0];
    const Channel<float>& lens = model->clips[0].cameras[0].vertical_fov;
    ASSERT_EQ(track.translation.values.size(), file->frames.size());
    for (std::size_t i = 0; i < file->frames.size(); ++i) {
        const Json& frame = (*expected)["frames"].items()[i];
        EXPECT_NEAR(file->time_of(i), frame["time"].number(), 1e-12);
        expect_near(file->frames[i].position, frame["position"], 0, "position");
        EXPECT_EQ(file->frames[i].fov, frame["fovX"].number());
        const Quatd rotation = rebuild_orientation(file->frames[i].orientation);
        expect_near(rotation, frame["orientation"], 1e-9, "orientation");
        expect_near(rotate(rotation, Vec3d{1, 0, 0}), frame["forward"], 1e-9, "forward");
        expect_near(rotate(rotation, Vec3d{0, 1, 0}), frame["left"], 1e-9, "left");
        expect_near(rotate(rotation, Vec3d{0, 0, 1}), frame["up"], 1e-9, "up");
        expect_near(to_double(track.translation.values[i]), frame["gltfTranslation"], 1e-6, "translation");
        expect_near(to_double(track.rotation.values[i]), frame["gltfRotation"], 1e-6, "rotation");
        EXPECT_NEAR(lens.values[i], frame["gltfYfov"].number(), 1e-6);
    }
}

} // namespace
} // namespace ossuary::md5
