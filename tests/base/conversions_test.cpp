// Digits as a browser makes them (conversions_wasm.cpp), held against the native ones.
#include "base/conversions.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "ossuary/base/decimal.h"

namespace browser {
namespace ossuary {
using namespace ::ossuary;
}
#include "base/conversions_wasm.cpp"
} // namespace browser

namespace {

namespace native = ::ossuary;
namespace page = ::browser::ossuary;

template <class Write> std::string written(const Write& write) {
    char buffer[native::number_room];
    return {buffer, write(buffer)};
}

template <class T> void expect_same(T value) {
    const auto expected = written([&](char* to) { return native::write_shortest(to, value); });
    EXPECT_EQ(written([&](char* to) { return page::write_shortest(to, value); }), expected);
}

// Of powers of two a digit more is written than need be: their neighbours are not equally far.
template <class T> bool is_power_of_two(T value) {
    int exponent = 0;
    return std::abs(std::frexp(value, &exponent)) == T(0.5);
}

template <class T, class Bits> void expect_same_for_any(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (int i = 0; i < 20'000; ++i) {
        const T value = std::bit_cast<T>(static_cast<Bits>(random()));
        if (std::isfinite(value) && !is_power_of_two(value)) expect_same(value);
    }
}

TEST(BrowserDigits, AreTheShortestToo) {
    for (const double value : {0.0, -0.0, 1.0, -1.5, 0.1, 1e21, 1e22, 123456789012345680.0, 1e-5, 1e-7, 5e-324,
                               std::numeric_limits<double>::max(), std::numeric_limits<double>::infinity()})
        expect_same(value);
    for (const float value : {0.0f, -0.0f, 0.1f, 16777216.5f, 1e-45f, 3.4e38f, 8589934592.0f}) expect_same(value);
    expect_same_for_any<double, std::uint64_t>(1);
    expect_same_for_any<float, std::uint32_t>(2);
    for (int thousandths = -50'000; thousandths < 50'000; thousandths += 7) expect_same(thousandths / 1000.0);
}

TEST(BrowserDigits, AreTheSameInFixedAndGeneralNotation) {
    std::mt19937_64 random(3);
    for (int i = 0; i < 5'000; ++i) {
        const double value = std::bit_cast<double>(random());
        if (!std::isfinite(value)) continue;
        const auto same = [&](const auto& write_natively, const auto& write) {
            EXPECT_EQ(written(write), written(write_natively)) << value;
        };
        same([&](char* to) { return native::write_fixed(to, value); },
             [&](char* to) { return page::write_fixed(to, value); });
        const double small = std::ldexp(value, -std::ilogb(value) + static_cast<int>(random() % 60) - 30);
        const int digits = 1 + static_cast<int>(random() % 17);
        same([&](char* to) { return native::write_fixed(to, small, digits); },
             [&](char* to) { return page::write_fixed(to, small, digits); });
        same([&](char* to) { return native::write_general(to, value, digits); },
             [&](char* to) { return page::write_general(to, value, digits); });
    }
}

TEST(BrowserDigits, AreReadTheSame) {
    for (const std::string text :
         {"1", "1.", ".5", ".", "", "1e5", "1e", "1e+", "1E-3x", "1.2.3", "00012.5e0007,", "1e400", "4.9e-324",
          "179769313486231580793e289", "0x10", "12345678901234567890.123456789"}) {
        double expected = -1, found = -1;
        const char* end = text.data() + text.size();
        const char* native_end = native::read_decimal(text.data(), end, &expected);
        const char* page_end = page::read_decimal(text.data(), end, &found);
        if (native_end && std::isfinite(expected)) {
            EXPECT_EQ(page_end, native_end) << text;
            EXPECT_EQ(found, expected) << text;
        } else {
            EXPECT_TRUE(!page_end || !std::isfinite(found)) << text;
        }
    }
}

} // namespace
