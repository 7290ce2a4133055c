#include "ossuary/formats/md5/md5.h"

#include <cmath>

#include <gtest/gtest.h>

#include "small_files.h"

namespace ossuary::md5 {
namespace {

TEST(Md5Orientation, RebuildsANegativeW) {
    const Quatd rotation = rebuild_orientation({0.5, 0.5, 0.5});
    EXPECT_NEAR(rotation.w, -0.5, 1e-15);
}

TEST(Md5Orientation, TakesZeroWhereComponentsAreTooLong) {
    const Quatd rotation = rebuild_orientation({0.707107, 0, 0.707107});
    EXPECT_EQ(rotation.w, 0);
    EXPECT_NEAR(dot(rotation, rotation), 1, 1e-15);
}

TEST(Md5Orientation, StoresTheHemisphereOfNegativeW) {
    const Quatd rotation = axis_angle(Vec3d{0, 0, 1}, 1.0);
    const Quatd back = rebuild_orientation(stored_orientation(rotation));
    EXPECT_NEAR(std::abs(dot(rotation, back)), 1, 1e-15);
    EXPECT_LE(back.w, 0);
}

TEST(Md5Basis, TurnsTheFrontToZ) {
    EXPECT_EQ(md5_basis(Front::minus_y, 1).point({0, -1, 0}), (Vec3d{0, 0, 1}));
    EXPECT_EQ(md5_basis(Front::plus_x, 1).point({1, 0, 0}), (Vec3d{0, 0, 1}));
    for (const Front front : {Front::minus_y, Front::plus_x}) {
        const Basis basis = md5_basis(front);
        EXPECT_EQ(basis.determinant(), 1);
        EXPECT_NEAR(basis.point({0, 0, 1}).y, 0.0254, 1e-15);
        const Quatd turn = normalize(Quatd{0.1, -0.4, 0.3, -0.7});
        const Vec3d v{1, 2, 3}, once = rotate(basis.rotation(turn), basis.direction(v)),
                                other = basis.direction(rotate(turn, v));
        EXPECT_LT(length(once - other), 1e-12);
    }
}

TEST(Md5Recognise, TellsTheKindsApartByTheirKeywords) {
    EXPECT_EQ(recognise_md5(as_bytes(testing::small_mesh)), Kind::mesh);
    EXPECT_EQ(recognise_md5(as_bytes(testing::small_anim)), Kind::anim);
    EXPECT_EQ(recognise_md5(as_bytes(testing::small_camera)), Kind::camera);
    EXPECT_EQ(recognise_md5(as_bytes("MD5Version 10 commandline \"a \\\"joints\\\" b\" numFrames 1 cuts { }")),
              Kind::camera);
    EXPECT_EQ(recognise_md5(as_bytes("MD5Version 10 commandline \"\"")), std::nullopt);
    EXPECT_EQ(recognise_md5(as_bytes("joints { }")), std::nullopt);
    EXPECT_EQ(recognise_md5({}), std::nullopt);
}

} // namespace
} // namespace ossuary::md5
