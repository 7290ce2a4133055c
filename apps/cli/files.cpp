#include "cli/files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

#include <fmt/format.h>

#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace fs = std::filesystem;

namespace {

Error file_error(const std::string& path, int code) {
    return Error(Place{.file = path}, std::generic_category().message(code));
}

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

Result<ByteBuffer> read_stream(std::FILE* file, const std::string& path) {
    ByteBuffer bytes;
    std::array<std::byte, 65536> block;
    while (const std::size_t size = std::fread(block.data(), 1, block.size(), file))
        bytes.insert(bytes.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(size));
    if (std::ferror(file)) return Failure(file_error(path, errno));
    return bytes;
}

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

Result<ByteBuffer> read_file(const std::string& path) {
    if (path == "-") return read_stream(stdin, "standard input");
    std::error_code code;
    if (fs::is_directory(path, code)) return Failure(file_error(path, EISDIR));
    const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
    if (!file) return Failure(file_error(path, errno));
    return read_stream(file.get(), path);
}

std::vector<Input> expand_folders(Session& session, const std::vector<std::string>& paths) {
    std::vector<Input> inputs;
    for (const std::string& path : paths) {
        std::error_code code;
        const fs::file_status status = fs::status(path, code);
        if (path == "-") {
            inputs.push_back({path, false});
        } else if (!fs::exists(status)) {
            session.error(file_error(path, code ? code.value() : ENOENT));
        } else if (fs::is_directory(status)) {
            walk(session, path, inputs);
        } else {
            inputs.push_back({path, false});
        }
    }
    return inputs;
}

Mounts::Mounts(Session& session, std::vector<std::string> roots) : session_(session), roots_(std::move(roots)) {}

std::optional<ByteBuffer> Mounts::find(std::string_view relative_name) {
    for (const std::string& root : roots_) {
        auto path = resolve(root, relative_name);
        if (!path) path = search(root, relative_name);
        if (!path) continue;
        auto bytes = read_file(*path);
        if (!bytes) {
            session_.log(LogLevel::info, bytes.error().text());
            continue;
        }
        session_.log(LogLevel::info, fmt::format("found {} as {}", relative_name, *path));
        return std::move(*bytes);
    }
    session_.log(LogLevel::debug, fmt::format("did not find {}", relative_name));
    return {};
}

const std::vector<std::string>& Mounts::entries(const std::string& folder) {
    const auto [known, is_new] = listed_.try_emplace(folder);
    if (is_new) {
        std::error_code code;
        for (auto entry = fs::directory_iterator(folder, code); !code && entry != fs::directory_iterator();
             entry.increment(code))
            known->second.push_back(entry->path().filename().string());
        std::sort(known->second.begin(), known->second.end());
    }
    return known->second;
}

std::optional<std::string> Mounts::search(const std::string& root, std::string_view name) {
    if (name.find_first_of("/\\") != name.npos) return {};
    auto known = below_.find(root);
    if (known == below_.end()) known = below_.emplace(root, FileIndex({root})).first;
    const std::string* path = known->second.find(name);
    return path ? std::optional(*path) : std::nullopt;
}

std::optional<std::string> Mounts::resolve(const std::string& root, std::string_view relative_name) {
    fs::path path = root;
    std::size_t begin = 0;
    while (begin <= relative_name.size()) {
        const std::size_t end = std::min(relative_name.find_first_of("/\\", begin), relative_name.size());
        const std::string_view wanted = relative_name.substr(begin, end - begin);
        if (wanted.empty() || wanted == "." || wanted == "..") return {};
        const auto& names = entries(path.string());
        auto match = std::find(names.begin(), names.end(), wanted);
        if (match == names.end())
            match = std::find_if(names.begin(), names.end(),
                                 [&](const std::string& name) { return equal_ignoring_case(name, wanted); });
        if (match == names.end()) return {};
        path /= *match;
        begin = end + 1;
    }
    // A link inside a root may point anywhere; only what really lies below the root is read.
    std::error_code code;
    const fs::path real = fs::canonical(path, code), real_root = fs::canonical(root, code);
    const auto [ours, theirs] = std::mismatch(real_root.begin(), real_root.end(), real.begin(), real.end());
    if (code || ours != real_root.end() || !fs::is_regular_file(real, code)) return {};
    return path.string();
}

FileLookup lookup_beside(Session& session, const std::string& path, const std::vector<std::string>& mounts) {
    std::vector<std::string> roots;
    if (path != "-") {
        const std::string folder(parent_folder(path));
        roots.push_back(folder.empty() ? (path.starts_with('/') ? "/" : ".") : folder);
    }
    roots.insert(roots.end(), mounts.begin(), mounts.end());
    const auto places = std::make_shared<Mounts>(session, std::move(roots));
    return [places](std::string_view name) { return places->find(name); };
}

} // namespace ossuary::cli
