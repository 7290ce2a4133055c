#include "ossuary/assets/options.h"

#include <algorithm>

#include "ossuary/base/text.h"
#include "ossuary/mesh/normals.h"
#include "ossuary/mesh/tangents.h"
#include "ossuary/model/root_travel.h"
#include "ossuary/model/whole_model.h"

namespace ossuary {

namespace {

constexpr std::string_view directions[] = {"+x", "-x", "+y", "-y", "+z", "-z"};
constexpr std::string_view travels[] = {"keep", "strip", "extract"};
constexpr std::string_view normal_weights[] = {"sum", "angle", "area"};

constexpr Option for_every_model[] = {
    {.name = "unit-scale",
     .kind = OptionKind::number,
     .value = "METRES",
     .help = "Metres per unit of the source (default: the format's; MD5: 0.0254)"},
    {.name = "front",
     .kind = OptionKind::choice,
     .choices = directions,
     .help = "Where the model looks in the source's axes (default: the format's; MD5: -y)"},
    {.name = "root-motion",
     .kind = OptionKind::choice,
     .choices = travels,
     .help = "What becomes of the root's travel (default: keep)"},
    {.name = "loop", .help = "The clips repeat"},
    {.name = "normals",
     .kind = OptionKind::choice,
     .choices = normal_weights,
     .help = "Make vertex normals anew, faces weighted so (default: the file's; MD5: sum)"},
    {.name = "double-sided", .help = "Draw both sides of every surface"},
    {.name = "variant",
     .kind = OptionKind::text,
     .value = "NAME",
     .help = "Show this variant of the materials, and keep no other"},
    {.name = "clips", .kind = OptionKind::text, .value = "GLOB,…", .help = "Only clips whose names match one of these"},
};

// ---- one option each

void set_unit(Model& model, double metres) { scale_model(model, metres / model.source.basis.scale); }

Result<void> face_front(Model& model, std::string_view direction) {
    Vec3d source;
    source[static_cast<std::size_t>(lower_case(direction)[1] - 'x')] = direction[0] == '-' ? -1 : 1;
    const Vec3d front = model.source.basis.direction(source);
    if (front.y != 0) return fail("--front: " + std::string(direction) + " is up or down in this model");
    // +X is a quarter turn from the front, so three more bring it there.
    turn_model(model, front.x > 0 ? 3 : front.x < 0 ? 1 : front.z < 0 ? 2 : 0);
    return {};
}

void take_travel(Model& model, std::string_view choice) {
    const RootTravel travel = equal_ignoring_case(choice, "strip")     ? RootTravel::strip
                              : equal_ignoring_case(choice, "extract") ? RootTravel::extract
                                                                       : RootTravel::keep;
    for (Clip& clip : model.clips) apply_root_travel(clip, model.skeleton, travel);
}

void make_normals(Model& model, std::string_view choice) {
    mesh::NormalOptions options;
    options.weight = equal_ignoring_case(choice, "sum")    ? mesh::NormalWeight::uniform
                     : equal_ignoring_case(choice, "area") ? mesh::NormalWeight::area
                                                           : mesh::NormalWeight::angle;
    for (Mesh& mesh : model.meshes) {
        const bool had_tangents = !mesh.tangents.empty();
        mesh::set_normals(mesh, options);
        if (had_tangents) mesh::set_tangents(mesh);
    }
}

Result<void> choose_clips(Model& model, std::string_view globs) {
    std::string names;
    for (const Clip& clip : model.clips) names += (names.empty() ? "" : ", ") + clip.name;
    const auto is_wanted = [&](const Clip& clip) {
        for (std::string_view rest = globs; !rest.empty();) {
            const std::size_t comma = std::min(rest.find(','), rest.size());
            if (matches_glob(clip.name, rest.substr(0, comma))) return true;
            rest.remove_prefix(std::min(comma + 1, rest.size()));
        }
        return false;
    };
    std::erase_if(model.clips, [&](const Clip& clip) { return !is_wanted(clip); });
    if (!model.clips.empty()) return {};
    return fail(names.empty() ? "the model has no clips to choose from" : "no clip of that name; there are: " + names);
}

Result<void> show_variant(Model& model, std::string_view name) {
    std::string names;
    for (std::size_t i = 0; i < model.variants.size(); ++i) {
        if (equal_ignoring_case(model.variants[i].name, name)) {
            choose_variant(model, i);
            return {};
        }
        names += (names.empty() ? "" : ", ") + model.variants[i].name;
    }
    return fail(names.empty() ? "--variant: the model has no variants"
                              : "--variant: no variant of that name; there are: " + names);
}

std::span<const Option> options_of(const Format& format, OptionUse use) {
    return use == OptionUse::open ? format.open_options : format.save_options;
}

void declare(std::vector<DeclaredOption>& all, const Option& option, const Format* format) {
    auto known = std::ranges::find(all, option.name, [](const DeclaredOption& one) { return one.option.name; });
    if (known == all.end()) known = all.insert(all.end(), DeclaredOption{.option = option});
    for (const std::string_view choice : option.choices)
        if (std::ranges::find(known->choices, choice) == known->choices.end()) known->choices.push_back(choice);
    known->for_all = known->for_all || !format;
    if (format) known->formats.push_back(format);
}

std::string formats_with(std::string_view name, OptionUse use) {
    std::string list;
    for (const Format& format : formats())
        if (find_option(options_of(format, use), name)) list += (list.empty() ? "" : ", ") + std::string(format.name);
    return list;
}

} // namespace

std::span<const Option> model_options() { return for_every_model; }

Result<void> apply_model_options(Model& model, const OptionValues& values,
                                 std::span<const Format* const> opened_formats) {
    const auto asked = [&](std::string_view name) {
        const bool is_done = std::ranges::any_of(
            opened_formats, [&](const Format* format) { return find_option(format->open_options, name) != nullptr; });
        return is_done ? nullptr : values.find(name);
    };
    if (asked("unit-scale")) set_unit(model, *values.number("unit-scale"));
    if (const std::string* direction = asked("front"))
        if (auto done = face_front(model, *direction); !done) return done;
    if (const std::string* travel = asked("root-motion")) take_travel(model, *travel);
    if (asked("loop"))
        for (Clip& clip : model.clips) clip.loop = LoopMode::wrap;
    if (const std::string* weight = asked("normals")) make_normals(model, *weight);
    if (asked("double-sided"))
        for (Material& material : model.materials) material.double_sided = true;
    if (const std::string* name = asked("variant"))
        if (auto done = show_variant(model, *name); !done) return done;
    if (const std::string* globs = asked("clips")) return choose_clips(model, *globs);
    return {};
}

std::vector<DeclaredOption> declared_options(OptionUse use) {
    std::vector<DeclaredOption> all;
    if (use == OptionUse::open)
        for (const Option& option : for_every_model) declare(all, option, nullptr);
    for (const Format& format : formats())
        for (const Option& option : options_of(format, use)) declare(all, option, &format);
    for (DeclaredOption& one : all) one.option.choices = one.choices;
    return all;
}

Result<void> check_options(OptionUse use, const OptionValues& values, std::span<const FileOfFormat> files) {
    for (const auto& [name, text] : values.all()) {
        const Option* option = use == OptionUse::open ? find_option(for_every_model, name) : nullptr;
        for (const FileOfFormat& file : files)
            if (const Option* own = find_option(options_of(*file.format, use), name)) option = own;
        if (option) {
            if (auto fits = check_value(*option, text); !fits) return fits;
            continue;
        }
        std::string message = "--" + name + ": ";
        if (!files.empty()) {
            const Format& format = *files[0].format;
            const bool vowel = std::string_view("AEIOU").find(format.title.front()) != std::string_view::npos;
            message.append(files[0].name).append(vowel ? " is an " : " is a ").append(format.title);
            message.append(" (").append(format.name).append("); ");
        }
        const std::string having = formats_with(name, use);
        return fail(message + (having.empty() ? "no format has this option" : "formats with this option: " + having));
    }
    return {};
}

} // namespace ossuary
