#include "ossuary/base/math.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace ossuary {
namespace {

struct Random {
    std::mt19937_64 engine{41};

    double number(double size = 10) { return std::uniform_real_distribution<double>(-size, size)(engine); }
    Vec3d vector(double size = 10) { return {number(size), number(size), number(size)}; }
    Vec3d unit_vector() {
        Vec3d v = vector();
        while (length(v) < 0.1) v = vector();
        return normalize(v);
    }
    Quatd rotation() {
        Quatd q{number(), number(), number(), number()};
        return dot(q, q) < 0.1 ? rotation() : normalize(q);
    }
    Transformd transform() {
        const auto size = [this] { return 0.1 + std::abs(number(3)); };
        return {vector(), rotation(), {size(), size(), size()}};
    }
};

constexpr int rounds = 2'000;

#define EXPECT_VEC_NEAR(a, b, tolerance) EXPECT_LE(length((a) - (b)), tolerance)

double distance(const Affined& a, const Affined& b) {
    return length(a.x - b.x) + length(a.y - b.y) + length(a.z - b.z) + length(a.t - b.t);
}
// 0 where the two turn alike: q and -q do.
double distance(const Quatd& a, const Quatd& b) { return 1 - std::abs(dot(a, b)); }

Affined rotation_matrix(const Quatd& q) { return to_affine(Transformd{{}, q, {1, 1, 1}}); }

// Every C of the table of useful cases, and the rest of the forty-eight.
std::vector<Basis> every_basis() {
    std::vector<Basis> all;
    std::string axes = "xyz";
    do {
        for (int signs = 0; signs < 8; ++signs) {
            std::string text;
            for (std::size_t i = 0; i < 3; ++i) {
                if (i > 0) text += ',';
                if (signs >> i & 1) text += '-';
                text += axes[i];
            }
            all.push_back(Basis::parse(text, 0.0254).value());
            EXPECT_EQ(all.back().text(), text);
        }
    } while (std::next_permutation(axes.begin(), axes.end()));
    return all;
}

TEST(Basis, ThereAreFortyEightAndHalfOfThemMirror) {
    const auto all = every_basis();
    EXPECT_EQ(all.size(), 48u);
    EXPECT_EQ(std::count_if(all.begin(), all.end(), [](const Basis& b) { return b.determinant() == 1; }), 24);
    EXPECT_EQ(std::count_if(all.begin(), all.end(), [](const Basis& b) { return b.determinant() == -1; }), 24);
    Random random;
    for (const Basis& basis : all) {
        const Vec3d x = basis.direction({1, 0, 0}), y = basis.direction({0, 1, 0}), z = basis.direction({0, 0, 1});
        EXPECT_EQ(dot(x, cross(y, z)), basis.determinant()) << basis.text();
    }
}

TEST(Basis, TurnsQuaternionsAsTheTableSays) {
    const Quatd q{0.1, 0.2, 0.3, 0.9};
    const auto turned = [&](const char* basis) { return Basis::parse(basis, 1)->rotation(q); };
    EXPECT_EQ(turned("x,z,-y"), (Quatd{0.1, 0.3, -0.2, 0.9}));
    EXPECT_EQ(turned("y,z,x"), (Quatd{0.2, 0.3, 0.1, 0.9}));
    EXPECT_EQ(turned("-x,y,z"), (Quatd{0.1, -0.2, -0.3, 0.9}));
    EXPECT_EQ(turned("x,y,-z"), (Quatd{-0.1, -0.2, 0.3, 0.9}));
    EXPECT_EQ(turned("x,-y,-z"), (Quatd{0.1, -0.2, -0.3, 0.9}));
}

TEST(Basis, RotatingAndTurningCommute) {
    Random random;
    for (const Basis& basis : every_basis())
        for (int round = 0; round < 50; ++round) {
            const Quatd q = random.rotation();
            const Vec3d v = random.vector();
            EXPECT_VEC_NEAR(rotate(basis.rotation(q), basis.direction(v)), basis.direction(rotate(q, v)), 1e-13);
        }
}

TEST(Basis, MatricesTurnLikePoints) {
    Random random;
    for (const Basis& basis : every_basis())
        for (int round = 0; round < 50; ++round) {
            const Transformd transform = random.transform();
            const Affined matrix = to_affine(transform);
            const Vec3d v = random.vector();
            EXPECT_VEC_NEAR(basis.matrix(matrix).point(basis.point(v)), basis.point(matrix.point(v)), 1e-13);
            EXPECT_LE(distance(to_affine(basis.transform(transform)), basis.matrix(matrix)), 1e-13) << basis.text();
            const Affined other = to_affine(random.transform());
            EXPECT_LE(distance(basis.matrix(matrix * other), basis.matrix(matrix) * basis.matrix(other)), 1e-12);
        }
}

TEST(Basis, TheInverseLeadsBack) {
    Random random;
    for (const Basis& basis : every_basis()) {
        const Basis back = basis.inverse();
        EXPECT_EQ(back.determinant(), basis.determinant());
        const Vec3d v = random.vector();
        const Quatd q = random.rotation();
        EXPECT_EQ(back.direction(basis.direction(v)), v);
        EXPECT_EQ(back.rotation(basis.rotation(q)), q);
        EXPECT_EQ(back.extent(basis.extent(v)), v);
        EXPECT_VEC_NEAR(back.point(basis.point(v)), v, 1e-14);
        const Affined matrix = to_affine(random.transform());
        EXPECT_LE(distance(back.matrix(basis.matrix(matrix)), matrix), 1e-13);
    }
}

TEST(Basis, RefusesWhatIsNoChangeOfAxes) {
    for (const char* text : {"", "x", "x,y", "x,y,y", "x,y,z,", "x,y,w", "x y z", "--x,y,z", "x,,y", "x,y,z ", "x,y,-"})
        EXPECT_FALSE(Basis::parse(text, 1)) << text;
    EXPECT_FALSE(Basis::parse("x,y,z", 0));
    EXPECT_FALSE(Basis::parse("x,y,z", std::nan("")));
    EXPECT_EQ(Basis::parse("+x,y,z", 1), Basis());
}

TEST(Vec3, CrossStandsAcrossBoth) {
    EXPECT_EQ(cross(Vec3d{1, 0, 0}, Vec3d{0, 1, 0}), (Vec3d{0, 0, 1}));
    Random random;
    for (int round = 0; round < rounds; ++round) {
        const Vec3d a = random.vector(), b = random.vector();
        EXPECT_NEAR(dot(cross(a, b), a), 0, 1e-11);
        EXPECT_NEAR(dot(cross(a, b), b), 0, 1e-11);
    }
}

TEST(Vec3, NormalizeGivesUnitLengthAndLeavesZeroAlone) {
    EXPECT_EQ(normalize(Vec3{}), Vec3());
    EXPECT_EQ(normalize(Vec3{0, -3, 0}), (Vec3{0, -1, 0}));
    Random random;
    for (int round = 0; round < rounds; ++round) EXPECT_NEAR(length(normalize(random.vector(1e6))), 1, 1e-15);
}

TEST(Quat, NormalizeGivesUnitLengthAndMakesZeroTheIdentity) {
    EXPECT_EQ(normalize(Quatd{0, 0, 0, 0}), Quatd());
    EXPECT_EQ(normalize(Quatd{0, 0, 0, std::nan("")}), Quatd());
    EXPECT_EQ(normalize(Quatd{0, 0, 5, 0}), (Quatd{0, 0, 1, 0}));
}

TEST(Quat, ProductsRotateOneAfterTheOther) {
    Random random;
    for (int round = 0; round < rounds; ++round) {
        const Quatd a = random.rotation(), b = random.rotation();
        const Vec3d v = random.vector();
        EXPECT_VEC_NEAR(rotate(a * b, v), rotate(a, rotate(b, v)), 1e-13);
        EXPECT_VEC_NEAR(rotate(conjugate(a), rotate(a, v)), v, 1e-13);
        EXPECT_NEAR(length(rotate(a, v)), length(v), 1e-13);
    }
}

TEST(Quat, AxisAngleFollowsTheRightHand) {
    const Quatd quarter = axis_angle(Vec3d{0, 0, 1}, std::numbers::pi / 2);
    EXPECT_VEC_NEAR(rotate(quarter, Vec3d{1, 0, 0}), (Vec3d{0, 1, 0}), 1e-15);
    Random random;
    for (int round = 0; round < rounds; ++round) {
        const Vec3d axis = random.unit_vector();
        EXPECT_VEC_NEAR(rotate(axis_angle(axis, random.number()), axis), axis, 1e-14);
    }
}

TEST(Slerp, RunsEvenlyAlongTheShorterArc) {
    Random random;
    for (int round = 0; round < rounds; ++round) {
        const Quatd a = random.rotation(), b = random.rotation();
        EXPECT_LE(distance(slerp(a, b, 0.0), a), 1e-15);
        EXPECT_LE(distance(slerp(a, b, 1.0), b), 1e-15);
        const double whole = std::acos(std::min(1.0, std::abs(dot(a, b))));
        const double t = std::abs(random.number(1));
        const Quatd between = slerp(a, b, t);
        EXPECT_NEAR(dot(between, between), 1, 1e-14);
        EXPECT_NEAR(std::acos(std::min(1.0, std::abs(dot(a, between)))), whole * t, 1e-6);
        EXPECT_LE(distance(between, slerp(a, -b, t)), 1e-14); // the sign of a quaternion says nothing
    }
}

TEST(Slerp, StandsStillBetweenEqualRotations) {
    Random random;
    for (int round = 0; round < rounds; ++round) {
        const Quatd q = random.rotation();
        EXPECT_LE(distance(slerp(q, q, 0.3), q), 1e-15);
        EXPECT_LE(distance(slerp(q, -q, 0.3), q), 1e-15);
    }
}

TEST(Affine, ProductsAndInversesActOnPoints) {
    Random random;
    for (int round = 0; round < rounds; ++round) {
        const Affined a = to_affine(random.transform()), b = to_affine(random.transform());
        const Vec3d v = random.vector();
        EXPECT_VEC_NEAR((a * b).point(v), a.point(b.point(v)), 1e-11);
        EXPECT_VEC_NEAR(inverse(a).point(a.point(v)), v, 1e-10);
        EXPECT_LE(distance(a * inverse(a), Affined()), 1e-10);
    }
    const Affined singular{{1, 0, 0}, {2, 0, 0}, {0, 0, 1}, {5, 5, 5}};
    EXPECT_EQ(inverse(singular), (Affined{{}, {}, {}, {}}));
}

TEST(Affine, ColumnsLieAsInGltf) {
    const Affine m{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}};
    EXPECT_EQ(m.columns(), (std::array<float, 16>{1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 10, 11, 12, 1}));
}

