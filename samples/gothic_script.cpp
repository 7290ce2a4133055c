// HERO.MDS and HERO_1HST1.MDS: what Ossian does, under the names by which the game asks for it.
//
// S_ is a state, T_ a transition or something done once, C_ a part of a combination; 1H stands for the weapon in hand.
// The game composes the names: standing is S_RUN, going S_RUNL, turning T_RUNTURNL; on the way from one state to
// another it looks for T_x_2_y.
#include <algorithm>

#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/model.h"
#include "ossuary/model/event.h"
#include "samples/gothic.h"
#include "samples/motion.h"

namespace ossuary::samples {

namespace {

using namespace zengin;

constexpr float rate = static_cast<float>(moves_rate);
constexpr int to_the_end = -1;

// Where the strikes of 1HCOMBO lie (gothic_moves.cpp): the frames at which they hit, at which each is over and the next
// begins, and between which the player may ask for that.
constexpr const char *combo_hits = "11 24 44", *combo_ends = "15 29 73", *combo_windows = "8 15 22 29";
// The same at the pace of the trained, who is also given more time to ask.
constexpr const char *trained_hits = "9 19 35", *trained_ends = "12 23 58", *trained_windows = "4 12 14 23";

// One line of the script.
struct Line {
    const char* name;
    const char* source; // HERO_source.ASC
    const char* next;
    const char* flags = "M.";
    int first = 0, last = to_the_end;
    int layer = 1;
    float blend_in = 0.1f, blend_out = 0.1f;
    const char* dir = "F";
    float fps = rate;
};

class ScriptMaker {
public:
    ScriptMaker(const std::vector<Clip>& clips, std::string model) : clips_(clips) { script_.model = std::move(model); }

    Script& script() { return script_; }
    template <class Entry> Entry& add(Entry entry) {
        return std::get<Entry>(script_.entries.emplace_back(ScriptEntry{std::move(entry)}).data);
    }
    void blend(const char* name, const char* next, float seconds = 0.2f) {
        add(AniBlend{.name = name, .next = next, .blend_in = seconds, .blend_out = seconds});
    }
    void alias(const char* name, const char* next, const char* of, const char* dir = "F", const char* flags = "M.",
               int layer = 1) {
        add(AniAlias{.name = name,
                     .layer = layer,
                     .next = next,
                     .blend_in = 0.1f,
                     .blend_out = 0.1f,
                     .flags = flags,
                     .alias = of,
                     .dir = dir});
    }
    // An animation without events, and one with those of its clip.
    Ani& silent(const Line& line) {
        const Clip& clip = source(line.source);
        const int end = static_cast<int>(clip.duration * moves_rate + 0.5);
        return add(Ani{.name = line.name,
                       .layer = line.layer,
                       .next = line.next,
                       .blend_in = line.blend_in,
                       .blend_out = line.blend_out,
                       .flags = line.flags,
                       .asc = "HERO_" + std::string(line.source) + ".ASC",
                       .dir = line.dir,
                       .first = line.first,
                       .last = line.last == to_the_end ? end : line.last,
                       .fps = line.fps});
    }
    Ani& ani(const Line& line) {
        Ani& made = silent(line);
        EventTrack within;
        for (const Event& event : source(line.source).events.events)
            if (event.frame >= made.first && event.frame <= made.last) within.events.push_back(event);
        made.events = from_events(within, {.first = 0, .source_rate = moves_rate});
        for (ScriptEvent& event : made.events) use_names_of_the_head(event);
        return made;
    }

private:
    const Clip& source(std::string_view name) const {
        return *std::find_if(clips_.begin(), clips_.end(), [&](const Clip& clip) { return clip.name == name; });
    }
    static void use_names_of_the_head(ScriptEvent& event) {
        auto* morph = std::get_if<EventMorphStart>(&event.data);
        if (!morph) return;
        const bool talks = morph->name == "talk";
        morph->name = talks ? "VISEME" : morph->name == "laugh" ? "S_FRIENDLY" : "S_ANGRY";
        morph->hold = talks ? 3.0f : 1.0f;
    }

