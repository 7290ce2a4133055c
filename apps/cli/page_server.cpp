#include "cli/page_server.h"

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <random>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <httplib.h>

#include "cli/embedded_page.h"
#include "cli/system.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/disk_path.h"
#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view meta_tag = "<meta name=\"ossuary-session\" content=\"none\"";
constexpr std::size_t largest_picture = 256u << 20;
constexpr std::size_t largest_batch = 64u << 20;  // of files in one answer
constexpr std::size_t largest_piece = 256u << 10; // of a file, sent at once
constexpr auto breath = std::chrono::seconds(15); // between signs of life on an idle event stream

constexpr std::string_view policy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' blob: data:; worker-src 'self' blob:; connect-src 'self' blob: data:; object-src 'none'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

std::string new_token() {
    std::random_device chance; // the system's, good enough for keys
    return fmt::format("{:08x}{:08x}{:08x}{:08x}", chance(), chance(), chance(), chance());
}

const char* media_type(std::string_view path) {
    struct Known {
        std::string_view extension;
        const char* type;
    };
    constexpr Known table[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".wasm", "application/wasm"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".txt", "text/plain; charset=utf-8"},
    };
    const std::string extension = file_extension(path);
    const auto known = std::ranges::find(table, extension, &Known::extension);
    return known == std::end(table) ? "application/octet-stream" : known->type;
}

Json names_json(const std::vector<std::string>& names) {
    Json list = Json::array();
    for (const std::string& name : names) list.push(name);
    return list;
}

} // namespace

struct PageServer::Site {
    PageFiles& files;
    Workspace disk; // of the page itself
    std::optional<PageFiles> page_on_disk;
    Settings settings;
    std::string token = new_token();
    int port = 0;
    httplib::Server server;
    std::thread thread;

    std::mutex mutex;
    std::condition_variable changed;
    std::vector<std::string> events; // of the stream, from the begin
    bool ending = false;
    bool answered = false;

    Site(PageFiles& served, Settings wishes) : files(served), settings(std::move(wishes)) {
        if (!settings.page.empty())
            page_on_disk.emplace(
                disk, std::vector<PageRoot>{{.name = "", .place = settings.page, .found = {}, .is_folder = true}});
    }

    Result<SharedBytes> page(const std::string& path) const {
        return page_on_disk ? page_on_disk->read(path) : embedded_page_file(path);
    }

    // Everything a request must be before its path is looked at.
    std::optional<int> refusal(const httplib::Request& request) const {
        const std::string host = request.get_header_value("Host");
        const std::string here = fmt::format("127.0.0.1:{}", port), name = fmt::format("localhost:{}", port);
        if (host != here && host != name) return 403;
        if (request.has_header("Origin") && request.get_header_value("Origin") != "http://" + host) return 403;
        const std::string site = request.get_header_value("Sec-Fetch-Site");
        if (!site.empty() && site != "same-origin" && site != "none") return 403;
        if (!request.path.starts_with('/' + token + '/')) return 403;
        const bool posts_shot = request.method == "POST" && settings.on_shot && local_path(request) == "session/shot";
        if (request.method != "GET" && request.method != "HEAD" && !posts_shot) return 405;
        return {};
    }
    std::string local_path(const httplib::Request& request) const { return request.path.substr(token.size() + 2); }

