#include "ossuary/base/record_json.h"

#include <algorithm>

namespace ossuary {

namespace {
constexpr std::string_view hex_digits = "0123456789abcdef";
}

Json bits_to_json(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    std::string text = "0x";
    for (int shift = 28; shift >= 0; shift -= 4) text += hex_digits[(bits >> shift) & 15];
    return Json(std::move(text));
}

bool bits_from_json(const Json& json, float& value) {
    const std::string_view text = json.string();
    if (text.size() != 10 || !text.starts_with("0x")) return false;
    std::uint32_t bits = 0;
    for (const char c : text.substr(2)) {
        const std::size_t digit = hex_digits.find(c);
        if (digit == hex_digits.npos) return false;
        bits = bits << 4 | static_cast<std::uint32_t>(digit);
    }
    value = std::bit_cast<float>(bits);
    return true;
}

void JsonBuilder::stop(std::string message) {
    if (!error_) error_ = Error({.field = path_.empty() ? "document" : path_}, std::move(message));
}

void JsonBuilder::push_name(std::string_view field) {
    if (!path_.empty()) path_ += '.';
    path_ += field;
}

void JsonBuilder::check_all_asked() {
    if (error_) return;
    for (const Json::Member& member : object_->members()) {
        if (std::find(asked_.begin(), asked_.end(), member.name) != asked_.end()) continue;
        push_name(member.name);
        return stop("unknown field");
    }
}

} // namespace ossuary
