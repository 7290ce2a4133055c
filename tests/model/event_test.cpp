#include "ossuary/model/event.h"

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"

namespace ossuary {
namespace {

// One of each kind, with every field away from its default.
std::vector<EventData> every_kind() {
    return {SoundEvent{"whoosh", 250.5, true},
            GroundSoundEvent{"step", 800, true},
            ParticleStartEvent{3, "sparks", "ZS_SWORD", true},
            ParticleStopEvent{3},
            CameraTremorEvent{{1, 2, 3, 4}},
            MorphStartEvent{"talk", "head"},
            SwapMeshEvent{{"ZS_A", "ZS_B"}},
            ItemEvent{ItemAction::drop_torch, "ZS_LEFTHAND", "torch"},
            FightModeEvent{"1H"},
            HitLimbEvent{"hand"},
            HitDirectionEvent{"left"},
            DamageMultiplyEvent{"1 2.5"},
            HitEvent{},
            HitEndEvent{},
            WindowEvent{WindowKind::parade, 0.75},
            CutEvent{},
            TagEvent{"custom", {"a", "b"}, Json(Json::Object{{"x", 1}})}};
}

TEST(Events, EveryKindSurvivesItsFields) {
    const std::vector<EventData> events = every_kind();
    ASSERT_EQ(events.size(), std::variant_size_v<EventData>);
    for (const EventData& event : events) {
        const Json fields = fields_of(event);
        const auto back = event_from_fields(kind_of(event), fields);
        ASSERT_TRUE(back) << kind_of(event) << ": " << back.error().text();
        EXPECT_EQ(back->index(), event.index());
        EXPECT_EQ(fields_of(*back), fields) << kind_of(event);
    }
}

TEST(Events, UnknownKindsBecomeTags) {
    const auto event = event_from_fields("lightning", Json(Json::Object{{"power", 9}}));
    ASSERT_TRUE(event);
    EXPECT_EQ(std::get<TagEvent>(*event).name, "lightning");
    EXPECT_EQ(std::get<TagEvent>(*event).fields["power"].integer(), 9);
}

TEST(Events, BrokenFieldsNameTheField) {
    const auto event = event_from_fields("particle_stop", Json(Json::Object{{"slot", "three"}}));
    ASSERT_FALSE(event);
    EXPECT_EQ(event.error().place().field, "slot");
    const auto action = event_from_fields("item", Json(Json::Object{{"action", "eat"}, {"slot", ""}, {"item", ""}}));
    ASSERT_FALSE(action);
    EXPECT_EQ(action.error().place().field, "action");
}

TEST(Events, TrackKeepsTimeOrderAndSourceOrderWithinATime) {
    EventTrack track;
    track.add(1, SoundEvent{"b", 1, false});
    track.add(0, SoundEvent{"a", 1, false});
    track.add(1, SoundEvent{"c", 1, false});
    std::string names;
    for (const Event& event : track.events) names += name_in(event.data);
    EXPECT_EQ(names, "abc");
}

} // namespace
} // namespace ossuary