    void set_rules() {
        server.set_default_headers({{"Cache-Control", "no-store"},
                                    {"X-Content-Type-Options", "nosniff"},
                                    {"Referrer-Policy", "no-referrer"},
                                    {"Cross-Origin-Resource-Policy", "same-origin"},
                                    {"Content-Security-Policy", std::string(policy)}});
        server.set_payload_max_length(largest_picture);
        server.set_keep_alive_max_count(1000);
        // Head and body go out in two pieces: the second must not wait until the first is acknowledged, 40 ms later.
        server.set_tcp_nodelay(true);
        // Whoever ends us waits for connections on which nothing comes. A picture may come slowly.
        server.set_keep_alive_timeout(1);
        server.set_read_timeout(settings.on_shot ? 30 : 1);
        // An event stream holds its thread for as long as its page is open.
        server.new_task_queue = [] { return new httplib::ThreadPool(32); };
        // Everything is answered here, not by patterns of paths, which a newline in a name does not match.
        server.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
            if (const auto status = refusal(request)) {
                response.status = *status;
                response.set_content(*status == 405 ? "this is for reading\n" : "not for you\n", "text/plain");
            } else if (request.method == "POST") {
                return httplib::Server::HandlerResponse::Unhandled; // its body is read on the way to its handler
            } else {
                // httplib would take ranges as they were asked for, also beyond the end. It has them from here.
                auto& ranges = const_cast<httplib::Request&>(request).ranges;
                const httplib::Ranges asked = std::exchange(ranges, {});
                answer(local_path(request), asked, ranges, response);
            }
            return httplib::Server::HandlerResponse::Handled;
        });
        server.Post(".*", [this](const httplib::Request& request, httplib::Response& response) {
            take_shot(request);
            response.status = 204;
        });
    }

    // Puts into `ranges` what is to be sent of what was `asked` for; nothing means the whole.
    void answer(const std::string& path, const httplib::Ranges& asked, httplib::Ranges& ranges,
                httplib::Response& response) {
        constexpr std::string_view files_below = "session/file/", batch_below = "session/batch/";
        if (path == "session/files") return answer_json(files.list(settings.open), response);
        if (path == "session/changes") return stream_changes(response);
        if (path.starts_with(files_below))
            return send(files.read(path.substr(files_below.size())), path, asked, ranges, response);
        if (path.starts_with(batch_below))
            return response.set_content(files.batch(path.substr(batch_below.size()), largest_batch), media_type(""));
        if (path.empty() || path == "index.html") return send_index(response);
        send(page(path), path, asked, ranges, response);
    }

    // As a provider: a text would be compressed as well as can be, which takes seconds, for a way within this machine.
    static void answer_json(std::string json, httplib::Response& response) {
        const auto text = std::make_shared<const std::string>(std::move(json));
        response.set_content_provider(text->size(), "application/json",
                                      [text](std::size_t offset, std::size_t length, httplib::DataSink& to) {
                                          return to.write(text->data() + offset, length);
                                      });
    }

    static void say_missing(httplib::Response& response) {
        response.status = 404;
        response.set_content("there is no such file\n", "text/plain");
    }

    // One range within the file is sent as asked; several are answered with the whole, which HTTP allows.
    static bool take_range(const httplib::Ranges& asked, std::size_t size, httplib::Ranges& ranges) {
        if (asked.size() != 1) return true;
        const auto last = static_cast<ssize_t>(size) - 1;
        auto [from, to] = asked.front(); // -1: not given
        if (from < 0) {
            from = std::max<ssize_t>(0, last + 1 - to);
            to = last;
        }
        if (to < 0 || to > last) to = last;
        if (from > to) return false;
        ranges = {{from, to}};
        return true;
    }

    // In pieces, from where it lies: whoever asks for a large file does not cost us its size.
    static void send(const Result<SharedBytes>& bytes, const std::string& path, const httplib::Ranges& asked,
                     httplib::Ranges& ranges, httplib::Response& response) {
        if (!bytes) return say_missing(response);
        if (!take_range(asked, bytes->bytes.size(), ranges)) {
            response.status = 416;
            response.set_header("Content-Range", fmt::format("bytes */{}", bytes->bytes.size()));
            return;
        }
        if (bytes->bytes.empty()) return response.set_content("", media_type(path));
        response.set_content_provider(bytes->bytes.size(), media_type(path),
                                      [bytes = *bytes](std::size_t offset, std::size_t length, httplib::DataSink& to) {
                                          const std::string_view piece =
                                              as_text(bytes.bytes.subspan(offset, std::min(length, largest_piece)));
                                          return to.write(piece.data(), piece.size());
                                      });
    }

    void send_index(httplib::Response& response) const {
        const auto bytes = page("index.html");
        if (!bytes) return say_missing(response);
        std::string body(as_text(bytes->bytes));
        if (const std::size_t at = body.find(meta_tag); at != body.npos)
            body.replace(at + meta_tag.size() - 5, 4, settings.on_shot ? "shot" : "view");
        response.set_content(std::move(body), media_type("index.html"));
    }

    void stream_changes(httplib::Response& response) {
        const auto seen = std::make_shared<std::size_t>(0);
        {
            const std::lock_guard lock(mutex);
            *seen = events.size();
        }
        response.set_chunked_content_provider("text/event-stream", [this, seen, first = std::make_shared<bool>(true)](
                                                                       std::size_t, httplib::DataSink& to) {
            std::unique_lock lock(mutex);
            // The head goes out with the first words, so these are said at once.
            if (!*first) changed.wait_for(lock, breath, [&] { return ending || events.size() > *seen; });
            std::string text = events.size() > *seen ? "" : ": listening\n\n";
            for (; *seen < events.size(); ++*seen) text += events[*seen];
            *first = false;
            const bool last = ending;
            lock.unlock();
            return to.write(text.data(), text.size()) && !last;
        });
    }

    void take_shot(const httplib::Request& request) {
        {
            const std::lock_guard lock(mutex);
            if (std::exchange(answered, true)) return;
        }
        if (request.get_header_value("Content-Type").starts_with("image/png"))
            settings.on_shot(to_buffer(request.body));
        else
            settings.on_shot(fail(request.body.substr(0, request.body.find('\n'))));
    }
};

