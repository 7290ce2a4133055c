#include "module/abi.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "module/describe.h"
#include "module/json_workspace.h"
#include "module/library.h"
#include "module/memory.h"
#include "module/playback.h"
#include "ossuary/assets/options.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/codec/osa.h"
#include "ossuary/formats/gltf/gltf.h"
#include "ossuary/formats/image/image.h"

using namespace ossuary;
using namespace ossuary::web;

namespace {

// Options by their names in JSON: {"name", "kind", "choices", "help"}.
Json options_json(std::span<const Option> options) {
    constexpr std::string_view kinds[] = {"flag", "number", "text", "choice"};
    Json list = Json::array();
    for (const Option& option : options) {
        Json choices = Json::array();
        for (const std::string_view choice : option.choices) choices.push(choice);
        Json json = Json::object();
        json.append("name", json_name(option));
        json.append("kind", kinds[static_cast<std::size_t>(option.kind)]);
        json.append("choices", std::move(choices));
        json.append("help", option.help);
        list.push(std::move(json));
    }
    return list;
}

Json formats_json() {
    Json list = Json::array();
    for (const Format& format : formats()) {
        constexpr std::string_view roles[] = {"model", "clip", "picture", "sound"};
        Json extensions = Json::array();
        for (const std::string_view extension : format.extensions) extensions.push(extension);
        Json json = Json::object();
        json.append("name", format.name);
        json.append("family", format.family);
        json.append("title", format.title);
        json.append("game", format.game);
        json.append("extensions", std::move(extensions));
        json.append("role", roles[static_cast<std::size_t>(format.role)]);
        json.append("canOpen", format.open != nullptr);
        json.append("options", options_json(format.open_options));
        list.push(std::move(json));
    }
    return list;
}

Json report_json(const OpenedModel::Twin& twin, std::size_t number, Keepsake& keep) {
    const codec::ErrorReport& error = twin.encoded.error;
    auto& joints = keep.floats();
    for (const codec::JointError& joint : error.joints)
        joints.push_back(static_cast<float>(std::max(joint.worst_at_keys, joint.worst_between)));
    const std::size_t bytes = codec::clip_bytes(twin.rig, twin.encoded.clip);
    Json json = Json::object();
    json.append("id", number);
    json.append("clip", twin.clip);
    json.append("bytes", bytes);
    json.append("rawBytes", twin.encoded.raw_bytes);
    json.append("ratio", static_cast<double>(twin.encoded.raw_bytes) / static_cast<double>(bytes));
    json.append("frames", twin.encoded.clip.frames);
    json.append("worstAtKeys", error.worst_at_keys);
    json.append("worstBetween", error.worst_between);
    json.append("percentile99", error.percentile_99);
    json.append("mean", error.mean);
    json.append("worstJoint", error.worst_joint);
    json.append("worstTime", error.worst_time);
    json.append("joints", span_of(joints));
    json.append("shortfall", twin.encoded.shortfall);
    return json;
}

Result<Json> packed(OpenedModel& model, const Json& request, Keepsake& keep) {
    codec::EncodeOptions options;
    options.precision = request["precision"].number(options.precision);
    options.shell = request["shell"].number(options.shell);
    if (!(options.precision > 0) || !(options.shell >= 0)) return fail("precision and shell are lengths in metres");
    if (!parse_name(request["effort"].string("normal"), options.effort))
        return fail("there is no effort " + print_json(request["effort"]));
    const auto number = model.pack(static_cast<std::size_t>(request["clip"].unsigned_integer()), options);
    if (!number) return Failure(number.error());
    return report_json(model.twin(*number), *number, keep);
}

Result<Json> exported(OpenedModel& opened, const Json& request, Keepsake& keep) {
    if (const std::string_view format = request["format"].string("glb"); format != "glb")
        return fail("nothing is written as " + std::string(format));
    const Model& model = opened.model();
    const std::string stem(request["stem"].string(model.name.empty() ? "model" : model.name));
    Result<ByteBuffer> glb;
    if (const Json* numbers = request.find("clips")) {
        auto clips = clips_of(model, *numbers);
        if (!clips) return Failure(clips.error());
        glb = opened.with_clips(std::move(*clips), [](const Model& chosen) { return gltf::write_glb(chosen); });
    } else {
        glb = gltf::write_glb(model);
    }
    if (!glb) return Failure(glb.error());
    Json json = Json::object();
    json.append("name", stem + ".glb");
    json.append("bytes", span_of(keep.bytes() = std::move(*glb)));
    return Json(Json::Array{std::move(json)});
}

Result<Json> pictured(const Model& model, std::size_t index, Keepsake& keep) {
    if (index >= model.images.size()) return fail("there is no image " + std::to_string(index));
    const Image& image = model.images[index];
    const bool carried = image.encoding == ImageEncoding::jpeg || image.encoding == ImageEncoding::webp;
    Json json = Json::object();
    json.append("width", image.width);
    json.append("height", image.height);
    json.append("type", !carried ? "rgba8" : image.encoding == ImageEncoding::jpeg ? "image/jpeg" : "image/webp");
    if (carried || image.encoding == ImageEncoding::rgba8) {
        json.append("bytes", span_of(image.bytes));
        return json;
    }
    auto decoded = image::decode(image);
    if (!decoded) return Failure(std::move(decoded.error()).in_file(image.source));
    json.append("bytes", span_of(keep.bytes() = std::move(decoded->bytes)));
    return json;
}

} // namespace

