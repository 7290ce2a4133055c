#include "ossuary/format/row_verbs.h"

namespace ossuary {

double frame_rate(const OptionValues& options) { return options.number(frame_rate_option.name).value_or(0); }

Json joined(Json first, const Json& rest) {
    for (const Json::Member& member : rest.members()) first.append(member.name, member.value);
    return first;
}

Json file_facts(const NamedFile& file) {
    Json facts = Json::object();
    facts.set("source", file_name(file.name));
    facts.set("bytes", file.bytes.size());
    return facts;
}

Result<void> expect_empty(const Model& model) {
    if (model.skeleton.joints.empty() && model.meshes.empty()) return {};
    return fail("is a model of its own, and cannot be put on the one before it");
}

std::string free_clip_name(const Model& model, std::string_view wanted, Diagnostics* diagnostics) {
    std::string name(wanted);
    for (int number = 2; model.find_clip(name); ++number) name = std::string(wanted) + '_' + std::to_string(number);
    if (name != wanted) {
        report(diagnostics, Severity::warning, {},
               "there is a clip '" + std::string(wanted) + "' already: this one is called '" + name + "'");
    }
    return name;
}

Result<const Clip*> chosen_clip(const Model& model, std::string_view name) {
    if (model.clips.empty()) return fail("the model has no clip to write");
    const Clip* clip = name.empty() ? &model.clips.front() : model.find_clip(name);
    if (!clip) return fail("there is no clip '" + std::string(name) + "'");
    return clip;
}

Result<const Image*> only_picture(const Model& model) {
    if (model.images.size() == 1) return &model.images.front();
    return fail(model.images.empty() ? std::string("there is no picture to write")
                                     : "a picture file holds one picture, not " + std::to_string(model.images.size()) +
                                           "; 'shot' draws the model");
}

SavedFiles saved(std::string_view stem, std::string_view extension, ByteBuffer bytes) {
    return std::vector{NamedFile{std::string(stem).append(extension), std::move(bytes)}};
}

SavedFiles saved(std::string_view stem, std::string_view extension, std::string_view text) {
    return saved(stem, extension, to_buffer(text));
}

} // namespace ossuary
