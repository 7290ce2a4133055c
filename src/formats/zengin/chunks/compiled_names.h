// Texts as the game's compiler writes them.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "ossuary/formats/zengin/mdh.h"

namespace ossuary::zengin {

inline constexpr std::string_view source_folder = "\\_WORK\\DATA\\ANIMS\\";

// Upper case; what would end the text in the file becomes a blank.
inline std::string compiled_text(std::string_view text) {
    std::string compiled = upper_case(text);
    for (char& c : compiled)
        if (c == '\n' || c == '\0') c = ' ';
    return compiled;
}

inline std::string source_path(std::string_view file) { return std::string(source_folder) + compiled_text(file); }

// Nodes of a hierarchy by name; of two with one name the first. The hierarchy must outlive it.
class NodeNumbers {
public:
    explicit NodeNumbers(const ModelHierarchy& hierarchy) {
        for (const HierarchyNode& node : hierarchy.nodes)
            numbers_.emplace(node.name, static_cast<std::int32_t>(&node - hierarchy.nodes.data()));
    }
    // -1 if there is none.
    std::int32_t find(std::string_view compiled_name) const {
        const auto found = numbers_.find(compiled_name);
        return found == numbers_.end() ? -1 : found->second;
    }

private:
    std::map<std::string_view, std::int32_t> numbers_;
};

} // namespace ossuary::zengin
