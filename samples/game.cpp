// The small game: what the Gothic set has, put where an installed game keeps it.
#include "samples/game.h"

#include <map>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/image/tga.h"
#include "ossuary/formats/zengin/compile.h"
#include "ossuary/formats/zengin/model.h"
#include "ossuary/formats/zengin/outfit.h"
#include "ossuary/formats/zengin/tex.h"
#include "ossuary/formats/zengin/vdf.h"
#include "ossuary/formats/zengin/world.h"

namespace ossuary::samples {

namespace {

using namespace zengin;

constexpr std::string_view set = "gothic2/";
constexpr std::string_view anims = "_WORK/DATA/ANIMS/", compiled_anims = "_WORK/DATA/ANIMS/_COMPILED/";
constexpr std::string_view meshes = "_WORK/DATA/MESHES/_COMPILED/", worlds = "_WORK/DATA/WORLDS/";
constexpr std::string_view textures = "_WORK/DATA/TEXTURES/_COMPILED/", scripts = "_WORK/DATA/SCRIPTS/_COMPILED/";

// 15 March 2001, noon; the textures were packed a day later, and the mod many years after that.
constexpr std::uint32_t base_time = 0x2a6f'6000, texture_time = 0x2a70'6000, mod_time = 0x54c1'6000;

// The pictures of a model in the names of the game, which has one folder for all of them.
template <class Any> Any with_game_pictures(Any model, std::string_view prefix) {
    for (Image& image : model.images) image.name = std::string(prefix) + upper_case(image.name);
    return model;
}

class Game {
public:
    Game(std::vector<NamedFile>& files, const Model& hero, Diagnostics* dropped)
        : files_(files), hero_(hero), dropped_(dropped) {}

    Result<void> make() {
        for (const auto step : {&Game::add_set, &Game::add_things, &Game::add_people, &Game::add_world,
                                &Game::add_formats, &Game::add_font, &Game::add_sounds, &Game::add_script})
            if (auto done = (this->*step)(); !done) return done;
        for (auto done :
             {add_archive("Data/base.vdf", base_, {.timestamp = base_time}),
              add_archive("Data/textures.vdf", textures_, {.zipped = true, .timestamp = texture_time}), add_mod()})
            if (!done) return done;
        return {};
    }

private:
    using Files = std::map<std::string, SharedBytes>;

    void add(std::string path, SharedBytes bytes) { files_.push_back({"game/" + std::move(path), std::move(bytes)}); }
    void tell(std::string_view path) {
        for (Diagnostic& one : said_) {
            one.place.file = "game/" + std::string(path);
            if (dropped_ && one.severity != Severity::note) dropped_->push_back(std::move(one));
        }
        said_.clear();
    }
    template <class T> Failure failed(Result<T>& result, std::string_view name) {
        return Failure(std::move(result.error()).in_file("game/" + std::string(name)));
    }

    Result<void> add_texture(Files& to, const Image& image, TexOptions options = {}) {
        const std::string name = image.name + "-C.TEX";
        options.quality = image::DxtQuality::fast; // the demo is made often
        auto texture = tex_from_image(image, options, &said_);
        if (!texture) return failed(texture, name);
        tell(name);
        to.insert_or_assign(std::string(textures) + name, write_tex(*texture));
        return {};
    }
    Result<void> add_textures(const std::vector<Image>& images) {
        for (const Image& image : images)
            if (auto done = add_texture(textures_, image); !done) return done;
        return {};
    }

