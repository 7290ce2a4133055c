#include "cli/browser.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ossuary/assets/disk.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace fs = std::filesystem;

namespace {

constexpr const char* log_name = "browser.log";

// Starts a program in a group of its own, with the signals that we hold back let through, and its words in a file.
Result<pid_t> start_program(const std::string& program, std::vector<std::string> arguments, const std::string& log) {
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

    pid_t process = -1;
    const int code = posix_spawn(&process, program.c_str(), &files, &attributes, words.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (code != 0) return fail(Place{.file = program}, std::generic_category().message(code));
    return process;
}

Result<std::string> make_profile() {
    std::error_code code;
    std::string pattern = (fs::temp_directory_path(code) / "ossuary-browser-XXXXXX").string();
    if (!::mkdtemp(pattern.data())) return fail(Place{.file = pattern}, std::generic_category().message(errno));
    return pattern;
}

} // namespace

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

bool open_in_browser(const std::string& url) {
#if defined(__APPLE__)
    const std::string opener = find_program("open");
#else
    if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY")) return false;
    const std::string opener = find_program("xdg-open");
#endif
    return !opener.empty() && start_program(opener, {url}, "/dev/null").has_value();
}

Result<HeadlessBrowser> HeadlessBrowser::start(const std::string& program, const std::string& url) {
    std::string found = program;
    for (const char* name : {"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"})
        if (found.empty()) found = find_program(name);
    if (found.empty())
        return fail("a picture is drawn by Chromium, which is not installed; --browser names another of its kind");
    auto profile = make_profile();
    if (!profile) return Failure(profile.error());
    std::vector<std::string> arguments{
        "--headless=new",
        "--user-data-dir=" + *profile,
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
        "--force-device-scale-factor=1",
        "--force-color-profile=srgb",
        "--hide-scrollbars",
        "--mute-audio",
        "--no-first-run",
        "--no-default-browser-check",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-default-apps",
        "--disable-extensions",
        "--disable-sync",
        "--no-proxy-server",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    };
    if (::geteuid() == 0) arguments.push_back("--no-sandbox"); // Chromium refuses to sandbox what root does
    arguments.push_back(url);
    const auto process = start_program(found, std::move(arguments), *profile + '/' + log_name);
    if (!process) {
        std::error_code code;
        fs::remove_all(*profile, code);
        return Failure(process.error());
    }
    return HeadlessBrowser(*process, std::move(*profile));
}

HeadlessBrowser::HeadlessBrowser(HeadlessBrowser&& other) noexcept
    : process_(std::exchange(other.process_, -1)), profile_(std::exchange(other.profile_, {})) {}

HeadlessBrowser::~HeadlessBrowser() {
    if (profile_.empty()) return;
    if (process_ > 0) {
        ::kill(-process_, SIGKILL); // with its children, which are in its group
        ::waitpid(process_, nullptr, 0);
    }
    std::error_code code;
    fs::remove_all(profile_, code);
}

bool HeadlessBrowser::runs() {
    if (process_ > 0 && ::waitpid(process_, nullptr, WNOHANG) == process_) {
        ::kill(-process_, SIGKILL);
        process_ = -1;
    }
    return process_ > 0;
}

std::string HeadlessBrowser::last_words() const {
    const auto bytes = read_whole_file(profile_ + '/' + log_name);
    std::string_view text = bytes ? as_text(bytes->bytes) : std::string_view();
    while (!text.empty() && is_white_space(text.back())) text.remove_suffix(1);
    return std::string(text.substr(text.rfind('\n') + 1));
}

} // namespace ossuary::cli
