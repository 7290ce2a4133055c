#include "ossuary/model/script_extras.h"

namespace ossuary {

namespace {

Json strings(const std::vector<std::string>& texts) {
    Json list = Json::array();
    for (const std::string& text : texts) list.push(text);
    return list;
}

Json entry_of(std::string_view kind) {
    Json entry = Json::object();
    entry.append("kind", kind);
    return entry;
}

Json entry_of(const ModelTag& tag) {
    Json entry = entry_of("modelTag");
    entry.append("type", tag.type);
    entry.append("args", strings(tag.arguments));
    return entry;
}

Json entry_of(const Transition& transition) {
    Json entry = entry_of(transition.in_step ? "aniSync" : "aniBlend");
    entry.append("name", transition.name);
    if (!transition.in_step) entry.append("layer", transition.layer ? Json(*transition.layer) : Json());
    entry.append("next", transition.next);
    entry.append("blend_in", transition.blend_in);
    entry.append("blend_out", transition.blend_out);
    for (const Json::Member& member : transition.extras.members()) entry.append(member.name, member.value);
    return entry;
}

// Takes the member out of an object if it is understood.
template <class T> void take(Json& json, std::string_view name, bool understood, T& field, T value) {
    if (!understood) return;
    field = std::move(value);
    json.erase(name);
}
void take(Json& json, std::string_view name, std::string& field) {
    const Json value = json[name];
    take(json, name, value.is_string(), field, std::string(value.string()));
}
void take(Json& json, std::string_view name, float& field) {
    const Json value = json[name];
    take(json, name, value.is_number(), field, static_cast<float>(value.number()));
}
void take_flags(Json& extras, Optional<MoveFlags>& flags) {
    if (!extras.find("flags")) return;
    flags.emplace(); // where the flags are no letters, the clip is of a script all the same
    const Json value = extras["flags"];
    take(extras, "flags", value.is_string(), *flags, parse_move_flags(value.string()));
}

bool is_small(const Json& value) {
    return value.is_integer() && value.integer() >= INT32_MIN && value.integer() <= INT32_MAX;
}

void take_combination(Json& extras, Optional<Combination>& combination) {
    if (!extras["combPrefix"].is_string()) return;
    take(extras, "combPrefix", combination.emplace().prefix);
    const Json count = extras["combCount"];
    take(extras, "combCount", is_small(count), combination->count, static_cast<std::int32_t>(count.integer()));
}

Transition transition_of(Json entry) {
    Transition transition;
    transition.in_step = entry["kind"].string() == "aniSync";
    entry.erase("kind");
    take(entry, "name", transition.name);
    take(entry, "next", transition.next);
    take(entry, "blend_in", transition.blend_in);
    take(entry, "blend_out", transition.blend_out);
    if (is_small(entry["layer"])) transition.layer = static_cast<std::int32_t>(entry["layer"].integer());
    entry.erase("layer");
    if (entry.size() > 0) transition.extras = std::move(entry);
    return transition;
}

// True if the entry is of a kind the model has a field for.
bool take_entry(const Json& entry, Model& model) {
    const std::string_view kind = entry["kind"].string();
    if (kind == "aniBlend" || kind == "aniSync") {
        model.transitions.push_back(transition_of(entry));
    } else if (kind == "aniDisable" && entry["name"].is_string()) {
        model.disabled_moves.emplace_back(entry["name"].string());
    } else if (kind == "modelTag" && entry["type"].is_string()) {
        ModelTag& tag = model.tags.emplace_back();
        tag.type = entry["type"].string();
        for (const Json& argument : entry["args"].items()) tag.arguments.emplace_back(argument.string());
    } else {
        return false;
    }
    return true;
}

void drop_if_empty(Json& extras) {
    if (extras.is_object() && extras.size() == 0) extras = Json();
}

} // namespace

Json with_script(const Json& extras, const PlaybackHints& hints) {
    Json json = Json::object();
    if (hints.flags && !extras.find("flags")) json.append("flags", flag_letters(*hints.flags));
    for (const Json::Member& member : extras.members()) json.append(member.name, member.value);
    if (hints.collision_scale) json.set("cvs", *hints.collision_scale);
    if (hints.combination) {
        json.set("combPrefix", hints.combination->prefix);
        json.set("combCount", hints.combination->count);
    }
    if (!hints.alias_of.empty()) json.set("alias", hints.alias_of);
    return json.size() > 0 ? json : extras;
}

Json with_script(const Model& model) {
    Json script = Json::array();
    for (const ModelTag& tag : model.tags) script.push(entry_of(tag));
    for (const Transition& transition : model.transitions) script.push(entry_of(transition));
    for (const std::string& name : model.disabled_moves) script.push(entry_of("aniDisable")).set("name", name);
    if (script.size() == 0) return model.extras;
    for (const Json& entry : model.extras["script"].items()) script.push(entry);
    Json json = Json::object();
    json.append("script", std::move(script));
    for (const Json::Member& member : model.extras.members())
        if (member.name != "script") json.append(member.name, member.value);
    return json;
}

void take_script(Json& extras, PlaybackHints& hints) {
    take_flags(extras, hints.flags);
    if (extras["cvs"].is_number()) take(extras, "cvs", hints.collision_scale.emplace());
    take(extras, "alias", hints.alias_of);
    take_combination(extras, hints.combination);
    drop_if_empty(extras);
}

void take_script(Model& model) {
    Json rest = Json::array();
    for (const Json& entry : model.extras["script"].items())
        if (!take_entry(entry, model)) rest.push(entry);
    if (!model.extras["script"].is_array()) return;
    if (rest.size() > 0)
        model.extras.set("script", std::move(rest));
    else
        model.extras.erase("script");
    drop_if_empty(model.extras);
}

} // namespace ossuary
