#include "cli/system.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ossuary::cli {

namespace fs = std::filesystem;

namespace {

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

// Starts a program in a group of its own, with the signals that we hold back let through, and its words in a file.
int start_program(pid_t& process, const std::string& program, std::vector<std::string> arguments,
                  const std::string& log) {
    std::vector<char*> words{const_cast<char*>(program.c_str())};
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);

    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, log.c_str(), O_WRONLY | O_CREAT, 0600);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);

    const int code = posix_spawn(&process, program.c_str(), &files, &attributes, words.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return code;
}

} // namespace

void prepare_process(int*, char***) {}

bool opens_viewer_when_clicked() { return false; }
bool has_own_window() { return false; }

std::string program_path() {
    std::error_code code;
    return fs::canonical("/proc/self/exe", code).string();
}

bool is_terminal(std::FILE* stream) { return ::isatty(::fileno(stream)) != 0; }
int process_number() { return ::getpid(); }

FileFacts look_at(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return {FileKind::none, errno == ENOENT || errno == ENOTDIR ? 0 : errno};
    if (S_ISDIR(status.st_mode)) return {FileKind::folder};
    return {S_ISREG(status.st_mode) ? FileKind::regular : FileKind::other};
}

std::string behind_links(const std::string& path) {
    std::error_code code;
    const fs::path real = fs::canonical(path, code);
    return code ? path : real.string();
}

int make_folder(const std::string& path) {
    std::error_code code;
    fs::create_directories(path, code);
    return code.value();
}

std::string_view forbidden_letters() { return {}; }

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : path_(std::exchange(other.path_, {})), slot_(other.slot_) {}

TemporaryFile::~TemporaryFile() {
    if (path_.empty()) return;
    ::unlink(path_.c_str());
    forget(slot_);
}

int TemporaryFile::create(const std::string& path, const std::string& like, Bytes bytes) {
    int descriptor = -1;
    {
        const Creation creation;
        const std::optional<std::size_t> slot = remember(path);
        if (!slot) return EMFILE;
        descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0) {
            const int reason = errno;
            forget(*slot);
            return reason;
        }
        path_ = path;
        slot_ = *slot;
    }
    struct stat status {};
    if (!like.empty() && ::stat(like.c_str(), &status) == 0)
        static_cast<void>(::fchmod(descriptor, status.st_mode & 07777));
    int reason = write_all(descriptor, bytes);
    if (reason == 0 && ::fsync(descriptor) != 0 && errno != EINVAL) reason = errno;
    if (::close(descriptor) != 0 && reason == 0) reason = errno;
    return reason;
}

int TemporaryFile::move_to(const std::string& target, bool force) {
    if (const int reason = move_into_place(path_, target, force)) return reason;
    forget(slot_);
    path_.clear();
    sync_folder(target);
    return 0;
}

void remove_file(const std::string& path) { ::unlink(path.c_str()); }

int write_standard_output(Bytes bytes) {
    std::fflush(stdout);
    return write_all(STDOUT_FILENO, bytes);
}

int write_device(const std::string& path, Bytes bytes) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) return errno;
    int reason = write_all(descriptor, bytes);
    if (::close(descriptor) != 0 && reason == 0) reason = errno;
    return reason;
}

void clean_up_on_signals() {
    struct sigaction action {};
    action.sa_handler = remove_temporaries_and_die;
    sigfillset(&action.sa_mask);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

std::string find_program(std::string_view name) {
    const char* path = std::getenv("PATH");
    std::string_view rest = path ? path : "";
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        const fs::path candidate = fs::path(rest.substr(0, end)) / name;
        if (::access(candidate.c_str(), X_OK) == 0) return candidate.string();
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return {};
}

std::vector<std::string> installed_browsers() {
    std::vector<std::string> found;
    for (const char* name : {"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"})
        if (std::string program = find_program(name); !program.empty()) found.push_back(std::move(program));
    return found;
}

struct ChildProcess::State {
    pid_t process = -1;
};

ChildProcess::ChildProcess(ChildProcess&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
ChildProcess::~ChildProcess() { stop(); }

int ChildProcess::start(const std::string& program, const std::vector<std::string>& arguments, const std::string& log) {
    stop();
    pid_t process = -1;
    if (const int reason = start_program(process, program, arguments, log)) return reason;
    state_ = new State{process};
    return 0;
}

bool ChildProcess::runs() {
    if (state_ && ::waitpid(state_->process, nullptr, WNOHANG) == state_->process) {
        ::kill(-state_->process, SIGKILL);
        delete std::exchange(state_, nullptr);
    }
    return state_;
}

void ChildProcess::stop() {
    if (!state_) return;
    ::kill(-state_->process, SIGKILL); // with its children, which are in its group
    ::waitpid(state_->process, nullptr, 0);
    delete std::exchange(state_, nullptr);
}

bool show_in_browser(const std::string& url) {
#if defined(__APPLE__)
    const std::string opener = find_program("open");
#else
    if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY")) return false;
    const std::string opener = find_program("xdg-open");
#endif
    pid_t process = -1;
    return !opener.empty() && start_program(process, opener, {url}, "/dev/null") == 0;
}

bool is_superuser() { return ::geteuid() == 0; }

Result<std::vector<std::string>> register_file_types(const std::vector<std::string>&) {
    return fail("file types are registered on Windows; here the desktop knows them by their MIME types");
}

Result<std::vector<std::string>> unregister_file_types() { return register_file_types({}); }

std::string make_temporary_folder(const std::string& prefix) {
    std::error_code code;
    std::string pattern = (fs::temp_directory_path(code) / (prefix + "XXXXXX")).string();
    return ::mkdtemp(pattern.data()) ? pattern : std::string();
}

} // namespace ossuary::cli
