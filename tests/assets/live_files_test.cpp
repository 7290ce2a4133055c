#include "ossuary/assets/live_files.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include <gtest/gtest.h>

namespace ossuary {
namespace {

namespace fs = std::filesystem;

// A folder of its own for each test, gone at its end.
class OnDisk : public ::testing::Test {
protected:
    void SetUp() override {
        std::string pattern = (fs::temp_directory_path() / "ossuary-live-XXXXXX").string();
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        root_ = pattern;
    }
    void TearDown() override { fs::remove_all(root_); }

    std::string path(std::string_view name) const { return (root_ / name).string(); }
    void write(std::string_view name, std::string_view text) const {
        std::ofstream(path(name), std::ios::binary) << text;
    }
    // As careful programs do it: beside its place, then into it.
    void put(std::string_view name, std::string_view text) const {
        write(".new", text);
        fs::rename(path(".new"), path(name));
    }

    fs::path root_;
};

using Names = std::set<std::string>;

// What a poll says, as names below the root.
struct Seen {
    Names settled, unsettled;
};
Seen poll(FileWatch& watch, const fs::path& root) {
    const FileChanges changes = watch.poll();
    Seen seen;
    for (const std::string& path : changes.settled) seen.settled.insert(fs::relative(path, root).string());
    for (const std::string& path : changes.unsettled) seen.unsettled.insert(fs::relative(path, root).string());
    return seen;
}

// ---- watching

class Watching : public OnDisk {};

TEST_F(Watching, AFileIsSettledOnceItIsClosed) {
    FileWatch watch;
    if (watch.is_polling()) GTEST_SKIP() << "this system does not tell of changes";
    write("a", "one");
    ASSERT_TRUE(watch.add(root_.string()));
    EXPECT_TRUE(poll(watch, root_).settled.empty());
    {
        std::ofstream file(path("a"));
        file << "tw" << std::flush;
        const Seen seen = poll(watch, root_);
        EXPECT_EQ(seen.settled, Names{});
        EXPECT_EQ(seen.unsettled, Names{"a"});
        file << "o";
    }
    const Seen seen = poll(watch, root_);
    EXPECT_EQ(seen.settled, Names{"a"});
    EXPECT_EQ(seen.unsettled, Names{});
    EXPECT_EQ(poll(watch, root_).settled, Names{});
}

TEST_F(Watching, RenamedAndDeletedFilesAreSettledAtOnce) {
    FileWatch watch;
    if (watch.is_polling()) GTEST_SKIP() << "this system does not tell of changes";
    write("a", "one");
    ASSERT_TRUE(watch.add(root_.string()));
    put("b", "two");
    EXPECT_EQ(poll(watch, root_).settled, (Names{".new", "b"}));
    fs::rename(path("a"), path("c"));
    EXPECT_EQ(poll(watch, root_).settled, (Names{"a", "c"}));
    fs::remove(path("c"));
    EXPECT_EQ(poll(watch, root_).settled, Names{"c"});
}

TEST_F(Watching, FilesOfANewFolderSettleAfterAWhile) {
    double now = 0;
    FileWatch watch({.settle_seconds = 1, .clock = [&] { return now; }});
    if (watch.is_polling()) GTEST_SKIP() << "this system does not tell of changes";
    ASSERT_TRUE(watch.add(root_.string()));
    fs::create_directories(path("new/deep"));
    write("new/deep/a", "one");
    EXPECT_EQ(poll(watch, root_).unsettled, Names{"new/deep/a"});
    now = 0.5;
    EXPECT_EQ(poll(watch, root_).settled, Names{});
    now = 1;
    EXPECT_EQ(poll(watch, root_).settled, Names{"new/deep/a"});
    write("new/deep/a", "two");
    EXPECT_EQ(poll(watch, root_).settled, Names{"new/deep/a"}) << "from now on it is seen at once";
}

TEST_F(Watching, OfASingleFilesNeighboursNothingIsSaid) {
    for (const bool polling : {false, true}) {
        FileWatch watch({.polling = polling, .settle_seconds = 0, .clock = {}});
        ASSERT_TRUE(watch.add(path("a")));
        write("a", polling ? "a" : "longer");
        write("b", "b");
        EXPECT_EQ(poll(watch, root_).settled, Names{"a"});
    }
}

TEST_F(Watching, WhatIsNotThereCannotBeWatched) {
    FileWatch watch;
    EXPECT_FALSE(watch.add(path("nowhere/at/all")));
}

TEST_F(Watching, ByComparingAFileIsSettledWhenItStaysAsItIs) {
    double now = 0;
    FileWatch watch({.polling = true, .settle_seconds = 1, .clock = [&] { return now; }});
    EXPECT_TRUE(watch.is_polling());
    write("a", "one");
    ASSERT_TRUE(watch.add(root_.string()));
    EXPECT_TRUE(poll(watch, root_).settled.empty());

    write("a", "longer");
    write("b", "come");
    EXPECT_EQ(poll(watch, root_).unsettled, (Names{"a", "b"}));
    now = 0.9;
    write("a", "longer still");
    EXPECT_EQ(poll(watch, root_).unsettled, (Names{"a", "b"}));
    now = 1.5;
    Seen seen = poll(watch, root_);
    EXPECT_EQ(seen.settled, Names{"b"});
    EXPECT_EQ(seen.unsettled, Names{"a"}) << "it was written a while ago only";
    now = 2;
    EXPECT_EQ(poll(watch, root_).settled, Names{"a"});
    EXPECT_EQ(poll(watch, root_).settled, Names{});

    fs::remove(path("a"));
    EXPECT_EQ(poll(watch, root_).settled, Names{"a"}) << "what is gone is gone at once";
    EXPECT_EQ(poll(watch, root_).settled, Names{});
}

// ---- files

class Live : public OnDisk {
protected:
    static std::string text_of(LiveFiles& files, std::string_view name) {
        const auto found = files.read(name);
        if (!found) return found.error().message;
        return *found ? std::string(as_text((*found)->bytes)) : "nothing";
    }
    // An archive with these files, put into its place at once.
    void put_archive(std::string_view name, std::vector<std::pair<std::string, std::string>> contents) const {
        std::vector<zengin::VdfSource> sources;
        for (auto& [file, text] : contents)
            sources.push_back(zengin::pack_source(file, SharedBytes(to_buffer(text)), false).value());
        const auto archive = zengin::make_vdf(std::move(sources));
        ASSERT_TRUE(archive) << archive.error().text();
        put(name, as_text(*archive));
    }
};

TEST_F(Live, AFolderIsFollowed) {
    write("A.TXT", "one");
    LiveFiles files;
    ASSERT_TRUE(files.add_folder(root_.string()));
    EXPECT_EQ(text_of(files, "a.txt"), "one");
    EXPECT_EQ(text_of(files, "b.txt"), "nothing");
    put("b.txt", "new");
    const FileChanges changes = files.changes();
    EXPECT_EQ(Names(changes.settled.begin(), changes.settled.end()), (Names{path(".new"), path("b.txt")}));
    EXPECT_EQ(text_of(files, "b.txt"), "new");
    fs::remove(path("A.TXT"));
    files.changes();
    EXPECT_EQ(text_of(files, "a.txt"), "nothing");
}

TEST_F(Live, AFileBeingWrittenIsRefused) {
    write("a", "one");
    LiveFiles files;
    ASSERT_TRUE(files.add_folder(root_.string()));
    {
        std::ofstream file(path("a"));
        file << "tw" << std::flush;
        EXPECT_EQ(text_of(files, "a"), "is being written");
    }
    EXPECT_EQ(text_of(files, "a"), "tw") << "whole, since it is closed";
}

TEST_F(Live, AFolderMayLieBelowAMountPoint) {
    write("a", "one");
    LiveFiles files;
    ASSERT_TRUE(files.add_folder(root_.string() + "/", "_WORK/DATA"));
    EXPECT_EQ(text_of(files, "_work/data/a"), "one");
    put("a", "two");
    files.changes();
    EXPECT_EQ(text_of(files, "_work/data/a"), "two");
}

TEST_F(Live, AReplacedArchiveIsOpenedAnew) {
    put_archive("x.vdf", {{"A.TXT", "one"}, {"B.TXT", "b"}});
    LiveFiles files;
    ASSERT_TRUE(files.add_archive(path("x.vdf")));
    EXPECT_EQ(text_of(files, "a.txt"), "one");
    const auto before = files.tree();
    put_archive("x.vdf", {{"A.TXT", "two"}, {"C.TXT", "c"}});
    const FileChanges changes = files.changes();
    EXPECT_EQ(Names(changes.settled.begin(), changes.settled.end()), (Names{path("x.vdf"), "A.TXT", "B.TXT", "C.TXT"}));
    EXPECT_EQ(text_of(files, "a.txt"), "two");
    EXPECT_EQ(text_of(files, "b.txt"), "nothing");
    EXPECT_EQ(as_text(before->find("a.txt").read().value().bytes), "one") << "a tree stays what it was";
}

TEST_F(Live, ABrokenArchiveLeavesTheOldOneInPlace) {
    put_archive("x.vdf", {{"A.TXT", "one"}});
    LiveFiles files;
    ASSERT_TRUE(files.add_archive(path("x.vdf")));
    put("x.vdf", "no archive");
    Diagnostics found;
    files.changes(&found);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].severity, Severity::error);
    EXPECT_EQ(found[0].place.file, path("x.vdf"));
    EXPECT_EQ(text_of(files, "a.txt"), "one");
    fs::remove(path("x.vdf"));
    files.changes();
    EXPECT_EQ(text_of(files, "a.txt"), "one");
    put_archive("x.vdf", {{"A.TXT", "two"}});
    files.changes();
    EXPECT_EQ(text_of(files, "a.txt"), "two");
}

