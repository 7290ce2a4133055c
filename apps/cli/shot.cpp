// ossuary shot: a picture of a model, drawn by the viewer's page in a headless Chromium.
#include <algorithm>
#include <filesystem>
#include <random>

#include <fmt/format.h>
#include <httplib.h>

#include "cli/browser.h"
#include "cli/interrupt.h"
#include "cli/npc.h"
#include "cli/output.h"
#include "cli/page_server.h"
#include "cli/program.h"
#include "cli/reading.h"
#include "ossuary/anim/script.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/gltf/gltf.h"

namespace ossuary::cli {

namespace {

struct ShotOptions {
    std::vector<std::string> paths;
    std::string output;
    std::string clip;
    std::string time_text;
    std::optional<double> time; // what it says
    std::string sheet;
    std::string size;
    std::string theme = "dark";
    std::string show;
    double angle = 30;
    std::string browser;
    std::string page;
    bool force = false;
    NpcChoice npc;
    Reading reading;
};

constexpr auto patience = std::chrono::seconds(120);
constexpr const char* time_without_clip = "--time is a time in a clip, which --clip names";

// `0.4`, or with its unit as `play` takes it: `0.4s`, `400ms`.
double seconds_of(const std::string& text) {
    if (const auto seconds = parse_number(text)) return *seconds;
    if (const auto duration = anim::parse_duration(text)) return to_seconds(*duration);
    throw UsageError{fmt::format("--time {}: expected seconds, as in 0.4, 0.4s or 400ms", text)};
}

std::string query_of(const ShotOptions& options) {
    httplib::Params query{
        {"time", fmt::format("{}", options.time.value_or(0))},
        {"angle", fmt::format("{}", options.angle)},
        {"theme", options.theme},
        {"size", options.size.empty() ? (options.sheet.empty() ? "960x720" : "1280x960") : options.size}};
    if (!options.clip.empty()) query.emplace("clip", options.clip);
    if (!options.sheet.empty()) query.emplace("sheet", options.sheet);
    if (!options.show.empty()) query.emplace("show", options.show);
    return httplib::detail::params_to_query_str(query);
}

// The clip and the time that were asked for, if they are there. A file that is a clip is drawn as one.
Result<void> settle_clip(const Model& model, ShotOptions& options, bool is_clip) {
    if (options.clip.empty() && is_clip && !model.clips.empty()) options.clip = model.clips.front().name;
    if (options.clip.empty() && options.time) return fail(time_without_clip);
    if (options.clip.empty()) return {};
    const auto clip = find_clip(model, options.clip);
    if (!clip) return Failure(clip.error());
    options.clip = (*clip)->name;
    if (options.time && (*options.time < 0 || *options.time > (*clip)->duration))
        return fail(
            fmt::format("--time {}: {} goes from 0 to {:.4g} s", *options.time, options.clip, (*clip)->duration));
    return {};
}

// Lists what the named files refer to. They are opened as the page will open them: what is lost there is reported here.
Result<void> follow_named(Session& session, ShotOptions& options, PageFiles& files) {
    std::vector<std::string> named;
    for (const Input& input : session.files().expand(options.paths))
        if (!input.from_folder) named.push_back(input.path);
    if (named.empty() && options.time && options.clip.empty()) return fail(time_without_clip);
    if (named.empty()) return {};
    if (const auto opened = files.follow(named)) {
        session.warn(*opened);
        const Format* format = session.files().format_of(named.front());
        const auto settled = settle_clip(*opened->model, options, format && format->role == Role::clip);
        return settled ? settled : Failure(Error(settled.error()).in_file(named.front()));
    }
    for (const std::string& path : named) static_cast<void>(files.follow({&path, 1}));
    return {};
}

// A folder for one file, gone when this is.
class FolderForOne {
public:
    FolderForOne() = default;
    FolderForOne(const FolderForOne&) = delete;
    FolderForOne& operator=(const FolderForOne&) = delete;
    ~FolderForOne() {
        std::error_code code;
        if (!folder_.empty()) std::filesystem::remove_all(folder_, code);
    }
    Result<std::string> put(const std::string& name, Bytes bytes) {
        std::error_code code;
        const std::filesystem::path all = std::filesystem::temp_directory_path(code);
        if (code) return fail("there is no folder for temporary files");
        for (std::random_device random; folder_.empty();) {
            const std::filesystem::path free = all / fmt::format("ossuary-shot-{:08x}", random());
            if (std::filesystem::create_directory(free, code)) folder_ = free;
            if (code) return fail(fmt::format("{}: {}", free.string(), code.message()));
        }
        const std::string path = (folder_ / name).string();
        if (auto written = write_output(path, bytes, true); !written) return Failure(written.error());
        return path;
    }

private:
    std::filesystem::path folder_;
};

// The page knows no options of formats: the model is made with them here, and the page gets that.
Result<void> settle_reading(Session& session, ShotOptions& options, FolderForOne& folder) {
    if (options.reading.given.empty() && options.npc.name.empty()) return {};
    expect_options(options.reading, options.paths);
    const auto opened = open_model(session, options.paths, options.reading.open());
    if (!opened) return Failure(opened.error());
    const auto bytes = gltf::write_glb(*opened->model);
    if (!bytes) return Failure(bytes.error());
    const auto path = folder.put(std::string(file_stem(options.paths.front())) + ".glb", *bytes);
    if (!path) return Failure(path.error());
    options.paths = {*path};
    return {};
}

Result<ByteBuffer> drawn(Session& session, ShotOptions& options) {
    FolderForOne folder;
    if (auto settled = settle_reading(session, options, folder); !settled) return Failure(settled.error());
    options.paths = archives_as_folders(session, options.paths);
    auto roots = PageFiles::name_roots(session, options.paths);
    if (!roots) return Failure(roots.error());
    Interrupt interrupt;
    std::mutex mutex;
    std::optional<Result<ByteBuffer>> picture;
    const ShotReceiver receive = [&](Result<ByteBuffer> result) {
        const std::lock_guard lock(mutex);
        picture = std::move(result);
    };
    const std::string open = roots->front().is_folder ? "" : roots->front().name;
    PageFiles files(session.files(), std::move(*roots));
    if (auto followed = follow_named(session, options, files); !followed) return Failure(followed.error());
    const auto page = options.page.empty() ? find_page() : Result<std::string>(options.page);
    if (!page) return Failure(page.error());
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

void shot(Session& session, ShotOptions& options) {
    if (options.output != "-" && file_extension(options.output) != ".png")
        throw UsageError{fmt::format("-o {}: a picture is written as PNG, so its name ends in .png", options.output)};
    if (options.output == "-") refuse_terminal();
    if (!options.time_text.empty()) options.time = seconds_of(options.time_text);
    if (options.time && !options.sheet.empty())
        throw UsageError{"--sheet takes frames of the whole clip; it has no --time"};
    if (auto settled = settle_npc(session, options.npc, options.paths, "shot"); !settled)
        return session.error(settled.error());
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

} // namespace

void add_shot(Program& program) {
    Verb& verb = program.add_verb({.name = "shot",
                                   .description = "Draw a picture of a model, or a sheet of a clip's frames",
                                   .example = "ossuary shot hero.glb --clip run --time 0.4 -o run.png\n"
                                              "  ossuary shot hero.glb --clip run --sheet 4x3 -o sheet.png",
                                   .obeys = {.json = true}});
    ShotOptions& options = verb.calls<ShotOptions>(shot);
    verb.add(
        {{.names = "PATH", .field = options.paths, .help = "The model, and what belongs to it; folders and archives"},
         {.names = "-o,--output",
          .field = options.output,
          .help = "The picture to write; - is standard output",
          .value = "X.png",
          .required = true},
         {.names = "--clip",
          .field = options.clip,
          .help = "The clip (default: the rest pose; of a sheet, or a clip's own file, the first clip)",
          .value = "NAME"},
         {.names = "--time", .field = options.time_text, .help = "Seconds in the clip (default: 0)", .value = "T"},
         {.names = "--sheet",
          .field = options.sheet,
          .help = "So many frames of the clip, evenly spaced, in one picture",
          .value = "COLUMNSxROWS",
          .check = check::two_numbers(32)},
         {.names = "--size",
          .field = options.size,
          .help = "Pixels (default: 960x720, of a sheet 1280x960)",
          .value = "WIDTHxHEIGHT",
          .check = check::two_numbers(8192)},
         {.names = "--theme",
          .field = options.theme,
          .help = "A dark or a light background (default: dark)",
          .value = "dark|light",
          .check = check::choice},
         {.names = "--show",
          .field = options.show,
          .help = "What of mesh,skeleton,names,grid,trail (default: mesh,grid)",
          .value = "LIST",
          .check = check::list_of("mesh|skeleton|names|grid|trail")},
         {.names = "--angle",
          .field = options.angle,
          .help = "Degrees to the side the camera stands (default: 30; 0: in front)",
          .value = "DEGREES",
          .check = check::finite},
         {.names = "--browser",
          .field = options.browser,
          .help = "The Chromium to use (default: the first in PATH)",
          .value = "PROGRAM",
          .check = check::file},
         {.names = "--page",
          .field = options.page,
          .help = "A folder with a page of your own, for those who work on it",
          .value = "DIR",
          .check = check::folder},
         {.names = "-f,--force", .field = options.force, .help = "Replace the file if it exists"}});
    add_npc_options(verb, options.npc);
    add_model_options(program, verb, options.reading);
}

} // namespace ossuary::cli
