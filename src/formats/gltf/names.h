// Names made unique by `#2`, `#3` …, because many importers match animations and nodes by name.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "ossuary/base/text.h"

namespace ossuary::gltf {

class UniqueNames {
public:
    std::string operator()(std::string_view wanted) {
        const std::string base = to_utf8(wanted);
        std::string name = base;
        while (!uses_.try_emplace(name, 1).second) name = base + '#' + std::to_string(++uses_[base]);
        return name;
    }

private:
    std::map<std::string, unsigned, std::less<>> uses_;
};

} // namespace ossuary::gltf
