// Files in: the paths a verb was given, and what they hold.
#pragma once

#include <string>
#include <vector>

#include "cli/session.h"
#include "ossuary/base/bytes.h"
#include "ossuary/base/result.h"

namespace ossuary::cli {

// The whole file, wherever it lies (places.h); `-` is standard input. Errors name the file.
Result<ByteBuffer> read_file(Session& session, const std::string& path);

struct Input {
    std::string path;
    bool from_folder = false; // found in a folder the user named: may be anything
};

// The paths with folders replaced by the files below them, in sorted order; those of archives too, where the path names
// one (`Anims.vdf/`). Links to folders are not followed. What does not exist is reported and left out.
std::vector<Input> expand_folders(Session& session, const std::vector<std::string>& paths);

} // namespace ossuary::cli
