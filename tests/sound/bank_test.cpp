#include "ossuary/sound/bank.h"

#include <gtest/gtest.h>

#include <map>

#include "ossuary/formats/zengin/dat.h"
#include "ossuary/sound/script_text.h"
#include "ossuary/sound/scripts.h"

namespace ossuary::sound {
namespace {

using namespace zengin;

// Instances of one class that only assign constants.
class SmallScript {
public:
    explicit SmallScript(std::string class_name) : class_(std::move(class_name)) {
        add({.name = class_, .type = DatType::class_type});
    }
    void instance(std::string name, const std::map<std::string, std::string>& texts,
                  const std::map<std::string, int>& numbers = {}) {
        std::vector<std::string> lines;
        const auto assign = [&](const std::string& push, const std::string& field, DatType type) {
            lines.insert(lines.end(), {push, "pushv " + std::to_string(member(field, type)),
                                       type == DatType::string_type ? "movs" : "movi"});
        };
        for (const auto& [field, text] : texts)
            assign("pushv " + std::to_string(add({.name = "\xff" + std::to_string(file_.symbols.size()),
                                                  .count = 1,
                                                  .type = DatType::string_type,
                                                  .flags = DatSymbol::is_const,
                                                  .strings = {text}})),
                   field, DatType::string_type);
        for (const auto& [field, number] : numbers) assign("pushi " + std::to_string(number), field, DatType::int_type);
        lines.push_back("ret");
        const ByteBuffer code = assemble(lines).value();
        add({.name = std::move(name),
             .type = DatType::instance_type,
             .flags = DatSymbol::is_const,
             .address = static_cast<std::int32_t>(file_.code.size()),
             .parent = 0});
        file_.code.insert(file_.code.end(), code.begin(), code.end());
    }
    const DatFile& file() const { return file_; }

private:
    std::uint32_t add(DatSymbol symbol) {
        file_.sort_table.push_back(static_cast<std::uint32_t>(file_.symbols.size()));
        file_.symbols.push_back(std::move(symbol));
        return static_cast<std::uint32_t>(file_.symbols.size() - 1);
    }
    std::uint32_t member(const std::string& field, DatType type) {
        const auto [known, is_new] = members_.try_emplace(field);
        if (is_new)
            known->second = add(
                {.name = class_ + "." + field, .count = 1, .type = type, .flags = DatSymbol::is_member, .parent = 0});
        return known->second;
    }
    std::string class_;
    DatFile file_;
    std::map<std::string, std::uint32_t> members_;
};

ByteBuffer some_sound() { return audio::write_wav(audio::make_wav({22050, 1, std::vector<std::int16_t>(100, 500)})); }

FileLookup folder(std::map<std::string, ByteBuffer> files) {
    return [files = std::move(files)](std::string_view name) -> std::optional<SharedBytes> {
        const auto found = files.find(zengin::upper_case(name));
        if (found == files.end()) return {};
        return SharedBytes(ByteBuffer(found->second));
    };
}

TEST(SoundBank, PlaysWhatTheScriptSays) {
    SmallScript script("C_SFX");
    script.instance("STEP_WOOD", {{"FILE", "tap.wav"}}, {{"VOL", 64}, {"PITCHOFF", -3}});
    script.instance("STEP_STONE", {{"FILE", "knock.wav"}}, {{"LOOP", 1}});
    script.instance("STEP_STONE_A1", {{"FILE", "knock_1.wav"}});
    script.instance("STEP_STONE_A2", {{"FILE", "lost.wav"}});
    script.instance("STEP_STONE_A3", {{"FILE", "knock_1.wav"}});
    Diagnostics found;
    SoundBank bank(folder({{"SFX.DAT", write_dat(script.file())},
                           {"TAP.WAV", some_sound()},
                           {"KNOCK.WAV", some_sound()},
                           {"KNOCK_1.WAV", some_sound()}}),
                   &found);
    EXPECT_TRUE(found.empty()) << found[0].message;
    EXPECT_TRUE(bank.has_script());
    Random random;
    const auto wood = bank.resolve("step", 3, 500, random);
    ASSERT_TRUE(wood);
    EXPECT_EQ(wood->file, "tap.wav");
    EXPECT_EQ(wood->semitones, -3);
    EXPECT_NEAR(wood->gain, 64 / 127.0, 1e-9);
    EXPECT_EQ(wood->range, 500);
    const auto earth = bank.resolve("STEP", 4, {}, random);
    ASSERT_TRUE(earth);             // there is none for earth: stone
    EXPECT_EQ(earth->variants, 2u); // up to the one whose file is missing
    EXPECT_EQ(earth->range, ground_sound_range);
    EXPECT_FALSE(bank.resolve("STEP", {}, {}, random));
    const auto pcm = bank.load("tap.wav");
    ASSERT_TRUE(pcm) << pcm.error().text();
    EXPECT_EQ((*pcm)->frames(), 100u);
    EXPECT_EQ(bank.load("tap.wav").value(), *pcm);
    EXPECT_FALSE(bank.load("lost.wav"));
}

TEST(SoundBank, FilesTellWhereThereIsNoScript) {
    SoundBank bank(
        folder({{"CLANK.WAV", some_sound()}, {"CLANK_A1.WAV", some_sound()}, {"BROKEN.WAV", ByteBuffer(3)}}));
    EXPECT_FALSE(bank.has_script());
    EXPECT_EQ(bank.variants("clank").size(), 2u);
    Random random;
    EXPECT_EQ(bank.resolve("clank", {}, {}, random)->variants, 2u);
    EXPECT_EQ(bank.resolve("clank.wav", {}, {}, random)->variants, 1u);
    EXPECT_FALSE(bank.resolve("other", {}, {}, random));
    EXPECT_EQ(bank.load("BROKEN.WAV").error().place().file, "BROKEN.WAV");
}

TEST(SoundBank, ABrokenScriptIsTold) {
    Diagnostics found;
    SoundBank bank(folder({{"SFX.DAT", ByteBuffer(2)}, {"CLANK.WAV", some_sound()}}), &found);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].place.file, "SFX.DAT");
    EXPECT_EQ(bank.variants("CLANK").size(), 1u);
}

