#include "ossuary/formats/zengin/man.h"

#include <cmath>

#include "formats/zengin/binding_files.h"
#include "formats/zengin/compiled_files.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {
namespace {

using namespace testing;

constexpr Verbs<ModelAnimation> man{parse_man, write_man, dump_man, build_man};

struct Header {
    std::uint16_t version = 12;
    std::uint32_t frames = 2, nodes = 1;
    float fps = 25, min = -1, scale = 0.5f;
};
Maker header(const Header& values = {}) {
    Maker maker;
    maker.put(values.version).text("S_RUN").put(std::uint32_t{1}).put(values.frames).put(values.nodes);
    return maker.floats({values.fps, 25, values.min, values.scale, -1, -1, -1, 1, 1, 1}).text("S_NEXT");
}
Maker man_source() { return Maker().fill(16, std::byte{0xCD}).text("\\_WORK\\X.ASC").text("\tANI (\"S_RUN\")"); }
Maker event(std::uint32_t type, std::uint32_t frame) {
    Maker maker;
    maker.put(type).put(frame).text("DEF_HIT_LIMB").text("BIP01 HEAD").text("").text("").text("");
    return maker.floats({1, 2, 3, 4, 0.5f});
}
Maker samples(std::uint32_t frames = 2, std::uint32_t nodes = 1) {
    Maker maker;
    maker.put(std::uint32_t{0xC63488C2});
    for (std::uint32_t i = 0; i < nodes; ++i) maker.put(i);
    for (std::uint32_t i = 0; i < frames * nodes * 6; ++i) maker.put(static_cast<std::uint16_t>(32767 + i));
    return maker;
}
Maker whole_man(const Header& values = {}) {
    Maker maker;
    maker.chunk(0xA000).chunk(0xA020, header(values)).chunk(0xA010, man_source());
    return maker.chunk(0xA090, samples(values.frames, values.nodes));
}
Maker with_events(const Maker& events) {
    Maker maker;
    maker.chunk(0xA000).chunk(0xA020, header()).chunk(0xA030, events).chunk(0xA010, man_source());
    return maker.chunk(0xA090, samples());
}

TEST(Man, EveryFieldIsAsTheGoldenSays) {
    const auto bytes = ossuary::testing::shared_file("samples/zengin/G2/HUMANS-S_FISTRUN.MAN");
    const auto golden = ossuary::testing::golden("humans-s_fistrun.man.json");
    OSSUARY_NEED(bytes && golden);
    expect_same_file(*golden, *bytes);
    const auto file = parse_man(*bytes);
    ASSERT_TRUE(file) << file.error().text();
    const Json& expected = *golden;
    EXPECT_EQ(expected["version"].integer(), file->version);
    EXPECT_EQ(expected["name"].string(), file->name);
    EXPECT_EQ(expected["layer"].integer(), file->layer);
    EXPECT_EQ(expected["num_frames"].integer(), file->num_frames);
    EXPECT_EQ(expected["num_nodes"].integer(), file->num_nodes);
    expect_same(expected["fps"], file->fps);
    expect_same(expected["fps_source"], file->fps_source);
    expect_same(expected["sample_position_min"], file->sample_position_min);
    expect_same(expected["sample_position_scale"], file->sample_position_scale);
    expect_same(expected["bbox_min"], file->bbox.min);
    expect_same(expected["bbox_max"], file->bbox.max);
    EXPECT_EQ(expected["next"].string(), file->next);
    EXPECT_EQ(expected["source_date_raw_hex"].string(), raw_hex(file->source_date));
    expect_same(expected["source_date"], file->source_date);
    EXPECT_EQ(expected["source_path"].string(), file->source_path);
    EXPECT_EQ(expected["source_script"].string(), file->source_script);
    EXPECT_EQ(expected["events"].size(), file->events.size());
    EXPECT_EQ(expected["checksum"].integer(), file->checksum);
    EXPECT_EQ(expected["checksum_hex"].string(), crc_text(file->checksum));
    ASSERT_EQ(expected["node_indices"].size(), file->node_indices.size());
    for (std::size_t i = 0; i < file->node_indices.size(); ++i)
        EXPECT_EQ(expected["node_indices"].items()[i].integer(), file->node_indices[i]);
    ASSERT_EQ(expected["num_samples"].integer(), static_cast<std::int64_t>(file->samples.size()));

    std::vector<Quat> rotations(file->samples.size());
    std::vector<Vec3> positions(file->samples.size());
    decode(*file, rotations, positions);
    for (const Json& sample : expected["samples"].items()) {
        const auto index = static_cast<std::size_t>(sample["index"].integer());
        EXPECT_EQ(sample["frame"].integer() * file->num_nodes + sample["node"].integer(),
                  static_cast<std::int64_t>(index));
        expect_same(sample["raw_rotation"], file->samples[index].rotation);
        expect_same(sample["raw_position"], file->samples[index].position);
        expect_same(sample["rotation_xyzw"], rotations[index]);
        expect_same(sample["position"], positions[index]);
        // The matrix of the node is that of the conjugate.
        const Affined matrix =
            to_affine(Transformd{to_double(positions[index]), conjugate(to_double(rotations[index])), {1, 1, 1}});
        const Json& rows = sample["local_matrix_rows_column_vector"];
        const Vec3d* const columns[]{&matrix.x, &matrix.y, &matrix.z, &matrix.t};
        for (std::size_t row = 0; row < 3; ++row)
            for (std::size_t column = 0; column < 4; ++column)
                EXPECT_NEAR(rows.items()[row].items()[column].number(), (*columns[column])[row], 2e-7 * 100);
    }
    FloatCrc floats;
    std::uint32_t raw_crc = 0;
    std::uint16_t least = 65535, greatest = 0;
    std::int64_t too_long = 0;
    for (std::size_t i = 0; i < file->samples.size(); ++i) {
        floats.add(rotations[i]);
        floats.add(positions[i]);
        raw_crc = crc32(std::as_bytes(std::span(&file->samples[i], 1)), raw_crc);
        too_long += rotations[i].w == 0;
        for (const std::uint16_t code : file->samples[i].position) {
            least = std::min(least, code);
            greatest = std::max(greatest, code);
        }
    }
    EXPECT_EQ(expected["packed_position_min"].integer(), least);
    EXPECT_EQ(expected["packed_position_max"].integer(), greatest);
    EXPECT_EQ(expected["samples_with_rotation_len_sq_over_1"].integer(), too_long);
    EXPECT_EQ(expected["crc32_raw_samples"].string(), crc_text(raw_crc));
    EXPECT_EQ(expected["crc32_decoded_float32"].string(), crc_text(floats.value()));
}

TEST(Man, SampleSurvivesCleanly) {
    const auto bytes = ossuary::testing::shared_file("samples/zengin/G2/HUMANS-S_FISTRUN.MAN");
    OSSUARY_NEED(bytes);
    expect_clean(man, *bytes);
    EXPECT_TRUE(parse_man(*bytes)->layout.empty());
    expect_truncations_are_handled(man, *bytes);
    expect_bit_flips_are_handled(man, *bytes, 600);
}

TEST(Man, SampleComesBackFromItsFloats) {
    const auto bytes = ossuary::testing::shared_file("samples/zengin/G2/HUMANS-S_FISTRUN.MAN");
    OSSUARY_NEED(bytes);
    const auto file = parse_man(*bytes);
    ASSERT_TRUE(file);
    std::vector<Quat> rotations(file->samples.size());
    std::vector<Vec3> positions(file->samples.size());
    decode(*file, rotations, positions);
    for (std::size_t i = 0; i < file->samples.size(); ++i) {
        EXPECT_EQ(encode_rotation(rotations[i]), file->samples[i].rotation);
        EXPECT_EQ(encode_position(positions[i], file->sample_position_min, file->sample_position_scale),
                  file->samples[i].position);
    }
}

TEST(Man, EveryRotationCodeSurvivesDecodingAndEncoding) {
    // Alone, a component of at most 1.05 makes a sample longer than one at the ends of the range.
    int lost = 0, cut = 0;
    for (std::uint32_t code = 0; code < 65536; ++code) {
        const float value = (static_cast<float>(code) - 32767.0f) * rotation_step;
        lost += encode_rotation({value, 0, 0, 1})[0] != code;
        cut += static_cast<std::uint32_t>(value / rotation_step + 32767.0f) != code;
    }
    EXPECT_EQ(lost, 0);
    EXPECT_GT(cut, 0); // what would be lost without rounding
    EXPECT_EQ(std::bit_cast<std::uint32_t>(rotation_step), 0x380666ecu);
}

TEST(Man, EveryPositionCodeSurvivesDecodingAndEncoding) {
    for (const auto& [min, scale] : {std::pair{-9.01021957f, 0.00149176386f}, {0.0f, 1e-6f}, {-300.0f, 0.02f}})
        for (std::uint32_t code = 0; code < 65536; ++code) {
            const auto c = static_cast<std::uint16_t>(code);
            const std::array<std::uint16_t, 3> codes{c, 0, static_cast<std::uint16_t>(65535 - c)};
            ASSERT_EQ(encode_position(decode_position(codes, min, scale), min, scale), codes);
        }
}

TEST(Man, LongRotationsAreNormalisedAndTheirCodesKept) {
    const Quat q = decode_rotation({65535, 65535, 0});
    EXPECT_EQ(q.w, 0);
    EXPECT_NEAR(q.x * q.x + q.y * q.y + q.z * q.z, 1, 1e-6);
    ByteBuffer bytes = whole_man().data();
    std::fill(bytes.end() - 24, bytes.end(), std::byte{0xFF});
    EXPECT_TRUE(survives(man, bytes));
}

TEST(Man, FourAtATimeGivesTheSameBitsAsOneByOne) {
    ModelAnimation animation;
    std::mt19937 random(7);
    for (int i = 0; i < 10007; ++i) {
        PackedSample sample;
        // Mostly short rotations, some at the edges, some too long.
        for (std::uint16_t& code : sample.rotation)
            code = static_cast<std::uint16_t>(i % 3 == 0 ? random() % 65536 : 32767 - 9000 + random() % 18000);
        for (std::uint16_t& code : sample.position) code = static_cast<std::uint16_t>(random() % 65536);
        animation.samples.push_back(sample);
    }
    animation.sample_position_min = -123.456f;
    animation.sample_position_scale = 0.00371f;
    std::vector<Quat> rotations(10007), scalar_rotations(10007);
    std::vector<Vec3> positions(10007), scalar_positions(10007);
    decode(animation, rotations, positions);
    decode_scalar(animation, scalar_rotations, scalar_positions);
    EXPECT_EQ(std::memcmp(rotations.data(), scalar_rotations.data(), sizeof(Quat) * 10007), 0);
    EXPECT_EQ(std::memcmp(positions.data(), scalar_positions.data(), sizeof(Vec3) * 10007), 0);
}

TEST(Man, EncodersRoundAsAsked) {
    // 0.9 of a step above the middle, 0.9 below: the original tool cuts towards zero from both sides.
    const float x = rotation_step * 100.9f;
    EXPECT_EQ(encode_rotation({x, -x, 0, 0.5f}), (std::array<std::uint16_t, 3>{32868, 32666, 32767}));
    EXPECT_EQ(encode_rotation({x, -x, 0, 0.5f}, Rounding::truncate),
              (std::array<std::uint16_t, 3>{32867, 32667, 32767}));
    EXPECT_EQ(encode_rotation({-x, x, 0, -0.5f}, Rounding::truncate), // the other sign of the same rotation
              (std::array<std::uint16_t, 3>{32867, 32667, 32767}));
    EXPECT_EQ(encode_position({1.75f, 0, 9}, 0, 0.5f), (std::array<std::uint16_t, 3>{4, 0, 18}));
    EXPECT_EQ(encode_position({1.75f, 0, 9}, 0, 0.5f, Rounding::truncate), (std::array<std::uint16_t, 3>{3, 0, 18}));
    EXPECT_EQ(encode_position({5, 5, 5}, 5, 0), (std::array<std::uint16_t, 3>{0, 0, 0}));
    EXPECT_EQ(encode_position({1e9f, -1e9f, std::nanf("")}, 0, 1), (std::array<std::uint16_t, 3>{65535, 0, 0}));
}

TEST(Man, RangeCoversAllComponents) {
    const std::vector<Vec3> positions{{1, 2, 3}, {-4, 0, 65531}};
    EXPECT_EQ(position_range(positions).min, -4);
    EXPECT_EQ(position_range(positions).scale, 1);
    EXPECT_EQ(position_range({}).scale, 0);
}

TEST(Man, EventsAreReadAndWritten) {
    const Maker events = Maker().put(std::uint32_t{2}).bytes(event(1, 0).data()).bytes(event(99, 1).data());
    const ByteBuffer bytes = with_events(events).data();
    expect_clean(man, bytes);
    const auto file = parse_man(bytes);
    ASSERT_EQ(file->events.size(), 2u);
    EXPECT_EQ(file->events[0].tag, "DEF_HIT_LIMB");
    EXPECT_EQ(file->events[0].content[0], "BIP01 HEAD");
    EXPECT_EQ(file->events[0].values[3], 4);
    EXPECT_EQ(file->events[0].probability, 0.5f);
    EXPECT_EQ(file->events[1].type, 99u);
    EXPECT_TRUE(file->layout.empty());
    expect_truncations_are_handled(man, bytes);
    expect_bit_flips_are_handled(man, bytes);
    // Elsewhere, or empty, they stay where they are.
    Maker late = whole_man();
    late.chunk(0xA030, events);
    EXPECT_TRUE(survives(man, late.data()));
    EXPECT_TRUE(survives(man, with_events(Maker().put(std::uint32_t{0})).data()));
}

TEST(Man, EventsAddedToAReadFileAreWritten) {
    Maker odd = whole_man();
    odd.chunk(0x7777, Maker().fill(3));
    auto file = parse_man(odd.data());
    ASSERT_TRUE(file);
    EXPECT_FALSE(file->layout.empty());
    file->events.resize(1);
    const auto again = parse_man(write_man(*file));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->events.size(), 1u);
    EXPECT_TRUE(std::ranges::any_of(again->layout.chunks,
                                    [](const ChunkRecord& chunk) { return chunk.type == ChunkType{0x7777}; }));
}

