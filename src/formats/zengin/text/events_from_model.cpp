#include <algorithm>
#include <cmath>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/model.h"
#include "tag_words.h"

namespace ossuary::zengin {

namespace {

std::string bytes_of(std::string_view text) { return utf8_to_latin1(text); }

class ScriptEventWriter {
public:
    ScriptEventWriter(const EventTiming& timing, Diagnostics* diagnostics)
        : timing_(timing), diagnostics_(diagnostics) {}

    std::vector<ScriptEvent> write(const EventTrack& track) {
        for (const Event& event : track.events) {
            time_ = event.time;
            std::visit([&](const auto& data) { add(data); }, event.data);
        }
        return std::move(events_);
    }

private:
    // In the source's numbering, and counted from the start of the clip as windows are.
    std::int32_t frame() const { return timing_.first + frame_in_clip(time_); }
    std::int32_t frame_in_clip(double time) const {
        const double frames = std::round(time * timing_.source_rate);
        return frames > 0 ? static_cast<std::int32_t>(std::min(frames, 1e9)) : 0; // NaN is the start
    }

    template <class Data> void put(Data data) { events_.push_back({std::move(data)}); }
    void put_tag(std::string_view type, std::vector<std::string> arguments) {
        while (!arguments.empty() && arguments.back().empty()) arguments.pop_back();
        for (std::string& argument : arguments) argument = bytes_of(argument);
        put(EventTag{.frame = frame(), .type = bytes_of(type), .args = std::move(arguments)});
    }
    // Numbers of one kind share a tag: `DEF_OPT_FRAME "8 15"`.
    void put_numbers(std::string_view type, std::string numbers) {
        for (ScriptEvent& event : events_) {
            EventTag* tag = std::get_if<EventTag>(&event.data);
            if (!tag || tag->type != type) continue;
            tag->args[0] += ' ' + numbers;
            return;
        }
        put(EventTag{.frame = timing_.first, .type = std::string(type), .args = {std::move(numbers)}});
    }
    void lost(std::string_view what) {
        report(diagnostics_, Severity::warning, {}, "a script has no word for " + std::string(what));
    }

    template <class Sound> void put_sound(const auto& event, float default_range) {
        Sound sound;
        sound.frame = frame();
        sound.name = bytes_of(event.name);
        if (const auto range = static_cast<float>(event.range); range != default_range) sound.range = range;
        sound.empty_slot = event.empty_slot;
        put(std::move(sound));
    }
    void add(const SoundEvent& event) { put_sound<EventSfx>(event, default_sfx_range); }
    void add(const GroundSoundEvent& event) { put_sound<EventSfxGround>(event, default_sfx_ground_range); }
    void add(const ParticleStartEvent& event) {
        put(EventPfx{.frame = frame(),
                     .handle = static_cast<float>(event.slot),
                     .name = bytes_of(event.name),
                     .node = bytes_of(event.node),
                     .attach = event.attached});
    }
    void add(const ParticleStopEvent& event) { put(EventPfxStop{frame(), static_cast<float>(event.slot)}); }
    void add(const CameraTremorEvent& event) {
        EventCamTremor tremor{.frame = frame()};
        for (std::size_t i = 0; i < 4; ++i) tremor.args[i] = static_cast<float>(event.values[i]);
        put(tremor);
    }
    void add(const MorphStartEvent& event) {
        const bool usual = equal_ignoring_case(event.node, "BIP01 HEAD");
        put(EventMorphStart{
            .frame = frame(), .name = bytes_of(event.name), .node = usual ? std::string() : bytes_of(event.node)});
    }
    void add(const SwapMeshEvent& event) {
        put(EventSwapMesh{frame(), {bytes_of(event.slots[0]), bytes_of(event.slots[1])}});
    }
    void add(const ItemEvent& event) {
        for (const ItemWord& item : item_words)
            if (item.action == event.action) return put_tag(item.word, {event.slot, event.item});
    }
    void add(const FightModeEvent& event) { put_tag("DEF_FIGHTMODE", {event.mode}); }
    void add(const HitLimbEvent& event) { put_tag("DEF_HIT_LIMB", {event.node}); }
    void add(const HitDirectionEvent& event) { put_tag("DEF_HIT_DIR", {event.direction}); }
    void add(const DamageMultiplyEvent& event) { put_tag("DEF_DAM_MULTIPLY", {event.values}); }
    void add(const HitEvent&) { put_numbers("DEF_OPT_FRAME", std::to_string(frame())); }
    void add(const HitEndEvent&) { put_numbers("DEF_HIT_END", std::to_string(frame_in_clip(time_))); }
    void add(const WindowEvent& event) {
        put_numbers(event.kind == WindowKind::parade ? "DEF_PAR_FRAME" : "DEF_WINDOW",
                    std::to_string(frame_in_clip(time_)) + ' ' + std::to_string(frame_in_clip(event.end)));
    }
    void add(const CutEvent&) { lost("a cut of the camera"); }

    // Tags that stand for words of their own (binding_events.cpp), and all others as they are.
    void add(const TagEvent& event) {
        if (event.name == "eventPFXGrnd") return put(EventPfxGround{frame()});
        if (event.name == "eventSetMesh") return put(EventSetMesh{frame(), bytes_of(event.fields["mesh"].string())});
        if (event.name == "eventHeading") {
            EventHeading heading{.frame = frame(), .dir = bytes_of(event.fields["dir"].string())};
            const Json::Array& values = event.fields["values"].items();
            for (std::size_t i = 0; i < std::min<std::size_t>(4, values.size()); ++i)
                heading.args[i] = static_cast<float>(values[i].number());
            return put(std::move(heading));
        }
        if (event.name == "eventMMStartAni") {
            EventMorphStart* morph = events_.empty() ? nullptr : std::get_if<EventMorphStart>(&events_.back().data);
            if (!morph) return lost("how a morph animation plays without the animation");
            morph->intensity = static_cast<float>(event.fields["intensity"].number());
            morph->hold = static_cast<float>(event.fields["hold"].number());
            return;
        }
        if (event.fields.size() > 0) lost("the fields of the tag " + event.name);
        std::vector<std::string> arguments = event.arguments;
        if (arguments.size() > 4) {
            lost("more than four arguments of the tag " + event.name);
            arguments.resize(4);
        }
        put_tag(event.name, std::move(arguments));
    }

    EventTiming timing_;
    Diagnostics* diagnostics_;
    double time_ = 0;
    std::vector<ScriptEvent> events_;
};

} // namespace

std::vector<ScriptEvent> from_events(const EventTrack& events, const EventTiming& timing, Diagnostics* diagnostics) {
    return ScriptEventWriter(timing, diagnostics).write(events);
}

} // namespace ossuary::zengin
