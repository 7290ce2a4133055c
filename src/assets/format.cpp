#include "ossuary/assets/format.h"

#include <algorithm>

#include "assets/rows.h"
#include "ossuary/base/text.h"

namespace ossuary {

std::span<const Format> formats() {
    static const std::vector<Format> table = [] {
        std::vector<Format> rows;
        for (const auto family : {md5_rows(), zengin_rows(), vdf_rows(), bvh_rows(), sf3_rows(), mw3_rows(), osa_rows(),
                                  gltf_rows(), image_rows()})
            rows.insert(rows.end(), family.begin(), family.end());
        return rows;
    }();
    return table;
}

const Format* find_format_by_name(std::string_view name) {
    for (const Format& format : formats())
        if (format.name == name) return &format;
    return nullptr;
}

bool fits_name(const Format& format, std::string_view name) {
    const std::string extension = file_extension(name);
    return equal_ignoring_case(file_name(name).substr(0, format.prefix.size()), format.prefix) &&
           std::ranges::any_of(format.extensions,
                               [&](std::string_view known) { return equal_ignoring_case(known, extension); });
}

const Format* find_format_by_file_name(std::string_view name) {
    for (const Format& format : formats())
        if (fits_name(format, name)) return &format;
    return nullptr;
}

const Format* find_format_by_extension(std::string_view extension) {
    for (const Format& format : formats())
        for (const std::string_view known : format.extensions)
            if (format.prefix.empty() && equal_ignoring_case(known, extension)) return &format;
    return nullptr;
}

const Format* find_format(std::string_view name, Bytes bytes) {
    const Format* named = find_format_by_file_name(name);
    if (named && named->recognise(bytes)) return named;
    for (const Format& format : formats())
        if (format.recognise(bytes)) return &format;
    return named;
}

Result<void> expect_empty(const Model& model) {
    if (model.skeleton.joints.empty() && model.meshes.empty()) return {};
    return fail("a second model; give one model with its clips");
}

Result<const Image*> only_picture(const Model& model) {
    if (model.images.size() == 1) return &model.images.front();
    return fail(model.images.empty() ? std::string("there is no picture to write")
                                     : "a picture file holds one picture, not " + std::to_string(model.images.size()));
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

namespace {

struct Opening {
    const NamedFile* file;
    const Format* format;
};

// Pictures the user gave come before what lies beside the model; only their own names count, not their folders.
FileLookup with_given(std::vector<const NamedFile*> pictures, const FileLookup& lookup) {
    if (pictures.empty()) return lookup;
    return [pictures = std::move(pictures), &lookup](std::string_view name) -> std::optional<ByteBuffer> {
        for (const NamedFile* picture : pictures)
            if (equal_ignoring_case(file_name(picture->name), file_name(name))) return picture->bytes;
        return lookup ? lookup(name) : std::nullopt;
    };
}

} // namespace

Result<Model> open_model(std::span<const NamedFile> files, const FileLookup& lookup, const OpenOptions& options,
                         Diagnostics* diagnostics) {
    std::vector<Opening> by_role[3];
    for (const NamedFile& file : files) {
        const Format* format = find_format(file.name, file.bytes);
        if (!format) return Failure(Error("not a format this program knows").in_file(file.name));
        if (!format->open) {
            return Failure(Error(std::string(format->name) + " files cannot be opened as a model").in_file(file.name));
        }
        by_role[static_cast<std::size_t>(format->role)].push_back({&file, format});
    }
    auto& [openings, clips, given_pictures] = by_role;
    openings.insert(openings.end(), clips.begin(), clips.end());
    std::vector<const NamedFile*> pictures;
    if (openings.empty())
        openings = given_pictures;
    else
        for (const Opening& picture : given_pictures) pictures.push_back(picture.file);
    const FileLookup textures = with_given(std::move(pictures), lookup);

    Model model;
    for (const Opening& opening : openings) {
        Diagnostics found;
        const Result<void> opened = opening.format->open(*opening.file, model, textures, options, &found);
        for (Diagnostic& diagnostic : found) {
            if (diagnostic.place.file.empty()) diagnostic.place.file = opening.file->name;
            if (diagnostics) diagnostics->push_back(std::move(diagnostic));
        }
        if (!opened) return Failure(Error(opened.error()).in_file(opening.file->name));
    }
    return model;
}

} // namespace ossuary
