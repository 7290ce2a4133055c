#include "ossuary/formats/sf3/binding.h"

#include <tuple>

#include "formats/sf3/made_model.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::sf3 {
namespace {

using namespace testing;
using Spans = std::vector<FrameSpan>;

// Synbios as the descriptions list him: eight groups, their frames in file order.
const Spans sword{{35, 85}, {133, 150}, {133, 150}, {275, 380}, {380, 505}, {150, 275}};
const Spans lance{{35, 85}, {133, 150}, {133, 150}, {275, 345}, {345, 437}, {437, 609}};
const Spans axe{{35, 85}, {133, 150}, {133, 150}, {625, 715}, {275, 380}, {505, 625}};
const Spans dagger{{35, 85}, {275, 310}, {133, 150}, {133, 150}, {275, 310}, {355, 413}, {320, 354}};
struct Share {
    std::size_t bones;
    const Spans& spans;
};
const Share synbios[]{{22, sword}, {22, lance}, {22, axe}, {23, dagger},
                      {20, sword}, {20, lance}, {20, axe}, {21, dagger}};

AnimationFile synbios_animations() {
    AnimationFile file;
    for (const auto& [bones, spans] : synbios)
        for (const FrameSpan& span : spans) file.animations.push_back(made_animation(bones, span.start, span.end));
    return file;
}

// The clip table of a model: two clips of its own, and external ones.
ModelClips model_of(std::string name, std::size_t bones, const Spans& spans) {
    ModelClips model{std::move(name), bones, {{.type = 0x00, .start = 1, .count = 35}}};
    std::uint16_t type = 0x30;
    for (const auto& [start, end] : spans) {
        const auto count = static_cast<std::uint16_t>(end - start + 1);
        model.clips.push_back({.type = type, .external = true, .start = start, .count = count});
        type = static_cast<std::uint16_t>(type + 0x10);
        if (type == 0x70) model.clips.push_back({.type = 0x70, .start = 35, .count = 51}), type = 0x80;
    }
    return model;
}
std::vector<ModelClips> synbios_models() {
    std::vector<ModelClips> models;
    char letter = 'a';
    for (const auto& [bones, spans] : synbios)
        models.push_back(model_of(std::string("x8pc00") + letter++, bones, spans));
    return models;
}
std::vector<std::size_t> animations_of(const ModelBinding& binding) {
    std::vector<std::size_t> list;
    for (const BoundClip& clip : binding.clips) list.push_back(clip.animation);
    return list;
}
std::vector<std::size_t> from(std::size_t first, std::size_t count) {
    std::vector<std::size_t> list;
    for (std::size_t i = 0; i < count; ++i) list.push_back(first + i);
    return list;
}

TEST(Grouping, SynbiosHasEightGroups) {
    const std::vector<AnimationGroup> expected{{0, 6, 22, {35, 505}},  {6, 6, 22, {35, 609}},  {12, 6, 22, {35, 715}},
                                               {18, 7, 23, {35, 413}}, {25, 6, 20, {35, 505}}, {31, 6, 20, {35, 609}},
                                               {37, 6, 20, {35, 715}}, {43, 7, 21, {35, 413}}};
    EXPECT_EQ(group_animations(synbios_animations()), expected);
}

TEST(Grouping, DantaresHasSix) {
    AnimationFile file;
    for (int promotion = 0; promotion < 2; ++promotion)
        for (const auto& [bones, count, end] : {std::tuple{30, 6, 1522}, {32, 7, 1140}, {29, 6, 1193}})
            for (int i = 0; i < count; ++i) // the first starts lowest, the rest jump about
                file.animations.push_back(made_animation(static_cast<std::size_t>(bones),
                                                         static_cast<std::uint16_t>(i == 0 ? 100 : 900 - 90 * i),
                                                         static_cast<std::uint16_t>(i == 1 ? end : 1000)));
    const auto groups = group_animations(file);
    const std::vector<AnimationGroup> expected{{0, 6, 30, {100, 1522}},  {6, 7, 32, {100, 1140}},
                                               {13, 6, 29, {100, 1193}}, {19, 6, 30, {100, 1522}},
                                               {25, 7, 32, {100, 1140}}, {32, 6, 29, {100, 1193}}};
    EXPECT_EQ(groups, expected);
}

TEST(Grouping, SampleGroupsAreThoseOfItsJson) {
    const auto bytes = shared_file("samples/sf3/x8an-small.bin");
    const auto json = shared_json("samples/sf3/x8an-small.json");
    OSSUARY_NEED(bytes && json);
    const auto groups = group_animations(parse_x8an(*bytes).value());
    ASSERT_EQ(groups.size(), (*json)["groups"].size());
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const Json& expected = (*json)["groups"].items()[g];
        EXPECT_EQ(expected["first"].unsigned_integer(), groups[g].first);
        EXPECT_EQ(expected["count"].unsigned_integer(), groups[g].count);
        EXPECT_EQ(expected["bones"].unsigned_integer(), groups[g].bones);
        EXPECT_EQ(expected["start"].unsigned_integer(), groups[g].span.start);
        EXPECT_EQ(expected["end"].unsigned_integer(), groups[g].span.end);
    }
}

