// How files are to be read: the options of info, dump, diff, verify, plot and convert that concern it.
#pragma once

#include <string>
#include <vector>

#include "cli/files.h"
#include "cli/program.h"
#include "ossuary/assets/format.h"

namespace ossuary::cli {

struct Reading {
    OpenOptions open;
    std::vector<std::string> mounts;
};

// --lenient and --mount.
void add_reading_options(CLI::App& verb, Reading& reading);
// The same and how a model is made of files: --unit-scale, --front, --normals …
void add_model_options(CLI::App& verb, Reading& reading);

// A file and what it is; an error that names the file where it cannot be read or is nothing we know.
struct OpenedFile {
    NamedFile file;
    const Format* format = nullptr;
};
Result<OpenedFile> open_file(Session& session, const std::string& path);

} // namespace ossuary::cli
