// The Gothic set: sources first, then what the library compiles from them.
#include "samples/gothic.h"
#include "samples/assembly.h"

#include <map>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/image/image.h"
#include "ossuary/formats/image/tga.h"
#include "ossuary/formats/zengin/mds.h"
#include "ossuary/formats/zengin/mms.h"
#include "ossuary/formats/zengin/model.h"

namespace ossuary::samples {

namespace {

using namespace zengin;

// The body in the names of the game: pictures upper case, a row of them numbered as it wants, no face of its own.
Model gothic_body(const Model& hero) {
    Model body = hero;
    for (Image& image : body.images) {
        constexpr std::string_view row = "glow_"; // glow_0 … become GLOW_A0 …
        image.name =
            "OSSIAN_" + upper_case(image.name.starts_with(row) ? "glow_a" + image.name.substr(row.size()) : image.name);
    }
    for (Mesh& mesh : body.meshes) {
        mesh.morphs.clear();
        line_cloth(mesh, body.materials);
    }
    body.clips.clear();
    return body;
}

// The writers of the set share what has been written: text that is compiled is read back first, so that anyone who
// compiles the files gets the same.
class GothicSet {
public:
    GothicSet(std::vector<NamedFile>& files, Game game, Diagnostics* dropped)
        : files_(files), folder_(game == Game::gothic1 ? "gothic1/" : "gothic2/"), dropped_(dropped) {
        options_.game = game;
        options_.packing = Packing::automatic; // his feet stay on the ground
        options_.date = {.year = 2001, .month = 3, .day = 15, .hour = 12};
    }

    Result<void> make(const Model& hero) {
        const Model body = gothic_body(hero);
        const std::vector<Clip> clips = gothic_clips(hero);
        add_pictures(body);
        if (auto done = add_tree(body); !done) return done;
        for (const Clip& clip : clips)
            if (auto done = add_source("HERO_" + clip.name + ".ASC", asc_from_clip(body, clip, {}, &said_)); !done)
                return done;
        for (const auto& [name, script] :
             {std::pair("HERO", gothic_script(clips, options_.game)), std::pair("HERO_1HST1", gothic_overlay(clips))})
            if (auto done = add_script(name, script); !done) return done;
        if (auto done = add_sword(gothic_sword(body)); !done) return done;
        Model talking = body;
        talking.meshes = hero.meshes;
        talking.clips = hero.clips;
        return add_face(gothic_face(talking));
    }

private:
    void add(std::string name, ByteBuffer bytes) {
        files_.push_back({folder_ + std::move(name), std::move(bytes)});
        for (Diagnostic& one : said_) {
            one.place.file = files_.back().name;
            if (dropped_ && one.severity != Severity::note) dropped_->push_back(std::move(one));
        }
        said_.clear();
    }
    template <class T> Result<T> named(Result<T> result, const std::string& name) const {
        if (!result) return Failure(std::move(result.error()).in_file(folder_ + name));
        return result;
    }

    void add_pictures(const Model& body) {
        for (const Image& image : body.images)
            if (auto bytes = image::write_tga(image, {.alpha = image::guess_alpha(image) != AlphaMode::opaque}))
                add("TEXTURES/" + image.name + ".TGA", std::move(*bytes));
    }

    Result<void> add_source(const std::string& name, Result<AscFile> made) {
        if (made = named(std::move(made), name); !made) return Failure(made.error());
        ByteBuffer bytes = to_buffer(write_asc(*made));
        auto read = named(parse_asc(bytes), name);
        if (!read) return Failure(read.error());
        sources_.insert_or_assign(name, std::move(*read));
        add(name, std::move(bytes));
        return {};
    }

    Result<void> add_tree(const Model& body) {
        if (auto done = add_source("HERO.ASC", asc_from_model(body, {}, &said_)); !done) return done;
        const AscFile& tree = sources_.at("HERO.ASC");
        auto hierarchy = named(compile_mdh(tree, "HERO.ASC", options_, &said_), "HERO.MDH");
        if (!hierarchy) return Failure(hierarchy.error());
        hierarchy_ = std::move(*hierarchy);
        add("HERO.MDH", write_mdh(hierarchy_));
        const auto mesh = named(compile_mdm(tree, "HERO.ASC", hierarchy_, options_, &said_), "HERO.MDM");
        if (!mesh) return Failure(mesh.error());
        boxes_ = node_boxes(*mesh, hierarchy_);
        add("HERO.MDM", write_mdm(*mesh));
        return {};
    }

