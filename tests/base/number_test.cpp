#include "ossuary/base/number.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace ossuary {
namespace {

// What the C library makes of the same text, in its C locale.
double reference(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

void expect_same_bits(const std::string& text) {
    const auto value = parse_number(text);
    ASSERT_TRUE(value) << text;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(*value), std::bit_cast<std::uint64_t>(reference(text))) << text;
}

TEST(ParseNumber, AgreesWithTheCLibraryOnEdges) {
    for (const char* text : {"0",
                             "-0",
                             "+0",
                             "1",
                             "-1",
                             "+1",
                             "1.",
                             "-.5",
                             ".5",
                             "+.5",
                             "0.1",
                             "1e5",
                             "1E5",
                             "1e+5",
                             "1e-5",
                             "00012.50",
                             "9007199254740991",
                             "9007199254740992",
                             "9007199254740993",
                             "9007199254740995",
                             "0.9007199254740993",
                             "123456789012345678901234567890",
                             "0.00000000000000000000000000000000000000001",
                             "1e22",
                             "1e23",
                             "8.5e22",
                             "1.7976931348623157e308",
                             "2.2250738585072014e-308",
                             "2.2250738585072011e-308",
                             "5e-324",
                             "2e-324",
                             "1e-999",
                             "4.9406564584124654e-324",
                             "179769313486231570814527423731704356798070e267",
                             "0.1e-6",
                             "9999999999999999999",
                             "18446744073709551615",
                             "18446744073709551616",
                             "1.00000000000000011102230246251565",
                             "1.00000000000000011102230246251566",
                             "-12.345678",
                             "0.000000000000000000000000"})
        expect_same_bits(text);
}

TEST(ParseNumber, AgreesWithTheCLibraryOnDigitsAsFilesHaveThem) {
    std::mt19937_64 random(11);
    std::string text;
    for (int round = 0; round < 1'000'000; ++round) {
        const std::uint64_t bits = random();
        text.clear();
        if (bits & 1) text += '-';
        const auto whole = static_cast<std::int64_t>((bits >> 1) % 1000),
                   fraction = static_cast<std::int64_t>(bits >> 16);
        append_number(text, whole);
        text += '.';
        append_number(text, fraction);
        text.resize(std::min(text.size(), 4 + (bits >> 8) % 12)); // as many decimals as it comes
        expect_same_bits(text);
        if (HasFatalFailure()) return;
    }
}

TEST(ParseNumber, AgreesWithTheCLibraryOnAnyDigitsAndExponents) {
    std::mt19937 random(12);
    std::string text;
    for (int round = 0; round < 300'000; ++round) {
        text.clear();
        if (random() % 3 == 0) text += "+-"[random() % 2];
        const std::size_t digits = 1 + random() % 24, point = random() % (digits + 3);
        for (std::size_t i = 0; i < digits; ++i) {
            if (i == point) text += '.';
            text += static_cast<char>('0' + random() % 10);
        }
        if (random() % 3 == 0) {
            text += 'e';
            append_number(text, static_cast<std::int64_t>(random() % 560) - 290);
        }
        if (!std::isfinite(reference(text)))
            ASSERT_FALSE(parse_number(text)) << text;
        else
            expect_same_bits(text);
        if (HasFatalFailure()) return;
    }
}

TEST(ParseNumber, RefusesWhatIsNoFiniteDecimal) {
    for (const char* text :
         {"",     " ",     "+",     "-",        ".",     "-.",     "+-1",    "-+1",     "++1",  "--1",
          "nan",  "NaN",   "-nan",  "inf",      "-inf",  "+inf",   "1.#IND", "-1.#INF", "0x10", "0x",
          "1e",   "1e+",   "e5",    ".e5",      "1e999", "-1e999", "1,5",    "1 ",      " 1",   "1f",
          "1..2", "1.2.3", "1e5.5", "infinity", "1e310", "1_000",  "١"})
        EXPECT_FALSE(parse_number(text)) << '"' << text << '"';
    EXPECT_FALSE(parse_number(std::string(400, '9')));
    EXPECT_FALSE(parse_number({}));
}

TEST(ParseNumber, IsQuickWithVeryLongTexts) {
    const std::string zeros(1'000'000, '0');
    EXPECT_EQ(parse_number("0." + zeros + "1e1000001"), 1.0);
    EXPECT_EQ(parse_number("1" + zeros + "e-1000000"), 1.0);
    EXPECT_EQ(parse_number(zeros + "7"), 7.0);
}

TEST(ScanNumber, StopsAtTheFirstForeignCharacter) {
    const auto scan = [](std::string_view text) -> std::pair<double, std::size_t> {
        const char* cursor = text.data();
        double value = -99;
        const bool found = scan_number(&cursor, text.data() + text.size(), &value);
        EXPECT_EQ(found, cursor != text.data());
        return {value, static_cast<std::size_t>(cursor - text.data())};
    };
    EXPECT_EQ(scan("1.5 2.5"), std::pair(1.5, std::size_t{3}));
    EXPECT_EQ(scan("-12.345678)"), std::pair(-12.345678, std::size_t{10}));
    EXPECT_EQ(scan("1.#IND"), std::pair(1.0, std::size_t{2}));
    EXPECT_EQ(scan("0x10"), std::pair(0.0, std::size_t{1}));
    EXPECT_EQ(scan("3e"), std::pair(3.0, std::size_t{1}));
    EXPECT_EQ(scan("3e+x"), std::pair(3.0, std::size_t{1}));
    EXPECT_EQ(scan("nan"), std::pair(-99.0, std::size_t{0}));
    EXPECT_EQ(scan("1e999 "), std::pair(-99.0, std::size_t{0}));
    EXPECT_EQ(scan(""), std::pair(-99.0, std::size_t{0}));
}

TEST(ScanNumber, EveryOtherByteEndsTheDigits) {
    for (std::size_t digits = 0; digits < 17; ++digits)
        for (int other = 0; other < 256; ++other) {
            const char c = static_cast<char>(other);
            if ((c >= '0' && c <= '9') || c == 'e' || c == 'E') continue;
            const std::string number = "7." + std::string("98765432109876543").substr(0, digits);
            const std::string text = number + std::string(20, c);
            const char* cursor = text.data();
            double value = 0;
            ASSERT_TRUE(scan_number(&cursor, text.data() + text.size(), &value));
            ASSERT_EQ(value, reference(number)) << digits << " digits, then byte " << other;
            ASSERT_EQ(cursor, text.data() + number.size());
        }
}

TEST(ScanNumber, NeverReadsBeyondTheEnd) {
    const std::string text = "-12345678.87654321e-5";
    for (std::size_t size = 0; size <= text.size(); ++size) {
        const std::vector<char> exact(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size));
        const char* cursor = exact.data();
        double value = 0;
        if (scan_number(&cursor, exact.data() + exact.size(), &value)) {
            EXPECT_LE(cursor, exact.data() + exact.size());
            EXPECT_EQ(value, reference(text.substr(0, size))) << text.substr(0, size);
        }
    }
}

