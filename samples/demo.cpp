// Everything `ossuary demo` lays out, each file through its format's own writer.
#include <utility>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/bvh/bvh.h"
#include "ossuary/formats/gltf/gltf.h"
#include "ossuary/formats/image/png.h"
#include "ossuary/formats/iqm/iqm.h"
#include "ossuary/formats/md5/md5anim.h"
#include "ossuary/formats/md5/md5mesh.h"
#include "ossuary/formats/mw3/model.h"
#include "ossuary/formats/mw3/zbd.h"
#include "ossuary/formats/sf3/model.h"
#include "samples/assembly.h"
#include "samples/game.h"
#include "samples/gate.h"
#include "samples/gothic.h"
#include "samples/samples.h"
#include "samples/sf3.h"
#include "samples/sound.h"
#include "samples/sound_effects.h"
#include "samples/zbd.h"

namespace ossuary::samples {

namespace {

// What the writer of one file had to say, under that file's name.
void tell(Diagnostics* dropped, const std::string& path, Diagnostics said) {
    if (!dropped) return;
    for (Diagnostic& one : said) {
        one.place.file = path;
        dropped->push_back(std::move(one));
    }
}

Result<void> add_glb(std::vector<NamedFile>& files, std::string path, const Model& model, Diagnostics* dropped) {
    Diagnostics said;
    auto bytes = gltf::write_glb(model, {}, &said);
    if (!bytes) return Failure(std::move(bytes.error()).in_file(path));
    tell(dropped, path, std::move(said));
    files.push_back({std::move(path), std::move(*bytes)});
    return {};
}

// A shader names its picture; a reader looks for it beside the mesh.
Result<void> add_pictures(std::vector<NamedFile>& files, std::string_view folder, const Model& model) {
    for (const Image& image : model.images) {
        std::string path = std::string(folder) + image.name + ".png";
        auto bytes = image::write_png(image);
        if (!bytes) return Failure(std::move(bytes.error()).in_file(path));
        files.push_back({std::move(path), std::move(*bytes)});
    }
    return {};
}

Result<void> add_md5(std::vector<NamedFile>& files, const Model& model, Diagnostics* dropped) {
    std::string path = "md5/" + model.name + ".md5mesh";
    Diagnostics said;
    Model lined = model;
    for (Mesh& mesh : lined.meshes)
        if (mesh.morphs.empty()) line_cloth(mesh, lined.materials);
    auto mesh = md5::md5mesh_from_model(lined, {}, &said);
    if (!mesh) return Failure(std::move(mesh.error()).in_file(path));
    tell(dropped, path, std::move(said));
    files.push_back({std::move(path), to_buffer(md5::write_md5mesh(*mesh))});

    for (const Clip& clip : model.clips) {
        path = "md5/" + clip.name + ".md5anim";
        said.clear();
        auto anim = md5::md5anim_from_model(model, clip, {}, &said);
        if (!anim) return Failure(std::move(anim.error()).in_file(path));
        tell(dropped, path, std::move(said));
        files.push_back({std::move(path), to_buffer(md5::write_md5anim(*anim))});
    }
    return add_pictures(files, "md5/", model);
}

// Everything in one file.
Result<void> add_iqm(std::vector<NamedFile>& files, const Model& model, Diagnostics* dropped) {
    const std::string path = "iqm/" + model.name + ".iqm";
    Diagnostics said;
    const auto file = iqm::iqm_from_model(model, {}, &said);
    if (!file) return Failure(Error(file.error()).in_file(path));
    tell(dropped, path, std::move(said));
    files.push_back({path, iqm::write_iqm(*file)});
    return add_pictures(files, "iqm/", model);
}

Result<void> add_bvh(std::vector<NamedFile>& files, const Model& model, Diagnostics* dropped) {
    for (const Clip& clip : model.clips) {
        std::string path = "bvh/" + clip.name + ".bvh";
        Diagnostics said;
        const auto file = bvh::bvh_from_model(model, clip, {}, &said);
        if (!file) return Failure(Error(file.error()).in_file(path));
        tell(dropped, path, std::move(said));
        files.push_back({std::move(path), to_buffer(bvh::write_bvh(*file))});
    }
    return {};
}

// The mech as the game keeps it and as glTF without clips, a yard, and motions and definitions for each game that has
// them.
Result<void> add_mw3(std::vector<NamedFile>& files, Model mech, Diagnostics* dropped) {
    std::string path = "mw3/motion.zbd";
    Diagnostics said;
    files.push_back({"mw3/mechlib.zbd", mw3::write_mechlib(make_mechlib(mech))});
    files.push_back({"mw3/rmechtex.zbd", mw3::write_textures(make_mech_textures(mech))});
    files.push_back({"mw3/gamez.zbd", mw3::write_gamez(make_yard())});
    files.push_back({"mw3/rtexture.zbd", mw3::write_textures(make_yard_textures())});
    files.push_back({"mw3/reader.zbd", mw3::write_zbd(make_reader())});
    files.push_back({"mw3/sounds.zbd", mw3::write_zbd(make_sound_archive())});
    const std::string name = std::exchange(mech.name, "ossian");
    auto motion = mw3::motion_from_model(mech, {}, &said);
    if (!motion) return Failure(Error(motion.error()).in_file(path));
    tell(dropped, path, std::move(said));
    files.push_back({std::move(path), mw3::write_motion(*motion)});
    motion->footer_version = 2;
    for (mw3::MotionEntry& entry : motion->entries) entry.entry.length = 1;
    files.push_back({"mw3/pirates-moon/motion.zbd", mw3::write_motion(*motion)});
    files.push_back({"mw3/anim.zbd", mw3::write_anim(make_gate_file())});
    files.push_back({"mw3/pirates-moon/anim.zbd", mw3::write_anim(make_gate_file(mw3::Game::pirates_moon))});
    files.push_back({"mw3/recoil/anim.zbd", mw3::write_anim(make_gate_file(mw3::Game::recoil))});
    mech.clips.clear();
    mech.name = name;
    return add_glb(files, "mw3/mech.glb", mech, dropped);
}

// The pair of files a character is in: a model, and the animations all its models share.
Result<void> add_sf3(std::vector<NamedFile>& files, const Model& model, Diagnostics* dropped) {
    const std::string path = "sf3/x8pc00a.bin", animations_path = "sf3/x8an00.bin";
    Diagnostics said;
    const auto pair = sf3::x8pc_from_model(model, {}, &said);
    if (!pair) return Failure(Error(pair.error()).in_file(path));
    tell(dropped, path, std::move(said));
    auto bytes = sf3::write_x8pc(pair->model);
    if (!bytes) return Failure(std::move(bytes.error()).in_file(path));
    files.push_back({path, std::move(*bytes)});
    auto animations = sf3::write_x8an(pair->animations);
    if (!animations) return Failure(std::move(animations.error()).in_file(animations_path));
    files.push_back({animations_path, std::move(*animations)});
    return {};
}

} // namespace

Result<std::vector<NamedFile>> make_demo(Diagnostics* dropped) {
    std::vector<NamedFile> files;
    const Model hero = make_hero();
    const auto add_sounds = [&]() -> Result<void> {
        for (NamedFile& file : make_sounds()) files.push_back(std::move(file));
        return {};
    };
    for (const auto& written :
         {add_glb(files, "hero.glb", hero, dropped), add_md5(files, hero, dropped), add_bvh(files, hero, dropped),
          add_iqm(files, hero, dropped), add_gothic(files, hero, zengin::Game::gothic1, dropped),
          add_gothic(files, hero, zengin::Game::gothic2, dropped), add_sounds(), add_game(files, hero, dropped),
          add_sf3(files, make_battle_hero(hero), dropped), add_mw3(files, make_mech(), dropped),
          add_glb(files, "chest.glb", make_chest(), dropped), add_glb(files, "banner.glb", make_banner(), dropped),
          add_glb(files, "world.glb", to_model(make_world()), dropped)})
        if (!written) return Failure(written.error());
    return files;
}

} // namespace ossuary::samples
