#include "cli/file_index.h"

#include <algorithm>
#include <filesystem>

#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_entries = 200'000;

bool leads_out(const fs::path& path, const fs::path& root) {
    std::error_code code;
    const fs::path real = fs::canonical(path, code), real_root = fs::canonical(root, code);
    return code || std::mismatch(real_root.begin(), real_root.end(), real.begin(), real.end()).first != real_root.end();
}

} // namespace

FileIndex::FileIndex(const std::vector<std::string>& roots, std::string_view extension) {
    for (const std::string& root : roots) {
        std::vector<std::pair<int, std::string>> found; // depth, path
        std::size_t left = most_entries;
        std::error_code code;
        const auto options = fs::directory_options::skip_permission_denied;
        for (auto entry = fs::recursive_directory_iterator(root, options, code);
             !code && entry != fs::recursive_directory_iterator() && left-- > 0; entry.increment(code)) {
            std::error_code unreadable;
            const fs::path& path = entry->path();
            if (!extension.empty() && file_extension(path.string()) != extension) continue;
            if (!entry->is_regular_file(unreadable)) continue;
            if (entry->is_symlink(unreadable) && leads_out(path, root)) continue;
            found.emplace_back(entry.depth(), path.string());
        }
        std::sort(found.begin(), found.end());
        for (const auto& [depth, path] : found) paths_.try_emplace(lower_case(file_name(path)), path);
    }
}

const std::string* FileIndex::find(std::string_view name) const {
    const auto found = paths_.find(lower_case(name));
    return found == paths_.end() ? nullptr : &found->second;
}

} // namespace ossuary::cli