TEST(Binding, SampleIsBoundAsItsJsonSays) {
    const auto model = shared_file("samples/sf3/x8pc-small.bin"),
               animations = shared_file("samples/sf3/x8an-small.bin");
    const auto json = shared_json("samples/sf3/x8pc-small.json");
    OSSUARY_NEED(model && animations && json);
    const ModelClips clips = clips_of("x8pc-small", parse_x8pc(*model).value());
    const ModelBinding binding = bind_model(clips, parse_x8an(*animations).value());
    EXPECT_EQ(binding.method, BindMethod::table_order);
    const Json& entries = (*json)["binding"]["entries"];
    ASSERT_EQ(binding.clips.size(), entries.size());
    for (std::size_t i = 0; i < binding.clips.size(); ++i) {
        EXPECT_EQ(entries.items()[i]["type"].integer(), clips.clips[binding.clips[i].clip].type);
        EXPECT_EQ(entries.items()[i]["animation"].unsigned_integer(), binding.clips[i].animation);
    }
}

TEST(Binding, AllModelsInTurnTakeAllAnimations) {
    Diagnostics diagnostics;
    const auto bindings = bind_models(synbios_models(), synbios_animations(), &diagnostics);
    EXPECT_TRUE(diagnostics.empty()) << diagnostics.front().text();
    std::size_t next = 0;
    for (std::size_t m = 0; m < bindings.size(); ++m) {
        EXPECT_EQ(bindings[m].method, BindMethod::table_order);
        EXPECT_EQ(animations_of(bindings[m]), from(next, synbios[m].spans.size()));
        next += synbios[m].spans.size();
    }
    EXPECT_EQ(next, 50u);
}

TEST(Binding, ASortedDaggerTableIsMatchedByItsFrames) {
    std::vector<ModelClips> models = synbios_models();
    // 0x30, 0x40, 0x50, 0x60, 0x80, 0x90, 0xA0: sorted by type, not in file order.
    models[3] =
        model_of("x8pc00d", 23, {{35, 85}, {133, 150}, {133, 150}, {275, 310}, {275, 310}, {355, 413}, {320, 354}});
    Diagnostics diagnostics;
    const auto bindings = bind_models(models, synbios_animations(), &diagnostics);
    EXPECT_EQ(bindings[3].method, BindMethod::matched);
    EXPECT_TRUE(bindings[3].failed.starts_with("E_BIND_FRAMES: ")) << bindings[3].failed;
    EXPECT_EQ(animations_of(bindings[3]), (std::vector<std::size_t>{18, 20, 21, 19, 22, 23, 24}));
    EXPECT_EQ(bindings[4].method, BindMethod::table_order); // the next model is served as before
    EXPECT_EQ(animations_of(bindings[4]), from(25, 6));
    EXPECT_EQ(diagnostics.size(), 1u);
}

