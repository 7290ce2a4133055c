#include "ossuary/mesh/quantise.h"

#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace ossuary::mesh {
namespace {

std::vector<Vec3> directions(std::size_t count) {
    std::vector<Vec3> made = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    std::mt19937 random(1);
    const auto next = [&random] { return static_cast<float>(random() % 20001) / 10000 - 1; };
    while (made.size() < count) {
        const Vec3 v{next(), next(), next()};
        if (length(v) > 0.01f) made.push_back(normalize(v));
    }
    return made;
}

double angle_between(const Vec3& a, const Vec3& b) {
    return std::asin(std::min(1.0, length(to_double(a) - to_double(b)) / 2)) * 2 * 180 / 3.14159265358979;
}

TEST(Octahedral, KeepsItsBound) {
    for (const unsigned bits : {4u, 8u, 10u, 12u, 16u}) {
        double worst = 0;
        for (const Vec3& v : directions(20000))
            worst = std::max(worst, angle_between(v, from_octahedral(to_octahedral(v, bits), bits)));
        EXPECT_LE(worst, octahedral_bound(bits)) << bits;
        EXPECT_GT(worst, octahedral_bound(bits) / 2) << bits; // the bound is not idle
    }
    EXPECT_LE(octahedral_bound(8), 1.0);
    EXPECT_LE(octahedral_bound(16), 0.01);
}

TEST(Octahedral, NumbersFitTheirBitsAndAxesAreExact) {
    for (const Vec3& v : directions(2000))
        for (const unsigned bits : {4u, 8u, 16u}) {
            const Octahedral packed = to_octahedral(v, bits);
            EXPECT_LE(std::max(packed.x, packed.y), largest_of_bits(bits));
        }
    for (std::size_t axis = 0; axis < 6; ++axis) {
        const Vec3 v = directions(6)[axis];
        EXPECT_EQ(from_octahedral(to_octahedral(v, 8), 8), v);
    }
}

TEST(Octahedral, PackingAgainChangesNothing) {
    for (const unsigned bits : {4u, 8u, 16u})
        for (const Vec3& v : directions(5000)) {
            const Vec3 once = from_octahedral(to_octahedral(v, bits), bits);
            EXPECT_LT(angle_between(once, from_octahedral(to_octahedral(once, bits), bits)), 1e-4);
        }
}

TEST(Lattice, IsHalfAStepAwayAtMostAndPacksAgainTheSame) {
    for (const auto& [low, high] : {std::pair(-1.0f, 1.0f), {0.0f, 1e-6f}, {1000.0f, 1003.0f}, {-3e7f, 5e7f}})
        for (const unsigned bits : {8u, 12u, 16u}) {
            const Lattice lattice = Lattice::over(low, high, bits);
            for (int i = 0; i <= 1000; ++i) {
                const float value = std::min(high, low + (high - low) * static_cast<float>(i) / 1000);
                const std::int64_t number = lattice.nearest(value);
                EXPECT_GE(number, 0);
                EXPECT_LE(number, largest_of_bits(bits));
                const float back = lattice.at(number);
                EXPECT_LE(std::abs(back - value), lattice.step / 2 + 2e-7f * std::max(std::abs(low), std::abs(high)));
                EXPECT_EQ(lattice.at(lattice.nearest(back)), back);
            }
        }
}

TEST(Lattice, OfOneValueIsThatValue) {
    const Lattice lattice = Lattice::over(2.5f, 2.5f, 8);
    EXPECT_EQ(lattice.nearest(2.5f), 0);
    EXPECT_EQ(lattice.at(0), 2.5f);
}

TEST(Weights, AddUpToOneAndAreLessThanAPartAway) {
    std::mt19937 random(2);
    for (int i = 0; i < 5000; ++i) {
        std::array<float, 4> weights{};
        for (float& weight : weights) weight = static_cast<float>(random() % 1000);
        weights[random() % 4] += 1;
        for (const unsigned bits : {8u, 16u}) {
            std::array<std::uint32_t, 4> parts{};
            quantise_weights(weights, bits, parts);
            const double whole = largest_of_bits(bits);
            EXPECT_EQ(std::accumulate(parts.begin(), parts.end(), 0u), largest_of_bits(bits));
            const float sum = weights[0] + weights[1] + weights[2] + weights[3];
            for (std::size_t w = 0; w < 4; ++w)
                EXPECT_LT(std::abs(parts[w] / whole - static_cast<double>(weights[w] / sum)), 1.0 / whole + 1e-7);
        }
    }
    std::array<std::uint32_t, 6> six{};
    quantise_weights(std::array<float, 6>{0, 2, 0, 0, 2, 0}, 8, six);
    EXPECT_EQ(six, (std::array<std::uint32_t, 6>{0, 128, 0, 0, 127, 0}));
}

} // namespace
} // namespace ossuary::mesh
