#include <algorithm>
#include <charconv>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"
#include "ossuary/base/sort.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/model.h"
#include "tag_words.h"

namespace ossuary::zengin {

namespace {

// `8<tab>15`: whole numbers between blanks; what is none is passed over.
std::vector<std::int32_t> frame_list(std::string_view text) {
    std::vector<std::int32_t> frames;
    const char *at = text.data(), *end = at + text.size();
    while (at < end) {
        std::int32_t frame = 0;
        const auto [behind, failed] = std::from_chars(at, end, frame);
        if (failed == std::errc{}) frames.push_back(frame);
        at = behind > at ? behind : at + 1;
    }
    return frames;
}

std::int32_t to_slot(float handle) {
    return handle > -1e9f && handle < 1e9f ? static_cast<std::int32_t>(handle) : 0; // NaN is none of these
}

class EventBinder {
public:
    EventBinder(const EventTiming& timing, Diagnostics* diagnostics) : timing_(timing), diagnostics_(diagnostics) {}

    EventTrack bind(std::span<const ScriptEvent> events) {
        for (const ScriptEvent& event : events) {
            line_ = event.line;
            std::visit([&](const auto& data) { add(data); }, event.data);
        }
        return in_order();
    }

private:
    // By time, then as the script has them.
    EventTrack in_order() {
        std::vector<std::size_t> order(track_.events.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        ossuary::sort(order, {}, [&](std::size_t i) { return std::pair(track_.events[i].time, i); });
        EventTrack sorted;
        for (const std::size_t i : order) sorted.events.push_back(std::move(track_.events[i]));
        return sorted;
    }

    double clip_time(double frames) const {
        return std::clamp(frames / timing_.source_rate, 0.0, std::max(timing_.duration, 0.0));
    }
    // Of a frame in the source's numbering, and of one counted from the start of the clip.
    double time_of(std::int32_t frame) const {
        return clip_time(static_cast<double>(frame) - static_cast<double>(timing_.first));
    }
    double window_time(std::int32_t frame) const { return clip_time(static_cast<double>(frame)); }

    void put_at(double time, EventData data, std::int32_t frame) {
        track_.events.push_back({time, frame, std::move(data)});
    }
    void put(std::int32_t frame, EventData data) { put_at(time_of(frame), std::move(data), frame); }
    void put_other(std::int32_t frame, std::string_view name, Json fields) {
        put(frame, TagEvent{.name = std::string(name), .arguments = {}, .fields = std::move(fields)});
    }

    void add(const EventSfx& event) {
        put(event.frame, SoundEvent{to_utf8(event.name), static_cast<double>(event.range.value_or(default_sfx_range)),
                                    engine_empty_slot(event)});
    }
    void add(const EventSfxGround& event) {
        put(event.frame,
            GroundSoundEvent{to_utf8(event.name), static_cast<double>(event.range.value_or(default_sfx_ground_range)),
                             engine_empty_slot(event)});
    }
    void add(const EventPfx& event) {
        put(event.frame, ParticleStartEvent{to_slot(event.handle), to_utf8(event.name),
                                            event.node.empty() ? "BIP01" : to_utf8(event.node),
                                            event.attach || event.attach_value.value_or(0) != 0});
    }
    void add(const EventPfxGround& event) { put_other(event.frame, "eventPFXGrnd", {}); }
    void add(const EventPfxStop& event) { put(event.frame, ParticleStopEvent{to_slot(event.handle)}); }
    // Intensity and hold time have no field of their own in the typed event; a tag beside it keeps what was given.
    void add(const EventMorphStart& event) {
        put(event.frame, MorphStartEvent{to_utf8(event.name), event.node.empty() ? "BIP01 HEAD" : to_utf8(event.node)});
        if (event.intensity.value_or(default_intensity) == default_intensity &&
            event.hold.value_or(default_hold) == default_hold)
            return;
        Json fields = Json::object();
        fields.set("intensity", event.intensity.value_or(default_intensity));
        fields.set("hold", event.hold.value_or(default_hold));
        put_other(event.frame, "eventMMStartAni", std::move(fields));
    }
    void add(const EventCamTremor& event) {
        CameraTremorEvent tremor;
        for (std::size_t i = 0; i < 4; ++i) tremor.values[i] = to_slot(event.args[i]);
        put(event.frame, tremor);
    }
    void add(const EventSwapMesh& event) {
        put(event.frame, SwapMeshEvent{{to_utf8(event.nodes[0]), to_utf8(event.nodes[1])}});
    }
    void add(const EventSetMesh& event) {
        Json fields = Json::object();
        fields.set("mesh", to_utf8(event.name));
        put_other(event.frame, "eventSetMesh", std::move(fields));
    }
    void add(const EventHeading& event) {
        Json fields = Json::object();
        fields.set("dir", to_utf8(event.dir));
        fields.set("values", JsonDumper::dump(event.args));
        put_other(event.frame, "eventHeading", std::move(fields));
    }
    void add(const ScriptChunk&) {}

    void add(const EventTag& event) {
        const auto argument = [&](std::size_t i) { return i < event.args.size() ? to_utf8(event.args[i]) : ""; };
        const auto is = [&](std::string_view word) { return equal_ignoring_case(event.type, word); };
        for (const ItemWord& item : item_words)
            if (is(item.word)) return put(event.frame, ItemEvent{item.action, argument(0), argument(1)});
        if (is("DEF_FIGHTMODE")) return put(event.frame, FightModeEvent{argument(0)});
        if (is("DEF_HIT_LIMB") || is("HIT_LIMB")) return put(event.frame, HitLimbEvent{argument(0)});
        if (is("DEF_HIT_DIR") || is("DEF_DIR")) return put(event.frame, HitDirectionEvent{argument(0)});
        if (is("DEF_DAM_MULTIPLY") || is("DEF_DAM_MULTIPLIER"))
            return put(event.frame, DamageMultiplyEvent{argument(0)});
        if (is("DEF_SWAPMESH")) return put(event.frame, SwapMeshEvent{{argument(0), argument(1)}});
        if (is("DEF_OPT_FRAME")) {
            for (const std::int32_t frame : frame_list(argument(0))) put(frame, HitEvent{});
            return;
        }
        if (is("DEF_HIT_END")) {
            for (const std::int32_t frame : frame_list(argument(0))) put_at(window_time(frame), HitEndEvent{}, frame);
            return;
        }
        if (is("DEF_PAR_FRAME")) return add_windows(argument(0), WindowKind::parade);
        if (is("DEF_WINDOW")) return add_windows(argument(0), WindowKind::combo);

        report(diagnostics_, Severity::note, {.line = line_}, "unknown tag " + to_utf8(event.type) + ", kept as it is");
        TagEvent tag{.name = to_utf8(event.type), .arguments = {}, .fields = {}};
        for (const std::string& text : event.args) tag.arguments.push_back(to_utf8(text));
        while (!tag.arguments.empty() && tag.arguments.back().empty()) tag.arguments.pop_back();
        put(event.frame, std::move(tag));
    }

    void add_windows(std::string_view text, WindowKind kind) {
        const std::vector<std::int32_t> frames = frame_list(text);
        for (std::size_t i = 0; i + 1 < frames.size(); i += 2)
            put_at(window_time(frames[i]),
                   WindowEvent{kind, std::max(window_time(frames[i]), window_time(frames[i + 1]))}, frames[i]);
        if (frames.size() % 2 != 0)
            report(diagnostics_, Severity::warning, {.line = line_}, "a window begins and does not end");
    }

    EventTiming timing_;
    Diagnostics* diagnostics_;
    EventTrack track_;
    std::uint32_t line_ = 0;
};

} // namespace

EventTrack to_events(std::span<const ScriptEvent> events, const EventTiming& timing, Diagnostics* diagnostics) {
    return EventBinder(timing, diagnostics).bind(events);
}

} // namespace ossuary::zengin
