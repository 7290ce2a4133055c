// Which of many files are characters, and what belongs to each.
#include <algorithm>
#include <map>

#include "ossuary/assets/workspace.h"
#include "ossuary/base/sort.h"
#include "ossuary/base/text.h"

namespace ossuary {

namespace {

struct Piece {
    const FileOfFormat* file;
    std::size_t number;       // its place in the list
    std::string folder, stem; // in lower case; the folder ends in a slash
    bool taken = false;       // by a character
    std::vector<std::size_t> clips = {};

    const Format& format() const { return *file->format; }
    bool is_model() const { return format().role == Role::model; }
};

std::string folder_of(std::string_view path) {
    const std::string_view parent = parent_folder(path);
    return parent.empty() ? "" : lower_case(parent) + '/';
}

Piece piece_of(const FileOfFormat& file, std::size_t number) {
    std::string stem = lower_case(file_stem(file.name));
    if (fits_name(*file.format, file.name)) stem.erase(0, file.format->prefix.size());
    return {&file, number, folder_of(file.name), std::move(stem)};
}

// Scripts before models, what was compiled before sources; a family lists its parts before its wholes.
std::pair<int, std::size_t> rank(const Piece& piece) {
    const Format& format = piece.format();
    const int kind = format.is_script ? 0 : format.is_text ? 2 : 1;
    std::size_t row = 0;
    while (row < formats().size() && &formats()[row] != &format) ++row;
    return {kind, formats().size() - row};
}

bool is_of(const Piece& part, const Piece& whole) {
    const Format &a = part.format(), &b = whole.format();
    if (a.game.empty() || a.game != b.game || !part.folder.starts_with(whole.folder)) return false;
    if (part.stem == whole.stem) return true;
    return b.is_script && !a.is_script && a.is_text && a.has_bones; // a source of the script
}

bool shares_name(const Piece& clip, const Piece& model) {
    return !model.stem.empty() && !clip.stem.empty() &&
           (clip.stem.starts_with(model.stem) || model.stem.starts_with(clip.stem));
}

bool may_move(const Piece& clip, const Piece& model) {
    return !clip.format().game.empty() && clip.format().game == model.format().game && clip.folder == model.folder &&
           model.format().has_bones && !model.format().is_script;
}

void take_clips(std::vector<Piece>& pieces, const std::vector<std::size_t>& characters) {
    for (const std::size_t c : characters) { // a script finds them by their names
        if (!pieces[c].format().is_script) continue;
        for (Piece& clip : pieces)
            if (!clip.is_model() && clip.format().game == pieces[c].format().game &&
                clip.folder.starts_with(pieces[c].folder) && clip.stem.starts_with(pieces[c].stem + '-'))
                clip.taken = true;
    }
    std::vector<std::size_t> free_clips;
    for (const Piece& clip : pieces)
        if (!clip.is_model() && !clip.taken) free_clips.push_back(clip.number);
    // By name first; who has no clip of its name gets those that are nobody's by name.
    for (const bool by_name : {true, false}) {
        std::vector<std::size_t> given;
        for (const std::size_t c : characters) {
            Piece& model = pieces[c];
            if (!by_name && !model.clips.empty()) continue;
            for (const std::size_t clip : free_clips) {
                if (!may_move(pieces[clip], model) || (by_name && !shares_name(pieces[clip], model))) continue;
                model.clips.push_back(clip);
                given.push_back(clip);
            }
        }
        for (const std::size_t clip : given) pieces[clip].taken = true;
        std::erase_if(free_clips, [&](std::size_t clip) { return pieces[clip].taken; });
    }
}

} // namespace

std::vector<Subject> characters_of(std::span<const FileOfFormat> files) {
    std::vector<Piece> pieces;
    for (const FileOfFormat& file : files) pieces.push_back(piece_of(file, pieces.size()));
    std::vector<std::size_t> order, characters;
    for (const Piece& piece : pieces)
        if (piece.is_model()) order.push_back(piece.number);
    ossuary::sort(order, {}, [&](std::size_t i) { return std::pair(rank(pieces[i]), i); });
    for (const std::size_t i : order) {
        if (pieces[i].taken) continue;
        characters.push_back(i);
        for (const std::size_t part : order)
            if (part != i && is_of(pieces[part], pieces[i])) pieces[part].taken = true;
    }
    take_clips(pieces, characters);
    for (const Piece& piece : pieces)
        if (!piece.is_model() && !piece.taken) characters.push_back(piece.number);
    ossuary::sort(characters, {}, [](std::size_t i) { return i; });
    std::vector<Subject> subjects;
    for (const std::size_t i : characters) {
        Subject& subject = subjects.emplace_back(Subject{std::string(files[i].name), {}});
        for (const std::size_t clip : pieces[i].clips) subject.clips.emplace_back(files[clip].name);
    }
    return subjects;
}

const FileOfFormat* model_for_clip(const FileOfFormat& clip, std::span<const FileOfFormat> files) {
    const Piece wanted = piece_of(clip, 0);
    std::vector<Piece> models;
    for (const FileOfFormat& file : files)
        if (file.format->role == Role::model && file.format->open)
            if (Piece model = piece_of(file, models.size()); may_move(wanted, model))
                models.push_back(std::move(model));
    std::map<std::string, const Piece*> best; // of each name the best of its files
    for (const Piece& model : models) {
        if (model.stem.empty()) continue; // a library of the game, as mechlib.zbd: it finds its clips by itself
        const Piece*& known = best[model.stem];
        if (!known || rank(model) < rank(*known)) known = &model;
    }
    const Piece* chosen = nullptr;
    for (const auto& [stem, model] : best)
        if (wanted.stem.starts_with(stem) && (!chosen || stem.size() > chosen->stem.size())) chosen = model;
    if (!chosen && best.size() == 1) chosen = best.begin()->second;
    return chosen ? chosen->file : nullptr;
}

} // namespace ossuary
