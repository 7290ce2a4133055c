#include "ossuary/base/record_json.h"

#include <bit>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "ossuary/base/vectors.h"

namespace ossuary {
namespace {

enum class Mood : std::uint8_t { calm, wild };
std::string_view name_of(Mood mood) { return mood == Mood::calm ? "calm" : "wild"; }
bool parse_name(std::string_view name, Mood& mood) {
    if (name != "calm" && name != "wild") return false;
    mood = name == "calm" ? Mood::calm : Mood::wild;
    return true;
}
enum class Code : std::int8_t {};

struct Hex {
    std::uint8_t value = 0;
};
Json to_json(const Hex& hex) { return Json("#" + std::to_string(hex.value)); }
bool from_json(const Json& json, Hex& hex) {
    if (!json.string().starts_with('#')) return false;
    hex.value = static_cast<std::uint8_t>(json.string().size());
    return true;
}

struct Joint {
    std::string name;
    Vec3 position;
};
template <class Io> void describe(Io& io, Joint& joint) {
    io("name", joint.name);
    io("position", joint.position);
}

struct Record {
    std::uint8_t small = 0;
    std::int64_t large = 0;
    std::uint64_t largest = 0;
    float single = 0;
    double real = 0;
    bool flag = false;
    Mood mood = Mood::calm;
    Code code{};
    Hex hex;
    std::optional<std::int32_t> maybe;
    std::array<std::uint16_t, 2> pair{};
    std::vector<Joint> joints;
    Json rest;
};
template <class Io> void describe(Io& io, Record& record) {
    io("small", record.small);
    io("large", record.large);
    io("largest", record.largest);
    io("single", record.single);
    io("real", record.real);
    io("flag", record.flag);
    io("mood", record.mood);
    io("code", record.code);
    io("hex", record.hex);
    io("maybe", record.maybe);
    io("pair", record.pair);
    io("joints", record.joints);
    io("rest", record.rest);
}

Record sample() {
    return {.small = 255,
            .large = INT64_MIN,
            .largest = UINT64_MAX,
            .single = 0.1f,
            .real = -0.0,
            .flag = true,
            .mood = Mood::wild,
            .code = Code{-3},
            .hex = {3},
            .maybe = 7,
            .pair = {1, 2},
            .joints = {{"hip", {1, 2, 3}}, {"knee", {0, -1, 0.5f}}},
            .rest = Json::array()};
}

// The error of building the sample after a change to its dump.
template <class Change> std::string error_after(Change change) {
    Json json = dump_record(sample());
    change(json);
    const auto record = build_record<Record>(json);
    return record ? "built" : record.error().text();
}
std::string error_with(const char* field, Json value) {
    return error_after([&](Json& json) { json.set(field, std::move(value)); });
}

TEST(RecordJson, DumpsFieldsInTheirOrder) {
    EXPECT_EQ(print_json(dump_record(sample())),
              R"({"small":255,"large":-9223372036854775808,"largest":18446744073709551615,"single":0.1,"real":-0.0,)"
              R"("flag":true,"mood":"wild","code":-3,"hex":"#3","maybe":7,"pair":[1,2],)"
              R"("joints":[{"name":"hip","position":[1,2,3]},{"name":"knee","position":[0,-1,0.5]}],"rest":[]})");
}

TEST(RecordJson, BuildsWhatItDumped) {
    const std::string text = print_json(dump_record(sample()));
    const auto record = build_record<Record>(parse_json(text).value());
    ASSERT_TRUE(record) << record.error().text();
    EXPECT_EQ(record->largest, UINT64_MAX);
    EXPECT_EQ(record->single, 0.1f);
    EXPECT_TRUE(std::signbit(record->real));
    EXPECT_EQ(record->mood, Mood::wild);
    EXPECT_EQ(record->joints[1].position, (Vec3{0, -1, 0.5f}));
    Record again = *record;
    again.hex.value = 3; // its text form is its own affair
    EXPECT_EQ(print_json(dump_record(again)), text);
}

TEST(RecordJson, OptionalFieldsMayBeNullOrMissing) {
    EXPECT_EQ(error_with("maybe", Json()), "built");
    EXPECT_EQ(error_after([](Json& json) { json.erase("maybe"); }), "built");
    Record record = sample();
    record.maybe.reset();
    EXPECT_TRUE(dump_record(record)["maybe"].is_null());
}

TEST(RecordJson, NamesMissingAndUnknownFields) {
    EXPECT_EQ(error_after([](Json& json) { json.erase("flag"); }), "flag: missing");
    EXPECT_EQ(error_with("flga", Json(true)), "flga: unknown field");
    EXPECT_EQ(build_record<Record>(Json(1)).error().text(), "document: expected an object");
}

TEST(RecordJson, NamesNestedFieldsByTheirPath) {
    const auto joint_error = [](Json joint) {
        Json joints = Json::array();
        joints.push(dump_record(Joint{"hip", {}}));
        joints.push(std::move(joint));
        return error_with("joints", std::move(joints));
    };
    Json joint = dump_record(Joint{"knee", {}});
    joint.set("position", parse_json("[1,2]").value());
    EXPECT_EQ(joint_error(joint), "joints[1].position: expected 3 entries");
    joint.set("position", parse_json("[1,2,\"3\"]").value());
    EXPECT_EQ(joint_error(joint), "joints[1].position[2]: expected a number");
    joint.erase("position");
    EXPECT_EQ(joint_error(joint), "joints[1].position: missing");
    joint.set("position", parse_json("[1,2,3]").value());
    joint.set("colour", Json(1));
    EXPECT_EQ(joint_error(joint), "joints[1].colour: unknown field");
    EXPECT_EQ(joint_error(Json()), "joints[1]: expected an object");
}

TEST(RecordJson, RefusesTheWrongKind) {
    EXPECT_EQ(error_with("small", Json("1")), "small: expected a whole number");
    EXPECT_EQ(error_with("small", Json(1.5)), "small: expected a whole number");
    EXPECT_EQ(error_with("small", Json(true)), "small: expected a whole number");
    EXPECT_EQ(error_with("flag", Json(1)), "flag: expected true or false");
    EXPECT_EQ(error_with("single", Json()), "single: expected a number");
    EXPECT_EQ(error_with("mood", Json("sad")), "mood: expected one of its names");
    EXPECT_EQ(error_with("mood", Json(1)), "mood: expected one of its names");
    EXPECT_EQ(error_with("pair", Json(1)), "pair: expected 2 entries");
    EXPECT_EQ(error_with("joints", Json::object()), "joints: expected a list");
    EXPECT_EQ(error_with("hex", Json(3)), "hex: not in the form this field is dumped in");
}

TEST(RecordJson, RefusesNumbersThatDoNotFit) {
    EXPECT_EQ(error_with("small", Json(255.0)), "built"); // a whole number, however it is written
    EXPECT_EQ(error_with("small", Json(256)), "small: number does not fit in the field");
    EXPECT_EQ(error_with("small", Json(-1)), "small: number does not fit in the field");
    EXPECT_EQ(error_with("small", Json(UINT64_MAX)), "small: number does not fit in the field");
    EXPECT_EQ(error_with("code", Json(128)), "code: number does not fit in the field");
    EXPECT_EQ(error_with("large", Json(UINT64_MAX)), "large: number does not fit in the field");
    EXPECT_EQ(error_with("large", Json(1e300)), "large: number does not fit in the field");
    EXPECT_EQ(error_with("largest", Json(-1)), "largest: number does not fit in the field");
    EXPECT_EQ(error_with("single", Json(1e39)), "single: number does not fit in the field");
    EXPECT_EQ(error_with("real", Json(1e39)), "built");
}

struct Loose {
    float single = 0;
    double real = 0;
};
template <class Io> void describe(Io& io, Loose& loose) {
    io("single", loose.single);
    io("real", loose.real);
}

TEST(RecordJson, EveryBitPatternOfAFloatComesBack) {
    std::mt19937_64 random(31);
    for (int round = 0; round < 20'000; ++round) {
        // One in four with all bits of the exponent set: infinities and NaNs.
        const std::uint64_t special = round % 4 == 0 ? ~std::uint64_t{0} : 0;
        const auto single_bits = static_cast<std::uint32_t>(random() | (special & 0x7f800000u));
        const std::uint64_t real_bits = random() | (special & 0x7ff0000000000000u);
        Loose loose;
        std::memcpy(&loose.single, &single_bits, 4);
        std::memcpy(&loose.real, &real_bits, 8);
        const auto back = build_record<Loose>(parse_json(print_json(dump_record(loose))).value());
        ASSERT_TRUE(back) << back.error().text();
        ASSERT_EQ(std::memcmp(&back->single, &single_bits, 4), 0) << std::hex << single_bits;
        ASSERT_EQ(std::memcmp(&back->real, &real_bits, 8), 0) << std::hex << real_bits;
    }
    EXPECT_EQ(print_json(dump_record(Loose{std::numeric_limits<float>::infinity(), 0})),
              R"({"single":"0x7f800000","real":0})");
}

} // namespace
} // namespace ossuary
