#include "ossuary/assets/disk.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/dos_time.h"
#include "ossuary/base/text.h"

namespace ossuary {

namespace fs = std::filesystem;

namespace {

Failure system_error(const std::string& path, int code) {
    return fail(Place{.file = path}, std::generic_category().message(code));
}

// ---- mapped pages that may vanish

// Where mapped files lie. A signal handler has nothing but globals, and may not lock: a fixed table of atomics.
struct MappedRange {
    std::atomic<std::uintptr_t> begin, end;
};
std::array<MappedRange, 4096> mapped_ranges;
struct sigaction handler_before;

MappedRange* claim_range(std::uintptr_t begin, std::size_t size) {
    for (MappedRange& range : mapped_ranges) {
        std::uintptr_t free = 0;
        if (range.begin.load() != 0 || !range.begin.compare_exchange_strong(free, begin)) continue;
        range.end = begin + size;
        return &range;
    }
    return nullptr;
}

// Puts a page of zeros where the file no longer has one.
void on_lost_page(int signal, siginfo_t* info, void* context) {
    const auto at = reinterpret_cast<std::uintptr_t>(info->si_addr);
    const auto page_size = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    for (const MappedRange& range : mapped_ranges) {
        if (range.begin == 0 || at < range.begin || at >= range.end) continue;
        void* page = reinterpret_cast<void*>(at / page_size * page_size);
        if (mmap(page, page_size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED) return;
    }
    if ((handler_before.sa_flags & SA_SIGINFO) != 0) return handler_before.sa_sigaction(signal, info, context);
    if (handler_before.sa_handler != SIG_DFL && handler_before.sa_handler != SIG_IGN)
        return handler_before.sa_handler(signal);
    ::signal(signal, SIG_DFL); // and the same access once more
}

// ---- open files

struct Descriptor {
    int number = -1;
    explicit Descriptor(int opened) : number(opened) {}
    Descriptor(Descriptor&& other) noexcept : number(std::exchange(other.number, -1)) {}
    Descriptor& operator=(Descriptor&&) = delete;
    ~Descriptor() {
        if (number >= 0) close(number);
    }
};

// What tells whether a file is still what it was.
struct Stamp {
    off_t size = 0;
    timespec time{};
    bool operator==(const Stamp& other) const {
        return size == other.size && time.tv_sec == other.time.tv_sec && time.tv_nsec == other.time.tv_nsec;
    }
};

struct OpenedFile {
    Descriptor descriptor;
    Stamp stamp;
};

Result<OpenedFile> open_regular(const std::string& path) {
    // A pipe without a writer would wait for ever: open it without waiting, and refuse it below.
    OpenedFile file{Descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)), {}};
    struct stat facts;
    if (file.descriptor.number < 0 || fstat(file.descriptor.number, &facts) != 0) return system_error(path, errno);
    if (S_ISDIR(facts.st_mode)) return system_error(path, EISDIR);
    if (!S_ISREG(facts.st_mode)) return fail(Place{.file = path}, "is not a regular file");
    file.stamp = {facts.st_size, facts.st_mtim};
    return file;
}

bool has_changed(int descriptor, const Stamp& stamp) {
    struct stat facts;
    return fstat(descriptor, &facts) != 0 || !(Stamp{facts.st_size, facts.st_mtim} == stamp);
}

Result<ByteBuffer> read_all(const OpenedFile& file, const std::string& path) {
    ByteBuffer bytes(static_cast<std::size_t>(file.stamp.size));
    std::size_t at = 0;
    while (at < bytes.size()) {
        const ssize_t got = read(file.descriptor.number, bytes.data() + at, bytes.size() - at);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return system_error(path, errno);
        if (got == 0) break;
        at += static_cast<std::size_t>(got);
    }
    if (at < bytes.size() || has_changed(file.descriptor.number, file.stamp))
        return fail(Place{.file = path}, "was changed while it was read");
    return bytes;
}

class Mapping {
public:
    explicit Mapping(OpenedFile&& file) : file_(std::move(file)) {
        if (size() == 0) return;
        void* at = mmap(nullptr, size(), PROT_READ, MAP_PRIVATE, file_.descriptor.number, 0);
        if (at == MAP_FAILED) return;
        start_ = at;
        range_ = claim_range(reinterpret_cast<std::uintptr_t>(at), size());
    }
    ~Mapping() {
        if (range_) {
            range_->end = 0;
            range_->begin = 0;
        }
        if (start_) munmap(start_, size());
    }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;

