#include "ossuary/assets/workspace.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "assets/on_disk.h"
#include "assets/small_files.h"
#include "formats/zengin/binding_files.h"
#include "ossuary/assets/file_watch.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/compile.h"
#include "ossuary/formats/zengin/mds.h"
#include "ossuary/formats/zengin/msb.h"

namespace ossuary {
namespace {

namespace fs = std::filesystem;
using namespace zengin::testing;
using testing::make_archive;
using testing::small_anim;
using testing::small_mesh;
using Names = std::set<std::string>;

constexpr std::string_view script = "Model (\"HERO\")\n{\n\tmeshAndTree (\"BODY.ASC\")\n\taniEnum\n\t{\n"
                                    "\t\tani (\"S_RUN\" 1 \"S_RUN\" 0.1 0.1 M. \"RUN.ASC\" F 0 25)\n"
                                    "\t\tani (\"S_WALK\" 1 \"S_WALK\" 0.1 0.1 M. \"WALK.ASC\" F 0 25)\n\t}\n}\n";

std::string text_of(Bytes bytes) { return std::string(as_text(bytes)); }
std::string hierarchy() { return text_of(zengin::write_mdh(figure_hierarchy())); }
std::string meshes() { return text_of(zengin::write_mdm(figure_meshes())); }
std::string animation() { return text_of(zengin::write_man(figure_animation())); }

std::string errors_of(const Diagnostics& diagnostics) {
    std::string all;
    for (const Diagnostic& diagnostic : diagnostics)
        if (diagnostic.severity == Severity::error) all += diagnostic.text() + '\n';
    return all;
}

std::string clips_of(const Model& model) {
    std::string names;
    for (const Clip& clip : model.clips) names += (names.empty() ? "" : " ") + clip.name;
    return names;
}

std::string subjects_of(const Workspace& files) {
    std::string all;
    for (const Subject& subject : files.subjects()) {
        all += subject.path;
        for (const std::string& clip : subject.clips) all += " + " + clip;
        all += '\n';
    }
    return all;
}

SharedBytes bytes_of(std::string_view text) { return SharedBytes(to_buffer(text)); }

// ---- bytes in memory

TEST(Workspace, OpensAMeshGivenAsBytes) {
    Workspace files;
    files.add("models/hero.md5mesh", bytes_of(small_mesh));
    const auto opened = files.open("MODELS/Hero.md5mesh");
    ASSERT_TRUE(opened) << opened.error().text();
    EXPECT_EQ(opened->model->meshes.size(), 1u);
    EXPECT_FALSE(opened->lost);
    EXPECT_TRUE(files.remove("models"));
    EXPECT_FALSE(files.remove("models"));
    EXPECT_FALSE(files.open("models/hero.md5mesh"));
}

TEST(Workspace, ReplacedBytesAreOpenedAsTheyAreNow) {
    Workspace files;
    files.add("a.md5mesh", bytes_of(small_mesh));
    ASSERT_TRUE(files.open("a.md5mesh"));
    files.add("A.MD5MESH", bytes_of("MD5Version 10\nnonsense"));
    EXPECT_FALSE(files.open("a.md5mesh"));
}

TEST(Workspace, ListedFilesAreReadWhenTheyAreOpened) {
    Workspace files;
    std::vector<std::uint32_t> asked;
    Volume list{.name = {}, .kind = VolumeKind::memory, .priority = loose_files};
    list.files = {
        {"set/hero.md5mesh", small_mesh.size(), 0}, {"set/walk.md5anim", small_anim.size(), 1}, {"x.tex", 9, 2}};
    list.read = [&asked](std::uint32_t number) -> Result<SharedBytes> {
        asked.push_back(number);
        return SharedBytes(as_bytes(number == 0 ? small_mesh : small_anim));
    };
    files.add_listed(std::move(list));
    EXPECT_EQ(files.entries().size(), 4u);
    const auto subjects = files.subjects();
    ASSERT_EQ(subjects.size(), 1u);
    EXPECT_TRUE(asked.empty()) << "names are enough for the tree";
    const auto opened = files.open(subjects.front());
    ASSERT_TRUE(opened) << opened.error().text();
    EXPECT_EQ(opened->model->clips.size(), 1u);
    EXPECT_EQ(asked, (std::vector<std::uint32_t>{0, 1}));

    // Bytes that are given later take the place of a listed file, and what is removed is gone.
    files.add("set/hero.md5mesh", SharedBytes(as_bytes(small_mesh)));
    asked.clear();
    ASSERT_TRUE(files.open("set/hero.md5mesh"));
    EXPECT_TRUE(asked.empty());
    EXPECT_TRUE(files.remove("SET"));
    EXPECT_FALSE(files.remove("set"));
    EXPECT_EQ(files.entries().size(), 1u);
}

TEST(Workspace, GroupsModelsWithTheClipsOfTheirFolder) {
    Workspace files;
    files.add({{"one/hero.md5mesh", bytes_of(small_mesh)},
               {"one/hero_walk.md5anim", bytes_of(small_anim)},
               {"one/other.md5anim", bytes_of(small_anim)},
               {"two/hero.md5mesh", bytes_of(small_mesh)},
               {"two/run.md5anim", bytes_of(small_anim)},
               {"readme.txt", bytes_of("read me")}});
    EXPECT_EQ(subjects_of(files), "one/hero.md5mesh + one/hero_walk.md5anim\ntwo/hero.md5mesh + two/run.md5anim\n"
                                  "one/other.md5anim\n");
    const auto opened = files.open(files.subjects().front());
    ASSERT_TRUE(opened) << opened.error().text();
    EXPECT_EQ(clips_of(*opened->model), "hero_walk");
}

TEST(Workspace, FilesOfOneNameInTwoFoldersStayApart) {
    Workspace files;
    files.add({{"a/HERO.MDS", bytes_of(script)},
               {"a/BODY.MDM", bytes_of(meshes())},
               {"a/HERO.MDH", bytes_of(hierarchy())},
               {"a/anims/HERO-S_RUN.MAN", bytes_of(animation())},
               {"b/HERO.MDS", bytes_of(script)},
               {"b/BODY.MDM", bytes_of("broken")},
               {"b/HERO.MDH", bytes_of(hierarchy())}});
    const auto a = files.open("a/HERO.MDS"), b = files.open("b/HERO.MDS");
    ASSERT_TRUE(a && b);
    EXPECT_EQ(a->model->meshes.size(), 2u);
    EXPECT_EQ(b->model->meshes.size(), 0u);
    EXPECT_NE(errors_of(b->diagnostics).find("BODY.MDM"), std::string::npos) << errors_of(b->diagnostics);
    Names used;
    for (const FoundFile& file : a->files) used.insert(file.path());
    EXPECT_EQ(used, (Names{"a/HERO.MDH", "a/BODY.MDM", "a/anims/HERO-S_RUN.MAN"}));
}

// A game keeps the animations of all its figures in one folder.
TEST(Workspace, AMeshWithoutClipsOfItsNameGetsNoneOfAScripts) {
    Workspace files;
    files.add({{"a/HERO.MDS", bytes_of(script)},
               {"a/BODY.MDM", bytes_of(meshes())},
               {"a/HERO-S_RUN.MAN", bytes_of(animation())},
               {"a/FREE.MAN", bytes_of(animation())},
               {"b/BODY.MDM", bytes_of(meshes())},
               {"b/HERO-S_RUN.MAN", bytes_of(animation())}});
    std::string all;
    for (const Subject& subject : files.subjects()) {
        all += subject.path + ':';
        for (const std::string& clip : subject.clips) all += ' ' + clip;
        all += '\n';
    }
    EXPECT_EQ(all, "a/HERO.MDS:\na/BODY.MDM: a/FREE.MAN\nb/BODY.MDM: b/HERO-S_RUN.MAN\na/HERO-S_RUN.MAN:\n");
}

// In the order of the tree, however they come; of two that are one the stronger.
TEST(Workspace, EntriesAreInOrderHoweverTheyWereListed) {
    Workspace files;
    for (const int priority : {100, 300}) {
        Volume volume{
            .name = {}, .kind = VolumeKind::archive, .priority = priority, .time = 0, .files = {}, .read = {}};
        for (const char* path : {"b/Z.TXT", "a/c.txt", "a/B/x.txt", "a-b.txt", "A/a.txt", "d.txt"})
            volume.files.push_back({path, static_cast<std::uint64_t>(priority), 0});
        files.add_listed(std::move(volume));
    }
    std::string all;
    for (const Entry& entry : files.entries()) all += entry.path + ' ' + std::to_string(entry.size) + '\n';
    EXPECT_EQ(all, "A 0\nA/B 0\nA/B/x.txt 300\nA/a.txt 300\nA/c.txt 300\nb 0\nb/Z.TXT 300\na-b.txt 300\nd.txt 300\n");
}

TEST(Workspace, AnArchiveInAnArchiveIsAFolder) {
    const std::string inner = text_of(make_archive({{"DEEP/HERO.MD5MESH", std::string(small_mesh)}}));
    Workspace files;
    files.add("outer.vdf", SharedBytes(make_archive({{"INNER.VDF", inner}, {"NOTE.TXT", "hello"}})));
    std::string all;
    for (const Entry& entry : files.entries())
        all += entry.path + (entry.kind == Entry::Kind::archive  ? " archive\n"
                             : entry.kind == Entry::Kind::folder ? " folder\n"
                                                                 : "\n");
    EXPECT_EQ(all, "outer.vdf archive\nouter.vdf/INNER.VDF archive\nouter.vdf/INNER.VDF/DEEP folder\n"
                   "outer.vdf/INNER.VDF/DEEP/HERO.MD5MESH\nouter.vdf/NOTE.TXT\n");
    EXPECT_EQ(as_text(files.read("OUTER.vdf/note.txt").value().bytes), "hello");
    EXPECT_TRUE(files.open("outer.vdf/inner.vdf/deep/hero.md5mesh"));
}

TEST(Workspace, AnArchiveThatCannotBeReadSaysWhy) {
    Workspace files;
    const ByteBuffer whole = make_archive({{"A.TXT", "text"}});
    files.add("cut.vdf", SharedBytes(ByteBuffer(whole.begin(), whole.begin() + 300)));
    const std::vector<Entry> entries = files.entries();
    ASSERT_EQ(entries.size(), 1u);
    ASSERT_FALSE(entries[0].faults.empty());
    EXPECT_EQ(entries[0].faults[0].place.file, "cut.vdf");
}

// ---- what a broken file costs

TEST(Workspace, ABrokenClipCostsItself) {
    Workspace files;
    files.add({{"HERO.MDS", bytes_of(script)},
               {"HERO.MDH", bytes_of(hierarchy())},
               {"BODY.MDM", bytes_of(meshes())},
               {"HERO-S_RUN.MAN", bytes_of(animation())},
               {"HERO-S_WALK.MAN", bytes_of(animation().substr(0, 60))}});
    const auto opened = files.open("HERO.MDS");
    ASSERT_TRUE(opened) << opened.error().text();
    EXPECT_EQ(clips_of(*opened->model), "S_RUN");
    EXPECT_TRUE(opened->lost);
    EXPECT_NE(errors_of(opened->diagnostics).find("HERO-S_WALK.MAN"), std::string::npos);
}

TEST(Workspace, ABrokenClipGivenBesideAModelCostsItself) {
    Workspace files;
    files.add({{"a.md5mesh", bytes_of(small_mesh)},
               {"bad.md5anim", bytes_of(small_anim.substr(0, 100))},
               {"good.md5anim", bytes_of(small_anim)}});
    const std::string paths[] = {"a.md5mesh", "bad.md5anim", "good.md5anim", "gone.md5anim"};
    const auto opened = files.open(paths);
    ASSERT_TRUE(opened) << opened.error().text();
    EXPECT_EQ(clips_of(*opened->model), "good");
    EXPECT_EQ(opened->model->meshes.size(), 1u);
    EXPECT_TRUE(opened->lost);
    const std::string errors = errors_of(opened->diagnostics);
    EXPECT_NE(errors.find("bad.md5anim:"), std::string::npos) << errors;
    EXPECT_NE(errors.find("gone.md5anim:"), std::string::npos) << errors;
}

TEST(Workspace, ABrokenModelIsAnErrorAndSoAreClipsOfWhichNoneIsWhole) {
    Workspace files;
    files.add({{"bad.md5mesh", bytes_of(small_mesh.substr(0, 100))},
               {"good.md5anim", bytes_of(small_anim)},
               {"bad.md5anim", bytes_of(small_anim.substr(0, 100))}});
    const std::string model_and_clip[] = {"bad.md5mesh", "good.md5anim"};
    ASSERT_FALSE(files.open(model_and_clip));
    EXPECT_EQ(files.open(model_and_clip).error().place().file, "bad.md5mesh");
    EXPECT_FALSE(files.open("bad.md5anim"));
    const std::string clips[] = {"bad.md5anim", "good.md5anim"};
    EXPECT_EQ(clips_of(*files.open(clips)->model), "good");
}

TEST(Workspace, AFailedPartLeavesNothingBehind) {
    Workspace files;
    files.add({{"HERO.MDH", bytes_of(hierarchy())},
               {"HERO.MDM", bytes_of(meshes().substr(0, meshes().size() * 2 / 3))},
               {"RUN.MAN", bytes_of(animation())}});
    const std::string paths[] = {"HERO.MDH", "HERO.MDM", "RUN.MAN"};
    const auto opened = files.open(paths);
    ASSERT_TRUE(opened) << opened.error().text();
    EXPECT_TRUE(opened->lost);
    EXPECT_TRUE(opened->model->meshes.empty() && opened->model->skins.empty() && opened->model->materials.empty());
    EXPECT_EQ(opened->model->clips.size(), 1u);
    EXPECT_TRUE(validate(*opened->model).empty());
}

// ---- on disk

class WorkspaceOnDisk : public testing::OnDisk {
protected:
    // By a name in what was mounted, with a word for what is not there.
    static std::string text_of(const Workspace& files, std::string_view name) {
        const auto found = files.files().read(name);
        if (!found) return found.error().message();
        return *found ? std::string(as_text((*found)->bytes)) : "nothing";
    }
};

TEST_F(WorkspaceOnDisk, OpensAFileWithWhatIsBesideIt) {
    write("set/HERO.MDS", script);
    write("set/HERO.MDH", hierarchy());
    write("set/deeper/BODY.MDM", meshes());
    write("set/HERO-S_RUN.MAN", animation());
    write("set/HERO-S_WALK.MAN", animation());
    Workspace files;
    const auto opened = files.open(path("set/HERO.MDS"));
    ASSERT_TRUE(opened) << opened.error().text();
    EXPECT_EQ(clips_of(*opened->model), "S_RUN S_WALK");
    EXPECT_EQ(opened->model->meshes.size(), 2u);
    Names used;
    for (const FoundFile& file : opened->files) used.insert(file.file.path());
    EXPECT_EQ(used, (Names{"HERO.MDH", "deeper/BODY.MDM", "HERO-S_RUN.MAN", "HERO-S_WALK.MAN"}));
}

TEST_F(WorkspaceOnDisk, OpensAWorldAndAStaticMesh) {
    Workspace files;
    const std::string samples = OSSUARY_SOURCE_DIR "/shared/samples/zengin/";
    if (!fs::exists(samples)) GTEST_SKIP() << "there are no samples";
    const auto world = files.open(samples + "synthetic-world-g2-binsafe.zen");
    ASSERT_TRUE(world) << world.error().text();
    EXPECT_FALSE(world->model->meshes.empty());
    const auto mesh = files.open(samples + "mesh0.mrm");
    ASSERT_TRUE(mesh) << mesh.error().text();
    EXPECT_TRUE(mesh->model->clips.empty());
}

TEST_F(WorkspaceOnDisk, PathsLeadThroughArchives) {
    const std::string inner = ossuary::text_of(make_archive({{"DEEP/A.TXT", "deep"}}));
    put_archive("outer.vdf", {{"SUB/INNER.VDF", inner}, {"B.TXT", "shallow"}});
    Workspace files;
    EXPECT_EQ(as_text(files.read(path("outer.vdf/b.txt")).value().bytes), "shallow");
    EXPECT_EQ(as_text(files.read(path("outer.vdf/sub/inner.vdf/deep/a.txt")).value().bytes), "deep");
    EXPECT_EQ(files.list(path("outer.vdf/sub/inner.vdf")).value().files().size(), 1u);
    EXPECT_EQ(files.read(path("outer.vdf/none")).error().message(), "No such file or directory");
    EXPECT_EQ(files.read(path("outer.vdf/sub")).error().message(), "Is a directory");
    const std::string folder = path("outer.vdf/");
    EXPECT_EQ(files.expand({&folder, 1}).size(), 2u);
}

TEST_F(WorkspaceOnDisk, WhatWasMountedFirstCountsMost) {
    write("one/a.txt", "one");
    put_archive("two.vdf", {{"A.TXT", "two"}, {"B.TXT", "b"}});
    Workspace files;
    ASSERT_TRUE(files.mount(path("one")));
    ASSERT_TRUE(files.mount(path("two.vdf")));
    EXPECT_FALSE(files.mount(path("three.vdf")));
    EXPECT_EQ(as_text(files.read("A.TXT").value().bytes), "one");
    EXPECT_EQ(as_text(files.read("b.txt").value().bytes), "b");
    EXPECT_TRUE(files.find_beside(path("one/a.txt"), "B.TXT"));
}

TEST_F(WorkspaceOnDisk, OfAScriptTheFormInTheStrongerPlaceCounts) {
    const std::string text(script);
    const ByteBuffer bytes = zengin::write_msb(zengin::compile_msb(*zengin::parse_mds(as_bytes(text)), "HERO.MDS"));
    const std::string compiled(as_text(bytes));
    write("strong/HERO.MDS", text);
    write("weak/HERO.MSB", compiled);
    write("weak/ONLY.MSB", compiled);
    Workspace files;
    ASSERT_TRUE(files.mount(path("strong")));
    ASSERT_TRUE(files.mount(path("weak")));
    EXPECT_EQ(files.open_file("HERO.MSB").value().format->name, "mds") << "the text lies in the stronger place";
    EXPECT_EQ(files.open_file("ONLY.MDS").value().format->name, "msb") << "there is no other";
    EXPECT_FALSE(files.find_beside("", "HERO.MSB")) << "whoever asks for it first goes on to the text";
    EXPECT_TRUE(files.find_beside("", "HERO.MDS"));
    Workspace turned;
    ASSERT_TRUE(turned.mount(path("weak")));
    ASSERT_TRUE(turned.mount(path("strong")));
    EXPECT_EQ(turned.open_file("HERO.MDS").value().format->name, "msb");
    EXPECT_TRUE(turned.find_beside("", "HERO.MSB"));
}

TEST_F(WorkspaceOnDisk, AnOpenedModelIsCachedAndCanBeTaken) {
    write("a.md5mesh", small_mesh);
    Workspace files;
    const auto first = files.open(path("a.md5mesh")), second = files.open(path("a.md5mesh"));
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->model, second->model);
    EXPECT_EQ(files.statistics()[0].loads, 1u);
    EXPECT_NE(files.open(path("a.md5mesh"), {{"double-sided", "true"}})->model, first->model);
    const std::vector typed{files.open_file(path("a.md5mesh")).value()};
    Opened own = files.open(typed).value();
    const Vec3* const vertices = own.model->meshes[0].positions.data();
    const Model taken = std::move(own).take();
    EXPECT_EQ(taken.meshes[0].positions.data(), vertices) << "moved, not copied";
}

TEST_F(WorkspaceOnDisk, AHeldModelIsLoadedAgainWhenAFileOfItsChanges) {
    write("HERO.MDS", script);
    write("HERO.MDH", hierarchy());
    write("HERO-S_RUN.MAN", animation());
    Workspace files({.follow_changes = true});
    auto opened = files.open(path("HERO.MDS"));
    ASSERT_TRUE(opened) << opened.error().text();
    EXPECT_EQ(clips_of(*opened->model), "S_RUN");
    EXPECT_TRUE(files.changes().empty());
    put("HERO-S_WALK.MAN", animation()); // one it has looked for in vain
    const WorkspaceChanges changes = files.changes();
    ASSERT_EQ(changes.models.size(), 1u);
    EXPECT_EQ(changes.models[0].name, path("HERO.MDS"));
    EXPECT_EQ(changes.files, std::vector{path("HERO-S_WALK.MAN")});
    EXPECT_EQ(clips_of(*opened->model), "S_RUN") << "what one has stays";
    opened = files.open(path("HERO.MDS"));
    EXPECT_EQ(clips_of(*opened->model), "S_RUN S_WALK");

    put("HERO.MDH", "broken");
    const WorkspaceChanges broken = files.changes();
    ASSERT_EQ(broken.models.size(), 1u);
    EXPECT_NE(broken.models[0].error.find("HERO.MDH"), std::string::npos) << broken.models[0].error;
    EXPECT_EQ(files.open(path("HERO.MDS"))->model, opened->model) << "the old one is kept";
}

TEST_F(WorkspaceOnDisk, AWatchedFolderReportsItsFiles) {
    write("set/a.txt", "one");
    Workspace files({.follow_changes = true});
    ASSERT_TRUE(files.watch(path("set")));
    write("set/b.txt", "two");
    EXPECT_EQ(files.changes().files, std::vector{path("set/b.txt")});
    EXPECT_TRUE(files.changes().empty());
}

TEST_F(WorkspaceOnDisk, AFolderIsFollowed) {
    write("A.TXT", "one");
    Workspace files({.follow_changes = true});
    ASSERT_TRUE(files.mount(root_.generic_string()));
    EXPECT_EQ(text_of(files, "a.txt"), "one");
    EXPECT_EQ(text_of(files, "b.txt"), "nothing");
    put("b.txt", "new");
    const WorkspaceChanges changes = files.changes();
    EXPECT_EQ(Names(changes.files.begin(), changes.files.end()), (Names{path(".new"), path("b.txt")}));
    EXPECT_EQ(text_of(files, "b.txt"), "new");
    fs::remove(path("A.TXT"));
    files.changes();
    EXPECT_EQ(text_of(files, "a.txt"), "nothing");
}

TEST_F(WorkspaceOnDisk, AFileBeingWrittenIsRefused) {
    write("a", "one");
    Workspace files({.follow_changes = true});
    ASSERT_TRUE(files.mount(root_.generic_string()));
    {
        std::ofstream file(path("a"));
        file << "tw" << std::flush;
        EXPECT_EQ(text_of(files, "a"), "is being written");
    }
    EXPECT_EQ(text_of(files, "a"), "tw") << "whole, since it is closed";
}

TEST_F(WorkspaceOnDisk, AFolderMayLieBelowAMountPoint) {
    write("a", "one");
    Workspace files({.follow_changes = true});
    ASSERT_TRUE(files.mount(root_.generic_string() + "/", "_WORK/DATA"));
    EXPECT_EQ(text_of(files, "_work/data/a"), "one");
    put("a", "two");
    files.changes();
    EXPECT_EQ(text_of(files, "_work/data/a"), "two");
}

TEST_F(WorkspaceOnDisk, AReplacedArchiveIsOpenedAnew) {
    put_archive("x.vdf", {{"A.TXT", "one"}, {"B.TXT", "b"}});
    Workspace files({.follow_changes = true});
    ASSERT_TRUE(files.mount(path("x.vdf")));
    EXPECT_EQ(text_of(files, "a.txt"), "one");
    const auto before = files.mounted();
    put_archive("x.vdf", {{"A.TXT", "two"}, {"C.TXT", "c"}});
    const WorkspaceChanges changes = files.changes();
    EXPECT_EQ(Names(changes.files.begin(), changes.files.end()), (Names{path("x.vdf"), "A.TXT", "B.TXT", "C.TXT"}));
    EXPECT_EQ(text_of(files, "a.txt"), "two");
    EXPECT_EQ(text_of(files, "b.txt"), "nothing");
    EXPECT_EQ(as_text(before->find("a.txt").read().value().bytes), "one") << "a tree stays what it was";
}

TEST_F(WorkspaceOnDisk, ABrokenArchiveLeavesTheOldOneInPlace) {
    put_archive("x.vdf", {{"A.TXT", "one"}});
    Workspace files({.follow_changes = true});
    ASSERT_TRUE(files.mount(path("x.vdf")));
    put("x.vdf", "no archive");
    const Diagnostics found = files.changes().diagnostics;
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

TEST_F(WorkspaceOnDisk, ALooseFileHidesAnArchivedOneWhenItComes) {
    put_archive("x.vdf", {{"A.TXT", "archived"}});
    fs::create_directory(path("loose"));
    Workspace files({.follow_changes = true});
    ASSERT_TRUE(files.mount(path("loose")));
    ASSERT_TRUE(files.mount(path("x.vdf")));
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
TEST_F(WorkspaceOnDisk, WithAWriterAtWorkNobodySeesHalfAFile) {
    constexpr std::size_t length = 5000;
    constexpr int rounds = 40;
    const auto name_of = [](int file) { return "file" + std::to_string(file); };
    for (int file = 0; file < 4; ++file) write(name_of(file), std::string(length, 'a'));
    Workspace files({.follow_changes = true});
    ASSERT_TRUE(files.mount(root_.generic_string()));
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
