// Mapped and whole files, the POSIX way.
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "disk_system.h"
#include "ossuary/assets/disk.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary {

Failure system_failure(const std::string& path, int code) {
    return fail(Place{.file = path}, std::generic_category().message(code));
}

namespace {

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
    if (file.descriptor.number < 0 || fstat(file.descriptor.number, &facts) != 0) return system_failure(path, errno);
    if (S_ISDIR(facts.st_mode)) return system_failure(path, EISDIR);
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
        if (got < 0) return system_failure(path, errno);
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

} // namespace

Result<MappedFile> map_regular(const std::string& path) {
    auto file = open_regular(path);
    if (!file) return Failure(file.error());
    const auto mapping = std::make_shared<const Mapping>(std::move(*file));
    if (mapping->ok()) return MappedFile{{mapping->bytes(), mapping}, [mapping] { return mapping->has_changed(); }};
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

void guard_mapped_files() {
    struct sigaction action {};
    action.sa_sigaction = on_lost_page;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &handler_before);
}

DiskKind disk_kind(const std::string& path) { return disk_facts(path).kind; }

DiskFacts disk_facts(const std::string& path) {
    struct stat facts;
    if (stat(path.c_str(), &facts) != 0) return {};
    const bool is_file = S_ISREG(facts.st_mode), is_folder = S_ISDIR(facts.st_mode);
    return {.kind = is_file     ? DiskKind::file
                    : is_folder ? DiskKind::folder
                                : DiskKind::other,
            .size = static_cast<std::uint64_t>(facts.st_size),
            .inode = static_cast<std::uint64_t>(facts.st_ino),
            .seconds = static_cast<std::int64_t>(facts.st_mtim.tv_sec),
            .nanoseconds = static_cast<std::int64_t>(facts.st_mtim.tv_nsec)};
}

std::vector<DiskEntry> list_folder(const std::string& folder, std::error_code& code) {
    namespace fs = std::filesystem;
    std::vector<DiskEntry> entries;
    for (auto entry = fs::directory_iterator(folder, code); !code && entry != fs::directory_iterator();
         entry.increment(code)) {
        std::error_code unreadable;
        DiskEntry found{.path = path_in(folder, entry->path().filename().native()),
                        .is_link = entry->is_symlink(unreadable)};
        if (entry->is_directory(unreadable))
            found.kind = DiskKind::folder;
        else if (entry->is_regular_file(unreadable))
            found.kind = DiskKind::file;
        else if (entry->exists(unreadable))
            found.kind = DiskKind::other;
        entries.push_back(std::move(found));
    }
    std::ranges::sort(entries, {}, &DiskEntry::path);
    return entries;
}

std::string real_path(const std::string& path, std::error_code& code) {
    return std::filesystem::canonical(path, code).native();
}

} // namespace ossuary
