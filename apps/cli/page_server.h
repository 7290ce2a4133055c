// The page and the named files over HTTP, for this machine and whoever knows the token (apps/web/PROTOCOL.md).
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "cli/page_files.h"
#include "ossuary/base/bytes.h"

namespace ossuary::cli {

// What the page made of a shot: the picture, or why there is none.
using ShotReceiver = std::function<void(Result<ByteBuffer>)>;

class PageServer {
public:
    struct Settings {
        std::string page;     // the folder of the built page; empty: the page within this program
        std::string open;     // the file to show first; empty: the page chooses
        int port = 0;         // 0: any that is free
        ShotReceiver on_shot; // null: a session for a person
    };
    // Serves from its own threads until it is destroyed. `files` must outlive it.
    static Result<std::unique_ptr<PageServer>> start(PageFiles& files, Settings settings);
    ~PageServer();

    const std::string& url() const { return url_; }
    // Tells the pages what changed.
    void announce(const PageChanges& changes);

private:
    struct Site;
    PageServer(std::unique_ptr<Site> site, std::string url);
    std::unique_ptr<Site> site_;
    std::string url_;
};

// The folder of the built page: beside an installed command, or in the source tree it was built in. Empty: the page
// within this program. An error that says how to get one if there is neither.
Result<std::string> find_page();

} // namespace ossuary::cli