TEST(ParseInteger, TakesWholeNumbersThatFit) {
    EXPECT_EQ(parse_integer("0"), 0);
    EXPECT_EQ(parse_integer("-7"), -7);
    EXPECT_EQ(parse_integer("+7"), 7);
    EXPECT_EQ(parse_integer("9223372036854775807"), INT64_MAX);
    EXPECT_EQ(parse_integer("-9223372036854775808"), INT64_MIN);
    for (const char* text : {"", "+", "-", "+-1", "--1", "1.0", "1e3", "0x1", " 1", "1 ", "9223372036854775808"})
        EXPECT_FALSE(parse_integer(text)) << text;
}

TEST(NumberText, IsTheShortestThatReadsBack) {
    EXPECT_EQ(number_text(0.1f), "0.1");
    EXPECT_EQ(number_text(0.1), "0.1");
    EXPECT_EQ(number_text(1e-7), "1e-07");
    EXPECT_EQ(number_text(-0.0), "-0");
    EXPECT_EQ(number_text(16777216.0f), "16777216");
    EXPECT_EQ(number_text(std::numeric_limits<float>::denorm_min()), "1e-45");
    EXPECT_EQ(number_text(std::int64_t{INT64_MIN}), "-9223372036854775808");
}

TEST(NumberText, EveryFloatReadsBackTheSame) {
    std::mt19937 random(13);
    for (int round = 0; round < 200'000; ++round) {
        const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
        if (!std::isfinite(value)) continue;
        const auto back = parse_number(number_text(value));
        ASSERT_TRUE(back);
        ASSERT_EQ(std::bit_cast<std::uint32_t>(static_cast<float>(*back)), std::bit_cast<std::uint32_t>(value));
        ASSERT_EQ(*back, shortest_double(value));
    }
}