PageServer::PageServer(std::unique_ptr<Site> site, std::string url) : site_(std::move(site)), url_(std::move(url)) {}

PageServer::~PageServer() {
    {
        const std::lock_guard lock(site_->mutex);
        site_->ending = true;
    }
    site_->changed.notify_all();
    site_->server.stop();
    site_->thread.join();
}

Result<std::unique_ptr<PageServer>> PageServer::start(PageFiles& files, Settings settings) {
    auto site = std::make_unique<Site>(files, std::move(settings));
    const char* const loopback = "127.0.0.1";
    const int wanted = site->settings.port;
    // The library would share a port with whoever has it. Ours alone, but at once again after another's end.
    site->server.set_socket_options([](socket_t socket) {
        const int yes = 1;
#if defined(_WIN32)
        const int option = SO_EXCLUSIVEADDRUSE; // there, the other option takes ports away from others
#else
        const int option = SO_REUSEADDR;
#endif
        ::setsockopt(socket, SOL_SOCKET, option, reinterpret_cast<const char*>(&yes), sizeof yes);
    });
    if (wanted == 0)
        site->port = site->server.bind_to_any_port(loopback);
    else if (site->server.bind_to_port(loopback, wanted))
        site->port = wanted;
    if (site->port <= 0)
        return fail(wanted == 0 ? std::string("there is no free port") : fmt::format("port {} is taken", wanted));
    site->set_rules();
    site->thread = std::thread([&server = site->server] { server.listen_after_bind(); });
    // A server that is told to stop before it runs would run for ever.
    while (!site->server.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::string url = fmt::format("http://{}:{}/{}/", loopback, site->port, site->token);
    return std::unique_ptr<PageServer>(new PageServer(std::move(site), std::move(url)));
}

void PageServer::announce(const PageChanges& changes) {
    Json json = Json::object();
    json.append("changed", names_json(changes.changed));
    json.append("added", names_json(changes.added));
    json.append("removed", names_json(changes.removed));
    {
        const std::lock_guard lock(site_->mutex);
        site_->events.push_back(fmt::format("event: change\ndata: {}\n\n", print_json(json)));
    }
    site_->changed.notify_all();
}

Result<std::string> find_page() {
    const fs::path command = disk_path(program_path());
    for (fs::path folder = command.parent_path(); folder.has_relative_path(); folder = folder.parent_path())
        for (const char* place : {"share/ossuary/web", "apps/web/dist"})
            if (look_at((folder / place / "index.html").generic_string()).kind == FileKind::regular)
                return (folder / place).generic_string();
    if (embedded_page_file("index.html")) return std::string();
    return fail("the viewer's page has not been built; tools/web builds it");
}

} // namespace ossuary::cli
