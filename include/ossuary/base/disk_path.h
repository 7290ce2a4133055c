// Paths for the system. Everywhere else in Ossuary a path is UTF-8, with `/` between its parts.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace ossuary {

#if defined(_WIN32)

// The path as UTF-16; one that is too long for the old limit of 260 letters is made absolute and begins with `\\?\`.
inline std::wstring windows_path(std::string_view path) {
    namespace fs = std::filesystem;
    const std::u8string_view letters(reinterpret_cast<const char8_t*>(path.data()), path.size());
    fs::path given = fs::path(letters).make_preferred();
    if (given.native().size() < 240 || given.native().starts_with(LR"(\\)")) return given.native();
    std::error_code code;
    const fs::path whole = fs::absolute(given, code).lexically_normal().make_preferred();
    return code ? given.native() : LR"(\\?\)" + whole.native();
}

inline std::filesystem::path disk_path(std::string_view path) { return windows_path(path); }

#else

inline std::filesystem::path disk_path(std::string_view path) { return path; }

#endif

} // namespace ossuary
