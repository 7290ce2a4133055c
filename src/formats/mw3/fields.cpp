#include "ossuary/formats/mw3/fields.h"
#include "formats/mw3/fields_layout.h"

#include <bit>
#include <charconv>
#include <cmath>

#include "ossuary/base/text.h"

namespace ossuary::mw3 {

std::string_view name_of(Game game) {
    constexpr std::string_view names[] = {"Recoil", "MechWarrior 3", "Pirate's Moon"};
    return names[static_cast<std::size_t>(game)];
}

Vector to_vector(const Vec3d& v) {
    const Vec3 f = to_float(v);
    return {{f.x, f.y, f.z}};
}
Quaternion to_quaternion(const Quatd& q) {
    const Quat f = to_float(q);
    return {{f.w, f.x, f.y, f.z}};
}

Json float_to_json(float value) {
    if (std::isfinite(value)) return Json(static_cast<double>(value));
    std::array<std::byte, 4> raw;
    store(raw.data(), value, Endian::big);
    Json json = Json::object();
    json.set("bits", to_hex(raw));
    return json;
}

bool float_from_json(const Json& json, float& value) {
    if (json.is_number()) {
        value = static_cast<float>(json.number());
        return std::isfinite(value);
    }
    std::array<std::byte, 4> raw;
    if (json.size() != 1 || !from_hex(json["bits"].string(), raw)) return false;
    value = load<float>(raw.data(), Endian::big);
    return true;
}

Json text_to_json(std::string_view text, Bytes pad, bool regular) {
    if (regular) return Json(text);
    Json json = Json::object();
    json.set("text", text);
    json.set("pad", to_hex(pad));
    return json;
}

bool text_from_json(const Json& json, std::span<char> bytes) {
    const std::string_view text = json.is_object() ? json["text"].string() : json.string();
    if (!json.is_string() && !(json.size() == 2 && json["text"].is_string())) return false;
    if (text.size() >= bytes.size() || text.find('\0') != text.npos) return false;
    std::copy(text.begin(), text.end(), bytes.begin());
    bytes[text.size()] = '\0';
    const std::span<char> pad = bytes.subspan(text.size() + 1);
    return json.is_string() || from_hex(json["pad"].string(), std::as_writable_bytes(pad));
}

} // namespace ossuary::mw3
