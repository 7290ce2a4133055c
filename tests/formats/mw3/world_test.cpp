// mechlib.zbd, gamez.zbd and texture packages against the samples: kept, described, refused by name.
#include "formats/mw3/zbd_files.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/mw3/gamez.h"
#include "ossuary/formats/mw3/mechlib.h"
#include "ossuary/formats/mw3/textures.h"

namespace ossuary::mw3 {
namespace {

using namespace testing;

constexpr Verbs<Mechlib> mechlib{parse_mechlib, write_mechlib, dump_mechlib, build_mechlib};
constexpr Verbs<Gamez> gamez{parse_gamez, write_gamez, dump_gamez, build_gamez};
constexpr Verbs<TexturePackage> textures{parse_textures, write_textures, dump_textures, build_textures};

std::optional<ByteBuffer> sample(const std::string& name) {
    const auto bytes = ossuary::testing::shared_file("samples/mw3-models/" + name + ".zbd");
    if (!bytes) return {};
    return ByteBuffer(bytes->begin(), bytes->end());
}

// Where two documents differ first.
std::string first_difference(const Json& a, const Json& b, const std::string& path) {
    if (a == b) return {};
    if (a.is_object() && b.is_object()) {
        for (const Json::Member& member : a.members()) {
            if (!b.find(member.name)) return path + "." + member.name + " is not expected";
            if (auto found = first_difference(member.value, b[member.name], path + "." + member.name); !found.empty())
                return found;
        }
        for (const Json::Member& member : b.members())
            if (!a.find(member.name)) return path + "." + member.name + " is missing";
    }
    if (a.is_array() && b.is_array() && a.size() == b.size())
        for (std::size_t i = 0; i < a.size(); ++i)
            if (auto found = first_difference(a.items()[i], b.items()[i], path + "[" + std::to_string(i) + "]");
                !found.empty())
                return found;
    return path + ": " + print_json(a).substr(0, 80) + " and not " + print_json(b).substr(0, 80);
}

template <class File> void expect_sample(const Verbs<File>& verbs, const std::string& name) {
    SCOPED_TRACE(name);
    const auto bytes = sample(name);
    const auto json = ossuary::testing::golden("mw3-models/" + name + ".json");
    OSSUARY_NEED(bytes && json);
    expect_clean(verbs, *bytes);
    const auto file = verbs.parse(*bytes, nullptr);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(first_difference(verbs.dump(*file), *json, name), "");
    const auto built = verbs.build(*json);
    ASSERT_TRUE(built) << built.error().text();
    EXPECT_EQ(verbs.write(*built), *bytes);
    expect_truncations_are_refused(verbs, *bytes);
}

TEST(Mechlib, SamplesSurviveAndDumpAsTheirDescription) {
    expect_sample(mechlib, "mechlib-scout");
    expect_sample(mechlib, "mechlib-scout-pm");
}
TEST(Gamez, SamplesSurviveAndDumpAsTheirDescription) {
    expect_sample(gamez, "gamez-yard");
    expect_sample(gamez, "gamez-yard-rc");
    expect_sample(gamez, "gamez-yard-pm");
}
TEST(Textures, SampleSurvivesAndDumpsAsItsDescription) { expect_sample(textures, "rmechtex-scout"); }

// Every eleventh byte changed: refused with a named error, or kept. The fuzzer tries the others.
template <class File> void expect_changes(const Verbs<File>& verbs, const std::string& name) {
    const auto bytes = sample(name);
    OSSUARY_NEED(bytes);
    ByteBuffer bent = *bytes;
    std::size_t refused = 0, kept = 0;
    for (std::size_t at = 0; at < bent.size(); at += 11) {
        bent[at] ^= std::byte{0x81};
        if (const auto file = verbs.parse(bent, nullptr); !file) {
            ++refused;
            ASSERT_TRUE(is_named(file.error(), bent.size())) << file.error().text();
        } else {
            ASSERT_EQ(verbs.write(*file), bent) << "byte " << at;
            if (++kept % 64 == 0) {
                ASSERT_TRUE(survives(verbs, bent)) << "byte " << at;
            }
        }
        bent[at] = (*bytes)[at];
    }
    EXPECT_GT(kept, 0u);
    EXPECT_GT(refused, 0u);
}
TEST(Mechlib, ChangedBytesAreRefusedOrKept) { expect_changes(mechlib, "mechlib-scout"); }
TEST(Gamez, ChangedBytesAreRefusedOrKept) { expect_changes(gamez, "gamez-yard"); }
TEST(Gamez, ChangedBytesOfRecoilAreRefusedOrKept) { expect_changes(gamez, "gamez-yard-rc"); }
TEST(Gamez, ChangedBytesOfPiratesMoonAreRefusedOrKept) { expect_changes(gamez, "gamez-yard-pm"); }
TEST(Textures, ChangedBytesAreRefusedOrKept) { expect_changes(textures, "rmechtex-scout"); }

template <class File>
void expect_listed(const Verbs<File>& verbs, Bytes bytes, const Json& listed, const std::string& name) {
    SCOPED_TRACE(name);
    Diagnostics diagnostics;
    const auto file = verbs.parse(bytes, &diagnostics);
    if (const Json* error = listed.find("error")) {
        ASSERT_FALSE(file);
        EXPECT_TRUE(file.error().message().starts_with(std::string(error->string()) + ":")) << file.error().text();
        ASSERT_TRUE(file.error().place().offset);
        const auto offset = static_cast<std::int64_t>(*file.error().place().offset);
        EXPECT_LE(std::abs(offset - listed["offset"].integer()), 208) << file.error().text();
        return;
    }
    ASSERT_TRUE(file) << file.error().text();
    ASSERT_EQ(diagnostics.size(), listed["deviations"].size()) << (diagnostics.empty() ? "" : diagnostics[0].text());
    for (std::size_t i = 0; i < diagnostics.size(); ++i) {
        const Json& deviation = listed["deviations"].items()[i];
        EXPECT_TRUE(diagnostics[i].message.starts_with(std::string(deviation.items()[0].string()) + ":"))
            << diagnostics[i].text();
        EXPECT_LE(std::abs(static_cast<std::int64_t>(*diagnostics[i].place.offset) - deviation.items()[1].integer()),
                  208)
            << diagnostics[i].text();
    }
    EXPECT_TRUE(survives(verbs, bytes));
}

TEST(World, BadSamplesAreReportedByName) {
    const auto list = ossuary::testing::golden("mw3-models/bad-input.json");
    OSSUARY_NEED(list);
    EXPECT_GE(list->size(), 15u);
    for (const Json::Member& member : list->members()) {
        const auto bytes = sample(member.name.substr(0, member.name.size() - 4));
        OSSUARY_NEED(bytes);
        const std::string_view kind = member.value["kind"].string();
        if (kind == "mechlib") expect_listed(mechlib, *bytes, member.value, member.name);
        if (kind == "gamez") expect_listed(gamez, *bytes, member.value, member.name);
        if (kind == "textures") expect_listed(textures, *bytes, member.value, member.name);
    }
}

TEST(World, KindsAreToldApart) {
    const auto mech = sample("mechlib-scout"), world = sample("gamez-yard"), motion = sample("motion-scout"),
               pictures = sample("rmechtex-scout");
    OSSUARY_NEED(mech && world && motion && pictures);
    for (const auto* bytes : {&*mech, &*world, &*motion, &*pictures}) {
        EXPECT_EQ(recognise_mechlib(*bytes), bytes == &*mech);
        EXPECT_EQ(recognise_gamez(*bytes), bytes == &*world);
        EXPECT_EQ(recognise_textures(*bytes), bytes == &*pictures);
    }
}

TEST(Gamez, OtherGamesAreNamed) {
    const auto bytes = sample("gamez-yard");
    OSSUARY_NEED(bytes);
    expect_error(gamez, with(*bytes, 4, std::uint32_t{42}), "bad-version", "version");
    EXPECT_NE(parse_gamez(with(*bytes, 4, std::uint32_t{42})).error().message().find("Crimson Skies"),
              std::string::npos);
    expect_error(gamez, with(*bytes, 4, std::uint32_t{28}), "bad-version", "version");
}

// The place is that of the field, though the material is read by a function of its own.
TEST(Gamez, ATextureThatIsNotThereIsRefusedAtItsField) {
    const auto bytes = sample("gamez-yard");
    OSSUARY_NEED(bytes);
    auto file = parse_gamez(*bytes);
    ASSERT_TRUE(file) << file.error().text();
    const auto textured = std::ranges::find_if(file->materials.items, &WorldMaterial::is_textured);
    ASSERT_NE(textured, file->materials.items.end());
    textured->texture = static_cast<std::int32_t>(file->textures.size());
    const auto index = std::to_string(textured - file->materials.items.begin());
    expect_error(gamez, write_gamez(*file), "bad-index", "materials.items[" + index + "].texture");
}

} // namespace
} // namespace ossuary::mw3
