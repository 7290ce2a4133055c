#include "names.h"

#include <map>
#include <set>

#include "ossuary/base/text.h"

namespace ossuary::md5 {

void TextEncoding::look_at(std::string_view text) { latin1 = latin1 || to_utf8(text) != text; }

std::string TextEncoding::decode(std::string_view text) const {
    return latin1 ? latin1_to_utf8(text) : std::string(text);
}

std::string TextEncoding::encode(std::string_view text) const {
    return latin1 ? utf8_to_latin1(text) : std::string(text);
}

std::size_t make_unique(std::vector<std::string>& names) {
    std::set<std::string, std::less<>> taken(names.begin(), names.end());
    if (taken.size() == names.size()) return 0;
    std::map<std::string, std::size_t, std::less<>> uses; // of each name as the file has it
    std::size_t changed = 0;
    for (std::string& name : names) {
        std::size_t& use = uses[name];
        if (++use == 1) continue;
        std::string fresh;
        do fresh = name + '#' + std::to_string(use);
        while (!taken.insert(fresh).second && ++use);
        name = std::move(fresh);
        ++changed;
    }
    return changed;
}

} // namespace ossuary::md5
