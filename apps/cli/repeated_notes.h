// Oddities of many files: what is said of all of them is said once, and counted.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/session.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::cli {

// Two are alike if they differ only in their place, in numbers, and in names. The first few of a kind are printed as
// they come; finish() tells how many more there were. Errors are never held back; nor is anything with --log info.
class RepeatedNotes {
public:
    explicit RepeatedNotes(Session& session) : session_(session) {}
    void warn(const Diagnostics& diagnostics);
    void finish();

private:
    struct Kind {
        std::string key;
        Diagnostic first;
        std::size_t count = 0;
    };
    Session& session_;
    std::vector<Kind> kinds_;
    std::map<std::string, std::size_t> known_;
    bool missing_textures_ = false;
};

} // namespace ossuary::cli
