// Ossian: what he is made of, and that he is the same on every machine.
#include "samples/samples.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "ossuary/model/bounds.h"

namespace ossuary {
namespace {

// Built once: the tests only look.
const Model& hero() {
    static const Model model = samples::make_hero();
    return model;
}

const Mesh& mesh_named(std::string_view name) {
    for (const Mesh& mesh : hero().meshes)
        if (mesh.name == name) return mesh;
    ADD_FAILURE() << "no mesh " << name;
    return hero().meshes.front();
}

std::string all_of(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& one : diagnostics) text += one.text() + "\n";
    return text;
}

TEST(Hero, BreaksNoInvariant) { EXPECT_EQ(all_of(validate(hero())), ""); }

// The value holds for every compiler, build and machine. It changes when he does: then take the new one from the
// message, after looking at him.
TEST(Hero, IsTheSameToTheBitEverywhere) {
    EXPECT_EQ(content_hash(hero()), content_hash(samples::make_hero()));
    EXPECT_EQ(content_hash(hero()), 0x06e536ba4beb4da6u);
    EXPECT_EQ(content_hash(samples::make_chest()), 0x1addbd881d25939bu);
    EXPECT_EQ(content_hash(samples::make_banner()), 0xed680779d17da3e3u);
    EXPECT_EQ(content_hash(to_model(samples::make_world())), 0x1253a2d547dde7afu);
}

// Seen from outside, clothing shows its front: the normals of its triangles point away from the body's axis.
TEST(Hero, WearsHisClothesTheRightWayOut) {
    const Mesh& cloth = mesh_named("clothing");
    std::size_t outward = 0, along = 0;
    for (std::size_t i = 0; i + 2 < cloth.indices.size(); i += 3) {
        const Vec3 a = cloth.positions[cloth.indices[i]], b = cloth.positions[cloth.indices[i + 1]],
                   c = cloth.positions[cloth.indices[i + 2]];
        const Vec3 middle = (a + b + c) / 3.0f, face = cross(b - a, c - a);
        const Vec3 out{middle.x, middle.y > 1.6f ? middle.y - 1.6f : 0, middle.z};
        outward += dot(face, out) > 0;
        along += dot(face, cloth.normals[cloth.indices[i]]) > 0;
    }
    EXPECT_GE(outward * 3, cloth.indices.size() * 9 / 10);
    EXPECT_GE(along * 3, cloth.indices.size() * 99 / 100);
}

TEST(Hero, HasThreeToFiveThousandTriangles) {
    std::size_t triangles = 0;
    for (const Mesh& mesh : hero().meshes) triangles += mesh.indices.size() / 3;
    EXPECT_GE(triangles, 3000u);
    EXPECT_LE(triangles, 5000u);
}

TEST(Hero, StandsOnTheGroundAndIsAsTallAsAMan) {
    const auto box = bounds(hero());
    ASSERT_TRUE(box);
    EXPECT_NEAR(box->min.y, 0, 0.01);
    EXPECT_GE(box->max.y, 1.75f);
    EXPECT_LE(box->max.y, 1.85f);
}

TEST(Hero, FacesForwardWithTheSwordInTheRightHand) {
    const auto pose = rest_object_pose(hero().skeleton);
    const auto at = [&](const char* name) { return pose[static_cast<std::size_t>(hero().skeleton.find(name))].t; };
    EXPECT_GT(at("BIP01 L TOE0").z, at("BIP01 L FOOT").z);
    EXPECT_LT(at("ZS_RIGHTHAND").x, -0.2);
    EXPECT_GT(at("ZS_LEFTHAND").x, 0.2);
}

TEST(Hero, HasTheJointsAndSlotsModdersKnow) {
    EXPECT_EQ(hero().skeleton.joints.size(), 50u);
    EXPECT_EQ(hero().skeleton.joints[0].name, "BIP01");
    for (const char* name : {"BIP01",
                             "BIP01 PELVIS",
                             "BIP01 SPINE",
                             "BIP01 SPINE1",
                             "BIP01 SPINE2",
                             "BIP01 NECK",
                             "BIP01 HEAD",
                             "BIP01 JAW",
                             "BIP01 L CLAVICLE",
                             "BIP01 L UPPERARM",
                             "BIP01 L FOREARM",
                             "BIP01 L HAND",
                             "BIP01 L FINGER0",
                             "BIP01 L FINGER21",
                             "BIP01 R CLAVICLE",
                             "BIP01 R UPPERARM",
                             "BIP01 R FOREARM",
                             "BIP01 R HAND",
                             "BIP01 R FINGER0",
                             "BIP01 R FINGER21",
                             "BIP01 L THIGH",
                             "BIP01 L CALF",
                             "BIP01 L FOOT",
                             "BIP01 L TOE0",
                             "BIP01 R THIGH",
                             "BIP01 R CALF",
                             "BIP01 R FOOT",
                             "BIP01 R TOE0",
                             "ZS_RIGHTHAND",
                             "ZS_LEFTHAND",
                             "ZS_SWORD",
                             "ZS_SHIELD",
                             "ZS_HEAD"}) {
        const std::int32_t joint = hero().skeleton.find(name);
        ASSERT_GE(joint, 0) << name;
        EXPECT_EQ(hero().skeleton.joints[static_cast<std::size_t>(joint)].name, name);
    }
}

TEST(Hero, JointNamesAreUnique) {
    std::set<std::string> names;
    for (const Joint& joint : hero().skeleton.joints) EXPECT_TRUE(names.insert(joint.name).second) << joint.name;
}

TEST(Hero, FaceTalksLaughsAndIsAngry) {
    const Mesh& head = mesh_named("head");
    ASSERT_EQ(head.morphs.size(), 3u);
    EXPECT_EQ(head.morphs[0].name, "talk");
    EXPECT_EQ(head.morphs[1].name, "laugh");
    EXPECT_EQ(head.morphs[2].name, "anger");
    for (const MorphTarget& target : head.morphs) {
        float largest = 0;
        for (const Vec3& delta : target.positions) largest = std::max(largest, length(delta));
        EXPECT_GT(largest, 0.005f) << target.name;
        EXPECT_LT(largest, 0.06f) << target.name;
    }
    for (const Mesh& mesh : hero().meshes)
        if (mesh.name != "head") {
            EXPECT_TRUE(mesh.morphs.empty()) << mesh.name;
        }
}

TEST(Hero, WeightsSumToOneAndSomeVerticesHaveMoreThanFour) {
    std::size_t many = 0;
    for (const Mesh& mesh : hero().meshes) {
        ASSERT_EQ(mesh.influence_start.size(), mesh.positions.size() + 1) << mesh.name;
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            double sum = 0;
            for (std::uint32_t i = mesh.influence_start[v]; i < mesh.influence_start[v + 1]; ++i)
                sum += static_cast<double>(mesh.influences[i].weight);
            EXPECT_NEAR(sum, 1, 1e-6) << mesh.name << " vertex " << v;
            many += mesh.influence_start[v + 1] - mesh.influence_start[v] > 4;
        }
    }
    EXPECT_GT(many, 0u);
    EXPECT_LT(many, 100u);
}

TEST(Hero, PicturesAre256SquareWithACutOutAndAGlowOfEightFrames) {
    std::size_t masked = 0, animated = 0;
    for (const Image& image : hero().images) {
        EXPECT_EQ(image.width, 256u) << image.name;
        EXPECT_EQ(image.height, 256u) << image.name;
    }
    for (const Material& material : hero().materials) {
        masked += material.alpha == AlphaMode::mask;
        if (material.frames.empty()) continue;
        ++animated;
        EXPECT_EQ(material.alpha, AlphaMode::add);
        EXPECT_EQ(material.frames.size(), 8u);
        EXPECT_GT(material.frame_rate, 0);
    }
    EXPECT_GE(masked, 2u);
    EXPECT_EQ(animated, 1u);
}

TEST(Hero, CarriesBakedLightInItsVertexColours) {
    const Mesh& body = mesh_named("body");
    ASSERT_EQ(body.colors.size(), body.positions.size());
    const auto [dark, bright] = std::minmax_element(body.colors.begin(), body.colors.end(),
                                                    [](const ColorRgba8& a, const ColorRgba8& b) { return a.g < b.g; });
    EXPECT_LT(dark->g, 90);
    EXPECT_GT(bright->g, 230);
}

} // namespace
} // namespace ossuary