TEST(SoundBank, TextsTellWhereNothingIsCompiled) {
    const auto text = [](std::string_view words) { return to_buffer(words); };
    const auto find =
        folder({{"SFX.D", text("class C_SFX { var string file; var int vol; };\n"
                               "CONST INT SFX_LOUD = 120;\n"
                               "prototype C_SFX_DEF (C_SFX) { vol = 127; pitchVar = 0; };")},
                {"SFXINST.D", text("// steps\n"
                                   "INSTANCE Step (C_SFX_DEF)\n"
                                   "{\n"
                                   "\tfile = \"tap.wav\"; vol = 64; /* soft\n */ pitchOff = -2;\n"
                                   "};\n"
                                   "INSTANCE STEP_A1 (C_SFX_DEF) { file = \"tap2.wav\"; vol = SFX_LOUD; };\n"
                                   "INSTANCE Drone (C_SFX_DEF) { file = \"drone.wav\"; loop = 1; vol = how(); };\n"
                                   "INSTANCE Other (C_ELSE) { file = \"else.wav\"; };\n")},
                {"MUSICINST.D", text("INSTANCE OC_DAY_STD (C_MUSICTHEME_STANDARD) "
                                     "{ file = \"oc.sgt\"; vol = 0.5; transType = 2 | 1; };")},
                {"TAP.WAV", some_sound()},
                {"TAP2.WAV", some_sound()},
                {"DRONE.WAV", some_sound()}});
    Diagnostics found;
    SoundBank bank(find, &found);
    EXPECT_TRUE(bank.has_script());
    ASSERT_EQ(found.size(), 1u); // what a function gives cannot be known
    EXPECT_EQ(found[0].place.file, "SFXINST.D");
    EXPECT_EQ(found[0].place.line, 8u);
    const auto variants = bank.variants("STEP");
    ASSERT_EQ(variants.size(), 2u);
    EXPECT_EQ(variants[0].instance->volume, 64);
    EXPECT_EQ(variants[0].instance->pitch_offset, -2);
    EXPECT_EQ(variants[1].instance->volume, 120);
    EXPECT_TRUE(bank.library().find("drone")->loop);
    EXPECT_EQ(bank.library().find("drone")->volume, 127);
    EXPECT_EQ(bank.library().find("other"), nullptr);
    const auto themes = find_themes(find);
    ASSERT_TRUE(themes);
    ASSERT_EQ(themes->size(), 1u);
    EXPECT_EQ((*themes)[0].file, "oc.sgt");
    EXPECT_EQ((*themes)[0].volume, 0.5);
    EXPECT_EQ((*themes)[0].transition, TransitionKind::fill);
}