TEST(Man, BadInputIsReportedByName) {
    expect_error(man, {}, "NotMan");
    expect_error(man, Maker().chunk(0xA020, header()).data(), "NotMan");
    expect_error(man, Maker().chunk(0xA000).chunk(0xA090, samples()).data(), "MissingHeader");
    expect_error(man, Maker().chunk(0xA000).chunk(0xA090, samples()).chunk(0xA020, header()).data(), "MissingHeader");
    expect_error(man, Maker().chunk(0xA000).data(), "MissingChunk");
    expect_error(man, Maker().chunk(0xA000).chunk(0xA020, header()).data(), "MissingChunk");

    const auto with_samples = [](const Header& values, const Maker& payload) {
        return Maker().chunk(0xA000).chunk(0xA020, header(values)).chunk(0xA010, man_source()).chunk(0xA090, payload);
    };
    expect_error(man, with_samples({}, samples(1)).data(), "TruncatedChunk");
    expect_warning(man, with_samples({}, samples(3)).data(), "LeftoverBytes");
    expect_error(man, with_samples({.frames = 0xFFFFFFFF, .nodes = 0xFFFFFFFF}, samples()).data(), "BadCount");
    expect_error(man, with_samples({.frames = 70000}, samples()).data(), "BadCount");
    expect_error(man, with_samples({.frames = 0, .nodes = 0xFFFFFFFF}, samples()).data(), "TruncatedChunk");

    expect_error(man, whole_man({.min = std::nanf("")}).data(), "BadFloat");
    expect_error(man, whole_man({.scale = INFINITY}).data(), "BadFloat");
    expect_error(man, whole_man({.scale = -1}).data(), "BadFloat");
    EXPECT_TRUE(survives(man, whole_man({.scale = 0}).data()));
    expect_warning(man, whole_man({.fps = 0}).data(), "rate");
    expect_warning(man, whole_man({.version = 13}).data(), "version 13");

    for (const std::uint16_t twice : std::initializer_list<std::uint16_t>{0xA000, 0xA010, 0xA020, 0xA090}) {
        Maker maker = whole_man();
        maker.chunk(twice, twice == 0xA020 ? header() : twice == 0xA010 ? man_source() : samples());
        expect_error(man, maker.data(), "DuplicateChunk");
    }
    expect_warning(man, with_events(Maker().put(std::uint32_t{1}).bytes(event(0, 2).data())).data(), "outside");
    expect_error(man, with_events(Maker().put(std::uint32_t{0xFFFFFFFF}).bytes(event(0, 0).data())).data(), "BadCount");
    expect_error(man, with_events(Maker().put(std::uint32_t{1}).bytes(as_bytes(std::string(40, 'x')))).data(),
                 "UnterminatedString");
}

