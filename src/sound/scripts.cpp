#include "ossuary/sound/scripts.h"

#include <algorithm>
#include <array>

#include "ossuary/base/text.h"
#include "ossuary/sound/script_text.h"

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
    add_instances(library, zengin::objects_of(zengin::DatIndex(script), "C_SFX", diagnostics));
}

void add_instances(SoundLibrary& library, std::span<const zengin::DatObject> objects) {
    for (const zengin::DatObject& object : objects)
        library.add(object.name, {.file = object.text("FILE"),
                                  .pitch_offset = std::clamp(object.integer("PITCHOFF"), -120, 120),
                                  .pitch_variance = std::clamp(object.integer("PITCHVAR"), 0, 120),
                                  .volume = object.integer("VOL", 127),
                                  .loop = object.integer("LOOP") != 0});
}

std::vector<MusicTheme> themes_of(const zengin::DatFile& script, Diagnostics* diagnostics) {
    return themes_of(zengin::objects_of(zengin::DatIndex(script), "C_MUSICTHEME", diagnostics));
}

std::vector<MusicTheme> themes_of(std::span<const zengin::DatObject> objects) {
    std::vector<MusicTheme> themes;
    for (const zengin::DatObject& object : objects) {
        MusicTheme& theme = themes.emplace_back();
        theme.name = object.name;
        theme.file = object.text("FILE");
        // A text may have a whole number.
        const float volume = object.real("VOL", static_cast<float>(object.integer("VOL", 1)));
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

namespace {

// What a game says of a class: its compiled script, or the texts of it where there is none.
Result<std::vector<zengin::DatObject>> find_objects(const FileLookup& find, std::string_view class_name,
                                                    std::string_view compiled,
                                                    std::initializer_list<std::string_view> texts,
                                                    Diagnostics* diagnostics) {
    if (const auto bytes = find(compiled)) {
        Diagnostics said;
        auto script = zengin::parse_dat(*bytes, &said);
        std::vector<zengin::DatObject> objects;
        if (script) objects = zengin::objects_of(zengin::DatIndex(*script), class_name, &said);
        name_file(said, std::string(compiled));
        if (diagnostics) diagnostics->insert(diagnostics->end(), said.begin(), said.end());
        if (!script) return Failure(std::move(script.error()).in_file(std::string(compiled)));
        return objects;
    }
    ScriptText script;
    for (const std::string_view name : texts) {
        const auto bytes = find(name);
        if (!bytes) continue;
        Diagnostics said;
        script.add(as_text(*bytes), &said);
        name_file(said, std::string(name));
        if (diagnostics) diagnostics->insert(diagnostics->end(), said.begin(), said.end());
    }
    return script.objects_of(class_name);
}

} // namespace

Result<std::vector<zengin::DatObject>> find_sounds(const FileLookup& find, Diagnostics* diagnostics) {
    return find_objects(find, "C_SFX", "SFX.DAT", {"SFX.D", "SFXINST.D", "SFXINSTSPEECH.D"}, diagnostics);
}

Result<std::vector<MusicTheme>> find_themes(const FileLookup& find, Diagnostics* diagnostics) {
    const auto objects = find_objects(find, "C_MUSICTHEME", "MUSIC.DAT", {"MUSIC.D", "MUSICINST.D"}, diagnostics);
    if (!objects) return Failure(objects.error());
    return themes_of(*objects);
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
