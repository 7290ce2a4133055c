// Ossian as Gothic's sources, compiled: what is read back is the model that went in.
#include "samples/samples.h"

#include <map>

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/compile.h"
#include "ossuary/formats/zengin/mds.h"
#include "ossuary/formats/zengin/model.h"
#include "ossuary/model/event.h"

namespace ossuary::zengin {
namespace {

using Files = std::map<std::string, ByteBuffer>;

Result<Model> open_script(const Script& script, const Files& files, Diagnostics* diagnostics) {
    const auto find = [&](std::string_view name) -> std::optional<ByteBuffer> {
        const auto file = files.find(std::string(name));
        return file == files.end() ? std::nullopt : std::optional(file->second);
    };
    return to_model(script, "HERO", find, {}, diagnostics);
}

Files source_files(const ModelSources& sources) {
    const auto bytes = [](const AscFile& file) {
        const std::string text = write_asc(file);
        return ByteBuffer(as_bytes(text).begin(), as_bytes(text).end());
    };
    Files files{{sources.tree.name, bytes(sources.tree.file)}};
    for (const ModelSources::Source& motion : sources.motions) files[motion.name] = bytes(motion.file);
    return files;
}

Files compiled_files(const ModelSources& sources, const CompiledModel& compiled) {
    Files files{{"HERO.MDH", write_mdh(compiled.hierarchy)},
                {std::string(file_stem(sources.tree.name)) + ".MDM", write_mdm(compiled.mesh)}};
    for (const ModelAnimation& animation : compiled.animations)
        files[man_file_name("HERO", animation.name)] = write_man(animation);
    return files;
}

// How far the joints of a clip are apart at worst, over all frames, in millimetres.
double worst_joint(const Model& a, const Clip& in_a, const Model& b, const Clip& in_b) {
    double worst = 0;
    const double rate = in_a.frame_rate > 0 ? in_a.frame_rate : 25;
    for (double frame = 0; frame <= in_a.duration * rate + 0.5; ++frame) {
        const auto pose_a = object_pose(a.skeleton, sample_pose(in_a, a.skeleton, frame / rate));
        const auto pose_b = object_pose(b.skeleton, sample_pose(in_b, b.skeleton, frame / rate));
        for (std::size_t j = 0; j < pose_a.size(); ++j)
            worst = std::max(worst, length(pose_a[j].t - pose_b[j].t) * 1000);
    }
    return worst;
}

std::string all_of(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& one : diagnostics) text += one.text() + "\n";
    return text;
}

class GothicCompile : public ::testing::Test {
protected:
    void SetUp() override {
        hero = samples::make_hero();
        auto made = mds_from_model(hero, "hero", {}, &found);
        ASSERT_TRUE(made) << made.error().text();
        sources = std::move(*made);
        Diagnostics opening;
        auto opened = open_script(sources.script, source_files(sources), &opening);
        ASSERT_TRUE(opened) << opened.error().text();
        EXPECT_EQ(all_of(opening), "");
        from_sources = std::move(*opened);
    }
    Result<Model> compiled_with(const CompileOptions& options) {
        const auto compiled = compile_model(sources, options, &found);
        if (!compiled) return Failure(compiled.error());
        const auto script = parse_msb(write_msb(compiled->script));
        if (!script) return Failure(script.error());
        return open_script(script->script, compiled_files(sources, *compiled), &found);
    }

    Model hero, from_sources;
    ModelSources sources;
    Diagnostics found;
};

TEST_F(GothicCompile, EveryJointOfEveryFrameIsWhereTheSourcesPutIt) {
    for (const Game game : {Game::gothic1, Game::gothic2}) {
        const auto compiled = compiled_with({.game = game, .packing = Packing::closest});
        ASSERT_TRUE(compiled) << compiled.error().text();
        ASSERT_EQ(compiled->skeleton.joints.size(), from_sources.skeleton.joints.size());
        ASSERT_EQ(compiled->clips.size(), from_sources.clips.size());
        for (const Clip& clip : from_sources.clips) {
            const Clip* other = compiled->find_clip(clip.name);
            ASSERT_NE(other, nullptr) << clip.name;
            EXPECT_LT(worst_joint(from_sources, clip, *compiled, *other), 0.1) << clip.name << ", millimetres";
        }
    }
}

TEST_F(GothicCompile, TheSourcesAreTheModel) {
    ASSERT_EQ(from_sources.clips.size(), hero.clips.size());
    for (std::size_t c = 0; c < hero.clips.size(); ++c)
        EXPECT_LT(worst_joint(hero, hero.clips[c], from_sources, from_sources.clips[c]), 0.001) << hero.clips[c].name;
}

TEST_F(GothicCompile, EveryVertexOfEveryClipMovesAlong) {
    const auto compiled = compiled_with({.packing = Packing::closest});
    ASSERT_TRUE(compiled) << compiled.error().text();
    ASSERT_EQ(compiled->meshes.size(), from_sources.meshes.size());
    for (const Clip& clip : from_sources.clips) {
        const Clip& other = *compiled->find_clip(clip.name);
        const double time = clip.duration / 2;
        const auto pose = object_pose(from_sources.skeleton, sample_pose(clip, from_sources.skeleton, time));
        const auto moved = object_pose(compiled->skeleton, sample_pose(other, compiled->skeleton, time));
        for (std::size_t m = 0; m < compiled->meshes.size(); ++m) {
            const auto a = posed_positions(from_sources, from_sources.meshes[m], pose);
            const auto b = posed_positions(*compiled, compiled->meshes[m], moved);
            ASSERT_EQ(a.size(), b.size());
            double worst = 0;
            for (std::size_t v = 0; v < a.size(); ++v) worst = std::max(worst, length(a[v] - b[v]) * 1000);
            EXPECT_LT(worst, 1) << clip.name << ", millimetres: the format is coarse where bones turn by half";
        }
    }
}

TEST_F(GothicCompile, EventsKeepTheirMoment) {
    const auto compiled = compiled_with({});
    ASSERT_TRUE(compiled) << compiled.error().text();
    std::size_t count = 0;
    for (const Clip& clip : from_sources.clips) {
        const auto &a = clip.events.events, &b = compiled->find_clip(clip.name)->events.events;
        ASSERT_EQ(a.size(), b.size()) << clip.name;
        for (std::size_t i = 0; i < a.size(); ++i) {
            EXPECT_NEAR(a[i].time, b[i].time, 1e-6) << clip.name;
            EXPECT_EQ(kind_of(a[i].data), kind_of(b[i].data)) << clip.name;
        }
        count += a.size();
    }
    EXPECT_GT(count, 20u);
}

TEST_F(GothicCompile, IsTheSameEveryTime) {
    const auto once = compile_model(sources), twice = compile_model(sources);
    ASSERT_TRUE(once && twice);
    EXPECT_EQ(compiled_files(sources, *once), compiled_files(sources, *twice));
    EXPECT_EQ(write_msb(once->script), write_msb(twice->script));
}

} // namespace
} // namespace ossuary::zengin
