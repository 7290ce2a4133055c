#include "ossuary/sound/scripts.h"

#include <algorithm>
#include <array>

#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/dat_object.h"

namespace ossuary::sound {

namespace {

// A number of a script as one of the values an enum has.
template <class E> E one_of(std::int32_t number, E first, E last, E otherwise) {
    const bool fits = number >= static_cast<std::int32_t>(first) && number <= static_cast<std::int32_t>(last);
    return fits ? static_cast<E>(number) : otherwise;
}

std::string_view zone_tag(std::string_view zone) {
    const std::size_t line = zone.find('_');
    return line == std::string_view::npos ? zone : zone.substr(line + 1);
}

} // namespace

void add_instances(SoundLibrary& library, const zengin::DatFile& script, Diagnostics* diagnostics) {
    const zengin::DatIndex index(script);
    for (const zengin::DatObject& object : zengin::objects_of(index, "C_SFX", diagnostics))
        library.add(object.name, {.file = object.text("FILE"),
                                  .pitch_offset = std::clamp(object.integer("PITCHOFF"), -120, 120),
                                  .pitch_variance = std::clamp(object.integer("PITCHVAR"), 0, 120),
                                  .volume = object.integer("VOL", 127),
                                  .loop = object.integer("LOOP") != 0});
}

std::vector<MusicTheme> themes_of(const zengin::DatFile& script, Diagnostics* diagnostics) {
    std::vector<MusicTheme> themes;
    const zengin::DatIndex index(script);
    for (const zengin::DatObject& object : zengin::objects_of(index, "C_MUSICTHEME", diagnostics)) {
        MusicTheme& theme = themes.emplace_back();
        theme.name = object.name;
        theme.file = object.text("FILE");
        const float volume = object.real("VOL", 1);
        theme.volume = volume >= 0 && volume <= 1 ? volume : 1;
        theme.loop = object.integer("LOOP", 1) != 0;
        theme.reverb_mix = object.real("REVERBMIX");
        theme.reverb_time = object.real("REVERBTIME");
        theme.transition = one_of(object.integer("TRANSTYPE", 1), TransitionKind::none, TransitionKind::end_and_intro,
                                  TransitionKind::none);
        theme.boundary =
            one_of(object.integer("TRANSSUBTYPE", 3), Boundary::immediate, Boundary::measure, Boundary::measure);
    }
    return themes;
}

const MusicTheme* find_theme(std::span<const MusicTheme> themes, std::string_view name) {
    const auto found =
        std::ranges::find_if(themes, [&](const MusicTheme& theme) { return equal_ignoring_case(theme.name, name); });
    return found == themes.end() ? nullptr : &*found;
}

const MusicTheme* theme_for(std::span<const MusicTheme> themes, const MusicPlace& place) {
    constexpr std::string_view modes[] = {"_STD", "_THR", "_FGT"};
    const bool is_day = place.hour >= 4 && place.hour < 21;
    const std::string_view wanted = modes[static_cast<std::size_t>(place.mode)];
    const std::array order = {wanted, place.mode == MusicMode::threat ? modes[2] : modes[0], modes[0]};
    for (const std::string& zone : {place.zone, place.default_zone}) {
        if (zone.empty()) continue;
        for (const std::string_view time : {is_day ? "_DAY" : "_NGT", "_DAY"})
            for (const std::string_view mode : order)
                if (const MusicTheme* theme = find_theme(themes, std::string(zone_tag(zone)).append(time).append(mode)))
                    return theme;
    }
    return nullptr;
}

} // namespace ossuary::sound