    Result<void> add_script(const std::string& name, const Script& made) {
        const std::string text = write_mds(made);
        auto script = named(parse_mds(as_bytes(text)), name + ".MDS");
        if (!script) return Failure(script.error());
        add(name + ".MDS", to_buffer(text));
        add(name + ".MSB", write_msb(compile_msb(*script, name + ".MDS", options_)));
        const std::vector<std::string_view> lines = source_lines(text);
        for (const ScriptEntry& entry : script->entries) {
            const Ani* ani = std::get_if<Ani>(&entry.data);
            if (!ani) continue;
            const std::string file = man_file_name(name, ani->name);
            const auto animation = named(
                compile_man(sources_.at(ani->asc), *ani, lines[entry.line - 1], hierarchy_, boxes_, options_, &said_),
                file);
            if (!animation) return Failure(animation.error());
            add(file, write_man(*animation));
        }
        return {};
    }

    FromModelOptions mesh_options() const { return {.basis = {}, .game = options_.game, .frame_rate = 0}; }

    Result<void> add_sword(const Model& sword) {
        const auto mesh = named(mrm_from_model(sword, mesh_options(), &said_), sword.name + ".MRM");
        if (!mesh) return Failure(mesh.error());
        add(sword.name + ".MRM", write_mrm(*mesh));
        return {};
    }

    // The morph mesh, and the script and shapes it could be compiled from: all frames of all animations in one source.
    Result<void> add_face(const Model& face) {
        const auto mesh = named(mmb_from_model(face, face.name, mesh_options(), &said_), face.name + ".MMB");
        if (!mesh) return Failure(mesh.error());
        add(face.name + ".MMB", write_mmb(*mesh));

        Model shapes = face;
        shapes.clips.clear();
        MorphScript script{.name = face.name, .morph_ref = face.name + ".ASC"};
        std::vector<MorphTarget> frames;
        for (const Clip& clip : face.clips) {
            const bool loops = clip.loop == LoopMode::wrap;
            const int count = loops ? static_cast<int>(clip.duration * clip.frame_rate + 0.5) : 1;
            script.anis.push_back({.name = clip.name,
                                   .layer = clip.hints.layer,
                                   .blend_in = static_cast<float>(clip.hints.blend_in),
                                   .hold = -1,
                                   .blend_out = static_cast<float>(clip.hints.blend_out),
                                   .flags = "L",
                                   .asc = face.name + "_MORPH.ASC",
                                   .first = static_cast<std::int32_t>(frames.size()) + 1, // 0 is the face at rest
                                   .last = static_cast<std::int32_t>(frames.size()) + count,
                                   .spd = static_cast<float>(clip.frame_rate)});
            for (int frame = 0; frame < count; ++frame)
                frames.push_back(shape_at(face.meshes[0], clip, frame / clip.frame_rate));
        }
        shapes.meshes[0].morphs.clear();
        if (auto done = add_source(face.name + ".ASC", asc_from_model(shapes, {}, &said_)); !done) return done;
        shapes.meshes[0].morphs = std::move(frames);
        if (auto done = add_source(face.name + "_MORPH.ASC", asc_from_model(shapes, {}, &said_)); !done) return done;
        add(face.name + ".MMS", to_buffer(write_mms(script)));
        return {};
    }

    static MorphTarget shape_at(const Mesh& mesh, const Clip& clip, double time) {
        MorphTarget shape;
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            Vec3d sum;
            for (std::size_t t = 0; t < mesh.morphs.size(); ++t)
                sum += to_double(mesh.morphs[t].positions[v]) * sample(clip.morphs[0].weights[t], time, 0);
            shape.positions.push_back(to_float(sum));
        }
        return shape;
    }

    std::vector<NamedFile>& files_;
    std::string folder_;
    Diagnostics* dropped_;
    Diagnostics said_; // about the file being made
    CompileOptions options_;
    std::map<std::string, AscFile> sources_;
    ModelHierarchy hierarchy_;
    std::vector<NodeBox> boxes_;
};

} // namespace

Result<void> add_gothic(std::vector<NamedFile>& files, const Model& hero, Game game, Diagnostics* dropped) {
    return GothicSet(files, game, dropped).make(hero);
}

} // namespace ossuary::samples
