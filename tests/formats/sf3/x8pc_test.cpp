#include "ossuary/formats/sf3/x8pc.h"

#include <algorithm>
#include <functional>

#include "formats/sf3/made_files.h"
#include "formats/sf3/made_model.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::sf3 {
namespace {

using namespace testing;

ByteBuffer bytes_of(const ModelFile& file) { return write_x8pc(file).value(); }
std::size_t chunk_at(const ByteBuffer& bytes, std::size_t chunk) { return get32(bytes, 16 * chunk); }
ByteBuffer chunk_of(const ByteBuffer& bytes, std::size_t chunk) {
    const auto at = static_cast<std::ptrdiff_t>(chunk_at(bytes, chunk));
    return {bytes.begin() + at, bytes.begin() + at + static_cast<std::ptrdiff_t>(get32(bytes, 16 * chunk + 4))};
}

// The file with a word of one chunk replaced.
ByteBuffer with_word(std::size_t chunk, std::size_t offset, std::uint32_t value) {
    ByteBuffer bytes = bytes_of(made_model());
    put32(bytes, chunk_at(bytes, chunk) + offset, value);
    return bytes;
}
std::string code_with(std::size_t chunk, std::size_t offset, std::uint32_t value) {
    return code_of(parse_x8pc(with_word(chunk, offset, value)));
}

TEST(X8pc, SampleIsWhatItsJsonSays) {
    const auto bytes = shared_file("samples/sf3/x8pc-small.bin");
    const auto json = shared_json("samples/sf3/x8pc-small.json");
    OSSUARY_NEED(bytes && json);
    Diagnostics diagnostics;
    const auto file = parse_x8pc(*bytes, &diagnostics);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_TRUE(diagnostics.empty()) << diagnostics.front().text();
    EXPECT_TRUE(file->original.empty());
    const Json dump = dump_x8pc(*file);
    for (const Json::Member& member : dump.members()) EXPECT_EQ(member.value, (*json)[member.name]) << member.name;
    EXPECT_EQ(dump.size(), 7u);
    EXPECT_EQ(write_x8pc(*file).value(), *bytes);
    Json description = *json;
    description.erase("format");
    const auto built = build_x8pc(description);
    ASSERT_TRUE(built) << built.error().text();
    EXPECT_EQ(write_x8pc(*built).value(), *bytes);
}

TEST(X8pc, SamplePosesAreTheExpectedOnes) {
    const auto bytes = shared_file("samples/sf3/x8pc-small.bin"), other = shared_file("samples/sf3/x8an-small.bin");
    const auto json = shared_json("samples/sf3/x8pc-small.json");
    OSSUARY_NEED(bytes && other && json);
    const ModelFile model = parse_x8pc(*bytes).value();
    const AnimationFile animations = parse_x8an(*other).value();
    const SkeletonTree tree = run_skeleton(model.skeleton);
    const auto expect_rows = [](const Json& rows, const Affined& matrix, const std::string& what) {
        const Vec3d* const columns[]{&matrix.x, &matrix.y, &matrix.z, &matrix.t};
        for (std::size_t row = 0; row < 3; ++row)
            for (std::size_t column = 0; column < 4; ++column)
                EXPECT_NEAR(rows.items()[row].items()[column].number(), (*columns[column])[row], 1e-4) << what;
    };
    ASSERT_GT((*json)["expected_pose"].size(), 0u);
    for (const Json& expected : (*json)["expected_pose"].items()) {
        const auto& bones = animations.animations[static_cast<std::size_t>(expected["animation"].integer())].bones;
        const double frame = expected["frame"].number();
        std::vector<Affined> world;
        for (std::size_t b = 0; b < bones.size(); ++b) {
            const Transformd local = pose_at(bones[b], frame);
            const Json& wanted = expected["local"].items()[b];
            for (std::size_t k = 0; k < 3; ++k)
                EXPECT_NEAR(wanted["t"].items()[k].number(), local.translation[k], 1e-4);
            for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(wanted["r"].items()[k].number(), local.rotation[k], 1e-4);
            const Affined matrix = to_affine(local);
            world.push_back(tree.parents[b] < 0 ? matrix : world[static_cast<std::size_t>(tree.parents[b])] * matrix);
            expect_rows(expected["bone_world_rows3x4"].items()[b], world[b], "bone " + std::to_string(b));
        }
        ASSERT_EQ(expected["tags"].size(), tree.tags.size());
        for (std::size_t t = 0; t < tree.tags.size(); ++t) {
            const PlacedTag& tag = tree.tags[t];
            expect_rows(expected["tags"].items()[t]["rows3x4"],
                        world[static_cast<std::size_t>(tag.bone)] * to_affine(tag.op.transform()), "tag");
        }
    }
}

TEST(X8pc, SampleBearsEveryCutAndManyFlips) {
    const auto bytes = shared_file("samples/sf3/x8pc-small.bin");
    OSSUARY_NEED(bytes);
    expect_truncations_are_handled<ModelFile>(*bytes, parse_x8pc, write_x8pc);
    expect_bit_flips_are_handled<ModelFile>(*bytes, parse_x8pc, write_x8pc, 3000);
}

TEST(X8pc, AMadeFileComesBackInEveryField) {
    const ByteBuffer bytes = bytes_of(made_model());
    Diagnostics diagnostics;
    const auto file = parse_x8pc(bytes, &diagnostics);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_TRUE(diagnostics.empty()) << diagnostics.front().text();
    EXPECT_EQ(*file, made_model());
    EXPECT_EQ(bytes.size() % 0x800, 0u);
    const auto built = build_x8pc(parse_json(print_json(dump_x8pc(*file))).value());
    ASSERT_TRUE(built) << built.error().text();
    EXPECT_EQ(*built, made_model());
    expect_truncations_are_handled<ModelFile>(bytes, parse_x8pc, write_x8pc);
}

TEST(X8pc, AModelWithoutWeaponHasOneListAndNoLooseEndMarker) {
    ModelFile file = made_model();
    file.mesh_lists.pop_back();
    EXPECT_EQ(parse_x8pc(bytes_of(file)).value(), file);
}

TEST(X8pc, AnEditedTextureChangesItsStreamAlone) {
    const ByteBuffer before = bytes_of(made_model());
    ModelFile file = made_model();
    file.textures[1].pixels[5] = 0x8123;
    const ByteBuffer after = bytes_of(file);
    EXPECT_EQ(chunk_of(before, 0), chunk_of(after, 0));
    EXPECT_NE(chunk_of(before, 1), chunk_of(after, 1));
    EXPECT_EQ(chunk_of(before, 2), chunk_of(after, 2));
    EXPECT_EQ(chunk_of(before, 3), chunk_of(after, 3));
}

TEST(X8pc, ASkeletonsTailIsKept) {
    ModelFile file = made_model();
    file.skeleton_tail = ByteBuffer(7, std::byte{0xFE});
    const auto parsed = parse_x8pc(bytes_of(file));
    ASSERT_TRUE(parsed);
    EXPECT_EQ(*parsed, file);
    EXPECT_EQ(dump_x8pc(file)["skeleton"]["tail"].string(), "fefefefefefefe");
    EXPECT_EQ(build_x8pc(dump_x8pc(file)).value(), file);
}

TEST(X8pc, ExtraChunksAndTrailingBytesAreKept) {
    ModelFile file = made_model();
    ByteBuffer opaque(0x1000, std::byte{0xFF});
    for (std::size_t i = 0; i < 0x900; ++i) opaque[i] = static_cast<std::byte>(i * 7);
    file.extra_chunks = {{0x900, opaque}, {0, {}}};
    file.trailing = ByteBuffer(0x800);
    file.trailing.back() = std::byte{0xFF};
    const auto parsed = parse_x8pc(bytes_of(file));
    ASSERT_TRUE(parsed) << parsed.error().text();
    EXPECT_EQ(*parsed, file);
    EXPECT_EQ(build_x8pc(dump_x8pc(file)).value(), file);
    file.extra_chunks->clear(); // a table without entries is not the same as no table
    EXPECT_EQ(parse_x8pc(bytes_of(file)).value(), file);
}

// ---- other layouts

TEST(X8pc, OtherLayoutsAreKeptWhileTheirValuesAre) {
    const ByteBuffer usual = bytes_of(made_model());
    std::vector<ByteBuffer> odd;
    odd.push_back(usual); // a filling of another value
    odd.back().back() = std::byte{0};
    odd.push_back(with_word(0, 0x0C, 7)); // numbers nobody asks for
    odd.push_back(usual);
    put32(odd.back(), 0x0C, 1);
    for (const ByteBuffer& bytes : odd) {
        auto file = parse_x8pc(bytes);
        ASSERT_TRUE(file) << file.error().text();
        EXPECT_EQ(file->original, bytes);
        EXPECT_EQ(write_x8pc(*file).value(), bytes);
        file->clips[0].distance = 99;
        Diagnostics diagnostics;
        const auto edited = write_x8pc(*file, &diagnostics);
        ASSERT_TRUE(edited);
        EXPECT_EQ(diagnostics.size(), 1u);
        EXPECT_TRUE(parse_x8pc(*edited)->original.empty());
    }
}

TEST(X8pc, AnotherCompressorsStreamIsKept) {
    const ModelFile file = made_model();
    ByteBuffer bytes = bytes_of(file);
    ByteBuffer literals; // all words as they are
    std::size_t items = 0;
    const auto put = [&](std::uint16_t word, bool last) {
        if (items++ % 16 == 0) literals.resize(literals.size() + 2);
        if (last) {
            const std::size_t control = (items - 1) / 16 * 34;
            put16(literals, control, static_cast<std::uint16_t>(0x8000u >> ((items - 1) % 16)));
        }
        literals.resize(literals.size() + 2);
        put16(literals, literals.size() - 2, word);
    };
    for (const Texture& texture : file.textures)
        for (const std::uint16_t pixel : texture.pixels) put(pixel, false);
    put(0, true);
    ASSERT_LE(literals.size(), 0x800u);
    std::copy(literals.begin(), literals.end(), bytes.begin() + static_cast<std::ptrdiff_t>(chunk_at(bytes, 1)));
    put32(bytes, 0x14, static_cast<std::uint32_t>(literals.size()));
    const auto parsed = parse_x8pc(bytes);
    ASSERT_TRUE(parsed) << parsed.error().text();
    EXPECT_EQ(parsed->textures, file.textures);
    EXPECT_EQ(parsed->original, bytes);
    EXPECT_EQ(write_x8pc(*parsed).value(), bytes);
}

// ---- bad input

TEST(X8pc, DamagedChunkTablesHaveTheirCode) {
    EXPECT_EQ(code_of(parse_x8pc(ByteBuffer(0x7FF))), "E_TRUNCATED");
    const auto code = [](std::size_t at, std::uint32_t value) {
        ByteBuffer bytes = bytes_of(made_model());
        put32(bytes, at, value);
        return code_of(parse_x8pc(bytes));
    };
    EXPECT_EQ(code(0x00, 0x804), "E_CHUNK_RANGE");
    EXPECT_EQ(code(0x00, 0), "E_CHUNK_RANGE");
    EXPECT_EQ(code(0x10, 0x800), "E_CHUNK_RANGE"); // over its predecessor
    EXPECT_EQ(code(0x24, 0xFFFFFFFF), "E_CHUNK_RANGE");
    EXPECT_EQ(code(0x38, 0xFFFFF800), "E_CHUNK_RANGE");
    EXPECT_EQ(code(0x04, 0x10), "E_TRUNCATED");
    EXPECT_EQ(code(0x24, 4), "E_TRUNCATED");
    EXPECT_EQ(code(0x34, 0x18), "E_TRUNCATED");
    EXPECT_EQ(code(0x40, 0x800), "E_CHUNK_RANGE");
    ByteBuffer cut = bytes_of(made_model());
    cut.resize(cut.size() - 1);
    const auto shorter = parse_x8pc(cut);
    ASSERT_FALSE(shorter);
    EXPECT_NE(shorter.error().text().find("the file ends early: it has "), std::string::npos) << shorter.error().text();
    ByteBuffer bytes = bytes_of(made_model());
    const auto end = static_cast<std::uint32_t>(bytes.size());
    for (std::size_t at = 0x40; at < 0x800; at += 16) put32(bytes, at, end);
    EXPECT_EQ(code_of(parse_x8pc(bytes)), "E_CHUNK_TABLE");
}

TEST(X8pc, DamagedTexturesHaveTheirCode) {
    EXPECT_EQ(code_with(0, 0, 0x18), "E_TEXDEF");
    EXPECT_EQ(code_with(0, 4, 0x40000000), "E_TEXDEF");
    EXPECT_EQ(code_with(0, 8, 2), "E_LZ_SIZE");
    EXPECT_EQ(code_with(0, 0x14, 0x00070004), "E_TEXDEF");
    EXPECT_EQ(code_with(0, 0x18, 0x00000105), "E_TEXDEF");
    EXPECT_EQ(code_with(0, 0x18, 0xFFFF0104), "E_TEXTURE_RANGE");
    ByteBuffer bytes = bytes_of(made_model());
    put32(bytes, 0x14, 2);
    EXPECT_EQ(code_of(parse_x8pc(bytes)), "E_LZ_TRUNCATED");
}

TEST(X8pc, DamagedMeshesHaveTheirCode) {
    const ByteBuffer bytes = bytes_of(made_model());
    const std::size_t list = get32(bytes, chunk_at(bytes, 2) + 8);
    EXPECT_EQ(code_with(2, 0, 0xFFFF), "E_MESH_LIST");
    EXPECT_EQ(code_with(2, 8, 0xFFFFFFFF), "E_MESH_LIST"); // empty
    EXPECT_EQ(code_with(2, 8, 0x7FFFFFFF), "E_MESH_LIST");
    EXPECT_EQ(code_with(2, list + 4, 0x10000), "E_COUNT");
    EXPECT_EQ(code_with(2, list + 12, 0x40000001), "E_COUNT");
    EXPECT_EQ(code_with(2, list, 0xFFFF0000), "E_MESH_RANGE");
    EXPECT_EQ(code_with(2, list + 20, 0xFFFFFFF0), "E_MESH_RANGE");
    EXPECT_EQ(code_with(2, list + 4, 3), "E_MESH_INDEX");
    const std::size_t attributes = get32(bytes, chunk_at(bytes, 2) + list + 16);
    EXPECT_EQ(code_with(2, attributes, 0x00C70002), "E_TEXTURE_INDEX");
    EXPECT_EQ(code_with(2, 4, 0x7FFFFFFF), "E_SKELETON_END");
    const std::size_t skeleton = get32(bytes, chunk_at(bytes, 2) + 4);
    EXPECT_EQ(code_with(2, skeleton, 0x90000000), "E_SKELETON_OPCODE");
    EXPECT_EQ(code_with(2, skeleton, 0xFD000000), "E_MESH_COUNT");
}

TEST(X8pc, DamagedClipsHaveTheirCode) {
    EXPECT_EQ(code_with(3, 0x18, 0x18), "E_TABLE_OFFSET");
    EXPECT_EQ(code_with(3, 0x1C + 8, 0x7FFFFFFF), "E_NO_END_MARKER");
    const ByteBuffer bytes = bytes_of(made_model());
    const std::size_t table = get32(bytes, chunk_at(bytes, 3) + 0x18);
    EXPECT_EQ(code_with(3, table, 0x10000), "E_COUNT");
    EXPECT_EQ(code_with(3, table, 0xFFFFFFFF), "E_BONE_COUNT");
    EXPECT_EQ(code_with(3, table + 0x0C, 2), "E_OFFSET_RANGE");
}

TEST(X8pc, MeshesThatShareTheirPointsTooOftenAreRefused) {
    ModelFile file = made_model();
    Mesh& large = file.mesh_lists[0][0];
    large.points.resize(20000);
    large.normals.resize(20000);
    Mesh small = file.mesh_lists[0][1];
    for (int i = 0; i < 400; ++i) {
        file.mesh_lists[0].push_back(small);
        file.skeleton.insert(file.skeleton.begin() + 1, SkeletonOp{.code = SkeletonOp::draw});
    }
    ByteBuffer bytes = bytes_of(file);
    const std::size_t chunk = chunk_at(bytes, 2), list = chunk + get32(bytes, chunk + 8);
    for (std::size_t i = 1; i < file.mesh_lists[0].size(); ++i) { // all take the points of the first
        put32(bytes, list + 24 * i, get32(bytes, list));
        put32(bytes, list + 24 * i + 4, 20000);
        put32(bytes, list + 24 * i + 20, get32(bytes, list + 20));
    }
    EXPECT_EQ(code_of(parse_x8pc(bytes)), "E_MESH_RANGE");
}

TEST(X8pc, UnknownTagsTypesAndCodesAreKeptAndShown) {
    ModelFile file = made_model();
    file.skeleton.insert(file.skeleton.begin() + 1, SkeletonOp{0x44, {1, 2, 3}});
    file.clips[0].type = 0x1234;
    file.clips[1].events = {{500, 0x77}};
    Diagnostics diagnostics;
    const auto parsed = parse_x8pc(bytes_of(file), &diagnostics);
    ASSERT_TRUE(parsed) << parsed.error().text();
    EXPECT_EQ(*parsed, file);
    ASSERT_EQ(diagnostics.size(), 3u);
    EXPECT_NE(diagnostics[0].message.find("0x44"), std::string::npos);
    EXPECT_NE(diagnostics[1].message.find("0x1234"), std::string::npos);
    EXPECT_NE(diagnostics[2].message.find("500"), std::string::npos);
    EXPECT_EQ(name_of_clip_type(0x1234), "clip_1234");
    EXPECT_EQ(name_of_event(0x77), "event_77");
    EXPECT_EQ(name_of_event(0xFF12), "sound_12");
    EXPECT_EQ(name_of_event(6), "hit");
}

TEST(X8pc, TheWriterRefusesWhatCannotBeRead) {
    const auto code = [](const std::function<void(ModelFile&)>& spoil) {
        ModelFile file = made_model();
        spoil(file);
        return code_of(write_x8pc(file));
    };
    EXPECT_EQ(code([](ModelFile& f) { f.textures[0].width = 12; }), "E_TEXDEF");
    EXPECT_EQ(code([](ModelFile& f) { f.textures[0].pixels.pop_back(); }), "E_TEXDEF");
    EXPECT_EQ(code([](ModelFile& f) { f.textures[0] = {512, 1, std::vector<std::uint16_t>(512)}; }), "E_TEXDEF");
    EXPECT_EQ(code([](ModelFile& f) { f.textures[0] = {8, 256, std::vector<std::uint16_t>(2048)}; }), "E_TEXDEF");
    EXPECT_EQ(code([](ModelFile& f) {
                  for (int i = 0; i < 3; ++i) f.textures.push_back({504, 200, std::vector<std::uint16_t>(504 * 200)});
              }),
              "E_TEXTURE_RANGE");
    EXPECT_EQ(code([](ModelFile& f) { f.mesh_lists.clear(); }), "E_MESH_LIST");
    EXPECT_EQ(code([](ModelFile& f) { f.mesh_lists[0][0].normals.pop_back(); }), "E_COUNT");
    EXPECT_EQ(code([](ModelFile& f) { f.mesh_lists[1][0].faces[0].polygon.indices[2] = 4; }), "E_MESH_INDEX");
    EXPECT_EQ(code([](ModelFile& f) { f.mesh_lists[0][0].faces[0].attr.texno = 2; }), "E_TEXTURE_INDEX");
    EXPECT_EQ(code([](ModelFile& f) { f.skeleton.pop_back(); }), "E_SKELETON_END");
    EXPECT_EQ(code([](ModelFile& f) { f.skeleton[1].code = 0x99; }), "E_SKELETON_OPCODE");
    EXPECT_EQ(code([](ModelFile& f) { f.mesh_lists[0].pop_back(); }), "E_MESH_COUNT");
    EXPECT_EQ(code([](ModelFile& f) { f.bones.pop_back(); }), "E_BONE_COUNT");
    EXPECT_EQ(code([](ModelFile& f) { f.clips[0].start = 0x1000; }), "E_CLIP_RANGE");
    EXPECT_EQ(code([](ModelFile& f) { f.clips[0].events = {{0xFFFF, 1}}; }), "E_CLIP_RANGE");
    EXPECT_EQ(code([](ModelFile& f) { f.bones[0].scale.values.clear(); }), "E_COUNT");
    EXPECT_EQ(code([](ModelFile& f) { f.extra_chunks = {{5, ByteBuffer(6)}}; }), "E_CHUNK_RANGE");
    EXPECT_EQ(code([](ModelFile& f) { f.extra_chunks.emplace(200); }), "E_CHUNK_TABLE");
}

TEST(X8pc, ContentTellsTheKind) {
    const ByteBuffer bytes = bytes_of(made_model());
    EXPECT_TRUE(recognise_x8pc(bytes));
    EXPECT_FALSE(recognise_x8pc(Bytes(bytes).first(0x1000)));
    EXPECT_FALSE(recognise_x8pc({}));
    EXPECT_FALSE(recognise_x8an(bytes));
}

} // namespace
} // namespace ossuary::sf3
