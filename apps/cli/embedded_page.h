// The viewer's page within this program: the files of apps/web/dist as they were when it was built (cmake/Page.cmake).
#pragma once

#include <string_view>

#include "ossuary/base/result.h"
#include "ossuary/base/shared_bytes.h"

namespace ossuary::cli {

// `index.html` is there if there is a page.
Result<SharedBytes> embedded_page_file(std::string_view path);

} // namespace ossuary::cli