TEST(ScriptText, BrokenTextsEnd) {
    const std::string whole =
        "const int a = 1; prototype P (C_SFX) { vol = a; x[a] = \"t\"; }; instance I, J (P) { f = -1.5; };";
    for (std::size_t length = 0; length <= whole.size(); ++length) {
        ScriptText script;
        Diagnostics found;
        script.add(std::string_view(whole).substr(0, length), &found);
        EXPECT_LE(script.objects_of("C_SFX").size(), 2u);
    }
    ScriptText ring;
    ring.add("prototype A (B) {}; prototype B (A) {}; instance I (A);");
    EXPECT_TRUE(ring.objects_of("C_SFX").empty());
}

TEST(Themes, AreChosenByZoneTimeAndMode) {
    SmallScript script("C_MUSICTHEME");
    for (const char* name : {"OC_DAY_STD", "OC_DAY_FGT", "OC_NGT_STD", "DEF_DAY_STD", "DEF_NGT_THR"})
        script.instance(name, {{"FILE", std::string(name) + ".sgt"}}, {{"TRANSTYPE", 3}, {"TRANSSUBTYPE", 2}});
    script.instance("ODD", {}, {{"TRANSTYPE", 99}, {"TRANSSUBTYPE", -1}, {"LOOP", 0}});
    const auto themes = themes_of(script.file());
    ASSERT_EQ(themes.size(), 6u);
    EXPECT_EQ(themes[0].file, "OC_DAY_STD.sgt");
    EXPECT_EQ(themes[0].transition, TransitionKind::fill);
    EXPECT_EQ(themes[0].boundary, Boundary::beat);
    EXPECT_EQ(themes[5].transition, TransitionKind::none);
    EXPECT_EQ(themes[5].boundary, Boundary::measure);
    EXPECT_FALSE(themes[5].loop);
    const auto name = [&](MusicPlace place) {
        const MusicTheme* theme = theme_for(themes, place);
        return theme ? theme->name : std::string();
    };
    EXPECT_EQ(name({.zone = "OLDCAMP_OC"}), "OC_DAY_STD");
    EXPECT_EQ(name({.zone = "OC", .hour = 21}), "OC_NGT_STD");
    EXPECT_EQ(name({.zone = "OC", .hour = 3.9, .mode = MusicMode::fight}), "OC_NGT_STD");
    EXPECT_EQ(name({.zone = "OC", .mode = MusicMode::threat}), "OC_DAY_FGT");
    EXPECT_EQ(name({.zone = "NOWHERE_X", .default_zone = "ALL_DEF", .hour = 0, .mode = MusicMode::threat}),
              "DEF_NGT_THR");
    EXPECT_EQ(name({.zone = "NOWHERE_X", .default_zone = "DEF", .hour = 0}), "DEF_DAY_STD");
    EXPECT_EQ(name({.zone = "NOWHERE_X"}), "");
}

} // namespace
} // namespace ossuary::sound
