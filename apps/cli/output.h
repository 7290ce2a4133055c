// Files out: written beside their target and renamed when all are whole. Until commit() nothing of them is seen; a
// failure, a full disk or Ctrl-C leaves old files as they were and no half file.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/system.h"
#include "ossuary/base/bytes.h"
#include "ossuary/base/result.h"

namespace ossuary::cli {

// An error if the file exists and may not be replaced. Asked before the work is done; `-` never exists, and folders
// that are not there are made when the file is written.
Result<void> may_write(const std::string& path, bool force);
// The same for many whose folders may still be made: the first that exists.
Result<void> may_replace(const std::vector<std::string>& paths, bool force);

class OutputSet {
public:
    explicit OutputSet(bool force);
    ~OutputSet();
    OutputSet(const OutputSet&) = delete;
    OutputSet& operator=(const OutputSet&) = delete;

    // Writes the bytes to a temporary file beside `path`, down to the disk. `-` is kept for commit().
    Result<void> add(const std::string& path, Bytes bytes);
    // A file that what was added makes superfluous: removed once everything is in its place.
    void retire(std::string path);
    // Puts every file in its place, the one added first last: it refers to the others. If one cannot be, those that are
    // new are taken away again.
    Result<void> commit();

private:
    struct Pending {
        std::string path;
        TemporaryFile temporary;
        bool is_temporary;
        ByteBuffer for_stream; // standard output or a device
    };
    bool force_;
    std::vector<Pending> pending_;
    std::vector<std::string> retired_;
};

// Throws UsageError if standard output is a terminal: what is not text must not go there.
void refuse_terminal();

// One file, checked, written and put in its place.
Result<void> write_output(const std::string& path, Bytes bytes, bool force);

// `out/{name}-{clip}.md5anim` with the values put in; a name that is not offered is an error. Slashes and leading dots
// in values become underscores: a clip's name never chooses the folder.
using PatternValues = std::vector<std::pair<std::string_view, std::string>>;
Result<std::string> fill_pattern(std::string_view pattern, const PatternValues& values);
bool has_placeholder(std::string_view pattern, std::string_view name);

} // namespace ossuary::cli