TEST_F(Live, ALooseFileHidesAnArchivedOneWhenItComes) {
    put_archive("x.vdf", {{"A.TXT", "archived"}});
    fs::create_directory(path("loose"));
    LiveFiles files;
    ASSERT_TRUE(files.add_archive(path("x.vdf")));
    ASSERT_TRUE(files.add_folder(path("loose")));
    AssetStore store(files.files());
    const auto texts = store.add_kind<std::string>("text", 10000, [](AssetRequest& request) {
        return request.read(request.name()).map([](const SharedBytes& bytes) {
            return LoadedAsset<std::string>{std::make_shared<const std::string>(as_text(bytes.bytes)), 8};
        });
    });
    const auto text = texts.get("a.txt");
    ASSERT_TRUE(text) << text.error().text();
    const auto after = [&](std::string_view expected) {
        store.prepare_changes();
        store.apply_changes();
        EXPECT_EQ(**text, expected);
    };
    after("archived");
    put("loose/a.txt", "loose");
    after("loose");
    fs::remove(path("loose/a.txt"));
    after("archived");
    put_archive("x.vdf", {{"A.TXT", "mended"}});
    after("mended");
}

// A thread writes four files over and over, in place and by renaming, and cuts each in two halves with a pause between
// them; others ask for them all the time. A text is whole if it is one letter throughout.
TEST_F(Live, WithAWriterAtWorkNobodySeesHalfAFile) {
    constexpr std::size_t length = 5000;
    constexpr int rounds = 40;
    const auto name_of = [](int file) { return "file" + std::to_string(file); };
    for (int file = 0; file < 4; ++file) write(name_of(file), std::string(length, 'a'));
    LiveFiles files;
    ASSERT_TRUE(files.add_folder(root_.string()));
    if (FileWatch().is_polling()) GTEST_SKIP() << "this system does not tell of changes";
    AssetStore store(files.files());
    const auto texts = store.add_kind<std::string>("text", 2 * length, [](AssetRequest& request) {
        return request.read(request.name()).map([](const SharedBytes& bytes) {
            return LoadedAsset<std::string>{std::make_shared<const std::string>(as_text(bytes.bytes)),
                                            bytes.bytes.size()};
        });
    });

    std::atomic<bool> stop = false;
    std::atomic<int> half = 0, seen = 0;
    {
        std::jthread writer([&] {
            for (int round = 1; round <= rounds; ++round) {
                const std::string text(length, static_cast<char>('a' + round % 26));
                for (int file = 0; file < 4; ++file) {
                    if (file % 2 == 0) {
                        std::ofstream stream(path(name_of(file)));
                        stream << text.substr(0, length / 2) << std::flush;
                        std::this_thread::sleep_for(std::chrono::milliseconds(1));
                        stream << text.substr(length / 2);
                    } else {
                        put(name_of(file), text);
                    }
                }
            }
            stop = true;
        });
        std::jthread reloader([&] {
            while (!stop) {
                store.prepare_changes();
                store.apply_changes();
            }
        });
        std::vector<std::jthread> readers;
        for (int reader = 0; reader < 3; ++reader)
            readers.emplace_back([&, reader] {
                for (int i = reader; !stop; ++i) {
                    const auto text = texts.get(name_of(i % 4));
                    if (!text) continue; // it is being written: said, and asked again
                    const std::shared_ptr<const std::string> now = text->share();
                    const bool is_whole = now->size() == length && now->find_first_not_of(now->front()) == now->npos;
                    ++(is_whole ? seen : half);
                }
            });
    }
    EXPECT_EQ(half, 0);
    EXPECT_GT(seen, 0);
    store.prepare_changes();
    store.apply_changes();
    for (int file = 0; file < 4; ++file) {
        const auto text = texts.get(name_of(file));
        ASSERT_TRUE(text) << text.error().text();
        EXPECT_EQ((*text)->front(), 'a' + rounds % 26) << "the last one written";
    }
}

} // namespace
} // namespace ossuary
