#include "ossuary/assets/mounts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "ossuary/assets/safe_path.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/vdf.h"

namespace ossuary {
namespace {

using zengin::make_vdf;
using zengin::pack_source;

Volume files(std::string name, int priority, std::vector<std::pair<std::string, std::string>> contents) {
    std::vector<NamedFile> named;
    for (auto& [path, text] : contents) named.push_back({path, to_buffer(text)});
    Volume volume = memory_volume(std::move(name), std::move(named));
    volume.priority = priority;
    return volume;
}
SharedBytes archive(std::vector<std::pair<std::string, std::string>> contents, std::uint32_t time = 100,
                    bool zipped = false) {
    std::vector<zengin::VdfSource> sources;
    for (auto& [path, text] : contents)
        sources.push_back(pack_source(path, SharedBytes(to_buffer(text)), zipped).value());
    return SharedBytes(make_vdf(std::move(sources), {.zipped = zipped, .timestamp = time}).value());
}
Volume archived(std::string name, std::string text, std::uint32_t time) {
    return archive_volume(std::move(name), archive({{"A/X.TXT", std::move(text)}}, time)).value();
}
std::string mounted_text(const MountedFile& file) {
    if (!file) return "nothing";
    const auto bytes = file.read();
    return bytes ? std::string(as_text(bytes->bytes)) : bytes.error().text();
}
std::vector<std::string> paths(const std::vector<MountedFile>& found) {
    std::vector<std::string> list;
    for (const MountedFile& file : found) list.push_back(file.path());
    return list;
}
using Names = std::vector<std::string>;

TEST(Mounts, FindsABareNameAnywhereWhateverItsCase) {
    MountTree tree;
    tree.add(files("v", 1, {{"_WORK/Data/Anims/Humans.MDS", "h"}, {"top.txt", "t"}}));
    for (const char* name : {"humans.mds", "HUMANS.MDS", "Humans.MDS", "humans.mds  ", "/humans.mds"})
        EXPECT_EQ(mounted_text(tree.find(name)), "h") << name;
    for (const char* name : {"humans", "humans.md", "umans.mds", "", "/", ".", "..", "x"})
        EXPECT_FALSE(tree.find(name)) << name;
}

TEST(Mounts, ResolvesPathsWithEitherSlash) {
    MountTree tree;
    tree.add(files("v", 1, {{"A/B/C.TXT", "abc"}, {"B/C.TXT", "bc"}, {"win\\dow.txt", "w"}}));
    EXPECT_EQ(mounted_text(tree.resolve("a/b/c.txt")), "abc");
    EXPECT_EQ(mounted_text(tree.resolve("\\A\\\\b/C.TXT")), "abc");
    EXPECT_EQ(mounted_text(tree.resolve("a /b/c.txt ")), "abc") << "blanks at the end of a name";
    EXPECT_EQ(mounted_text(tree.find("b/c.txt")), "bc") << "a path, from the root";
    EXPECT_EQ(mounted_text(tree.resolve("WIN/DOW.TXT")), "w");
    EXPECT_FALSE(tree.resolve("c.txt")) << "a bare name is a path from the root here";
    for (const char* path : {"a/../b/c.txt", "a/./b/c.txt", "../a/b/c.txt", "a/b", "a/b/c.txt/d", "a/b/c.tx"})
        EXPECT_FALSE(tree.resolve(path)) << path;
}

TEST(Mounts, PriorityThenTimeThenOrderDecide) {
    MountTree tree;
    tree.add(archived("old.vdf", "old", 100));
    EXPECT_EQ(mounted_text(tree.find("x.txt")), "old");
    tree.add(archived("new.vdf", "new", 200));
    EXPECT_EQ(mounted_text(tree.find("x.txt")), "new");
    tree.add(archived("new2.vdf", "new2", 200));
    EXPECT_EQ(mounted_text(tree.find("x.txt")), "new2") << "of the same time: mounted later";
    tree.add(archived("speech_AddOn.vdf", "add-on", 50));
    EXPECT_EQ(mounted_text(tree.find("x.txt")), "add-on");
    tree.add(archived("mine.MOD", "mod", 10));
    EXPECT_EQ(mounted_text(tree.find("x.txt")), "mod") << "a mod wins, however old";
    tree.add(files("_work", loose_files, {{"A/X.TXT", "loose"}}));
    EXPECT_EQ(mounted_text(tree.find("x.txt")), "loose");

    const auto why = tree.explain("X.TXT");
    Names order, reasons;
    for (const Candidate& candidate : why) {
        order.push_back(candidate.file.volume->name);
        reasons.push_back(candidate.why);
    }
    EXPECT_EQ(order, (Names{"_work", "mine.MOD", "speech_AddOn.vdf", "new2.vdf", "new.vdf", "old.vdf"}));
    EXPECT_EQ(reasons, (Names{"a loose file beats a mod", "a loose file beats a mod", "a loose file beats an add-on",
                              "a loose file beats an archive of the game", "a loose file beats an archive of the game",
                              "a loose file beats an archive of the game"}));
    Names strongest;
    for (const Volume* volume : tree.volumes()) strongest.push_back(volume->name);
    EXPECT_EQ(strongest, order);
}

TEST(Mounts, EveryReasonHasItsWords) {
    const auto why = [](std::vector<Volume> volumes, MountTree::Options options = {}) {
        MountTree tree(options);
        for (Volume& volume : volumes) tree.add(std::move(volume));
        return tree.explain("x.txt").at(0).why;
    };
    EXPECT_EQ(why({archived("a.vdf", "", 0x2D65BBB3)}), "the only one");
    EXPECT_EQ(why({archived("a.vdf", "", 0x2D65BBB3), archived("b.vdf", "", 0x2A210000)}),
              "newer: 2002-11-05 23:29:38 over 2001-01-01 00:00:00");
    EXPECT_EQ(why({archived("a.vdf", "", 7), archived("b.vdf", "", 7)}), "mounted later");
    EXPECT_EQ(why({files("v", 1, {{"a/b/x.txt", ""}, {"long_name/x.txt", ""}})}), "nearer to the root");
    EXPECT_EQ(why({files("v", 1, {{"b/x.txt", ""}, {"a/x.txt", ""}})}), "the first path by its letters");
    EXPECT_EQ(why({files("v", 1, {{"a/x.txt", ""}, {"A/X.TXT", ""}})}), "the later one in the same volume");
    EXPECT_EQ(why({archived("a.vdf", "", 7), archived("b.mod", "", 7)}, {.newer_archive_beats_mod = true}),
              "of the same time, a mod beats an archive of the game");
}

TEST(Mounts, TheCompatibilitySwitchLetsANewerArchiveBeatAMod) {
    for (const bool compatible : {false, true}) {
        MountTree tree({.newer_archive_beats_mod = compatible});
        tree.add(archived("my.mod", "mod", 100));
        tree.add(archived("base.vdf", "base", 200));
        EXPECT_EQ(mounted_text(tree.find("x.txt")), compatible ? "base" : "mod");
        tree.add(files("_work", loose_files, {{"A/X.TXT", "loose"}}));
        EXPECT_EQ(mounted_text(tree.find("x.txt")), "loose") << "loose files are another matter";
    }
}

TEST(Mounts, ABareNameMeansTheBestOfAllFolders) {
    MountTree tree;
    tree.add(files("low", 1, {{"x.txt", "top"}}));
    tree.add(files("high", 2, {{"far/below/x.txt", "far"}, {"near/x.txt", "near"}}));
    EXPECT_EQ(mounted_text(tree.find("x.txt")), "near") << "first the volume, then the folders";
    EXPECT_EQ(tree.explain("x.txt").size(), 3u);
    EXPECT_EQ(tree.explain_path("x.txt").size(), 1u);
}

TEST(Mounts, TakenAwayAVolumeShowsWhatItHid) {
    MountTree tree;
    tree.add(archived("base.vdf", "base", 1));
    const std::uint64_t before = tree.version();
    const auto id = tree.add(archived("my.mod", "mod", 1));
    EXPECT_NE(tree.version(), before);
    const auto kept = tree.find("x.txt").read();
    EXPECT_TRUE(tree.remove(id));
    EXPECT_FALSE(tree.remove(id));
    EXPECT_EQ(mounted_text(tree.find("x.txt")), "base");
    EXPECT_EQ(tree.file_count(), 1u);
    EXPECT_EQ(tree.volume(id), nullptr);
    EXPECT_EQ(as_text(kept->bytes), "mod") << "what was read stays";
}

TEST(Mounts, ListsFoldersAndWhatCounts) {
    MountTree tree;
    tree.add(files("low", 1, {{"Data/b.txt", "1"}, {"DATA/Sub/c.txt", "1"}, {"data.x/d.txt", "1"}, {"Data", "file"}}));
    tree.add(files("high", 2, {{"data/B.TXT", "2"}, {"data/a.txt", "2"}, {"data/SUB/e.txt", "2"}}));
    const FolderListing root = tree.list("");
    EXPECT_EQ(root.folders, (Names{"data", "data.x"}));
    EXPECT_EQ(paths(root.files), (Names{"Data"})) << "a file and a folder may share a name";
    const FolderListing data = tree.list("/DATA/");
    EXPECT_EQ(data.folders.size(), 1u);
    EXPECT_EQ(paths(data.files), (Names{"data/a.txt", "data/B.TXT"}));
    EXPECT_TRUE(tree.is_folder("data/sub"));
    EXPECT_TRUE(tree.is_folder(""));
    EXPECT_FALSE(tree.is_folder("dat"));
    EXPECT_FALSE(tree.is_folder(".."));
    EXPECT_TRUE(tree.list("nowhere").files.empty());
    EXPECT_EQ(paths(tree.match("*.TXT", "data")),
              (Names{"data/a.txt", "data/B.TXT", "DATA/Sub/c.txt", "data/SUB/e.txt"}));
    EXPECT_EQ(paths(tree.match("b.txt")), (Names{"data/B.TXT"})) << "hidden ones do not show";
    EXPECT_EQ(tree.match().size(), 6u);
    EXPECT_TRUE(tree.match("", "data/../data").empty());
}

TEST(Mounts, PlainFilesOfAnArchiveAreViews) {
    const SharedBytes bytes = archive({{"X.TXT", "view"}});
    MountTree tree;
    tree.add(archive_volume("a.vdf", bytes).value());
    const auto content = tree.find("x.txt").read();
    EXPECT_GE(content->bytes.data(), bytes.bytes.data());
    EXPECT_LT(content->bytes.data(), bytes.bytes.data() + bytes.bytes.size());
}

TEST(Mounts, ArchivesLieWithinArchives) {
    for (const bool zipped : {false, true}) {
        const SharedBytes inner = archive({{"DEEP.TXT", "deep"}}, 1, zipped);
        MountTree outer;
        outer.add(archive_volume("outer.vdf", archive({{"IN/INNER.VDF", std::string(as_text(inner.bytes))}}, 1, zipped))
                      .value());
        MountTree tree;
        const auto bytes = outer.find("inner.vdf").read();
        tree.add(below_folder(archive_volume("outer.vdf/IN/INNER.VDF", *bytes).value(), "in/inner.vdf"));
        EXPECT_EQ(mounted_text(tree.resolve("IN/inner.vdf/deep.txt")), "deep");
    }
}

TEST(Mounts, OutOfBoundsFilesHideNothing) {
    SharedBytes cut = archive({{"X.TXT", "cut short"}}, 200);
    cut = cut.part(0, cut.bytes.size() - 1);
    Diagnostics diagnostics;
    MountTree tree;
    tree.add(archived("base.vdf", "base", 100));
    tree.add(archive_volume("cut.mod", cut, &diagnostics).value());
    EXPECT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(mounted_text(tree.find("x.txt")), "base");
}

TEST(Mounts, ErrorsNameVolumeAndPath) {
    SharedBytes broken = archive({{"A/X.TXT", std::string(100, 'x')}}, 1, true);
    ByteBuffer bytes(broken.bytes.begin(), broken.bytes.end());
    bytes.back() ^= std::byte{1};
    MountTree tree;
    tree.add(archive_volume("a.vdf", SharedBytes(std::move(bytes))).value());
    const std::string said = mounted_text(tree.find("x.txt"));
    EXPECT_TRUE(said.starts_with("a.vdf/A/X.TXT: byte 0x")) << said;
    EXPECT_NE(said.find("vdf: corrupt compressed block 0 in X.TXT: incorrect data check"), std::string::npos) << said;
}

// Against the plainest way of doing it: look at every file of every volume.
TEST(Mounts, AnswersAsALongSearchWould) {
    std::mt19937 random(5);
    MountTree tree;
    std::vector<std::pair<int, std::vector<std::pair<std::string, std::string>>>> plain; // in the order of mounting
    std::vector<MountTree::VolumeId> ids;
    for (int v = 0; v < 12; ++v) {
        std::vector<std::pair<std::string, std::string>> contents;
        for (int f = 0; f < 40; ++f) {
            const std::string folder(1, static_cast<char>('a' + random() % 3));
            const std::string name = folder + "/n" + std::to_string(random() % 60) + (random() % 2 ? ".TXT" : ".txt");
            contents.emplace_back(name, std::to_string(v) + ' ' + std::to_string(f));
        }
        plain.emplace_back(static_cast<int>(random() % 3), contents);
        ids.push_back(tree.add(files("v" + std::to_string(v), plain.back().first, contents)));
    }
    tree.remove(ids[3]);
    plain[3].second.clear();
    for (int n = 0; n < 60; ++n) {
        for (const std::string folder : {"a/", "b/", "c/"}) {
            const std::string wanted = folder + "n" + std::to_string(n) + ".txt";
            std::string best = "nothing";
            int best_priority = -1;
            for (const auto& [priority, contents] : plain)
                for (const auto& [path, text] : contents) {
                    std::string lower = path;
                    std::ranges::transform(lower, lower.begin(),
                                           [](char c) { return static_cast<char>(std::tolower(c)); });
                    if (lower != wanted || priority < best_priority) continue;
                    best_priority = priority;
                    best = text;
                }
            ASSERT_EQ(mounted_text(tree.resolve(wanted)), best) << wanted;
        }
    }
}

TEST(SafePath, TakesWhatEverySystemBears) {
    EXPECT_EQ(safe_path("_WORK\\DATA/ANIMS/HUMANS.MDS").value(), "_WORK/DATA/ANIMS/HUMANS.MDS");
    EXPECT_EQ(safe_path(std::string(255, 'n')).value().size(), 255u);
    for (const char* name : {".hidden", "a b", "console", "com10", "comx", "nulls.txt", "\xE4.txt"})
        EXPECT_TRUE(safe_path(name)) << name;
}

TEST(SafePath, RefusesTheRest) {
    for (const std::string& name :
         {std::string(""),         std::string(".."),           std::string("a/../b"),
          std::string("./a"),      std::string("/etc/passwd"),  std::string("\\\\server\\share"),
          std::string("a//b"),     std::string("a/"),           std::string("C:\\X.TXT"),
          std::string("a:stream"), std::string("nul\0.txt", 8), std::string("a\nb"),
          std::string("a\x7f"),    std::string("dot."),         std::string("blank /x"),
          std::string("CON"),      std::string("nul.txt"),      std::string("dir/Aux.tar.gz"),
          std::string("LPT9"),     std::string("com1 .x"),      std::string(256, 'n')}) {
        const auto path = safe_path(name);
        ASSERT_FALSE(path) << name;
        EXPECT_TRUE(path.error().message().starts_with("unsafe path: ")) << path.error().text();
    }
}

} // namespace
} // namespace ossuary