Library* ossuary_create() { return new Library; }

void* ossuary_room(Library* library, std::uint32_t size) {
    if (size > library->room.size()) {
        void* const enough = std::malloc(size);
        if (!enough) return nullptr;
        std::free(enough);
        library->room = ByteBuffer(size);
    }
    return library->room.data();
}

const char* ossuary_text(const Library* library) { return library->text.data(); }
std::uint32_t ossuary_text_size(const Library* library) { return static_cast<std::uint32_t>(library->text.size()); }
std::uint32_t ossuary_used_memory() { return static_cast<std::uint32_t>(used_memory()); }

bool ossuary_about(Library* library) {
    Json json = Json::object();
    json.append("version", OSSUARY_VERSION);
    json.append("formats", formats_json());
    json.append("modelOptions", options_json(model_options()));
    return library->answer(json);
}

JsonWorkspace* ossuary_open_workspace(Library*) { return new JsonWorkspace; }
void ossuary_close_workspace(JsonWorkspace* workspace) { delete workspace; }

void* ossuary_add(Library* library, JsonWorkspace* workspace, const char* path, std::uint32_t path_size,
                  std::uint32_t size) {
    const std::string_view name(path, path_size);
    if (std::byte* bytes = workspace->add(name, size)) return bytes;
    library->refuse(Error(Place{.file = std::string(name)}, "there is not enough memory for it"));
    return nullptr;
}
bool ossuary_list(Library* library, JsonWorkspace* workspace, const char* request, std::uint32_t request_size) {
    const std::string_view text(request, request_size);
    const std::size_t end = std::min(text.find('\0'), text.size());
    const auto json = parse_json(text.substr(0, end));
    if (!json) return library->refuse(json.error());
    workspace->list(*json, text.substr(std::min(end + 1, text.size())));
    return library->answer(Json(true));
}
void ossuary_settle(Library*, JsonWorkspace* workspace) { workspace->settle(); }
bool ossuary_remove(Library*, JsonWorkspace* workspace, const char* path, std::uint32_t path_size) {
    return workspace->remove({path, path_size});
}
bool ossuary_entries(Library* library, const JsonWorkspace* workspace) {
    library->keep.clear();
    return library->answer(workspace->entries(library->keep));
}
bool ossuary_subjects(Library* library, const JsonWorkspace* workspace) {
    return library->answer(workspace->subjects());
}
bool ossuary_needs_full_module(Library*, const JsonWorkspace* workspace, const char* path, std::uint32_t path_size) {
    return workspace->needs_full_module({path, path_size});
}
bool ossuary_info(Library* library, const JsonWorkspace* workspace, const char* path, std::uint32_t path_size) {
    return library->take(workspace->info({path, path_size}));
}
bool ossuary_read(Library* library, const JsonWorkspace* workspace, const char* path, std::uint32_t path_size) {
    library->keep.clear();
    const auto read = workspace->read({path, path_size});
    if (!read) return library->refuse(read.error());
    library->held = *read;
    Json json = Json::object();
    json.append("bytes", span_of(library->held.bytes));
    return library->answer(json);
}

