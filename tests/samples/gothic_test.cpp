// The Gothic set: everything in it reads, belongs together, and is what the game would ask for.
#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "ossuary/assets/dump.h"
#include "ossuary/assets/open_model.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/mds.h"
#include "ossuary/formats/zengin/model.h"
#include "ossuary/formats/zengin/msb.h"
#include "ossuary/model/bounds.h"
#include "ossuary/model/event.h"
#include "samples/gothic.h"

namespace ossuary {
namespace {

class GothicSet : public ::testing::TestWithParam<const char*> {
protected:
    // Made when it is first asked for.
    static const std::vector<NamedFile>& files() {
        static std::map<std::string, std::vector<NamedFile>> made;
        std::vector<NamedFile>& set = made[GetParam()];
        if (set.empty()) {
            const auto game = is_first_game() ? zengin::Game::gothic1 : zengin::Game::gothic2;
            const auto done = samples::add_gothic(set, samples::make_hero(), game, nullptr);
            EXPECT_TRUE(done) << done.error().text();
        }
        return set;
    }
    static std::vector<const NamedFile*> set() {
        std::vector<const NamedFile*> found;
        for (const NamedFile& file : files())
            if (file.name.starts_with(GetParam())) found.push_back(&file);
        return found;
    }
    static std::optional<SharedBytes> find(std::string_view name) {
        for (const NamedFile* file : set())
            if (equal_ignoring_case(file_name(file->name), file_name(name))) return file->bytes;
        return {};
    }
    static Model open(const std::string& name, Diagnostics* diagnostics = nullptr) {
        const std::vector opened{NamedFile{name, find(name).value()}};
        auto model = open_model(opened, find, {}, diagnostics);
        EXPECT_TRUE(model) << model.error().text();
        return model ? *std::move(model) : Model();
    }
    static zengin::Script script(const std::string& name) {
        auto parsed = zengin::parse_mds(find(name).value(), nullptr, {.strict = true});
        EXPECT_TRUE(parsed) << parsed.error().text();
        return parsed ? *std::move(parsed) : zengin::Script();
    }
    static bool is_first_game() { return std::string_view(GetParam()) == "gothic1"; }
};

INSTANTIATE_TEST_SUITE_P(BothGames, GothicSet, ::testing::Values("gothic1", "gothic2"),
                         [](const auto& game) { return std::string(game.param); });

TEST_P(GothicSet, EveryFileIsWrittenBackTheSameAndSurvivesJson) {
    std::map<std::string, int> kinds;
    for (const NamedFile* file : set()) {
        const Format* format = find_format(file->name, file->bytes);
        ASSERT_NE(format, nullptr) << file->name;
        ++kinds[std::string(format->name)];
        if (format->role == Role::picture) continue;
        Diagnostics diagnostics;
        const auto again = format->rewrite({file->name, file->bytes}, {}, {}, &diagnostics);
        ASSERT_TRUE(again) << file->name << ": " << again.error().text();
        EXPECT_TRUE(std::ranges::equal(*again, file->bytes)) << file->name;
        for (const Diagnostic& one : diagnostics) ADD_FAILURE() << file->name << ": " << one.text();
        if (format->is_text) continue;
        const auto json = format->dump(file->bytes, {}, nullptr);
        ASSERT_TRUE(json) << file->name;
        const auto built = format->build(*json);
        ASSERT_TRUE(built) << file->name << ": " << built.error().text();
        EXPECT_TRUE(std::ranges::equal(*built, file->bytes)) << file->name;
    }
    for (const char* kind : {"mds", "msb", "mdh", "mdm", "man", "mrm", "mmb", "mms", "asc"})
        EXPECT_GT(kinds[kind], 0) << kind;
}

TEST_P(GothicSet, FilesAreThoseOfTheirGame) {
    EXPECT_EQ(zengin::parse_mrm(*find("ITMW_OSSIAN.MRM"))->mesh.is_gothic1(), is_first_game());
    EXPECT_EQ(zengin::parse_mmb(*find("HERO_HEAD.MMB"))->mesh.is_gothic1(), is_first_game());
    EXPECT_EQ(zengin::parse_mdm(*find("HERO.MDM"))->softskins[0].mesh.is_gothic1(), is_first_game());
    // The first game blocks with a letter, the second with a number.
    EXPECT_EQ(find("HERO-T_1HPARADE_O.MAN").has_value(), is_first_game());
    EXPECT_EQ(find("HERO-T_1HPARADE_0.MAN").has_value(), !is_first_game());
}

TEST_P(GothicSet, EveryAnimationOfTheScriptsIsCompiledAndBelongsToTheSkeleton) {
    const auto hierarchy = zengin::parse_mdh(*find("HERO.MDH"));
    ASSERT_TRUE(hierarchy);
    EXPECT_EQ(hierarchy->nodes.size(), 50u);
    std::set<std::string> wanted;
    for (const std::string name : {"HERO", "HERO_1HST1"}) {
        for (const zengin::ScriptEntry& entry : script(name + ".MDS").entries) {
            const auto* ani = std::get_if<zengin::Ani>(&entry.data);
            if (!ani) continue;
            wanted.insert(name + '-' + ani->name + ".MAN");
            const auto bytes = find(name + '-' + ani->name + ".MAN");
            ASSERT_TRUE(bytes) << ani->name;
            const auto animation = zengin::parse_man(*bytes);
            ASSERT_TRUE(animation) << ani->name;
            EXPECT_EQ(animation->checksum, hierarchy->checksum) << ani->name;
            EXPECT_EQ(animation->name, ani->name);
            EXPECT_TRUE(find(ani->asc)) << ani->asc;
        }
    }
    for (const NamedFile* file : set())
        if (file->name.ends_with(".MAN")) {
            EXPECT_TRUE(wanted.contains(std::string(file_name(file->name)))) << file->name;
        }
}

TEST_P(GothicSet, NextNamesAndAliasesLeadSomewhere) {
    const zengin::Script hero = script("HERO.MDS");
    std::set<std::string> names;
    for (const zengin::ScriptEntry& entry : hero.entries) names.insert(std::string(name_in(entry)));
    const auto expect_known = [&](const std::string& name, const std::string& from) {
        EXPECT_TRUE(name.empty() || names.contains(name)) << from << " leads to " << name;
    };
    for (const zengin::ScriptEntry& entry : hero.entries)
        std::visit(
            [&](const auto& data) {
                if constexpr (requires { data.next; }) expect_known(data.next, data.name);
                if constexpr (requires { data.alias; }) expect_known(data.alias, data.name);
            },
            entry.data);
}

// What the game's states ask for (S_ and T_ names, the weapon between), for one who walks, fights, falls and drinks.
TEST_P(GothicSet, HasWhatTheStatesAskFor) {
    std::set<std::string> names;
    for (const zengin::ScriptEntry& entry : script("HERO.MDS").entries) names.insert(std::string(name_in(entry)));
    for (const std::string weapon : {"", "1H"})
        for (const std::string name :
             {"S_*RUN", "S_*WALK", "S_*SNEAK", "S_*RUNL", "S_*WALKL", "S_*SNEAKL", "T_*RUNTURNL", "T_*RUNTURNR"}) {
            const std::string wanted = name.substr(0, 2) + weapon + name.substr(3);
            EXPECT_TRUE(names.contains(wanted)) << wanted;
        }
    for (const char* name : {"T_1H_2_1HRUN",
                             "T_1HRUN_2_1H",
                             "S_1HATTACK",
                             "T_1HATTACKL",
                             "T_1HATTACKR",
                             "T_1HATTACKMOVE",
                             "T_1HSFINISH",
                             "S_JUMP",
                             "T_STAND_2_JUMP",
                             "S_FALLDN",
                             "S_FALL",
                             "S_FALLEN",
                             "T_STUMBLE",
                             "T_STUMBLEB",
                             "T_STAND_2_WOUNDED",
                             "T_WOUNDED_2_DEAD",
                             "T_DEAD",
                             "T_DEADB",
                             "S_DEAD",
                             "S_DEADB",
                             "T_POINT",
                             "T_DIALOGGESTURE_01",
                             "T_POTION_STAND_2_S0",
                             "S_POTION_S0",
                             "T_POTION_S0_2_STAND"})
        EXPECT_TRUE(names.contains(name)) << name;
    EXPECT_TRUE(names.contains(is_first_game() ? "T_1HPARADE_O" : "T_1HPARADE_0"));
}

TEST_P(GothicSet, ShowsEveryKindOfEntryAndEventTheGamesUse) {
    std::set<zengin::EntryKind> entries;
    std::set<zengin::EventKind> events;
    for (const char* name : {"HERO.MDS", "HERO_1HST1.MDS"})
        for (const zengin::ScriptEntry& entry : script(name).entries) {
            entries.insert(entry.kind());
            if (!entry.events()) continue;
            EXPECT_LE(entry.events()->size(), 16u) << name_in(entry); // as many as the engine handles
            for (const zengin::ScriptEvent& event : *entry.events()) events.insert(event.kind());
        }
    using zengin::EntryKind, zengin::EventKind;
    for (const EntryKind kind : {EntryKind::ani, EntryKind::ani_alias, EntryKind::ani_blend, EntryKind::ani_sync,
                                 EntryKind::ani_comb, EntryKind::ani_disable, EntryKind::model_tag})
        EXPECT_TRUE(entries.contains(kind)) << name_of(kind);
    for (const EventKind kind :
         {EventKind::tag, EventKind::sfx, EventKind::sfx_ground, EventKind::pfx, EventKind::pfx_stop,
          EventKind::morph_start, EventKind::cam_tremor, EventKind::swap_mesh})
        EXPECT_TRUE(events.contains(kind)) << name_of(kind);
}

TEST_P(GothicSet, TextAndCompiledScriptSayTheSame) {
    for (const std::string name : {"HERO", "HERO_1HST1"}) {
        const auto compiled = zengin::parse_msb(find(name + ".MSB").value());
        ASSERT_TRUE(compiled) << compiled.error().text();
        EXPECT_EQ(compiled->script, zengin::to_compiled(script(name + ".MDS"))) << name;
    }
}

TEST_P(GothicSet, TheScriptBecomesTheWholeMoveset) {
    Diagnostics diagnostics;
    const Model model = open("HERO.MDS", &diagnostics);
    for (const Diagnostic& one : diagnostics) ADD_FAILURE() << one.text();
    EXPECT_TRUE(validate(model).empty());
    EXPECT_EQ(model.clips.size(), is_first_game() ? 67u : 68u);
    EXPECT_EQ(model.skeleton.joints.size(), 50u);
    EXPECT_EQ(model.meshes.size(), 4u);
    EXPECT_EQ(model.images.size(), 14u);

    // The root goes as far as Ossian's own, and his feet are where they were: the set is he.
    const Model hero = samples::make_hero();
    const Clip &walk = *hero.find_clip("walk"), &gothic = *model.find_clip("S_WALKL");
    for (int frame = 0; frame <= 32; frame += 4) {
        const auto a = object_pose(hero.skeleton, sample_pose(walk, hero.skeleton, frame / 30.0));
        const auto b = object_pose(model.skeleton, sample_pose(gothic, model.skeleton, frame / 30.0));
        for (std::size_t j = 0; j < a.size(); ++j) {
            const std::int32_t same = model.skeleton.find(hero.skeleton.joints[j].name);
            ASSERT_GE(same, 0);
            EXPECT_LT(length(a[j].t - b[static_cast<std::size_t>(same)].t), 1e-4) << hero.skeleton.joints[j].name;
        }
    }
}

TEST_P(GothicSet, OneClipHoldsThreeStrikes) {
    for (const char* file : {"HERO.MDS", "HERO_1HST1.MDS"}) {
        const Model model = open(file);
        const Clip* attack = model.find_clip("S_1HATTACK");
        ASSERT_NE(attack, nullptr) << file;
        EXPECT_EQ(attack->loop, LoopMode::once);
        std::vector<double> hits, ends;
        std::vector<std::pair<double, double>> windows;
        for (const Event& event : attack->events.events) {
            if (std::holds_alternative<HitEvent>(event.data)) hits.push_back(event.time);
            if (std::holds_alternative<HitEndEvent>(event.data)) ends.push_back(event.time);
            if (const auto* window = std::get_if<WindowEvent>(&event.data))
                windows.emplace_back(event.time, window->end);
        }
        ASSERT_EQ(hits.size(), 3u) << file;
        ASSERT_EQ(ends.size(), 3u);
        ASSERT_EQ(windows.size(), 2u);
        for (std::size_t s = 0; s < 3; ++s) {
            EXPECT_LT(hits[s], ends[s]);
            EXPECT_TRUE(s == 0 || hits[s] > ends[s - 1]);
            if (s < 2) { // asked for before the strike is over
                EXPECT_LT(windows[s].first, ends[s]);
                EXPECT_LE(windows[s].second, ends[s]);
            }
        }
        EXPECT_NEAR(ends[2], attack->duration, 1e-6);
        // The hand is quick in a strike, not where one passes into the next.
        const auto hand = static_cast<std::size_t>(model.skeleton.find("BIP01 R HAND"));
        const auto place = [&](double time) {
            return object_pose(model.skeleton, sample_pose(*attack, model.skeleton, time))[hand].t;
        };
        for (const double link : {ends[0], ends[1]})
            for (int frame = -1; frame <= 3; ++frame)
                EXPECT_LT(length(place(link + (frame + 1) / 30.0) - place(link + frame / 30.0)), 0.3)
                    << file << ' ' << link << " + " << frame;
    }
}

TEST_P(GothicSet, TheSwordIsOssiansAndHasLevels) {
    const Model sword = open("ITMW_OSSIAN.MRM");
    ASSERT_EQ(sword.meshes.size(), 1u);
    const auto box = bounds(sword);
    EXPECT_GT(box->max.x, 0.8f); // along the slot's x, a blade of 86 cm
    EXPECT_LT(box->max.x, 0.9f);
    ASSERT_GE(sword.meshes[0].levels.size(), 2u);
    EXPECT_LE(sword.meshes[0].levels[0].indices.size() * 2, sword.meshes[0].indices.size());
    EXPECT_TRUE(validate(sword).empty());
}

TEST_P(GothicSet, TheFaceIsTheSameCompiledAndFromItsSources) {
    const Model compiled = open("HERO_HEAD.MMB");
    const auto without_compiled = [](std::string_view name) {
        return name.ends_with(".MMB") ? std::optional<SharedBytes>() : find(name);
    };
    const std::vector given{NamedFile{"HERO_HEAD.MMS", find("HERO_HEAD.MMS").value()}};
    const auto made = open_model(given, without_compiled);
    ASSERT_TRUE(made) << made.error().text();
    ASSERT_EQ(made->clips.size(), 4u);
    ASSERT_EQ(compiled.clips.size(), 4u);
    EXPECT_EQ(compiled.clips[3].name, "VISEME");
    const auto reach = [](const Model& model, std::size_t clip, double time) {
        std::vector<double> weights;
        for (const auto& channel : model.clips[clip].morphs[0].weights) weights.push_back(sample(channel, time, 0));
        Box box{{1e9f, 1e9f, 1e9f}, {-1e9f, -1e9f, -1e9f}};
        for (const Vec3d& p : posed_positions(model, model.meshes[0], {}, weights))
            for (std::size_t i = 0; i < 3; ++i) {
                box.min[i] = std::min(box.min[i], static_cast<float>(p[i]));
                box.max[i] = std::max(box.max[i], static_cast<float>(p[i]));
            }
        return box;
    };
    for (std::size_t clip = 0; clip < 4; ++clip) {
        EXPECT_EQ(made->clips[clip].name, compiled.clips[clip].name);
        EXPECT_NEAR(made->clips[clip].duration, compiled.clips[clip].duration, 1e-6);
        for (const double time : {0.0, 0.2, 0.7, 1.3}) {
            const Box a = reach(*made, clip, time), b = reach(compiled, clip, time);
            EXPECT_LT(length(a.min - b.min), 1e-4f) << clip << ' ' << time;
            EXPECT_LT(length(a.max - b.max), 1e-4f) << clip << ' ' << time;
        }
    }
}

} // namespace
} // namespace ossuary
