#include <algorithm>

#include "ossuary/base/text.h"
#include "ossuary/formats/md5/md5mesh.h"

namespace ossuary::md5 {

namespace {

constexpr std::string_view extensions[] = {".tga", ".png", ".jpg", ".dds"};

void add_with_extensions(std::vector<std::string>& names, const std::string& stem) {
    for (const std::string_view extension : extensions) names.push_back(stem + std::string(extension));
}

// `C:\art\..\x\a.png` → `x/a.png`: forward slashes, no drive, no empty or `.` parts, and nothing up to the last `..`,
// so that a name never leads out of the folders looked in.
std::string clean_path(std::string_view raw) {
    if (raw.size() >= 2 && raw[1] == ':') raw.remove_prefix(2);
    std::string clean;
    while (!raw.empty()) {
        const std::size_t slash = std::min(raw.find_first_of("/\\"), raw.size());
        const std::string_view part = raw.substr(0, slash);
        raw.remove_prefix(std::min(slash + 1, raw.size()));
        if (part == "..") {
            clean.clear();
        } else if (!part.empty() && part != ".") {
            if (!clean.empty()) clean += '/';
            clean += part;
        }
    }
    return clean;
}

} // namespace

TextureNames texture_names(std::string_view shader) {
    TextureNames names;
    if (shader.empty()) return names;
    const std::string whole(shader);
    const std::string_view name = file_name(shader);
    const std::size_t dot = name.rfind('.');
    if (dot != name.npos && dot > 0) { // a picture's file name
        const std::string stem = whole.substr(0, whole.size() - (name.size() - dot));
        const std::string extension(name.substr(dot));
        names.base_color = {whole};
        names.normal = {stem + "_normal" + extension, stem + "_local" + extension};
        return names;
    }
    if (name.empty()) return names;
    add_with_extensions(names.base_color, whole);
    add_with_extensions(names.base_color, whole + "_d");
    add_with_extensions(names.normal, whole + "_local");
    add_with_extensions(names.normal, whole + "_normal");
    add_with_extensions(names.specular, whole + "_s");
    add_with_extensions(names.height, whole + "_h");
    return names;
}

std::optional<FoundFile> find_texture(const std::vector<std::string>& candidates, const FileLookup& lookup) {
    constexpr int depth_limit = 32; // folders tried; a path of a million slashes is no path
    if (!lookup) return {};
    for (const std::string& candidate : candidates) {
        const std::string clean = clean_path(candidate);
        std::string_view name = clean;
        for (int depth = 0; depth < depth_limit && !name.empty(); ++depth) {
            if (std::optional<ByteBuffer> bytes = lookup(name)) return FoundFile{std::string(name), std::move(*bytes)};
            const std::size_t slash = name.find('/');
            if (slash == name.npos) break;
            name.remove_prefix(slash + 1);
        }
    }
    return {};
}

} // namespace ossuary::md5
