// Several files as one model: the order they are opened in, and what a broken one costs.
#include "ossuary/assets/open_model.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "assets/open_model.h"
#include "ossuary/assets/options.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary {

namespace {

// How far the lists of a model reach, to take away what a file added before it failed.
class Checkpoint {
public:
    explicit Checkpoint(const Model& model)
        : name_(model.name), source_(model.source), extras_(model.extras), joints_(model.skeleton.joints.size()),
          meshes_(model.meshes.size()), lines_(model.lines.size()), skins_(model.skins.size()),
          materials_(model.materials.size()), images_(model.images.size()), cameras_(model.cameras.size()),
          lights_(model.lights.size()), clips_(model.clips.size()), variants_(model.variants) {}

    void restore(Model& model) const {
        model.name = name_;
        model.source = source_;
        model.extras = extras_;
        shorten(model.skeleton.joints, joints_);
        shorten(model.meshes, meshes_);
        shorten(model.lines, lines_);
        shorten(model.skins, skins_);
        shorten(model.materials, materials_);
        shorten(model.images, images_);
        shorten(model.cameras, cameras_);
        shorten(model.lights, lights_);
        shorten(model.clips, clips_);
        model.variants = variants_;
    }

private:
    template <class T> static void shorten(std::vector<T>& list, std::size_t size) {
        if (list.size() > size) list.erase(list.begin() + static_cast<std::ptrdiff_t>(size), list.end());
    }