    // What was compiled goes into the archive; scripts lie beside it as well, as they do while someone works on them.
    Result<void> add_set() {
        const std::vector<NamedFile> all = files_;
        for (const NamedFile& file : all) {
            if (!file.name.starts_with(set)) continue;
            const std::string name = file.name.substr(set.size());
            const std::string extension = file_extension(name);
            if (extension == ".tga") {
                auto picture = image::parse_tga(file.bytes);
                if (!picture) return failed(picture, name);
                picture->name = name.substr(name.find('/') + 1, name.size() - name.find('/') - 5);
                if (auto done = add_texture(textures_, *picture); !done) return done;
                if (picture->name == "OSSIAN_BONE" || picture->name == "OSSIAN_CLOTH") repainted_.push_back(*picture);
            } else if (extension == ".mds") {
                base_.insert_or_assign(std::string(anims) + name, file.bytes);
                add("_work/Data/Anims/" + name, file.bytes);
            } else if (extension == ".mrm") {
                base_.insert_or_assign(std::string(meshes) + name, file.bytes);
            } else if (extension != ".asc" && extension != ".mms") {
                base_.insert_or_assign(std::string(compiled_anims) + name, file.bytes);
            }
        }
        return {};
    }

    // The chest as a mesh, the banner as one that waves.
    Result<void> add_things() {
        const FromModelOptions options{.basis = {}, .game = zengin::Game::gothic2, .frame_rate = 0};
        const Model chest = with_game_pictures(make_chest(), "CHEST_"),
                    banner = with_game_pictures(make_banner(), "BANNER_");
        auto still = mrm_from_model(chest, options, &said_);
        if (!still) return failed(still, "CHEST.MRM");
        base_.insert_or_assign(std::string(meshes) + "CHEST.MRM", write_mrm(*still));
        tell("CHEST.MRM");
        auto waving = mmb_from_model(banner, "BANNER", options, &said_);
        if (!waving) return failed(waving, "BANNER.MMB");
        base_.insert_or_assign(std::string(compiled_anims) + "BANNER.MMB", write_mmb(*waving));
        tell("BANNER.MMB");
        if (auto done = add_textures(chest.images); !done) return done;
        return add_textures(banner.images);
    }

    // Bodies for the hierarchy that the hero has, heads, and one of the three as a file of his own.
    Result<void> add_people() {
        const PeopleParts parts = people_parts(hero_);
        const CompileOptions options{.game = zengin::Game::gothic2,
                                     .date = {.year = 2001, .month = 3, .day = 15, .hour = 12}};
        auto hierarchy = parse_mdh(base_.at(std::string(compiled_anims) + "HERO.MDH"));
        if (!hierarchy) return failed(hierarchy, "HERO.MDH");
        for (const Model* body : {&parts.bare, &parts.armored, &parts.other_body}) {
            const std::string name = body->name + ".MDM";
            auto made = asc_from_model(*body, {}, &said_);
            if (!made) return failed(made, name);
            auto source = parse_asc(as_bytes(write_asc(*made)));
            if (!source) return failed(source, name);
            auto mesh = compile_mdm(*source, body->name + ".ASC", *hierarchy, options, &said_);
            if (!mesh) return failed(mesh, name);
            tell(name);
            base_.insert_or_assign(std::string(compiled_anims) + name, write_mdm(*mesh));
        }
        for (const Model* head : {&parts.head, &parts.other_head}) {
            const std::string name = head->name + ".MMB";
            auto mesh = mmb_from_model(*head, head->name, {.game = zengin::Game::gothic2}, &said_);
            if (!mesh) return failed(mesh, name);
            tell(name);
            base_.insert_or_assign(std::string(compiled_anims) + name, write_mmb(*mesh));
        }
        for (const Image& image : parts.bare.images)
            if (image.name.ends_with("_V0_C0"))
                if (auto done = add_texture(textures_, image); !done) return done;
        const Outfit bare{.name = "OSSIAN", .script = "HERO.MDS", .body = "OSSIAN_BODY", .head = "OSSIAN_HEAD"};
        add("_work/Data/Anims/OSSIAN.outfit", to_buffer(write_outfit(bare)));
        return add_textures(parts.pictures);
    }

    // The clearing, showing what the game has instead of what it is made of elsewhere.
    Result<void> add_world() {
        World world = with_game_pictures(make_world(), "CLEARING_");
        const std::map<std::string_view, std::string_view> visuals = {
            {"hero.glb", "HERO.MDS"}, {"chest.glb", "CHEST.3DS"}, {"banner.glb", "BANNER.MMS"}};
        for (WorldObject& object : world.objects) object.visual = visuals.at(object.visual);
        auto zen = zen_from_world(world);
        if (!zen) return failed(zen, "WORLD.ZEN");
        const SharedBytes bytes = write_zen(*zen);
        base_.insert_or_assign(std::string(worlds) + "WORLD.ZEN", bytes);
        add("_work/Data/Worlds/WORLD.ZEN", bytes);
        return add_textures(world.images);
    }

