// Broken files give an error with a line or are survived; nothing crashes, hangs or eats memory.
#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "shared_files.h"
#include "small_files.h"

namespace ossuary::md5 {
namespace {

using namespace testing;
using ossuary::testing::shared_file;

// Reads in both modes; what is read must survive writing, and its conversion must end.
void survive_mesh(Bytes bytes) {
    for (const bool lenient : {false, true}) {
        Diagnostics diagnostics;
        const auto file = parse_md5mesh(bytes, &diagnostics, {.lenient = lenient});
        if (!file) {
            ASSERT_GT(file.error().place().line, 0u) << file.error().message();
            ASSERT_TRUE(file.error().message().starts_with("expected ")) << file.error().message();
            continue;
        }
        const std::string text = write_md5mesh(*file);
        const auto again = mesh_of(text);
        ASSERT_TRUE(again) << again.error().text() << '\n' << text;
        ASSERT_EQ(*again, *file);
        ASSERT_EQ(write_md5mesh(*again), text);
        const auto model = to_model(*file, "broken", {}, &diagnostics);
        if (model) {
            ASSERT_TRUE(validate(*model).empty()) << all_of(validate(*model));
            ASSERT_TRUE(md5mesh_from_model(*model));
        }
    }
}

void survive_anim(Bytes bytes) {
    for (const bool lenient : {false, true}) {
        Diagnostics diagnostics;
        const auto file = parse_md5anim(bytes, &diagnostics, {.lenient = lenient});
        if (!file) {
            ASSERT_GT(file.error().place().line, 0u) << file.error().message();
            continue;
        }
        const std::string text = write_md5anim(*file);
        const auto again = anim_of(text);
        ASSERT_TRUE(again) << again.error().text() << '\n' << text;
        ASSERT_EQ(*again, *file);
        const auto model = to_model(*file, "broken", {}, &diagnostics);
        if (model) {
            ASSERT_TRUE(validate(*model).empty()) << all_of(validate(*model));
        }
    }
}

void survive_camera(Bytes bytes) {
    for (const bool lenient : {false, true}) {
        const auto file = parse_md5camera(bytes, nullptr, {.lenient = lenient});
        if (!file) {
            ASSERT_GT(file.error().place().line, 0u) << file.error().message();
            continue;
        }
        ASSERT_EQ(*camera_of(write_md5camera(*file)), *file);
        const auto model = to_model(*file, "broken");
        if (model) {
            ASSERT_TRUE(validate(*model).empty()) << all_of(validate(*model));
        }
    }
}

template <class Survive> void cut_everywhere(std::string_view text, Survive survive) {
    for (std::size_t length = 0; length <= text.size(); ++length) {
        // A copy of its own, so that reading past the end shows.
        const std::vector<char> copy(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(length));
        survive(as_bytes({copy.data(), copy.size()}));
        if (::testing::Test::HasFatalFailure()) FAIL() << "cut at " << length;
    }
}

// Changes a few bytes at a time, in ways that keep some of the grammar.
template <class Survive> void change_bytes(const std::string& text, Survive survive) {
    std::uint64_t state = 12345;
    const auto random = [&](std::size_t below) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::size_t>(state >> 33) % below;
    };
    constexpr std::string_view likely = "0123456789-+.eE(){}\"/* \n\t\0\x1a\xff#naif";
    for (int round = 0; round < 3000; ++round) {
        std::string changed = text;
        for (std::size_t i = 0, count = 1 + random(3); i < count; ++i) {
            const std::size_t at = random(changed.size());
            switch (random(4)) {
            case 0: changed[at] = static_cast<char>(random(256)); break;
            case 1: changed[at] = likely[random(likely.size())]; break;
            case 2: changed.insert(at, 1, likely[random(likely.size())]); break;
            case 3: changed.erase(at, 1 + random(4)); break;
            }
        }
        survive(as_bytes(changed));
        if (::testing::Test::HasFatalFailure()) FAIL() << "round " << round << '\n' << changed;
    }
}

TEST(Md5Robustness, SurvivesEveryTruncation) {
    cut_everywhere(small_mesh, survive_mesh);
    cut_everywhere(small_anim, survive_anim);
    cut_everywhere(small_camera, survive_camera);
    const auto cube = shared_file("samples/md5/SimpleCube.md5mesh");
    OSSUARY_NEED(cube);
    cut_everywhere(as_text(*cube), survive_mesh);
}

TEST(Md5Robustness, SurvivesChangedBytes) {
    change_bytes(small_mesh, survive_mesh);
    change_bytes(small_anim, survive_anim);
    change_bytes(small_camera, survive_camera);
}

TEST(Md5Robustness, LongFilesOfOdditiesTakeLinearTime) {
    // Twenty thousand oddities on as many lines, and the same on one.
    for (const char* separator : {"\n", " "}) {
        std::string text = "MD5Version 10 joints { ";
        for (int i = 0; i < 20000; ++i) text += joined({"a -1.0 ( - 1 nan 0 ) ( 2 2 2 )", separator});
        Diagnostics diagnostics;
        EXPECT_TRUE(mesh_of(text + "}", &diagnostics, true));
        EXPECT_LT(diagnostics.size(), 100u);
        EXPECT_TRUE(to_model(*mesh_of(text + "}", nullptr, true), "odd"));
    }
    // A command line full of quotes, none of which ends it.
    std::string quotes = "MD5Version 10 commandline \"";
    for (int i = 0; i < 100000; ++i) quotes += "x\" ";
    EXPECT_FALSE(mesh_of(quotes));
    // Thousands of meshes with their own shaders, and of joints with one name.
    std::string many = "MD5Version 10 commandline \"\" joints { }";
    for (int i = 0; i < 20000; ++i) many += joined({" mesh{shader s", std::to_string(i), "}"});
    EXPECT_TRUE(to_model(*mesh_of(many), "many"));
}

} // namespace
} // namespace ossuary::md5