OpenedModel* ossuary_open(Library* library, const JsonWorkspace* workspace, const char* request,
                          std::uint32_t request_size) {
    return library->take(asked(request, request_size, [&](const Json& json) { return workspace->open(json); }));
}
void ossuary_close_model(OpenedModel* model) { delete model; }
bool ossuary_describe(Library* library, const OpenedModel* model) {
    library->keep.clear();
    return library->answer(describe(*model, library->keep));
}
bool ossuary_image(Library* library, const OpenedModel* model, std::uint32_t index) {
    library->keep.clear();
    return library->take(pictured(model->model(), index, library->keep));
}

const float* ossuary_pose(Library* library, OpenedModel* model, const LayerRecord* layers, std::uint32_t count) {
    return library->take(model->pose({layers, count}));
}
const float* ossuary_poses(Library* library, OpenedModel* model, const LayerRecord* layers, std::uint32_t count,
                           std::uint32_t poses) {
    return library->take(model->poses({layers, count}, poses));
}
const float* ossuary_curve(Library* library, OpenedModel* model, std::uint32_t clip, std::uint32_t joint,
                           std::uint32_t count, bool object_space) {
    return library->take(model->curve(clip, joint, count, object_space));
}

bool ossuary_pack(Library* library, OpenedModel* model, const char* request, std::uint32_t request_size) {
    library->keep.clear();
    return library->take(
        asked(request, request_size, [&](const Json& json) { return packed(*model, json, library->keep); }));
}
bool ossuary_export(Library* library, OpenedModel* model, const char* request, std::uint32_t request_size) {
    library->keep.clear();
    return library->take(
        asked(request, request_size, [&](const Json& json) { return exported(*model, json, library->keep); }));
}

Playback* ossuary_play(Library* library, OpenedModel* model, const char* request, std::uint32_t request_size) {
    return library->take(asked(request, request_size, [&](const Json& json) { return Playback::make(*model, json); }));
}
void ossuary_close_playback(Playback* playback) { delete playback; }
bool ossuary_start(Library* library, Playback* playback, const char* request, std::uint32_t request_size) {
    const auto started = asked(request, request_size, [&](const Json& json) { return playback->start(json); });
    return started ? library->answer(Json(*started)) : library->refuse(started.error());
}
void ossuary_stop(Playback* playback, std::int32_t layer, double blend_out) { playback->stop(layer, blend_out); }
bool ossuary_set_speed(Playback* playback, std::int32_t layer, double speed) {
    return playback->set_speed(layer, speed);
}
bool ossuary_seek(Playback* playback, std::int32_t layer, double time, bool fire) {
    return playback->seek(layer, time, fire);
}
void ossuary_set_layer(Playback* playback, std::int32_t layer, float weight, std::int32_t joint, bool additive) {
    playback->set_layer(layer, weight, joint, additive);
}
const float* ossuary_advance(Library* library, Playback* playback, double seconds) {
    if (auto advanced = playback->advance(seconds); !advanced) {
        library->refuse(advanced.error());
        return nullptr;
    }
    library->answer(playback->frame());
    return playback->pose();
}
