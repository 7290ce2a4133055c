#include "cli/music_files.h"

#include <fmt/format.h>

#include "ossuary/base/text.h"

namespace ossuary::cli {

void MusicFiles::warn(const std::string& path, std::string message) {
    Diagnostics one;
    report(&one, Severity::warning, {.file = path}, std::move(message));
    session_.warn(one);
}

void MusicFiles::missing(const std::string& path, const std::string& name) {
    warn(path, fmt::format("{} is not found beside it", name));
    session_.fail();
}

template <class File>
Result<std::unique_ptr<File>> MusicFiles::parsed(const std::string& path, Bytes bytes,
                                                 Result<File> (*parse)(Bytes, Diagnostics*)) {
    Diagnostics found;
    auto file = parse(bytes, &found);
    name_file(found, path);
    session_.warn(found);
    if (!file) return Failure(std::move(file.error()).in_file(path));
    return std::make_unique<File>(std::move(*file));
}

Result<void> MusicFiles::load_collections(const std::string& path, const audio::Band& band) {
    for (const audio::BandInstrument& instrument : band.instruments) {
        if (!instrument.collection || instrument.collection->file.empty()) continue;
        const std::string name = lower_case(instrument.collection->file);
        const auto [known, is_new] = collections_.try_emplace(name);
        if (!is_new) continue;
        const auto file = session_.files().find_beside(path, instrument.collection->file);
        if (!file) {
            missing(path, instrument.collection->file);
            continue;
        }
        const auto bytes = file.read();
        if (!bytes) return Failure(bytes.error());
        auto collection = parsed<audio::DlsFile>(file.path(), *bytes, audio::parse_dls);
        if (!collection) return Failure(collection.error());
        known->second = std::move(*collection);
    }
    return {};
}

const sound::MusicTheme* MusicFiles::theme(const std::string& name) {
    if (session_.mounting.empty() || session_.files().locate(name)) return nullptr;
    if (!themes_) {
        themes_.emplace();
        Diagnostics said;
        auto found = sound::find_themes(lookup_in(*session_.files().mounted()), &said);
        if (found)
            themes_ = std::move(*found);
        else
            report(&said, Severity::warning, found.error().place(), found.error().message());
        session_.warn(said);
    }
    return sound::find_theme(*themes_, name);
}

Result<LoadedPiece> MusicFiles::load(const std::string& name) {
    LoadedPiece loaded;
    const sound::MusicTheme* played = theme(name);
    const std::string path = played ? played->file : name;
    const auto bytes = session_.files().read(path);
    if (!bytes) return Failure(bytes.error());
    auto segment = parsed<audio::SgtFile>(path, *bytes, audio::parse_sgt);
    if (!segment) return Failure(segment.error());
    loaded.segment = std::move(*segment);
    loaded.piece.segment = loaded.segment.get();
    for (const audio::StyleItem& item : loaded.segment->styles) {
        loaded.piece.styles.push_back(nullptr);
        const auto file = session_.files().find_beside(path, item.style.file);
        if (!file) {
            missing(path, item.style.file);
            continue;
        }
        const auto style_bytes = file.read();
        if (!style_bytes) return Failure(style_bytes.error());
        auto style = parsed<audio::StyFile>(file.path(), *style_bytes, audio::parse_sty);
        if (!style) return Failure(style.error());
        if (item.style.guid && *item.style.guid != (*style)->guid)
            warn(path, fmt::format("{} is another style than the one that is meant: its id differs", item.style.file));
        loaded.piece.styles.back() = style->get();
        for (const audio::Band& band : (*style)->bands)
            if (auto done = load_collections(path, band); !done) return Failure(done.error());
        loaded.styles.push_back(std::move(*style));
    }
    for (const audio::BandItem& item : loaded.segment->bands)
        if (auto done = load_collections(path, item.band); !done) return Failure(done.error());
    return loaded;
}

std::vector<sound::NamedCollection> MusicFiles::collections() const {
    std::vector<sound::NamedCollection> list;
    for (const auto& [name, file] : collections_)
        if (file) list.push_back({name, file.get()});
    return list;
}

} // namespace ossuary::cli
