// Making ZEN archives item by item, in any encoding.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ossuary/formats/zengin/zen.h"
#include "zen_class.h"

namespace ossuary::zengin {

class ZenMaker {
public:
    // `fields` are further lines of the header: `user NAME`, `date …`.
    explicit ZenMaker(ZenEncoding encoding, std::vector<std::string> fields = {});

    // An object of a class gets the next index, which is returned: references name it by that.
    std::uint32_t open(std::string_view name, std::string_view class_chain, std::uint16_t version);
    void open_group(std::string_view name); // without a class
    void close();
    void null(std::string_view name);
    void reference(std::string_view name, std::uint32_t index);
    // As they are: the mesh of a world.
    void bytes(Bytes bytes);

    void string(std::string_view name, std::string_view text);
    void integer(std::string_view name, std::int64_t value, ZenType type = ZenType::integer);
    void boolean(std::string_view name, bool value) { integer(name, value, ZenType::boolean); }
    void enumeration(std::string_view name, std::int64_t value) { integer(name, value, ZenType::enumeration); }
    void real(std::string_view name, float value);
    void vec3(std::string_view name, const Vec3& value);
    void color(std::string_view name, std::array<std::uint8_t, 4> rgba);
    void raw(std::string_view name, Bytes bytes);
    void reals(std::string_view name, std::span<const float> values);

    // The entries that the class has of its own, not those of its bases, from a JSON object by their names; what is
    // not there becomes 0 or empty. Objects become null pointers, and counts of them 0.
    void class_entries(const ZenClass& of, Game game, const Json& fields);

    ZenEncoding encoding() const { return archive_.encoding; }
    // All objects must be closed.
    ZenArchive take() &&;

private:
    void push_object(std::string_view name, std::string_view class_chain, std::uint16_t version, std::uint32_t index);
    void entry(std::string_view name, ZenType type, Bytes value);
    void entry_of(const ZenStep& step, const std::string& name, const Json& value, std::int64_t times);

    ZenArchive archive_;
    std::vector<std::uint32_t> open_;
    std::unordered_map<std::string, std::uint32_t> names_;
    std::uint32_t next_index_ = 0;
};

} // namespace ossuary::zengin
