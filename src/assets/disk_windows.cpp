// Mapped and whole files on Windows.
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "disk_system.h"
#include "ossuary/assets/disk.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/disk_path.h"

#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

namespace ossuary {

Failure system_failure(const std::string& path, int code) {
    return fail(Place{.file = path}, std::generic_category().message(code));
}

namespace {

// A mapped file cannot be replaced while it is looked at. Small ones are read, so that an editor can save them.
constexpr std::uint64_t least_mapped = 16u << 20;

Failure last_failure(const std::string& path) {
    const std::error_code code(static_cast<int>(GetLastError()), std::system_category());
    return fail(Place{.file = path}, code.default_error_condition().message());
}

class Handle {
public:
    explicit Handle(HANDLE handle = nullptr) : handle_(handle == INVALID_HANDLE_VALUE ? nullptr : handle) {}
    Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Handle& operator=(Handle&&) = delete;
    ~Handle() {
        if (handle_) CloseHandle(handle_);
    }
    explicit operator bool() const { return handle_ != nullptr; }
    HANDLE get() const { return handle_; }

private:
    HANDLE handle_;
};

// What tells whether a file is still what it was.
struct Stamp {
    std::uint64_t size = 0, time = 0;
    bool operator==(const Stamp&) const = default;
};

Stamp stamp_of(const BY_HANDLE_FILE_INFORMATION& facts) {
    return {std::uint64_t{facts.nFileSizeHigh} << 32 | facts.nFileSizeLow,
            std::uint64_t{facts.ftLastWriteTime.dwHighDateTime} << 32 | facts.ftLastWriteTime.dwLowDateTime};
}

struct OpenedFile {
    Handle handle;
    Stamp stamp;
};

bool has_changed(const OpenedFile& file) {
    BY_HANDLE_FILE_INFORMATION facts;
    return !GetFileInformationByHandle(file.handle.get(), &facts) || !(stamp_of(facts) == file.stamp);
}

Result<OpenedFile> open_regular(const std::string& path) {
    const std::wstring name = windows_path(path);
    const DWORD attributes = GetFileAttributesW(name.c_str());
    if (attributes == INVALID_FILE_ATTRIBUTES) return last_failure(path);
    if ((attributes & FILE_ATTRIBUTE_DIRECTORY) != 0) return system_failure(path, EISDIR);
    OpenedFile file{
        Handle(CreateFileW(name.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                           OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr)),
        {}};
    if (!file.handle) return last_failure(path);
    BY_HANDLE_FILE_INFORMATION facts;
    if (GetFileType(file.handle.get()) != FILE_TYPE_DISK || !GetFileInformationByHandle(file.handle.get(), &facts))
        return fail(Place{.file = path}, "is not a regular file");
    file.stamp = stamp_of(facts);
    return file;
}

Result<ByteBuffer> read_all(const OpenedFile& file, const std::string& path) {
    ByteBuffer bytes(static_cast<std::size_t>(file.stamp.size));
    std::size_t at = 0;
    while (at < bytes.size()) {
        const auto wanted = static_cast<DWORD>(std::min<std::size_t>(bytes.size() - at, 1u << 30));
        DWORD got = 0;
        if (!ReadFile(file.handle.get(), bytes.data() + at, wanted, &got, nullptr)) return last_failure(path);
        if (got == 0) break;
        at += got;
    }
    if (at < bytes.size() || has_changed(file)) return fail(Place{.file = path}, "was changed while it was read");
    return bytes;
}

class Mapping {
public:
    explicit Mapping(OpenedFile&& file) : file_(std::move(file)) {
        if (file_.stamp.size < least_mapped) return;
        const Handle section(CreateFileMappingW(file_.handle.get(), nullptr, PAGE_READONLY, 0, 0, nullptr));
        if (section) start_ = MapViewOfFile(section.get(), FILE_MAP_READ, 0, 0, 0);
    }
    ~Mapping() {
        if (start_) UnmapViewOfFile(start_);
    }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;

