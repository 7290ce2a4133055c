#include "ossuary/assets/safe_path.h"

#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary {

namespace {

constexpr std::size_t longest_part = 255;

bool is_device(std::string_view part) {
    std::string stem = lower_case(part.substr(0, part.find('.')));
    while (stem.ends_with(' ')) stem.pop_back();
    if (stem == "con" || stem == "prn" || stem == "aux" || stem == "nul") return true;
    return stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")) && stem[3] >= '1' && stem[3] <= '9';
}

std::string_view complaint_about(std::string_view part) {
    if (part.empty()) return "an empty part, or an absolute path";
    if (part == "." || part == "..") return "it leads out of the folder";
    if (part.size() > longest_part) return "a part of more than 255 bytes";
    if (part.find(':') != part.npos) return "a colon, as behind the letter of a drive";
    if (std::ranges::any_of(part, [](unsigned char c) { return c < ' ' || c == 0x7f; })) return "a control character";
    if (part.back() == '.' || part.back() == ' ') return "a dot or a blank at the end of a part";
    return is_device(part) ? "the name of a device" : "";
}

} // namespace

Result<std::string> safe_path(std::string_view name) {
    std::string path;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find_first_of("/\\", begin), name.size());
        const std::string_view part = name.substr(begin, end - begin);
        if (const std::string_view complaint = complaint_about(part); !complaint.empty())
            return fail("unsafe path: " + std::string(complaint));
        path.append(path.empty() ? "" : "/").append(part);
        begin = end + 1;
    }
    return path;
}

} // namespace ossuary
