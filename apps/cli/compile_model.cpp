#include "cli/compile_model.h"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "cli/output.h"
#include "cli/reading.h"
#include "cli/system.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/image/image.h"
#include "ossuary/formats/zengin/model.h"
#include "ossuary/formats/zengin/tex.h"

namespace ossuary::cli {

namespace {

// The model without what morphs: the head is a file of its own, and so are its clips.
Model without_morphs(Model model) {
    std::erase_if(model.meshes, [](const Mesh& mesh) { return !mesh.morphs.empty(); });
    for (Clip& clip : model.clips) {
        const bool moves_joints = std::ranges::any_of(clip.joints, [](const JointTrack& track) {
            return !track.translation.is_rest() || !track.rotation.is_rest() || !track.scale.is_rest();
        });
        if (!moves_joints && !clip.morphs.empty()) clip.joints.clear();
        clip.morphs.clear();
    }
    std::erase_if(model.clips, [](const Clip& clip) { return clip.joints.empty(); });
    return model;
}

// Names of pictures are the game's, in one folder for all.
void use_game_names(Model& model) {
    for (Image& image : model.images) image.name = zengin::upper_case(image.name);
    for (Mesh& mesh : model.meshes) mesh.levels.clear();
}

struct Set {
    std::vector<NamedFile> files;
    Diagnostics said;

    void add(std::string name, ByteBuffer bytes) { files.push_back({std::move(name), std::move(bytes)}); }
};

Result<Set> make_set(Model model, const std::string& name, zengin::Game game) {
    Set set;
    use_game_names(model);
    const bool has_head = std::ranges::any_of(model.meshes, [](const Mesh& mesh) { return !mesh.morphs.empty(); });
    const Format* script = find_format_by_name("msb");
    if (!script || !script->save) return fail("model scripts cannot be written here");
    OptionValues options;
    if (game == zengin::Game::gothic1) options.set("gothic1");
    auto compiled = script->save(without_instances(has_head ? without_morphs(model) : model), name, options, &set.said);
    if (!compiled) return Failure(compiled.error());
    set.files = std::move(*compiled);
    if (has_head) {
        Diagnostics of_the_rest; // that it is not in the head is no news
        auto head = zengin::mmb_from_model(model, name + "_HEAD", {.game = game}, &of_the_rest);
        if (!head) return Failure(Error(head.error()).in_file(name + "_HEAD.MMB"));
        set.add(name + "_HEAD.MMB", zengin::write_mmb(*head));
    }
    for (const Image& image : model.images) {
        const std::string file = image.name + "-C.TEX";
        const auto pixels = image.encoding == ImageEncoding::rgba8 ? Result<Image>(image) : image::decode(image);
        Diagnostics found;
        const auto texture =
            pixels ? zengin::tex_from_image(*pixels, {}, &found) : Result<zengin::TextureFile>(Failure(pixels.error()));
        name_file(found, file);
        set.said.insert(set.said.end(), found.begin(), found.end());
        if (texture)
            set.add(file, zengin::write_tex(*texture));
        else
            report(&set.said, Severity::error, {.file = file}, "is left out: " + texture.error().text());
    }
    return set;
}

} // namespace

void compile_as(Session& session, const std::string& path, const std::string& name, const std::string& folder,
                zengin::Game game, bool force) {
    const std::string upper = zengin::upper_case(name);
    if (upper.find_first_of("/\\.") != upper.npos || upper.empty())
        throw UsageError{fmt::format("--as {}: expected a name without folder and extension, as in HERO", name)};
    auto opened = open_model(session, std::span(&path, 1), OptionValues(), nullptr);
    if (!opened) return session.error(opened.error());
    const auto set = make_set(std::move(*opened).take(), upper, game);
    if (!set) {
        const bool names_a_file = !set.error().place().file.empty();
        return session.error(names_a_file ? set.error() : Error(set.error()).in_file(path));
    }
    session.warn(set->said);
    if (std::ranges::any_of(set->said, [](const Diagnostic& one) { return one.severity == Severity::error; }))
        session.fail();
    std::vector<std::string> outputs;
    for (const NamedFile& file : set->files) outputs.push_back(folder + '/' + file.name);
    if (auto allowed = may_replace(outputs, force); !allowed) return session.error(allowed.error());
    if (const int reason = make_folder(folder))
        return session.error(Error(Place{.file = folder}, std::generic_category().message(reason)));
    OutputSet output(force);
    Json built = Json::array();
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (auto added = output.add(outputs[i], set->files[i].bytes); !added) return session.error(added.error());
        Json entry = Json::object();
        entry.set("output", outputs[i]);
        entry.set("bytes", set->files[i].bytes.size());
        built.push(std::move(entry));
    }
    if (auto done = output.commit(); !done) return session.error(done.error());
    if (session.options.json) return session.print_json(built);
    session.say(fmt::format("wrote {} files to {}", outputs.size(), folder));
}

} // namespace ossuary::cli
