#include <gtest/gtest.h>

#include "ossuary/assets/dump.h"
#include "ossuary/assets/open_model.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/asc.h"
#include "ossuary/formats/zengin/dat.h"
#include "ossuary/formats/zengin/fnt.h"
#include "ossuary/formats/zengin/man.h"
#include "ossuary/formats/zengin/mdl.h"
#include "ossuary/formats/zengin/mds.h"
#include "ossuary/formats/zengin/mmb.h"
#include "ossuary/formats/zengin/mms.h"
#include "ossuary/formats/zengin/mrm.h"
#include "ossuary/formats/zengin/msb.h"
#include "ossuary/formats/zengin/msh.h"
#include "ossuary/formats/zengin/tex.h"
#include "shared_files.h"

namespace ossuary {
namespace {

using namespace zengin;

constexpr std::string_view script_text = "Model (\"HERO\")\n{\n\tmeshAndTree (\"HERO.ASC\")\n\taniEnum\n\t{\n"
                                         "\t\tani (\"S_RUN\" 1 \"S_RUN\" 0.1 0.1 M. \"RUN.ASC\" F 0 24)\n\t}\n}\n";
constexpr std::string_view morph_text = "morphMesh (\"BOW\")\n{\n\tmorphRef (\"BOW.ASC\")\n"
                                        "\tmorphAni (\"S_SHOOT\" 1 0.1 -1 0.1 L \"BOW_SHOOT.ASC\" 0 10)\n}\n";

ProtoMesh triangle() {
    ProtoMesh mesh;
    mesh.positions = {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}};
    SubMesh& submesh = mesh.submeshes.emplace_back();
    submesh.triangles = {{0, 1, 2}};
    for (std::uint16_t i = 0; i < 3; ++i) submesh.wedges.push_back({.normal = {0, 0, 1}, .position_index = i});
    submesh.wedge_map.assign(3, 0xFFFF);
    mesh.materials.push_back({.entry_name = "SKIN", .name = "SKIN", .texture = "SKIN.TGA"});
    return mesh;
}
ModelHierarchy two_nodes() {
    ModelHierarchy hierarchy;
    hierarchy.nodes = {{.name = "BIP01"}, {.name = "BIP01 HEAD", .parent = 0}};
    hierarchy.checksum = node_checksum(hierarchy);
    return hierarchy;
}
ModelMesh head_mesh() {
    ModelMesh mesh;
    mesh.attachments.push_back({"BIP01 HEAD", triangle()});
    return mesh;
}
ModelAnimation one_frame() {
    ModelAnimation animation{.name = "S_RUN", .num_frames = 1, .num_nodes = 2};
    animation.node_indices = {0, 1};
    animation.samples.resize(2);
    return animation;
}

// One small file of each kind, with its name.
std::vector<NamedFile> one_of_each() {
    std::vector<NamedFile> files;
    files.push_back({"x.man", write_man(one_frame())});
    files.push_back({"x.mdh", write_mdh(two_nodes())});
    files.push_back({"x.mdm", write_mdm(head_mesh())});
    files.push_back({"x.mdl", write_mdl({two_nodes(), head_mesh()})});
    files.push_back({"x.mrm", write_mrm({triangle(), {}})});
    MorphMesh morph{.name = "X", .mesh = triangle()};
    morph.morph_positions = morph.mesh.positions;
    files.push_back({"x.mmb", write_mmb(morph)});
    files.push_back({"x.msh", write_msh({})});
    const Script script = parse_mds(as_bytes(script_text)).value();
    files.push_back({"x.msb", write_msb({.script = to_compiled(script)})});
    files.push_back({"x.mds", to_buffer(write_mds(script))});
    files.push_back({"x.mms", to_buffer(write_mms(parse_mms(as_bytes(morph_text)).value()))});
    files.push_back({"x.asc", to_buffer(write_asc({}))});
    DatFile program{.sort_table = {0}, .code = assemble(std::vector<std::string>{"ret"}).value()};
    program.symbols.push_back({.name = "APPLE", .type = DatType::instance_type, .flags = DatSymbol::is_const});
    files.push_back({"x.dat", write_dat(program)});
    const Image dot{.width = 1, .height = 1, .bytes = ByteBuffer(4, std::byte{255})};
    files.push_back({"x.tex", write_tex(tex_from_image(dot).value())});
    files.push_back({"x.fnt", write_fnt(make_font("X.TGA", 16, 16, 8, std::array<std::uint8_t, 256>{2, 3}).value())});
    return files;
}

const Format& format_of(const NamedFile& file) {
    static const Format none;
    const Format* format = find_format_by_extension(file_extension(file.name));
    return format ? *format : none;
}

TEST(GothicRows, ContentIsEnoughToTellTheKindsApart) {
    for (const NamedFile& file : one_of_each()) {
        const Format* found = find_format("no extension", file.bytes);
        ASSERT_NE(found, nullptr) << file.name;
        EXPECT_EQ('.' + std::string(found->name), file_extension(file.name));
        for (const Format& format : formats())
            EXPECT_EQ(format.recognise(file.bytes), &format == found) << format.name << " and " << file.name;
    }
}

TEST(GothicRows, ReadAndWrittenAFileIsTheSame) {
    for (const NamedFile& file : one_of_each()) {
        const auto written = format_of(file).rewrite(file, {}, {}, nullptr);
        ASSERT_TRUE(written) << file.name << ": " << written.error().text();
        EXPECT_EQ(*written, file.bytes) << file.name;
    }
}

TEST(GothicRows, DumpAndBuildGiveTheSameBytesWithoutAnOriginal) {
    for (const NamedFile& file : one_of_each()) {
        const auto dump = dump_file(format_of(file), file.bytes, {}, nullptr);
        ASSERT_TRUE(dump) << file.name << ": " << dump.error().text();
        EXPECT_EQ(dump->members().front().name, "format");
        EXPECT_FALSE(dump->find("original")) << file.name;
        const auto built = build_file(parse_json(print_json(*dump)).value(), nullptr);
        ASSERT_TRUE(built) << file.name << ": " << built.error().text();
        EXPECT_EQ(built->bytes, file.bytes) << file.name;
    }
}

TEST(GothicRows, AScriptOfAnotherLayoutKeepsItsOriginal) {
    const std::string text = "// by hand\r\n" + std::string(script_text);
    const Format& format = *find_format_by_name("mds");
    const auto dump = dump_file(format, as_bytes(text), {}, nullptr);
    ASSERT_TRUE(dump);
    EXPECT_EQ((*dump)["original"]["text"].string(), text);
    EXPECT_EQ(build_file(*dump, nullptr)->bytes, to_buffer(text));
}

TEST(GothicRows, AMisspeltMemberIsNamed) {
    const NamedFile file{"x.man", write_man(one_frame())};
    Json dump = dump_file(format_of(file), file.bytes, {}, nullptr).value();
    dump.set("fsp", 25);
    const auto built = build_file(dump, nullptr);
    ASSERT_FALSE(built);
    EXPECT_NE(built.error().text().find("fsp"), std::string::npos) << built.error().text();
}

TEST(GothicRows, InfoBeginsWithNameAndSize) {
    for (const NamedFile& file : one_of_each()) {
        const auto facts = format_of(file).info(file, {}, {}, nullptr);
        ASSERT_TRUE(facts) << file.name << ": " << facts.error().text();
        EXPECT_EQ((*facts)["source"].string(), file.name);
        EXPECT_EQ((*facts)["bytes"].unsigned_integer(), file.bytes.size());
        EXPECT_GT(facts->size(), 2u);
    }
}

TEST(GothicRows, InfoKeepsTextsOfAnUnknownCodePage) {
    ModelAnimation animation = one_frame();
    animation.source_path = "M\xDCHLE.ASC";
    const NamedFile file{"x.man", write_man(animation)};
    EXPECT_EQ((*format_of(file).info(file, {}, {}, nullptr))["source_path"].string(), "M\xC3\x9CHLE.ASC");
}

TEST(GothicRows, EmptyAndCutOffFilesAreRefusedByName) {
    for (const NamedFile& file : one_of_each()) {
        if (format_of(file).is_text) continue;
        const NamedFile cut{file.name, ByteBuffer(file.bytes.begin(), file.bytes.begin() + 7)};
        EXPECT_FALSE(format_of(file).info(cut, {}, {}, nullptr)) << file.name;
        EXPECT_FALSE(format_of(file).rewrite({file.name, {}}, {}, {}, nullptr)) << file.name;
    }
}

// The members that a golden file and the facts both have must agree.
void expect_agreement(const Json& golden, const Json& facts, const std::string& path, std::size_t& compared) {
    for (const Json::Member& member : facts.members()) {
        const Json* expected = golden.find(member.name);
        if (!expected || member.name == "source") continue;
        const std::string at = path + '.' + member.name;
        if (member.value.is_object() && expected->is_object()) {
            expect_agreement(*expected, member.value, at, compared);
        } else if (member.value.is_array() && !member.value.items().empty() && member.value.items()[0].is_object()) {
            if (expected->is_object()) { // the only one there is
                expect_agreement(*expected, member.value.items()[0], at, compared);
                continue;
            }
            ASSERT_EQ(member.value.size(), expected->size()) << at;
            for (std::size_t i = 0; i < member.value.size(); ++i)
                expect_agreement(expected->items()[i], member.value.items()[i], at + '[' + std::to_string(i) + ']',
                                 compared);
        } else if (member.value.is_number() && expected->is_object()) { // a count
            EXPECT_EQ(member.value.integer(), (*expected)["count"].integer(-1)) << at;
            ++compared;
        } else if (member.value.is_number() && expected->is_number()) { // nine digits hold a float
            EXPECT_EQ(static_cast<float>(member.value.number()), static_cast<float>(expected->number())) << at;
            ++compared;
        } else if (member.value.is_string()) {
            EXPECT_EQ(member.value.string(), expected->string()) << at;
            ++compared;
        }
    }
}

TEST(GothicRows, InfoAgreesWithTheGoldenFiles) {
    constexpr std::pair<std::string_view, std::string_view> pairs[] = {
        {"G2/HUMANS-S_FISTRUN.MAN", "humans-s_fistrun.man.json"},
        {"hierarchy0.mdh", "hierarchy0.mdh.json"},
        {"secretdoor.mdm", "secretdoor.mdm.json"},
        {"mesh0.mrm", "mesh0.mrm.json"},
        {"morph0.mmb", "morph0.mmb.json"},
        {"waran.msb", "waran.msb.json"},
        {"waran.mds", "waran.mds.json"},
    };
    for (const auto& [sample, golden_name] : pairs) {
        auto bytes = testing::shared_file("samples/zengin/" + std::string(sample));
        const auto golden = testing::golden(std::string(golden_name));
        OSSUARY_NEED(bytes);
        OSSUARY_NEED(golden);
        const NamedFile file{std::string(sample), std::move(*bytes)};
        const auto facts = format_of(file).info(file, {}, {}, nullptr);
        ASSERT_TRUE(facts) << sample;
        std::size_t compared = 0;
        expect_agreement(*golden, *facts, std::string(sample), compared);
        EXPECT_GE(compared, 10u) << sample;
    }
}

} // namespace
} // namespace ossuary
