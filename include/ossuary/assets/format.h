// The table of formats: one row per kind of file, with everything the command and the viewer do with it.
// Adding a format means writing its room and adding its rows here (CONTRIBUTING.md).
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/bytes.h"
#include "ossuary/base/json.h"
#include "ossuary/base/result.h"
#include "ossuary/model/model.h"

namespace ossuary {

// A file in memory, with the name the user gave it.
struct NamedFile {
    std::string name;
    ByteBuffer bytes;
};

// Finds a file by relative name beside the one being opened, or below the folders the user mounted.
using FileLookup = std::function<std::optional<ByteBuffer>(std::string_view relative_name)>;

// What the user asked for when opening and saving. A format reads the ones that concern it.
struct OpenOptions {
    bool lenient = false;
    std::optional<double> unit_scale; // metres per unit of the source
    std::optional<double> tick_rate;  // ticks per second, for formats that do not say
    std::string front;                // `-y` or `+x`, for formats that do not say
    std::string root_motion = "keep"; // keep, strip, extract
    bool loop = false;
    std::string normals = "sum"; // sum, progressive, angle, area
    bool weld_normals = true;
    bool opaque = false;
    bool double_sided = false;
    bool flip_green = false;
    std::string definition;   // the one to open of a file that holds several (anim.zbd); empty: all
    bool every_event = false; // in clips made of definitions: movement and flow too, for timelines
};

struct SaveOptions {
    std::uint32_t max_influences = 8;
    bool reduce_channels = true;
    bool extras_in_scene = true;
    bool indent = false;
    bool meshopt = false; // glTF: compressed, in fewer bits
    double frame_rate = 0;
    bool lenient = false;
    bool gothic1 = false;       // Gothic's files as the first game has them, not the second
    std::string clip;           // the clip to write where a file holds one; empty: the first
    std::string texture_format; // `DXT1`, `R5G6B5` …, of textures with levels; empty: by their alpha
    bool mips = true;           // textures with all their levels, not the largest alone
};

// What a file brings when it is opened: a whole model, a clip for one, or a picture.
enum class Role : std::uint8_t { model, clip, picture };

// A file within a file: an entry of an archive, a texture of a model.
struct Member {
    std::string name; // relative, folders divided by `/`; as the file says it, so not to be trusted as a path
    // Unpacks it. May be called from several threads at once, while the file it came from is there.
    std::function<Result<ByteBuffer>()> bytes;
};

// A verb of the command: natively a pointer to a function. In a browser it is always null, whatever a row says, so that
// the module is not made of what pages never ask for.
#if defined(__wasm__)
template <class Function> class NativeVerb {
public:
    template <std::convertible_to<Function*> Given> constexpr NativeVerb(Given) {}
    constexpr operator Function*() const { return nullptr; }
};
#else
template <class Function> using NativeVerb = Function*;
#endif

// A row of the table. What a format cannot do is null; the callers say so in plain words.
struct Format {
    std::string_view name;                        // `md5mesh`
    std::string_view title;                       // `DOOM 3 model`
    std::string_view game;                        // `DOOM 3`; empty for formats of no game
    std::span<const std::string_view> extensions; // with dot, lower case; the first is the usual one
    std::string_view prefix;                      // how names begin as well, where others share the extension
    bool is_text = false;
    Role role = Role::model;
    bool one_clip = false;      // a file holds one clip: several clips need several files
    bool shares_meshes = false; // `save` keeps Mesh::instances and lines; for others see without_instances

    // True if the bytes look like this format, whatever their name.
    bool (*recognise)(Bytes) = nullptr;
    // Facts about a file: counts, names, rates. Keys are the specification's.
    Result<Json> (*info)(const NamedFile&, const FileLookup&, const OpenOptions&, Diagnostics*) = nullptr;
    // Everything in the file as JSON, the format's name first under `format`, and back. Formats that are kept without
    // loss have both; see also dump.h.
    NativeVerb<Result<Json>(Bytes, const OpenOptions&, Diagnostics*)> dump = nullptr;
    NativeVerb<Result<ByteBuffer>(const Json&)> build = nullptr;
    // True if the JSON is a dump of this format; of those whose form is given from outside and has no `format`.
    bool (*is_dump)(const Json&) = nullptr;
    // Everything the file means, for comparing two of them: the dump, or the model, or the pixels.
    NativeVerb<Result<Json>(const NamedFile&, const FileLookup&, const OpenOptions&, Diagnostics*)> values = nullptr;
    // Read and write again, as one file of the same format.
    NativeVerb<Result<ByteBuffer>(const NamedFile&, const FileLookup&, const OpenOptions&, Diagnostics*)> rewrite =
        nullptr;
    // What lies within the file, in its order; nothing is unpacked yet. `extract` writes them.
    Result<std::vector<Member>> (*members)(const NamedFile&, const OpenOptions&, Diagnostics*) = nullptr;
    // Adds the file to the model: a skeleton with meshes, a clip for the skeleton that is there, a picture.
    Result<void> (*open)(const NamedFile&, Model&, const FileLookup&, const OpenOptions&, Diagnostics*) = nullptr;
    // The model as files of this format, the main one first, named after `stem`.
    NativeVerb<Result<std::vector<NamedFile>>(const Model&, std::string_view stem, const SaveOptions&, Diagnostics*)>
        save = nullptr;
};

std::span<const Format> formats();
// By extension and content: the extension decides where the content agrees or has no mark of its own.
const Format* find_format(std::string_view name, Bytes bytes);
const Format* find_format_by_name(std::string_view name);
// An extension that says nothing without the beginning of the name finds nothing.
const Format* find_format_by_extension(std::string_view extension);
// By extension, and by how the name begins where that counts.
const Format* find_format_by_file_name(std::string_view name);
// True in the smaller of the two modules for browsers, of a format that only the larger one reads.
bool is_elsewhere(const Format& format);
// True if a file of this format may be called so.
bool fits_name(const Format& format, std::string_view name);

// Opens one or several files as one model: the model first, then its clips, whatever the order they are given in.
// Pictures given beside a model are where its materials look first. Errors and diagnostics name the file.
Result<Model> open_model(std::span<const NamedFile> files, const FileLookup& lookup, const OpenOptions& options = {},
                         Diagnostics* diagnostics = nullptr);

} // namespace ossuary