TEST(ToQuat, FindsEveryRotation) {
    Random random;
    for (int round = 0; round < rounds; ++round) {
        const Quatd q = random.rotation();
        EXPECT_LE(distance(to_quat(rotation_matrix(q)), q), 1e-14);
    }
    // Half turns, where the trace is at its least.
    for (const Quatd q :
         {Quatd{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0.6, 0.8, 0, 0}, {0, 0.6, 0.8, 0}, {0.6, 0, 0.8, 0}})
        EXPECT_LE(distance(to_quat(rotation_matrix(q)), q), 1e-14);
}

TEST(Decompose, TakesApartWhatWasPutTogether) {
    Random random;
    for (int round = 0; round < rounds; ++round) {
        Transformd transform = random.transform();
        if (round % 2) transform.scale.x = -transform.scale.x;
        const auto parts = decompose(to_affine(transform));
        ASSERT_TRUE(parts);
        EXPECT_VEC_NEAR(parts->scale, transform.scale, 1e-13);
        EXPECT_EQ(parts->translation, transform.translation);
        EXPECT_LE(distance(parts->rotation, transform.rotation), 1e-13);
    }
}

TEST(Decompose, PutsEveryMirrorIntoX) {
    Random random;
    for (int round = 0; round < rounds; ++round) {
        Transformd transform = random.transform();
        transform.scale[static_cast<std::size_t>(round % 3)] *= -1;
        const auto parts = decompose(to_affine(transform));
        ASSERT_TRUE(parts);
        EXPECT_LT(parts->scale.x, 0);
        EXPECT_GT(parts->scale.y, 0);
        EXPECT_GT(parts->scale.z, 0);
        EXPECT_LE(distance(to_affine(*parts), to_affine(transform)), 1e-12);
    }
}

