#include "ossuary/assets/disk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#if !defined(_WIN32)
#include <sys/stat.h>
#endif

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/disk_path.h"
#include "ossuary/formats/zengin/vdf.h"
#include "temporary_folder.h"

namespace ossuary {
namespace {

namespace fs = std::filesystem;
using zengin::make_vdf;
using zengin::pack_source;
using Names = std::vector<std::string>;

class Disk : public ::testing::Test {
protected:
    void TearDown() override { fs::remove_all(root); }

    std::string put(const fs::path& below, std::string_view text) {
        fs::create_directories((root / below).parent_path());
        std::ofstream(root / below, std::ios::binary) << text;
        return (root / below).generic_string();
    }
    std::string put_archive(const fs::path& below, const std::string& text, std::uint32_t time = 100) {
        const auto source = pack_source("A/X.TXT", SharedBytes(to_buffer(text)), false);
        return put(below, as_text(make_vdf({*source}, {.timestamp = time}).value()));
    }
    const fs::path root = testing::make_temporary_folder();
};

Names paths(const Volume& volume) {
    Names list;
    for (const VolumeFile& file : volume.files) list.push_back(file.path);
    return list;
}
MountTree tree_of(std::vector<Volume> volumes) {
    MountTree tree;
    for (Volume& volume : volumes) tree.add(std::move(volume));
    return tree;
}
std::string text_of(const MountedFile& file) {
    if (!file) return "nothing";
    const auto bytes = file.read();
    return bytes ? std::string(as_text(bytes->bytes)) : bytes.error().text();
}

TEST_F(Disk, MapsAFileWithoutReadingIt) {
    const std::string path = put("f", "contents");
    EXPECT_EQ(as_text(map_file(path)->bytes), "contents");
    EXPECT_EQ(as_text(read_whole_file(path)->bytes), "contents");
    EXPECT_TRUE(map_file(put("empty", ""))->bytes.empty());
}

TEST_F(Disk, RefusesWhatIsNoFile) {
#if !defined(_WIN32)
    ASSERT_EQ(mkfifo((root / "pipe").c_str(), 0600), 0);
#endif
    for (const std::string& path :
         {(root / "pipe").generic_string(), root.generic_string(), (root / "missing").generic_string()}) {
        EXPECT_FALSE(map_file(path)) << path;
        EXPECT_EQ(read_whole_file(path).error().place().file, path);
    }
}

TEST_F(Disk, AFolderIsItsFilesSortedWithoutHiddenAndEmptyOnes) {
    put("b.txt", "b");
    put("a/c.txt", "c");
    put(".hidden", "h");
    put(".git/x", "h");
    put("empty", "");
    const auto volume = open_folder(root.generic_string());
    ASSERT_TRUE(volume) << volume.error().text();
    EXPECT_EQ(paths(*volume), (Names{"a/c.txt", "b.txt"}));
    EXPECT_EQ(paths(*open_folder(root.generic_string(), nullptr, {.empty_files = true})),
              (Names{"a/c.txt", "b.txt", "empty"}));
    EXPECT_EQ(paths(*open_folder(root.generic_string(), nullptr, {.folders_below = false})), (Names{"b.txt"}));
    Diagnostics diagnostics;
    EXPECT_LE(open_folder(root.generic_string(), &diagnostics, {.most_files = 1})->files.size(), 1u);
    EXPECT_EQ(diagnostics.size(), 1u);
    EXPECT_FALSE(open_folder((root / "nowhere").generic_string()));
    EXPECT_FALSE(open_folder((root / "b.txt").generic_string()));
}

// Names in any script, and folders deeper than the 260 letters that Windows once bore.
TEST_F(Disk, NamesInAnyScriptAndLongPaths) {
    std::string below = "Bäume 木";
    while (below.size() < 400) below += "/a folder with a long name";
    const std::string folder = root.generic_string() + '/' + below;
    ASSERT_TRUE(fs::create_directories(disk_path(folder)));
    std::ofstream(disk_path(folder + "/ż.txt"), std::ios::binary) << "deep";
    const auto bytes = read_whole_file(folder + "/ż.txt");
    ASSERT_TRUE(bytes) << bytes.error().text();
    EXPECT_EQ(as_text(bytes->bytes), "deep");
    EXPECT_EQ(as_text(map_file(folder + "/ż.txt")->bytes), "deep");
    auto volume = open_folder(folder);
#if defined(_WIN32)
    EXPECT_FALSE(volume) << "it says that it cannot list it";
#else
    ASSERT_TRUE(volume) << volume.error().text();
    EXPECT_EQ(paths(*volume), (Names{"ż.txt"}));
    EXPECT_EQ(text_of(tree_of({std::move(*volume)}).find("ż.txt")), "deep");
#endif
    fs::remove_all(disk_path(root.generic_string() + "/Bäume 木"));
}

TEST_F(Disk, LinksThatLeadOutAreNoFilesOfTheFolder) {
#if defined(_WIN32)
    GTEST_SKIP() << "Windows: only administrators make links";
#endif
    put("in/file.txt", "in");
    put("secret.txt", "secret");
    fs::create_symlink("file.txt", root / "in/good.txt");
    fs::create_symlink("../secret.txt", root / "in/bad.txt");
    fs::create_directory_symlink("..", root / "in/up");
    auto volume = open_folder((root / "in").generic_string());
    EXPECT_EQ(paths(*volume), (Names{"file.txt", "good.txt"}));
    // A link put there later does not lead out either.
    const MountTree tree = tree_of({std::move(*volume)});
    fs::remove(root / "in/file.txt");
    fs::create_symlink("../secret.txt", root / "in/file.txt");
    EXPECT_EQ(text_of(tree.find("file.txt")).find("secret"), std::string::npos);
}

TEST_F(Disk, ArchivesAreMappedAndRead) {
    const MountTree tree = tree_of({open_archive(put_archive("a.vdf", "in the archive")).value()});
    EXPECT_EQ(text_of(tree.find("x.txt")), "in the archive");
    const auto broken = open_archive(put("broken.vdf", "short"));
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().place().file, (root / "broken.vdf").generic_string());
    EXPECT_TRUE(broken.error().message().starts_with("vdf: truncated header"));
}

TEST_F(Disk, AnArchiveThatIsReplacedStaysWhatItWas) {
    const std::string path = put_archive("a.vdf", "old");
    const MountTree tree = tree_of({open_archive(path).value()});
    put_archive("new.vdf", "new");
    fs::rename(root / "new.vdf", path);
    EXPECT_EQ(text_of(tree.find("x.txt")), "old");
}

TEST_F(Disk, AnArchiveThatIsCutShortWhileItIsUsedGivesAnErrorAndNoCrash) {
#if defined(_WIN32)
    GTEST_SKIP() << "Windows: small archives are read as a whole, and nobody shortens a mapped one";
#endif
    guard_mapped_files();
    const std::string path = put_archive("a.vdf", std::string(1u << 20, 'x'));
    const MountTree tree = tree_of({open_archive(path).value()});
    const auto kept = tree.find("x.txt").read();
    ASSERT_TRUE(kept);
    fs::resize_file(path, 500);
    EXPECT_NE(text_of(tree.find("x.txt")).find("was changed while it was read"), std::string::npos);
    // A view that was handed out before reads as zeros where the file has gone.
    EXPECT_EQ(kept->bytes.back(), std::byte{0});
    EXPECT_EQ(std::ranges::count(kept->bytes, std::byte{'x'}) % 2, 0) << "all of it can be looked at";
}

TEST_F(Disk, AnArchiveThatIsWrittenOverGivesAnError) {
#if defined(_WIN32)
    GTEST_SKIP() << "Windows: small archives are read as a whole, and nobody shortens a mapped one";
#endif
    const std::string path = put_archive("a.vdf", "aaaa");
    const MountTree tree = tree_of({open_archive(path).value()});
    put_archive("a.vdf", "bbbbbb");
    EXPECT_NE(text_of(tree.find("x.txt")).find("was changed while it was read"), std::string::npos);
}

TEST_F(Disk, AGameIsItsArchivesAndLooseFiles) {
    put_archive("DATA/base.VDF", "base", 300);
    put_archive("DATA/base_addon.vdf", "add-on", 200);
    put_archive("DATA/ModVDF/first.mod", "first", 100);
    put_archive("DATA/ModVDF/second.mod", "second", 50);
    put_archive("DATA/pack.NX.de/speech.vdf", "console", 900);
    put_archive("DATA/unnamed.dat", "by its signature", 1);
    put("DATA/readme.txt", "no archive");
    put("DATA/empty.vdf", "");
    put("DATA/broken.vdf", "broken");
    put("_Work/Data/A/LOOSE.TXT", "loose");
    put("system/Mine.ini", "; a mod\n[INFO]\nTitle=VDF\n[files]\r\nVdf = second.mod  modvdf\\FIRST.mod\r\nGAME=x\n");

    const auto game = find_game(root.generic_string());
    ASSERT_TRUE(game) << game.error().text();
    Diagnostics diagnostics;
    const MountTree tree = tree_of(open_game(*game, {}, &diagnostics));
    Names volumes;
    for (const Volume* volume : tree.volumes()) volumes.push_back(volume->name);
    EXPECT_EQ(volumes, (Names{"_work", "DATA/ModVDF/first.mod", "DATA/ModVDF/second.mod", "DATA/base_addon.vdf",
                              "DATA/base.VDF", "DATA/unnamed.dat"}));
    ASSERT_EQ(diagnostics.size(), 1u) << "the broken one";
    EXPECT_EQ(diagnostics[0].severity, Severity::error);
    EXPECT_EQ(text_of(tree.find("x.txt")), "first") << "of mods the newer one";
    EXPECT_EQ(text_of(tree.resolve("_WORK/DATA/A/LOOSE.TXT")), "loose");

    // The ini of a mod says which mods there are, and the first counts most.
    const auto modded = find_game((root / "system/Mine.ini").generic_string());
    ASSERT_TRUE(modded) << modded.error().text();
    EXPECT_EQ(modded->mods, (Names{"second.mod", "modvdf\\FIRST.mod"}));
    EXPECT_EQ(text_of(tree_of(open_game(*modded)).find("x.txt")), "second");
    put("system/One.ini", "[FILES]\nVDF=first.mod\n");
    EXPECT_EQ(open_game(*find_game((root / "system/One.ini").generic_string())).size(), 5u);
    put("system/None.ini", "[FILES]\nVDF=\n");
    EXPECT_EQ(open_game(*find_game((root / "system/None.ini").generic_string())).size(), 4u);
    put("system/Silent.ini", "[INFO]\nVDF=first.mod\n");
    EXPECT_EQ(open_game(*find_game((root / "system/Silent.ini").generic_string())).size(), 6u) << "it does not say";
}

TEST_F(Disk, LooseFilesWinOrFillGaps) {
    put_archive("Data/base.vdf", "archived", 300);
    put("_work/../Data/x", "");
    put("_work/A/X.TXT", "never at A/");
    const auto game = find_game(root.generic_string());
    for (const bool win : {true, false}) {
        auto volumes = open_game(*game, {.loose_files_win = win});
        // The archive's path is A/X.TXT, the loose one's _WORK/A/X.TXT: the bare name tells who wins.
        EXPECT_EQ(text_of(tree_of(std::move(volumes)).find("x.txt")), win ? "never at A/" : "archived");
    }
}

TEST_F(Disk, AFolderThatIsNoGameIsRefused) {
    put("readme.txt", "x");
    EXPECT_FALSE(find_game(root.generic_string()));
    EXPECT_FALSE(find_game((root / "missing").generic_string()));
    EXPECT_FALSE(find_game((root / "missing.ini").generic_string()));
}

} // namespace
} // namespace ossuary
