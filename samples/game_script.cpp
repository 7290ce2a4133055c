// The scripts of the small game: as little as a game needs to put Ossian into its world and to be heard.
#include <algorithm>
#include <bit>

#include "ossuary/formats/zengin/dat.h"
#include "samples/game.h"

namespace ossuary::samples {

namespace {

using namespace zengin;

// Symbols get their numbers in the order they are added.
class Script {
public:
    std::uint32_t add(DatSymbol symbol) {
        file_.symbols.push_back(std::move(symbol));
        return static_cast<std::uint32_t>(file_.symbols.size() - 1);
    }
    std::uint32_t text(std::string_view value) {
        return add({.name = std::string("\xff").append(std::to_string(file_.symbols.size())),
                    .count = 1,
                    .type = DatType::string_type,
                    .flags = DatSymbol::is_const,
                    .strings = {std::string(value)}});
    }
    std::uint32_t external(std::string_view name, std::uint16_t parameters) {
        return add({.name = std::string(name),
                    .count = parameters,
                    .type = DatType::func_type,
                    .flags = DatSymbol::is_const | DatSymbol::is_external});
    }
    std::uint32_t member(std::string_view of_class, std::string_view name, DatType type) {
        return add({.name = std::string(of_class).append(".").append(name),
                    .count = 1,
                    .type = type,
                    .flags = DatSymbol::is_member,
                    .parent = 0}); // the class comes first
    }
    std::uint32_t last() const { return static_cast<std::uint32_t>(file_.symbols.size() - 1); }
    // Where the code of the last prototype begins.
    std::uint32_t prototype_code() const { return prototype_code_; }
    // An instance or a prototype of a class, with the code that fills it.
    Result<void> instance(std::string_view name, std::uint32_t of_class, const std::vector<std::string>& lines,
                          DatType type = DatType::instance_type) {
        const auto code = assemble(lines);
        if (!code) return Failure(code.error());
        add({.name = std::string(name),
             .type = type,
             .flags = DatSymbol::is_const,
             .address = static_cast<std::int32_t>(file_.code.size()),
             .parent = static_cast<std::int32_t>(of_class)});
        if (type == DatType::prototype_type) prototype_code_ = static_cast<std::uint32_t>(file_.code.size());
        file_.code.insert(file_.code.end(), code->begin(), code->end());
        return {};
    }
    DatFile take() {
        for (std::uint32_t i = 0; i < file_.symbols.size(); ++i) file_.sort_table.push_back(i);
        std::sort(file_.sort_table.begin(), file_.sort_table.end(),
                  [this](std::uint32_t a, std::uint32_t b) { return file_.symbols[a].name < file_.symbols[b].name; });
        return std::move(file_);
    }

private:
    DatFile file_;
    std::uint32_t prototype_code_ = 0;
};

std::string op(const char* mnemonic, std::uint32_t operand) {
    return std::string(mnemonic).append(" ").append(std::to_string(operand));
}

} // namespace

Result<DatFile> game_script() {
    Script script;
    const auto npc = script.add({.name = "C_NPC", .vary = 800, .count = 2, .type = DatType::class_type});
    const auto of_class = [&](std::string_view name, DatType type, std::uint32_t owner) {
        return script.add({.name = std::string(name),
                           .count = 1,
                           .type = type,
                           .flags = DatSymbol::is_member,
                           .parent = static_cast<std::int32_t>(owner)});
    };
    const auto name = of_class("C_NPC.NAME", DatType::string_type, npc),
               level = of_class("C_NPC.LEVEL", DatType::int_type, npc);
    const auto item = script.add({.name = "C_ITEM", .vary = 640, .count = 4, .type = DatType::class_type});
    const auto visual = of_class("C_ITEM.VISUAL", DatType::string_type, item),
               worn = of_class("C_ITEM.VISUAL_CHANGE", DatType::string_type, item),
               main_flag = of_class("C_ITEM.MAINFLAG", DatType::int_type, item),
               flags = of_class("C_ITEM.FLAGS", DatType::int_type, item);
    const auto self = script.add({.name = "SELF", .type = DatType::instance_type});
    const auto set_visual = script.external("MDL_SETVISUAL", 2), set_body = script.external("MDL_SETVISUALBODY", 8);
    const auto apply_overlay = script.external("MDL_APPLYOVERLAYMDS", 2), equip = script.external("EQUIPITEM", 2);
    const auto hero = script.text("HERO.MDS"), trained = script.text("HERO_1HST1.MDS");
    const auto assign = [](std::uint32_t text, std::uint32_t field) {
        return std::vector<std::string>{op("pushv", text), op("pushv", field), "movs"};
    };
    const auto number = [](std::int32_t value, std::uint32_t field) {
        return std::vector<std::string>{"pushi " + std::to_string(value), op("pushv", field), "movi"};
    };
    const auto joined = [](std::initializer_list<std::vector<std::string>> parts) {
        std::vector<std::string> lines;
        for (const std::vector<std::string>& part : parts) lines.insert(lines.end(), part.begin(), part.end());
        lines.push_back("ret");
        return lines;
    };
    constexpr std::int32_t melee = 2, armor_kind = 16, one_handed_sword = 1 << 14;

    const auto sword = script.text("ITMW_OSSIAN.3DS"), armor = script.text("OSSIAN_ARMOR.ASC");
    Result<void> done =
        script.instance("ITMW_OSSIAN", item,
                        joined({assign(sword, visual), number(melee, main_flag), number(one_handed_sword, flags)}));
    if (!done) return Failure(done.error());
    done = script.instance("ITAR_OSSIAN", item, joined({assign(armor, worn), number(armor_kind, main_flag)}));
    if (!done) return Failure(done.error());
    const auto sword_number = script.last() - 1, armor_number = script.last();

    // Body, its texture and colour, head, its texture and teeth, no armour.
    const auto look = [&](std::string_view body, std::string_view head, int variant) {
        const std::string number_text = "pushi " + std::to_string(variant);
        return std::vector<std::string>{op("pushinst", self),
                                        op("pushv", hero),
                                        op("callx", set_visual),
                                        op("pushinst", self),
                                        op("pushv", script.text(body)),
                                        number_text,
                                        number_text,
                                        op("pushv", script.text(head)),
                                        number_text,
                                        "pushi 0",
                                        "pushi -1",
                                        op("callx", set_body)};
    };
    const std::vector<std::string> training = {op("pushinst", self), op("pushv", trained), op("callx", apply_overlay)};
    const auto wear = [&](std::uint32_t thing) {
        return std::vector<std::string>{op("pushinst", self), op("pushi", thing), op("callx", equip)};
    };
    done = script.instance("PC_HERO", npc, joined({look("HERO", "HERO_HEAD", 0), training}));
    if (!done) return Failure(done.error());
    const auto ossian = script.text("Ossian"), bran = script.text("Bran");
    done = script.instance("NPC_DEFAULT", npc, joined({number(1, level)}), DatType::prototype_type);
    if (!done) return Failure(done.error());
    const auto standard = script.last();
    const std::vector<std::string> base = {op("call", script.prototype_code())};
    for (const auto& [who, lines] :
         {std::pair("OSSIAN", joined({base, assign(ossian, name), look("OSSIAN_BODY", "OSSIAN_HEAD", 0)})),
          std::pair("OSSIAN_KNIGHT",
                    joined({base, assign(ossian, name), number(10, level), look("OSSIAN_BODY", "OSSIAN_HEAD", 0),
                            wear(armor_number), wear(sword_number), training})),
          std::pair("BRAN", joined({base, assign(bran, name), look("BRAN_BODY", "BRAN_HEAD", 1)}))})
        if (done = script.instance(who, standard, lines); !done) return Failure(done.error());
    return script.take();
}

Result<DatFile> sound_script(const std::vector<std::string>& names) {
    Script script;
    const auto sound = script.add({.name = "C_SFX", .vary = 64, .count = 5, .type = DatType::class_type});
    const auto file = script.member("C_SFX", "FILE", DatType::string_type),
               pitch = script.member("C_SFX", "PITCHOFF", DatType::int_type),
               spread = script.member("C_SFX", "PITCHVAR", DatType::int_type),
               volume = script.member("C_SFX", "VOL", DatType::int_type),
               loop = script.member("C_SFX", "LOOP", DatType::int_type);
    const auto standard = static_cast<std::uint32_t>(loop + 1);
    Result<void> done =
        script.instance("C_SFX_DEF", sound,
                        {"pushi 0", op("pushv", pitch), "movi", "pushi 0", op("pushv", spread), "movi", "pushi 127",
                         op("pushv", volume), "movi", "pushi 0", op("pushv", loop), "movi", "ret"},
                        DatType::prototype_type);
    if (!done) return Failure(done.error());
    for (const std::string& name : names) {
        std::vector<std::string> lines = {op("call", script.prototype_code())};
        const bool is_heavy = name == "SWORD_WHOOSH_HEAVY", is_step = name.starts_with("STEP_");
        const auto text = script.text((is_heavy ? "SWORD_WHOOSH" : name) + ".WAV");
        lines.insert(lines.end(), {op("pushv", text), op("pushv", file), "movs"});
        if (is_heavy) lines.insert(lines.end(), {"pushi -5", op("pushv", pitch), "movi"});
        if (is_step)
            lines.insert(lines.end(),
                         {"pushi 1", op("pushv", spread), "movi", "pushi 100", op("pushv", volume), "movi"});
        lines.push_back("ret");
        if (done = script.instance(name, standard, lines); !done) return Failure(done.error());
    }
    return script.take();
}

Result<DatFile> music_script() {
    Script script;
    const auto theme = script.add({.name = "C_MUSICTHEME", .vary = 64, .count = 5, .type = DatType::class_type});
    const auto file = script.member("C_MUSICTHEME", "FILE", DatType::string_type),
               volume = script.member("C_MUSICTHEME", "VOL", DatType::float_type),
               loop = script.member("C_MUSICTHEME", "LOOP", DatType::int_type),
               kind = script.member("C_MUSICTHEME", "TRANSTYPE", DatType::int_type),
               boundary = script.member("C_MUSICTHEME", "TRANSSUBTYPE", DatType::int_type);
    const auto standard = boundary + 1;
    const auto number = [](float value) { return op("pushi", std::bit_cast<std::uint32_t>(value)); };
    Result<void> done =
        script.instance("C_MUSICTHEME_DEF", theme,
                        {number(1), op("pushv", volume), "movf", "pushi 1", op("pushv", loop), "movi", "pushi 1",
                         op("pushv", kind), "movi", "pushi 3", op("pushv", boundary), "movi", "ret"},
                        DatType::prototype_type);
    if (!done) return Failure(done.error());
    struct Theme {
        std::string_view name, file;
        float volume;
        std::uint32_t transition;
    };
    constexpr std::uint32_t none = 1, break_kind = 4;
    for (const Theme& each :
         {Theme{"SYS_MENU", "ossian.sgt", 1, none}, Theme{"OSSIAN_DAY_STD", "ossian.sgt", 0.75f, break_kind},
          Theme{"OSSIAN_DAY_FGT", "ossian_fight.sgt", 1, break_kind}}) {
        const auto text = script.text(each.file);
        done = script.instance(each.name, standard,
                               {op("call", script.prototype_code()), op("pushv", text), op("pushv", file), "movs",
                                number(each.volume), op("pushv", volume), "movf", op("pushi", each.transition),
                                op("pushv", kind), "movi", "ret"});
        if (!done) return Failure(done.error());
    }
    return script.take();
}

} // namespace ossuary::samples
