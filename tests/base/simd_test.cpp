#include "ossuary/base/simd.h"

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "ossuary/base/bytes.h"

namespace ossuary::simd {
namespace {

template <class V> class Simd : public ::testing::Test {
public:
    static constexpr int lanes = lane_count<V>;
    using Array = std::array<float, static_cast<std::size_t>(lanes)>;

    // Ordinary and special values in every lane.
    static std::vector<Array> inputs() {
        const float special[] = {0.0f, -0.0f, 1.0f, -1.0f, 1e30f, 1e-40f, std::numeric_limits<float>::infinity()};
        std::mt19937 random(5);
        std::vector<Array> inputs(50);
        for (Array& input : inputs)
            for (float& value : input)
                value = random() % 3 == 0 ? special[random() % std::size(special)]
                                          : static_cast<float>(static_cast<int>(random() % 2001) - 1000) / 7;
        return inputs;
    }
    static Array array(const V& v) {
        Array values;
        store(values.data(), v);
        return values;
    }
    // Every lane of `got` has the bits that the scalar function gives.
    template <class Scalar> static void expect_lanes(const V& got, const Array& a, const Array& b, Scalar scalar) {
        const Array values = array(got);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const float expected = scalar(a[i], b[i]);
            EXPECT_TRUE(values[i] == expected && std::signbit(values[i]) == std::signbit(expected))
                << values[i] << " instead of " << expected << " from " << a[i] << ", " << b[i];
        }
    }
    template <class Lanewise, class Scalar> static void compare(Lanewise lanewise, Scalar scalar) {
        const auto values = inputs();
        for (std::size_t i = 0; i + 1 < values.size(); ++i) {
            V to, a, b;
            load(a, values[i].data());
            load(b, values[i + 1].data());
            lanewise(to, a, b);
            expect_lanes(to, values[i], values[i + 1], scalar);
        }
    }
};

using Widths = ::testing::Types<f32x4, f32x8, f32x16>;
TYPED_TEST_SUITE(Simd, Widths);

TYPED_TEST(Simd, MinAndMaxTakeTheSecondOfEquals) {
    using V = TypeParam;
    TestFixture::compare([](V& to, const V& a, const V& b) { min(to, a, b); },
                         [](float a, float b) { return a < b ? a : b; });
    TestFixture::compare([](V& to, const V& a, const V& b) { max(to, a, b); },
                         [](float a, float b) { return a > b ? a : b; });
}

TYPED_TEST(Simd, SelectFollowsTheMask) {
    using V = TypeParam;
    TestFixture::compare([](V& to, const V& a, const V& b) { select<V>(to, a <= b, b, a); },
                         [](float a, float b) { return a <= b ? b : a; });
}

TYPED_TEST(Simd, AbsAndFlipSignTouchTheSignAlone) {
    using V = TypeParam;
    TestFixture::compare([](V& to, const V& a, const V&) { abs(to, a); }, [](float a, float) { return std::fabs(a); });
    TestFixture::compare([](V& to, const V& a, const V& b) { flip_sign(to, a, b); },
                         [](float a, float b) { return std::signbit(b) ? -a : a; });
}

TYPED_TEST(Simd, SqrtIsExactlyRounded) {
    using V = TypeParam;
    TestFixture::compare(
        [](V& to, const V& a, const V&) {
            V magnitude;
            abs(magnitude, a);
            sqrt(to, magnitude);
        },
        [](float a, float) { return std::sqrt(std::fabs(a)); });
    V negative, root;
    splat(negative, -4.0f);
    sqrt(root, negative);
    for (const float value : TestFixture::array(root)) EXPECT_TRUE(std::isnan(value));
}

TYPED_TEST(Simd, ArithmeticIsLaneByLane) {
    using V = TypeParam;
    TestFixture::compare([](V& to, const V& a, const V&) { to = a * 3.0f - 0.5f; },
                         [](float a, float) {
                             volatile float product = a * 3.0f; // no fused rounding on either side
                             return product - 0.5f;
                         });
}

TYPED_TEST(Simd, SplatFillsEveryLaneAndKeepsMinusZero) {
    for (const float value : {0.0f, -0.0f, 2.5f, -std::numeric_limits<float>::infinity()}) {
        TypeParam v;
        splat(v, value);
        for (const float lane : TestFixture::array(v)) {
            EXPECT_EQ(lane, value);
            EXPECT_EQ(std::signbit(lane), std::signbit(value));
        }
    }
}

TYPED_TEST(Simd, SumAddsAsATree) {
    for (auto values : TestFixture::inputs()) {
        for (float& value : values)
            if (!std::isfinite(value)) value = 0.1f;
        TypeParam v;
        load(v, values.data());
        const float got = sum(v);
        for (std::size_t width = values.size() / 2; width > 0; width /= 2)
            for (std::size_t i = 0; i < width; ++i) values[i] += values[i + width];
        EXPECT_EQ(got, values[0]);
    }
}

TYPED_TEST(Simd, LoadAndStoreNeedNoAlignment) {
    std::array<float, 20> room{};
    for (std::size_t i = 0; i < room.size(); ++i) room[i] = static_cast<float>(i);
    TypeParam v;
    load(v, room.data() + 1);
    store(room.data() + 3, v);
    for (std::size_t i = 0; i < static_cast<std::size_t>(TestFixture::lanes); ++i)
        EXPECT_EQ(room[i + 3], static_cast<float>(i + 1));
}

} // namespace
} // namespace ossuary::simd