    const std::vector<Clip>& clips_;
    Script script_;
};

EventTag tag(int frame, const char* type, std::vector<std::string> args = {}) {
    return {.frame = frame, .type = type, .args = std::move(args)};
}
EventSfx sfx(int frame, const char* name, float range) {
    EventSfx event;
    event.frame = frame;
    event.name = name;
    event.range = range;
    return event;
}

EventMorphStart angry(int frame, std::optional<float> intensity, float hold) {
    return {.frame = frame, .name = "S_ANGRY", .node = "", .intensity = intensity, .hold = hold};
}

void add_walking(ScriptMaker& make) {
    make.ani({.name = "S_RUN", .source = "AMBIENT", .next = "S_RUN", .flags = "MI", .blend_out = 0.2f, .fps = 10});
    make.ani({.name = "S_WALKL", .source = "WALK", .next = "S_WALKL"});
    make.ani({.name = "S_RUNL", .source = "RUN", .next = "S_RUNL"});
    make.ani({.name = "S_SNEAKL", .source = "SNEAK", .next = "S_SNEAKL"});
    make.alias("S_WALK", "S_WALK", "S_RUN", "F", "MI");
    make.alias("S_SNEAK", "S_SNEAK", "S_RUN", "F", "MI");
    make.alias("S_SNEAKBL", "S_SNEAKBL", "S_SNEAKL", "R"); // backwards is forwards, reversed
    for (const char* way : {"WALK", "RUN", "SNEAK"}) {
        const std::string stand = way, go = stand + "L";
        make.blend(("T_" + stand + "_2_" + go).c_str(), ("S_" + go).c_str());
        make.blend(("T_" + go + "_2_" + stand).c_str(), ("S_" + stand).c_str());
    }
    // From stride to stride without losing the step.
    make.add(AniSync{.name = "T_RUNL_2_WALKL", .next = "S_WALKL", .blend_in = 0.3f, .blend_out = 0.3f});
    make.add(AniSync{.name = "T_WALKL_2_RUNL", .next = "S_RUNL", .blend_in = 0.3f, .blend_out = 0.3f});

    make.ani({.name = "T_RUNTURNL", .source = "TURNL", .next = "", .flags = "MR"});
    make.ani({.name = "T_RUNTURNR", .source = "TURNR", .next = "", .flags = "MR"});
    make.alias("T_WALKTURNL", "", "T_RUNTURNL", "F", "MR");
    make.alias("T_WALKTURNR", "", "T_RUNTURNR", "F", "MR");
    make.alias("T_SNEAKTURNL", "", "T_RUNTURNL", "F", "MR");
    make.alias("T_SNEAKTURNR", "", "T_RUNTURNL", "R", "MR"); // to the right is to the left, reversed
    make.alias("T_SURPRISE_CCW", "S_RUN", "T_RUNTURNL", "F", "MR");
    make.alias("T_SURPRISE_CW", "S_RUN", "T_RUNTURNL", "R", "MR");

    make.ani({.name = "T_STAND_2_JUMP", .source = "JUMP", .next = "S_JUMP", .flags = "MF"});
    make.ani({.name = "S_FALLDN", .source = "FALL", .next = "S_FALLDN", .flags = "MF", .blend_in = 0.2f});
    make.alias("S_JUMP", "S_JUMP", "S_FALLDN", "F", "MF");
    make.alias("S_FALL", "S_FALL", "S_FALLDN", "F", "MF");
    make.ani({.name = "T_JUMP_2_STAND", .source = "LAND", .next = "S_RUN"});
    make.alias("T_FALLDN_2_STAND", "S_RUN", "T_JUMP_2_STAND");
}

void add_dying(ScriptMaker& make) {
    make.ani({.name = "T_STUMBLE", .source = "STUMBLE", .next = "S_RUN", .blend_in = 0.05f});
    make.alias("T_STUMBLEB", "S_RUN", "T_STUMBLE");
    make.ani({.name = "T_DEAD", .source = "DIE", .next = "S_DEAD"});
    make.silent({.name = "S_DEAD", .source = "DIE", .next = "S_DEAD", .flags = ".", .first = 62});
    make.alias("T_DEADB", "S_DEADB", "T_DEAD");
    make.alias("S_DEADB", "S_DEADB", "S_DEAD", "F", ".");
    make.alias("T_STAND_2_WOUNDED", "S_WOUNDED", "T_DEAD");
    make.alias("S_WOUNDED", "S_WOUNDED", "S_DEAD", "F", ".");
    make.blend("T_WOUNDED_2_DEAD", "S_DEAD", 0.1f);
    make.alias("T_FALL_2_FALLEN", "S_FALLEN", "T_DEAD");
    make.alias("S_FALLEN", "S_FALLEN", "S_DEAD", "F", ".");
    Ani& up = make.ani({.name = "T_FALLEN_2_STAND", .source = "STANDUP", .next = "S_RUN"});
    std::erase_if(up.events, [](const ScriptEvent& event) { return event.kind() == EventKind::tag; }); // unarmed
    make.alias("T_WOUNDED_2_STAND", "S_RUN", "T_FALLEN_2_STAND");
}

void add_gestures(ScriptMaker& make) {
    make.ani({.name = "T_DIALOGGESTURE_01",
              .source = "WAVE",
              .next = "",
              .flags = ".",
              .layer = 2,
              .blend_in = 0.2f,
              .blend_out = 0.2f});
    make.ani({.name = "T_DIALOGGESTURE_02",
              .source = "TALK",
              .next = "",
              .flags = ".",
              .layer = 2,
              .blend_in = 0.2f,
              .blend_out = 0.2f});
    // Nine directions, of which the game picks or mixes.
    for (int part = 0; part < 9; ++part) {
        const std::string name = "C_POINT_" + std::to_string(part + 1);
        make.ani({.name = name.c_str(),
                  .source = "POINT",
                  .next = "",
                  .flags = ".",
                  .first = part * point_frames,
                  .last = (part + 1) * point_frames,
                  .layer = 2});
    }
    make.add(AniComb{.name = "T_POINT",
                     .layer = 2,
                     .next = "",
                     .blend_in = 0.2f,
                     .blend_out = 0.2f,
                     .flags = ".",
                     .prefix = "C_POINT_",
                     .count = 9});

    // Drinking: the flask appears, is emptied as long as one likes, and is gone.
    Ani& lift = make.silent({.name = "T_POTION_STAND_2_S0",
                             .source = "POTION",
                             .next = "S_POTION_S0",
                             .flags = ".",
                             .last = 46,
                             .layer = 2});
    lift.events = {{tag(18, "DEF_INSERT_ITEM", {"ZS_LEFTHAND"})}, {sfx(19, "FLASK_UNCORK", 400)}};
    Ani& drink = make.silent({.name = "S_POTION_S0",
                              .source = "POTION",
                              .next = "S_POTION_S0",
                              .flags = ".",
                              .first = 46,
                              .last = 74,
                              .layer = 2});
    drink.events = {{sfx(48, "DRINK", 500)},
                    {EventPfx{.frame = 50, .handle = 4, .name = "WATER_DRIP", .node = "BIP01 SPINE1", .attach = true}},
                    {EventPfxStop{70, 4}}};
    Ani& lower = make.silent(
        {.name = "T_POTION_S0_2_STAND", .source = "POTION", .next = "", .flags = ".", .first = 74, .layer = 2});
    lower.events = {{tag(84, "DEF_DESTROY_ITEM")}, {sfx(90, "FLASK_BREAK", 900)}, {angry(92, 0.8f, 1.5f)}};
}

// The tags of a blow, and of several in one clip.
std::vector<ScriptEvent> blow(const char* hits, const char* ends, const char* windows) {
    std::vector<ScriptEvent> events{
        {tag(0, "DEF_HIT_LIMB", {"ZS_RIGHTHAND"})}, {tag(0, "DEF_OPT_FRAME", {hits})}, {tag(0, "DEF_HIT_END", {ends})}};
    if (windows) events.push_back({tag(0, "DEF_WINDOW", {windows})});
    return events;
}

void add_fighting(ScriptMaker& make, Game game) {
    // The hand goes to the hilt, rests there, and draws; putting the sword away is the same, reversed, but the events
    // are its own, at the frames of the source.
    make.silent({.name = "T_RUN_2_1H", .source = "1HDRAW", .next = "S_1H", .last = 12});
    make.silent({.name = "S_1H", .source = "1HDRAW", .next = "S_1H", .first = 12, .last = 12});
    Ani& draw = make.silent({.name = "T_1H_2_1HRUN", .source = "1HDRAW", .next = "S_1HRUN", .first = 12});
    draw.events = {{tag(13, "DEF_DRAWSOUND")},
                   {EventSwapMesh{13, {"ZS_SWORD", "ZS_RIGHTHAND"}}},
                   {sfx(18, "SWORD_WHOOSH", 1000)},
                   {tag(20, "DEF_FIGHTMODE", {"1H"})}};
    Ani& undraw = make.silent({.name = "T_1HRUN_2_1H", .source = "1HDRAW", .next = "S_1H", .first = 12, .dir = "R"});
    undraw.events = {{tag(13, "DEF_UNDRAWSOUND")},
                     {EventSwapMesh{13, {"ZS_RIGHTHAND", "ZS_SWORD"}}},
                     {tag(20, "DEF_FIGHTMODE", {""})}};
    make.alias("T_1H_2_RUN", "", "T_RUN_2_1H", "R");

    make.ani({.name = "S_1HRUN", .source = "1HAMBIENT", .next = "S_1HRUN", .flags = "MI", .fps = 10});
    make.alias("S_1HWALK", "S_1HWALK", "S_1HRUN", "F", "MI");
    make.alias("S_1HSNEAK", "S_1HSNEAK", "S_1HRUN", "F", "MI");
    make.alias("S_1HRUNL", "S_1HRUNL", "S_RUNL");
    make.alias("S_1HWALKL", "S_1HWALKL", "S_WALKL");
    make.alias("S_1HSNEAKL", "S_1HSNEAKL", "S_SNEAKL");
    make.alias("T_1HRUNTURNL", "", "T_RUNTURNL", "F", "MR");
    make.alias("T_1HRUNTURNR", "", "T_RUNTURNR", "F", "MR");
    make.blend("T_1HRUN_2_1HRUNL", "S_1HRUNL");
    make.blend("T_1HRUNL_2_1HRUN", "S_1HRUN");

    Ani& attack = make.silent({.name = "S_1HATTACK", .source = "1HCOMBO", .next = "S_1HATTACK", .blend_in = 0});
    attack.events = blow(combo_hits, combo_ends, combo_windows);
    attack.events.insert(
        attack.events.end(),
        {{tag(0, "DEF_HIT_DIR", {"L"})},
         {sfx(9, "SWORD_WHOOSH", 1500)},
         {sfx(22, "SWORD_WHOOSH", 1500)},
         {angry(38, {}, 1)},
         {sfx(41, "SWORD_WHOOSH_HEAVY", 1800)},
         {EventSfxGround{{.frame = 43, .name = "STEP_BONE_R", .range = 1200.0f}}},
         {tag(44, "DEF_DAM_MULTIPLY", {"1.5"})},
         {EventCamTremor{.frame = 45, .args = {300, 300, 3, 4}}},
         {EventPfx{.frame = 45, .handle = 2, .name = "SPARKS_BLADE", .node = "ZS_RIGHTHAND", .attach = true}},
         {EventPfxStop{53, 2}}});

    struct Strike {
        const char *name, *source, *hit, *end;
    };
    for (const Strike& strike :
         {Strike{"T_1HATTACKL", "1HATTACKL", "11", "14"}, Strike{"T_1HATTACKR", "1HATTACKR", "9", "13"},
          Strike{"T_1HATTACKMOVE", "1HATTACKMOVE", "15", "19"}}) {
        Ani& single = make.silent({.name = strike.name, .source = strike.source, .next = "S_1HRUN"});
        single.events = blow(strike.hit, strike.end, nullptr);
        single.events.push_back({sfx(7, "SWORD_WHOOSH", 1500)});
    }
    make.alias("T_1HSFINISH", "S_1HRUN", "T_1HATTACKMOVE");

    // The first game writes the letter O where the second has a nought.
    const std::string block = game == Game::gothic1 ? "T_1HPARADE_O" : "T_1HPARADE_0";
    make.ani({.name = block.c_str(), .source = "1HPARADE", .next = "S_1HRUN", .blend_in = 0.05f});
    if (game == Game::gothic2) make.alias("T_1HPARADE_0_A2", "S_1HRUN", block.c_str());
}

} // namespace

Script gothic_script(const std::vector<Clip>& clips, Game game) {
    ScriptMaker make(clips, "HERO");
    make.script().mesh_and_tree = {{.name = "HERO.ASC"}};
    make.script().register_mesh = {"HERO.ASC"};
    make.add(zengin::ModelTag{.type = "DEF_HIT_LIMB", .args = {"ZS_RIGHTHAND"}});
    add_walking(make);
    add_dying(make);
    add_gestures(make);
    add_fighting(make, game);
    return std::move(make.script());
}

Script gothic_overlay(const std::vector<Clip>& clips) {
    ScriptMaker make(clips, "HERO_1HST1");
    make.script().mesh_and_tree = {{.name = "HERO.ASC", .dont_use_mesh = 1}};
    Ani& attack = make.silent({.name = "S_1HATTACK", .source = "1HCOMBO_ST1", .next = "S_1HATTACK", .blend_in = 0});
    attack.events = blow(trained_hits, trained_ends, trained_windows);
    attack.events.insert(attack.events.end(), {{sfx(7, "SWORD_WHOOSH", 1500)},
                                               {sfx(18, "SWORD_WHOOSH", 1500)},
                                               {sfx(33, "SWORD_WHOOSH_HEAVY", 1800)},
                                               {tag(35, "DEF_DAM_MULTIPLY", {"2"})}});
    make.add(AniDisable{.name = "T_1HATTACKMOVE"}); // the trained keep their distance
    return std::move(make.script());
}

} // namespace ossuary::samples
