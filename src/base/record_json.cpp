#include "ossuary/base/record_json.h"

#include <algorithm>
#include <charconv>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hex.h"

namespace ossuary {

namespace {

template <class Bits, class T> bool parse_hex(std::string_view text, T& value) {
    if (!text.starts_with("0x")) return false;
    Bits bits{};
    const char* const end = text.data() + text.size();
    const auto result = std::from_chars(text.data() + 2, end, bits, 16);
    if (result.ec != std::errc() || result.ptr != end) return false;
    value = std::bit_cast<T>(bits);
    return true;
}

} // namespace

std::string bits_text(float value) { return "0x" + hex_text(std::bit_cast<std::uint32_t>(value)); }
std::string bits_text(double value) { return "0x" + hex_text(std::bit_cast<std::uint64_t>(value)); }
bool parse_bits(std::string_view text, float& value) { return parse_hex<std::uint32_t>(text, value); }
bool parse_bits(std::string_view text, double& value) { return parse_hex<std::uint64_t>(text, value); }

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
