#include "cli/output.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/session.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace fs = std::filesystem;

namespace {

Failure file_failure(const std::string& path, int code) {
    return fail(Place{.file = path}, std::generic_category().message(code));
}

// Temporary files that exist now. A signal handler may only touch what needs no lock: a fixed table of pointers.
constexpr std::size_t table_size = 4096;
std::atomic<char*> temporaries[table_size];

// The place in the table, or nothing if it is full.
std::optional<std::size_t> remember(const std::string& path) {
    char* copy = ::strdup(path.c_str());
    for (std::size_t i = 0; i < table_size; ++i) {
        char* empty = nullptr;
        if (temporaries[i].compare_exchange_strong(empty, copy)) return i;
    }
    std::free(copy);
    return {};
}

void forget(std::size_t slot) { std::free(temporaries[slot].exchange(nullptr)); }

// A file is created wholly before or wholly after the handler looks at the table, never across it: otherwise another
// thread could leave a file that nobody remembers. While one of these lives, its thread takes no signals and the
// handler waits; once the handler runs, no other is made.
std::atomic<int> creating = 0;
std::atomic<bool> dying = false;

class Creation {
public:
    Creation() {
        sigset_t all;
        sigfillset(&all);
        ::pthread_sigmask(SIG_BLOCK, &all, &signals_before_);
        ++creating;
        if (!dying) return;
        --creating;
        for (;;) ::pause(); // the handler's thread is about to end the process
    }
    ~Creation() {
        --creating;
        ::pthread_sigmask(SIG_SETMASK, &signals_before_, nullptr);
    }
    Creation(const Creation&) = delete;
    Creation& operator=(const Creation&) = delete;

private:
    sigset_t signals_before_;
};

extern "C" void remove_temporaries_and_die(int signal) {
    dying = true;
    while (creating > 0) {}
    for (auto& slot : temporaries)
        if (const char* path = slot.exchange(nullptr)) ::unlink(path);
    ::signal(signal, SIG_DFL);
    ::raise(signal);
}

int write_all(int descriptor, Bytes bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return 0;
}

// The directory entry itself reaches the disk only when the folder is synchronised.
void sync_folder(const std::string& path) {
    const std::string folder = fs::path(path).parent_path().string();
    const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    ::fsync(descriptor);
    ::close(descriptor);
}

int move_into_place(const std::string& from, const std::string& to, bool force) {
    if (force) return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
    // Somebody else may have made the file since we looked; link() refuses where rename() would replace.
    if (::link(from.c_str(), to.c_str()) == 0) return ::unlink(from.c_str()) == 0 ? 0 : errno;
    if (errno == EEXIST) return EEXIST;
    return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno; // a file system without links
}

} // namespace

Result<void> may_write(const std::string& path, bool force) {
    if (path == "-") return {};
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        if (errno == ENOENT || errno == ENOTDIR) {
            std::error_code code;
            fs::path folder = fs::path(path).parent_path();
            while (!folder.empty() && !fs::exists(folder, code) && folder.has_relative_path())
                folder = folder.parent_path();
            if (!folder.empty() && fs::exists(folder, code) && !fs::is_directory(folder, code))
                return fail(Place{.file = path}, fmt::format("'{}' is a file, not a folder", folder.string()));
            return {};
        }
        return file_failure(path, errno);
    }
    if (S_ISDIR(status.st_mode)) return fail(Place{.file = path}, "is a folder");
    if (S_ISREG(status.st_mode) && !force) return fail(Place{.file = path}, "exists; --force replaces it");
    return {};
}

Result<void> may_replace(const std::vector<std::string>& paths, bool force) {
    if (force) return {};
    std::error_code code;
    for (const std::string& path : paths)
        if (fs::exists(path, code)) return fail(Place{.file = path}, "exists; --force replaces it");
    return {};
}

OutputSet::~OutputSet() {
    for (const Pending& file : pending_) {
        if (file.temporary.empty()) continue;
        ::unlink(file.temporary.c_str());
        forget(file.slot);
    }
}

void refuse_terminal() {
    if (::isatty(STDOUT_FILENO))
        throw UsageError{"-o - would fill the terminal with binary data; send it on (| or >), or name a file"};
}

