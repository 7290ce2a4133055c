#include "ossuary/assets/dump.h"

#include <gtest/gtest.h>

#include "assets/small_files.h"
#include "ossuary/base/base64.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary {
namespace {

using testing::small_anim;
using testing::small_mesh;

Json dumped(std::string_view format, std::string_view text) {
    auto dump = dump_file(*find_format_by_name(format), as_bytes(text));
    EXPECT_TRUE(dump) << dump.error().text();
    // As it comes back from a file.
    return dump ? parse_json(print_json(*dump)).value() : Json();
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
    std::string changed(text);
    changed.replace(changed.find(from), from.size(), to);
    return changed;
}

void expect_same_file(std::string_view format, std::string_view text) {
    const auto built = build_file(dumped(format, text));
    ASSERT_TRUE(built) << built.error().text();
    EXPECT_EQ(built->name, format);
    EXPECT_EQ(as_text(built->bytes), text);
}

TEST(Dump, BeginsWithTheFormat) {
    const Json dump = dumped("md5mesh", small_mesh);
    ASSERT_FALSE(dump.members().empty());
    EXPECT_EQ(dump.members().front().name, "format");
    EXPECT_EQ(dump["format"].string(), "md5mesh");
}

TEST(Dump, NeedsNoOriginalWhereTheLayoutIsOurs) {
    EXPECT_EQ(dumped("md5mesh", small_mesh).find("original"), nullptr);
    expect_same_file("md5mesh", small_mesh);
    expect_same_file("md5anim", small_anim);
}

TEST(Dump, KeepsCommentsAndLayout) {
    const std::string text = replaced(small_mesh, "numJoints 2\n", "/* kept */ numJoints   2\r\n");
    EXPECT_EQ(dumped("md5mesh", text)["original"]["text"].string(), text);
    expect_same_file("md5mesh", text);
}

TEST(Dump, KeepsBytesThatAreNotUtf8) {
    const std::string text = replaced(small_mesh, "made by hand", "M\xfcller // x\xff");
    expect_same_file("md5mesh", text);
    expect_same_file("md5mesh", replaced(text, "numJoints 2", "numJoints  2 // \xe4"));
}

TEST(Build, WritesAfreshWhatWasEdited) {
    const std::string text = replaced(small_mesh, "numJoints 2", "numJoints  2");
    Json dump = dumped("md5mesh", text);
    dump.set("commandline", "edited");
    Diagnostics diagnostics;
    const auto built = build_file(dump, &diagnostics);
    ASSERT_TRUE(built) << built.error().text();
    EXPECT_EQ(as_text(built->bytes), replaced(small_mesh, "made by hand", "edited"));
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics.front().severity, Severity::note);
}

TEST(Build, SaysWhatIsWrong) {
    EXPECT_EQ(build_file(Json()).error().text(), "expected an object, as 'dump' writes it");
    EXPECT_EQ(build_file(Json::object()).error().place().field, "format");
    Json unknown = Json::object();
    unknown.set("format", "nothing");
    EXPECT_EQ(build_file(unknown).error().text(), "format: expected the name of a format, found 'nothing'");
    Json gltf = Json::object();
    gltf.set("format", "gltf");
    EXPECT_EQ(build_file(gltf).error().text(), "gltf cannot be built from a dump, use convert");
}

TEST(Build, RefusesABrokenOriginal) {
    Json dump = dumped("md5mesh", small_mesh);
    Json original = Json::object();
    original.set("base64", "not base64");
    dump.set("original", original);
    EXPECT_EQ(build_file(dump).error().place().field, "original.base64");
    dump.set("original", 7);
    EXPECT_EQ(build_file(dump).error().place().field, "original");
}

TEST(Dump, OfAPictureIsRefused) { EXPECT_FALSE(dump_file(*find_format_by_name("png"), {})); }

TEST(Base64, AgreesWithTheStandard) {
    // RFC 4648, section 10.
    for (const auto& [text, encoded] : {std::pair("", ""),
                                        {"f", "Zg=="},
                                        {"fo", "Zm8="},
                                        {"foo", "Zm9v"},
                                        {"foob", "Zm9vYg=="},
                                        {"foobar", "Zm9vYmFy"}}) {
        EXPECT_EQ(to_base64(as_bytes(text)), encoded);
        EXPECT_EQ(from_base64(encoded), to_buffer(text));
    }
}

TEST(Base64, RefusesWhatIsNone) {
    for (const std::string_view text : {"Z", "Zg=", "Zg==Zg==", "Z===", "====", "Zm9-", "Zm 9"})
        EXPECT_FALSE(from_base64(text)) << text;
}

} // namespace
} // namespace ossuary
