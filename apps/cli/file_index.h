// Files below a few folders by their names alone: sources refer to each other without saying in which folder they lie.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ossuary::cli {

class FileIndex {
public:
    // Looks through the folders and all below them for files of that extension (`.asc`), or for all. Links that lead
    // out of a folder are passed over, and so is what cannot be read, or comes after 200,000 others: half a disk is no
    // place for the parts of a model.
    explicit FileIndex(const std::vector<std::string>& roots, std::string_view extension = {});

    // Where the file of that name lies, whatever the case of its letters; null if there is none. Of several it is the
    // one in the earliest folder, there the one nearest to the top, there the first by name.
    const std::string* find(std::string_view file_name) const;

private:
    std::map<std::string, std::string> paths_; // by name in lower case
};

} // namespace ossuary::cli
