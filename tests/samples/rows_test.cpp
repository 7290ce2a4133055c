// What holds for every row of the registry of formats, tried on the demo's files and on what the savers write.
#include <algorithm>
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "ossuary/assets/dump.h"
#include "ossuary/assets/options.h"
#include "ossuary/assets/registry.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "samples/samples.h"

namespace ossuary {
namespace {

struct Seed {
    NamedFile file;
    std::vector<NamedFile> beside; // what it may refer to
};
using Seeds = std::map<const Format*, Seed>;

// The smaller of two files says as much and is tried faster.
void add_seed(Seeds& seeds, const NamedFile& file, const std::vector<NamedFile>& beside = {}) {
    const Format* format = find_format(file.name, file.bytes);
    if (!format) return;
    const auto [known, is_new] = seeds.try_emplace(format, Seed{file, beside});
    if (!is_new && file.bytes.size() < known->second.file.bytes.size()) known->second = {file, beside};
}

void add_with_contents(Seeds& seeds, const NamedFile& file) {
    add_seed(seeds, file);
    const Format* format = find_format(file.name, file.bytes);
    if (!format || !format->mount) return;
    const auto volume = format->mount(file.name, file.bytes, {}, nullptr);
    ASSERT_TRUE(volume) << file.name << ": " << volume.error().text();
    for (const VolumeFile& inner : volume->files)
        if (auto bytes = volume->read(inner.number)) add_seed(seeds, {inner.path, std::move(*bytes)});
}

void add_saved(Seeds& seeds, const Model& model) {
    for (const Format& format : formats()) {
        if (!format.save || (format.role == Role::picture) != (model.meshes.empty() && model.images.size() == 1))
            continue;
        if (const auto files = format.save(model, std::string(format.prefix) + "00", {}, nullptr))
            for (const NamedFile& file : *files) add_seed(seeds, file, *files);
    }
}

const Seeds& all_seeds() {
    static const Seeds made = [] {
        Seeds seeds;
        const auto demo = samples::make_demo();
        EXPECT_TRUE(demo) << demo.error().text();
        if (demo)
            for (const NamedFile& file : *demo) add_with_contents(seeds, file);
        add_saved(seeds, samples::make_chest());
        Model picture;
        picture.images = {samples::make_chest().images.at(0)};
        add_saved(seeds, picture);
        return seeds;
    }();
    return made;
}

// A row by its name, for the names of the tests.
class EveryRow : public ::testing::TestWithParam<std::string> {
protected:
    const Format& format() const { return *find_format_by_name(GetParam()); }
    const NamedFile* seed() const {
        const auto found = all_seeds().find(&format());
        return found == all_seeds().end() ? nullptr : &found->second.file;
    }
    FileLookup beside() const {
        return [this](std::string_view name) -> std::optional<SharedBytes> {
            for (const NamedFile& file : all_seeds().at(&format()).beside)
                if (file.name == name) return file.bytes;
            return {};
        };
    }
    // Everything that reads; that it returns is what is tested.
    void read(const NamedFile& file) const {
        const Format& row = format();
        Diagnostics diagnostics;
        static_cast<void>(row.recognise(file.bytes));
        static_cast<void>(row.info(file, {}, {}, &diagnostics));
        if (row.rewrite) static_cast<void>(row.rewrite(file, {}, {}, &diagnostics));
        if (row.members) static_cast<void>(row.members(file, {}, &diagnostics));
        Model model;
        if (row.open) static_cast<void>(row.open(file, model, {}, {}, &diagnostics));
    }
};

std::vector<std::string> row_names() {
    std::vector<std::string> names;
    for (const Format& format : formats()) names.emplace_back(format.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Formats, EveryRow, ::testing::ValuesIn(row_names()), [](const auto& row) {
    std::string name = row.param;
    std::erase(name, '-');
    return name;
});

constexpr std::size_t largest_seed = 200'000, most_tries = 60;

TEST_P(EveryRow, HasASeedOrIsKnownToHaveNone) {
    const std::set<std::string> without = {"jpeg", "md5camera", "msh", "x8pc-container"};
    EXPECT_EQ(seed() == nullptr, without.contains(GetParam()));
}

TEST_P(EveryRow, IsFoundByContentAlone) {
    if (!seed()) GTEST_SKIP() << "the demo has none";
    EXPECT_TRUE(format().recognise(seed()->bytes));
    const Format* found = find_format("no-extension", seed()->bytes);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->name, format().name);
}

TEST_P(EveryRow, IsWrittenAsItWasRead) {
    if (!seed() || !format().rewrite) GTEST_SKIP() << "nothing to rewrite";
    const auto written = format().rewrite(*seed(), beside(), {}, nullptr);
    ASSERT_TRUE(written) << written.error().text();
    if (seed()->bytes == Bytes(*written)) return;
    // A text may be laid out anew, a picture packed anew: then the values are the same, and stay so.
    EXPECT_TRUE(format().is_text || !format().build) << "is not kept to the byte";
    const NamedFile again{seed()->name, ByteBuffer(*written)};
    const auto before = format().values(*seed(), beside(), {}, nullptr),
               after = format().values(again, beside(), {}, nullptr);
    ASSERT_TRUE(before && after);
    EXPECT_EQ(*before, *after);
    EXPECT_EQ(format().rewrite(again, beside(), {}, nullptr).value(), *written);
}

TEST_P(EveryRow, IsBuiltFromItsDump) {
    if (!seed() || !format().dump || !format().build || seed()->bytes.size() > largest_seed)
        GTEST_SKIP() << "nothing to build";
    const auto dump = dump_file(format(), seed()->bytes);
    ASSERT_TRUE(dump) << dump.error().text();
    const auto built = build_file(parse_json(print_json(*dump)).value());
    ASSERT_TRUE(built) << built.error().text();
    EXPECT_EQ(built->bytes, seed()->bytes);
}

TEST_P(EveryRow, SurvivesTruncation) {
    if (!seed() || seed()->bytes.size() > largest_seed) GTEST_SKIP() << "nothing to cut";
    const std::size_t size = seed()->bytes.size(), step = std::max<std::size_t>(1, size / most_tries);
    for (std::size_t cut = 0; cut < size; cut += cut < 32 ? 1 : step)
        read({seed()->name,
              ByteBuffer(seed()->bytes.begin(), seed()->bytes.begin() + static_cast<std::ptrdiff_t>(cut))});
}

TEST_P(EveryRow, SurvivesFlippedBytes) {
    if (!seed() || seed()->bytes.size() > largest_seed || seed()->bytes.empty()) GTEST_SKIP() << "nothing to flip";
    std::mt19937 random(7);
    for (std::size_t n = 0; n < most_tries; ++n) {
        ByteBuffer bytes = seed()->bytes.to_buffer();
        bytes[random() % bytes.size()] ^= static_cast<std::byte>(1 + random() % 255);
        read({seed()->name, std::move(bytes)});
    }
}

TEST_P(EveryRow, DeclaresOptionsThatAgreeWithThoseOfOthers) {
    for (const OptionUse use : {OptionUse::open, OptionUse::save}) {
        const auto all = declared_options(use);
        for (const Option& option : use == OptionUse::open ? format().open_options : format().save_options) {
            EXPECT_FALSE(option.help.empty()) << option.name;
            EXPECT_EQ(option.kind == OptionKind::choice, !option.choices.empty()) << option.name;
            const auto known =
                std::ranges::find(all, option.name, [](const DeclaredOption& one) { return one.option.name; });
            ASSERT_NE(known, all.end());
            EXPECT_EQ(known->option.kind, option.kind) << option.name;
            EXPECT_EQ(known->option.scope, option.scope) << option.name;
        }
    }
}

} // namespace
} // namespace ossuary