    bool ok() const { return start_ && range_; }
    Bytes bytes() const { return {static_cast<const std::byte*>(start_), size()}; }
    bool has_changed() const { return ossuary::has_changed(file_.descriptor.number, file_.stamp); }
    const OpenedFile& file() const { return file_; }

private:
    std::size_t size() const { return static_cast<std::size_t>(file_.stamp.size); }
    OpenedFile file_;
    void* start_ = nullptr;
    MappedRange* range_ = nullptr;
};

struct MappedFile {
    SharedBytes bytes;
    std::shared_ptr<const Mapping> mapping; // null: the bytes are a copy
};

Result<MappedFile> map_regular(const std::string& path) {
    auto file = open_regular(path);
    if (!file) return Failure(file.error());
    const auto mapping = std::make_shared<const Mapping>(std::move(*file));
    if (mapping->ok()) return MappedFile{{mapping->bytes(), mapping}, mapping};
    auto bytes = read_all(mapping->file(), path);
    if (!bytes) return Failure(bytes.error());
    return MappedFile{SharedBytes(std::move(*bytes)), nullptr};
}

// ---- folders

bool lies_below(const fs::path& path, const fs::path& real_root) {
    std::error_code code;
    const fs::path real = fs::canonical(path, code);
    return !code &&
           std::mismatch(real_root.begin(), real_root.end(), real.begin(), real.end()).first == real_root.end();
}

bool is_hidden(const fs::path& path) { return path.filename().native().starts_with('.'); }

std::uint32_t dos_time_of(const fs::path& path) {
    struct stat facts;
    return stat(path.c_str(), &facts) == 0 ? dos_time_from_unix(facts.st_mtim.tv_sec) : 0;
}

} // namespace

Result<SharedBytes> map_file(const std::string& path) {
    auto mapped = map_regular(path);
    if (!mapped) return Failure(mapped.error());
    return std::move(mapped->bytes);
}

Result<SharedBytes> read_whole_file(const std::string& path) {
    const auto file = open_regular(path);
    if (!file) return Failure(file.error());
    auto bytes = read_all(*file, path);
    if (!bytes) return Failure(bytes.error());
    return SharedBytes(std::move(*bytes));
}

void guard_mapped_files() {
    struct sigaction action {};
    action.sa_sigaction = on_lost_page;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &handler_before);
}

Result<Volume> open_archive(const std::string& path, Diagnostics* diagnostics, const ContainerLimits& limits) {
    const auto mapped = map_regular(path);
    if (!mapped) return Failure(mapped.error());
    Diagnostics found;
    auto volume = archive_volume(path, mapped->bytes, diagnostics ? &found : nullptr, limits);
    for (Diagnostic& diagnostic : found) {
        diagnostic.place.file = path;
        diagnostics->push_back(std::move(diagnostic));
    }
    if (!volume) return Failure(Error(volume.error()).in_file(path));
    if (!mapped->mapping) return volume;
    const auto changed = [] { return fail("the archive was changed while it was read"); };
    if (mapped->mapping->has_changed()) return changed();
    volume->read = [mapping = mapped->mapping, read = std::move(volume->read),
                    changed](std::uint32_t number) -> Result<SharedBytes> {
        auto bytes = read(number);
        if (mapping->has_changed()) return changed();
        return bytes;
    };
    return volume;
}

Result<Volume> open_folder(const std::string& path, Diagnostics* diagnostics, const FolderOptions& options) {
    std::error_code code;
    const fs::path root = fs::canonical(path, code);
    if (code) return system_error(path, code.value());
    if (!fs::is_directory(root, code)) return system_error(path, ENOTDIR);
    Volume volume{.name = path, .kind = VolumeKind::folder, .priority = loose_files};
    const auto warn = [&](std::string file, std::string message) {
        report(diagnostics, Severity::warning, {.file = std::move(file)}, std::move(message));
    };
    std::vector<fs::path> folders{root};
    while (!folders.empty() && volume.files.size() < options.most_files) {
        const fs::path folder = std::move(folders.back());
        folders.pop_back();
        auto entry = fs::directory_iterator(folder, code);
        if (code) warn(folder.string(), code.message());
        for (; !code && entry != fs::directory_iterator(); entry.increment(code)) {
            std::error_code unreadable;
            if (is_hidden(entry->path())) continue;
            if (options.folders_below && entry->symlink_status(unreadable).type() == fs::file_type::directory)
                folders.push_back(entry->path());
            if (!entry->is_regular_file(unreadable)) continue;
            if (entry->is_symlink(unreadable) && !lies_below(entry->path(), root)) continue;
            const std::uint64_t size = entry->file_size(unreadable);
            if (unreadable || (size == 0 && !options.empty_files)) continue;
            volume.files.push_back(
                {entry->path().lexically_relative(root).generic_string(), size, 0, dos_time_of(entry->path())});
        }
    }
    if (volume.files.size() >= options.most_files)
        warn(path, "holds more than " + std::to_string(options.most_files) + " files: only as many are looked at");
    // The same order on every system, and of two names that differ in case alone always the same one before the other.
    std::ranges::sort(volume.files, {}, &VolumeFile::path);
    std::vector<std::string> below;
    for (VolumeFile& file : volume.files) {
        file.number = static_cast<std::uint32_t>(below.size());
        below.push_back(file.path);
    }
    volume.read = [root, below = std::move(below)](std::uint32_t number) -> Result<SharedBytes> {
        const fs::path file = root / below[number];
        if (!lies_below(file, root)) return fail("is gone, or leads out of its folder now");
        auto bytes = read_whole_file(file.string());
        if (!bytes) return fail(bytes.error().message());
        return bytes;
    };
    return volume;
}

} // namespace ossuary
