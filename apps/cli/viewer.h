// The viewer as verbs start it: the web server, the files it serves, and waiting for the end.
#pragma once

#include <string>
#include <vector>

#include "cli/session.h"

namespace ossuary::cli {

struct ViewRequest {
    std::vector<std::string> paths;
    std::string open; // the file to show first, as the page calls it; empty: the first file among the paths
    std::string page; // a folder with a page of one's own; empty: ours
    int port = 0;
    bool open_browser = true;
};

// Serves until Ctrl-C. The address is printed whatever else is not.
void view(Session& session, const ViewRequest& request);

} // namespace ossuary::cli