TEST(Man, EmptyAnimationsAreAccepted) {
    expect_clean(man, whole_man({.frames = 0, .nodes = 0}).data());
    expect_clean(man, whole_man({.frames = 5, .nodes = 0, .scale = 0}).data());
    expect_clean(man, whole_man({.frames = 0, .nodes = 3}).data());
}

TEST(Man, NodeIndicesAreCheckedAgainstAHierarchy) {
    const auto file = parse_man(whole_man({.frames = 1, .nodes = 3}).data());
    ASSERT_TRUE(file);
    EXPECT_FALSE(check_nodes(*file, 3));
    const auto error = check_nodes(*file, 2);
    ASSERT_TRUE(error);
    EXPECT_TRUE(error->message().starts_with("BadIndex:"));
    EXPECT_EQ(error->place().field, "node_indices[2]");
}

TEST(Man, BuildingChecksTheCounts) {
    auto file = parse_man(whole_man().data());
    ASSERT_TRUE(file);
    file->samples.pop_back();
    EXPECT_FALSE(build_man(dump_man(*file)));
    file->samples.clear();
    file->num_frames = 0;
    EXPECT_TRUE(build_man(dump_man(*file)));
    file->num_nodes = 2;
    EXPECT_FALSE(build_man(dump_man(*file)));
}

