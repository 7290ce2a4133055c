// A row of the registry of formats: one kind of file, with its facts and everything the library, the command and the
// page do with it. Each family of formats lists its rows in its own rows.cpp (CONTRIBUTING.md); assets/registry.h
// collects them.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/files.h"
#include "ossuary/base/json.h"
#include "ossuary/base/result.h"
#include "ossuary/format/option.h"
#include "ossuary/format/volume.h"
#include "ossuary/model/model.h"

namespace ossuary {

// What a file brings when it is opened: a whole model, a clip for one, or a picture. Sounds and music are not opened.
enum class Role : std::uint8_t { model, clip, picture, sound };

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

// A row. What a format cannot do is null; the callers say so in plain words.
struct Format {
    std::string_view name;                        // `md5mesh`
    std::string_view title;                       // `DOOM 3 model`
    std::string_view family;                      // `md5`: the room it comes from; the registry sets it
    std::string_view game;                        // `DOOM 3`; empty for formats of no game
    std::span<const std::string_view> extensions; // with dot, lower case; the first is the usual one
    std::string_view prefix;                      // how names begin as well, where others share the extension
    bool is_text = false;
    Role role = Role::model;
    bool one_clip = false;        // a file holds one clip: several clips need several files
    bool shares_meshes = false;   // `save` keeps Mesh::instances and lines; for others see without_instances
    bool joins = false;           // of models: goes on the skeleton of another file that is given with it
    bool is_script = false;       // names the parts and clips it is made of, so it needs no clips beside it
    bool has_bones = true;        // of models: clips of bones can move it
    bool has_definitions = false; // holds animation definitions, which `play --def` runs
    // The options it declares; the verbs below look values up by name and ignore others.
    std::span<const Option> open_options, save_options;
    bool left_out = false; // in the small browser module: only the full one reads it (full_module.h)

    // True if the bytes look like this format, whatever their name.
    bool (*recognise)(Bytes) = nullptr;
    // Facts about a file: counts, names, rates. Keys are the specification's.
    Result<Json> (*info)(const NamedFile&, const FileLookup&, const OptionValues&, Diagnostics*) = nullptr;
    // Everything in the file as JSON, the format's name first under `format`, and back. Formats that are kept without
    // loss have both; see also dump.h.
    NativeVerb<Result<Json>(Bytes, const OptionValues&, Diagnostics*)> dump = nullptr;
    NativeVerb<Result<ByteBuffer>(const Json&)> build = nullptr;
    // True if the JSON is a dump of this format; of those whose form is given from outside and has no `format`.
    bool (*is_dump)(const Json&) = nullptr;
    // Everything the file means, for comparing two of them: the dump, or the model, or the pixels.
    NativeVerb<Result<Json>(const NamedFile&, const FileLookup&, const OptionValues&, Diagnostics*)> values = nullptr;
    // Read and write again, as one file of the same format.
    NativeVerb<Result<ByteBuffer>(const NamedFile&, const FileLookup&, const OptionValues&, Diagnostics*)> rewrite =
        nullptr;
    // An archive as a volume that can be mounted: what is stored plainly is read without a copy. Records that reach
    // beyond the end are reported and left out.
    Result<Volume> (*mount)(std::string name, const SharedBytes&, const ContainerLimits&, Diagnostics*) = nullptr;
    // The files within the file, in its order; nothing is unpacked yet. `extract` writes them.
    Result<std::vector<Member>> (*members)(const NamedFile&, const OptionValues&, Diagnostics*) = nullptr;
    // The names under which a game ships what is asked for by this one: `HERO.MSB` for `HERO.MDS`. Any kind of file.
    std::vector<std::string> (*shipped_as)(std::string_view name) = nullptr;
    // The mark of the skeleton that the file holds: parts made for it name the same one. Nothing if it has none. A part
    // that asks its FileLookup for `*.MDH#39935331` gets any file of that extension with that mark, if there is one.
    std::optional<std::uint32_t> (*skeleton_mark)(Bytes) = nullptr;
    // Adds the file to the model: a skeleton with meshes, a clip for the skeleton that is there, a picture.
    Result<void> (*open)(const NamedFile&, Model&, const FileLookup&, const OptionValues&, Diagnostics*) = nullptr;
    // The model as files of this format, the main one first, named after `stem`.
    NativeVerb<Result<std::vector<NamedFile>>(const Model&, std::string_view stem, const OptionValues&, Diagnostics*)>
        save = nullptr;
    // The same file encoded again, as the save options say; of sounds, which are no models.
    NativeVerb<Result<ByteBuffer>(const NamedFile&, const OptionValues&, Diagnostics*)> recode = nullptr;
};

} // namespace ossuary
