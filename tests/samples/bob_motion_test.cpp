// Bob, a character of DOOM 3's format, played by room anim against values computed without it.
#include <algorithm>

#include <gtest/gtest.h>

#include "ossuary/anim/sample.h"
#include "ossuary/anim/skinning.h"
#include "ossuary/formats/md5/md5anim.h"
#include "ossuary/formats/md5/md5mesh.h"
#include "shared_files.h"

namespace ossuary::anim {
namespace {

using ossuary::testing::golden;
using ossuary::testing::shared_file;

// Values of the reference are in the file's axes and units.
Vec3d place(const Json& numbers, const Basis& basis) {
    return basis.point({numbers.items()[0].number(), numbers.items()[1].number(), numbers.items()[2].number()});
}

class BobsMotion : public ::testing::TestWithParam<Isa> {
protected:
    void SetUp() override {
        const auto mesh = shared_file("samples/md5/Bob.md5mesh"), anim = shared_file("samples/md5/Bob.md5anim");
        expected_ = golden("bob.md5anim.json");
        OSSUARY_NEED(mesh && anim && expected_);
        if (runnable(GetParam()) != GetParam()) GTEST_SKIP() << "this machine does not have these instructions";
        const auto file = md5::parse_md5anim(*anim);
        bob_ = *md5::to_model(*md5::parse_md5mesh(*mesh), "Bob");
        rig_ = *Rig::make(bob_.skeleton);
        clip_ = *PreparedClip::make(*md5::to_clip(*file, bob_.skeleton, "Bob"), rig_);
    }
    void pose_at(std::int64_t frame, Kernels kernels) {
        std::vector<JointBlock> pose = make_pose(rig_.joint_count());
        models_.resize(rig_.joint_count());
        ASSERT_TRUE((SampleJob{&clip_, static_cast<double>(frame) / 24, LoopPolicy::clamp, pose, kernels}.run()));
        ASSERT_TRUE((LocalToObjectJob{&rig_, pose, models_, -1, nullptr, kernels}.run()));
    }

    std::optional<Json> expected_;
    Model bob_;
    Rig rig_;
    PreparedClip clip_;
    std::vector<ObjectMatrix> models_;
};
INSTANTIATE_TEST_SUITE_P(Isas, BobsMotion, ::testing::Values(Isa::baseline, Isa::avx2, Isa::avx512),
                         [](const auto& isa) { return std::string(name_of(isa.param)); });

TEST_P(BobsMotion, JointsAreWhereTheReferenceHasThem) {
    for (const Kernels kernels : {Kernels{GetParam(), false}, Kernels{GetParam(), true}})
        for (const Json& frame : (*expected_)["frames"].items()) {
            pose_at(frame["frame"].integer(), kernels);
            for (std::size_t j = 0; j < rig_.joint_count(); ++j) {
                const std::string_view name = (*expected_)["hierarchy"].items()[j]["name"].string();
                const std::int32_t joint = rig_.find(name);
                ASSERT_GE(joint, 0) << name;
                const Vec3d wanted = place(frame["object"].items()[j]["position"], bob_.source.basis);
                const Vec3d got = to_double(to_affine(models_[static_cast<std::size_t>(joint)]).t);
                EXPECT_LE(length(got - wanted), 2e-6) << name << ", frame " << frame["frame"].integer();
            }
        }
}

TEST_P(BobsMotion, VerticesFillTheReferencesBoxes) {
    const Json& skinned = (*expected_)["skinned"];
    const Basis& basis = bob_.source.basis;
    ASSERT_EQ(bob_.meshes.size(), 1u);
    const Mesh& mesh = bob_.meshes[0];
    const SkinBinding binding = *SkinBinding::make(bob_.skins.at(0), rig_);
    for (const Kernels kernels : {Kernels{GetParam(), false}, Kernels{GetParam(), true}}) {
        pose_at(skinned["frame"].integer(), kernels);
        std::vector<PaletteMatrix> palette(binding.joints.size());
        ASSERT_TRUE((SkinPaletteJob{&binding, models_, palette, kernels}.run()));
        const SkinMesh prepared = *SkinMesh::make(mesh, palette.size(), lane_count(kernels));
        std::vector<Vec3> positions(mesh.positions.size());
        const InterleavedVertices records{std::as_writable_bytes(std::span(positions)), sizeof(Vec3), 0};
        ASSERT_TRUE((SkinJob{&prepared, palette, {}, {}, records, kernels}.run()));

        ASSERT_EQ(mesh.surfaces.size(), skinned["meshes"].size());
        for (std::size_t i = 0; i < mesh.surfaces.size(); ++i) {
            const Json& expected = skinned["meshes"].items()[i];
            const Vec3d a = place(expected["bboxMin"], basis), b = place(expected["bboxMax"], basis);
            const auto vertices =
                std::span(positions).subspan(mesh.surfaces[i].first_vertex, mesh.surfaces[i].vertex_count);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                float low = vertices[0][axis], high = low;
                for (const Vec3& position : vertices) {
                    low = std::min(low, position[axis]);
                    high = std::max(high, position[axis]);
                }
                EXPECT_NEAR(low, std::min(a[axis], b[axis]), 2e-6);
                EXPECT_NEAR(high, std::max(a[axis], b[axis]), 2e-6);
            }
            EXPECT_LE(length(to_double(vertices.front()) - place(expected["first"], basis)), 2e-6);
            EXPECT_LE(length(to_double(vertices.back()) - place(expected["last"], basis)), 2e-6);
        }
    }
}

} // namespace
} // namespace ossuary::anim
