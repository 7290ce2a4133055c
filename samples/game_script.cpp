// The script of the small game: as little as a game needs to put Ossian into its world.
#include <algorithm>

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
    // An instance of a class, with the code that fills it.
    Result<void> instance(std::string_view name, std::uint32_t of_class, const std::vector<std::string>& lines) {
        const auto code = assemble(lines);
        if (!code) return Failure(code.error());
        add({.name = std::string(name),
             .type = DatType::instance_type,
             .flags = DatSymbol::is_const,
             .address = static_cast<std::int32_t>(file_.code.size()),
             .parent = static_cast<std::int32_t>(of_class)});
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
};

std::string op(const char* mnemonic, std::uint32_t operand) {
    return std::string(mnemonic).append(" ").append(std::to_string(operand));
}

} // namespace

Result<DatFile> game_script() {
    Script script;
    const auto npc = script.add({.name = "C_NPC", .vary = 800, .type = DatType::class_type});
    const auto item = script.add({.name = "C_ITEM", .vary = 640, .count = 1, .type = DatType::class_type});
    const auto visual = script.add({.name = "C_ITEM.VISUAL",
                                    .count = 1,
                                    .type = DatType::string_type,
                                    .flags = DatSymbol::is_member,
                                    .parent = static_cast<std::int32_t>(item)});
    const auto self = script.add({.name = "SELF", .type = DatType::instance_type});
    const auto set_visual = script.external("MDL_SETVISUAL", 2), set_body = script.external("MDL_SETVISUALBODY", 8);
    const auto apply_overlay = script.external("MDL_APPLYOVERLAYMDS", 2);
    const auto hero = script.text("HERO.MDS"), body = script.text("HERO"), head = script.text("HERO_HEAD");
    const auto trained = script.text("HERO_1HST1.MDS"), sword = script.text("ITMW_OSSIAN.3DS");
    if (auto done = script.instance("ITMW_OSSIAN", item, {op("pushv", sword), op("pushv", visual), "movs", "ret"});
        !done)
        return Failure(done.error());
    if (auto done = script.instance(
            "PC_HERO", npc,
            {op("pushinst", self), op("pushv", hero),
             op("callx", set_visual), // the moveset
                                      // body, its texture and colour, head, its texture and teeth, no armour
             op("pushinst", self), op("pushv", body), "pushi 0", "pushi 0", op("pushv", head), "pushi 0", "pushi 0",
             "pushi -1", op("callx", set_body), op("pushinst", self), op("pushv", trained), op("callx", apply_overlay),
             "ret"});
        !done)
        return Failure(done.error());
    return script.take();
}

} // namespace ossuary::samples
