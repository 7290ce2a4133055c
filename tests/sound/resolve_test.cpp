#include <gtest/gtest.h>

#include <cmath>

#include "ossuary/base/json.h"
#include "ossuary/sound/resolve.h"
#include "shared_files.h"

namespace ossuary::sound {
namespace {

TEST(Resolve, ChoosesAsTheReferenceDoes) {
    const auto bytes = ossuary::testing::shared_file("samples/audio/sfx/library.json");
    const auto expected = ossuary::testing::golden("audio/sfx-resolve.json");
    OSSUARY_NEED(bytes && expected);
    const Json source = parse_json(as_text(*bytes)).value();
    SoundLibrary library;
    for (const Json& file : source["files"].items()) library.add_file(file.string());
    for (const Json::Member& each : source["instances"].members())
        library.add(each.name, {.file = std::string(each.value["file"].string()),
                                .pitch_offset = static_cast<int>(each.value["pitchOff"].integer(0)),
                                .pitch_variance = static_cast<int>(each.value["pitchVar"].integer(0)),
                                .volume = static_cast<int>(each.value["vol"].integer(127)),
                                .loop = each.value["loop"].integer(0) != 0});
    Random random(static_cast<std::uint32_t>((*expected)["seed"].integer()));
    for (const Json& wanted : (*expected)["cases"].items()) {
        const Json &ground = wanted["ground"], &range = wanted["range"], &result = wanted["result"];
        const auto sound = resolve(library, wanted["name"].string(),
                                   ground.is_null() ? std::nullopt : std::optional(static_cast<int>(ground.integer())),
                                   range.is_null() ? std::nullopt : std::optional(range.number()), random);
        const std::string what = print_json(wanted);
        ASSERT_EQ(sound.has_value(), !result.is_null()) << what;
        if (!sound) continue;
        EXPECT_NEAR(sound->gain, result["gain"].number(), 5e-7) << what;
        EXPECT_EQ(sound->instance, result["instance"].string()) << what;
        EXPECT_EQ(sound->file, result["wav"].string()) << what;
        EXPECT_EQ(sound->loop, result["loop"].boolean()) << what;
        EXPECT_EQ(sound->range, result["range"].number()) << what;
        EXPECT_EQ(sound->semitones, result["semitones"].integer()) << what;
        EXPECT_EQ(sound->variants, result["variants"].unsigned_integer()) << what;
    }
}

} // namespace
} // namespace ossuary::sound