    // One picture in every format there is.
    Result<void> add_formats() {
        const World world = make_world();
        for (std::uint32_t i = 0; i < tex_format_count; ++i) {
            Image picture = world.images[0];
            picture.name = "FORMAT_" + std::string(name_of(static_cast<TexFormat>(i)));
            if (auto done = add_texture(textures_, picture, {.format = static_cast<TexFormat>(i)}); !done) return done;
        }
        return {};
    }

    Result<void> add_font() {
        const GameFont made = game_font();
        textures_.insert_or_assign("_WORK/DATA/TEXTURES/_COMPILED/FONT_OSSUARY.FNT", write_fnt(made.font));
        return add_texture(textures_, made.picture, {.format = TexFormat::dxt3, .levels = 1});
    }

    Result<void> add_script() {
        for (const auto& [name, script] :
             {std::pair{"GOTHIC.DAT", game_script()}, std::pair{"SFX.DAT", sound_script(sounds_)},
              std::pair{"MUSIC.DAT", music_script()}}) {
            if (!script) return Failure(Error(script.error()).in_file(std::string("game/") + name));
            base_.insert_or_assign(std::string(scripts) + name, write_dat(*script));
        }
        return {};
    }

    // Loose, as the games keep their music. Of the two strokes one is enough: the script changes its pitch.
    Result<void> add_sounds() {
        const std::vector<NamedFile> all = files_;
        for (const NamedFile& file : all) {
            if (!file.name.starts_with("sound/")) continue;
            const std::string name(file_name(file.name));
            const bool is_sound = name.ends_with(".WAV");
            if (is_sound) sounds_.push_back(name.substr(0, name.size() - 4));
            if (name == "SWORD_WHOOSH_HEAVY.WAV") continue;
            add((is_sound ? "_work/Data/Sound/SFX/" : "_work/Data/Music/") + name, file.bytes);
        }
        return {};
    }

    // Bones and cloth glow as if they lay in embers.
    Result<void> add_mod() {
        Files files;
        for (Image picture : repainted_) {
            for (std::size_t i = 0; i + 3 < picture.bytes.size(); i += 4) {
                picture.bytes[i + 1] = static_cast<std::byte>(std::to_integer<unsigned>(picture.bytes[i + 1]) / 2);
                picture.bytes[i + 2] = static_cast<std::byte>(std::to_integer<unsigned>(picture.bytes[i + 2]) / 3);
            }
            if (auto done = add_texture(files, picture); !done) return done;
        }
        add("System/Ember.ini", to_buffer("[INFO]\r\nTitle=Ember\r\n\r\n[FILES]\r\nVDF=Ember.mod\r\n"));
        return add_archive("Data/modvdf/Ember.mod", files, {.timestamp = mod_time, .comment = "Ossian among embers"});
    }

    Result<void> add_archive(std::string path, const Files& content, const VdfOptions& options) {
        std::vector<VdfSource> sources;
        for (const auto& [name, bytes] : content) {
            auto source = pack_source(name, bytes, options.zipped);
            if (!source) return failed(source, path);
            sources.push_back(std::move(*source));
        }
        auto archive = make_vdf(std::move(sources), options);
        if (!archive) return failed(archive, path);
        add(std::move(path), std::move(*archive));
        return {};
    }

    std::vector<NamedFile>& files_;
    const Model& hero_;
    Diagnostics* dropped_;
    Diagnostics said_; // about the file being made
    Files base_, textures_;
    std::vector<Image> repainted_;
    std::vector<std::string> sounds_;
};

} // namespace

Result<void> add_game(std::vector<NamedFile>& files, const Model& hero, Diagnostics* dropped) {
    return Game(files, hero, dropped).make();
}

} // namespace ossuary::samples
