// Ossian and the things beside him as actors, against the reference of room model.
#include "ossuary/anim/actor.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "samples/samples.h"

namespace ossuary::samples {
namespace {

using namespace anim;

void expect_reference(Model model, std::string_view clip) {
    Diagnostics diagnostics;
    const auto figure = Figure::make(std::move(model), {}, &diagnostics);
    ASSERT_TRUE(figure);
    EXPECT_TRUE(diagnostics.empty()) << diagnostics.front().text();
    Actor actor(*figure);
    if (!clip.empty()) {
        ASSERT_TRUE(actor.play(clip));
    }
    for (int frame = 0; frame < 5; ++frame) {
        ASSERT_TRUE(actor.advance(0.11));
        std::vector<Affined> pose;
        for (const ObjectMatrix& matrix : actor.matrices()) pose.push_back(to_double(to_affine(matrix)));
        for (const SkinnedMesh& skinned : actor.skin()) {
            const auto number = static_cast<std::uint32_t>(skinned.mesh - actor.figure().model().meshes.data());
            std::vector<float> weights(skinned.mesh->morphs.size());
            std::as_const(actor).player().morph_weights(number, weights);
            const std::vector<Vec3d> expected = posed_positions(actor.figure().model(), *skinned.mesh, pose,
                                                                std::vector<double>(weights.begin(), weights.end()));
            ASSERT_EQ(skinned.vertices.size(), expected.size());
            double worst = 0;
            for (std::size_t v = 0; v < expected.size(); ++v)
                worst = std::max(worst, length(to_double(skinned.vertices[v].position) - expected[v]));
            EXPECT_LT(worst, 1e-5) << skinned.mesh->name;
        }
    }
}

TEST(Actors, SkinTheHero) { expect_reference(make_hero(), "run"); }
TEST(Actors, MoveTheRigidPartsOfTheMech) { expect_reference(make_mech(), make_mech().clips.front().name); }
TEST(Actors, OpenTheChest) { expect_reference(make_chest(), make_chest().clips.front().name); }
TEST(Actors, WaveTheBanner) { expect_reference(make_banner(), make_banner().clips.front().name); }

} // namespace
} // namespace ossuary::samples
