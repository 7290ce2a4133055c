// How files are to be read: the options of info, dump, diff, verify, plot and convert that concern it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/program.h"
#include "ossuary/assets/options.h"
#include "ossuary/assets/workspace.h"

namespace ossuary::cli {

struct Reading {
    NamedTexts given; // options that formats declare (assets/options.h)

    OptionValues open() const { return OptionValues(given); }
};

// Where files are looked for: --mount, --game and how those rank. Where a verb follows the ways of one of the games,
// --game also says which; `what` is then the help for that.
void add_mount_options(Program& program, Verb& verb, std::string_view what = {});
// That answer, `g1` or `g2`, taken out of what is to be mounted.
std::optional<std::string> take_chosen_game(Session& session);
// The same and the options of formats that concern parsing: --lenient …
void add_reading_options(Program& program, Verb& verb, Reading& reading, std::string_view what = {});
// The same and how a model is made of files: --unit-scale, --front, --normals …
void add_model_options(Program& program, Verb& verb, Reading& reading, std::string_view what = {});

// The options that formats declare for writing a file.
void add_saving_options(Verb& verb, NamedTexts& given);

// Throws UsageError where none of the files is of a format with one of the options; by their names alone.
void expect_options(const Reading& reading, std::span<const std::string> paths);
void expect_options(OptionUse use, const OptionValues& values, std::span<const FileOfFormat> files);

// `there is no clip 'rnu'; did you mean run?`, or the first few that there are.
Failure no_such(std::string_view kind, std::string_view name, const std::vector<std::string>& known);
// The clip of that name, whatever the case of its letters, or the only one that ends in `_` and that name; an error
// that names the nearest if there is none.
Result<const Clip*> find_clip(const Model& model, std::string_view name);
// The same for a joint.
Result<std::size_t> find_joint(const Model& model, std::string_view name);

// `Anims.vdf` as `Anims.vdf/`, for verbs to which an archive is a folder.
std::vector<std::string> archives_as_folders(Session& session, std::span<const std::string> paths);

// True if it says that a picture for a material is nowhere; and what to do about it.
bool is_missing_texture(const Diagnostic& diagnostic);
Diagnostic where_textures_are(const Session& session);

// The paths with folders replaced by what is below them. What does not exist is reported and left out.
std::vector<Input> expand_folders(Session& session, std::span<const std::string> paths);
// The files of a verb that makes one model of them, with their formats; the first that cannot be read is an error.
Result<std::vector<TypedFile>> open_files(Session& session, std::span<const std::string> paths);
// The same as a model. Its oddities are printed, and if something was lost the command ends with status 1. `found` gets
// them too, also of a model that cannot be opened.
Result<Opened> open_model(Session& session, std::span<const std::string> paths, const OptionValues& options,
                          Diagnostics* found = nullptr);
Result<Opened> open_model(Session& session, std::span<const TypedFile> files, const OptionValues& options,
                          Diagnostics* found = nullptr);

} // namespace ossuary::cli