    bool ok() const { return start_; }
    Bytes bytes() const { return {static_cast<const std::byte*>(start_), static_cast<std::size_t>(file_.stamp.size)}; }
    const OpenedFile& file() const { return file_; }

private:
    OpenedFile file_;
    void* start_ = nullptr;
};

} // namespace

Result<MappedFile> map_regular(const std::string& path) {
    auto file = open_regular(path);
    if (!file) return Failure(file.error());
    const auto mapping = std::make_shared<const Mapping>(std::move(*file));
    if (mapping->ok())
        return MappedFile{{mapping->bytes(), mapping}, [mapping] { return has_changed(mapping->file()); }};
    auto bytes = read_all(mapping->file(), path);
    if (!bytes) return Failure(bytes.error());
    return MappedFile{SharedBytes(std::move(*bytes)), nullptr};
}

Result<SharedBytes> read_whole_file(const std::string& path) {
    const auto file = open_regular(path);
    if (!file) return Failure(file.error());
    auto bytes = read_all(*file, path);
    if (!bytes) return Failure(bytes.error());
    return SharedBytes(std::move(*bytes));
}

// Windows lets nobody shorten a file that is mapped.
void guard_mapped_files() {}

DiskKind disk_kind(const std::string& path) {
    const std::wstring name = windows_path(path);
    wchar_t whole[16]; // a device has a short one
    if (const DWORD size = GetFullPathNameW(name.c_str(), 16, whole, nullptr); size > 0 && size < 16)
        if (std::wstring_view(whole).starts_with(LR"(\\.\)")) return DiskKind::other;
    const DWORD attributes = GetFileAttributesW(name.c_str());
    if (attributes == INVALID_FILE_ATTRIBUTES) return DiskKind::none;
    return (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? DiskKind::folder : DiskKind::file;
}

DiskFacts disk_facts(const std::string& path) {
    WIN32_FILE_ATTRIBUTE_DATA facts;
    if (!GetFileAttributesExW(windows_path(path).c_str(), GetFileExInfoStandard, &facts)) return {};
    const auto ticks =
        std::int64_t{facts.ftLastWriteTime.dwHighDateTime} << 32 | std::int64_t{facts.ftLastWriteTime.dwLowDateTime};
    constexpr std::int64_t ticks_a_second = 10'000'000, from_1601_to_1970 = 11'644'473'600;
    return {.kind = disk_kind(path),
            .size = std::uint64_t{facts.nFileSizeHigh} << 32 | facts.nFileSizeLow,
            .seconds = ticks / ticks_a_second - from_1601_to_1970,
            .nanoseconds = ticks % ticks_a_second * 100};
}

namespace {

std::error_code last_error() { return {static_cast<int>(GetLastError()), std::system_category()}; }

// As everywhere in the house: UTF-8, `/` between the parts.
std::string house_path(std::wstring_view path) { return std::filesystem::path(path).generic_string(); }

} // namespace

std::vector<DiskEntry> list_folder(const std::string& folder, std::error_code& code) {
    std::vector<DiskEntry> entries;
    WIN32_FIND_DATAW entry;
    code.clear();
    const HANDLE search = FindFirstFileExW(windows_path(path_in(folder, "*")).c_str(), FindExInfoBasic, &entry,
                                           FindExSearchNameMatch, nullptr, FIND_FIRST_EX_LARGE_FETCH);
    if (search == INVALID_HANDLE_VALUE) {
        code = last_error();
        return entries;
    }
    do {
        const std::wstring_view name = entry.cFileName;
        if (name == L"." || name == L"..") continue;
        DiskEntry found{.path = path_in(folder, house_path(name))};
        found.is_link =
            (entry.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
            (entry.dwReserved0 == IO_REPARSE_TAG_SYMLINK || entry.dwReserved0 == IO_REPARSE_TAG_MOUNT_POINT);
        found.kind = (entry.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? DiskKind::folder : DiskKind::file;
        entries.push_back(std::move(found));
    } while (FindNextFileW(search, &entry));
    if (GetLastError() != ERROR_NO_MORE_FILES) code = last_error();
    FindClose(search);
    std::ranges::sort(entries, {}, &DiskEntry::path);
    return entries;
}

std::string real_path(const std::string& path, std::error_code& code) {
    code.clear();
    const DWORD shared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    const Handle file(CreateFileW(windows_path(path).c_str(), 0, shared, nullptr, OPEN_EXISTING,
                                  FILE_FLAG_BACKUP_SEMANTICS, nullptr)); // the flag: a folder too
    std::wstring whole(32768, L'\0');                                    // the longest there can be
    const DWORD size =
        file ? GetFinalPathNameByHandleW(file.get(), whole.data(), static_cast<DWORD>(whole.size()), 0) : 0;
    if (file && size == 0 && GetLastError() == ERROR_MORE_DATA) { // Wine, of a long path: which begins with `\\?\`
        whole = windows_path(path);
    } else if (size == 0 || size >= whole.size()) {
        code = size == 0 ? last_error() : std::make_error_code(std::errc::filename_too_long);
        return {};
    } else {
        whole.resize(size);
    }
    if (whole.starts_with(LR"(\\?\UNC\)")) return house_path(L'\\' + whole.substr(7)); // `\\server\…`
    return house_path(whole.starts_with(LR"(\\?\)") ? whole.substr(4) : whole);
}

} // namespace ossuary
