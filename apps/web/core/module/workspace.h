// The files a page was given, as one tree: archives are folders, names match without regard to case.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "module/opened_model.h"
#include "ossuary/assets/format.h"

namespace ossuary::web {

class Workspace {
public:
    // Room for the bytes of a new file, or of one that takes the place of what has its path; null without memory.
    std::byte* add(std::string_view path, std::size_t size);
    // A file, or a folder and what is in it. False if there is neither.
    bool remove(std::string_view path);

    Json entries() const;  // [Entry]
    Json subjects() const; // [Subject]
    Result<Json> info(std::string_view path) const;
    Result<Bytes> read(std::string_view path) const;
    // `request` is a Subject with OpenOptions as `options`.
    Result<std::unique_ptr<OpenedModel>> open(const Json& request) const;

private:
    using Files = std::map<std::string, NamedFile>; // by path in lower case

    const NamedFile* find(std::string_view path) const;
    // What a file of that path refers to: beside it, below its folder, anywhere; of several the nearest to the top.
    FileLookup lookup_from(std::string_view path) const;

    Files files_;
};

} // namespace ossuary::web
