// The page's Workspace as JSON: bytes in, lists and models out.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "module/opened_model.h"
#include "ossuary/assets/workspace.h"

namespace ossuary::web {

class JsonWorkspace {
public:
    // Room for the bytes of a new file, or of one that takes the place of what has its path; null without memory. It
    // is part of the workspace once settle() was called.
    std::byte* add(std::string_view path, std::size_t size);
    void settle();
    // Files that the host reads when they are opened. `request` is {"list"}, and of what lies in an archive that
    // archive's {"priority", "time"}; `files` is of each file its path and its size, with a null behind each.
    void list(const Json& request, std::string_view files);
    // A file, or a folder and what is in it. False if there is neither.
    bool remove(std::string_view path) { return files_.remove(path); }

    // Entries as columns: {"names": all, with slashes between, "parents": span, "kinds": span, "formats": span,
    // "sizes": span, "large": [[number, size]], "faults": [[number, faults]], "table": [[format, role]]}. Of a kind
    // 0 is a folder, 1 an archive, 2 a file; a format is a row of the table; large are sizes that no span can say.
    Json entries(Keepsake& keep) const;
    Json subjects() const; // [Subject]
    // True if only the larger module can describe and open it.
    bool needs_full_module(std::string_view path) const;
    Result<Json> info(std::string_view path) const;
    Result<SharedBytes> read(std::string_view path) const { return files_.read(std::string(path)); }
    const ossuary::Workspace& files() const { return files_; }
    // `request` is a Subject with option values as `options`.
    Result<std::unique_ptr<OpenedModel>> open(const Json& request) const;

private:
    struct Pending {
        std::string path;
        std::shared_ptr<ByteBuffer> bytes;
    };
    ossuary::Workspace files_;
    std::vector<Pending> pending_; // until settle()
};

} // namespace ossuary::web
