#include "ossuary/assets/file_watch.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>

#include "disk_system.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/disk_path.h"

#if defined(__linux__)
#include <sys/inotify.h>
#include <unistd.h>
#endif

namespace ossuary {

namespace fs = std::filesystem;

namespace {

struct FileStamp {
    bool is_there = false;
    std::uint64_t size = 0, inode = 0;
    std::int64_t seconds = 0, nanoseconds = 0;
    bool operator==(const FileStamp&) const = default;
};

FileStamp stamp_of(const std::string& path) {
    const DiskFacts facts = disk_facts(path);
    if (facts.kind != DiskKind::file) return {};
    return {true, facts.size, facts.inode, facts.seconds, facts.nanoseconds};
}

double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace

struct FileWatch::State {
    struct Pending {
        FileStamp stamp;
        double since = 0;
    };

    explicit State(Options given) : options(std::move(given)) {
        if (!options.clock) options.clock = steady_seconds;
#if defined(__linux__)
        if (!options.polling) descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
#endif
    }
    ~State() {
#if defined(__linux__)
        if (descriptor >= 0) close(descriptor);
#endif
    }

    // What is in a folder and below; into links to folders nobody looks.
    template <class Visit> static void visit_files(const std::string& folder, const Visit& visit) {
        std::error_code code;
        for (const DiskEntry& entry : list_folder(folder, code)) {
            visit(entry);
            if (entry.kind == DiskKind::folder && !entry.is_link) visit_files(entry.path, visit);
        }
    }

    // ---- by comparing

    void compare(const std::string& path, const FileStamp& known) {
        const FileStamp now = stamp_of(path);
        const auto pending = waiting.find(path);
        if (pending == waiting.end()) {
            if (now != known) waiting[path] = {now, options.clock()};
        } else if (pending->second.stamp != now) {
            pending->second = {now, options.clock()};
        }
    }
    // Those that have stayed as they are for long enough.
    void settle(std::set<std::string>& settled) {
        for (auto at = waiting.begin(); at != waiting.end();) {
            const FileStamp now = stamp_of(at->first);
            if (now != at->second.stamp) at->second = {now, options.clock()};
            if (options.clock() - at->second.since < options.settle_seconds && now.is_there) {
                ++at;
                continue;
            }
            settled.insert(at->first);
            if (descriptor < 0) known_files[at->first] = now;
            at = waiting.erase(at);
        }
    }
    void scan(std::set<std::string>& settled) {
        std::map<std::string, FileStamp> seen = known_files; // the gone ones too
        for (const std::string& folder : folders)
            visit_files(folder, [&](const DiskEntry& entry) {
                if (entry.kind == DiskKind::file) seen.try_emplace(entry.path);
            });
        for (const auto& [path, known] : seen) compare(path, known);
        settle(settled);
    }

    // ---- by being told

#if defined(__linux__)
    static constexpr std::uint32_t told = IN_CREATE | IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_MOVED_FROM |
                                          IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_ONLYDIR;

    Result<void> watch_folder(const std::string& folder) {
        const int number = inotify_add_watch(descriptor, folder.c_str(), told);
        if (number < 0) return fail(Place{.file = folder}, std::generic_category().message(errno));
        watched[number] = folder == "." ? "" : folder + '/';
        return {};
    }
    // A folder and those below; of one that has just come, the files in it are news.
    Result<void> watch_tree(const std::string& folder, bool is_new) {
        if (auto watching = watch_folder(folder); !watching) return watching;
        Result<void> outcome;
        visit_files(folder, [&](const DiskEntry& entry) {
            if (entry.kind == DiskKind::folder && !entry.is_link) {
                if (auto watching = watch_folder(entry.path); !watching) outcome = watching;
            } else if (is_new && entry.kind == DiskKind::file) {
                wait_for(entry.path);
            }
        });
        return outcome;
    }
    void wait_for(const std::string& path) { waiting[path] = {stamp_of(path), options.clock()}; }

    // Beside a single file lie others.
    bool concerns(const std::string& path) const {
        return single_files.contains(path) || std::ranges::any_of(folders, [&](const std::string& root) {
                   return root == "." || (path.starts_with(root) && path[root.size()] == '/');
               });
    }