Result<void> OutputSet::add(const std::string& path, Bytes bytes) {
    if (auto allowed = may_write(path, force_); !allowed) return allowed;
    if (path == "-" && ::isatty(STDOUT_FILENO) && std::ranges::find(bytes, std::byte{0}) != bytes.end())
        return fail("this is binary data, and standard output is a terminal; send it on (| or >), or name a file");
    if (const fs::path folder = fs::path(path).parent_path(); path != "-" && !folder.empty()) {
        std::error_code failed;
        fs::create_directories(folder, failed);
        if (failed) return fail(Place{.file = folder.string()}, failed.message());
    }
    struct stat status {};
    const bool exists = path != "-" && ::stat(path.c_str(), &status) == 0;
    // A pipe or a device cannot be renamed over; it is written when everything else is in place.
    if (path == "-" || (exists && !S_ISREG(status.st_mode))) {
        pending_.push_back({path, {}, 0, {bytes.begin(), bytes.end()}});
        return {};
    }
    // A link stays a link: what it points to is replaced.
    std::error_code code;
    const fs::path target = exists ? fs::canonical(path, code) : fs::path(path);
    std::string temporary = fmt::format("{}.ossuary-{}-{}", target.string(), ::getpid(), pending_.size());
    std::optional<std::size_t> slot;
    int descriptor = -1;
    {
        const Creation creation;
        slot = remember(temporary);
        if (!slot) return fail(Place{.file = path}, "too many files are being written at once");
        descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0) {
            const int reason = errno;
            forget(*slot);
            return file_failure(path, reason);
        }
    }
    if (exists) static_cast<void>(::fchmod(descriptor, status.st_mode & 07777));
    pending_.push_back({target.string(), std::move(temporary), *slot, {}});
    int reason = write_all(descriptor, bytes);
    if (reason == 0 && ::fsync(descriptor) != 0 && errno != EINVAL) reason = errno;
    if (::close(descriptor) != 0 && reason == 0) reason = errno;
    if (reason != 0) return file_failure(path, reason);
    return {};
}

Result<void> OutputSet::commit() {
    std::vector<std::string> placed;
    for (Pending& file : pending_) {
        if (file.temporary.empty()) continue;
        std::error_code code;
        const bool is_new = !fs::exists(file.path, code);
        if (const int reason = move_into_place(file.temporary, file.path, force_)) {
            for (const std::string& path : placed) ::unlink(path.c_str());
            return reason == EEXIST ? fail(Place{.file = file.path}, "exists; --force replaces it")
                                    : file_failure(file.path, reason);
        }
        if (is_new) placed.push_back(file.path);
        forget(file.slot);
        file.temporary.clear();
        sync_folder(file.path);
    }
    for (const Pending& file : pending_) {
        if (file.for_standard_output.empty()) continue;
        int reason = 0;
        if (file.path == "-") {
            std::fflush(stdout);
            reason = write_all(STDOUT_FILENO, file.for_standard_output);
        } else if (const int descriptor = ::open(file.path.c_str(), O_WRONLY | O_CLOEXEC); descriptor >= 0) {
            reason = write_all(descriptor, file.for_standard_output);
            if (::close(descriptor) != 0 && reason == 0) reason = errno;
        } else {
            reason = errno;
        }
        if (reason != 0) return file_failure(file.path == "-" ? "standard output" : file.path, reason);
    }
    pending_.clear();
    return {};
}

Result<void> write_output(const std::string& path, Bytes bytes, bool force) {
    OutputSet output(force);
    if (auto added = output.add(path, bytes); !added) return added;
    return output.commit();
}

void clean_up_on_signals() {
    struct sigaction action {};
    action.sa_handler = remove_temporaries_and_die;
    sigfillset(&action.sa_mask);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

Result<std::string> fill_pattern(std::string_view pattern, const PatternValues& values) {
    std::string filled;
    for (std::size_t i = 0; i < pattern.size();) {
        const std::size_t end = pattern[i] == '{' ? pattern.find('}', i) : std::string_view::npos;
        if (end == std::string_view::npos) {
            filled += pattern[i++];
            continue;
        }
        const std::string_view name = pattern.substr(i + 1, end - i - 1);
        const auto value = std::find_if(values.begin(), values.end(), [&](const auto& v) { return v.first == name; });
        if (value == values.end()) return fail(fmt::format("'{{{}}}' has no meaning in this output name", name));
        std::string text = value->second;
        for (char& c : text)
            if (c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20) c = '_';
        if (text.starts_with('.')) text.front() = '_';
        filled += text;
        i = end + 1;
    }
    return filled;
}

bool has_placeholder(std::string_view pattern, std::string_view name) {
    return pattern.find(fmt::format("{{{}}}", name)) != std::string_view::npos;
}

} // namespace ossuary::cli