TEST(Decompose, RefusesShearFlatnessAndWhatIsNotFinite) {
    EXPECT_FALSE(decompose({{1, 0, 0}, {0.1, 1, 0}, {0, 0, 1}, {}}));
    EXPECT_TRUE(decompose({{1, 0, 0}, {0.1, 1, 0}, {0, 0, 1}, {}}, 0.2));
    EXPECT_FALSE(decompose({{1, 0, 0}, {0, 0, 0}, {0, 0, 1}, {}}));
    EXPECT_FALSE(decompose({{1, 0, 0}, {1, 0, 0}, {0, 0, 1}, {}}));
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_FALSE(decompose({{infinity, 0, 0}, {0, 1, 0}, {0, 0, 1}, {}}));
    EXPECT_FALSE(decompose({{1, 0, 0}, {0, std::nan(""), 0}, {0, 0, 1}, {}}));
}

TEST(RotationBetween, TurnsOneIntoTheOther) {
    Random random;
    for (int round = 0; round < rounds; ++round) {
        const Vec3d from = random.unit_vector(), to = random.unit_vector();
        const Quatd q = rotation_between(from, to);
        EXPECT_NEAR(dot(q, q), 1, 1e-14);
        EXPECT_VEC_NEAR(rotate(q, from), to, 1e-14);
        EXPECT_NEAR(dot(q.xyz(), from), 0, 1e-13); // the shortest: about an axis across
    }
}

TEST(RotationBetween, HoldsNearlyEqualAndNearlyOpposite) {
    Random random;
    for (const double gap : {0.0, 1e-300, 1e-16, 1e-13, 1e-10, 1e-7, 1e-5, 1e-3})
        for (int round = 0; round < 200; ++round) {
            const Vec3d from = random.unit_vector();
            const Vec3d near = normalize(from + random.unit_vector() * gap);
            EXPECT_VEC_NEAR(rotate(rotation_between(from, near), from), near, 1e-14) << gap;
            EXPECT_VEC_NEAR(rotate(rotation_between(from, -near), from), -near, 5e-14) << gap;
        }
}

TEST(Conversion, ToDoubleAndBackIsExact) {
    const Transform transform{{0.1f, 2, 3}, {0.5f, 0.5f, 0.5f, 0.5f}, {1, 2, 0.3f}};
    EXPECT_EQ(to_float(to_double(transform)), transform);
    const Affine matrix = to_affine(transform);
    EXPECT_EQ(to_float(to_double(matrix)), matrix);
}

} // namespace
} // namespace ossuary