// As hand-edited files are: the name is longer, or shorter, than the size of its chunk knows.
TEST(Man, AForgottenSizeIsPutRightWhereThatIsAskedFor) {
    const ModelAnimation animation = figure_animation("S_RUN");
    const ByteBuffer right = write_man(animation);
    const std::size_t header = 6, name = header + 6 + 2;
    for (const int change : {-3, 4}) {
        ByteBuffer edited = right;
        const auto at = edited.begin() + static_cast<std::ptrdiff_t>(name);
        if (change > 0)
            edited.insert(at, static_cast<std::size_t>(change), std::byte{'X'});
        else
            edited.erase(at, at - change);
        EXPECT_FALSE(parse_man(edited) && parse_man(edited)->samples == animation.samples) << change;
        Diagnostics found;
        const auto mended = with_right_sizes(edited, &found);
        ASSERT_TRUE(mended) << change;
        ASSERT_EQ(found.size(), 1u);
        EXPECT_EQ(found[0].place.field, "a020");
        const auto parsed = parse_man(*mended);
        ASSERT_TRUE(parsed) << parsed.error().text();
        EXPECT_EQ(parsed->samples, animation.samples);
        EXPECT_EQ(parsed->name.size(), animation.name.size() + static_cast<std::size_t>(change));
    }
    EXPECT_FALSE(with_right_sizes(right)) << "nothing to put right";
    EXPECT_FALSE(with_right_sizes(as_bytes("Model (\"HERO\")")));
    EXPECT_FALSE(with_right_sizes({}));
}

} // namespace
} // namespace ossuary::zengin