TEST(NumberText, EveryDoubleReadsBackTheSame) {
    std::mt19937_64 random(14);
    for (int round = 0; round < 200'000; ++round) {
        const auto value = std::bit_cast<double>(random());
        if (!std::isfinite(value)) continue;
        const auto back = parse_number(number_text(value));
        ASSERT_TRUE(back);
        ASSERT_EQ(std::bit_cast<std::uint64_t>(*back), std::bit_cast<std::uint64_t>(value));
    }
}

std::string fixed(double value) {
    std::string text;
    append_fixed(text, value);
    return text;
}
std::string rounded(double value, int decimals) {
    std::string text;
    append_rounded(text, value, decimals);
    return text;
}

TEST(AppendFixed, NeverHasAnExponent) {
    EXPECT_EQ(fixed(1e-7), "0.0000001");
    EXPECT_EQ(fixed(-0.0), "0");
    EXPECT_EQ(fixed(0.0), "0");
    EXPECT_EQ(fixed(-12.345678), "-12.345678");
    EXPECT_EQ(fixed(1e22), "10000000000000000000000");
    std::mt19937_64 random(15);
    for (int round = 0; round < 50'000; ++round) {
        const auto value = std::bit_cast<double>(random());
        if (!std::isfinite(value)) continue;
        const std::string text = fixed(value);
        ASSERT_EQ(text.find_first_not_of("-.0123456789"), std::string::npos) << text;
        ASSERT_EQ(parse_number(text), value) << text;
    }
    for (const double value : {5e-324, -2.2250738585072014e-308, 1.7976931348623157e308}) {
        EXPECT_EQ(parse_number(fixed(value)), value);
    }
}

TEST(AppendRounded, LeavesOutWhatSaysNothing) {
    EXPECT_EQ(rounded(1.5, 3), "1.5");
    EXPECT_EQ(rounded(2.0, 3), "2");
    EXPECT_EQ(rounded(100.0, 0), "100");
    EXPECT_EQ(rounded(-0.0001, 2), "0");
    EXPECT_EQ(rounded(-0.0, 2), "0");
    EXPECT_EQ(rounded(1234.5678, 2), "1234.57");
    EXPECT_EQ(rounded(0.999, 2), "1");
    EXPECT_EQ(rounded(-1e300, 2).size(), 302u);
}

TEST(AppendRounded, KeepsToItsLimitsOfPlaces) {
    EXPECT_EQ(rounded(0.25, 1000), "0.25");
    EXPECT_EQ(rounded(2.5, -3), "2");
    EXPECT_EQ(parse_number(rounded(-1.7976931348623157e308, 1000)), -1.7976931348623157e308);
}

TEST(AppendGeneral, RoundsToDigitsThatCount) {
    const auto general = [](double value, int digits) {
        std::string text;
        append_general(text, value, digits);
        return text;
    };
    EXPECT_EQ(general(1234.5678, 6), "1234.57");
    EXPECT_EQ(general(0.00001234, 2), "1.2e-05");
    EXPECT_EQ(general(2, 8), "2");
    EXPECT_EQ(general(1e10, 6), "1e+10");
    EXPECT_EQ(general(0.1, 99), "0.10000000000000001");
    EXPECT_EQ(general(15, 0), "2e+01");
}

TEST(ShortestDouble, PrintsLikeTheFloat) {
    EXPECT_EQ(shortest_double(0.1f), 0.1);
    EXPECT_EQ(shortest_double(-0.0f), 0.0);
    EXPECT_TRUE(std::signbit(shortest_double(-0.0f)));
    EXPECT_TRUE(std::isnan(shortest_double(std::numeric_limits<float>::quiet_NaN())));
    EXPECT_EQ(shortest_double(std::numeric_limits<float>::infinity()), std::numeric_limits<double>::infinity());
}

} // namespace
} // namespace ossuary