    void hear(const inotify_event& event, std::set<std::string>& settled) {
        if ((event.mask & IN_Q_OVERFLOW) != 0) return lose_track(settled);
        const auto folder = watched.find(event.wd);
        if (folder == watched.end()) return;
        if ((event.mask & IN_IGNORED) != 0) {
            watched.erase(folder);
            return;
        }
        if (event.len == 0) return;
        const std::string path = folder->second + event.name;
        if (!concerns(path)) return;
        if ((event.mask & IN_ISDIR) != 0) {
            if ((event.mask & (IN_CREATE | IN_MOVED_TO)) != 0) static_cast<void>(watch_tree(path, true));
            return;
        }
        if ((event.mask & (IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE)) != 0) {
            writing.erase(path);
            waiting.erase(path);
            settled.insert(path);
        } else if ((event.mask & IN_MODIFY) != 0) {
            waiting.erase(path);
            settled.erase(path);
            writing.insert(path);
        } else if ((event.mask & IN_CREATE) != 0) {
            wait_for(path); // a link is whole at once, and nobody closes it
        } else if (!writing.contains(path) && !settled.contains(path)) {
            wait_for(path); // its time was set, as by `touch`
        }
    }
    // Too much happened at once: everything may have changed.
    void lose_track(std::set<std::string>& settled) {
        writing.clear();
        settled.insert(single_files.begin(), single_files.end());
        for (const std::string& root : folders) {
            static_cast<void>(watch_tree(root, false));
            visit_files(root, [&](const DiskEntry& entry) { settled.insert(entry.path); });
        }
    }

    void listen(std::set<std::string>& settled) {
        alignas(inotify_event) char buffer[16384];
        for (;;) {
            const ssize_t size = read(descriptor, buffer, sizeof buffer);
            if (size < 0 && errno == EINTR) continue;
            if (size <= 0) break;
            for (ssize_t at = 0; at < size;) {
                const auto* event = reinterpret_cast<const inotify_event*>(buffer + at);
                hear(*event, settled);
                at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
            }
        }
        settle(settled);
    }
#endif

    Options options;
    int descriptor = -1; // -1: by comparing
    std::vector<std::string> folders;
    std::set<std::string> single_files;
    std::map<int, std::string> watched;           // by inotify's number: the folder with its slash
    std::set<std::string> writing;                // seen to be written, not yet closed
    std::map<std::string, Pending> waiting;       // their writers cannot be seen
    std::map<std::string, FileStamp> known_files; // only where files are compared
};

FileWatch::FileWatch() : FileWatch(Options{}) {}
FileWatch::FileWatch(Options options) : state_(std::make_unique<State>(std::move(options))) {}
FileWatch::~FileWatch() = default;

bool FileWatch::is_polling() const { return state_->descriptor < 0; }

Result<void> FileWatch::add(const std::string& path) {
    State& state = *state_;
    const bool is_folder = disk_kind(path) == DiskKind::folder;
    std::string bare = path;
    while (bare.size() > 1 && bare.back() == '/') bare.pop_back();
    const fs::path parent = disk_path(bare).parent_path();
    const std::string beside = parent.empty() ? "." : parent.generic_string();
    if (!is_folder && disk_kind(beside) != DiskKind::folder) return fail(Place{.file = path}, "is in no folder");
#if defined(__linux__)
    if (!is_polling()) {
        if (auto watching = is_folder ? state.watch_tree(bare, false) : state.watch_folder(beside); !watching)
            return watching;
    }
#endif
    if (is_folder) {
        state.folders.push_back(bare);
        if (is_polling())
            State::visit_files(bare, [&](const DiskEntry& entry) {
                if (const FileStamp stamp = stamp_of(entry.path); stamp.is_there) state.known_files[entry.path] = stamp;
            });
        return {};
    }
    state.single_files.insert(bare);
    if (is_polling()) state.known_files[bare] = stamp_of(bare);
    return {};
}

FileChanges FileWatch::poll() {
    State& state = *state_;
    std::set<std::string> settled;
#if defined(__linux__)
    if (!is_polling())
        state.listen(settled);
    else
#endif
        state.scan(settled);
    FileChanges changes;
    changes.settled.assign(settled.begin(), settled.end());
    changes.unsettled.assign(state.writing.begin(), state.writing.end());
    for (const auto& [path, pending] : state.waiting) changes.unsettled.push_back(path);
    return changes;
}

} // namespace ossuary
