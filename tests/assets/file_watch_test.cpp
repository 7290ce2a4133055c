#include "ossuary/assets/file_watch.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "assets/on_disk.h"

namespace ossuary {
namespace {

namespace fs = std::filesystem;
using testing::OnDisk;

using NameSet = std::set<std::string>;

// What a poll says, as names below the root.
struct Seen {
    NameSet settled, unsettled;
};
Seen poll(FileWatch& watch, const fs::path& root) {
    const FileChanges changes = watch.poll();
    Seen seen;
    for (const std::string& path : changes.settled) seen.settled.insert(fs::relative(path, root).generic_string());
    for (const std::string& path : changes.unsettled) seen.unsettled.insert(fs::relative(path, root).generic_string());
    return seen;
}

// ---- watching

class Watching : public OnDisk {};

TEST_F(Watching, AFileIsSettledOnceItIsClosed) {
    FileWatch watch;
    if (watch.is_polling()) GTEST_SKIP() << "this system does not tell of changes";
    write("a", "one");
    ASSERT_TRUE(watch.add(root_.generic_string()));
    EXPECT_TRUE(poll(watch, root_).settled.empty());
    {
        std::ofstream file(path("a"));
        file << "tw" << std::flush;
        const Seen seen = poll(watch, root_);
        EXPECT_EQ(seen.settled, NameSet{});
        EXPECT_EQ(seen.unsettled, NameSet{"a"});
        file << "o";
    }
    const Seen seen = poll(watch, root_);
    EXPECT_EQ(seen.settled, NameSet{"a"});
    EXPECT_EQ(seen.unsettled, NameSet{});
    EXPECT_EQ(poll(watch, root_).settled, NameSet{});
}

TEST_F(Watching, RenamedAndDeletedFilesAreSettledAtOnce) {
    FileWatch watch;
    if (watch.is_polling()) GTEST_SKIP() << "this system does not tell of changes";
    write("a", "one");
    ASSERT_TRUE(watch.add(root_.generic_string()));
    put("b", "two");
    EXPECT_EQ(poll(watch, root_).settled, (NameSet{".new", "b"}));
    fs::rename(path("a"), path("c"));
    EXPECT_EQ(poll(watch, root_).settled, (NameSet{"a", "c"}));
    fs::remove(path("c"));
    EXPECT_EQ(poll(watch, root_).settled, NameSet{"c"});
}

TEST_F(Watching, FilesOfANewFolderSettleAfterAWhile) {
    double now = 0;
    FileWatch watch({.settle_seconds = 1, .clock = [&] { return now; }});
    if (watch.is_polling()) GTEST_SKIP() << "this system does not tell of changes";
    ASSERT_TRUE(watch.add(root_.generic_string()));
    fs::create_directories(path("new/deep"));
    write("new/deep/a", "one");
    EXPECT_EQ(poll(watch, root_).unsettled, NameSet{"new/deep/a"});
    now = 0.5;
    EXPECT_EQ(poll(watch, root_).settled, NameSet{});
    now = 1;
    EXPECT_EQ(poll(watch, root_).settled, NameSet{"new/deep/a"});
    write("new/deep/a", "two");
    EXPECT_EQ(poll(watch, root_).settled, NameSet{"new/deep/a"}) << "from now on it is seen at once";
}

TEST_F(Watching, OfASingleFilesNeighboursNothingIsSaid) {
    for (const bool polling : {false, true}) {
        FileWatch watch({.polling = polling, .settle_seconds = 0, .clock = {}});
        ASSERT_TRUE(watch.add(path("a")));
        write("a", polling ? "a" : "longer");
        write("b", "b");
        EXPECT_EQ(poll(watch, root_).settled, NameSet{"a"});
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
    ASSERT_TRUE(watch.add(root_.generic_string()));
    EXPECT_TRUE(poll(watch, root_).settled.empty());

    write("a", "longer");
    write("b", "come");
    EXPECT_EQ(poll(watch, root_).unsettled, (NameSet{"a", "b"}));
    now = 0.9;
    write("a", "longer still");
    EXPECT_EQ(poll(watch, root_).unsettled, (NameSet{"a", "b"}));
    now = 1.5;
    Seen seen = poll(watch, root_);
    EXPECT_EQ(seen.settled, NameSet{"b"});
    EXPECT_EQ(seen.unsettled, NameSet{"a"}) << "it was written a while ago only";
    now = 2;
    EXPECT_EQ(poll(watch, root_).settled, NameSet{"a"});
    EXPECT_EQ(poll(watch, root_).settled, NameSet{});

    fs::remove(path("a"));
    EXPECT_EQ(poll(watch, root_).settled, NameSet{"a"}) << "what is gone is gone at once";
    EXPECT_EQ(poll(watch, root_).settled, NameSet{});
}

} // namespace
} // namespace ossuary
