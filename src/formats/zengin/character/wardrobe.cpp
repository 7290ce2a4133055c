#include <algorithm>
#include <cmath>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/outfit.h"

namespace ossuary::zengin {

namespace {

constexpr std::uint64_t most_steps_each = 100'000;
constexpr std::size_t most_things = 1024; // that one carries

// Of an item: what it is, and what kind of that.
constexpr std::uint32_t is_melee = 1u << 1, is_ranged = 1u << 2, is_armor = 1u << 4;
constexpr std::uint32_t is_two_handed = 3u << 16, is_shield = 1u << 18, is_bow = 1u << 19, is_crossbow = 1u << 20;

std::string kind_of(const DatObject& item) {
    const auto main = static_cast<std::uint32_t>(item.integer("MAINFLAG")),
               flags = static_cast<std::uint32_t>(item.integer("FLAGS"));
    if (main & is_armor) return "ARMOR";
    if (flags & is_shield) return "SHIELD";
    if (flags & is_crossbow) return "CBOW";
    if ((flags & is_bow) || (main & is_ranged)) return "BOW";
    if (flags & is_two_handed) return "2H";
    return main & is_melee ? "1H" : "";
}

// Where Gothic has a thing while it is in use and while it is put away.
struct Places {
    std::string_view kind, drawn, stowed;
};
constexpr Places places_of_kinds[] = {{"1H", "ZS_RIGHTHAND", "ZS_SWORD"},
                                      {"2H", "ZS_RIGHTHAND", "ZS_LONGSWORD"},
                                      {"BOW", "ZS_LEFTHAND", "ZS_BOW"},
                                      {"CBOW", "ZS_RIGHTHAND", "ZS_CROSSBOW"},
                                      {"SHIELD", "ZS_LEFTARM", "ZS_SHIELD"}};

std::uint32_t number_of_variant(std::int32_t number) { return static_cast<std::uint32_t>(std::max(number, 0)); }

} // namespace

Wardrobe::Wardrobe(const DatIndex& index) : index_(index), machine_(index) { listen(); }

std::vector<std::uint32_t> Wardrobe::of_class(std::string_view name) const {
    std::vector<std::uint32_t> found;
    const auto wanted = index_.find(name);
    if (!wanted) return found;
    for (const std::uint32_t instance : index_.instances())
        if (index_.class_of(instance) == wanted) found.push_back(instance);
    return found;
}

// What is said of somebody else than the one being made is not for us.
Wardrobe::Heard* Wardrobe::heard(std::uint32_t object) {
    return object != 0 && machine_.symbol_of(object) == symbol_ ? &heard_ : nullptr;
}

void Wardrobe::listen() {
    machine_.set_external("MDL_SETVISUAL", [this](DatCall& call) {
        if (Heard* who = heard(call.object(0))) who->outfit.script = call.text(1);
    });
    machine_.set_external("MDL_SETVISUALBODY", [this](DatCall& call) {
        Heard* who = heard(call.object(0));
        if (!who) return;
        who->outfit.body = call.text(1);
        who->outfit.skin = number_of_variant(call.integer(2));
        who->outfit.color = number_of_variant(call.integer(3));
        who->outfit.head = call.text(4);
        who->outfit.face = number_of_variant(call.integer(5));
        who->outfit.teeth = number_of_variant(call.integer(6));
        who->armor = call.integer(7);
    });
    for (const std::string_view name : {"MDL_APPLYOVERLAYMDS", "MDL_APPLYOVERLAYMDSTIMED"})
        machine_.set_external(name, [this](DatCall& call) {
            Heard* who = heard(call.object(0));
            if (!who || who->outfit.overlays.size() >= most_things) return;
            std::erase(who->outfit.overlays, call.text(1)); // the newest comes last
            who->outfit.overlays.push_back(call.text(1));
        });
    machine_.set_external("MDL_REMOVEOVERLAYMDS", [this](DatCall& call) {
        if (Heard* who = heard(call.object(0))) std::erase(who->outfit.overlays, call.text(1));
    });
    machine_.set_external("MDL_SETMODELSCALE", [this](DatCall& call) {
        if (Heard* who = heard(call.object(0))) who->outfit.scale = {call.real(1), call.real(2), call.real(3)};
    });
    machine_.set_external("MDL_SETMODELFATNESS", [this](DatCall& call) {
        if (Heard* who = heard(call.object(0))) who->outfit.fatness = call.real(1);
    });
    const auto take = [this](DatCall& call, std::vector<std::uint32_t> Heard::*list) {
        Heard* who = heard(call.object(0));
        const std::int32_t item = call.integer(1);
        if (who && item >= 0 && (who->*list).size() < most_things)
            (who->*list).push_back(static_cast<std::uint32_t>(item));
    };
    machine_.set_external("EQUIPITEM", [take](DatCall& call) { take(call, &Heard::equipped); });
    for (const std::string_view name : {"CREATEINVITEM", "CREATEINVITEMS"})
        machine_.set_external(name, [take](DatCall& call) { take(call, &Heard::carried); });
    machine_.set_external("NPC_REMOVEINVITEMS", [this](DatCall& call) {
        if (Heard* who = heard(call.object(0))) std::erase(who->carried, static_cast<std::uint32_t>(call.integer(1)));
    });
}

Result<ItemLook> Wardrobe::item(std::uint32_t item, Diagnostics*) {
    if (const auto known = items_.find(item); known != items_.end()) return known->second;
    machine_.refill(most_steps_each);
    const auto made = machine_.make(item);
    if (!made) return Failure(made.error());
    const DatObject object = machine_.read(*made);
    ItemLook look{object.name, object.text("VISUAL"), object.text("VISUAL_CHANGE"), kind_of(object)};
    if (look.kind.empty() && !look.worn.empty()) look.kind = "ARMOR";
    return items_.emplace(item, std::move(look)).first->second;
}

Result<Outfit> Wardrobe::outfit(std::uint32_t npc, const OutfitOptions& options, Diagnostics* diagnostics) {
    machine_.reset();
    machine_.refill(most_steps_each);
    heard_ = {};
    symbol_ = npc;
    const std::size_t known = machine_.unknown_externals().size();
    const auto made = machine_.make(npc);
    symbol_ = 0;
    if (!made) return Failure(made.error());
    for (std::size_t i = known; i < machine_.unknown_externals().size(); ++i)
        report(diagnostics, Severity::note, {},
               "dat: asks the game by " + to_utf8(machine_.unknown_externals()[i]) + ", and gets zero");
    Heard heard = std::move(heard_);
    Outfit outfit = std::move(heard.outfit);
    outfit.name = machine_.read(*made).name;
    if (outfit.script.empty()) return fail("the instance has no model script: it does not call Mdl_SetVisual");
    for (float* value : {&outfit.scale.x, &outfit.scale.y, &outfit.scale.z})
        if (!(*value > 0 && *value < 1000)) *value = 1;
    if (!(std::abs(outfit.fatness) < 1000)) outfit.fatness = 0;

    std::map<std::string, ItemLook> worn; // of each kind one
    const auto take = [&](std::uint32_t number) {
        auto look = item(number, diagnostics);
        if (!look)
            report(diagnostics, Severity::warning, {}, "an item is left out: " + look.error().message());
        else if (!look->kind.empty())
            worn.try_emplace(look->kind == "2H" ? "1H" : look->kind, std::move(*look));
    };
    if (heard.armor >= 0) take(static_cast<std::uint32_t>(heard.armor));
    for (const auto* list : {&heard.equipped, &heard.carried})
        for (const std::uint32_t number : *list) take(number);
    if (const auto armor = worn.find("ARMOR"); armor != worn.end()) outfit.armor = armor->second.worn;
    const bool has_melee = worn.contains("1H");
    for (const auto& [key, look] : worn) {
        const auto* places = std::ranges::find(places_of_kinds, look.kind, &Places::kind);
        if (places == std::end(places_of_kinds) || look.visual.empty()) continue;
        const bool is_shot = look.kind == "BOW" || look.kind == "CBOW";
        const bool is_stowed = options.stowed || (is_shot && has_melee);
        outfit.slots.push_back({std::string(is_stowed ? places->stowed : places->drawn), look.visual});
    }
    return outfit;
}

} // namespace ossuary::zengin
