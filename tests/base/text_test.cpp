#include "ossuary/base/text.h"

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"

namespace ossuary {
namespace {

using namespace std::string_literals;

TEST(TextScanner, CountsLinesWhateverEndsThem) {
    for (const char* end : {"\n", "\r\n", "\r"}) {
        const std::string text = "one"s + end + "two" + end + end + "four";
        TextScanner scanner(text);
        const auto place = [&](std::string_view word) {
            const Place found = scanner.place_at(text.data() + text.find(word));
            return std::pair(found.line, found.column);
        };
        EXPECT_EQ(place("one"), std::pair(1u, 1u));
        EXPECT_EQ(place("ne"), std::pair(1u, 2u));
        EXPECT_EQ(place("two"), std::pair(2u, 1u));
        EXPECT_EQ(place("four"), std::pair(4u, 1u));
        EXPECT_EQ(scanner.place_at(text.data() + text.size()).column, 5u);
    }
}

TEST(TextScanner, CountsLinesWhereEndsAreMixed) {
    const std::string text = "a\n\rb\r\r\nc";
    TextScanner scanner(text);
    EXPECT_EQ(scanner.place_at(text.data() + text.find('b')).line, 3u);
    EXPECT_EQ(scanner.place_at(text.data() + text.find('c')).line, 5u);
    EXPECT_EQ(TextScanner("").place().line, 1u);
    EXPECT_EQ(TextScanner({}).place().column, 1u);
}

TEST(TextScanner, TakesLinesWithoutTheirEnds) {
    TextScanner scanner("one\r\ntwo\n\rfour");
    EXPECT_EQ(scanner.take_line(), "one");
    EXPECT_EQ(scanner.take_line(), "two");
    EXPECT_EQ(scanner.take_line(), "");
    EXPECT_FALSE(scanner.at_end());
    EXPECT_EQ(scanner.take_line(), "four");
    EXPECT_TRUE(scanner.at_end());
    EXPECT_EQ(scanner.take_line(), "");
}

TEST(TextScanner, SkipsEveryKindOfWhiteSpace) {
    TextScanner scanner(" \t\r\n\v\fx ");
    scanner.skip_white_space();
    EXPECT_EQ(scanner.peek(), 'x');
    EXPECT_EQ(scanner.offset(), 6u);
    EXPECT_EQ(scanner.remaining(), 2u);
    scanner.advance();
    scanner.skip_white_space();
    EXPECT_TRUE(scanner.at_end());
    EXPECT_EQ(scanner.peek(), '\0');
}

TEST(Case, MattersNotForAsciiOnly) {
    EXPECT_TRUE(equal_ignoring_case("Bip01 Spine", "BIP01 sPINE"));
    EXPECT_FALSE(equal_ignoring_case("Bip01", "Bip01 "));
    EXPECT_FALSE(equal_ignoring_case("[", "{"));
    EXPECT_FALSE(equal_ignoring_case("\xC4", "\xE4"));
    EXPECT_EQ(lower_case("S_RUNL.MAN"), "s_runl.man");
}

TEST(Utf8, ValidTextStaysAndTheRestIsTakenAsLatin1) {
    // Each valid text is one character or a few; each invalid one is taken byte by byte.
    const char* const valid[] = {"",
                                 "plain",
                                 "\xC2\x80",
                                 "\xC3\xA4",
                                 "\xDF\xBF",
                                 "\xE0\xA0\x80",
                                 "\xED\x9F\xBF",
                                 "\xEE\x80\x80",
                                 "\xEF\xBF\xBF",
                                 "\xF0\x90\x80\x80",
                                 "\xF4\x8F\xBF\xBF",
                                 "a\xE2\x82\xAC\x62"};
    for (const char* text : valid) EXPECT_EQ(to_utf8(text), text);
    const std::pair<std::string, std::string> invalid[] = {
        {"\x80", "\xC2\x80"},                                     // a continuation alone
        {"\xFF", "\xC3\xBF"},                                     // never a first byte
        {"\xC0\x80", "\xC3\x80\xC2\x80"},                         // overlong
        {"\xC1\xBF", "\xC3\x81\xC2\xBF"},                         //
        {"\xE0\x9F\xBF", "\xC3\xA0\xC2\x9F\xC2\xBF"},             //
        {"\xF0\x8F\xBF\xBF", "\xC3\xB0\xC2\x8F\xC2\xBF\xC2\xBF"}, //
        {"\xED\xA0\x80", "\xC3\xAD\xC2\xA0\xC2\x80"},             // half a surrogate pair
        {"\xF4\x90\x80\x80", "\xC3\xB4\xC2\x90\xC2\x80\xC2\x80"}, // beyond the last character
        {"\xF5\x80\x80\x80", "\xC3\xB5\xC2\x80\xC2\x80\xC2\x80"}, //
        {"\xC3", "\xC3\x83"},                                     // cut short
        {"\xE2\x82", "\xC3\xA2\xC2\x82"},                         //
        {"\xF0\x9F\x98", "\xC3\xB0\xC2\x9F\xC2\x98"},             //
        {"M\xFCller", "M\xC3\xBCller"},                           //
        {"\xC3\xA4\xFF", "\xC3\x83\xC2\xA4\xC3\xBF"},             // one bad byte speaks for the whole
    };
    for (const auto& [text, expected] : invalid) EXPECT_EQ(to_utf8(text), expected);
}

TEST(Latin1, EveryByteComesBack) {
    std::string all;
    for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
    EXPECT_EQ(utf8_to_latin1(to_utf8(all)), all);
    EXPECT_EQ(utf8_to_latin1(latin1_to_utf8(all)), all);
    EXPECT_EQ(utf8_to_latin1(latin1_to_utf8("\xC3\xA4")), "\xC3\xA4");
    EXPECT_EQ(utf8_to_latin1("M\xC3\xBCller"), "M\xFCller");
    EXPECT_EQ(utf8_to_latin1("5 \xE2\x82\xAC"), "5 \xE2\x82\xAC"); // a character it does not have
    EXPECT_EQ(utf8_to_latin1("\xC4\x80"), "\xC4\x80");
    EXPECT_EQ(utf8_to_latin1("x\xC3"), "x\xC3");
}

TEST(FileNames, TakePathsApart) {
    struct Case {
        std::string_view path, name, stem, extension, folder;
    };
    for (const Case& c :
         {Case{"dir/name.ext", "name.ext", "name", ".ext", "dir"},
          Case{"C:\\art\\Skin.TGA", "Skin.TGA", "Skin", ".tga", "C:\\art"},
          Case{"a/b\\c.tar.gz", "c.tar.gz", "c.tar", ".gz", "a/b"}, Case{"plain", "plain", "plain", "", ""},
          Case{"dir.v2/plain", "plain", "plain", "", "dir.v2"}, Case{".hidden", ".hidden", ".hidden", "", ""},
          Case{"a/", "", "", "", "a"}, Case{"/root", "root", "root", "", ""}, Case{"", "", "", "", ""},
          Case{"dots.", "dots.", "dots", ".", ""}, Case{"..", "..", "..", "", ""}}) {
        EXPECT_EQ(file_name(c.path), c.name) << c.path;
        EXPECT_EQ(file_stem(c.path), c.stem) << c.path;
        EXPECT_EQ(file_extension(c.path), c.extension) << c.path;
        EXPECT_EQ(parent_folder(c.path), c.folder) << c.path;
    }
}

TEST(Glob, StarsAndQuestionMarksMatch) {
    for (const auto& [name, pattern] : {std::pair("S_RUN.MAN", "*.man"),
                                        {"S_RUN.MAN", "s_*"},
                                        {"abc", "a?c"},
                                        {"abc", "*"},
                                        {"", "*"},
                                        {"", ""},
                                        {"abc", "***"},
                                        {"abc", "a*b*c"},
                                        {"aXbXbc", "a*b*c"},
                                        {"a*b", "a*b"},
                                        {"aab", "*ab"},
                                        {"mississippi", "m*iss*i*"}})
        EXPECT_TRUE(matches_glob(name, pattern)) << name << ' ' << pattern;
    for (const auto& [name, pattern] : {std::pair("abc", "ab"),
                                        {"abc", "abcd"},
                                        {"abc", "a?"},
                                        {"", "?"},
                                        {"abc", ""},
                                        {"abc", "*b"},
                                        {"abc", "a*d"},
                                        {"ab", "a?b"},
                                        {"abc", "?*d"}})
        EXPECT_FALSE(matches_glob(name, pattern)) << name << ' ' << pattern;
}

TEST(Glob, ManyStarsCostNoMoreThanTheirProduct) {
    const std::string name(5'000, 'a');
    std::string pattern;
    for (int i = 0; i < 500; ++i) pattern += "*a";
    EXPECT_TRUE(matches_glob(name, pattern));
    EXPECT_FALSE(matches_glob(name, pattern + "*b"));
}

} // namespace
} // namespace ossuary
