// Meshes shown at several places, and lines.
#include <gtest/gtest.h>

#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/json.h"
#include "ossuary/formats/gltf/gltf.h"
#include "ossuary/model/bounds.h"

namespace ossuary {
namespace {

// Three posts that show one mesh, the last on top of the second; a second mesh on the first post; and two lines.
Model posts() {
    Model model;
    model.name = "posts";
    for (int i = 0; i < 3; ++i) {
        Joint& joint = model.skeleton.joints.emplace_back();
        joint.name = "post" + std::to_string(i);
        joint.parent = i == 2 ? 1 : -1;
        joint.rest.translation = {static_cast<float>(i + 1), 0, 0};
    }
    Mesh mesh;
    mesh.name = "post";
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.indices = {0, 1, 2};
    mesh.surfaces = {{.index_count = 3, .vertex_count = 3}};
    mesh.joint = 0;
    model.meshes = {mesh, mesh};
    model.meshes[0].instances = {1, 2};
    model.meshes[1].name = "sign";
    model.lines.push_back({.name = "ways", .points = {{0, 0, 0}, {1, 0, 0}, {1, 0, 5}}, .lines = {{0, 1}, {1, 2}}});
    return model;
}

TEST(GltfInstances, AMeshIsWrittenOnceForAllItsPlaces) {
    const Model model = posts();
    ASSERT_TRUE(validate(model).empty());
    const auto bytes = gltf::write_glb(model);
    ASSERT_TRUE(bytes) << bytes.error().text();
    const auto json_size = load<std::uint32_t>(bytes->data() + 12, Endian::little);
    const auto document = parse_json(as_text(Bytes(*bytes).subspan(20, json_size)));
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ((*document)["meshes"].size(), 3u); // post, sign, ways
    std::size_t shown = 0;
    for (const Json& node : (*document)["nodes"].items()) shown += node["mesh"].integer(-1) == 0;
    EXPECT_EQ(shown, 3u);
    EXPECT_EQ((*document)["meshes"].items()[2]["primitives"].items()[0]["mode"].integer(), 1);
}

TEST(GltfInstances, PlacesAndLinesComeBack) {
    const Model model = posts();
    const auto bytes = gltf::write_glb(model);
    ASSERT_TRUE(bytes);
    const auto back = gltf::parse_gltf(*bytes, "posts.glb");
    ASSERT_TRUE(back) << back.error().text();
    ASSERT_EQ(back->meshes.size(), 2u);
    std::vector<std::uint32_t> places = back->meshes[0].instances; // in the order of their nodes
    places.push_back(static_cast<std::uint32_t>(back->meshes[0].joint));
    std::ranges::sort(places);
    EXPECT_EQ(places, (std::vector<std::uint32_t>{0, 1, 2}));
    EXPECT_EQ(back->meshes[1].joint, 0);
    EXPECT_TRUE(back->meshes[1].instances.empty());
    ASSERT_EQ(back->lines.size(), 1u);
    EXPECT_EQ(back->lines[0].name, "ways");
    EXPECT_EQ(back->lines[0].points, model.lines[0].points);
    EXPECT_EQ(back->lines[0].lines, model.lines[0].lines);
    const auto box = bounds(*back), expected = bounds(model);
    ASSERT_TRUE(box && expected);
    EXPECT_EQ(box->max, expected->max);
    EXPECT_EQ(box->max.x, 6); // the last stands on the second: 2 + 3, and is 1 wide
}

TEST(GltfInstances, WithoutThemEveryPlaceHasItsMesh) {
    const Model spread = without_instances(posts());
    ASSERT_EQ(spread.meshes.size(), 4u);
    EXPECT_EQ(spread.meshes[2].joint, 1);
    EXPECT_EQ(spread.meshes[3].joint, 2);
    EXPECT_TRUE(validate(spread).empty());
    EXPECT_EQ(bounds(spread)->max, bounds(posts())->max);
}

} // namespace
} // namespace ossuary
