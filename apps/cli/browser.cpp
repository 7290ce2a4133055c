#include "cli/browser.h"

#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "ossuary/assets/disk.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace fs = std::filesystem;

namespace {

constexpr const char* log_name = "browser.log";

} // namespace

Result<HeadlessBrowser> HeadlessBrowser::start(const std::string& program, const std::string& url) {
    std::string found = program;
    if (const std::vector<std::string> installed = installed_browsers(); found.empty() && !installed.empty())
        found = installed.front();
    if (found.empty())
        return fail("a picture is drawn by Chromium, which is not installed; --browser names another of its kind");
    HeadlessBrowser browser;
    browser.profile_ = make_temporary_folder("ossuary-browser-");
    if (browser.profile_.empty()) return fail("there is no folder for temporary files");
    std::vector<std::string> arguments{
        "--headless=new",
        "--user-data-dir=" + browser.profile_,
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
    if (is_superuser()) arguments.push_back("--no-sandbox"); // Chromium refuses to sandbox what root does
    arguments.push_back(url);
    if (const int reason = browser.process_.start(found, arguments, browser.profile_ + '/' + log_name))
        return fail(Place{.file = found}, std::generic_category().message(reason));
    return browser;
}

HeadlessBrowser::HeadlessBrowser(HeadlessBrowser&& other) noexcept
    : process_(std::move(other.process_)), profile_(std::exchange(other.profile_, {})) {}

HeadlessBrowser::~HeadlessBrowser() {
    if (profile_.empty()) return;
    { const ChildProcess ended(std::move(process_)); } // before its folder goes
    std::error_code code;
    fs::remove_all(profile_, code);
}

bool HeadlessBrowser::runs() { return process_.runs(); }

std::string HeadlessBrowser::last_words() const {
    const auto bytes = read_whole_file(profile_ + '/' + log_name);
    std::string_view text = bytes ? as_text(bytes->bytes) : std::string_view();
    while (!text.empty() && is_white_space(text.back())) text.remove_suffix(1);
    return std::string(text.substr(text.rfind('\n') + 1));
}

} // namespace ossuary::cli
