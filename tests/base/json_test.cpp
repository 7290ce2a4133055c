#include "ossuary/base/json.h"

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"

namespace ossuary {
namespace {

using namespace std::string_literals;

std::string reprint(std::string_view text) {
    const auto json = parse_json(text);
    return json ? print_json(*json) : json.error().text();
}

TEST(JsonText, MembersKeepTheirOrder) {
    EXPECT_EQ(reprint(R"( { "z" : 1 , "a" : [ true , false , null ] , "m" : { } } )"),
              R"({"z":1,"a":[true,false,null],"m":{}})");
}

TEST(JsonText, IntegersAreExact) {
    for (const char* text : {"0", "-1", "9007199254740993", "9223372036854775807", "-9223372036854775808",
                             "9223372036854775808", "18446744073709551615"})
        EXPECT_EQ(reprint(text), text);
    EXPECT_EQ(reprint("18446744073709551617"), "18446744073709551616"); // beyond 64 bits: the nearest double
    EXPECT_EQ(print_json(Json(std::numeric_limits<std::uint64_t>::max())), "18446744073709551615");
}

TEST(JsonText, NumbersAreTheShortestThatReadBack) {
    EXPECT_EQ(print_json(Json(0.1f)), "0.1");
    EXPECT_EQ(print_json(Json(0.1)), "0.1");
    EXPECT_EQ(print_json(Json(1.0)), "1");
    EXPECT_EQ(print_json(Json(1e30)), "1e+30");
    EXPECT_EQ(reprint("1.50"), "1.5");
    EXPECT_EQ(reprint("1E2"), "100");
}

TEST(JsonText, MinusZeroStaysMinusZero) {
    EXPECT_EQ(print_json(Json(-0.0)), "-0.0");
    EXPECT_EQ(print_json(Json(-0.0f)), "-0.0");
    EXPECT_EQ(reprint("-0.0"), "-0.0");
}

TEST(JsonText, WhatIsNotFiniteIsNull) {
    EXPECT_EQ(print_json(Json(std::numeric_limits<double>::infinity())), "null");
    EXPECT_EQ(print_json(Json(std::numeric_limits<float>::quiet_NaN())), "null");
}

TEST(JsonText, EscapesWhatItMust) {
    EXPECT_EQ(print_json(Json("\"\\/\n\r\t\b\f\x01\x1F\x7F")), R"("\"\\/\n\r\t\u0008\u000c\u0001\u001f)"
                                                               "\x7F\"");
    EXPECT_EQ(print_json(Json("\0"s)), R"("\u0000")");
    EXPECT_EQ(parse_json(R"("\u0041\u00e4\u20ac\ud83d\ude00\/\b\f")")->string(),
              "A\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80/\b\f");
    EXPECT_EQ(print_json(Json("\xC3\xA4")), "\"\xC3\xA4\"");
    EXPECT_EQ(print_json(Json("M\xFCller")), "\"M\xC3\xBCller\"");
    Json object;
    object.set("\"M\xFCller", Json(1));
    EXPECT_EQ(print_json(object), "{\"\\\"M\xC3\xBCller\":1}");
}

TEST(JsonText, IndentsObjectsAndKeepsPlainArraysOnALine) {
    EXPECT_EQ(print_json(parse_json(R"({"a":[1,2],"b":[[1],{}],"c":{"d":null},"e":[]})").value(), 2),
              "{\n"
              "  \"a\": [1, 2],\n"
              "  \"b\": [\n"
              "    [1],\n"
              "    {}\n"
              "  ],\n"
              "  \"c\": {\n"
              "    \"d\": null\n"
              "  },\n"
              "  \"e\": []\n"
              "}");
}

TEST(JsonText, RefusesWhatIsNoJson) {
    for (const char* text : {"",
                             " ",
                             "{",
                             "[",
                             "[1,]",
                             "{\"a\":}",
                             "{\"a\" 1}",
                             "{a:1}",
                             "[1 2]",
                             "nul",
                             "truex",
                             "01",
                             "1.",
                             ".5",
                             "+1",
                             "0x1",
                             "1e",
                             "NaN",
                             "\"",
                             "\"\\x\"",
                             "\"\\u12\"",
                             "\"\n\"",
                             "\"\\ud800\"",
                             "[1]]",
                             "1 2",
                             "'a'",
                             "// c\n1",
                             "1e999",
                             "\"\xFF\"",
                             "\"\xC0\x80\"",
                             "\"\xED\xA0\x80\"",
                             "\xFF",
                             "{\"a\":1,}",
                             "[,]"})
        EXPECT_FALSE(parse_json(text)) << text;
    EXPECT_FALSE(parse_json("\"a\0b\""s));
}

TEST(JsonText, SaysWhereItIsWrong) {
    const auto place = [](std::string_view text) {
        const auto json = parse_json(text);
        EXPECT_FALSE(json);
        return json ? std::pair(0u, 0u) : std::pair(json.error().place().line, json.error().place().column);
    };
    EXPECT_EQ(place("{\"a\": x}"), std::pair(1u, 7u));
    EXPECT_EQ(place("{\n  \"a\": 1,\n  \"b\": ?\n}"), std::pair(3u, 8u));
    EXPECT_EQ(place("[1,\r\n2,\r\n]"), std::pair(3u, 1u));
    EXPECT_EQ(place("\n\n\"\xFF\""), std::pair(3u, 2u));
    EXPECT_EQ(place("[1, 1e999]").first, 1u);
}

TEST(JsonText, SaysWhatIsWrongInPlainWords) {
    for (const char* text : {"{\"a\": x}", "[1, 1e999]", "\"\xFF\"", "[", "1 2"}) {
        const std::string message = parse_json(text).error().message();
        EXPECT_FALSE(message.empty());
        EXPECT_EQ(message.find("json.exception"), std::string::npos) << message;
        EXPECT_EQ(message.find("parse error at"), std::string::npos) << message;
    }
}

TEST(JsonText, NestsNoDeeperThanTwoHundredAndFiftySix) {
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    EXPECT_TRUE(parse_json(nested(256)));
    EXPECT_EQ(parse_json(nested(257)).error().text(), "line 1, column 257: nested more than 256 deep");
    EXPECT_FALSE(parse_json(std::string(1'000'000, '[')));
    std::string objects = "[\"[\\\"[\",\n";
    for (int i = 0; i < 300; ++i) objects += "{\"[\":";
    EXPECT_EQ(parse_json(objects).error().text(), "line 2, column 1276: nested more than 256 deep");
}

TEST(JsonText, OfTwoMembersOfANameTheFirstIsFound) {
    const auto json = parse_json(R"({"a":1,"b":2,"a":3})");
    ASSERT_TRUE(json);
    EXPECT_EQ((*json)["a"].integer(), 1);
    EXPECT_EQ(json->size(), 3u);
    EXPECT_EQ(print_json(*json), R"({"a":1,"b":2,"a":3})");
    EXPECT_EQ(*json, *json);
}

// An object whose member names are the numbers below the count, mixed up by a stride.
std::string object_text(std::int64_t count, std::int64_t stride) {
    std::string text = "{";
    for (std::int64_t i = 0; i < count; ++i) {
        text += i == 0 ? "\"" : ",\"";
        append_number(text, i * stride % count);
        text += "\":0";
    }
    return text += '}';
}

TEST(JsonText, ReadsAMillionMembersInOneObject) {
    EXPECT_EQ(parse_json(object_text(1'000'000, 7919))->size(), 1'000'000u);
}

TEST(Json, ComparesALargeObjectInAnyOrder) {
    EXPECT_EQ(parse_json(object_text(100'000, 7919)).value(), parse_json(object_text(100'000, 104729)).value());
}

// Any document up to a depth, with strings of any bytes and numbers of any kind.
Json random_json(std::mt19937_64& random, int depth) {
    const auto text = [&random] {
        std::string bytes;
        for (std::size_t left = random() % 6; left > 0; --left)
            bytes += static_cast<char>(random() % 3 ? random() % 128 : random());
        return bytes;
    };
    switch (random() % (depth > 0 ? 9 : 7)) {
    case 0: return Json();
    case 1: return Json(random() % 2 == 0);
    case 2: return Json(static_cast<std::int64_t>(random() >> random() % 64));
    case 3: return Json(random() >> random() % 64);
    case 4: return Json(std::bit_cast<double>(random()));
    case 5: return Json(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
    case 6: return Json(text());
    case 7: {
        Json array = Json::array();
        for (std::size_t left = random() % 5; left > 0; --left) array.push(random_json(random, depth - 1));
        return array;
    }
    default: {
        Json object = Json::object();
        for (std::size_t left = random() % 5; left > 0; --left) object.append(text(), random_json(random, depth - 1));
        return object;
    }
    }
}

TEST(JsonText, PrintingWhatWasReadIsAFixedPoint) {
    std::mt19937_64 random(21);
    for (int round = 0; round < 5'000; ++round) {
        const Json document = random_json(random, 4);
        for (const int indent : {0, 2}) {
            const std::string text = print_json(document, indent);
            const auto back = parse_json(text);
            ASSERT_TRUE(back) << back.error().text() << '\n' << text;
            ASSERT_EQ(print_json(*back, indent), text);
            ASSERT_EQ(*back, parse_json(print_json(*back)).value()) << text;
        }
    }
}

TEST(JsonText, EqualsItsReprintWhereNothingHadToChange) {
    Json json = Json::object();
    json.set("float", Json(0.1f));
    json.set("double", Json(0.1));
    json.set("integer", Json(1));
    json.set("zero", Json(-0.0f));
    EXPECT_EQ(parse_json(print_json(json)).value(), json);
}

TEST(JsonText, SurvivesBrokenDocuments) {
    std::mt19937_64 random(22);
    const std::string whole = print_json(parse_json(R"({"a":[1,-2.5e3,"x\u00e4\n",{"b":null}],"c":true})").value());
    for (std::size_t size = 0; size < whole.size(); ++size) EXPECT_FALSE(parse_json(whole.substr(0, size)));
    for (int round = 0; round < 20'000; ++round) {
        std::string text = whole;
        for (int change = 0; change < 2; ++change) text[random() % text.size()] = static_cast<char>(random());
        const auto json = parse_json(text);
        if (json)
            ASSERT_EQ(parse_json(print_json(*json)).value(), *json) << text;
        else
            ASSERT_GT(json.error().place().line, 0u);
    }
}

TEST(Json, GivesWhatItHoldsOrTheFallback) {
    EXPECT_EQ(Json(true).boolean(), true);
    EXPECT_EQ(Json(1).boolean(true), true);
    EXPECT_EQ(Json("x").integer(7), 7);
    EXPECT_EQ(Json(3.0).integer(), 3);
    EXPECT_EQ(Json(3.5).integer(7), 7);
    EXPECT_EQ(Json(1e300).integer(7), 7);
    EXPECT_EQ(Json(-0x1p63).integer(7), INT64_MIN);
    EXPECT_EQ(Json(0x1p63).integer(7), 7);
    EXPECT_EQ(Json(0x1p63).unsigned_integer(7), std::uint64_t{1} << 63);
    EXPECT_EQ(Json(UINT64_MAX).unsigned_integer(), UINT64_MAX);
    EXPECT_EQ(Json(UINT64_MAX).integer(7), 7);
    EXPECT_EQ(Json(-1).unsigned_integer(7), 7u);
    EXPECT_EQ(Json(std::nan("")).integer(7), 7);
    EXPECT_EQ(Json(5).number(), 5.0);
    EXPECT_EQ(Json(0.5f).number(), 0.5);
    EXPECT_EQ(Json().number(2.5), 2.5);
    EXPECT_EQ(Json("text").string(), "text");
    EXPECT_EQ(Json(1).string("none"), "none");
    EXPECT_TRUE(Json(1).items().empty());
    EXPECT_TRUE(Json(1).members().empty());
    EXPECT_EQ(Json(1).size(), 0u);
    EXPECT_TRUE(Json(UINT64_MAX).is_number());
}

TEST(Json, MembersAreSetFoundAndErased) {
    Json json; // null becomes an object
    json.set("a", Json(1));
    json.set("b", Json(2));
    json.set("a", Json(3));
    EXPECT_EQ(print_json(json), R"({"a":3,"b":2})");
    EXPECT_EQ(json["b"].integer(), 2);
    EXPECT_EQ(json.find("c"), nullptr);
    EXPECT_TRUE(json["c"].is_null());
    EXPECT_TRUE(json["c"]["d"].is_null());
    json.erase("a");
    EXPECT_EQ(print_json(json), R"({"b":2})");
    Json list; // null becomes an array
    list.push(Json("x")).set("y", Json(1));
    EXPECT_EQ(print_json(list), R"([{"y":1}])");
}

TEST(Json, EqualityMindsValuesNotTheOrderOfMembers) {
    const auto json = [](const char* text) { return parse_json(text).value(); };
    EXPECT_EQ(json(R"({"a":1,"b":[2]})"), json(R"({"b":[2.0],"a":1})"));
    EXPECT_NE(json(R"({"a":1})"), json(R"({"a":1,"b":null})"));
    EXPECT_NE(json(R"({"a":1,"a":2})"), json(R"({"a":2,"a":1})"));
    EXPECT_NE(json("[1,2]"), json("[2,1]"));
    EXPECT_NE(Json(0), Json(-0.0));
    EXPECT_NE(Json("1"), Json(1));
    EXPECT_NE(Json(false), Json());
    EXPECT_EQ(Json(0.1f), Json(0.1));
    EXPECT_NE(Json(UINT64_MAX), Json(UINT64_MAX - 1));
    EXPECT_EQ(Json(UINT64_MAX), Json(UINT64_MAX));
}

TEST(Json, TellsWhatIsKnownOfAnErrorsPlace) {
    EXPECT_EQ(
        print_json(to_json(Error(Place{.file = "X.MAN", .offset = 420, .field = "header.numFrames"}, "too many"))),
        R"({"file":"X.MAN","offset":420,"field":"header.numFrames","message":"too many"})");
    EXPECT_EQ(print_json(to_json(Error("lost"))), R"({"message":"lost"})");
    const Diagnostics diagnostics{{Severity::note, Place{.file = "a.mds", .line = 3, .column = 7}, "odd"}};
    EXPECT_EQ(print_json(to_json(diagnostics)),
              R"([{"severity":"note","file":"a.mds","line":3,"column":7,"message":"odd"}])");
}

} // namespace
} // namespace ossuary
