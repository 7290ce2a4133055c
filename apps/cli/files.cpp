#include "cli/files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "cli/places.h"

namespace ossuary::cli {

namespace fs = std::filesystem;

namespace {

void walk(Session& session, const fs::path& folder, std::vector<Input>& inputs) {
    std::error_code code;
    std::vector<fs::path> names;
    for (auto entry = fs::directory_iterator(folder, code); !code && entry != fs::directory_iterator();
         entry.increment(code))
        names.push_back(entry->path());
    if (code) return session.error(Error(Place{.file = folder.string()}, code.message()));
    std::sort(names.begin(), names.end());
    for (const fs::path& path : names) {
        const fs::file_status status = fs::symlink_status(path, code);
        if (fs::is_directory(status))
            walk(session, path, inputs);
        else if (fs::is_regular_file(fs::status(path, code)))
            inputs.push_back({path.string(), true});
    }
}

} // namespace

Result<ByteBuffer> read_file(Session& session, const std::string& path) {
    const auto bytes = session.places().read(path);
    if (!bytes) return Failure(bytes.error());
    return ByteBuffer(bytes->bytes.begin(), bytes->bytes.end());
}

std::vector<Input> expand_folders(Session& session, const std::vector<std::string>& paths) {
    std::vector<Input> inputs;
    for (const std::string& path : paths) {
        const auto found = session.places().locate(path);
        std::error_code code;
        if (!found) {
            session.error(found.error());
        } else if (found->tree && !found->file) {
            // Whatever is below a folder of an archive, by the path that leads there again.
            const std::string front = path.substr(0, path.size() - found->folder.size());
            for (const MountedFile& file : found->tree->match("", found->folder))
                inputs.push_back({front + file.path(), true});
        } else if (found->on_disk && path != "-" && fs::is_directory(path, code)) {
            walk(session, path, inputs);
        } else {
            inputs.push_back({path, false});
        }
    }
    return inputs;
}

} // namespace ossuary::cli
