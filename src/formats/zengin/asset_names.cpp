#include "ossuary/formats/zengin/asset_names.h"

#include "ossuary/base/text.h"

namespace ossuary::zengin {

namespace {

constexpr std::string_view texture_names[] = {"*-C.TEX", "*.*", "*.PNG"};
constexpr std::string_view mesh_names[] = {"*.MRM"};
constexpr std::string_view level_mesh_names[] = {"*.MSH"};
constexpr std::string_view morph_mesh_names[] = {"*.MMB"};
constexpr std::string_view script_names[] = {"*.MSB", "*.MDS"};
constexpr std::string_view script_names_gothic1[] = {"*.MDS", "*.MSB"};
constexpr std::string_view model_mesh_names[] = {"*.MDM"};
constexpr std::string_view hierarchy_names[] = {"*.MDH", "*.MDL"};
constexpr std::string_view single_model_names[] = {"*.MDL"};
constexpr std::string_view animation_names[] = {"*.MAN"};
constexpr std::string_view world_names[] = {"*.ZEN"};
constexpr std::string_view sound_names[] = {"*.*"};
constexpr std::string_view output_unit_names[] = {"=.BIN", "*.BIN", "=.DAT",
                                                  "*.DAT"}; // the only place where BIN beats DAT
constexpr std::string_view program_names[] = {"*.DAT"};
constexpr std::string_view font_file_names[] = {"*.FNT"};

constexpr std::string_view anims = "_WORK/DATA/ANIMS/_COMPILED", meshes = "_WORK/DATA/MESHES/_COMPILED",
                           textures = "_WORK/DATA/TEXTURES/_COMPILED", scripts = "_WORK/DATA/SCRIPTS/_COMPILED";

constexpr NameRule rules[] = {
    {AssetKind::texture, "texture", ".TGA", textures, texture_names, {}},
    {AssetKind::mesh, "mesh", ".3DS", meshes, mesh_names, {}},
    {AssetKind::level_mesh, "level mesh", ".3DS", meshes, level_mesh_names, {}},
    {AssetKind::morph_mesh, "morph mesh", ".MMS", anims, morph_mesh_names, {}},
    {AssetKind::model_script, "model script", ".MDS", anims, script_names, script_names_gothic1},
    {AssetKind::model_mesh, "model mesh", ".ASC", anims, model_mesh_names, {}},
    {AssetKind::hierarchy, "hierarchy", ".ASC", anims, hierarchy_names, {}},
    {AssetKind::model, "model", ".ASC", anims, single_model_names, {}},
    {AssetKind::animation, "animation", ".MAN", anims, animation_names, {}},
    {AssetKind::world, "world", ".ZEN", "_WORK/DATA/WORLDS", world_names, {}},
    {AssetKind::sound, "sound", ".WAV", "_WORK/DATA/SOUND", sound_names, {}},
    {AssetKind::output_units, "output units", ".BIN", "_WORK/DATA/SCRIPTS/CONTENT/CUTSCENE", output_unit_names, {}},
    {AssetKind::program, "program", ".DAT", scripts, program_names, {}},
    {AssetKind::font, "font", ".FNT", textures, font_file_names, {}},
    {AssetKind::particle_effect, "particle effect", ".PFX", {}, {}, {}},
};

std::string_view own_extension(std::string_view name) { return file_name(name).substr(file_stem(name).size()); }

std::string fill(std::string_view pattern, std::string_view name, std::string_view usual_extension) {
    if (pattern == "*.*") {
        const std::string_view given = own_extension(name);
        return std::string(file_stem(name)).append(given.empty() ? usual_extension : given);
    }
    const std::string_view stem =
        pattern.front() == '=' ? name.substr(0, name.size() - own_extension(name).size()) : file_stem(name);
    return std::string(stem).append(pattern.substr(1));
}

// Where `tag` first stands in the name, in any case.
std::size_t find_tag(std::string_view name, std::string_view tag, std::size_t from = 0) {
    for (std::size_t at = from; at + tag.size() <= name.size(); ++at)
        if (equal_ignoring_case(name.substr(at, tag.size()), tag)) return at;
    return name.npos;
}

// Puts a number in place of the digit of a tag that begins at `at`; returns where the number ends.
std::size_t number_tag(std::string& name, std::size_t at, std::uint32_t number) {
    const std::string digits = std::to_string(number);
    name.replace(at + 2, 1, digits);
    return at + 2 + digits.size();
}

} // namespace

std::span<const NameRule> name_rules() { return rules; }

const NameRule& name_rule(AssetKind kind) { return rules[static_cast<std::size_t>(kind)]; }

std::vector<std::string> candidates(AssetKind kind, std::string_view name, Game game) {
    std::vector<std::string> names;
    if (file_name(name).empty()) return names;
    const NameRule& rule = name_rule(kind);
    const bool first_game = game == Game::gothic1 && !rule.tried_gothic1.empty();
    for (const std::string_view pattern : first_game ? rule.tried_gothic1 : rule.tried) {
        std::string tried = fill(pattern, name, rule.asked);
        bool is_new = true;
        for (const std::string& earlier : names) is_new = is_new && !equal_ignoring_case(earlier, tried);
        if (is_new) names.push_back(std::move(tried));
    }
    return names;
}

std::optional<AssetKind> visual_kind(std::string_view name) {
    struct Ending {
        std::string_view extension;
        AssetKind kind;
    };
    static constexpr Ending endings[] = {
        {".3ds", AssetKind::mesh},
        {".mrm", AssetKind::mesh},
        {".mms", AssetKind::morph_mesh},
        {".mmb", AssetKind::morph_mesh},
        {".mds", AssetKind::model_script},
        {".msb", AssetKind::model_script},
        {".asc", AssetKind::model},
        {".mdl", AssetKind::model},
        {".tga", AssetKind::texture},
        {".tex", AssetKind::texture},
        {".pfx", AssetKind::particle_effect},
    };
    const std::string extension = file_extension(name);
    for (const Ending& ending : endings)
        if (ending.extension == extension) return ending.kind;
    return {};
}

ModelNames model_names(std::string_view script, std::string_view mesh) {
    ModelNames names{candidates(AssetKind::model_mesh, mesh), {}};
    for (const std::string_view pattern : hierarchy_names) {
        for (const std::string_view name : {mesh, script}) {
            if (file_name(name).empty()) continue;
            std::string tried = fill(pattern, name, {});
            if (names.hierarchies.empty() || !equal_ignoring_case(names.hierarchies.back(), tried))
                names.hierarchies.push_back(std::move(tried));
        }
    }
    return names;
}

std::string animation_name(std::string_view script, std::string_view animation) {
    return std::string(file_stem(script)).append("-").append(animation).append(".MAN");
}

bool is_animated_texture(std::string_view name) { return find_tag(name, "_a0") != name.npos; }

std::string texture_frame(std::string_view name, std::uint32_t frame) {
    std::string framed(name);
    for (std::size_t at = find_tag(framed, "_a0"); at != framed.npos;)
        at = find_tag(framed, "_a0", number_tag(framed, at, frame));
    return framed;
}

std::string texture_variant(std::string_view name, std::uint32_t variant, std::uint32_t color) {
    std::string varied(name);
    if (const std::size_t at = find_tag(varied, "_v0"); at != varied.npos) number_tag(varied, at, variant);
    if (const std::size_t at = find_tag(varied, "_c0"); at != varied.npos) number_tag(varied, at, color);
    return varied;
}

FontNames font_names(std::string_view name, bool high_resolution) {
    const std::string_view file = file_name(name);
    std::string stem(file.substr(0, file.find('.')));
    if (high_resolution) stem += "_HI";
    return {stem + ".FNT", stem + ".TGA"};
}

std::string particle_instance(std::string_view name) {
    while (name.size() >= 4 && equal_ignoring_case(name.substr(name.size() - 4), ".pfx")) name.remove_suffix(4);
    return std::string(name);
}

} // namespace ossuary::zengin
