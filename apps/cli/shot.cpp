// ossuary shot: a picture of a model, drawn by the viewer's page in a headless Chromium.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <httplib.h>

#include "cli/browser.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/page_server.h"
#include "cli/program.h"
#include "cli/reading.h"

namespace ossuary::cli {

namespace {

struct ShotOptions {
    std::vector<std::string> paths;
    std::string output;
    std::string clip;
    double time = 0;
    std::string sheet;
    std::string size;
    std::string theme = "dark";
    std::string show;
    double angle = 30;
    std::string browser;
    std::string page;
    bool force = false;
};

constexpr auto patience = std::chrono::seconds(120);

std::string query_of(const ShotOptions& options) {
    httplib::Params query{
        {"time", fmt::format("{}", options.time)},
        {"angle", fmt::format("{}", options.angle)},
        {"theme", options.theme},
        {"size", options.size.empty() ? (options.sheet.empty() ? "960x720" : "1280x960") : options.size}};
    if (!options.clip.empty()) query.emplace("clip", options.clip);
    if (!options.sheet.empty()) query.emplace("sheet", options.sheet);
    if (!options.show.empty()) query.emplace("show", options.show);
    return httplib::detail::params_to_query_str(query);
}

Result<ByteBuffer> drawn(Session& session, const ShotOptions& options) {
    auto roots = ServedFiles::name_roots(session, options.paths);
    if (!roots) return Failure(roots.error());
    const auto page = options.page.empty() ? find_page() : Result<std::string>(options.page);
    if (!page) return Failure(page.error());

    Interrupt interrupt;
    std::mutex mutex;
    std::optional<Result<ByteBuffer>> picture;
    const ShotReceiver receive = [&](Result<ByteBuffer> result) {
        const std::lock_guard lock(mutex);
        picture = std::move(result);
    };
    const std::string open = roots->front().is_folder ? "" : roots->front().name;
    ServedFiles files(std::move(*roots));
    const auto server = PageServer::start(files, {.page = *page, .open = open, .port = 0, .on_shot = receive});
    if (!server) return Failure(server.error());
    auto browser = HeadlessBrowser::start(options.browser, (*server)->url() + '?' + query_of(options));
    if (!browser) return Failure(browser.error());

    const auto end = std::chrono::steady_clock::now() + patience;
    while (std::chrono::steady_clock::now() < end) {
        if (interrupt.wait(std::chrono::milliseconds(20))) return fail("interrupted");
        const std::lock_guard lock(mutex);
        if (picture) return std::move(*picture);
        if (!browser->runs()) return fail(fmt::format("the browser ended: {}", browser->last_words()));
    }
    return fail(fmt::format("the browser drew nothing within {} s", patience.count()));
}

void shot(Session& session, const ShotOptions& options) {
    if (auto allowed = may_write(options.output, options.force); !allowed) return session.error(allowed.error());
    const auto picture = drawn(session, options);
    if (!picture) return session.error(picture.error());
    if (auto written = write_output(options.output, *picture, options.force); !written)
        return session.error(written.error());
    if (session.options.json && options.output != "-") {
        Json json = Json::object();
        json.set("output", options.output);
        json.set("bytes", picture->size());
        return session.print_json(json);
    }
    if (options.output != "-") session.say(fmt::format("wrote {} ({} bytes)", options.output, picture->size()));
}

// COLUMNSxROWS, WIDTHxHEIGHT
CLI::Validator pair_of(unsigned most) {
    return CLI::Validator(
        [most](std::string& text) -> std::string {
            unsigned a = 0, b = 0;
            char rest = 0;
            const bool good = std::sscanf(text.c_str(), "%ux%u%c", &a, &b, &rest) == 2 && a > 0 && b > 0;
            return good && a <= most && b <= most ? "" : fmt::format("{}: two numbers up to {}, as in 4x3", text, most);
        },
        "", "");
}

CLI::Validator finite_number() {
    return CLI::Validator(
        [](std::string& text) {
            double value = 0;
            const bool good = CLI::detail::lexical_cast(text, value) && std::isfinite(value);
            return good ? std::string() : text + ": not a number";
        },
        "", "");
}

CLI::Validator list_of(std::vector<std::string> known) {
    return CLI::Validator(
        [known](std::string& text) -> std::string {
            for (const std::string& word : CLI::detail::split(text, ','))
                if (std::ranges::find(known, word) == known.end())
                    return fmt::format("'{}' is none of {}", word, fmt::join(known, ", "));
            return "";
        },
        "", "");
}

} // namespace

void add_shot(Program& program) {
    const auto options = std::make_shared<ShotOptions>();
    CLI::App& verb = program.add_verb("shot", "Draw a picture of a model, or a sheet of a clip's frames",
                                      "ossuary shot hero.glb --clip run --time 0.4 -o run.png\n"
                                      "  ossuary shot hero.glb --clip run --sheet 4x3 -o sheet.png",
                                      [&program, options] { shot(program.session, *options); });
    verb.add_option("PATH", options->paths, "The model, and what belongs to it; folders")->required();
    verb.add_option("-o,--output", options->output, "The picture to write; - is standard output")
        ->option_text("X.png")
        ->required();
    verb.add_option("--clip", options->clip, "The clip (default: the rest pose; of a sheet the first clip)")
        ->option_text("NAME");
    verb.add_option("--time", options->time, "Seconds in the clip (default: 0)")
        ->option_text("T")
        ->check(finite_number());
    verb.add_option("--sheet", options->sheet, "So many frames of the clip, evenly spaced, in one picture")
        ->option_text("COLUMNSxROWS")
        ->check(pair_of(32));
    verb.add_option("--size", options->size, "Pixels (default: 960x720, of a sheet 1280x960)")
        ->option_text("WIDTHxHEIGHT")
        ->check(pair_of(8192));
    verb.add_option("--theme", options->theme, "Old bone on slate, or on parchment (default: dark)")
        ->option_text("dark|light")
        ->check(CLI::IsMember({"dark", "light"}));
    verb.add_option("--show", options->show, "What of mesh,skeleton,names,grid,trail (default: mesh,grid)")
        ->option_text("LIST")
        ->check(list_of({"mesh", "skeleton", "names", "grid", "trail"}));
    verb.add_option("--angle", options->angle, "Degrees to the side the camera stands (default: 30; 0: in front)")
        ->option_text("DEGREES")
        ->check(finite_number());
    verb.add_option("--browser", options->browser, "The Chromium to use (default: the first in PATH)")
        ->option_text("PROGRAM")
        ->check(CLI::ExistingFile);
    verb.add_option("--page", options->page, "A folder with a page of your own, for those who work on it")
        ->option_text("DIR")
        ->check(CLI::ExistingDirectory);
    verb.add_flag("-f,--force", options->force, "Replace the file if it exists");
    add_mount_options(program, verb);
}

} // namespace ossuary::cli
