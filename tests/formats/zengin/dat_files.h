// A small script put together by hand: a guard dressed through a prototype and a function, his armour, an apple.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/formats/zengin/dat.h"
#include "shared_files.h"

namespace ossuary::zengin::testing {

using namespace ::ossuary::testing;

// Symbols get their numbers in the order they are added.
class DatMaker {
public:
    std::uint32_t add(DatSymbol symbol) {
        file_.sort_table.push_back(static_cast<std::uint32_t>(file_.symbols.size()));
        file_.symbols.push_back(std::move(symbol));
        return static_cast<std::uint32_t>(file_.symbols.size() - 1);
    }
    std::uint32_t text(std::string value) {
        return add({.name = "\xff" + std::to_string(file_.symbols.size()),
                    .count = 1,
                    .type = DatType::string_type,
                    .flags = DatSymbol::is_const,
                    .strings = {std::move(value)}});
    }
    std::uint32_t variable(std::string name, DatType type, std::uint8_t flags = 0, std::int32_t parent = -1) {
        DatSymbol symbol{.name = std::move(name), .count = 1, .type = type, .flags = flags};
        symbol.parent = parent;
        if (type == DatType::string_type && flags == 0) symbol.strings = {""};
        if (type == DatType::int_type && flags == 0) symbol.ints = {0};
        return add(symbol);
    }
    std::uint32_t external(std::string name, std::uint16_t parameters) {
        return add({.name = std::move(name),
                    .count = parameters,
                    .type = DatType::func_type,
                    .flags = DatSymbol::is_const | DatSymbol::is_external});
    }
    // Code for a function, prototype or instance, which begins where the code ends so far.
    std::uint32_t code(std::string name, DatType type, std::initializer_list<std::string> lines,
                       std::int32_t parent = -1, std::uint16_t parameters = 0) {
        DatSymbol symbol{.name = std::move(name), .count = parameters, .type = type, .flags = DatSymbol::is_const};
        symbol.address = static_cast<std::int32_t>(file_.code.size());
        symbol.parent = parent;
        const ByteBuffer assembled = assemble(std::vector<std::string>(lines)).value();
        file_.code.insert(file_.code.end(), assembled.begin(), assembled.end());
        return add(symbol);
    }
    std::int32_t address(std::uint32_t symbol) const { return file_.symbols[symbol].address; }
    DatFile& file() { return file_; }

private:
    DatFile file_;
};

inline std::string op(std::string_view mnemonic, std::int64_t operand) {
    return std::string(mnemonic) + ' ' + std::to_string(operand);
}

inline DatFile guard_script() {
    DatMaker dat;
    const auto npc = dat.add({.name = "C_NPC", .vary = 800, .count = 1, .type = DatType::class_type});
    const auto item = dat.add({.name = "C_ITEM", .vary = 640, .count = 2, .type = DatType::class_type});
    const auto of_item = static_cast<std::int32_t>(item), of_npc = static_cast<std::int32_t>(npc);
    const auto visual = dat.variable("C_ITEM.VISUAL", DatType::string_type, DatSymbol::is_member, of_item);
    const auto worn = dat.variable("C_ITEM.VISUAL_CHANGE", DatType::string_type, DatSymbol::is_member, of_item);
    const auto self = dat.variable("SELF", DatType::instance_type);
    const auto set_visual = dat.external("MDL_SETVISUAL", 2), set_body = dat.external("MDL_SETVISUALBODY", 8);
    const auto overlay = dat.external("MDL_APPLYOVERLAYMDS", 2);
    const auto humans = dat.text("HUMANS.MDS"), naked = dat.text("hum_body_Naked0"), relaxed = dat.text("RELAXED.MDS");
    const auto bald = dat.text("Hum_Head_Bald"), armor_3ds = dat.text("ITAR_GUARD.3DS"),
               armor_asc = dat.text("GUARD.ASC");
    const auto apple_3ds = dat.text("ITFO_APPLE.3DS");

    const auto armor = dat.code(
        "ITAR_GUARD", DatType::instance_type,
        {op("pushv", armor_3ds), op("pushv", visual), "movs", op("pushv", armor_asc), op("pushv", worn), "movs", "ret"},
        of_item);
    dat.code("ITFO_APPLE", DatType::instance_type, {op("pushv", apple_3ds), op("pushv", visual), "movs", "ret"},
             of_item);
    // func void B_DRESS(var string head, var int armor): the head and the armour are parameters, and so variables.
    const auto dress_number = static_cast<std::uint32_t>(dat.file().symbols.size());
    const auto head = dress_number + 1, armor_number = dress_number + 2;
    const auto dress = dat.code("B_DRESS", DatType::func_type,
                                {op("pushv", armor_number), "movi", op("pushv", head), "movs",
                                 // Mdl_SetVisual (self, "HUMANS.MDS");
                                 op("pushinst", self), op("pushv", humans), op("callx", set_visual),
                                 // Mdl_SetVisualBody (self, "hum_body_Naked0", 0, 0, head, 0, 0, armor);
                                 op("pushinst", self), op("pushv", naked), "pushi 0", "pushi 0", op("pushv", head),
                                 "pushi 0", "pushi 0", op("pushv", armor_number), op("callx", set_body), "ret"},
                                -1, 2);
    dat.variable("B_DRESS.HEAD", DatType::string_type);
    dat.variable("B_DRESS.ARMOR", DatType::int_type);
    const auto base = dat.code("NPC_DEFAULT", DatType::prototype_type,
                               {op("pushinst", self), op("pushv", relaxed), op("callx", overlay), "ret"}, of_npc);
    dat.code(
        "GRD_200_GUARD", DatType::instance_type,
        {op("call", dat.address(base)), op("pushv", bald), op("pushi", armor), op("call", dat.address(dress)), "ret"},
        static_cast<std::int32_t>(base));
    return dat.file();
}

} // namespace ossuary::zengin::testing
