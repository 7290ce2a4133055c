#include "ossuary/formats/zengin/outfit.h"

#include <algorithm>
#include <cmath>

#include "formats/zengin/facts.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/asset_names.h"
#include "outfit_layout.h"

namespace ossuary::zengin {

namespace {

constexpr std::uint32_t outfit_version = 1;
constexpr std::size_t most_parts = 256; // overlays, and slots

Result<void> check_outfit(const Outfit& outfit) {
    if (outfit.outfit != outfit_version)
        return fail({.field = "outfit"}, "version " + std::to_string(outfit.outfit) + ", not 1");
    if (outfit.script.empty()) return fail({.field = "script"}, "there is no model script");
    if (outfit.overlays.size() > most_parts || outfit.slots.size() > most_parts)
        return fail("more than " + std::to_string(most_parts) + " overlays or slots");
    for (const float value : {outfit.scale.x, outfit.scale.y, outfit.scale.z})
        if (!(value > 0 && value < 1000)) return fail({.field = "scale"}, "is not between 0 and 1000");
    if (!(std::abs(outfit.fatness) < 1000)) return fail({.field = "fatness"}, "is not below 1000");
    return {};
}

} // namespace

bool recognise_outfit(Bytes bytes) {
    std::string_view text = as_text(bytes.subspan(0, std::min<std::size_t>(bytes.size(), 256)));
    const auto skip = [&] {
        while (!text.empty() && is_white_space(text.front())) text.remove_prefix(1);
    };
    skip();
    if (!text.starts_with('{')) return false;
    text.remove_prefix(1);
    skip();
    return text.starts_with("\"outfit\"");
}

Result<Outfit> parse_outfit(Bytes bytes, Diagnostics*) {
    auto json = parse_json(as_text(bytes));
    if (!json) return Failure(json.error());
    return build_outfit(*json);
}

std::string write_outfit(const Outfit& outfit) { return print_json(dump_outfit(outfit), 2) + '\n'; }

Json dump_outfit(const Outfit& outfit) { return dump_record(outfit); }

Result<Outfit> build_outfit(const Json& json) {
    if (!json.is_object()) return fail("expected an object");
    // What is left out is as it is by default.
    Json whole = dump_outfit(Outfit{});
    for (const Json::Member& member : json.members()) whole.set(member.name, member.value);
    auto outfit = build_record<Outfit>(whole);
    if (!outfit) return outfit;
    if (auto sound = check_outfit(*outfit); !sound) return Failure(sound.error());
    return outfit;
}

Json facts_of(const Outfit& outfit, const FileLookup& find) {
    Json facts = dump_outfit(outfit);
    for (const char* told : {"outfit", "script", "overlays", "body", "armor", "head", "slots"}) facts.erase(told);
    Json parts = Json::array();
    const auto tell = [&](std::string_view what, AssetKind kind, const std::string& name) {
        if (name.empty()) return;
        std::string file;
        for (const std::string& candidate : candidates(kind, name))
            if (file.empty() && find && find(candidate)) file = candidate;
        Json row = Json::object();
        row.set("part", what);
        row.set("visual", name);
        row.set("file", file.empty() ? Json() : Json(file));
        parts.push(std::move(row));
    };
    tell("script", AssetKind::model_script, outfit.script);
    for (const std::string& overlay : outfit.overlays) tell("overlay", AssetKind::model_script, overlay);
    tell("body", AssetKind::model_mesh, outfit.body);
    tell("armor", AssetKind::model_mesh, outfit.armor);
    tell("head", AssetKind::morph_mesh, outfit.head);
    for (const OutfitSlot& slot : outfit.slots)
        tell(slot.slot, visual_kind(slot.visual).value_or(AssetKind::mesh), slot.visual);
    facts.set("parts", std::move(parts));
    return facts;
}

} // namespace ossuary::zengin