TEST(Binding, WhatDoesNotFitFallsBackToTheGroupOfItsNumber) {
    std::vector<ModelClips> models = synbios_models();
    models[1].clips[2].count = 7; // no animation has these frames
    const auto bindings = bind_models(models, synbios_animations());
    EXPECT_EQ(bindings[1].method, BindMethod::group);
    EXPECT_TRUE(bindings[1].failed.starts_with("E_BIND_FRAMES: "));
    EXPECT_EQ(animations_of(bindings[1]), from(6, 6));

    models = synbios_models();
    models[0].bones = 5;
    const ModelBinding wrong_bones = bind_models(models, synbios_animations())[0];
    EXPECT_EQ(wrong_bones.method, BindMethod::none);
    EXPECT_TRUE(wrong_bones.failed.starts_with("E_BIND_BONES: ")) << wrong_bones.failed;

    AnimationFile few = synbios_animations();
    few.animations.resize(3);
    const auto short_of = bind_models(std::span(models).subspan(1, 1), few);
    EXPECT_TRUE(short_of[0].failed.starts_with("E_BIND_COUNT: ")) << short_of[0].failed;
}

TEST(Binding, AnimationsNobodyTookAreTold) {
    Diagnostics diagnostics;
    const std::vector<ModelClips> models = synbios_models();
    bind_models(std::span(models).first(2), synbios_animations(), &diagnostics);
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics[0].message, "38 of 50 animations belong to no clip");
}

TEST(Binding, EveryModelAloneFindsItsOwnGroup) {
    const AnimationFile animations = synbios_animations();
    std::size_t next = 0;
    for (const ModelClips& model : synbios_models()) {
        const ModelBinding binding = bind_model(model, animations);
        EXPECT_EQ(binding.method, BindMethod::table_order) << model.name;
        EXPECT_EQ(binding.clips.front().animation, next) << model.name;
        next += binding.clips.size();
    }
}

TEST(Binding, OfTwoGroupsThatFitThePromotedModelTakesTheLast) {
    AnimationFile file; // as Dantares: the same bones and frames before and after promotion
    for (const std::size_t bones : {30u, 32u, 30u, 32u})
        for (const FrameSpan& span : sword) file.animations.push_back(made_animation(bones, span.start, span.end));
    EXPECT_EQ(bind_model(model_of("x8pc01b", 32, sword), file).clips.front().animation, 6u);
    EXPECT_EQ(bind_model(model_of("x8pc01f", 32, sword), file).clips.front().animation, 18u);
    EXPECT_EQ(bind_model(model_of("X8PC01E", 30, sword), file).clips.front().animation, 12u);
}

TEST(Binding, AModelWithoutExternalClipsNeedsNone) {
    EXPECT_EQ(bind_model(model_of("x8pc00a", 22, {}), synbios_animations()), ModelBinding{});
    EXPECT_EQ(bind_model(model_of("x8pc00a", 3, sword), synbios_animations()).method, BindMethod::none);
}

TEST(Binding, NamesOfFilesSayWhatBelongsTogether) {
    EXPECT_EQ(animation_file_stem("x8pc00a"), "x8an00");
    EXPECT_EQ(animation_file_stem("X8PC12H"), "X8AN12");
    EXPECT_EQ(animation_file_stem("x8pc-small"), "x8an-small");
    EXPECT_EQ(animation_file_stem("hero"), "");
    EXPECT_EQ(letter_of("X8PC00B"), 'b');
    EXPECT_EQ(letter_of("x8pc-small"), '\0');
    EXPECT_EQ(sibling_stem("x8pc00a", 'c'), "x8pc00c");
    EXPECT_EQ(model_stem_of_animations("X8AN00"), "X8PC00");
    EXPECT_EQ(model_stem_of_animations("walk"), "");
}

} // namespace
} // namespace ossuary::sf3
