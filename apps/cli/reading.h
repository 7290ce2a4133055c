// How files are to be read: the options of info, dump, diff, verify, plot and convert that concern it.
#pragma once

#include <optional>
#include <string>

#include "cli/files.h"
#include "cli/program.h"
#include "ossuary/assets/format.h"

namespace ossuary::cli {

struct Reading {
    OpenOptions open;
};

// Where files are looked for: --mount, --game and how those rank. Where a verb follows the ways of one of the games,
// --game also says which; `what` is then the help for that.
void add_mount_options(Program& program, CLI::App& verb, const std::string& what = {});
// That answer, `g1` or `g2`, taken out of what is to be mounted.
std::optional<std::string> take_chosen_game(Session& session);
// The same and --lenient.
void add_reading_options(Program& program, CLI::App& verb, Reading& reading, const std::string& what = {});
// The same and how a model is made of files: --unit-scale, --front, --normals …
void add_model_options(Program& program, CLI::App& verb, Reading& reading, const std::string& what = {});

// A file and what it is; an error that names the file where it cannot be read or is nothing we know.
struct OpenedFile {
    NamedFile file;
    const Format* format = nullptr;
};
Result<OpenedFile> open_file(Session& session, const std::string& path);

} // namespace ossuary::cli
