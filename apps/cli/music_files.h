// A segment with the styles and collections it names, found beside it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/session.h"
#include "ossuary/assets/workspace.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/sound/render.h"
#include "ossuary/sound/scripts.h"

namespace ossuary::cli {

// A piece with everything it names, which has to stay as long as it is played.
struct LoadedPiece {
    std::unique_ptr<audio::SgtFile> segment;
    std::vector<std::unique_ptr<audio::StyFile>> styles;
    sound::Piece piece;
};

class MusicFiles {
public:
    explicit MusicFiles(Session& session) : session_(session) {}

    // The theme of the scripts in what is mounted; null if a file has that name, or there is no such theme.
    const sound::MusicTheme* theme(const std::string& name);
    // A segment, or a theme's. What is missing is reported; the rest plays without it.
    Result<LoadedPiece> load(const std::string& path);
    std::vector<sound::NamedCollection> collections() const;

private:
    void warn(const std::string& path, std::string message);
    void missing(const std::string& path, const std::string& name);
    template <class File>
    Result<std::unique_ptr<File>> parsed(const std::string& path, Bytes bytes,
                                         Result<File> (*parse)(Bytes, Diagnostics*));
    Result<void> load_collections(const std::string& path, const audio::Band& band);

    Session& session_;
    std::optional<std::vector<sound::MusicTheme>> themes_;
    std::map<std::string, std::unique_ptr<audio::DlsFile>> collections_; // by name in lower case; null: not found
};

} // namespace ossuary::cli