    std::string name_;
    Source source_;
    Json extras_;
    std::size_t joints_, meshes_, lines_, skins_, materials_, images_, cameras_, lights_, clips_;
    std::vector<MaterialVariant> variants_;
};

// Files that were given come before what is beside the model; only their own names count, not their folders. What was
// asked for by name is noted in `used`: it needs no opening of its own.
FileLookup with_given(std::span<const TypedFile> given, const FileLookup& lookup, std::set<const TypedFile*>& used) {
    if (given.size() < 2) return lookup;
    return [given, &lookup, &used](std::string_view name) -> std::optional<SharedBytes> {
        for (const TypedFile& file : given) {
            if (!equal_ignoring_case(file_name(file.file.name), file_name(name))) continue;
            used.insert(&file);
            return file.file.bytes;
        }
        return lookup ? lookup(name) : std::nullopt;
    };
}

// True if the file is a model by itself: beside another one it is a mistake, not a broken part.
bool is_whole(const TypedFile& part, const FileLookup& lookup, const OptionValues& options) {
    Model alone;
    return part.format->open(part.file, alone, lookup, options, nullptr).has_value();
}

void append(Diagnostics* to, Diagnostics from, const std::string& file) {
    if (!to) return;
    name_file(from, file);
    to->insert(to->end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

// Meshes from `first` on with a position that is no number, which no writer takes: said where it is read.
void report_not_finite(const Model& model, std::size_t first, Diagnostics& found) {
    for (std::size_t m = first; m < model.meshes.size(); ++m) {
        const std::vector<Vec3>& positions = model.meshes[m].positions;
        const auto bad = std::ranges::find_if_not(
            positions, [](const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); });
        if (bad == positions.end()) continue;
        report(
            &found, Severity::error,
            {.field = "meshes[" + std::to_string(m) + "].positions[" + std::to_string(bad - positions.begin()) + ']'},
            "is not finite");
    }
}

} // namespace

Result<void> add_to_model(Model& model, std::span<const TypedFile> files, const FileLookup& lookup,
                          const OptionValues& options, Diagnostics* diagnostics) {
    std::vector<const TypedFile*> by_role[3], joining;
    for (const TypedFile& file : files) {
        const std::string& name = file.file.name;
        if (!file.format) return Failure(Error("not a format this program knows").in_file(name));
        if (file.format->mount)
            return Failure(Error("is an archive; name a file in it (" + std::string(file_name(name)) +
                                 "/…), or 'ossuary ls' lists them")
                               .in_file(name));
        if (!file.format->open)
            return Failure(Error(std::string(file.format->name) + " files cannot be opened as a model").in_file(name));
        if (file.format->role == Role::model && file.format->joins)
            joining.push_back(&file);
        else
            by_role[static_cast<std::size_t>(file.format->role)].push_back(&file);
    }
    auto& [parts, clips, pictures] = by_role;
    parts.insert(parts.end(), joining.begin(), joining.end()); // onto the skeleton that the others bring
    parts.insert(parts.end(), clips.begin(), clips.end());
    if (parts.empty()) parts = pictures;
    std::set<const TypedFile*> used;
    const FileLookup textures = with_given(files, lookup, used);

    bool any_opened = false;
    Diagnostics failures;
    std::optional<Error> first_error;
    for (const TypedFile* part : parts) {
        const std::string& name = part->file.name;
        if (used.contains(part)) continue;
        const Checkpoint before(model);
        const std::size_t first_mesh = model.meshes.size();
        Diagnostics found;
        const Result<void> opened = part->format->open(part->file, model, textures, options, &found);
        if (opened) report_not_finite(model, first_mesh, found);
        append(diagnostics, std::move(found), name);
        if (opened) {
            any_opened = true;
            continue;
        }
        before.restore(model);
        const Error error = Error(opened.error()).in_file(name);
        if (part->format->role == Role::model && (!any_opened || is_whole(*part, textures, options)))
            return Failure(error);
        failures.push_back({Severity::error, error.place(), error.message()});
        if (!first_error) first_error = error;
    }
    if (!any_opened && first_error) return Failure(*first_error);
    append(diagnostics, std::move(failures), "");
    return {};
}

Result<Model> open_model(std::span<const TypedFile> files, const FileLookup& lookup, const OptionValues& options,
                         Diagnostics* diagnostics) {
    std::vector<FileOfFormat> at_hand;
    std::vector<const Format*> formats_at_hand;
    for (const TypedFile& file : files) {
        if (!file.format) continue;
        at_hand.push_back({file.file.name, file.format});
        formats_at_hand.push_back(file.format);
    }
    if (auto fit = check_options(OptionUse::open, options, at_hand); !fit) return Failure(fit.error());
    Model model;
    if (auto added = add_to_model(model, files, lookup, options, diagnostics); !added) return Failure(added.error());
    if (auto done = apply_model_options(model, options, formats_at_hand); !done)
        return Failure(Error(done.error()).in_file(files.front().file.name));
    return model;
}

Result<Model> open_model(std::span<const NamedFile> files, const FileLookup& lookup, const OptionValues& options,
                         Diagnostics* diagnostics) {
    std::vector<TypedFile> typed;
    for (const NamedFile& file : files) typed.push_back({file, find_format(file.name, file.bytes)});
    return open_model(typed, lookup, options, diagnostics);
}

namespace {

template <class T> std::size_t bytes_of(const std::vector<T>& list) { return list.size() * sizeof(T); }
template <class T> std::size_t bytes_of(const Channel<T>& channel) {
    return bytes_of(channel.times) + bytes_of(channel.values);
}

} // namespace

std::size_t approximate_bytes(const Model& model) {
    std::size_t bytes = sizeof(Model) + bytes_of(model.skeleton.joints);
    for (const Image& image : model.images) bytes += image.bytes.size();
    for (const Mesh& mesh : model.meshes) {
        bytes += bytes_of(mesh.positions) + bytes_of(mesh.normals) + bytes_of(mesh.tangents) + bytes_of(mesh.uv0) +
                 bytes_of(mesh.indices) + bytes_of(mesh.influences);
        for (const MorphTarget& morph : mesh.morphs) bytes += bytes_of(morph.positions);
    }
    for (const Clip& clip : model.clips)
        for (const JointTrack& track : clip.joints)
            bytes +=
                sizeof(JointTrack) + bytes_of(track.translation) + bytes_of(track.rotation) + bytes_of(track.scale);
    return bytes;
}

} // namespace ossuary
