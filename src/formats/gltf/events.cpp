#include <algorithm>
#include <array>
#include <variant>

#include "clip_extras.h"
#include "ossuary/model/event.h"

namespace ossuary::gltf {

namespace {

constexpr std::array<std::string_view, 10> types = {"sound", "effect", "attach", "detach", "call",
                                                    "tag",   "morph",  "camera", "cut",    "other"};

bool is_type(std::string_view name) { return std::find(types.begin(), types.end(), name) != types.end(); }

std::string_view type_of(const ItemEvent& event) {
    switch (event.action) {
    case ItemAction::create:
    case ItemAction::insert:
    case ItemAction::place:
    case ItemAction::place_munition:
    case ItemAction::draw_torch: return "attach";
    case ItemAction::remove:
    case ItemAction::destroy:
    case ItemAction::remove_munition:
    case ItemAction::store_torch:
    case ItemAction::drop_torch: return "detach";
    case ItemAction::draw_sound:
    case ItemAction::undraw_sound: return "sound";
    case ItemAction::exchange: return "other";
    }
    return "other";
}

std::string_view type_of(const EventData& data) {
    struct Chooser {
        std::string_view operator()(const SoundEvent&) const { return "sound"; }
        std::string_view operator()(const GroundSoundEvent&) const { return "sound"; }
        std::string_view operator()(const ParticleStartEvent&) const { return "effect"; }
        std::string_view operator()(const ParticleStopEvent&) const { return "effect"; }
        std::string_view operator()(const CameraTremorEvent&) const { return "camera"; }
        std::string_view operator()(const MorphStartEvent&) const { return "morph"; }
        std::string_view operator()(const ItemEvent& event) const { return type_of(event); }
        std::string_view operator()(const CutEvent&) const { return "cut"; }
        std::string_view operator()(const TagEvent& event) const {
            const std::string_view original = event.fields["type"].string(); // a foreign event's own type
            return is_type(original) ? original : "tag";
        }
        std::string_view operator()(const SwapMeshEvent&) const { return "other"; }
        std::string_view operator()(const FightModeEvent&) const { return "other"; }
        std::string_view operator()(const HitLimbEvent&) const { return "other"; }
        std::string_view operator()(const HitDirectionEvent&) const { return "other"; }
        std::string_view operator()(const DamageMultiplyEvent&) const { return "other"; }
        std::string_view operator()(const HitEvent&) const { return "other"; }
        std::string_view operator()(const HitEndEvent&) const { return "other"; }
        std::string_view operator()(const WindowEvent&) const { return "other"; }
    };
    return std::visit(Chooser(), data);
}

} // namespace

Json write_event(const Event& event) {
    Json json = Json::object();
    json.append("time", event.time);
    if (event.frame >= 0) json.append("frame", event.frame);
    json.append("type", type_of(event.data));
    if (const std::string_view name = name_in(event.data); !name.empty()) json.append("name", name);
    Json args = Json::object();
    args.append("kind", kind_of(event.data));
    const Json fields = fields_of(event.data);
    for (const Json::Member& field : fields.members()) args.append(field.name, field.value);
    json.append("args", std::move(args));
    return json;
}

Event read_event(const Json& json) {
    Event event;
    event.time = std::max(0.0, json["time"].number());
    const std::int64_t frame = json["frame"].integer(-1);
    event.frame = frame >= 0 && frame <= INT32_MAX ? static_cast<std::int32_t>(frame) : -1;
    if (const Json* kind = json["args"].find("kind"); kind && kind->is_string()) {
        Json fields = json["args"];
        fields.erase("kind");
        if (auto data = event_from_fields(kind->string(), fields); data && kind_of(*data) == kind->string()) {
            event.data = std::move(*data);
            return event;
        }
    }
    TagEvent tag;
    tag.name = json["name"].string();
    for (const Json::Member& member : json.members())
        if (member.name != "time" && member.name != "frame" && member.name != "name")
            tag.fields.append(member.name, member.value);
    event.data = std::move(tag);
    return event;
}

} // namespace ossuary::gltf
